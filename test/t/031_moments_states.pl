
# States of aer_moments on their way: partial states of parallel plans, of
# every form (rows, cells, table, all products), merged in any order, shown by
# windows, and forged.  Values are small integers, whose sums are exact, so that
# the results must agree in every number.

use strict;
use warnings;

use lib 'test/perl';
use AerTest;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = start_server('states', 'jit = off', "statement_timeout = '60s'");

# few: 80 rows, ten to a page, so that workers get some; many: 3000.  Group 1
# has only rows that are skipped, group 2 one row, group 3 neighbours only.
$node->safe_psql('postgres', q{
	CREATE EXTENSION aer;
	CREATE FUNCTION digit(i bigint, j bigint) RETURNS int LANGUAGE sql IMMUTABLE
		AS 'SELECT (hashint8extended(i, j) & 15)::int - 7';
	CREATE TABLE many (i int, g int, x int[], y int, a int2, b bool, c float4, d int8, e float8, pad text);
	ALTER TABLE many ALTER pad SET STORAGE plain;
	INSERT INTO many SELECT i, CASE WHEN i % 9 = 0 THEN 1 WHEN i = 41 THEN 2 WHEN i BETWEEN 50 AND 60 THEN 3 ELSE 4 + i % 3 END,
		CASE WHEN i % 9 <> 0 THEN ARRAY(SELECT digit(i, j) FROM generate_series(1, 12) j) END,
		CASE WHEN i % 10 <> 0 THEN digit(i, 0) END, digit(i, 1), digit(i, 2) > 0, digit(i, 3), digit(i, 4), digit(i, 5), repeat('x', 700)
		FROM generate_series(1, 3000) i;
	CREATE TABLE few (LIKE many INCLUDING ALL);
	INSERT INTO few SELECT * FROM many WHERE i <= 80;
	ALTER TABLE few SET (parallel_workers = 2);
	ALTER TABLE many SET (parallel_workers = 2);
	ANALYZE;
	-- what the workers of a parallel plan hand over: there is no final function
	CREATE AGGREGATE partial_moments(anyarray, anycompatiblenonarray, jsonb, bigint) (SFUNC = _aer_moments_array_transition, STYPE = aer_moments);
	CREATE AGGREGATE partial_row_moments(record, text, jsonb, bigint) (SFUNC = _aer_moments_row_transition, STYPE = aer_moments);
});

