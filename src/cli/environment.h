/* What drivers expect of the environment. */
#ifndef CLI_ENVIRONMENT_H
#define CLI_ENVIRONMENT_H

/* Before OpenCL is opened: if nothing can be kept in the cache home, $XDG_CACHE_HOME or
 * $HOME/.cache, set XDG_CACHE_HOME for this process to $CLMODP_CACHE_DIR, or else to a private
 * folder clmodp-UID in $TMPDIR or /tmp. Services, containers and the user nobody often have no
 * home; PoCL (3.1, and sources of later ones) then offers no device, makes relative folders
 * wherever it is, or shares /tmp/pocl with everybody. A relative XDG_CACHE_HOME, which counts for
 * nothing, is replaced by $HOME/.cache: PoCL would take it. If no folder is to be had, nothing is
 * changed.
 *
 * Without PATH, or with an empty one, set it to the system's default: PoCL 3.1 looks there for the
 * linker, and ends the process without it. An empty POCL_CACHE_DIR, on which it ends the process
 * too, is taken away. */
void cli_environment_prepare(void);

#endif
