
# What docs/architecture.md tells of the code is there, and so is what pages link to.

use strict;
use warnings;

use PostgreSQL::Test::Utils;
use Test::More;

# A function stands in one of the files that its row or paragraph names.
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

my $picture = slurp_file('docs/architecture.svg');
my @rooms = slurp_file('src/README.md') =~ /^\| `((?:kernel|pg)[\w\/]*)` \|/mg;
is(join(' ', grep { $picture !~ m{>\Q$_\E<} } @rooms), '', 'its picture shows every room');

# Links within the repository lead to a file and, after #, to a heading, by GitHub's
# names; pictures of docs/figures are those that its page draws.
sub anchors
{
	return map { my $name = lc =~ s/[^\w\s-]//gr; $name =~ s/ /-/gr } slurp_file($_[0]) =~ /^#+ +(.*?) *$/mg;
}

my @broken;
my $links = 0;
for my $page (glob '*.md docs/*.md src/*.md test/*.md')
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
is(join(' ', map { "docs/figures/$_" } sort(slurp_file('docs/figures.md') =~ /^scripts\/figure \S+ (\S+\.svg) /mg)),
	join(' ', sort glob 'docs/figures/*.svg'), 'docs/figures.md draws the pictures there');

SKIP:
{
	skip 'there is no gnuplot', 3 if system('command -v gnuplot >/dev/null') != 0;
	my $directory = PostgreSQL::Test::Utils::tempdir;

	append_to_file("$directory/lines.tsv", "one line\t1\t2\nanother\t1\t3\t2.5\t3.5\nanother\t2\t1\t0\t2\n");
	is(`scripts/figure $directory/lines.tsv $directory/picture.svg 'of x' 'of y' x 2>&1`, '', 'a picture is drawn');
	my $drawn = slurp_file("$directory/picture.svg");
	is(join(' ', grep { $drawn !~ />$_</ } 'one line', 'another', 'of x', 'of y'), '', 'it names its lines and axes');
	like(`scripts/figure /dev/null $directory/none.svg x y 2>&1`, qr/has no lines/, 'of nothing there is none');
}

done_testing();
