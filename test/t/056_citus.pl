
# A table distributed by Citus: aggregates are computed by the workers, and say what
# they say of one table.  CITUS_PG_CONFIG names the pg_config of an installation that
# has Citus and aer (make install PG_CONFIG=...); without it nothing is tested.

use strict;
use warnings;

use File::Basename;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $pg_config = $ENV{CITUS_PG_CONFIG} or plan skip_all => 'CITUS_PG_CONFIG names no installation with Citus';
chomp(my ($bindir, $sharedir) = map { `$pg_config --$_` } qw(bindir sharedir));
-e "$sharedir/extension/$_.control" or BAIL_OUT("$_ is not installed in $sharedir") for 'citus', 'aer';

my @node;
for my $name ('coordinator', 'worker_1', 'worker_2')
{
	my $node = PostgreSQL::Test::Cluster->new($name, install_path => dirname($bindir));

	$node->init(extra => [ '--locale=C.UTF-8', '--encoding=UTF8' ]);
	$node->append_conf('postgresql.conf', join "\n", q{shared_preload_libraries = 'citus'}, q{listen_addresses = '127.0.0.1'},
		q{citus.node_conninfo = 'sslmode=disable'}, 'citus.shard_count = 6', 'max_connections = 50', 'jit = off', 'client_min_messages = warning', '');
	$node->start;
	$node->safe_psql('postgres', 'CREATE EXTENSION citus');
	push @node, $node;
}
my ($coordinator, @worker) = @node;
my $address = sub { "'127.0.0.1', " . $_[0]->port };

$coordinator->safe_psql('postgres', join ";\n", 'SELECT citus_set_coordinator_host(' . $address->($coordinator) . ')',
	map({ 'SELECT citus_add_node(' . $address->($_) . ')' } @worker), 'CREATE EXTENSION aer');
is($_->safe_psql('postgres', q{SELECT count(*) FROM pg_extension WHERE extname = 'aer'}), '1', 'the extension is on ' . $_->name) for @worker;
diag('Citus ' . $coordinator->safe_psql('postgres', q{SELECT extversion FROM pg_extension WHERE extname = 'citus'}));

$coordinator->safe_psql('postgres', q{
	CREATE TABLE whole AS SELECT i % 10 AS tenant, i::bigint AS id, ARRAY[sin(i), cos(i * 1.3), i % 4, i % 5] AS x, sin(i) * 2 + i % 4 + sin(i * 1.7) AS y,
		jsonb_build_object('a', sin(i), 'b', cos(i * 1.3), 'c', i % 4) AS j FROM generate_series(1, 3000) i;
	CREATE TABLE split (LIKE whole);
	SELECT create_distributed_table('split', 'tenant');
	INSERT INTO split SELECT * FROM whole;
	CREATE TABLE models (tenant int PRIMARY KEY, m aer_model);
	SELECT create_reference_table('models');
	INSERT INTO models SELECT tenant, aer_train(x, y, aer_design(budget => 2), id) FROM whole GROUP BY tenant});
for my $type ('real', 'smallint', 'integer', 'bigint', 'numeric')
{
	$coordinator->safe_psql('postgres', "ALTER TABLE $_ ADD x_$type $type\[]; UPDATE $_ SET x_$type = x::$type\[]") for 'whole', 'split';
}

