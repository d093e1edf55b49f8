
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
  formats_answer $parallel $serial in_parts_as_serial rows cancelled looked_rows grown_kb does_not_grow fold_every);

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

# Logs that are made or followed anew from here on fold themselves at each so many rows, not 257.
sub fold_every
{
	my ($node, $rows, $database) = @_;

	$node->safe_psql($database // 'postgres', q{
		SET search_path = aer, public;
		DO $$ BEGIN
			EXECUTE regexp_replace(pg_get_functiondef('_aer_follow_body'::regproc), '(number %% )\d+', '\1} . $rows . q{');
		END $$;
	});
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

# The values of the table made(type, name, value) give the answers of the table answers, and designs
# draw the plans of the table plans.  Differences are relative to numbers of about 1.
sub formats_answer
{
	my ($node, $database) = @_;
	my $wrong = $node->safe_psql($database, slurp_file('test/formats/questions.sql') . q{
		SELECT name, a.question, a.answer, now.answer
		FROM (made JOIN answers a USING (name))
			LEFT JOIN LATERAL pg_temp.ask(type, value) now ON now.question = a.question
		WHERE cardinality(now.answer) IS DISTINCT FROM cardinality(a.answer) OR EXISTS (
			SELECT FROM unnest(a.answer, now.answer) u(old, new)
			WHERE CASE WHEN old IS NULL OR new IS NULL OR old = new THEN old IS DISTINCT FROM new
				ELSE abs(new - old) > a.tolerance * greatest(1, abs(old)) END)
		ORDER BY name, question});

	is($wrong, '', 'stored values give the stored answers');
	is($node->safe_psql($database, 'SELECT count(DISTINCT name) = (SELECT count(*) FROM made) FROM answers'), 't', 'there are answers of every value');
	is($node->safe_psql($database, 'SELECT design, key, plan FROM plans
		WHERE plan IS DISTINCT FROM CASE WHEN names IS NULL THEN aer_plan(design, attributes, key)::text
			ELSE aer_plan(design, names, key)::text END'), '', 'designs draw the stored plans');
	cmp_ok($node->safe_psql($database, 'SELECT count(*) FROM plans'), '>=', 50, 'of many designs and keys');
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

# A query that would run for long ends by its statement_timeout.  How soon is for
# benchmarks: the limit here is for what hangs.
sub cancelled
{
	my ($node, $name, $query, $timeout) = @_;
	my $stderr = '';

	$node->psql('postgres', 'SET statement_timeout = ' . ($timeout // 500) . "; $query", stderr => \$stderr,
		timeout => $PostgreSQL::Test::Utils::timeout_default);
	like($stderr, qr/canceling statement due to statement timeout/, "$name: cancelled");
}

# Those rows, and before the last one a look at what memory contexts of the backend hold, whose
# bytes depend on nothing but what was allocated.
sub looked_rows
{
	my ($n) = @_;

	return "(SELECT i FROM (SELECT generate_series(1, $n) AS i) g WHERE i < $n OR pg_temp.look()) s";
}

# By how many kB they grow from the last look of one query to the last of another.
my $look = q{
	CREATE FUNCTION pg_temp.look() RETURNS boolean LANGUAGE plpgsql AS $$
	BEGIN
		PERFORM set_config('aer_test.kb', (sum(used_bytes) / 1024)::bigint::text, false) FROM pg_backend_memory_contexts;
		RETURN true;
	END $$;
	SET enable_sort = off;
	SET enable_material = off;
};
sub grown_kb
{
	my ($node, @queries) = @_;
	my $answers = $node->safe_psql('postgres', join(' ', $look, map { "$_; SELECT 'kB', current_setting('aer_test.kb');" } @queries));
	my ($before, $after) = $answers =~ /^kB\|(\d+)$/mg;

	return $after - $before;
}

# A query of many rows, which stand where it has %s or at its end, takes no more than a
# thousandth of what it goes through: a leak of ten bytes a row is ten times more.
sub does_not_grow
{
	my ($node, $name, $query, $few, $many) = @_;

	($few, $many) = (1000, 101000) unless defined $few;
	my @queries = map { $query =~ /%s/ ? $query =~ s/%s/looked_rows($_)/egr : $query . looked_rows($_) } $few, $many;
	cmp_ok(grown_kb($node, @queries), '<', 100, "$name: memory does not grow from $few rows to $many");
}

1;
