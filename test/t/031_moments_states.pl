
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
	CREATE AGGREGATE partial_moments(anyarray, anycompatiblenonarray, jsonb, bigint) (SFUNC = aer_moments_array_transition, STYPE = aer_moments);
	CREATE AGGREGATE partial_row_moments(record, text, jsonb, bigint) (SFUNC = aer_moments_row_transition, STYPE = aer_moments);
});

# The text form taken apart: what it holds, and in which form each fold has its
# pairs.
sub decode
{
	my ($text) = @_;
	my $bytes = pack('H*', $text =~ s/^aer_moments 1 //r);
	my ($d, $folds, $flags, $skipped, $design, $names) = unpack('x8 NNN Q> NN', $bytes);
	my @word = unpack('(a8)*', substr($bytes, 44 + $design + $names));
	my %value = (skipped => $skipped);
	my @form;
	my $integer = sub { unpack('Q>', shift @word) };
	my $numbers = sub { map { unpack('d>', $_) } splice(@word, 0, $_[0]) };
	my $add = sub
	{
		my ($name, @more) = @_;
		my $sum = $value{$name} //= [ (0) x @more ];

		$sum->[$_] += $more[$_] for 0 .. $#more;
	};

	substr($bytes, 36 + $design + $names, 8) eq pack('Q>', scalar @word) or die 'words';
	splice(@word, 0, $d) if $flags & 4;
	for my $fold (1 .. ($d > 0 ? $folds : 0))
	{
		my ($rows, $y, $yy) = $numbers->(3);
		my $seen = $integer->();

		$add->("rows of $fold", $rows, $y, $yy) if $rows > 0;
		for (1 .. $seen)
		{
			my $i = $integer->();
			$add->("$fold: $i", $numbers->(6));
		}
		if ($flags & 1)
		{
			push @form, 'products';
			next if $rows == 0;
			for my $i (0 .. $d - 1)
			{
				$add->("$fold: $i $_", $numbers->(1)) for $i .. $d - 1;
			}
			next;
		}
		my $cells = $integer->();
		if ($cells == ~0)
		{
			push @form, 'table';
			for my $i (0 .. $d - 2)
			{
				for my $j ($i + 1 .. $d - 1)
				{
					my @cell = $numbers->(4);
					$add->("$fold: $i $j", @cell) if $cell[0] > 0;
				}
			}
		}
		elsif ($cells == ~1)
		{
			my $n = $integer->();
			my @x = $numbers->($n);
			my @at = map { my $two = $integer->(); ($two >> 32, $two & 0xffffffff) } 1 .. ($n + 1) / 2;
			my @row;

			push @form, 'rows';
			for my $e (0 .. $n - 1)
			{
				my $j = $at[$e] & 0x7fffffff;

				$add->("$fold: $_->[0] $j", 1, $_->[1] * $x[$e], $_->[1], $x[$e]) for @row;
				push @row, [ $j, $x[$e] ];
				@row = () if $at[$e] >> 31;
			}
		}
		else
		{
			push @form, 'cells';
			for (1 .. $cells)
			{
				my $at = $integer->();
				$add->(sprintf('%d: %d %d', $fold, $at >> 32, $at & 0xffffffff), $numbers->(4));
			}
		}
	}
	@word == 0 or die 'words are left';
	return (\%value, join(' ', sort keys %{ { map { $_ => 1 } @form } }));
}

sub show
{
	my ($value) = @_;

	return join("\n", map { "$_ = " . (ref $value->{$_} ? "@{$value->{$_}}" : $value->{$_}) } sort keys %$value);
}

sub show_text
{
	return $_[0] eq '' ? 'NULL' : show((decode($_[0]))[0]);
}

sub sum
{
	my %sum = (skipped => 0);

	for my $value (@_)
	{
		$sum{skipped} += $value->{skipped};
		for my $key (grep { $_ ne 'skipped' } keys %$value)
		{
			$sum{$key} //= [ (0) x @{ $value->{$key} } ];
			$sum{$key}[$_] += $value->{$key}[$_] for 0 .. $#{ $value->{$key} };
		}
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
	'all of 1'      => 'aer_moments(x[1:1], y, aer_design(folds => 1, center => -1), i)',
	'whole rows'    => q{aer_moments(t, 'y', aer_design(budget => 3, folds => 7, exclude => '{i,g,x,pad}'), i)},
	'all of rows'   => q{aer_moments(t, 'y', aer_design(include => '{a,b,c,d,e}', center => 1), i)},
	'fixed widths'  => q{aer_moments(r, 'y', aer_design(budget => 3), r.i)});
for my $table ('few', 'many')
{
	for my $name (sort keys %aggregate)
	{
		my $from = $name eq 'fixed widths' ? "(SELECT i, b, y, a, d, g, c, e FROM $table) r" : "$table t";
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
			UNION ALL SELECT 'rows', partial_moments(x[1:width], y, design, i) FROM many WHERE i < 20
			UNION ALL SELECT 'one row', partial_moments(x[1:width], y, design, i) FROM many WHERE i = 23
			UNION ALL SELECT 'many rows', partial_moments(x[1:width], y, design, i) FROM many WHERE i BETWEEN 30 AND 1500
			UNION ALL SELECT 'stored', aer_moments(x[1:width], y, design, i) FROM many WHERE i BETWEEN 2000 AND 2005
			UNION ALL SELECT 'much stored', aer_moments(x[1:width], y, design, i) FROM many WHERE i > 2010) f});
my (%form, %value);
for (split /\n/, $node->safe_psql('postgres', 'SELECT kind, name, m FROM form'))
{
	my ($kind, $name, $text) = split /\|/;
	($value{$kind}{$name}, $form{"$kind $name"}) = decode($text);
}
is_deeply([ @form{ '12 empty', '12 rows', '12 one row', '12 many rows', '12 stored', '12 much stored', '1 rows', '2 one row', '2 rows', 'products rows' } ],
	[ '', 'rows', 'rows', 'table', 'cells', 'table', 'rows', 'rows', 'table', 'products' ], 'values of all forms');
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
is("$wrong of $merged", '0 of ' . 4 * 6**3, 'merged in every order');
$node->psql('postgres', q{SELECT aer_moments(m) FROM form WHERE name = 'rows' AND kind IN ('1', '2')}, stderr => \$stderr);
like($stderr, qr/these moments cannot be merged/, 'values of different widths');

# Merging does not hold on to what was merged.
for my $form ('rows', 'many rows', 'empty')
{
	my $merge = "SELECT aer_moments(m) IS NULL FROM form, %s WHERE kind IN ('12', 'products') AND name = '$form' GROUP BY kind";

	cmp_ok(grown($node, 100, 5000, $merge), '<', 4096, "merging $form 5,000 times takes no 4 MB more");
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
for my $query ('SELECT aer_moments(ARRAY[1e200, 1], 1)', 'SELECT aer_moments(ARRAY[1, 2], 1e200)', q{SELECT aer_moments(ARRAY[1e200, 1], 1, aer_design(missing => 'available'))},
	'SELECT partial_moments(ARRAY[1e200, 1, 2], 1, aer_design(budget => 3), 1)')
{
	$node->psql('postgres', $query, stderr => \$stderr);
	like($stderr, qr/so large that their squares are infinite/, $query);
}

# Forged values.  First by hand: rows, as they travel, of 3 attributes.
sub forge
{
	my ($rows, $n, $x, $attribute, %more) = @_;
	my $design = ($more{design} // '{}') . "\0";
	my @two = @$attribute;
	my @word = ((map { pack('d>', $_) } $rows, 0, 0), (map { pack('Q>', $_) } 0, ~1, $n), (map { pack('d>', $_) } @$x));

	push @word, pack('NN', shift @two, @two ? shift @two : 0) while @two;
	push @word, @{ $more{words} // [] };
	return 'aer_moments 1 ' . unpack('H*', pack('NNNNN Q> NN', 1, 1, $more{d} // 3, $more{folds} // 1, $more{flags} // 0, 0, length $design, 0) .
		$design . pack('Q>', scalar @word) . join('', @word));
}
my $end = 1 << 31;
my @forged = (
	[ 'two rows', forge(2, 5, [ 1 .. 5 ], [ 0, 1, $end | 2, 0, $end | 2 ]), '1: 0 1 = 1 2 1 2; 1: 0 2 = 2 23 5 8; 1: 1 2 = 1 6 2 3; rows of 1 = 2 0 0; skipped = 0' ],
	[ 'rows of one attribute', forge(3, 3, [ 1 .. 3 ], [ $end | 2, $end, $end | 1 ]), 'rows of 1 = 3 0 0; skipped = 0' ],
	[ 'one attribute in all', forge(1, 1, [5], [$end], d => 1), 'rows of 1 = 1 0 0; skipped = 0' ],
	[ 'no rows', forge(0, 0, [], []), 'skipped = 0' ],
	[ 'out of order', forge(1, 2, [ 1, 2 ], [ 1, $end ]), qr/not in order/ ],
	[ 'twice', forge(1, 2, [ 1, 2 ], [ 1, $end | 1 ]), qr/not in order/ ],
	[ 'beyond', forge(1, 2, [ 1, 2 ], [ 1, $end | 3 ]), qr/not in order/ ],
	[ 'far beyond', forge(1, 2, [ 1, 2 ], [ 1, 0xffffffff ]), qr/not in order/ ],
	[ 'no end', forge(1, 2, [ 1, 2 ], [ 0, 1 ]), qr/rows are impossible/ ],
	[ 'no end of the last', forge(2, 3, [ 1, 2, 3 ], [ 0, $end | 1, 0 ]), qr/rows are impossible/ ],
	[ 'too many rows', forge(1, 4, [ 1 .. 4 ], [ 0, $end | 1, 0, $end | 1 ]), qr/rows are impossible/ ],
	[ 'rows of none', forge(0, 2, [ 1, 2 ], [ 0, $end | 1 ]), qr/rows are impossible/ ],
	[ 'half a row', forge(0.5, 2, [ 1, 2 ], [ 0, $end | 1 ]), qr/count is impossible/ ],
	[ 'NaN', forge(1, 2, [ 1, 'NaN' ], [ 0, $end | 1 ]), qr/NaN or infinite/ ],
	[ 'infinity', forge(1, 2, [ 9**9**9, 1 ], [ 0, $end | 1 ]), qr/NaN or infinite/ ],
	[ 'attributes missing', forge(1, 3, [ 1 .. 3 ], [ 0, 1 ]), qr/ends too early/ ],
	[ 'too long', forge(1, 2, [ 1, 2 ], [ 0, $end | 1, 0 ]), qr/Something follows/ ],
	[ 'another fold missing', forge(1, 2, [ 1, 2 ], [ 0, $end | 1 ], folds => 2), qr/ends too early/ ],
	[ 'no folds', forge(1, 2, [ 1, 2 ], [ 0, $end | 1 ], folds => 0), qr/header is wrong/ ],
	[ 'too many rows to count', forge(2**60, 2, [ 1, 2 ], [ 0, $end | 1 ]), qr/count is impossible/ ],
	[ 'a design that is no JSON', forge(1, 2, [ 1, 2 ], [ 0, $end | 1 ], design => '{'), qr/invalid input syntax for type json/ ],
	[ 'a design in no encoding', forge(1, 2, [ 1, 2 ], [ 0, $end | 1 ], design => "{\"a\": \"\xff\"}"), qr/invalid byte sequence/ ],
	[ 'too many attributes', forge(1, 2, [ 1, 2 ], [ 0, $end | 1 ], d => 20000), qr/more than a value can have/ ],
	map { [ "$_ entries", forge(1, $_, [ 1, 2 ], [ 0, $end | 1 ]), qr/ends too early/ ] } 4, 5, 2**32 - 1, 2**32, 2**32 + 2, 2**61 + 2, 2**63 + 2, ~0);
for (@forged)
{
	my ($name, $text, $want) = @$_;
	# merged, rows become sums
	my $got = $node->psql('postgres', "SELECT aer_moments(m) FROM (VALUES ('$text'::aer_moments), (NULL)) v(m)", stderr => \$stderr);
	my $out = $node->safe_psql('postgres', "SELECT aer_moments(m) FROM (VALUES ('$text'::aer_moments), (NULL)) v(m)") unless ref $want;

	ref $want ? like($stderr, $want, "forged: $name") : is(show_text($out) =~ s/\n/; /gr, $want, "forged: $name");
}

# Then by chance: bits, words and ends of good values of each kind.  What is
# not refused can be printed, merged and fitted, or these refuse it.
$node->safe_psql('postgres', q{
	INSERT INTO form SELECT 'named', 'rows', partial_row_moments(f, 'y', aer_design(budget => 3, folds => 2, exclude => '{i,g,pad}', center => 1), i) FROM few f WHERE i < 20
		UNION ALL SELECT 'named', 'stored', aer_moments(f, 'y', aer_design(folds => 2, exclude => '{i,g,pad}'), i) FROM few f WHERE i < 20;
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
				"SELECT aer_ridge_path($1)", "SELECT aer_fit_ridge(aer_moments(m)) FROM (VALUES ($1), ($2), ($1)) v(m)", "SELECT aer_fit_ridge(aer_moments(m)) FROM (VALUES ($2), ($1), ($2)) v(m)"}'::text[] LOOP
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
	my ($design, $names) = unpack('x28 NN', $good);
	my $start = 44 + $design + $names;
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
			substr($bad, 8 + 4 * int(rand(7)), 4) = pack('N', (0, 1, 2, 7, 13, 65535, 2**31 - 1, 2**32 - 1)[ int(rand(8)) ]);
		}
		print $file join("\t", $id++, $text, 'aer_moments 1 ' . unpack('H*', $bad)), "\n";
	}
}
close $file;
my $out = '';
$node->psql('postgres', "COPY forged FROM '$directory/forged'; SET statement_timeout = '20s'; SELECT count(try(id, good, bad)) FROM forged", stdout => \$out, stderr => \$stderr);
is($out, $id, "$id values forged at random (seed 31)");
is($stderr, '', 'none is too much');
my ($accepted, $refused) = split /\|/, $node->safe_psql('postgres', q{SELECT count(*) FILTER (WHERE code = ''), count(*) FILTER (WHERE code <> '') FROM outcome WHERE what = 'read'});
cmp_ok($accepted, '>', $id / 20, "$accepted of them are accepted");
cmp_ok($refused, '>', $id / 4, "$refused are refused");
# What a read value may be refused for: sums that overflow, nothing to fit,
# what does not match the good one; counts that add up to the impossible.
is($node->safe_psql('postgres', q{
	SELECT what, code, message, count(*), min(id) FROM outcome
	WHERE NOT CASE WHEN what = 'read' THEN code IN ('', '08P01', '22P02', '22021', '54000')
		WHEN what LIKE '%::text::%' THEN code = ''
		ELSE code IN ('', '22003', '22023') OR (code = 'XX001' AND what LIKE '%aer_moments(m)%') END GROUP BY 1, 2, 3 ORDER BY 1, 2, 3}), '', 'and for good reasons');

stop_server($node);