# Citus then has no other way than to let the workers do it.
my $by_workers = 'SET citus.coordinator_aggregation_strategy = disabled; ';
# sums of 3,000 terms in another order differ by 3e-13 at most
my $same = sub {
	my ($call) = @_;
	return "SELECT max(abs(p.weight - q.weight)) < 1e-11 * max(abs(q.weight)) AND count(*) > 3 FROM aer_weights(aer_fit_ridge((SELECT s FROM sums))) p
		JOIN aer_weights(aer_fit_ridge((SELECT $call FROM whole))) q USING (attribute)";
};
for my $call ('aer_moments(x, y, aer_design(budget => 2), id)', map({ "aer_moments(x_$_, y, aer_design(budget => 2), id)" } 'real', 'smallint', 'integer', 'bigint', 'numeric'),
	'aer_moments(x, y > 1, aer_design(budget => 2), id)', q{aer_moments(x, CASE WHEN y > 1 THEN 'high' ELSE 'low' END, aer_design(budget => 2), id)},
	q{aer_moments(j, y, aer_design(budget => 2, include => '{a,b,c}'), id)})
{
	my ($status, $out, $err) = $coordinator->psql('postgres', "$by_workers CREATE TEMP TABLE sums AS SELECT $call AS s FROM split; " . $same->($call));
	is($out, 't', "$call by the workers") or diag($err);
}
is($coordinator->safe_psql('postgres', "$by_workers SELECT abs((e).mse / (w).mse - 1) < 1e-11 AND (e).rows = 3000
		FROM (SELECT aer_evaluate(m, x, y) AS e FROM split JOIN models USING (tenant)) s, (SELECT aer_evaluate(m, x, y) AS w FROM whole JOIN models USING (tenant)) w"),
	't', 'evaluation by the workers, with models of a reference table');
is($coordinator->safe_psql('postgres', 'SELECT count(*), bool_and(abs(p - q) <= 1e-11) FROM (SELECT id, aer_predict(m, x) AS p FROM split JOIN models USING (tenant)) s
		JOIN (SELECT id, aer_predict(m, x) AS q FROM whole JOIN models USING (tenant)) w USING (id)'), '3000|t', 'scoring in the shards');
is($coordinator->safe_psql('postgres', 'CREATE TEMP TABLE trained AS SELECT tenant, aer_train(x, y, aer_design(budget => 2), id) AS m, aer_train(x, y, aer_ridge() ORDER BY id) AS r FROM split GROUP BY tenant;
		SELECT count(*) FROM trained t JOIN models m USING (tenant), LATERAL (SELECT max(abs(p.weight - q.weight)) AS off FROM aer_weights(t.m) p JOIN aer_weights(m.m) q USING (attribute)) s
		WHERE off < 1e-11 AND t.r = (SELECT aer_train(x, y, aer_ridge() ORDER BY id) FROM whole w WHERE w.tenant = t.tenant)'),
	'10', 'a model for each value of the distribution column');

# Whole rows are summed in the shards by aer_learn.
$coordinator->safe_psql('postgres', q{
	CREATE TABLE people AS SELECT i::bigint AS id, i % 61 AS age, (ARRAY['north', 'south'])[1 + i % 2] AS region, i % 61 + i % 2 * 5 + sin(i) AS y FROM generate_series(1, 3000) i;
	ALTER TABLE people ADD PRIMARY KEY (id);
	CREATE TABLE people_split (LIKE people INCLUDING ALL);
	SELECT create_distributed_table('people_split', 'id');
	INSERT INTO people_split SELECT * FROM people});
is($coordinator->safe_psql('postgres', q{SELECT max(abs(p.weight - q.weight)) < 1e-9 AND count(*) > 3
		FROM aer_weights(aer_learn('people', 'y', 1)) p JOIN aer_weights(aer_learn('people_split', 'y', 1)) q USING (name)}), 't', 'aer_learn of shards');

# What needs whole rows has them brought here, with the names of their columns.
is($coordinator->safe_psql('postgres', q{SELECT count(*) FILTER (WHERE problem IS NULL), min(rows) FROM aer_compare('people_split', 'y', ARRAY[1, 2])}), '2|3000', 'aer_compare of shards');

# Whole rows are not sent.
for my $call (q{aer_moments(s, 'y', aer_design(budget => 2, exclude => '{id}'), id)})
{
	my ($status, $out, $err) = $coordinator->psql('postgres', "$by_workers SELECT $call IS NULL FROM split s");
	isnt($status, 0, "$call is not for the workers");
}

$_->stop for @node;
done_testing();