# The text form taken apart: what it holds, and in which form.  Rows are added up
# here, so that they can be compared with sums.
sub decode
{
	my ($text) = @_;
	my $bytes = pack('H*', $text =~ s/^aer_moments 1 //r);
	my ($format, $flags, $d, $folds, $texts, $skipped) = unpack('NNNNN Q>', $bytes);
	my @word = unpack('(a8)*', substr($bytes, 36 + $texts));
	my ($complete, $missing, $reduced) = map { $flags & $_ } 1, 1024, 4096;
	my %value = (skipped => $skipped, $complete ? (complete => 1) : ());
	my %form;
	my $integer = sub { unpack('Q>', shift @word) };
	my $numbers = sub { map { unpack('d>', $_) } splice(@word, 0, $_[0]) };
	my $add = sub { add(\%value, @_) };

	$format == 2 or die 'format';
	substr($bytes, 28 + $texts, 8) eq pack('Q>', scalar @word) or die 'words';
	$numbers->($d) if $flags & 256;
	if ($flags & 32)
	{
		my $n = int(@word * 2 / 3);
		my @x = $numbers->($n);
		my @label = map { unpack('NN', $_) } splice(@word, 0, ($n + 1) / 2);
		my ($fold, $y, @row);

		$form{rows} = 1;
		for my $e (0 .. $n - 1)
		{
			my $i = $label[$e] & 0x3fffffff;

			if ($label[$e] >> 31)
			{
				($fold, $y, @row) = ($i + 1, $x[$e]);
				$add->("rows of $fold", 1, $y, $y * $y);
				$add->('target', $y, $y, 1, 1);
				next;
			}
			$add->("largest $i", $label[$e] >> 30 ? 0 : abs($x[$e]));
			if ($label[$e] >> 30)
			{
				$add->("missing $i", 1);
				next;
			}
			my $x = $x[$e];
			$add->("$fold: $i", 1, $x, $x * $x, $y, $y * $y, $x * $y);
			$add->("$fold: $_->[0] $i", 1, $_->[1] * $x, $_->[1], $x) for @row;
			push @row, [ $i, $x ];
		}
	}
	elsif ($d > 0)
	{
		$value{target} = [ $numbers->(4) ] if $flags & 512;
		$numbers->(2) if $reduced;
		for (1 .. $integer->())
		{
			my $i = $integer->();

			$add->("largest $i", $numbers->(1));
			$add->("missing $i", $numbers->(1)) if $missing;
			$numbers->(1) if $reduced;
		}
		delete @value{ grep { /^missing/ && $value{$_}[0] == 0 } keys %value };
		for my $fold (1 .. $folds)
		{
			my ($rows, $y, $yy) = $numbers->(3);

			$add->("rows of $fold", $rows, $y, $yy) if $rows > 0;
			if ($complete)
			{
				$form{products} = 1;
				next if $rows == 0;
				my @sum = map { [ $numbers->(2) ] } 1 .. $d;
				for my $i (0 .. $d - 1)
				{
					$add->("$fold: $i", $rows, $sum[$i][0], $numbers->(1), $y, $yy, $sum[$i][1]);
					$add->("$fold: $i $_", $rows, $numbers->(1), $sum[$i][0], $sum[$_][0]) for $i + 1 .. $d - 1;
				}
				next;
			}
			for (1 .. $integer->())
			{
				my $i = $integer->();
				$add->("$fold: $i", $numbers->(6));
			}
			my $cells = $integer->();
			$form{ $cells == ~0 ? 'table' : 'cells' } = 1;
			if ($cells == ~0)
			{
				for my $i (0 .. $d - 2)
				{
					for my $j ($i + 1 .. $d - 1)
					{
						my @cell = $numbers->(4);
						$add->("$fold: $i $j", @cell) if $cell[0] > 0;
					}
				}
				next;
			}
			for (1 .. $cells)
			{
				my $at = $integer->();
				$add->(sprintf('%d: %d %d', $fold, $at >> 32, $at & 0xffffffff), $numbers->(4));
			}
		}
	}
	@word == 0 or die 'words are left';
	return (\%value, join(' ', sort keys %form));
}

# Add numbers to those of that name: sums, bounds, or extremes with their rows.
sub add
{
	my ($value, $name, @more) = @_;
	my $sum = $value->{$name};

	if (!$sum)
	{
		$value->{$name} = [@more];
	}
	elsif ($name =~ /^largest/)
	{
		$sum->[0] = $more[0] if $more[0] > $sum->[0];
	}
	elsif ($name eq 'target')
	{
		for my $side (0, 1)
		{
			my $beyond = $side ? $more[1] <=> $sum->[1] : $sum->[0] <=> $more[0];

			@$sum[ $side, $side + 2 ] = ($more[$side], 0) if $beyond > 0;
			$sum->[ $side + 2 ] += $more[ $side + 2 ] if $beyond >= 0;
		}
	}
	else
	{
		$sum->[$_] += $more[$_] for 0 .. $#more;
	}
}

sub show
{
	my ($value) = @_;

	return join("\n", map { "$_ = " . (ref $value->{$_} ? "@{$value->{$_}}" : $value->{$_}) } sort keys %$value);
}

sub show_text
{
	return $_[0] eq '' ? 'NULL' : show((decode(@_))[0]);
}

# A merge of complete values is complete; values without rows do not count.
sub sum
{
	my %sum = (skipped => 0);
	my @seen = grep { exists $_->{target} } @_;

	$sum{complete} = 1 if @seen && !grep { !$_->{complete} } @seen;

	for my $value (@_)
	{
		$sum{skipped} += $value->{skipped};
		add(\%sum, $_, @{ $value->{$_} }) for grep { !/^(skipped|complete)$/ } keys %$value;
	}
	return \%sum;
}

# Every way of aggregating, of few and of many rows, whole and by groups:
# parallel as serial.
my %aggregate = (
	'a budget'      => 'aer_moments(x, y, aer_design(budget => 4, folds => 7), i)',
	'one fold'      => 'aer_moments(x, y, aer_design(budget => 3, folds => 1, seed => 2), i)',
	'by spread'     => 'aer_moments(x, y, aer_design(budget => 4, spread => ARRAY[1,2,3,4,5,6,7,8,9,0,0,1]), i)',
	'a center'      => 'aer_moments(x, y, aer_design(budget => 4, center => 2), i)',
	'holes'         => q{aer_moments(array_replace(x, 3, NULL), y, aer_design(budget => 5, missing => 'available'), i)},
	'only holes'    => q{aer_moments(array_fill(NULL::int, ARRAY[3]), y, aer_design(missing => 'available', folds => 1), i)},
	'budget 1'      => 'aer_moments(x, y, aer_design(budget => 1), i)',
	'1 attribute'   => q{aer_moments(x[1:1], y, aer_design(missing => 'available'), i)},
	'2 attributes'  => q{aer_moments(x[1:2], y, aer_design(missing => 'available', folds => 7), i)},
	'all'           => 'aer_moments(x, y, aer_design(folds => 7), i)',
	'a hole'        => 'aer_moments(CASE WHEN i % 1500 = 43 THEN array_replace(x, x[3], NULL) ELSE x END, y, aer_design(folds => 2), i)',
	'a hole in rows' => q{aer_moments(r, 'y', aer_design(include => '{a,b,c,d,e}'), i)},
	'all of 1'      => 'aer_moments(x[1:1], y, aer_design(folds => 1, center => -1), i)',
	'whole rows'    => q{aer_moments(t, 'y', aer_design(budget => 3, folds => 7, exclude => '{i,g,x,pad}'), i)},
	'all of rows'   => q{aer_moments(t, 'y', aer_design(include => '{a,b,c,d,e}', center => 1), i)},
	'fixed widths'  => q{aer_moments(r, 'y', aer_design(budget => 3), r.i)});
for my $table ('few', 'many')
{
	for my $name (sort keys %aggregate)
	{
		my $from = $name eq 'fixed widths' ? "(SELECT i, b, y, a, d, g, c, e FROM $table) r" :
			$name eq 'a hole in rows' ? "(SELECT i, g, a, b, c, CASE WHEN i % 1500 <> 44 THEN d END AS d, e, y FROM $table) r" : "$table t";
		my $query = "SELECT $aggregate{$name} FROM $from";
		my $groups = "SELECT g, $aggregate{$name} FROM $from GROUP BY g ORDER BY g";
		my ($want, @want) = split /\n/, $node->safe_psql('postgres', "$serial $query; $groups");

		for my $leader ('on', 'off')
		{
			my $got = $node->safe_psql('postgres', "$parallel SET parallel_leader_participation = $leader;
				EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT $aggregate{$name} IS NULL FROM $from;
				EXPLAIN (COSTS OFF) SELECT g, $aggregate{$name} FROM $from GROUP BY g ORDER BY g;
				$query; $groups");
			my $partial = () = $got =~ /Partial \w*Aggregate/g;
			my @got = grep { /aer_moments 1|^\d+\|$/ } split /\n/, $got;

			ok($got =~ /Workers Launched: [12]/ && $partial == 2, "$name, $table: aggregated by workers, leader $leader");
			is(show_text(shift @got), show_text($want), 'the same');
			is(join("\n\n", map { s/(.*)\|(.*)/"$1\n" . show_text($2)/er } @got),
				join("\n\n", map { s/(.*)\|(.*)/"$1\n" . show_text($2)/er } @want), 'by groups');
		}
	}
}
# The serial ones against sums over what the plans say is looked at.
for my $table ('few', 'many')
{
	my ($value) = decode($node->safe_psql('postgres', "SELECT $aggregate{'one fold'} FROM $table"));

	delete @$value{ grep { !/: \d+ \d+$/ } keys %$value };
	is(show($value), $node->safe_psql('postgres', "SELECT format('1: %s %s = %s %s %s %s', a - 1, b - 1, count(*), sum(x[a] * x[b]), sum(x[a]), sum(x[b]))
			FROM (SELECT x, aer_plan(aer_design(budget => 3, folds => 1, seed => 2), 12, i) AS p FROM $table WHERE x IS NOT NULL AND y IS NOT NULL) r,
				unnest(p) a, unnest(p) b WHERE a < b GROUP BY a, b ORDER BY format('1: %s %s', a - 1, b - 1) COLLATE \"C\""), "sums over $table rows");
}

# Widths that differ: found by a worker or on merging, whoever got the rows.
my $stderr;
for my $leader ('on', 'off')
{
	my $out = '';

	$node->psql('postgres', "$parallel SET parallel_leader_participation = $leader;
			SELECT aer_moments(x[1:CASE WHEN i < 40 THEN 3 ELSE 4 END], y, aer_design(budget => 2), i) FROM few; SELECT 'goes on'",
		stdout => \$out, stderr => \$stderr, on_error_stop => 0);
	like($stderr, qr/has \d attributes, the rows before it have \d|these moments cannot be merged/, 'widths that differ');
	is($out, 'goes on', 'and the session goes on');
}

# Merging values of each form in each order, three at a time.
$node->safe_psql('postgres', q{
	CREATE TABLE form AS
		SELECT kind, f.* FROM (VALUES ('12', 12, aer_design(budget => 4, folds => 2)), ('2', 2, aer_design(missing => 'available', folds => 1)),
			('1', 1, aer_design(missing => 'available', folds => 7)), ('products', 5, aer_design(folds => 2, center => 1))) k(kind, width, design),
		LATERAL (
			SELECT 'empty' AS name, partial_moments(x, y, design, i) AS m FROM many WHERE i < 50 AND x IS NULL
			UNION ALL SELECT 'rows', partial_moments(x[1:width], y, design, i) FROM many WHERE i < 5
			UNION ALL SELECT 'one row', partial_moments(x[1:width], y, design, i) FROM many WHERE i = 23
			UNION ALL SELECT 'many rows', partial_moments(x[1:width], y, design, i) FROM many WHERE i BETWEEN 30 AND 1500
			UNION ALL SELECT 'stored', aer_moments(x[1:width], y, design, i) - aer_moments(x[1:width], y, design, i) FILTER (WHERE i = 2015) FROM many WHERE i BETWEEN 2000 AND 2015
			UNION ALL SELECT 'much stored', aer_moments(x[1:width], y, design, i) FROM many WHERE i > 2010
			UNION ALL SELECT 'holes', partial_moments((CASE WHEN i = 24 THEN array_replace(x, x[1], NULL) ELSE x END)[1:width], y, design, i) FROM many WHERE i BETWEEN 21 AND 25 AND width <> 12
			UNION ALL SELECT 'stored holes', aer_moments((CASE WHEN i % 8 = 3 THEN array_replace(x, x[1], NULL) ELSE x END)[1:width], y, design, i) FROM many WHERE i BETWEEN 1600 AND 1900 AND width <> 12) f
		WHERE m IS NOT NULL});
my (%form, %value);
for (split /\n/, $node->safe_psql('postgres', 'SELECT kind, name, m FROM form'))
{
	my ($kind, $name, $text) = split /\|/;
	($value{$kind}{$name}, $form{"$kind $name"}) = decode($text);
}
is_deeply([ @form{ '12 empty', '12 rows', '12 one row', '12 many rows', '12 stored', '12 much stored', '1 rows', '2 one row', '2 rows', 'products rows', 'products many rows', 'products stored', 'products holes', 'products stored holes' } ],
	[ '', 'rows', 'rows', 'table', 'cells', 'table', 'rows', 'rows', 'rows', 'rows', 'products', 'products', 'rows', 'table' ], 'values of all forms');
is(join(' ', map { my $kind = $_; map { $value{$kind}{$_}{complete} ? 1 : 0 } 'rows', 'many rows', 'holes', 'stored holes' } 1, 2, 'products'), '1 1 0 0 ' x 2 . '1 1 0 0',
	'complete until the first hole');
is($node->safe_psql('postgres', 'SELECT count(*) FROM form WHERE m::text::aer_moments::text <> m::text'), '0', 'each is read as it was written');
my $wrong = 0;
my $merged = 0;
for (split /\n/, $node->safe_psql('postgres', q{
	SELECT a.kind, a.name, b.name, c.name, (SELECT aer_moments(m ORDER BY o) FROM (VALUES (1, a.m), (2, b.m), (3, c.m)) v(o, m)),
		(SELECT aer_moments(m) OVER (ORDER BY o) FROM (VALUES (1, a.m), (2, b.m), (3, c.m)) v(o, m) ORDER BY o DESC LIMIT 1)
	FROM form a JOIN form b USING (kind) JOIN form c USING (kind)}))
{
	my ($kind, @name) = split /\|/;
	my $want = show(sum(map { $value{$kind}{$_} } @name[ 0 .. 2 ]));

	$merged++;
	for my $text (@name[ 3, 4 ])
	{
		next if show_text($text) eq $want;
		diag("$kind: @name[0 .. 2]") if $wrong++ < 5;
	}
}
is("$wrong of $merged", '0 of ' . (6**3 + 3 * 8**3), 'merged in every order');
$node->psql('postgres', q{SELECT aer_moments(m) FROM form WHERE name = 'rows' AND kind IN ('1', '2')}, stderr => \$stderr);
like($stderr, qr/these moments cannot be merged/, 'values of different widths');

# Merging does not keep the memory of merged values.
for my $form ('rows', 'many rows', 'empty')
{
	does_not_grow($node, "merging $form 5,000 times", "SELECT aer_moments(m) IS NULL FROM form, %s WHERE kind IN ('12', 'products') AND name = '$form' GROUP BY kind", 100, 5000);
}

# Windows call the final function and then go on; moving ones start again.
for my $frame ('UNBOUNDED PRECEDING', '3 PRECEDING')
{
	for my $moments ('aer_moments(x, y, aer_design(budget => 4, folds => 2), i)', 'aer_moments(x, y, aer_design(folds => 1), i)')
	{
		my ($shown, $sub) = map { join("\n", map { show_text($_) } split /\n/, $node->safe_psql('postgres', $_)) }
			"SELECT $moments OVER (ORDER BY i ROWS $frame) FROM few ORDER BY i",
			"SELECT (SELECT $moments FROM few t WHERE t.i <= f.i AND t.i >= " . ($frame =~ /(\d+)/ ? "f.i - $1" : 0) . ') FROM few f ORDER BY i';

		is($shown, $sub, "$moments over a window of $frame");
	}
}

# Sums that overflow are refused before they are stored.
for my $query ('SELECT aer_moments(ARRAY[1e200, 1], 1)', 'SELECT aer_moments(ARRAY[1, 2], 1e200)', q{SELECT aer_moments(ARRAY[1e200, NULL], 1)},
	'SELECT aer_moments(m) FROM (SELECT partial_moments(ARRAY[1e200, 1, 2], 1, aer_design(budget => 3), 1) AS m) s')
{
	$node->psql('postgres', $query, stderr => \$stderr);
	like($stderr, qr/so large that their squares are infinite/, $query);
}

# Large states, 1.8 MB of 150 attributes in 5 folds, in every shape of plan that merges
# them: the same moments as without workers, to the bit.
$node->safe_psql('postgres', q{
	CREATE TABLE plain (i int, x int[], y int);
	INSERT INTO plain SELECT i, ARRAY(SELECT digit(i, j) FROM generate_series(1, 150) j), digit(i, 0) FROM generate_series(1, 6000) i;
	CREATE TABLE parted (LIKE plain) PARTITION BY RANGE (i);
	CREATE TABLE part_1 PARTITION OF parted FOR VALUES FROM (1) TO (3001);
	CREATE TABLE part_2 PARTITION OF parted FOR VALUES FROM (3001) TO (6001);
	INSERT INTO parted SELECT * FROM plain;
	ALTER TABLE plain SET (parallel_workers = 2);
	ALTER TABLE part_1 SET (parallel_workers = 2);
	ALTER TABLE part_2 SET (parallel_workers = 2);
	CREATE TABLE stored AS SELECT aer_moments(x, y, aer_design(budget => 40), i) AS m FROM plain GROUP BY i % 8;
	ALTER TABLE stored SET (parallel_workers = 2);
	ANALYZE});
my $keyed = 'x, y, aer_design(budget => 40), i';
my $aggregate = "aer_moments($keyed)";
my %large = (
	'some of each row' => "SELECT ${aggregate}::text FROM plain",
	'two aggregates of one state' => "SELECT ${aggregate}::text || aer_train($keyed)::text FROM plain",
	'two states' => "SELECT ${aggregate}::text || aer_moments(x, y, aer_design(budget => 30), i)::text FROM plain",
	'all of each row' => 'SELECT aer_moments(x, y, aer_design(folds => 40), i)::text FROM plain',
	'stored moments' => 'SELECT aer_moments(m)::text FROM stored',
	'by partition' => "SET enable_partitionwise_aggregate = on; SELECT ${aggregate}::text FROM parted",
	'in a subquery that runs again and again' => "SELECT string_agg(md5(m), ' ') FROM (VALUES (1), (2), (3)) v(n), LATERAL (SELECT ${aggregate}::text AS m FROM plain WHERE i % 5 <> n OFFSET 0) s",
	'below another one' => "SELECT md5(string_agg(m, ' ')) FROM (SELECT ${aggregate}::text AS m FROM plain UNION ALL SELECT ${aggregate}::text FROM parted) s",
	'in groups' => "SELECT md5(string_agg(m::text, ' ' ORDER BY g)) FROM (SELECT i % 3 AS g, $aggregate AS m FROM plain GROUP BY 1) s");
for my $name (sort keys %large)
{
	my $want = $node->safe_psql('postgres', $serial . $large{$name});

	for my $leader ('on', 'off')
	{
		is($node->safe_psql('postgres', "$parallel SET parallel_leader_participation = $leader; $large{$name}"), $want, "$name, leader $leader");
	}
}

# A few rows are stored as they are, in an order of their own, a row of many attributes too.
$node->safe_psql('postgres', q{CREATE TABLE small (m aer_moments, sums aer_moments); ALTER TABLE small ALTER m SET STORAGE plain;
	INSERT INTO small SELECT m, m + m - m FROM (SELECT aer_moments(array_fill(1.5, ARRAY[100]), 2, aer_design(), 1) AS m) s});
is($node->safe_psql('postgres', 'SELECT pg_column_size(m) < 1400, pg_column_size(sums) > 40000 FROM small'), 't|t', 'a row of 100 attributes takes 1.3 kB');
is($node->safe_psql('postgres', q{SELECT count(a + b) > 400, count(*) FILTER (WHERE a + b <> b + a OR a + b <> ordered) FROM
	(SELECT aer_moments(x, y, design, i) FILTER (WHERE i % 2 = 0) AS a, aer_moments(x, y, design, i) FILTER (WHERE i % 2 = 1) AS b, aer_moments(x, y, design, i ORDER BY y) AS ordered FROM many, aer_design(budget => 5) design GROUP BY i / 6) s}),
	't|0', 'rows in whatever order are the same value');

# Forged values.  First by hand: rows of 3 attributes, as labels and values.
sub forge
{
	my ($label, $x, %more) = @_;
	my $design = $more{design} // '{}';
	my ($d, $flags) = ($more{d} // 3, $more{flags} // 32);
	my $texts = $more{texts} // "$design\0";
	my @two = @$label;
	my @word = map { pack('d>', $_) } @$x;

	push @word, pack('NN', shift @two, @two ? shift @two : 0) while @two;
	return 'aer_moments 1 ' . unpack('H*', pack('NNNNN Q>', $more{format} // 2, $flags, $d, $more{folds} // 1, length $texts, $more{skipped} // 0) .
		$texts . pack('Q>', scalar @word) . join('', @word));
}
my ($start, $gone) = (1 << 31, 1 << 30);
my $two_rows = forge([ $start, 0, 1, 2, $start, 0, 2 ], [ 9, 1 .. 3, 8, 4, 5 ]);
my $sums = '1: 0 = 2 5 17 17 145 41; 1: 0 1 = 1 2 1 2; 1: 0 2 = 2 23 5 8; 1: 1 = 1 2 4 9 81 18; 1: 1 2 = 1 6 2 3; 1: 2 = 2 8 34 17 145 67; largest 0 = 4; largest 1 = 2; largest 2 = 5; rows of 1 = 2 17 145; skipped = 0; target = 8 9 1 1';
my @forged = (
	[ 'two rows', $two_rows, $sums ],
	[ 'a row of nothing', forge([$start], [5]), 'rows of 1 = 1 5 25; skipped = 0; target = 5 5 1 1' ],
	[ 'a row of holes', forge([ $start, 1 | $gone ], [ 5, 0 ], flags => 32 | 1024), 'largest 1 = 0; missing 1 = 1; rows of 1 = 1 5 25; skipped = 0; target = 5 5 1 1' ],
	[ 'no rows', forge([], []), 'skipped = 0' ],
	[ 'no start', forge([ 0, 1 ], [ 1, 2 ]), qr/rows are impossible/ ],
	[ 'out of order', forge([ $start, 1, 0 ], [ 1, 2, 3 ]), qr/rows are impossible/ ],
	[ 'twice', forge([ $start, 1, 1 ], [ 1, 2, 3 ]), qr/rows are impossible/ ],
	[ 'beyond', forge([ $start, 3 ], [ 1, 2 ]), qr/rows are impossible/ ],
	[ 'far beyond', forge([ $start, $gone - 1 ], [ 1, 2 ]), qr/rows are impossible/ ],
	[ 'a fold beyond', forge([ $start | 1 ], [1]), qr/rows are impossible/ ],
	[ 'holes without flag', forge([ $start, 1 | $gone ], [ 5, 0 ]), qr/rows are impossible/ ],
	[ 'flag without holes', forge([ $start, 1 ], [ 5, 0 ], flags => 32 | 1024), qr/rows are impossible/ ],
	[ 'too little of a complete row', forge([ $start, 1 ], [ 5, 0 ], flags => 33), qr/rows are impossible/ ],
	[ 'NaN', forge([ $start, 1 ], [ 1, 'NaN' ]), qr/NaN or infinite/ ],
	[ 'infinity', forge([$start], [ 9**9**9 ]), qr/NaN or infinite/ ],
	[ 'a label missing', forge([$start], [ 1, 2, 3 ]), qr/ends too early/ ],
	[ 'half a word more', forge([ $start, 1, 2, 3 ], [ 1, 2, 3 ]), qr/There are bytes after/ ],
	[ 'no folds', forge([$start], [1], folds => 0), qr/header is wrong/ ],
	[ 'too many folds', forge([$start], [1], folds => 65536), qr/header is wrong/ ],
	[ 'too many skipped', forge([$start], [1], skipped => 2**51), qr/header is wrong/ ],
	[ 'rows of extremes', forge([$start], [1], flags => 32 | 512), qr/header is wrong/ ],
	[ 'rows that were taken from', forge([$start], [1], flags => 32 | 4096), qr/header is wrong/ ],
	[ 'sums that were taken from, and no bounds', forge([], [], flags => 4096), qr/extremes of the target are impossible/ ],
	[ 'no text', forge([$start], [1], texts => ''), qr/header is wrong/ ],
	[ 'format 1', forge([$start], [1], format => 1), qr/of format 1 cannot be read/ ],
	[ 'format 3', forge([$start], [1], format => 3), qr/written by a later release/ ],
	[ 'a design that is no JSON', forge([$start], [1], design => '{'), qr/invalid input syntax for type json/ ],
	[ 'a design in no encoding', forge([$start], [1], design => "{\"a\": \"\xff\"}"), qr/invalid byte sequence/ ],
	[ 'too many attributes', forge([$start], [1], d => 9_000_000), qr/more than a value can hold/ ],
	map { [ "flag $_", forge([$start], [1], flags => 32 | 1 << $_), qr/written by a later release/ ] } 6, 7, 11, 16 .. 31);
for (@forged)
{
	my ($name, $text, $want) = @$_;
	# merged, rows become sums
	$node->psql('postgres', "SELECT aer_moments(m) FROM (VALUES ('$text'::aer_moments), (NULL)) v(m)", stderr => \$stderr);
	my $out = $node->safe_psql('postgres', "SELECT aer_moments(m) FROM (VALUES ('$text'::aer_moments), (NULL)) v(m)") unless ref $want;

	ref $want ? like($stderr, $want, "forged: $name") : is(show_text($out) =~ s/\n/; /gr, $want, "forged: $name");
}

# Then by chance: bits, words and ends of good values of each kind.  What is
# not refused can be printed, merged and fitted, or these refuse it.
$node->safe_psql('postgres', q{
	INSERT INTO form SELECT 'named', 'rows', partial_row_moments(f, 'y', aer_design(budget => 3, folds => 2, exclude => '{i,g,pad}', center => 1), i) FROM few f WHERE i < 20
		UNION ALL SELECT 'named', 'stored', aer_moments(f, 'y', aer_design(folds => 2, exclude => '{i,g,pad}'), i) FROM few f WHERE i < 20
		UNION ALL SELECT 'named', 'taken ' || budget, aer_moments(f, 'y', design, i) - aer_moments(f, 'y', design, i) FILTER (WHERE i < 10)
			FROM few f, (VALUES (3), (99)) b(budget), aer_design(budget => budget, folds => 2, exclude => '{i,g,pad}') design WHERE i < 20 GROUP BY budget;
	CREATE TABLE forged (id int, good text, bad text);
	CREATE TABLE outcome (id int, what text, code text, message text);
	-- all of it, one after the other, for what each is refused
	CREATE FUNCTION try(id int, good text, bad text) RETURNS void LANGUAGE plpgsql AS $$
	DECLARE
		m aer_moments;
		command text;
	BEGIN
		BEGIN
			m := bad::aer_moments;
		EXCEPTION WHEN OTHERS THEN
			INSERT INTO outcome VALUES (id, 'read', SQLSTATE, SQLERRM);
			RETURN;
		END;
		INSERT INTO outcome VALUES (id, 'read', '');
		FOREACH command IN ARRAY '{"SELECT $1::text::aer_moments", "SELECT aer_fit_ridge($1)", "SELECT aer_fit_lasso($1, 0.1)", "SELECT aer_fit_ols($1)", "SELECT aer_attributes($1)",
				"SELECT aer_path($1)", "SELECT aer_fit_ridge(aer_moments(m)) FROM (VALUES ($1), ($2), ($1)) v(m)", "SELECT aer_fit_ridge(aer_moments(m)) FROM (VALUES ($2), ($1), ($2)) v(m)"}'::text[] LOOP
			BEGIN
				EXECUTE command USING m, good::aer_moments;
				INSERT INTO outcome VALUES (id, command, '');
			EXCEPTION WHEN OTHERS THEN
				INSERT INTO outcome VALUES (id, command, SQLSTATE, SQLERRM);
			END;
		END LOOP;
	END $$});
srand(31);
my $directory = PostgreSQL::Test::Utils::tempdir;
my %special = map { $_ => 1 } (map { pack('Q>', $_) } 0, 1, 2, 2**31, 2**32 - 1, 2**32, 2**63, ~1, ~0), map { pack('d>', $_) } 1, -1, 0.5, 1e18, 1e300, -1e300, 9**9**9, 'NaN';
my @special = sort keys %special;
my $id = 0;
open my $file, '>', "$directory/forged" or die $!;
for my $text (split /\n/, $node->safe_psql('postgres', q{SELECT m FROM form WHERE kind <> 'named' AND name <> 'many rows' AND name <> 'much stored' OR kind = 'named' OR kind = '12' ORDER BY kind, name}))
{
	my $good = pack('H*', $text =~ s/^aer_moments 1 //r);
	my $start = 40 + unpack('x20 N', $good);
	my $words = (length($good) - $start) / 8;

	for my $turn (1 .. 40)
	{
		my $bad = $good;
		my $how = $turn % 4;

		if ($how == 0)
		{
			substr($bad, int(rand(length $bad)), 1) ^= chr(1 << int(rand(8)));
		}
		elsif ($how == 1 && $words > 0)
		{
			# a word of the first, where the counts are, or any
			substr($bad, $start + 8 * int(rand($turn > 20 ? $words : $words < 12 ? $words : 12)), 8) = $special[ int(rand(@special)) ];
		}
		elsif ($how == 2 && $words > 0)
		{
			# a word less or more, which the header knows
			my $at = $start + 8 * int(rand($words));
			my $less = $turn > 20 ? 8 : 0;

			substr($bad, $at, $less) = $less ? '' : $special[ int(rand(@special)) ];
			substr($bad, $start - 8, 8) = pack('Q>', $less ? $words - 1 : $words + 1);
		}
		else
		{
			# another number in the header
			substr($bad, 4 + 4 * int(rand(8)), 4) = pack('N', (0, 1, 2, 7, 13, 65535, 2**31 - 1, 2**32 - 1)[ int(rand(8)) ]);
		}
		print $file join("\t", $id++, $text, 'aer_moments 1 ' . unpack('H*', $bad)), "\n";
	}
}
close $file;
my $out = '';
$node->psql('postgres', "COPY forged FROM '$directory/forged'; SET client_min_messages = error; SET statement_timeout = '20s'; SELECT count(try(id, good, bad)) FROM forged", stdout => \$out, stderr => \$stderr);
is($out, $id, "$id values forged at random (seed 31)");
is($stderr, '', 'none is too much');
my ($accepted, $refused) = split /\|/, $node->safe_psql('postgres', q{SELECT count(*) FILTER (WHERE code = ''), count(*) FILTER (WHERE code <> '') FROM outcome WHERE what = 'read'});
cmp_ok($accepted, '>', $id / 20, "$accepted of them are accepted");
cmp_ok($refused, '>', $id / 4, "$refused are refused");
# What a read value may be refused for: sums that overflow, nothing to fit,
# what does not match the good one; counts that add up to more than there can be.
is($node->safe_psql('postgres', q{
	SELECT what, code, message, count(*), min(id) FROM outcome
	WHERE NOT CASE WHEN what = 'read' THEN code IN ('', '08P01', '22P02', '22021', '54000', '0A000')
		WHEN what LIKE '%::text::%' THEN code = ''
		ELSE code IN ('', '22003', '22023') OR (code = 'XX001' AND what LIKE '%aer_moments(m)%') END GROUP BY 1, 2, 3 ORDER BY 1, 2, 3}), '', 'and for good reasons');

stop_server($node);
