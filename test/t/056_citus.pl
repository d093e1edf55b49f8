
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

# Functions that take a table, of rows, arrays, documents, and of embeddings where pgvector is, say what they say of one
# table. What is suggested goes by the order of rows, so the one table has them in the order of shards.
my $vector = -e "$sharedir/extension/vector.control";
$coordinator->safe_psql('postgres', ($vector ? 'CREATE EXTENSION vector;' : '') . q{
	CREATE TABLE rows_split AS SELECT i::bigint AS id, i % 61 AS age, 50 + 20 * sin(i * 1.7) AS weight, (ARRAY['north', 'south', 'east'])[1 + i % 3] AS region, i % 5 = 0 AS smoker,
		CASE WHEN i % 9 > 0 THEN i % 17 END AS crp, date '2020-01-01' + i % 300 AS seen, i % 61 + i % 3 * 5 + (i % 5 = 0)::int * 4 + 3 * sin(i * 12.9898) AS days,
		i % 61 + 10 * sin(i * 78.233) > 30 AS back, (ARRAY['bad', 'so so', 'good'])[1 + (i % 61 + 9 * sin(i * 4.1))::int / 25 % 3] AS ward FROM generate_series(1, 3000) i;
	ALTER TABLE rows_split ADD PRIMARY KEY (id);
	CREATE TABLE columns_split AS SELECT id, days, back, ward, ARRAY[age, weight, smoker::int, id % 7] AS array, to_jsonb(r) - '{id,days,back,ward}'::text[] AS document} .
	($vector ? ', ARRAY[age, weight, smoker::int, id % 7]::real[]::vector(4) AS vector, ARRAY[age, weight, smoker::int, id % 7]::real[]::halfvec(4) AS halfvec' : '') . q{ FROM rows_split r;
	ALTER TABLE columns_split ADD PRIMARY KEY (id);
	SELECT create_distributed_table(t, 'id') FROM unnest('{rows_split,columns_split}'::regclass[]) t;
	CREATE FUNCTION far(a float8, b float8) RETURNS float8 LANGUAGE sql AS 'SELECT CASE WHEN (a IS NULL) <> (b IS NULL) THEN 1 ELSE coalesce(abs(a - b) / greatest(abs(b), 1e-6), 0) END';
	CREATE FUNCTION alike(a aer_model, b aer_model) RETURNS boolean LANGUAGE sql AS $$
		SELECT (SELECT bool_and(abs(v.weight - w.weight) < 1e-9) FROM aer_weights(a) v JOIN aer_weights(b) w ON v.attribute = w.attribute AND v.class IS NOT DISTINCT FROM w.class)
			AND s.rows = t.rows AND s.measured_rows IS NOT DISTINCT FROM t.measured_rows
			AND greatest(far(s.measured_mse, t.measured_mse), far(s.measured_mse_se, t.measured_mse_se), far(s.measured_error_rate, t.measured_error_rate), far(s.measured_auc, t.measured_auc),
				far(s.measured_log_loss, t.measured_log_loss)) < 1e-9 FROM aer_summary(a) s, aer_summary(b) t $$});
