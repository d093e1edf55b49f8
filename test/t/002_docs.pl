
# The examples of pages print the output that is shown, and names of code and links are valid.

use strict;
use warnings;

use lib 'test/perl';
use AerTest;
use PostgreSQL::Test::Utils;
use Test::More;

# README.md and docs/*.md, from top to bottom and each in an empty database.
my $node = start_server('pages');
local $ENV{PGHOST} = $node->host;
local $ENV{PGPORT} = $node->port;
local $ENV{PGDATABASE} = 'postgres';
my $blocks = 0;

for my $page ('README.md', glob 'docs/*.md')
{
	my $examples = () = slurp_file($page) =~ /^```sql$/mg;
	next if !$examples;
	my $output = `scripts/docs --here --check $page 2>&1`;

	is($?, 0, "$page: $examples examples") or diag($output);
	$blocks += $examples;
}
cmp_ok($blocks, '>', 60, 'pages have examples');

# A page whose output is wrong, and one that shows what nothing printed.
my $folder = PostgreSQL::Test::Utils::tempdir;
for ([ "```sql\nSELECT 1 AS one;\n```\n\n```text\n one\n-----\n   2\n(1 row)\n\n```\n", qr/^\+   1$/m ],
	[ "```text\nout of nothing\n```\n", qr/below nothing that printed it/ ],
	[ "```sql\nSELECT aer_ridge(budget => 1);\n```\n", qr/^\+ERROR:  option "budget"/m ],
	[ "<!-- contents -->\n<!-- end -->\n\n## A chapter\n\n### Its section\n", qr/^\+- \[A chapter\]\(#a-chapter\): \[Its section\]\(#its-section\)$/m ])
{
	my ($text, $answer) = @$_;

	append_to_file("$folder/page.md", $text);
	my $output = `scripts/docs --here --check $folder/page.md 2>&1`;
	isnt($?, 0, 'a page that is wrong fails');
	like($output, $answer, 'and is told why');
	unlink "$folder/page.md";
}

# A function is defined in one of the files that its row or paragraph names.
my @wrong;
my ($files, $functions) = (0, 0);
my $code = join '', map { slurp_file($_) } split /\n/, `find src -name '*.[ch]'`;
for my $part (split /\n(?=\|)|\n\n/, slurp_file('docs/architecture.md'))
{
	my @named = $part =~ /`([^`]+)`/g;
	my @paths = map { m{^(?:kernel|pg)/} ? "src/$_" : $_ } grep { m{/} } @named;
	my @there = grep { -e $_ } @paths;

	push @wrong, map { "there is no $_" } grep { !-e $_ } @paths;
	for my $function (map { /^(\w+)\(\)$/ } @named)
	{
		push @wrong, "$function() is not in @there"
		  unless grep { -f $_ && slurp_file($_) =~ /^\Q$function\E\(/m } @there;
		$functions++;
	}
	push @wrong, map { "there is no type $_" } grep { /^[A-Z][a-z]\w+$/ && $code !~ /\b$_\b/ } @named;
	$files += @there;
}
is(join("\n", @wrong), '', 'files, functions and types that docs/architecture.md names');
cmp_ok($files, '>', 60, 'it names files');
cmp_ok($functions, '>', 40, 'it names functions');

# README.md is short, and its table names functions that there are.
$node->safe_psql('postgres', 'CREATE DATABASE signatures');
$node->safe_psql('signatures', 'CREATE EXTENSION aer');
my @public = split /\n/, $node->safe_psql('signatures', "SELECT DISTINCT proname FROM pg_proc WHERE proname ~ '^aer_'");
my @table = map { /\[`(aer_\w+)`\]/g } grep { /^\| \[`aer_/ } split /\n/, slurp_file('README.md');

cmp_ok(scalar(split /\n/, slurp_file('README.md')), '<=', 200, 'README.md has at most 200 lines');
is(scalar(@table), 20, 'and names twenty functions');
is(join(' ', grep { my $name = $_; !grep { $_ eq $name } @public } @table), '', 'which are there');

# docs/reference.md has every signature once, with the names of arguments and columns
# that the function has, and a heading for every function.
my $reference = slurp_file('docs/reference.md');
my %signatures;
@wrong = ();
for my $block ($reference =~ /^```\w*\n.*?^```\n/gms)
{
	next if $block !~ /^```\n/;
	for my $signature (split /^(?=\S)/m, $block =~ s/^```\n//gmr)
	{
		my ($name, $arguments, $columns) = $signature =~ /^(aer_\w+)\(((?:[^()]|\([^()]*\))*)\)(?:\s*→ TABLE\((.*)\))?/s or next;

		push @wrong, "$signature stands there twice" if $signatures{$name}{$signature =~ s/\s+/ /gr}++;
		my @overloads = map { [ split /;/, $_, -1 ] } split /\n/, $node->safe_psql('signatures', "SELECT concat_ws(';', CASE WHEN proargnames IS NULL
					THEN pg_get_function_identity_arguments(oid) ELSE coalesce(names, '') END, coalesce(columns, ''))
			FROM pg_proc, LATERAL (SELECT string_agg(a, ',' ORDER BY n) FILTER (WHERE m = 'i') AS names, string_agg(a, ',' ORDER BY n) FILTER (WHERE m IN ('o', 't')) AS columns
				FROM unnest(proargnames, coalesce(proargmodes, array_fill('i'::\"char\", ARRAY[pronargs]))) WITH ORDINALITY u(a, m, n)) s WHERE proname = '$name'");
		my $told = sub { join ',', map { /^[\s\["]*(\w+)/ ? $1 : () } split /,/, $_[0] =~ s/'[^']*'|\([^)]*\)|\]//gr =~ s/number, boolean or text//gr };
		my $asked = $told->($arguments);

		push @wrong, "$name($asked)" if $arguments !~ /…|\bthe same\b/ && !grep { $asked eq $told->($_->[0]) } @overloads;
		push @wrong, "$name returns $columns" if defined $columns && !grep { $told->($columns) eq $_->[1] } @overloads;
	}
}
is(join("\n", @wrong), '', 'signatures of docs/reference.md');
is(join(' ', grep { !$signatures{$_} } @public), '', 'every function has one');
is(join(' ', grep { (() = $reference =~ /^#+ (?:.*, )?$_(?:,.*)?$/mg) != 1 } @public), '', 'and stands in one heading');

my $picture = slurp_file('docs/architecture.svg');
my @modules = slurp_file('src/README.md') =~ /^\| `((?:kernel|pg)[\w\/]*)` \|/mg;
is(join(' ', grep { $picture !~ m{>\Q$_\E<} } @modules), '', 'its picture shows every module');

# Links within the repository lead to a file and, after #, to a heading, by GitHub's
# names; pictures of docs/figures are those that its page draws.
sub anchors
{
	return map { my $name = lc =~ s/[^\w\s-]//gr; $name =~ s/ /-/gr } slurp_file($_[0]) =~ /^#+ +(.*?) *$/mg;
}

my @broken;
my $links = 0;
for my $page (glob '*.md docs/*.md docs/results/*.md src/*.md test/*.md')
{
	my $folder = $page =~ s{[^/]*$}{}r;

	for my $link (grep { !/^\w+:/ } slurp_file($page) =~ /\]\(([^)\s]+)\)/g)
	{
		my ($file, $anchor) = $link =~ /^([^#]*)#?(.*)$/;
		my $path = $file eq '' ? $page : "$folder$file";

		push @broken, "$page: $link"
		  unless -e $path && ($anchor eq '' || grep { $_ eq $anchor } anchors($path));
		$links++;
	}
}
is(join("\n", @broken), '', 'what pages link to');
cmp_ok($links, '>', 40, 'they have links');
is(join(' ', map { "docs/figures/$_" } sort(slurp_file('docs/figures.md') =~ /^\s*scripts\/(?:figure|heatmap) \S+ (\S+\.svg) /mg)),
	join(' ', sort glob 'docs/figures/*.svg'), 'docs/figures.md draws the pictures there');

is(join("\n", grep { !/ (?:x|y|xy|'') '[^']+'(?: \\)?$/ } slurp_file('docs/figures.md') =~ /^\s*scripts\/figure .*/mg), '', 'which have titles');
is(join("\n", grep { !/(?: '[^']+'){4}$/ } slurp_file('docs/figures.md') =~ /^\s*scripts\/heatmap .*/mg), '', 'maps of colours, too');

SKIP:
{
	skip 'there is no gnuplot', 7 if system('command -v gnuplot >/dev/null') != 0;
	my $directory = PostgreSQL::Test::Utils::tempdir;

	append_to_file("$directory/lines.tsv", "one line\t1\t2\nanother\t1\t3\t2.5\t3.5\nanother\t2\t1\t0\t2\n");
	is(`scripts/figure $directory/lines.tsv $directory/picture.svg 'of x' 'of y' x 'of all' 'noted\\nbelow' 2>&1`, '', 'a picture is drawn');
	my $drawn = slurp_file("$directory/picture.svg");
	is(join(' ', grep { $drawn !~ />$_</ } 'one line', 'another', 'of x', 'of y', 'of all', 'noted', 'below'), '', 'it names its lines and axes, and has a title and a note');
	like(`scripts/figure /dev/null $directory/none.svg x y 2>&1`, qr/has no lines/, 'of nothing there is none');
	append_to_file("$directory/many.tsv", join '', map { "line $_\t1\t2\n" } 1 .. 6);
	like(`scripts/figure $directory/many.tsv $directory/none.svg x y 2>&1`, qr/more than five lines/, 'nor of what nobody can tell apart');
	append_to_file("$directory/grid.tsv", join '', map { my $x = $_; map { "$x\t$_\t" . $x * $_ . "\n" } -2 .. 2 } -2 .. 2);
	is(`scripts/heatmap $directory/grid.tsv $directory/map.svg 'of x' 'of y' 'of both' 'of all' 2>&1`, '', 'a map of colours is drawn');
	$drawn = slurp_file("$directory/map.svg");
	is(join(' ', grep { $drawn !~ />$_</ } 'of x', 'of y', 'of both', 'of all'), '', 'it names its axes and colours, and has a title');
	like(`scripts/heatmap /dev/null $directory/none.svg x y z 2>&1`, qr/has no points/, 'of nothing there is none');
}

stop_server($node);
