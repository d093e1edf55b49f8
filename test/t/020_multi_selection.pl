
# Judgments and their moments: stored, malformed, in parallel, cancelled.

use strict;
use warnings;

use lib 'test/perl';
use AerTest;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = start_server('multi_selection', 'jit = off');
$node->safe_psql('postgres', q{
	CREATE EXTENSION aer;
	CREATE FUNCTION noise(i bigint, j bigint) RETURNS float8 LANGUAGE sql IMMUTABLE
		AS 'SELECT (hashint8extended(i, j) & 1048575) / 524288.0::float8 - 1';
	CREATE TABLE raw AS SELECT o, a, noise(o, 0) AS y, noise(o, a) + noise(o, 0) / a + noise(o * 100 + k, a) AS v
		FROM generate_series(1, 3000) o, generate_series(1, 6) a, generate_series(1, 2 + o % 3) k;
	CREATE TABLE judged AS SELECT o, y, aer_judgments(a, v) AS j, aer_judgments('ä' || a, v) AS n FROM raw GROUP BY o, y;
	ALTER TABLE judged SET (parallel_workers = 2);
	ALTER TABLE raw SET (parallel_workers = 2);
	CREATE TABLE moments AS SELECT 1 AS id, aer_judgment_moments(j, y, 6) AS m FROM judged
		UNION ALL SELECT 2, aer_judgment_moments(n, y, '{ä2,ä6}'::text[]) FROM judged;
	ANALYZE;
});

# Values of format 2.
is($node->safe_psql('postgres', q{
	SELECT '{"judgments":[[1,2,0.30000000000000004,5e-324],[7,1,-17,0]],"format":2}'::aer_judgments,
		'{"judgments":[["a",2,0.5,0.25],["ü",3,1e+300,1]],"format":2}'::aer_judgments}),
	'{"judgments":[[1,2,0.30000000000000004,5e-324],[7,1,-17,0]],"format":2}|{"judgments":[["a",2,0.5,0.25],["ü",3,1e+300,1]],"format":2}',
	'judgments of format 2');
# 3 objects, each in a fold of its own: attribute 1 judged (0,1), (1,2), (2,3),
# attribute 2 (1,1), (0,0), (1,1), targets 0, 1, 3, and one object skipped
my $format_2 = 'aer_judgment_moments 1 0000000200000001000000020000000500000004000000000000000170007100000000000000003e000000000000000000000000000000000000000000000001000000000000000100000000000000013fe00000000000003ff000000000000000000000000000003fe000000000000000000000000000003fd000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000002000000000000000200000000000000010000000000000001000000000000000200000000000000023ff800000000000000000000000000003ff00000000000003fe000000000000000000000000000003fd0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000020000000000000002000000000000000100000000000000010000000000000002000000000000000240040000000000003ff000000000000040080000000000003fe000000000000000000000000000003fd00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000200000000000000020000000000000001000000000000000100000000000000020000000000000002';
is($node->safe_psql('postgres', qq{SELECT string_agg(step || ' ' || name || ' ' || repeats || ' ' || round(objective::numeric, 9), ',' ORDER BY step)
	FROM aer_repeat_path('$format_2', 3)}),
	'1 p 1 1.090909091,2 p 2 1.500000000,3 p 3 1.714285714', 'moments of format 2');
# Format 1 had no folds: it is refused, not taken for something else.
my $format_1 = 'aer_judgment_moments 1 0000000100000002000000000000000300000000000000013ff80000000000003fe55555555555553ff55555555555553ff800000000000000000000000000003fe80000000000000000000000000000400000000000000000000000000000003fe555555555555640080000000000003fd55555555555554012aaaaaaaaaaab0000000000000006000000000000000600000000000000030000000000000003000000000000000200000000000000020100000001700000000171';
my ($result, $out, $refused) = $node->psql('postgres', qq{SELECT '$format_1'::aer_judgment_moments});
like($refused, qr/aer_judgment_moments of format 1 cannot be read/, 'moments of format 1 are refused');

# Dump and restore, binary COPY.
my $everything = q{
	SELECT md5(string_agg(j::text || n::text, ';' ORDER BY o)) ||
		(SELECT md5(string_agg(m::text || (SELECT string_agg(p::text, ';' ORDER BY step) FROM aer_repeat_path(m, 9) p) ||
			aer_fit_repeats(m, (SELECT array_agg(repeats ORDER BY attribute) FROM aer_repeats(m, 9)))::text, ';' ORDER BY id)) FROM moments)
	FROM judged};
travels_unchanged($node, $everything, 'judged', 'moments');

