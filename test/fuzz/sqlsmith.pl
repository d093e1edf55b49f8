
# sqlsmith (Andreas Seltenreich's generator; Debian's package of that name) against
# the tables and functions of the fuzz harness, for FUZZ_SECONDS (60): nothing
# crashes, and aer's code raises no internal error.  What it makes is right by
# grammar and types, and draws on PostgreSQL's own functions too.

use strict;
use warnings;

use lib 'test/perl';
use AerTest;
use File::Basename;
use IPC::Run;
use PostgreSQL::Test::Utils;
use Test::More;

chomp(my $sqlsmith = $ENV{SQLSMITH} // `sh -c 'command -v sqlsmith'`);
plan skip_all => 'there is no sqlsmith: apt-get install sqlsmith' unless $sqlsmith;

my $seconds = $ENV{FUZZ_SECONDS} // 60;
my $seed = $ENV{FUZZ_SEED} // 1;

# Errors go to the log with the place that raised them.
my $node = start_server('sqlsmith', 'log_error_verbosity = verbose', "log_line_prefix = ''", "statement_timeout = '1s'", 'restart_after_crash = on');
$node->safe_psql('postgres', join("\n", 'SET statement_timeout = 0; CREATE EXTENSION aer;', map { slurp_file($_) } qw(test/formats/questions.sql test/formats/values.sql test/fuzz/tables.sql)));
# it does not quote
$node->safe_psql('postgres', 'ALTER TABLE fuzz.people RENAME "B ""b" TO bb; ALTER TABLE fuzz.empty RENAME "B ""b" TO bb');

my $until = time + $seconds;
my $runs = 0;
while (time < $until)
{
	my $smith = IPC::Run::start([ $sqlsmith, '--target=' . $node->connstr('postgres'), '--exclude-catalog', '--seed=' . ($seed + $runs++) ],
		'>', '/dev/null', '2>', '/dev/null');

	sleep 1 while time < $until && $smith->pumpable;
	$smith->kill_kill;
}

my %ours = map { basename($_) => 1 } split /\n/, `find src -name '*.c'`;
my ($statements, $state, $internal) = (0, '', 0);
open my $log, '<', $node->logfile or die $!;
while (<$log>)
{
	$state = $1 if /^ERROR:  (\w{5}):/;
	$statements++ if /^ERROR:/;
	next unless $state =~ /^XX/ && /^LOCATION:  \w+, ([\w.]+):\d+/ && $ours{$1};
	$internal++;
	diag($_, scalar <$log>);
}
my $transactions = $node->safe_psql('postgres', q{SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = 'postgres'});
diag("seed $seed, $seconds s: $transactions transactions, $statements of them with an error");
cmp_ok($transactions, '>', $seconds, 'transactions enough');
is($internal, 0, 'no internal error of aer');
stop_server($node);
