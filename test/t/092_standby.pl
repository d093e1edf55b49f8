
# A physical standby: values are the same there, and everything that writes
# nothing works: training, scoring, fits, choosing.

use strict;
use warnings;

use lib 'test/perl';
use AerStatements;
use AerTest;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('primary');
$node->init(allows_streaming => 1, extra => [ '--locale=C.UTF-8', '--encoding=UTF8' ]);
$node->append_conf('postgresql.conf', "jit = off\nclient_min_messages = error\n");
$node->start;
$node->backup('copy');
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($node, 'copy', has_streaming => 1);
$standby->start;
make_tables($node);
$node->wait_for_catchup($standby);

is($standby->safe_psql('postgres', 'SELECT pg_is_in_recovery()'), 't', 'it is a standby');
my $values = q{SELECT md5(string_agg(_aer_model_send(m), '' ORDER BY id)) FROM models UNION ALL SELECT md5(string_agg(_aer_moments_send(m), '' ORDER BY id)) FROM moments};
is($standby->safe_psql('postgres', $values), $node->safe_psql('postgres', $values), 'models and moments are the same');

my @reading = grep { !$_->{writes} } statements();
my $script = join ";\n", map { answer_of($_) } @reading;
my @expected = split /\n/, $node->safe_psql('postgres', $script);
my @found = split /\n/, $standby->safe_psql('postgres', $script);
is(scalar(@expected), scalar(@reading), 'every statement has an answer');
is($found[$_], $expected[$_], "$reading[$_]{name}: the same") for 0 .. $#reading;

# Parallel workers of a standby.
my $parallel_moments = 'SELECT md5(aer_moments(x, y, aer_design(budget => 2), i)::text) FROM points';
is($standby->safe_psql('postgres', $parallel . $parallel_moments), $node->safe_psql('postgres', $parallel_moments), 'so are moments of parallel workers');

# After its promotion it continues.
my $on = q{UPDATE models SET m = (SELECT aer_continue(x, y, m ORDER BY i) FROM points) WHERE id = 'ridge'; SELECT md5(m::text) FROM models WHERE id = 'ridge'};
$standby->promote;
is($standby->safe_psql('postgres', $on), $node->safe_psql('postgres', $on), 'promoted, it goes on with models as the primary does');

$standby->stop;
stop_server($node);
