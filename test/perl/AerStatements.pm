
# The statements of test/faults/statements.sql, and the tables that they read.

package AerStatements;

use strict;
use warnings;

use Exporter qw(import);
use PostgreSQL::Test::Utils;

our @EXPORT = qw(make_tables statements answer_of);

sub make_tables
{
	my ($node) = @_;

	$node->safe_psql('postgres', slurp_file('test/faults/tables.sql'));
}

# A list of { name, writes, slow, query }.
sub statements
{
	my @paragraphs = split /\n\s*\n/, slurp_file('test/faults/statements.sql');

	shift @paragraphs;			# says what the file is
	return map {
		my ($name, $marks, $query) = /^-- (.*?)((?: \(\w+\))*)\n(.*)/s or die "no statement: $_";
		{ name => $name, writes => scalar($marks =~ /writes/), slow => scalar($marks =~ /slow/), query => $query =~ s/\s+$//r };
	} @paragraphs;
}

# A query of one line: what the statement answers, whatever the order of rows.
sub answer_of
{
	my ($statement) = @_;

	return "SELECT 'answer ' || md5(string_agg(s::text, E'\\n' ORDER BY s::text COLLATE \"C\")) FROM ($statement->{query}) s";
}

1;
