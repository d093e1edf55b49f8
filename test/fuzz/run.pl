
# Values that were changed, options and statements at random, for FUZZ_SECONDS (60)
# by FUZZ_JOBS (2) clients, each in a database of its own: nothing crashes, no error
# is an internal one, every statement ends at its time limit, and a value that is
# accepted is the same after a round trip.  FUZZ_SEED (1) is that of the first client;
# FUZZ_SESSION is one session of it alone, whose statements are printed.

use strict;
use warnings;

# What asks for more memory than the machine has gets an error, not the machine's
# last resort.  AddressSanitizer wants terabytes of addresses.  This is before
# modules that redirect the output.
my $sanitized;
BEGIN
{
	$sanitized = ($ENV{SANITIZE} // '') =~ /address/;
	exec 'sh', '-c', 'ulimit -v 6000000; FUZZ_LIMITED=1 exec "$0" "$@"', $^X, $0
	  unless $sanitized || $ENV{FUZZ_LIMITED};
}

use lib 'test/perl';
use AerTest;
use IPC::Run;
use PostgreSQL::Test::Utils;
use Test::More;

my $seconds = $ENV{FUZZ_SECONDS} // 60;
my $session = $ENV{FUZZ_SESSION};
my $jobs = defined $session ? 1 : $ENV{FUZZ_JOBS} // 2;
my $seed = $ENV{FUZZ_SEED} // 1;

my $client = PostgreSQL::Test::Utils::tempdir . '/fuzz';
chomp(my ($cc, $include, $library) = map { `pg_config --$_` } qw(cc includedir libdir));
system_or_bail('sh', '-c', "$cc -std=gnu99 -O1 -g -Wall -Werror -I'$include' -o '$client' test/fuzz/*.c -L'$library' -lpq");

my $node = start_server('fuzz', 'log_statement = none', 'max_connections = 20', 'restart_after_crash = on', 'log_min_messages = log');
for my $database (map { "fuzz$_" } 1 .. $jobs)
{
	$node->safe_psql('postgres', "CREATE DATABASE $database");
	$node->safe_psql($database, join("\n", 'CREATE EXTENSION aer;', map { slurp_file($_) } qw(test/formats/questions.sql test/formats/values.sql test/fuzz/tables.sql)));
}

$ENV{FUZZ_PATIENCE} //= ($sanitized ? 10 : 1);
$ENV{FUZZ_TRACE} = 1 if defined $session;
my @output = ('') x $jobs;
my @client = map {
	my $k = $_;
	IPC::Run::start([ $client, $node->connstr('fuzz' . ($k + 1)), $seconds, $seed + $k, $session // () ],
		'>', \$output[$k]);
} 0 .. $jobs - 1;
$_->finish for @client;

# Each report is a line of names and numbers, the last one.
my %sum;
for my $output (@output)
{
	my @lines = split /\n/, $output;
	my %report = split / /, $lines[-1] // '';

	note($_) for @lines;
	ok(exists $report{statements}, 'a client that ran to its end');
	$sum{$_} = /^cancel_/ && ($sum{$_} // 0) > $report{$_} ? $sum{$_} : /^cancel_/ ? $report{$_} : ($sum{$_} // 0) + $report{$_}
		for keys %report;
}
diag("seeds $seed to " . ($seed + $jobs - 1) . ", $seconds s: $sum{values} values ($sum{accepted} accepted), $sum{statements} statements ($sum{succeeded} without an error), "
	. "$sum{cancelled} cancelled, the longest after $sum{cancel_busy} s of work; $sum{no_memory} out of memory");
is($sum{crashes}, 0, 'no crash');
is($sum{internal}, 0, 'no internal error');
is($sum{unstable}, 0, 'values that are accepted are the same after a round trip');
is($sum{hangs}, 0, 'every statement ends at its time limit');
cmp_ok($sum{$_}, '>', 0, "there were $_") for defined $session ? () : qw(values accepted statements succeeded);
stop_server($node);
