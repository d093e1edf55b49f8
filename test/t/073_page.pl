
# Pages as files: each is written by psql, and a document for every reader of XML.

use strict;
use warnings;

use lib 'test/perl';
use AerTest;
use PostgreSQL::Test::Utils;
use Test::More;

# A program that reads a file of XML, and fails if it is none.
my ($reader) = grep { system("command -v $_->[0] >/dev/null") == 0 }
  ([qw(xmllint --nonet --noout)], [ 'python3', '-c', 'import sys, xml.parsers.expat as e; e.ParserCreate().ParseFile(open(sys.argv[1], "rb"))' ]);
my $node = start_server('page');
my $directory = PostgreSQL::Test::Utils::tempdir;

$node->safe_psql('postgres', 'SET client_min_messages = error; CREATE EXTENSION aer; ' . slurp_file('test/page/models.sql'));
my @models = split /\n/, $node->safe_psql('postgres', 'SELECT place FROM models ORDER BY place');
cmp_ok(scalar @models, '>=', 15, 'there are models of every kind');
for my $model (@models)
{
	my $file = "$directory/$model.html";
	my $which = $node->safe_psql('postgres', "SELECT which FROM models WHERE place = $model");

	$node->command_ok([ 'psql', '-XAt', '-d', $node->connstr('postgres'), '-c', "SELECT aer_page(model) FROM models WHERE place = $model", '-o', $file ], "$which: a page");
	my $page = slurp_file($file);
	like($page, qr{\A<!DOCTYPE html>\n<html .*</html>\n\n\z}s, "$which: from its first letter to its last");
	unlike($page, qr/[^\n -~]/, "$which: ASCII");
	$node->command_ok([ @$reader, $file ], "$which: $reader->[0] reads it") if $reader;
}
SKIP:
{
	skip 'there is neither xmllint nor python3', 1 unless $reader;
	append_to_file("$directory/$models[0].html", '<p>');
	command_fails([ @$reader, "$directory/$models[0].html" ], "which notices what is no XML");
}

stop_server($node);
