# Fresh Debian roots, for scripts that test in them; sourced after lib.sh.  Needs
# root, a Debian system whose apt reaches a mirror, and debootstrap.
#
# AER_ROOTS names the directory of roots: those that are there are used again and
# new ones are kept; otherwise they are made in a temporary one, and removed.

suite_of()
{
	case $1 in
		15) echo bookworm ;;
		17) echo trixie ;;
		18) echo sid ;;
		*) die "no release of Debian has PostgreSQL \"$1\": name 15, 17 or 18" ;;
	esac
}

# What runs in a root has namespaces of its own: its processes and mounts go
# with the first of them, so that a root can be removed at any time.
apart()
{
	unshare --mount --pid --fork --kill-child --mount-proc "$@" </dev/null &
	child=$!
	wait "$child"
}

leave_roots()
{
	trap '' INT TERM HUP
	[ -z "$child" ] || kill -KILL "$child" 2>/dev/null || true
	[ -n "${AER_ROOTS:-}" ] || rm -rf --one-file-system "$roots"
}

# Sets roots, the directory, and what making them needs: the mirror and the
# proxies of this machine's apt.
enter_roots()
{
	[ "$(id -u)" -eq 0 ] || die "this needs root, for debootstrap and chroot"
	scripts/setup majors
	roots=${AER_ROOTS:-$(mktemp -d /var/tmp/aer-roots.XXXXXX)}
	mkdir -p "$roots"
	roots=$(cd "$roots" && pwd)
	child=
	trap leave_roots EXIT
	trap 'exit 130' INT
	trap 'exit 143' TERM
	trap 'exit 129' HUP

	mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' |
		head -n 1)
	[ -n "$mirror" ] || die "apt knows no mirror of Debian: run apt-get update"
	proxies=$(apt-config dump | grep -i '^Acquire::https\?::.*Proxy' || true)
	eval "$(apt-config shell proxy Acquire::http::Proxy)"
	[ -z "${proxy:-}" ] || export http_proxy=$proxy
}

# Make a root of a major's suite, unless it is there; it has its name only when
# it is whole.
make_root()
{
	local major=$1 root=$2

	[ ! -d "$root" ] || return 0
	rm -rf --one-file-system "$root.part"
	apart debootstrap --variant=minbase "$(suite_of "$major")" "$root.part" "$mirror" &&
		echo "$proxies" >"$root.part/etc/apt/apt.conf.d/90proxies" &&
		echo force-unsafe-io >"$root.part/etc/dpkg/dpkg.cfg.d/unsafe-io" &&
		mv "$root.part" "$root"
}

# Put the checkout into a root, as /aer.
pack_into()
{
	cp /etc/resolv.conf "$1/etc/" &&
		rm -rf "$1/aer" &&
		mkdir "$1/aer" &&
		pack_checkout | tar -C "$1/aer" -xf - --no-same-owner
}

# Run a command in a root: its processes see those of the root, and shared memory
# of its own.
in_root()
{
	apart sh -euc '
		root=$1
		shift
		mount -t proc proc "$root/proc"
		mount --rbind /dev "$root/dev"
		mount -t tmpfs tmpfs "$root/dev/shm"
		exec chroot "$root" env -u PG_CONFIG -u PGVERSION -u TMPDIR HOME=/root \
			PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"' sh "$@"
}
