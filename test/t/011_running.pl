
# Queries at work: cancelling, memory, parallel plans.

use strict;
use warnings;

use lib 'test/perl';
use AerTest;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = start_server('running', 'jit = off');
$node->safe_psql('postgres', 'CREATE EXTENSION aer');

# statement_timeout, on queries that would run for days.
my $model = q{(SELECT aer_train(ARRAY[1, 2, 3], 1, aer_ridge(step => 0.01)))};
my %query = (
	aer_train    => 'SELECT aer_train(ARRAY[i % 7, i % 5, i % 3], i % 2, aer_ridge(budget => 2, scale => 7)) IS NULL FROM ',
	aer_continue => "SELECT aer_continue(ARRAY[i % 7, i % 5, i % 3], i % 2, $model) IS NULL FROM ",
	aer_evaluate => "SELECT aer_evaluate($model, ARRAY[i % 7, i % 5, i % 3], i % 2) IS NULL FROM ");
cancelled($node, $_, $query{$_} . rows(2000000000)) for sort keys %query;

# Memory.
my $array = 'ARRAY[i % 7, i % 5, i % 3]';
my %growing = (
	'training on arrays'              => "SELECT aer_train($array, i % 2, aer_lasso(budget => 2, scale => 7)) IS NULL FROM ",
	'training on numeric arrays'      => "SELECT aer_train($array\::numeric[], i % 2, aer_lasso(budget => 2, scale => 7)) IS NULL FROM ",
	'training with a learner built for each row' => "SELECT aer_train($array, i % 2, ('{\"learner\": \"ridge\", \"scale\": 7, \"seed\": ' || i * 0 || '}')::jsonb) IS NULL FROM ",
	'training on rows'                => "SELECT aer_train(r, 'y', aer_ridge(scale => 7)) IS NULL FROM (SELECT i % 7 AS a, (i % 5)::numeric AS b, i % 3 = 0 AS c, i % 2 AS y FROM %s) r",
	'training that skips rows'        => "SELECT aer_train($array, nullif(i % 2, 0), aer_ridge(scale => 7)) IS NULL FROM ",
	'scoring'                         => "SELECT sum(aer_predict(m, $array)) FROM (SELECT $model AS m) m, ",
	'scoring with changing models'    => "SELECT sum(aer_predict(CASE WHEN i % 1000 < 500 THEN m ELSE aer_trim(m) END, $array)) FROM (SELECT $model AS m) m, ",
	'evaluation'                      => "SELECT aer_evaluate(m, $array, i % 2) IS NULL FROM (SELECT $model AS m) m, ");
does_not_grow($node, $_, $growing{$_}) for sort keys %growing;
# The area under the curve keeps a million scores, of 24 bytes each, and no more.
my $classes = "(SELECT aer_fit_ridge(aer_moments($array, i % 2 = 0)) FROM generate_series(1, 100) i)";
does_not_grow($node, 'evaluation of classes, beyond a million rows', "SELECT aer_evaluate(m, $array, i % 2 = 0) IS NULL FROM (SELECT $classes AS m) m, ", 1100000, 1200000);
# The rows of a query stand in a file if they are many; the target has more than two values, as
# those of two keep their scores.  60,000 rows are already more than work_mem.  These functions are
# in PL/pgSQL, and what they do after the last row makes plans that the session keeps: a second
# call sees 100 kB more, whatever the number of rows.  So there are two calls before the first that
# counts; a sixth would see generic plans.
my $numeric = "SELECT ARRAY[i % 7, i % 5, i % 3]::numeric[] AS features, (i % 11)::numeric AS target FROM %s";
my $numeric_row = "SELECT r AS features, ''y''::text AS target FROM (SELECT (i % 7)::numeric AS a, (i % 5)::numeric AS b, (i % 11)::numeric AS y FROM %s) r";
my $compared = 'ARRAY[aer_ridge(scale => 7), aer_lasso(budget => 2, scale => 7), aer_design()]';
for my $rows ([ 'numeric arrays', $numeric ], [ 'rows with numeric columns', $numeric_row ])
{
	my ($what, $features) = @$rows;
	my %reading = (
		aer_cross_validate => "SELECT count(*) FROM aer_cross_validate('$features', $compared, 2)",
		aer_learning_curve => "SELECT count(*) FROM aer_learning_curve('$features', '$features', $compared, '{10, 1000000}')");

	for my $name (sort keys %reading)
	{
		my ($little, $few, $many) = map { $reading{$name} =~ s/%s/looked_rows($_)/egr } 1000, 60000, 100000;

		cmp_ok(grown_kb($node, "$little; $little; $few", $many), '<', 100,
			"$name of $what: memory does not grow from 60000 rows to 100000");
	}
}

# Parallel plans.
$node->safe_psql('postgres', q{
	CREATE TABLE v AS SELECT i, ARRAY[i % 7, i % 5, i % 3]::float8[] AS x, (i % 2)::float8 AS y FROM generate_series(1, 100000) i;
	CREATE TABLE m AS SELECT aer_train(x, y, aer_ridge(budget => 2, scale => 7) ORDER BY i) AS m FROM v WHERE i < 1000;
	CREATE TABLE c AS SELECT aer_fit_ridge(aer_moments(x, y > 0)) AS c FROM v WHERE i < 1000;
	ANALYZE;
});
my $evaluate = q{aer_evaluate((SELECT m FROM m), x, y)};
in_parts_as_serial($node, 'aer_evaluate', "SELECT $evaluate FROM v",
	"SELECT (e).rows, round((e).mse::numeric, 10), round((e).mse_se::numeric, 10), round((e).r2::numeric, 9) FROM (SELECT $evaluate AS e FROM v) s");
$evaluate = q{aer_evaluate((SELECT c FROM c), x, y > 0)};
in_parts_as_serial($node, 'aer_evaluate of classes', "SELECT $evaluate FROM v",
	"SELECT round((e).log_loss::numeric, 10), round((e).brier::numeric, 10), (e).auc FROM (SELECT $evaluate AS e FROM v) s");
my $calibration = q{aer_calibration(0.1 + x[1] / 8, y > 0, 5)};
in_parts_as_serial($node, 'aer_calibration', "SELECT $calibration FROM v",
	"SELECT b.rows, round(b.predicted::numeric, 10), b.observed, round(b.se::numeric, 10) FROM (SELECT $calibration AS b FROM v) s, unnest(b) b");

for my $streaming ('aer_train(x, y, aer_ridge(scale => 7))', 'aer_continue(x, y, (SELECT m FROM m))')
{
	my $plan = $node->safe_psql('postgres', "$parallel EXPLAIN (COSTS OFF) SELECT $streaming FROM v");
	unlike($plan, qr/Partial Aggregate/, "$streaming depends on the order of rows and is never aggregated in parts");
}

stop_server($node);
