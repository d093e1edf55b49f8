# Shared by the scripts here; sourced, with the checkout as working directory.

set -euo pipefail
umask 022
export LC_ALL=C.UTF-8

# Called from a make recipe, these speak of a make that is not ours; variables
# of its command line are in the environment anyway.
unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES

JOBS=${JOBS:-2}

# The PostgreSQL to build for: the caller's PG_CONFIG, else major PGVERSION at
# Debian's place, else PATH's.
PG_CONFIG=${PG_CONFIG:-${PGVERSION:+/usr/lib/postgresql/$PGVERSION/bin/}pg_config}

die()
{
	echo "$(basename "$0"): $*" >&2
	exit 1
}

run_make()
{
	make --no-print-directory PG_CONFIG="$PG_CONFIG" "$@"
}

# The checkout without what was made in it, as a tar file on standard output.
pack_checkout()
{
	tar -cf - --exclude=./.git --exclude=./build --exclude=./results --exclude=./tmp_check \
		--exclude=./regression.\* --exclude='*.o' --exclude='*.d' --exclude='*.so' .
}

# PostgreSQL refuses to run as root; there its programs run as another user.
if [ "$(id -u)" -ne 0 ]
then
	SERVER_USER=$(id -un)
	as_server() { "$@"; }
else
	SERVER_USER=postgres
	id "$SERVER_USER" >/dev/null 2>&1 || SERVER_USER=nobody
	as_server()
	{
		setpriv --reuid "$SERVER_USER" --regid "$(id -g "$SERVER_USER")" \
			--clear-groups -- \
			env HOME="$AER_TEMP" USER="$SERVER_USER" LOGNAME="$SERVER_USER" "$@"
	}
fi
