
# A server that throws its caches away at every chance (debug_discard_caches), which
# one built with assertions can: what aer keeps of a catalog, and points to, is gone
# when it looks again.  The statements of test/faults/statements.sql answer as ever.
# Run by "make test-asserts".

use strict;
use warnings;

use lib 'test/perl';
use AerStatements;
use AerTest;
use Test::More;

my $node = start_server('caches', 'jit = off', 'max_parallel_workers_per_gather = 0', 'client_min_messages = error');
if ($node->safe_psql('postgres', 'SHOW debug_assertions') ne 'on')
{
	$node->stop;
	plan skip_all => 'the server has no assertions: make test-asserts builds one';
}
make_tables($node);

my $discard = 'SET debug_discard_caches = 1';
foreach my $statement (statements())
{
	my $query = answer_of($statement);
	my $right = $node->safe_psql('postgres', $query);

	next if $statement->{slow};
	is($node->safe_psql('postgres', "$discard; $query"), $right, $statement->{name});
}

# Statements without an answer: those that write to a followed table.
$node->safe_psql('postgres', 'CREATE TABLE readings (id int PRIMARY KEY, a int, b int, y int); INSERT INTO readings SELECT i, i % 7, i * i % 11, i % 5 FROM generate_series(1, 100) i');
my $write = 'INSERT INTO readings SELECT i, i % 7, i % 3, i % 4 FROM generate_series(101, 120) i; UPDATE readings SET a = a + 1 WHERE id % 9 = 0; DELETE FROM readings WHERE id % 10 = 0';
$node->safe_psql('postgres', "SELECT aer_follow('readings', 'y', aer_design(exclude => '{id}'), 'id', 'readings_log')");
$node->safe_psql('postgres', "$discard; $write");
is($node->safe_psql('postgres', q{SELECT attribute, name, reads, round(mean::numeric, 9) FROM aer_attributes(aer_followed('readings_log'))}),
	$node->safe_psql('postgres', q{SELECT a.attribute, a.name, a.reads, round(a.mean::numeric, 9)
		FROM aer_attributes((SELECT aer_moments(r, 'y', aer_design(exclude => '{id}'), id) FROM readings r)) a}), 'a followed table');

stop_server($node);
