
# Expressions of aer_sql for SQLite: they give in sqlite3 what the models of test/sql/sql_expression.sql
# predict here, within 1e-9 of their size and 1e-10: SQLite rounds points in time to milliseconds, which
# are 1.2e-8 days, and a day adds less than 0.01.

use strict;
use warnings;

use lib 'test/perl';
use AerTest;
use IPC::Run qw(run);
use PostgreSQL::Test::Utils;
use Test::More;

my $file = PostgreSQL::Test::Utils::tempdir . '/records.db';

# Returns the output of sqlite3.
sub sqlite
{
	my ($sql) = @_;
	my ($out, $err) = ('', '');

	run([ 'sqlite3', '-batch', '-bail', $file ], '<', \$sql, '>', \$out, '2>', \$err) or return "error: $err";
	return $out;
}

system('command -v sqlite3 >/dev/null') == 0 or plan skip_all => 'there is no sqlite3';
sqlite('SELECT exp(0), ln(1)') =~ /^1\.0\|0\.0$/m or plan skip_all => 'sqlite3 was built without mathematical functions';

my $node = start_server('sqlite');
my ($setup) = slurp_file('test/sql/sql_expression.sql') =~ /\A(.*?)^-- predictions and scores/ms or BAIL_OUT('no models');

$node->safe_psql('postgres', "CREATE EXTENSION aer;\n$setup");

# SQLite has neither booleans nor points in time: the first are 1 and 0, the others text in UTC.
my @columns = map { [ split /\|/ ] } split /\n/, $node->safe_psql('postgres', q{
	SELECT quote_ident(attname), format_type(atttypid, NULL)
	FROM pg_attribute WHERE attrelid = 'records'::regclass AND attnum > 0 ORDER BY attnum});
my %type = (boolean => 'INTEGER', bigint => 'INTEGER', integer => 'INTEGER', 'double precision' => 'REAL', numeric => 'REAL');
my @values = map
{
	my ($name, $type) = @$_;
	$type eq 'boolean' ? "$name\::integer::text" : $type{$type} ? "$name\::text" :
	  "'''' || replace(" . ($type =~ /with time zone/ ? "($name AT TIME ZONE 'UTC')" : $name) . "::text, '''', '''''') || ''''";
} @columns;
my $inserts = $node->safe_psql('postgres', 'SELECT ' . q{'INSERT INTO records VALUES (' || concat_ws(', ', } .
	join(', ', map { "coalesce($_, 'NULL')" } @values) . ") || ');' FROM records");

is(sqlite('CREATE TABLE records (' . join(', ', map { "$_->[0] " . ($type{ $_->[1] } // 'TEXT') } @columns) . ");\nBEGIN;\n$inserts\nCOMMIT;\n"),
	'', 'rows are copied');

my $cases = $node->safe_psql('postgres', q{
	SELECT place, name, what, named, named IS NULL AND target = 'class' AS class
	FROM models, (VALUES ('y', 'prediction', NULL), ('y', 'score', NULL), ('high', 'prediction', NULL), ('high', 'probability', NULL),
		('high', 'probability', 'false'), ('word', 'probability', 'low'), ('class', 'prediction', NULL), ('class', 'probability', 'low'),
		('class', 'probability', 'it''s high')) v (of, what, named)
	WHERE of = target ORDER BY place, what, named});
for (split /\n/, $cases)
{
	my ($place, $name, $what, $class, $is_class) = split /\|/;
	my $named = $class eq '' ? 'NULL' : "'" . $class =~ s/'/''/gr . "'";
	my $as_class = $is_class eq 't' ? "'any'" : $named;
	my $expression = $node->safe_psql('postgres', "SELECT aer_sql(model, '$what', $named, 'sqlite') FROM models WHERE place = $place");
	my %got = map { split /\|/, $_, 2 } split /\n/, sqlite("SELECT id, $expression FROM records;");
	my @expected = map { [ split /\|/, $_, 2 ] } split /\n/, $node->safe_psql('postgres',
		"SELECT r.id, expected(aer_trim(model), r, '$what', $as_class) FROM records r, models WHERE place = $place");
	my @wrong = grep
	{
		my ($id, $value) = @$_;
		my $got = $got{$id} // 'nothing';
		$value =~ /^-?\d/ && $got =~ /^-?\d/ ? abs($value - $got) > 1e-9 * abs($value) + 1e-10 : $value ne $got;
	} @expected;

	is(scalar @expected, 600, "$name, $what $class: rows");
	is(scalar @wrong, 0, 'SQLite gives the same')
	  or diag(join "\n", map { "row $_->[0]: $_->[1], SQLite " . ($got{ $_->[0] } // 'nothing') } @wrong[ 0 .. ($#wrong < 4 ? $#wrong : 4) ]);
}

stop_server($node);
