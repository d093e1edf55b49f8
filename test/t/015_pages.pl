
# README.md and docs/*.md, from top to bottom and each in an empty database, print
# what they show.

use strict;
use warnings;

use lib 'test/perl';
use AerTest;
use PostgreSQL::Test::Utils;
use Test::More;

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
my $directory = PostgreSQL::Test::Utils::tempdir;
for ([ "```sql\nSELECT 1 AS one;\n```\n\n```text\n one\n-----\n   2\n(1 row)\n\n```\n", qr/^\+   1$/m ],
	[ "```text\nout of nothing\n```\n", qr/below nothing that printed it/ ],
	[ "```sql\nSELECT aer_ridge(budget => 1);\n```\n", qr/^\+ERROR:  option "budget"/m ])
{
	my ($text, $answer) = @$_;

	append_to_file("$directory/page.md", $text);
	my $output = `scripts/docs --here --check $directory/page.md 2>&1`;
	isnt($?, 0, 'a page that is wrong fails');
	like($output, $answer, 'and is told why');
	unlink "$directory/page.md";
}

stop_server($node);
