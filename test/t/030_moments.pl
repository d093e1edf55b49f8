
# Moments of rows: stored, in parallel, cancelled, in bounded memory; estimates
# over many seeds.

use strict;
use warnings;

use lib 'test/perl';
use AerTest;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = start_server('moments', 'jit = off');
$node->safe_psql('postgres', q{
	CREATE EXTENSION aer;
	CREATE FUNCTION noise(i bigint, j bigint) RETURNS float8 LANGUAGE sql IMMUTABLE
		AS 'SELECT (hashint8extended(i, j) & 1048575) / 524288.0::float8 - 1';
	CREATE TABLE v AS SELECT i, a, b, c, d, 2 * a - b + c + noise(i, 0) AS y
		FROM (SELECT i, noise(i, 9) + noise(i, 1) AS a, noise(i, 9) + noise(i, 2) AS b, noise(i, 3) AS c, noise(i, 4) > 0 AS d
			  FROM generate_series(1, 100000) i) s;
	CREATE TABLE x AS SELECT i, ARRAY[a, b, c, d::int] AS x, y FROM v;
	ALTER TABLE v SET (parallel_workers = 2);
	ALTER TABLE x SET (parallel_workers = 2);
	ANALYZE;
	CREATE TABLE stored AS
		SELECT 1 AS id, aer_moments(x, y, aer_design(budget => 2), i) AS m FROM x
		UNION ALL SELECT 2, aer_moments(x, y) FROM x
		UNION ALL SELECT 3, aer_moments(v, 'y', aer_design(budget => 2, exclude => '{i}', center => 0.1)) FROM v
		UNION ALL SELECT 4, aer_moments(array_fill(y, ARRAY[300]), y, aer_design(budget => 3), i) FROM x WHERE i <= 50;
});

# A value of format 2: 4 rows of 3 attributes about 1, of which the design looked
# at two each, and a skipped one; and one of format 1.
my $format_2 = 'aer_moments 1 000000020000030000000003000000010000003c00000000000000017b22666f6c6473223a20312c2022627564676574223a20322c202263656e746572223a20312c20226c6561726e6572223a202264657369676e227d0000000000000000323ff00000000000003ff00000000000003ff0000000000000000000000000000040080000000000003ff00000000000003ff0000000000000000000000000000300000000000000003ff0000000000000000000000000000140180000000000000000000000000002401000000000000040100000000000004018000000000000402c000000000000000000000000000300000000000000004000000000000000bff00000000000003ff000000000000040080000000000004014000000000000c00000000000000000000000000000014000000000000000401c000000000000404280000000000040080000000000004022000000000000403200000000000000000000000000024010000000000000402800000000000040430000000000004018000000000000402c0000000000004031000000000000000000000000000200000000000000024000000000000000c008000000000000bff00000000000004014000000000000000000010000000240000000000000004036000000000000401c000000000000401c000000000000';
is($node->safe_psql('postgres', "SELECT attribute, reads, round(mean::numeric, 9), round(sd::numeric, 9) FROM aer_attributes('$format_2')"),
	"1|2|0.500000000|0.707106781\n2|2|4.500000000|3.535533906\n3|4|4.000000000|0.816496581", 'moments of format 2');
is($node->safe_psql('postgres', "SELECT rows, skipped, reads FROM aer_summary(aer_fit_ridge('$format_2'))"), '4|1|8', 'can be fitted');
is($node->safe_psql('postgres', "SELECT '$format_2'::aer_moments"), $format_2, 'are written as they were');
like(($node->psql('postgres', "SELECT 'aer_moments 1 0000000100000000'::aer_moments"))[2], qr/aer_moments of format 1 cannot be read.*before the first release/s, 'of format 1: refused');

# Dump and restore, binary COPY.
my $everything = q{SELECT md5(string_agg(m::text || aer_fit_ridge(m)::text || (SELECT string_agg(a::text, ';' ORDER BY attribute) FROM aer_attributes(m) a), ';' ORDER BY id)) FROM stored};
travels_unchanged($node, $everything, 'stored');

# Malformed binary: with a byte changed, or cut short.
my ($good) = $node->safe_psql('postgres', q{SELECT encode(_aer_moments_send(aer_moments(x[1:2], y, aer_design(budget => 2, folds => 2, missing => 'available'), i)), 'hex') FROM x WHERE i < 6}) =~ /(\w+)/;
$good = pack('H*', $good);
$node->safe_psql('postgres', 'CREATE TABLE broken (m aer_moments)');
my $script = '';
srand(1);
for my $at (0 .. length($good) - 1)
{
	my $bad = $good;

	substr($bad, $at, 1) ^= chr(1 << int(rand(8)));
	$script .= copy_file('broken', $bad);
	$script .= copy_file('broken', substr($good, 0, $at)) if $at % 7 == 0;
}
my ($stdout, $stderr) = ('', '');
# Sums that fit no data have a finite answer or the error that says so.
$node->safe_psql('postgres', q{
	CREATE FUNCTION fits(m aer_moments) RETURNS bool LANGUAGE plpgsql AS $$
	BEGIN
		RETURN abs(aer_predict(aer_fit_ridge(m), '{0.5,-2}'::float8[])) < 'infinity';
	EXCEPTION WHEN numeric_value_out_of_range THEN
		RETURN true;
	END $$});
