
# What the sums of a study must be: moments taken apart after
# src/kernel/moments/serialized.h, and the same sums computed here, from the table's rows and their plans.
#
# A set of sums is { rows, skipped, y, yy, marginal => { i => [n, x, xx, y, yy, xy] },
# pair => { "i j" => [n, xy, x, y] }, missing => { i => n }, fold => [rows, ...] },
# over all folds.

package StudyOracle;

use strict;
use warnings;

use Exporter qw(import);
use JSON::PP;

our @EXPORT = qw(moments_apart true_sums differences differences_of_followed);

my %flag = (COMPLETE => 1, ROWS => 1 << 5, CENTER => 1 << 8, EXTREMES => 1 << 9, MISSING => 1 << 10,
	REDUCED => 1 << 12, UNKNOWN => 1 << 13, VISITS => 1 << 14);

# The binary form, of the text.
sub moments_apart
{
	my ($text) = @_;
	my $bytes = pack('H*', $text =~ /^aer_moments 1 ([0-9a-f]+)$/ ? $1 : die 'not moments: ' . substr($text, 0, 80));
	my ($format, $flags, $d, $folds, $text_bytes) = unpack('N5', $bytes);
	my $skipped = unpack('Q>', substr($bytes, 20));
	my ($design, $rest) = substr($bytes, 28, $text_bytes) =~ /^([^\0]*)\0(.*)$/s;
	my $words = unpack('Q>', substr($bytes, 28 + $text_bytes));
	my @word = unpack('Q>*', substr($bytes, 36 + $text_bytes));
	my $at = 0;
	my $has = sub { $flags & $flag{$_[0]} };
	my $integer = sub { $word[$at++] };
	my $double = sub { unpack('d', pack('Q', $word[$at++])) };
	my $add = sub { my ($cell, @by) = @_; $cell->[$_] += $by[$_] for 0 .. $#by };
	my %m = (d => $d, skipped => $skipped, y => 0, yy => 0, rows => 0, design => $design, flags => $flags, fold => [],
		marginal => {}, pair => {}, missing => {});

	die "format $format, flags $flags" if $format != 2 || @word != $words;
	$m{attributes} = [ attributes_apart($rest) ] if length $rest;
	die 'attributes' if $m{attributes} && @{ $m{attributes} } != $d;
	if ($has->('VISITS'))
	{
		my $panels = $integer->();
		$m{visits} = [ map { $double->() } 1 .. $panels ];
		$at += $d;
	}
	$m{center} = [ map { $has->('CENTER') ? $double->() : 0 } 1 .. $d ];
	if ($has->('ROWS'))
	{
		rows_apart(\%m, $folds, @word[ $at .. $#word ]);
		return \%m;
	}
	$m{extremes} = [ map { $double->() } 1 .. 4 ] if $has->('EXTREMES');
	$at += 2 if $has->('REDUCED');
	for (1 .. $integer->())
	{
		my $i = $integer->();
		$m{largest}{$i} = $double->();
		my $missing = $has->('MISSING') ? $double->() : 0;
		$m{missing}{$i} = $missing if $missing;
		$double->() if $has->('UNKNOWN');
		$double->() if $has->('REDUCED');
	}
	for my $f (0 .. $folds - 1)
	{
		my $rows = $double->();

		$m{fold}[$f] = $rows;
		$m{rows} += $rows;
		my ($y, $yy) = ($double->(), $double->());
		$m{y} += $y;
		$m{yy} += $yy;
		if ($has->('COMPLETE'))
		{
			next unless $rows;
			my @x = map { [ $double->(), $double->() ] } 1 .. $d;
			for my $i (0 .. $d - 1)
			{
				$add->($m{marginal}{$i} ||= [], $rows, $x[$i][0], $double->(), $y, $yy, $x[$i][1]);
				$add->($m{pair}{"$i $_"} ||= [], $rows, $double->(), $x[$i][0], $x[$_][0]) for $i + 1 .. $d - 1;
			}
			next;
		}
		for (1 .. $integer->())
		{
			my $i = $integer->();
			$add->($m{marginal}{$i} ||= [], $double->(), map { $double->() } 1 .. 5);
		}
		my $pairs = $integer->();
		my @pairs = $pairs != ~0 ? () : map { my $i = $_; map { "$i $_" } $i + 1 .. $d - 1 } 0 .. $d - 2;
		for my $place (0 .. (@pairs ? $#pairs : $pairs - 1))
		{
			my $pair = @pairs ? $pairs[$place] : do { my $ij = $integer->(); ($ij >> 32) . ' ' . ($ij & 0xffffffff) };
			$add->($m{pair}{$pair} ||= [], $double->(), map { $double->() } 1 .. 3);
		}
	}
	die "words: $at of $words" if $at != $words;
	for my $part (@m{qw(marginal pair)})
	{
		$part->{$_}[0] == 0 && delete $part->{$_} for keys %$part;
	}
	return \%m;
}

# The attributes of a block of columns (src/kernel/columns.h), as [column, its category if it has some].
# Those that are no plain columns or categories true_sums() does not know.
sub attributes_apart
{
	my ($block) = @_;
	my ($columns, @attribute) = unpack('N', substr($block, 0, 4, ''));

	for (1 .. $columns)
	{
		my ($bits, $column) = unpack('CZ*', $block);
		my $kind = $bits & 7;

		substr($block, 0, 2 + length $column, '');
		die "column $column of kind $kind, bits $bits" if $bits & 0x18 || ($kind == 2 ? $bits != 0x22 : $kind > 2 || $bits & 0x20);
		if ($kind == 2)
		{
			my ($n, $rest) = unpack('Na*', $block);
			my @category = unpack("(Z*)$n", $rest);

			push @attribute, map { [ $column, $_ ] } @category;
			substr($block, 0, 4 + length join('', map { "$_\0" } @category), '');
		}
		else
		{
			push @attribute, [ $column ];
			substr($block, 0, 8, '') if $bits & 0x40;	# what its products are less of
		}
		my $range = unpack('C', substr($block, 0, 1, ''));	# number of its values, and a flag
		substr($block, 0, 8 * ($range & 0x7f), '');
	}
	die 'interactions' if $block ne "\0\0";
	return @attribute;
}

# The same sums from the words of rows that are listed.
sub rows_apart
{
	my ($m, $folds, @word) = @_;
	my $n = int(@word * 2 / 3);
	my @value = map { unpack('d', pack('Q', $_)) } @word[ 0 .. $n - 1 ];
	my @label = map { $_ >> 32, $_ & 0xffffffff } @word[ $n .. $#word ];
	my $add = sub { my ($cell, @by) = @_; $cell->[$_] += $by[$_] for 0 .. $#by };
	my ($y, @row);

	$m->{fold} = [ (0) x $folds ];
	for my $e (0 .. $n - 1)
	{
		my $i = $label[$e] & 0x1fffffff;

		if ($label[$e] >> 31)
		{
			($y, @row) = $value[$e];
			$m->{fold}[$i]++;
			$m->{rows}++;
			$m->{y} += $y;
			$m->{yy} += $y * $y;
		}
		elsif ($label[$e] >> 30)
		{
			$m->{missing}{$i}++;
		}
		else
		{
			my $x = $value[$e];		# less the centre

			$add->($m->{marginal}{$i} ||= [], 1, $x, $x * $x, $y, $y * $y, $x * $y);
			$add->($m->{pair}{"$_->[0] $i"} ||= [], 1, $_->[1] * $x, $_->[1], $x) for @row;
			push @row, [ $i, $x ];
		}
	}
}

# The sums from the table: of whole rows, or of those in a column of features.
# What is read of a row says SQL's aer_plan; nothing else is asked of aer.
# Beside each sum stands the sum of its terms' absolute values, in the second set.
sub true_sums
{
	my ($node, $of, $like) = @_;
	my @attributes = @{ $like->{attributes} || [] };
	my $names = @attributes ? 'ARRAY(SELECT jsonb_array_elements_text(design->\'include\'))' : $like->{d};
	my $rows = $node->safe_psql($of->{database} || 'postgres', "SELECT to_jsonb(aer_plan(design, $names, s.$of->{key})), to_jsonb(s) FROM $of->{table} s, "
		. "(SELECT \$\$$like->{design}\$\$::jsonb AS design) design");
	my @sets = map { { y => 0, yy => 0, rows => 0, marginal => {}, pair => {} } } 1 .. 2;
	my ($sums, $scale) = @sets;
	my %heads;					# the attributes of each column

	$sums->{skipped} = 0;
	$sums->{missing} = {};
	push @{ $heads{ $attributes[$_][0] } }, $_ for 0 .. $#attributes;
	for (split /\n/, $rows)
	{
		my ($plan, $row) = map { decode_json($_) } split /\|/, $_, 2;
		my $features = defined $of->{features} ? $row->{ $of->{features} } : $row;
		my $y = $row->{ $of->{target} };
		my (@i, @x);

		if (!defined $y || !defined $features)
		{
			$sums->{skipped}++;
			next;
		}
		$y = $y ? 1 : -1 if ref $y;	# a boolean
		for my $look (@$plan)
		{
			for my $i (@attributes ? @{ $heads{$look} } : $look - 1)
			{
				my $x = @attributes ? $features->{$look} : $features->[$i];

				$sums->{missing}{$i}++ unless defined $x;
				next unless defined $x;
				$x = $x eq $attributes[$i][1] ? 1 : 0 if @attributes && defined $attributes[$i][1];
				$x = unpack('f', pack('f', $x)) if $of->{real};
				push @i, $i;
				push @x, $x - $like->{center}[$i];
			}
		}
		for my $set (@sets)
		{
			my $of_term = $set == $sums ? sub { $_[0] } : sub { abs $_[0] };
			my $add = sub { my ($cell, @by) = @_; $cell->[$_] += $of_term->($by[$_]) for 0 .. $#by };

			$set->{rows}++;
			$set->{y} += $of_term->($y);
			$set->{yy} += $y * $y;
			for my $a (0 .. $#i)
			{
				$add->($set->{marginal}{ $i[$a] } ||= [], 1, $x[$a], $x[$a] ** 2, $y, $y * $y, $x[$a] * $y);
				for my $b (0 .. $#i)
				{
					next unless $i[$a] < $i[$b];
					$add->($set->{pair}{"$i[$a] $i[$b]"} ||= [], 1, $x[$a] * $x[$b], $x[$a], $x[$b]);
				}
			}
		}
	}
	return @sets;
}

# What differs: counts by anything, sums by more than 1e-9 of the sum of the
# absolute values of their terms and, where values as large as that were added and
# taken back, by what rounding may come to: 2^-53 of the largest sum of squares, for
# some hundred such values, times the root of the number of additions, say 10,000.
sub differences
{
	my ($got, $expected, $scale, $largest) = @_;
	my $rounding = 2**-53 * 100 * 100 * ($largest // 0)**2;
	my @wrong;
	my $number = sub {
		my ($what, $a, $b, $terms) = @_;
		push @wrong, sprintf('%s is %.17g and should be %.17g', $what, $a, $b) unless abs($a - $b) <= (defined $terms ? 1e-9 * $terms + $rounding : 0);
	};

	$number->($_, $got->{$_}, $expected->{$_}) for qw(rows skipped);
	$number->($_, $got->{$_}, $expected->{$_}, $scale->{$_}) for qw(y yy);
	for my $part (qw(marginal pair missing))
	{
		my %all = (%{ $got->{$part} }, %{ $expected->{$part} });

		for my $cell (sort keys %all)
		{
			my ($a, $b) = map { my $c = $_->{$part}{$cell}; ref $c ? $c : [ $c || 0 ] } $got, $expected;

			$number->("count of $part ($cell)", $a->[0] || 0, $b->[0] || 0);
			next unless $a->[0] && $b->[0] && $part ne 'missing';
			$number->("sum $_ of $part ($cell)", $a->[$_], $b->[$_], $scale->{$part}{$cell}[$_]) for 1 .. $#$b;
		}
	}
	return @wrong;
}

# What aer_followed of a log says otherwise than the table does, by the sums here
# and by those of aer_moments (whose folds must have as many rows each).
# of: { table, target, key, features (unless whole rows), real (if they are), log,
# largest (value that the table ever had, if it is so large that rounding shows),
# database (unless postgres) }
sub differences_of_followed
{
	my ($node, $of) = @_;
	my $database = $of->{database} || 'postgres';
	my $x = defined $of->{features} ? "s.$of->{features}, s.$of->{target}" : "s, '$of->{target}'";
	my $text = $node->safe_psql($database, "SELECT aer_followed('$of->{log}')");

	# nothing is said of a table in which no row has a target
	if ($text eq '')
	{
		my $design = $node->safe_psql($database, "SELECT study->'design' FROM $of->{log} WHERE id = 0");

		return $node->safe_psql($database, "SELECT aer_moments($x, \$\$$design\$\$::jsonb, s.$of->{key}) IS NULL FROM $of->{table} s") eq 't' ? () : 'the log says nothing';
	}
	my $followed = moments_apart($text);
	my $anew = $node->safe_psql($database,
		"SELECT aer_moments($x, \$\$$followed->{design}\$\$::jsonb, s.$of->{key}) FROM $of->{table} s") ;
	my ($sums, $scale) = true_sums($node, $of, $followed);
	# of rows without a target a log says nothing
	my @wrong = differences($followed, { %$sums, skipped => 0 }, $scale, $of->{largest});

	if ($anew ne '')
	{
		$anew = moments_apart($anew);
		push @wrong, map { "aer_moments: $_" } differences($anew, $sums, $scale);
		push @wrong, "folds have (@{ $followed->{fold} }) rows, not (@{ $anew->{fold} })"
			if "@{ $followed->{fold} }" ne "@{ $anew->{fold} }";
	}
	return @wrong;
}

1;