# Malformed binary.
$node->safe_psql('postgres', q{
	CREATE TABLE broken_judgments (v aer_judgments);
	CREATE TABLE broken_judgment_moments (v aer_judgment_moments);
	-- Does everything that can be done with a value; errors are fine.
	CREATE FUNCTION exercise(v aer_judgments) RETURNS boolean LANGUAGE plpgsql AS $$
	BEGIN
		BEGIN
			PERFORM aer_judgment_moments(v, i, '{ä2,ä6}'::text[]) FROM generate_series(1, 3) i;
			PERFORM aer_judgment_moments(v, i, 6) FROM generate_series(1, 3) i;
		EXCEPTION WHEN OTHERS THEN
		END;
		RETURN v::text::aer_judgments::text = v::text;
	END $$;
	CREATE FUNCTION exercise(v aer_judgment_moments) RETURNS boolean LANGUAGE plpgsql AS $$
	BEGIN
		BEGIN
			PERFORM aer_repeats(v, 5, method) FROM unnest('{full,scoring,averages,copies}'::text[]) method;
			PERFORM aer_fit_repeats(v, '{1,3}');
			PERFORM aer_judgment_moments(v) FROM generate_series(1, 3) i;
		EXCEPTION WHEN OTHERS THEN
		END;
		RETURN v::text::aer_judgment_moments::text = v::text;
	END $$;
});
my %value = (judgments => 'SELECT n FROM judged WHERE o = 3', judgment_moments => 'SELECT m FROM moments WHERE id = 2');
for my $type (sort keys %value)
{
	my $bytes = pack 'H*', $node->safe_psql('postgres', "SELECT encode(_aer_${type}_send(($value{$type})), 'hex')");
	my ($script, $n, $stderr) = ('', length $bytes);

	$script .= copy_file("broken_$type", substr($bytes, 0, $_)) for 0 .. $n - 1;
	$script .= copy_file("broken_$type", $bytes . "\0");
	$node->psql('postgres', $script, stderr => \$stderr, on_error_stop => 0);
	is(scalar(() = $stderr =~ /ERROR:/g), $n + 1, "$type: cut at each of its $n bytes, or longer, it is an error");

	$script = '';
	for my $at (0 .. $n - 1)
	{
		for my $mask (0xff, 0x01, 0x80)
		{
			my $flipped = $bytes;

			substr($flipped, $at, 1) = chr(ord(substr($bytes, $at, 1)) ^ $mask);
			$script .= copy_file("broken_$type", $flipped);
		}
	}
	is($node->psql('postgres', $script, stderr => \$stderr, on_error_stop => 0), 0, "$type: the backend survives flipped bits");
	my $errors = () = $stderr =~ /ERROR:/g;
	my $stored = $node->safe_psql('postgres', "SELECT count(*) FROM broken_$type");
	is($errors + $stored, 3 * $n, "each is stored or an error ($errors are)");
	cmp_ok($errors, '>', 20, 'some are errors');
	cmp_ok($stored, '>', 20, 'some are stored');
	is($node->safe_psql('postgres', "SELECT count(*) FROM broken_$type WHERE NOT exercise(v)"), 0, 'those stored are sound');
}
is($node->safe_psql('postgres', 'TRUNCATE broken_judgments;' . copy_file('broken_judgments', pack 'N4q>d>2', 2, 0, 1, 7, 2, -0.0, -0.0)
			. 'SELECT v, v = v::text::aer_judgments FROM broken_judgments'),
	'{"judgments":[[7,2,0,0]],"format":2}|t', '-0 is 0 in both forms');

# Parallel plans, with the same result up to rounding.
my $path = q{SELECT string_agg(attribute || ' ' || round(objective::numeric, 10), ',' ORDER BY step) FROM aer_repeat_path((%s), 9)};
my %aggregate = (
	aer_judgments        => 'SELECT aer_judgment_moments(j, y, 6) FROM (SELECT aer_judgments(a, v) AS j, y FROM raw GROUP BY o, y) s',
	aer_judgment_moments => 'SELECT aer_judgment_moments(j, y, 6) FROM judged',
	merged               => 'SELECT aer_judgment_moments(m) FROM many');
$node->safe_psql('postgres', q{
	CREATE TABLE many AS SELECT o % 100 AS part, aer_judgment_moments(j, y, 6) AS m FROM judged GROUP BY 1;
	ALTER TABLE many SET (parallel_workers = 2);
	ANALYZE many;
});
# Transitions that cost much are what workers are for, whatever the planner
# knows of the groups.
$node->safe_psql('postgres', "ALTER FUNCTION $_ COST 10000")
	for split /\n/, $node->safe_psql('postgres', q{SELECT DISTINCT aggtransfn FROM pg_aggregate WHERE aggfnoid::text ~ '^aer_(judgment|moments)'});
in_parts_as_serial($node, $_, $aggregate{$_}, sprintf($path, $aggregate{$_})) for sort keys %aggregate;

# Memory.
my %growing = (
	'judgments of one object'  => 'SELECT aer_judgments(i % 7 + 1, i) IS NULL FROM ',
	'judgments by name'        => q{SELECT aer_judgments('a' || i % 7, i) IS NULL FROM },
	'moments of judgments'     => "SELECT aer_judgment_moments(j, i % 3, 6) IS NULL FROM (SELECT j FROM judged LIMIT 1) j, ",
	'scores of judged objects' => "SELECT sum(aer_predict(f, j)) FROM (SELECT j FROM judged LIMIT 1) j, (SELECT aer_fit_repeats(m, '{1,1,1,1,1,1}') AS f FROM moments WHERE id = 1) m, ");
does_not_grow($node, $_, $growing{$_}) for sort keys %growing;
does_not_grow($node, 'merging 5,000 moments', 'SELECT aer_judgment_moments(m) IS NULL FROM (SELECT m FROM moments WHERE id = 1) m, ', 100, 5000);

# Cancel: 600 attributes and a budget that takes the search far more than a
# second.
$node->safe_psql('postgres', q{
	CREATE TABLE wide AS SELECT aer_judgment_moments(j, noise(o, 0), 600) AS m
	FROM (SELECT o, aer_judgments(a, noise(o, 0) + noise(o, a) + noise(o * 10 + k, a)) AS j
		  FROM generate_series(1, 200) o, generate_series(1, 600) a, generate_series(1, 2) k GROUP BY o) s;
});
cancelled($node, 'a search of many minutes', 'SELECT count(*) FROM wide, aer_repeats(m, 20000000)', 1000);

stop_server($node);