for my $table ('rows', 'columns')
{
	$coordinator->safe_psql('postgres', "CREATE TABLE ${table}_whole AS SELECT r.* FROM (SELECT shardid, number, shard_row FROM run_command_on_shards('${table}_split', 'SELECT json_agg(s) FROM %s s'),
		json_array_elements(result::json) WITH ORDINALITY e(shard_row, number) ORDER BY shardid, number) s, json_populate_record(NULL::${table}_split, shard_row) r; ALTER TABLE ${table}_whole ADD PRIMARY KEY (id)");
}
# Distributed tables have no effects of levels, and neither has what they are compared with.
my $both = sub
{
	my ($text) = @_;
	my $other = $text =~ s/_split/_whole/gr;
	return ($text, $other =~ s/^(aer_(?:learn|suggest)\(.*)\)$/$1, levels => false)/r);
};
for my $case ([ 'rows', '' ], map { [ 'columns', ", features => '$_'" ] } 'array', 'document', $vector ? ('vector', 'halfvec') : ())
{
	my ($table, $features) = @$case;
	my $name = $features || ' of rows';

	for my $target ('days', 'back', 'ward', 'ward=bad')
	{
		for my $looks ('NULL', 2)
		{
			is($coordinator->safe_psql('postgres', sprintf 'SELECT (aer_summary(a)).measured_rows IS NULL, alike(a, b) FROM (SELECT %s AS a, %s AS b) m',
					$both->("aer_learn('${table}_split', '$target', $looks$features)")), ($looks eq 'NULL' ? 'f' : 't') . '|t', "aer_learn$name, $target, $looks looks");
		}
	}
	is($coordinator->safe_psql('postgres', sprintf 'SELECT count(*), max(far(s.mse, w.mse)) < 1e-9, max(far(s.mse_se, w.mse_se)) < 1e-9 FROM %s s JOIN %s w USING (looks, rows)',
			$both->("aer_compare('${table}_split', 'days', '{1,3,NULL}'::float8[]$features)")), '3|t|t', "aer_compare$name");
	is($coordinator->safe_psql('postgres', sprintf 'SELECT count(*) > 2, count(*) FILTER (WHERE (s.attribute, s.name, s.chosen) IS DISTINCT FROM (w.attribute, w.name, w.chosen)) FROM %s s FULL JOIN %s w USING (step)',
			$both->("aer_choose('${table}_split', 'days', 2$features)")), 't|0', "aer_choose$name");
	is($coordinator->safe_psql('postgres', sprintf q{SELECT (s).rows, far((s).mse, (w).mse) < 1e-9 FROM (SELECT %s AS s, %s AS w) e},
			$both->("aer_evaluate((SELECT aer_learn('${table}_whole', 'days', 2$features)), '${table}_split', 'days'$features)")), '3000|t', "aer_evaluate$name");
	is($coordinator->safe_psql('postgres', sprintf q{SELECT count(*) > 2, count(*) FILTER (WHERE s.rows IS DISTINCT FROM w.rows) FROM %s s FULL JOIN %s w USING (actual, predicted)},
			$both->("aer_confusion((SELECT aer_learn('${table}_whole', 'ward', 2$features)), '${table}_split', 'ward'$features)")), 't|0', "aer_confusion$name");
}
# Roles of columns, beside whole rows, arrays and in documents; interactions are screened by the folds of the roles.
for my $roles (q{groups => 'age'}, q{time_column => 'seen'}, q{weight => 'smoker'}, q{groups => 'age', weight => 'weight'}, q{time_column => 'seen', weight => 'weight'}, q{key => 'id'})
{
	for my $case ([ 'rows', 'days', q{, exclude => '{back,ward}'} ], [ 'rows', 'ward', q{, exclude => '{days,back}'} ], [ 'columns', 'back', q{, features => 'document'} ])
	{
		my ($table, $target, $others) = @$case;
		is($coordinator->safe_psql('postgres', sprintf 'SELECT (aer_summary(a)).measured_rows > 100, alike(a, b), %s = %s FROM (SELECT %s AS a, %s AS b) m',
				$both->("aer_suggest('${table}_split', '$target', $roles$others)"), $both->("aer_learn('${table}_split', '$target', $roles$others)")), 't|t|t', "aer_learn$others, $target, $roles");
	}
}
my $model = q{(SELECT aer_learn('rows_whole', 'back', exclude => '{days,ward}'))};
$coordinator->safe_psql('postgres', "CREATE TABLE back_model AS SELECT $model AS model; CREATE TABLE document_model AS SELECT aer_learn('columns_whole', 'back', features => 'document') AS model");
my $by_groups = q{groups => 'age', weight => 'weight'};
is($coordinator->safe_psql('postgres', sprintf 'SELECT (s).rows, far((s).mse, (w).mse) < 1e-9, far((s).mse_se, (w).mse_se) < 1e-9, far((s).auc, (w).auc) < 1e-9 FROM (SELECT %s AS s, %s AS w FROM back_model) e',
		$both->("aer_evaluate(model, 'rows_split', 'back', $by_groups)")), '3000|t|t|t', 'aer_evaluate by groups');