$node->psql('postgres', $script . 'SELECT count(*) > 0 AND bool_and(m::text IS NOT NULL AND fits(m)) FROM broken', stdout => \$stdout, stderr => \$stderr, on_error_stop => 0);
my $refused = () = $stderr =~ /ERROR: /g;
cmp_ok($refused, '>', length($good) / 4, "$refused malformed values are refused");
like($stdout, qr/^t$/, 'what is accepted can be printed and fitted, or is said to fit no data');

# Parallel: the same statistics up to the rounding of sums.
my %aggregate = (
	'x: keyed'    => q{aer_moments(x, y, aer_design(budget => 2), i)},
	'x: complete' => q{aer_moments(x, y)},
	'v: by name'  => q{aer_moments(v, 'y', aer_design(budget => 3, exclude => '{i}', spread => '{"a": 2, "b": 2, "c": 1}'), i)},
	'v: complete' => q{aer_moments(v, 'y', aer_design(exclude => '{i}'))});
for my $name (sort keys %aggregate)
{
	my $table = substr($name, 0, 1);
	my $result = "SELECT attribute, name, reads, round(mean::numeric, 10), round(sd::numeric, 10), round(correlation::numeric, 10) FROM aer_attributes((SELECT $aggregate{$name} FROM $table)) ORDER BY 1";

	in_parts_as_serial($node, $name, "SELECT $aggregate{$name} IS NULL FROM $table", $result);
}
# Without a key each worker draws its own: no more reads, and still unbiased.
is($node->safe_psql('postgres', "$parallel SELECT sum(reads) FROM aer_attributes((SELECT aer_moments(x, y, aer_design(budget => 2)) FROM x))"),
	'200000', 'without a key the budget holds in workers too');
$node->safe_psql('postgres', q{CREATE TABLE parts AS SELECT i % 40 AS part, aer_moments(x, y, aer_design(budget => 2), i) AS m FROM x GROUP BY 1; ALTER TABLE parts SET (parallel_workers = 2); ANALYZE parts});
my $merged = 'SELECT attribute, reads, round(mean::numeric, 10), round(correlation::numeric, 10) FROM aer_attributes((SELECT aer_moments(m) FROM parts)) ORDER BY 1';
in_parts_as_serial($node, 'stored moments', 'SELECT aer_moments(m) IS NULL FROM parts', $merged);

# Cancelling a fit that takes some seconds.
$node->safe_psql('postgres', q{
	CREATE TABLE wide AS SELECT aer_moments(ARRAY(SELECT noise(i, j) + noise(i, 0) FROM generate_series(1, 1200) j), noise(i, 0), aer_design(budget => 40), i) AS m
		FROM generate_series(1, 1500) i});
cancelled($node, $_, "SELECT $_ IS NULL FROM wide", 100) for 'aer_fit_ridge(m)', 'aer_fit_lasso(m)';

# Memory.
my $array = 'ARRAY[i % 7, i % 5, i % 3]';
does_not_grow($node, "aer_moments($_)", "SELECT aer_moments($_) IS NULL FROM %s")
	for "$array, i % 2", "$array, i % 2, aer_design(budget => 2), i", "$array\::numeric[], i % 2, aer_design(budget => 2)";
does_not_grow($node, 'aer_train with a design', "SELECT aer_train($array\::numeric[], i % 2, aer_design(budget => 2)) IS NULL FROM %s");
does_not_grow($node, 'merging 5,000 values', 'SELECT aer_moments(m) IS NULL FROM (SELECT m FROM stored WHERE id = 1) m, %s', 100, 5000);
# 300 groups of 784 attributes: 190 kB each at once, a few kB for 30 rows;
# dense they would take 49 MB each.
my $groups = 'SELECT count(m) FROM (SELECT aer_moments(array_fill(1::real, ARRAY[784]), 1, aer_design(budget => 5), i) AS m FROM %s GROUP BY i % 300) g';
cmp_ok(grown_kb($node, map { sprintf($groups =~ s/ % / %% /gr, looked_rows($_)) } 300, 9000), '<', 300 * 190, 'groups take memory for what they saw');

# Estimates over many designs: mean, correlation and reads of each attribute
# are right on average.  With 200 designs of 500 rows the bound, 5 standard
# errors, detects a bias of 2 % of a deviation.
is($node->safe_psql('postgres', q{
	SELECT string_agg(attribute || ': ' || bias, ', ') FROM (
		SELECT a.attribute, (avg(a.mean) - t.mean) / (stddev(a.mean) / sqrt(count(*)) + 1e-9) AS bias,
			(avg(a.sd) / t.sd - 1) / (stddev(a.sd) / t.sd / sqrt(count(*)) + 0.002) AS bias2
		FROM generate_series(1, 200) seed,
			LATERAL aer_attributes((SELECT aer_moments(x, y, aer_design(budget => 2, seed => seed, spread => '{1,2,3,4}'), i) FROM x WHERE i <= 500)) a
			JOIN aer_attributes((SELECT aer_moments(x, y) FROM x WHERE i <= 500)) t USING (attribute)
		GROUP BY 1, t.mean, t.sd) b WHERE abs(bias) > 5 OR abs(bias2) > 5}), '', 'means and deviations are unbiased');

stop_server($node);
