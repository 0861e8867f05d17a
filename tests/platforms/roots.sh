# Functions for roots of other systems, sourced by tests/platforms/run and scripts/check_packages,
# which set folder, the place of roots: making minimal roots, and running commands in a root.
# shellcheck shell=bash
: "${folder:?}"

# ROOT COMMAND...: run a command in new namespaces, in which ROOT has proc, sys and dev (without
# sys PoCL finds no memory). Its child processes end with it. The root is a mount point, which
# tests in it need to make namespaces.
# shellcheck disable=SC2016
beside() {
    unshare --mount --pid --fork --kill-child bash -c '
        root=$1
        shift
        mount -t proc proc /proc && mount --bind "$root" "$root" &&
            mount -t proc proc "$root/proc" && mount --rbind /dev "$root/dev" || exit 125
        mount -t sysfs sys "$root/sys" 2>/dev/null || mount --rbind /sys "$root/sys" || exit 125
        exec "$@"
    ' beside "$@" </dev/null
}

# ROOT COMMAND...: run a command in the root, with a fresh environment.
enter() {
    local root=$1

    shift
    beside "$root" chroot "$root" /usr/bin/env -i HOME=/root LANG=C.UTF-8 TERM=dumb \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"
}

# Find Ubuntu's keys, which are in packages of Debian 13 and later only.
ubuntu_keyring() {
    local keys=/usr/share/keyrings/ubuntu-archive-keyring.gpg

    if [ ! -e "$keys" ]; then
        minimal_root trixie || return
        enter "$folder/trixie.minimal" \
            sh -c 'apt-get update && apt-get install -y ubuntu-keyring' || return
        keys=$folder/trixie.minimal$keys
    fi
    echo "$keys" >"$folder/ubuntu-keyring"
}

# SUITE: create SUITE.minimal by debootstrap, unless it exists.
minimal_root() {
    local root=$folder/$1.minimal status=0
    local options=(--variant=minbase) script=()

    [ ! -e "$root/etc/os-release" ] || return 0
    if [ "$1" = noble ]; then
        ubuntu_keyring || return
        options+=("--components=main,universe" "--keyring=$(cat "$folder/ubuntu-keyring")")
        script=('' /usr/share/debootstrap/scripts/gutsy) # the script for all later releases
    fi
    rm -rf "$root" "$root.new"
    timeout 900 debootstrap "${options[@]}" "$1" "$root.new" "${script[@]}" || status=$?
    [ "$status" != 124 ] || echo 'it took more than 15 minutes: is the machine busy?'
    [ "$status" = 0 ] || return "$status"
    # The index of a mirror of sid may have expired.
    echo 'Acquire::Check-Valid-Until "false";' >"$root.new/etc/apt/apt.conf.d/80mirror"
    mv "$root.new" "$root"
}
