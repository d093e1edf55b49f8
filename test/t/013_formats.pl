
# The stored values of test/formats are read and written byte by byte, and give the stored
# answers.  Damaged values are refused.  Designs draw the stored plans.  Values of older releases:
# 017_upgrade.pl.

use strict;
use warnings;

use lib 'test/perl';
use AerTest;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = start_server('formats');
$node->safe_psql('postgres', q{
	CREATE EXTENSION aer;
	CREATE TABLE made (type text, name text, how text, value text, bytes text);
	CREATE TABLE answers (name text, question text, tolerance float8, answer float8[]);
	CREATE TABLE damaged (type text, name text, way text, value text, error text);
	CREATE TABLE plans (design jsonb, attributes int, names text[], key bigint, plan text);
	CREATE TABLE received_aer_model (v aer_model);
	CREATE TABLE received_aer_moments (v aer_moments);
	CREATE TABLE received_aer_judgments (v aer_judgments);
	CREATE TABLE received_aer_judgment_moments (v aer_judgment_moments);
});

# A value that is given by its bytes, alone in its table.
sub receive
{
	my ($type, $hex) = @_;

	return "TRUNCATE received_$type;\n" . copy_file("received_$type", pack('H*', $hex));
}

$node->safe_psql('postgres', "\\copy made FROM 'test/formats/values.tsv'\n\\copy answers FROM 'test/formats/answers.tsv'
	\\copy damaged FROM 'test/formats/damaged.tsv'\n\\copy plans FROM 'test/formats/plans.tsv'\n");

# The binary and the text form are of one value, and are written as they are stored.
my @values = map { [ split /\|/ ] } split /\n/,
	$node->safe_psql('postgres', 'SELECT type, bytes, name FROM made ORDER BY type, name');
cmp_ok(scalar @values, '>', 20, 'values');
for (@values)
{
	my ($type, $bytes, $name) = @$_;
	my $same = $node->safe_psql('postgres', receive($type, $bytes)
		. "SELECT v = value::$type AND v::text = value AND encode(_${type}_send(v), 'hex') = bytes FROM received_$type, made WHERE name = \$name\$$name\$name\$");
	is($same, 't', $name);
}

formats_answer($node, 'postgres');

# Each damaged value gives the error that is stored beside it.
my @damaged = map { [ split /\t/ ] } split /\n/,
	$node->safe_psql('postgres', q{SELECT type || e'\t' || way || e'\t' || value || e'\t' || error || e'\t' || name FROM damaged ORDER BY name});
cmp_ok(scalar @damaged, '>', 20, 'damaged values');
for (@damaged)
{
	my ($type, $way, $value, $error, $name) = @$_;
	my $stderr;

	$node->psql('postgres', $way eq 'text' ? "SELECT \$value\$$value\$value\$::$type" : receive($type, $value), stderr => \$stderr);
	$stderr =~ s/^CONTEXT.*//ms;
	like($stderr, qr/ERROR:.*$error/s, $name);
}

stop_server($node);
