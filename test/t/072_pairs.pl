
# Pairs of columns on tables that this test makes up: what two columns say together is
# found, and where there is nothing nothing is lost.  All through aer_suggest, aer_moments
# and aer_fit_ridge; r2 is of rows that were not learned from.
#
# AER_WHOLE tries each table of nothing with a hundred seeds, else with ten.

use strict;
use warnings;

use lib 'test/perl';
use AerTest;
use List::Util qw(sum);
use Test::More;

my $node = start_server('pairs');
$node->safe_psql('postgres', q{
	CREATE EXTENSION aer;
	-- uniform and normal numbers: pure functions of their arguments
	CREATE FUNCTION share(seed int, id int, j int) RETURNS float8 IMMUTABLE LANGUAGE sql
	RETURN (hashint8extended(id::bigint * 1000 + j, seed) & 1048575) / 1048576.0 + 0.5 / 1048576;
	CREATE FUNCTION noise(seed int, id int, j int) RETURNS float8 IMMUTABLE LANGUAGE sql
	RETURN sqrt(-2 * ln(share(seed, id, j))) * cos(6.283185307179586 * share(seed, id, j + 500));

	-- The rows of "learned" make a model with pairs and one without, which predict those of "held_out".
	-- Of words 1 less the squared error of their probabilities stands for r2.
	CREATE FUNCTION judged(design jsonb, OUT listed int, OUT used int, OUT r2 float8, OUT additive float8) LANGUAGE plpgsql AS $$
	DECLARE
		moments aer_moments;
		together aer_model;
		alone aer_model;
		counted aer_evaluation;
	BEGIN
		listed := coalesce(jsonb_array_length(design->'interactions'), 0);
		SELECT aer_fit_ridge(aer_moments(t.*, 'y', design, id)) INTO together FROM learned t;
		SELECT aer_fit_ridge(aer_moments(t.*, 'y', design - 'interactions', id)) INTO alone FROM learned t;
		used := (SELECT coalesce((together::jsonb #>> '{fit,interactions}')::int, 0));
		counted := (SELECT aer_evaluate(together, t.*, 'y') FROM held_out t);
		r2 := coalesce(counted.r2, 1 - counted.mse);
		counted := (SELECT aer_evaluate(alone, t.*, 'y') FROM held_out t);
		additive := coalesce(counted.r2, 1 - counted.mse);
	END $$});

# Rows of normal numbers x1 and so on, and what else the columns are, made of them and of
# uniform u1 and so on and one more, noise; 1,000 more are held out.  What comes of them: pairs listed and used,
# r2 with pairs and without.
sub judged
{
	my ($seed, $rows, $numbers, $columns, %how) = @_;
	my $made = join ', ', map { "noise($seed, id, $_) AS x$_, share($seed, id, 800 + $_) AS u$_" } 1 .. $numbers;
	my $names = join ', ', map { "x$_" } 1 .. $numbers;
	my $design = $how{design} // q{aer_suggest('learned', 'y'} . ($how{budget} ? ", $how{budget})" : ')');
	my $answer = $node->safe_psql('postgres', qq{
		SET client_min_messages = warning;
		DROP TABLE IF EXISTS learned, held_out;
		CREATE TABLE learned AS SELECT id, $names, $columns FROM (SELECT id, noise($seed, id, 99) AS noise, $made FROM generate_series(1, $rows) id) s;
		CREATE TABLE held_out AS SELECT id, $names, $columns FROM (SELECT id, noise($seed, id, 99) AS noise, $made FROM generate_series(100001, 101000) id) s;
		ALTER TABLE learned ADD PRIMARY KEY (id);
		} . ($how{then} // '') . qq{;
		SELECT listed, used, r2, additive FROM judged($design)});
	my ($listed, $used, $r2, $additive) = split /\|/, $answer;

	return { listed => $listed, used => $used, r2 => $r2, additive => $additive };
}

# The same of several seeds: the means, each answer, and what to print where they are wrong.
sub judged_seeds
{
	my ($name, $seeds, @arguments) = @_;
	my @all = map { judged($_, @arguments) } 1 .. $seeds;
	my %mean = map { my $what = $_; $what => sum(map { $_->{$what} } @all) / $seeds } qw(listed used r2 additive);
	my $told = join '; ', map { "seed $_: $all[$_ - 1]{used} of $all[$_ - 1]{listed} pairs, r2 $all[$_ - 1]{r2}, additive $all[$_ - 1]{additive}" } 1 .. $seeds;

	note(sprintf '%s: mean r2 %.4f, additive %.4f, %.1f of %.1f pairs', $name, @mean{qw(r2 additive used listed)});
	return (\%mean, \@all, $told);
}

# Interactions: the least r2 in the mean of the seeds, and the most of the
# additive model.
my $on = q{CASE WHEN u1 < 0.5 THEN 'on' ELSE 'off' END AS word};
my $counts = 'CASE WHEN u1 < 0.5 THEN 2 * x1 ELSE 0 END';
for (
	[ 'a product',               10, 0.9,  0.2,  300,  5,  'x1 * x2 AS y' ],
	[ 'a product and its copy',  5,  0.9,  0.2,  300,  5,  'x1 AS copied, x1 * x2 AS y' ],
	[ 'a switch',                10, 0.9,  0.6,  300,  5,  "$on, $counts + 0.3 * x2 AS y" ],
	[ 'an exclusive or',         5,  0.5,  0.1,  600,  4,  '((x1 > 0) <> (x2 > 0))::int AS y' ],
	[ 'four classes, quadrants', 5,  0.9,  1,    600,  4,  q{(ARRAY['a', 'b', 'c', 'd'])[1 + (x1 > 0)::int + 2 * (x2 > 0)::int] AS y} ],
	[ 'a switch, five looks',    3,  0.9,  0.6,  6000, 9,  "$on, $counts + 0.1 * x2 AS y", budget => 5 ])
{
	my ($name, $seeds, $least, $most, @arguments) = @$_;
	my ($mean, $all, $told) = judged_seeds($name, $seeds, @arguments);

	cmp_ok($mean->{r2}, '>=', $least, "$name is learned") or diag($told);
	cmp_ok($mean->{additive}, '<=', $most, "$name is nothing that adds up") or diag($told);
	cmp_ok($mean->{r2}, '>=', $mean->{additive}, "$name: pairs do no harm") or diag($told);
}

# Nothing to learn: pairs are hardly ever used, and cost next to nothing.
my $seeds = $ENV{AER_WHOLE} ? 100 : 10;
my ($used, $tried, $listed) = (0, 0, 0);
for my $rows (60, 300, 2000)
{
	for my $numbers (8, 20, 40)
	{
		my $name = "nothing in $numbers numbers of $rows rows";
		my ($mean, $all, $told) = judged_seeds($name, $seeds, $rows, $numbers, 'noise AS y');
		my $with = grep { $_->{used} > 0 } @$all;

		$used += $with;
		$tried += @$all;
		$listed += grep { $_->{listed} > 0 } @$all;
		note("$name: pairs used in $with of $seeds");
		cmp_ok($with, '<=', 0.05 * $seeds, "$name: pairs are not used") or diag($told) if $seeds >= 100;
		cmp_ok($mean->{additive} - $mean->{r2}, '<=', 0.01, "$name: no harm") or diag($told);
	}
}
note("pairs listed in $listed and used in $used of $tried tables of nothing");
cmp_ok($used, '<=', 0.05 * $tried, 'pairs of nothing are hardly ever used');

# A pair with a constant, and with a word that has one value, change nothing.
for my $seed (1 .. 3)
{
	my $columns = q{7 AS seven, 'only'::text AS word, x1 * x2 + x3 AS y};
	my $knots = q{"columns": {"x1": [-0.7, 0, 0.7], "x2": [-0.7, 0, 0.7], "word": ["only"]}};
	my $design = sub { return qq{'{"learner": "design", "include": ["x1", "x2", "x3", "seven", "word"], $knots, "interactions": [$_[0]]}'} };
	my $plain = judged($seed, 300, 3, $columns, design => $design->('["x1", "x2"]'));
	my $with = judged($seed, 300, 3, $columns, design => $design->('["x1", "x2"], ["x1", "seven"], ["word", "x2"]'));

	cmp_ok($plain->{r2}, '>=', 0.9, "seed $seed: a product beside a constant");
	cmp_ok(abs($with->{r2} - $plain->{r2}), '<', 1e-3, "seed $seed: pairs with a constant and a single word change nothing") or diag("$with->{r2}, not $plain->{r2}");
}

# Large values with small differences, one NULL in 500, and rows far outside.
for my $seed (1 .. 5)
{
	my $near = judged($seed, 500, 5, 'x1 * x2 + 0.3 * x3 AS y');
	my $far = judged($seed, 500, 5, 'x1 * x2 + 0.3 * x3 AS y', then => join '; ', map { "UPDATE $_ SET x1 = 1e9 + x1, x2 = 1e9 + x2" } 'learned', 'held_out');
	my $hole = judged($seed, 500, 5, 'x1 * x2 + 0.3 * x3 AS y', then => 'UPDATE learned SET x1 = NULL WHERE id = 250');
	my $outside = judged($seed, 500, 5, 'x1 * x2 + 0.3 * x3 AS y', then => 'UPDATE held_out SET x1 = 3 * (SELECT max(x1) FROM learned), y = y + x2 * (3 * (SELECT max(x1) FROM learned) - x1) WHERE id = 100001');

	cmp_ok($near->{r2}, '>=', 0.9, "seed $seed: near 0");
	cmp_ok(abs($far->{r2} - $near->{r2}), '<=', 1e-4, "seed $seed: the same near a billion") or diag("$far->{r2}, not $near->{r2}");
	cmp_ok($hole->{r2}, '>=', $near->{r2} - 0.02, "seed $seed: a NULL in 500 costs next to nothing") or diag("$hole->{r2}, not $near->{r2}");
	cmp_ok($outside->{r2}, '>=', $outside->{additive}, "seed $seed: no worse for a row far outside") or diag("$outside->{r2}, additive $outside->{additive}");
}
stop_server($node);
