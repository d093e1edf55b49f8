
# The stored values of test/formats are read and written byte by byte, and give the stored
# answers.  Damaged values are refused.  Designs draw the stored plans.  The examples in
# docs/formats.md hold the bytes that are stored.  Values of older releases:
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

# docs/formats.md: below a heading "### ..., stored" or "..., sent" stand the query that makes the
# value and its bytes, as stored (on a machine whose lowest byte comes first) or as sent.
my $page = slurp_file('docs/formats.md');	# bytes, as psql takes them
my $stored = unpack('C', pack('S', 1)) == 1;
my $examples = 0;
while ($page =~ /^### ([^\n]*), (stored|sent)\n.*?^```sql\n(.*?)^```\n.*?^```\n(.*?)^```\n/msg)
{
	my ($title, $how, $query, $lines) = ($1, $2, $3, $4);
	my $wanted = '';

	for (split /\n/, $lines)
	{
		/^ *(\d+)  ((?:[0-9a-f]{2} )+) +\S/ or die "no line of an example: $_";
		is($1, length($wanted) / 2, "$title: offset $1");
		$wanted .= $2 =~ s/ //gr;
	}
	$query =~ s/;\s*$//;
	my $type = $node->safe_psql('postgres', "SELECT pg_typeof(v) FROM ($query) s(v)");
	my $real = $node->safe_psql('postgres', "SELECT encode(_${type}_send(v), 'hex') FROM ($query) s(v)");

	$examples++;
	if ($how eq 'stored')
	{
		next unless $stored;
		$node->safe_psql('postgres', "CREATE TABLE example (v $type); INSERT INTO example $query");
		$node->safe_psql('postgres', 'CHECKPOINT');
		my $block = pack 'H*', $node->safe_psql('postgres', q{SELECT encode(pg_read_binary_file(pg_relation_filepath('example'), 0, 8192), 'hex')});
		# the page's one line pointer, the tuple's header, a length of one byte
		my $pointer = unpack 'V', substr $block, 24, 4;
		$block = substr $block, ($pointer & 0x7fff) + 24, ($pointer >> 17) - 24;
		$block = pack('V', (length($block) + 3) << 2) . substr $block, 1 if ord($block) & 1;
		$real = unpack 'H*', $block;
		$node->safe_psql('postgres', 'DROP TABLE example');
	}
	is($wanted, $real, "$title, $how");
}
cmp_ok($examples, '>=', 6, 'examples in docs/formats.md');
stop_server($node);
