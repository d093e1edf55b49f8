
# The library: aer.so exports nothing of LAPACK.

use strict;
use warnings;

use PostgreSQL::Test::Utils;
use Test::More;

# Runs in test/t's tree; the library is that of the PostgreSQL on PATH.
sub output_of
{
	my $command = shift;
	my $output  = `$command`;

	is($?, 0, "$command succeeds");
	return $output;
}

chomp(my $pkglibdir = output_of('pg_config --pkglibdir'));
my $library = "$pkglibdir/aer.so";

my @needed = output_of("objdump -p '$library'") =~ /^\s*NEEDED\s+(\S+)/mg;
is(join(' ', sort grep { !/^ld-linux/ } @needed), 'libc.so.6 libgfortran.so.5 libm.so.6', 'no BLAS or LAPACK is linked dynamically, nor anything else');

my @defined =
  map { (split)[-1] } split /\n/,
  output_of("nm -D --defined-only '$library'");
cmp_ok(scalar(@defined), '>', 1, 'nm lists the symbols defined');
is_deeply([ grep { !/^(aer_\w+|pg_finfo_aer_\w+|Pg_magic_func)$/ } @defined ],
	[], 'only entry points of PostgreSQL are exported');

# OpenBLAS's kernels for doubles are 4 MB, those for all types of numbers 24.
cmp_ok(-s $library, '<', 12 * 1024 * 1024, 'only what is used is linked');

# The build in its own directory, and the message that names what is missing.
chomp(my $checkout = `pwd`);
my @make = ('make', '--no-print-directory', 'PG_CONFIG=pg_config');
for my $case (
	[ [ @make, '-n', '-C', $checkout, 'all' ], 0, qr/^$/, 'make -C builds' ],
	[ [ @make, '-n', '-f', "$checkout/Makefile" ], 2,
		qr/^\S+: \*\*\* aer is built in its own directory, [^\n]+\n$/, 'a VPATH build is refused' ],
	[ [ @make, '-s', '-C', $checkout, 'all', 'LAPACKE=/nowhere/liblapacke.a' ], 2,
		qr{^aer needs LAPACK, and there is no /nowhere/liblapacke.a: install [^\n]+\nmake: \*\*\* [^\n]+\n$}, 'so is one without LAPACK' ])
{
	my ($command, $status, $says, $name) = @$case;
	my ($stdout, $stderr) = ('', '');

	IPC::Run::run([ 'env', '-u', 'MAKEFLAGS', '-u', 'MAKELEVEL', '-C', $ENV{TMPDIR} || '/tmp', @$command ],
		'>', \$stdout, '2>', \$stderr);
	is($? >> 8, $status, $name);
	like($stderr, $says, "$name: what it says");
}

done_testing();
