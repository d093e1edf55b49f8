
# What the TAP tests have in common: a server of their own, values that travel,
# parallel plans, memory.

package AerTest;

use strict;
use warnings;

use Exporter qw(import);
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

our @EXPORT = qw(start_server stop_server travels_unchanged copy_file
  $parallel $serial in_parts_as_serial rows $peak grown);

my $directory;					# for files that the server reads

# A running server, with lines for its configuration; databases are UTF-8
# whatever the caller's LANG.
sub start_server
{
	my ($name, @settings) = @_;
	my $node = PostgreSQL::Test::Cluster->new($name);

	$node->init(extra => [ '--locale=C.UTF-8', '--encoding=UTF8' ]);
	$node->append_conf('postgresql.conf', join("\n", @settings, ''));
	$node->start;
	$directory = PostgreSQL::Test::Utils::tempdir;
	return $node;
}

# The last lines of a test.
sub stop_server
{
	my ($node) = @_;

	unlike(slurp_file($node->logfile), qr/terminated by signal|TRAP:|refcount leak|reference leak|resource was not closed/, 'no backend crashed, nothing was left open');
	$node->stop;
	done_testing();
}

# A query's answer is the same in a database that is restored from a dump, and
# after its tables went out and in again by binary COPY.
sub travels_unchanged
{
	my ($node, $query, @tables) = @_;
	my $before = $node->safe_psql('postgres', $query);

	$node->safe_psql('postgres', 'CREATE DATABASE restored');
	$node->command_ok([ 'pg_dump', '-d', $node->connstr('postgres'), '-f', "$directory/dump.sql" ], 'pg_dump');
	$node->command_ok([ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', $node->connstr('restored'), '-f', "$directory/dump.sql" ], 'restore');
	is($node->safe_psql('restored', $query), $before, 'restored values are the same, and do the same');
	$node->safe_psql('restored', "COPY $_ TO '$directory/$_.bin' (FORMAT binary); TRUNCATE $_; COPY $_ FROM '$directory/$_.bin' (FORMAT binary)")
		for @tables;
	is($node->safe_psql('restored', $query), $before, 'so are those copied in binary');
}

# A binary COPY file of one field that holds the given bytes, and the statement
# that reads it.
my $copies = 0;
sub copy_file
{
	my ($table, $bytes) = @_;
	my $name = "$directory/" . $copies++;

	open my $file, '>:raw', $name or die $!;
	print $file "PGCOPY\n\377\r\n\0", pack('NN', 0, 0), pack('nN', 1, length $bytes), $bytes, pack('n', 0xffff);
	close $file;
	return "COPY $table FROM '$name' (FORMAT binary);\n";
}

# What makes a plan parallel, if its rows are cheap to hand over, or never.
our $parallel = 'SET max_parallel_workers_per_gather = 2; SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0; ';
our $serial = 'SET max_parallel_workers_per_gather = 0; ';

# An aggregate of a query is computed in parts by workers, and a query of its
# answer gives the same as when it is not.
sub in_parts_as_serial
{
	my ($node, $name, $aggregation, $answer) = @_;
	my $plan = $node->safe_psql('postgres', "$parallel EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) $aggregation");

	like($plan, qr/Partial (Hash|Group)?Aggregate/, "$name: aggregated in parts");
	like($plan, qr/Workers Launched: [12]/, 'by workers');
	is($node->safe_psql('postgres', $parallel . $answer), $node->safe_psql('postgres', $serial . $answer), 'with the same result');
}

# A relation of so many rows i, to stand in FROM.  A set-returning function in
# the target list makes them one by one: nothing stores them.
sub rows
{
	my ($n) = @_;

	return "(SELECT generate_series(1, $n) AS i) s";
}

# The most memory that a backend has used, in kB, and by how much that grows
# from a query of few rows to one of many: they stand where the query has %s, or
# at its end.
our $peak = q{SELECT (regexp_match(pg_read_file('/proc/self/status'), 'VmHWM:\s+(\d+)'))[1]};
sub grown
{
	my ($node, $few, $many, $query) = @_;
	my @script = map { $query =~ /%s/ ? $query =~ s/%s/rows($_)/er : $query . rows($_) } $few, $many;
	my ($before, $after) = $node->safe_psql('postgres', "$script[0]; $peak; $script[1]; $peak") =~ /^(\d{3,})$/mg;

	return $after - $before;
}

1;