for my $call ([ "aer_roc(model, 'rows_split', 'back', $by_groups)", 'threshold', 'true_positive_rate_se' ], [ "aer_calibration(model, 'rows_split', 'back', $by_groups, bins => 4)", 'low', 'observed' ],
	[ "aer_confusion(model, 'rows_split', 'back', $by_groups)", 'actual, predicted', 'share_se' ], [ q{aer_drift(model, 'rows_split', 'id % 2 = 0')}, 'name', 'distance' ],
	[ q{aer_drift(model, 'columns_split', 'id % 2 = 0', features => 'document')}, 'name', 'distance', 'document_model' ])
{
	my ($text, $key, $number, $models) = @$call;
	is($coordinator->safe_psql('postgres', sprintf "SELECT count(*) > 3, max(far(s.$number, w.$number)) < 1e-9 FROM %3\$s CROSS JOIN LATERAL %1\$s s FULL JOIN (SELECT w.* FROM %3\$s, %2\$s w) w USING ($key)",
			$both->($text), $models // 'back_model'), 't|t', $text);
}
my ($status, $refused, $why) = $coordinator->psql('postgres', q{SELECT aer_learn('rows_split', 'days', keep_rows => 100)});
like($why, qr/rows of the distributed table public\.rows_split cannot be remembered.*pass a view/s, 'rows of shards are not remembered');
my $expression = $coordinator->safe_psql('postgres', 'CREATE TABLE predicted AS SELECT id, aer_predict(model, w) AS p FROM back_model, rows_whole w; SELECT aer_sql(model) FROM back_model');
is($coordinator->safe_psql('postgres', "SELECT count(*), max(abs(e - p)) < 1e-9 FROM (SELECT id, $expression AS e FROM rows_split) s JOIN predicted USING (id)"), '3000|t', 'aer_sql in the shards');

for my $call (q{aer_worklist(aer_design(include => '{age,crp}'), 'rows_split')}, q{aer_worklist(aer_design(include => '{age,crp}'), 'columns_split', features => 'document')})
{
	is($coordinator->safe_psql('postgres', sprintf 'SELECT count(*), count(DISTINCT work::text) FROM (SELECT * FROM %s UNION ALL SELECT * FROM %s) work', $both->($call)), '666|333', $call);
}
$coordinator->safe_psql('postgres', 'CREATE VIEW seen AS SELECT * FROM rows_split');
for my $target ('days', 'ward')
{
	is($coordinator->safe_psql('postgres', qq{SELECT alike(aer_learn('seen', '$target', key => 'id'), aer_learn('rows_whole', '$target', key => 'id'))}), 't', "aer_learn of a view of shards, $target");
}
is($coordinator->safe_psql('postgres', q{SELECT (aer_summary(aer_learn('seen', 'days', key => 'id', keep_rows => 100))).rows}), '3000', 'rows of a view are remembered');

# A worker that loses a connection, or dies, ends the statement with its error, and nothing stays behind.
my $dying = $worker[1];
my $shard = $coordinator->safe_psql('postgres', q{SELECT 'rows_split_' || min(shardid) FROM pg_dist_shard JOIN pg_dist_placement USING (shardid) JOIN pg_dist_node USING (groupid)
	WHERE logicalrelid = 'rows_split'::regclass AND nodeport = } . $dying->port);
for my $death ('connection', 'server')
{
	for my $call (q{SELECT aer_learn('rows_split', 'days')}, q{SELECT aer_moments(ARRAY[age, weight], days, aer_design(1), id) FROM rows_split})
	{
		my $holder = $dying->background_psql('postgres', on_error_stop => 0);
		$holder->query_safe("SET citus.enable_manual_changes_to_shards = on; BEGIN; LOCK TABLE $shard");
		my $learner = IPC::Run::start([ 'psql', '-XAtq', '-d', $coordinator->connstr('postgres'), '-c', $call ], '>', \my $out, '2>', \my $err);
		$dying->poll_query_until('postgres', q{SELECT EXISTS (SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ~ 'rows_split')}) or die 'nothing waits for the shard';
		if ($death eq 'connection')
		{
			$dying->safe_psql('postgres', q{SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'});
		}
		else
		{
			$dying->stop('immediate');
		}
		$learner->finish;
		like($err, $call =~ /learn/ ? qr/shard \d+ of public\.rows_split gave no answer/ : qr/connection to the remote node|terminating connection/, "$death lost: $call");
		unlike($err, qr/SELECT[^"]{3000}/, 'in few words');
		$death eq 'connection' ? $holder->quit : $dying->start;
		$_->poll_query_until('postgres', q{SELECT NOT EXISTS (SELECT FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND state <> 'idle')
			AND NOT EXISTS (SELECT FROM pg_prepared_xacts) AND NOT EXISTS (SELECT FROM pg_class WHERE relpersistence = 't')}) or fail('something is left on ' . $_->name) for @node;
		isnt($coordinator->safe_psql('postgres', $call), '', 'and afterwards as before');
	}
}

# Whole rows are not sent.
for my $call (q{aer_moments(s, 'y', aer_design(budget => 2, exclude => '{id}'), id)})
{
	my ($status, $out, $err) = $coordinator->psql('postgres', "$by_workers SELECT $call IS NULL FROM split s");
	isnt($status, 0, "$call is not for the workers");
}

$_->stop for @node;
done_testing();
