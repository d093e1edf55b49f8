
# Values of other servers: logical replication, as text and as binary, and dblink
# give the same to the bit.  Without a key, REPLICA IDENTITY FULL finds the row to
# change by the equality of every column.

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

# Stored values of every form.
my @types = qw(model moments judgments judgment_moments);
my $tables = q{CREATE EXTENSION aer; } . join '', map { "CREATE TABLE every_$_ (name text PRIMARY KEY, v aer_$_);\n" } @types;
my $every = join ' UNION ALL ', map { "SELECT '$_' AS type, name, md5(_aer_${_}_send(v)), md5(v::text) FROM every_$_" } @types;
$every .= ' ORDER BY 1, 2';
$from->safe_psql('postgres', 'CREATE DATABASE forms');
my $connection = $from->connstr . ' dbname=forms';
$from->safe_psql('forms', $tables . q{
	CREATE TABLE made (type text, name text, how text, value text, bytes text);
	\copy made FROM 'test/formats/values.tsv'
	CREATE PUBLICATION every FOR TABLE every_model, every_moments, every_judgments, every_judgment_moments;
});
# Rows that are there before, and rows that come later: only these are binary before 16.
my $fill = sub {
	my ($which) = @_;
	return join '', map { "INSERT INTO every_$_ SELECT name, value::aer_$_ FROM made WHERE type = 'aer_$_' AND $which;\n" } @types;
};
$from->safe_psql('forms', $fill->('length(name) % 4 = 0'));
for my $how (qw(off on))
{
	$to->safe_psql('postgres', "CREATE DATABASE binary_$how");
	$to->safe_psql("binary_$how", "$tables CREATE SUBSCRIPTION binary_$how CONNECTION '$connection' PUBLICATION every WITH (binary = $how)");
}
$to->wait_for_subscription_sync($from, "binary_$_", "binary_$_") for qw(off on);
$from->safe_psql('forms', $fill->('length(name) % 4 > 0') . q{
	UPDATE every_model SET v = aer_trim(v) WHERE length(name) % 5 = 0;
	UPDATE every_moments SET name = name || '!' WHERE length(name) % 5 = 0;
	DELETE FROM every_judgments WHERE length(name) % 5 = 0;
});
my $values = $from->safe_psql('forms', $every);
cmp_ok(scalar(() = $values =~ /^$_\|/mg), '>', 1, "values of type aer_$_") for @types;
for my $how (qw(off on))
{
	$from->wait_for_catchup("binary_$how");
	is($to->safe_psql("binary_$how", $every), $values, "replicated with binary = $how: the same to the bit");
}

# Asked for by dblink.
SKIP:
{
	skip 'there is no dblink', 1 if !$to->safe_psql('postgres', q{SELECT count(*) FROM pg_available_extensions WHERE name = 'dblink'});
	my $linked = $every =~ s/FROM every_(\w+)/"FROM dblink('$connection', 'TABLE every_$1') AS every(name text, v aer_$1)"/ger;

	$to->safe_psql('binary_on', 'CREATE EXTENSION dblink');
	is($to->safe_psql('binary_on', $linked), $values, 'by dblink: the same to the bit');
}

# Without a key.
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
