
# Logical replication of tables without a key: REPLICA IDENTITY FULL finds the row
# to change by the equality of every column.

use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $from = PostgreSQL::Test::Cluster->new('publisher');
# whatever the caller's LANG: the tests use UTF-8
$from->init(allows_streaming => 'logical', extra => [ '--locale=C.UTF-8', '--encoding=UTF8' ]);
$from->start;
my $to = PostgreSQL::Test::Cluster->new('subscriber');
$to->init(extra => [ '--locale=C.UTF-8', '--encoding=UTF8' ]);
$to->start;

$_->safe_psql('postgres', q{
	CREATE EXTENSION aer;
	CREATE TABLE kept (model aer_model, moments aer_moments, judgments aer_judgments);
	ALTER TABLE kept REPLICA IDENTITY FULL;
}) for $from, $to;
$from->safe_psql('postgres', q{
	INSERT INTO kept
	SELECT aer_train(ARRAY[i, i * g], i, aer_ridge(seed => g) ORDER BY i), aer_moments(ARRAY[i, i * g], i ORDER BY i),
		(SELECT aer_judgments('n' || a, a * g ORDER BY a) FROM generate_series(1, 3) a)
	FROM generate_series(1, 20) i, generate_series(1, 5) g GROUP BY g;
	CREATE PUBLICATION kept FOR TABLE kept;
});
$to->safe_psql('postgres', q{CREATE SUBSCRIPTION kept CONNECTION '} . $from->connstr . q{ dbname=postgres' PUBLICATION kept});
$to->wait_for_subscription_sync($from, 'kept');

my $rows = q{SELECT count(*), md5(string_agg(k, ';' ORDER BY k)) FROM (SELECT kept::text COLLATE "C" AS k FROM kept) s};
my $before = $from->safe_psql('postgres', $rows);
is($to->safe_psql('postgres', $rows), $before, 'the rows are there');

# One row of several changes, one goes: each is found among the others.
$from->safe_psql('postgres', q{
	UPDATE kept SET model = aer_trim(model) WHERE judgments = (SELECT aer_judgments('n' || a, a * 3 ORDER BY a) FROM generate_series(1, 3) a);
	DELETE FROM kept WHERE judgments = (SELECT aer_judgments('n' || a, a * 4 ORDER BY a) FROM generate_series(1, 3) a);
});
$from->wait_for_catchup('kept');
my $after = $from->safe_psql('postgres', $rows);
like($after, qr/^4\|/, 'one of five rows is gone');
isnt($after, $before, 'and one is another');
is($to->safe_psql('postgres', $rows), $after, 'there as here');
unlike(slurp_file($to->logfile), qr/could not identify an equality operator/, 'values can be compared');

$to->stop;
$from->stop;
done_testing();
