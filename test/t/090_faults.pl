
# Every allocation fails once, and every look for interrupts cancels once
# (test/modules/faults.c): a clean error each time, nothing of it stays in the
# session's memory, and the same statement next is right.  Of each statement of
# test/faults/statements.sql some are tried, all of them by "make faults".

use strict;
use warnings;

use lib 'test/perl';
use AerStatements;
use AerTest;
use List::Util qw(min uniq);
use PostgreSQL::Test::Utils;
use Test::More;

# The number of allocations of a statement that fail, each once: if there are more, the first half, and some of the others.
my $given = $ENV{AER_FAULTS};
my %most = (allocation => $given // 40, poll => $given ? min(400, $given) : 10);
my %error = (allocation => '53200', poll => '57014');

# A session may keep this much more than before: PostgreSQL's own caches.  All
# that fails once leaves less than a byte for each, on the average.
my $kept = 4096;

my $module = PostgreSQL::Test::Utils::tempdir . '/faults.so';
chomp(my ($cc, $cflags, $include) = map { `pg_config --$_` } qw(cc cflags_sl includedir-server));
system_or_bail('sh', '-c', "$cc -std=gnu99 -O1 -g -Wall -Werror $cflags -shared -I'$include' -o '$module' test/modules/faults.c");

# aer itself has nothing of it, neither a symbol nor a function of SQL.
chomp(my $library = `pg_config --pkglibdir`);
my @symbols = `nm '$library/aer.so'`;
cmp_ok(scalar(@symbols), '>', 1000, 'nm lists what is in aer');
is_deeply([ grep { /(?<!de)faults/i } @symbols ], [], 'no fault can be made with aer alone');

my $node = start_server('faults', 'jit = off', 'max_parallel_workers_per_gather = 0', 'client_min_messages = error',
	'log_min_messages = panic', 'autovacuum = off');
make_tables($node);
$node->safe_psql('postgres', qq{
	CREATE FUNCTION faults_arm(text, int) RETURNS void AS '$module' LANGUAGE C;
	CREATE FUNCTION faults_seen() RETURNS int AS '$module' LANGUAGE C;
});

# Numbers from 1 to n, at most so many, the first of them all.
sub some
{
	my ($n, $most) = @_;
	my $first = $n <= $most ? $n : int($most / 2);
	my $rest = $most - $first;

	return (1 .. $first, map { $first + int(($n - $first) * $_ / $rest) } 1 .. ($n > $first ? $rest : 0));
}

# Returns the output of psql for a script, line by line.
sub lines
{
	my ($script) = @_;
	my ($stdout, $stderr) = ('', '');

	is($node->psql('postgres', $script, stdout => \$stdout, stderr => \$stderr, on_error_stop => 0), 0, 'the session lives') || diag($stderr);
	return split /\n/, $stdout;
}

# What a session has in memory, but for caches of the catalogs and of plans (those of
# functions in PL/pgSQL become generic after some calls; those of SQL are cached from
# PostgreSQL 18 on), counts for statistics, the buffers of temporary tables, and what
# this query itself takes, the more the more contexts there are.
my $memory = q{SELECT 'memory ' || sum(used_bytes) FROM pg_backend_memory_contexts
	WHERE name NOT IN ('CacheMemoryContext', 'index info', 'relation rules') AND name NOT LIKE 'PgStat%' AND name NOT LIKE 'Local%'
		AND name NOT LIKE 'CachedPlan%' AND name NOT IN ('SPI Plan', 'ExprContext', 'tuplestore tuples', 'pg_get_backend_memory_contexts')};

# Through the hook of function calls all are counted, of aggregates too.  What
# is told apart by types alone is one function.  Whether parts are combined depends
# on how fast workers start; aer_follow, which is called as the owner, has trials of its own (t/08*.pl).
lines("LOAD '$module'; SET track_functions = 'all';" . join ';', map { answer_of($_) } statements());
is($node->safe_psql('postgres', q{
	SELECT prosrc FROM pg_proc p JOIN pg_depend d ON d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e'
		JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'aer'
	WHERE p.prokind = 'f' AND prolang = (SELECT oid FROM pg_language WHERE lanname = 'c') AND prosrc NOT LIKE '%\_combine' AND prosrc <> 'aer_as_owner_of_table' GROUP BY prosrc HAVING sum(coalesce(pg_stat_get_function_calls(p.oid), 0)) = 0 ORDER BY 1}), '', 'every function is called by a statement of test/faults/statements.sql');

my %tried = (allocation => 0, poll => 0);
for my $statement (statements())
{
	my ($name, $query) = ($statement->{name}, answer_of($statement));

	for my $kind (sort keys %error)
	{
		# Caches are filled twice over, then they are as they stay.
		my @lines = lines("$query;\n$query;\nSELECT faults_arm('$kind', 0);\n$query;\nSELECT 'seen ' || faults_seen();\n");
		my ($answer) = grep { /^answer \w/ } @lines;
		my ($n) = map { /^seen (\d+)/ } @lines;
		my @some = some($n, $statement->{slow} ? min(40, $most{$kind}) : $most{$kind});
		my $try = sub { "SELECT faults_arm('$kind', $_[0]);\n$query;\n\\echo sqlstate :SQLSTATE\nSELECT 'fired ' || (faults_seen() = $_[0]);\n$query;\n" };

		next if $n == 0;
		@lines = lines(join '', (map { $try->($_) } @some[0 .. min($#some, 2)], $some[-1]), "$memory;\n",
			(map { $try->($_) } @some), "$memory;\n");
		is_deeply([ uniq(grep { /^answer/ } @lines) ], [$answer], "$name: the next one is right");
		# of workers' messages there are sometimes fewer
		my @outcomes = uniq(join("\n", grep { /^(sqlstate|fired)/ } @lines) =~ /^sqlstate (\w+\nfired \w+)$/mg);
		is_deeply([ grep { $_ ne "00000\nfired false" } @outcomes ], ["$error{$kind}\nfired true"], "$name: $kind 1 to $n, " . @some . ' of them');
		my ($before, $after) = map { /^memory (\d+)/ } @lines;
		cmp_ok($after - $before, '<', $kept, "$name: nothing of it stays");
		$tried{$kind} += @some;
	}
}

# What a variable of PL/pgSQL holds outlives a statement that fails in a block: it is what
# it was, and the same statement next is right.  Moments are an object that is used for the
# first time, when rows may become sums; a model is a stored value.
$node->safe_psql('postgres', q{
	INSERT INTO moments SELECT 'complete and keyed', aer_moments(x, y, aer_design(), i ORDER BY i) FROM points;
	CREATE FUNCTION used(what text, m aer_moments, part aer_moments, model aer_model) RETURNS text LANGUAGE plpgsql AS $$
	DECLARE
		answer text;
	BEGIN
		CASE what
			WHEN 'fit' THEN answer := aer_fit_ridge(m);
			WHEN 'added' THEN answer := m + part;
			WHEN 'subtracted' THEN answer := m - part;
			WHEN 'merged' THEN answer := (SELECT aer_moments(v) FROM (VALUES (part), (m), (part)) parts(v));
			WHEN 'sums' THEN answer := (SELECT string_agg(s::text, ' ') FROM aer_sums(m) s);
			WHEN 'attributes' THEN answer := (SELECT string_agg(a::text, ' ') FROM aer_attributes(m) a);
			WHEN 'text' THEN answer := m;
			WHEN 'continued' THEN answer := (SELECT aer_continue(x, y, model ORDER BY i) FROM points);
			WHEN 'next' THEN answer := (SELECT string_agg(n::text, ' ') FROM aer_next(model) n);
		END CASE;
		RETURN answer;
	END $$;
	-- of what was to fail: how many did, and after how many variable or answer was another
	CREATE FUNCTION survivors(kind text, of text, what text, most int, OUT seen int, OUT failed int, OUT others int) LANGUAGE plpgsql AS $$
	DECLARE
		k int;
		part aer_moments := (SELECT m::text::aer_moments FROM moments WHERE id = of);	-- in memory: no lock, which PostgreSQL cannot undo in a block, is taken for it
		before text := (part + part)::text;
		model aer_model := (SELECT m FROM models WHERE id = 'ridge');
		model_before text := model;
		m aer_moments;
		answer text;
	BEGIN
		answer := used(what, part + part, part, model);
		m := part + part;
		PERFORM faults_arm(kind, 0);
		PERFORM used(what, m, part, model);
		seen := faults_seen();
		failed := 0;
		others := 0;
		FOR k IN SELECT DISTINCT CASE WHEN n <= most / 2 OR seen <= most THEN n ELSE most / 2 + (n - most / 2) * (seen - most / 2) / (most - most / 2) END FROM generate_series(1, least(most, seen)) n LOOP
			m := part + part;
			PERFORM faults_arm(kind, k);
			BEGIN
				PERFORM used(what, m, part, model);
			EXCEPTION WHEN OTHERS OR query_canceled THEN
				failed := failed + 1;
			END;
			PERFORM faults_seen();
			IF m::text <> before OR model::text <> model_before OR used(what, m, part, model) <> answer THEN
				others := others + 1;
			END IF;
		END LOOP;
	END $$;
});
# Each is an answer more, so of a fit's thousands of allocations the first and some of the others.
my %in_variable = map { $_ => min(400, $most{$_}) } keys %error;
my %survived = map { $_ => 0 } keys %error;
for my $of ('keyed', 'complete', 'complete and keyed', 'rows', 'money', 'in two words')
{
	for my $what (qw(fit added subtracted merged sums attributes text), $of eq 'keyed' ? qw(continued next) : ())
	{
		next if $of eq 'complete' && $what eq 'subtracted';
		for my $kind (sort keys %error)
		{
			my ($counts) = grep { /^\d/ } lines("SELECT FROM faults_arm('$kind', 0);\n\\pset format unaligned\n\\pset tuples_only\nSELECT * FROM survivors('$kind', '$of', '$what', $in_variable{$kind});\n");
			my ($seen, $failed, $others) = split /\|/, $counts // '';

			ok(defined $others && $others == 0 && $failed > 0, "$of, $what: a variable survives $kind: " . ($counts // 'no answer'));
			$survived{$kind} += $failed // 0;
		}
	}
}
cmp_ok($survived{$_}, '>', $_ eq 'poll' ? 10 : 500, "$survived{$_} times $_") for sort keys %survived;

# The first use in a session, when nothing is in any cache yet: what was begun when an
# allocation failed is not taken for whole by the next call.  A session for each.
my $firsts = $given ? 100 : 5;
my $first_tried = 0;
for my $statement (statements())
{
	my ($name, $query) = ($statement->{name}, answer_of($statement));
	my @lines = lines("\\c\nSELECT faults_arm('allocation', 0);\n$query;\nSELECT 'seen ' || faults_seen();\n");
	my ($answer) = grep { /^answer \w/ } @lines;
	my ($n) = map { /^seen (\d+)/ } @lines;
	my @some = some($n, $statement->{slow} ? 3 : $firsts);

	next if $n == 0;
	@lines = lines(join '', map { "\\c\nSELECT faults_arm('allocation', $_);\n$query;\n\\echo sqlstate :SQLSTATE\n$query;\n" } @some);
	is_deeply([ uniq(grep { /^answer/ } @lines) ], [$answer], "$name: in a new session the next one is right");
	is_deeply([ grep { !/ 00000$/ } uniq(grep { /^sqlstate/ } @lines) ], [ 'sqlstate 53200' ], "$name: allocation 1 to $n at first use, " . @some . ' of them');
	$first_tried += @some;
}
cmp_ok($first_tried, '>', 200, "$first_tried allocations failed at first use");

# The memory that BLAS takes when a session calls it first.
for my $query (q{SELECT aer_fit_ridge(m) IS NOT NULL FROM moments WHERE id = 'keyed'}, q{SELECT aer_moments(x, y) IS NOT NULL FROM points, generate_series(1, 100)})
{
	my ($stdout, $stderr) = ('', '');

	$node->psql('postgres', "SELECT FROM faults_arm('map', 1); $query; $query", stdout => \$stdout, stderr => \$stderr, on_error_stop => 0);
	like($stderr, qr/ERROR:  out of memory\nDETAIL:  The work space of linear algebra/, 'the work space of BLAS is missing');
	like($stdout, qr/^t$/m, 'and then there');
}

# In parallel workers, which do all the work; the leader says so and goes on.  The
# answers are the same however workers share the rows: sums of whole numbers, means
# of equal ones.
for my $query (q{SELECT 'answer ' || md5(aer_moments(ARRAY[i % 3, i % 5, i % 7, i % 11], (i % 13)::float8, aer_design(budget => 3), i)::text) FROM points}, q{SELECT 'answer ' || aer_names(j)::text FROM documents},
	q{SELECT 'answer ' || aer_judgments(i % 3 + 1, (i % 3)::float8)::text FROM points}, q{SELECT 'answer ' || cardinality(aer_calibration(0.1 + x[1], label)) FROM points},
	q{SELECT 'answer ' || (aer_evaluate((SELECT m FROM models WHERE id = 'label'), x, label)).rows FROM points})
{
	my @lines = lines("LOAD '$module'; $parallel SET parallel_leader_participation = off; $query;\n" .
		join '', map { "SET faults.in_workers = $_;\n$query;\n\\echo sqlstate :SQLSTATE\nSET faults.in_workers = 0;\n$query;\n" } 1 .. ($given ? 60 : 8));
	is(scalar(uniq(grep { /^answer/ } @lines)), 1, 'a worker fails: the next one is right');
	is_deeply([ grep { !/ 00000$/ } uniq(grep { /^sqlstate/ } @lines) ], [ 'sqlstate 53200' ], 'and an error before');
}

note("$tried{allocation} allocations failed, $tried{poll} looks for interrupts cancelled");
cmp_ok($tried{$_}, '>', 500, "$_: some were") for sort keys %tried;

stop_server($node);
