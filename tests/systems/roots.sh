# Sourced by what makes roots of other systems, tests/systems/run and scripts/check_packages, which
# set folder, where roots lie: minimal ones by debootstrap, and commands that run in a root.
# shellcheck shell=bash
: "${folder:?}"

# ROOT COMMAND...: run it in namespaces of its own, in which ROOT has proc, sys and dev (without
# sys PoCL finds no memory). What it starts ends with it. The root is a mount, without which tests
# there could not make namespaces of theirs.
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

# ROOT COMMAND...: run it there, with nothing of this environment.
enter() {
    local root=$1

    shift
    beside "$root" chroot "$root" /usr/bin/env -i HOME=/root LANG=C.UTF-8 TERM=dumb \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"
}

# Ubuntu's keys are in packages of Debian 13 and later only.
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

# SUITE: debootstrap it to SUITE.minimal, unless it is there.
minimal_root() {
    local root=$folder/$1.minimal
    local options=(--variant=minbase) script=()

    [ ! -e "$root/etc/os-release" ] || return 0
    if [ "$1" = noble ]; then
        ubuntu_keyring || return
        options+=("--components=main,universe" "--keyring=$(cat "$folder/ubuntu-keyring")")
        script=('' /usr/share/debootstrap/scripts/gutsy) # that of all later releases
    fi
    rm -rf "$root" "$root.new"
    timeout 900 debootstrap "${options[@]}" "$1" "$root.new" "${script[@]}" || return
    # A mirror of sid may be older than its index wants to be.
    echo 'Acquire::Check-Valid-Until "false";' >"$root.new/etc/apt/apt.conf.d/80mirror"
    mv "$root.new" "$root"
}
