
# Long arrays read by slices: how little is read of them, that memory does not
# grow, and chunks that are missing or damaged.

use strict;
use warnings;

use lib 'test/perl';
use AerTest;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = start_server('slices', 'autovacuum = off', 'jit = off');

# Arrays of 121 chunks.
$node->safe_psql('postgres', q{
	CREATE EXTENSION aer;
	CREATE FUNCTION long_array(seed int, n int) RETURNS float4[] LANGUAGE sql
		AS 'SELECT array_agg(sin(seed * 3.7 + a)::float4 ORDER BY a) FROM generate_series(1, n) a';
	CREATE TABLE rows (id int, x float4[], y float8);
	ALTER TABLE rows ALTER x SET STORAGE EXTERNAL;
	INSERT INTO rows SELECT id, long_array(id, 60000), sin(id) FROM generate_series(1, 40) id;
	CREATE TABLE dense AS SELECT aer_train(x, y, aer_ridge(budget => 9, scale => 300) ORDER BY id) AS m FROM rows;
	CREATE TABLE sparse AS SELECT aer_train(x, y, aer_ridge(budget => 2, scale => 300) ORDER BY id) AS m FROM rows WHERE id < 3;
});

# Pages of a table's TOAST table and of its index that a query looks at.
sub looked_at
{
	my ($table, $query) = @_;
	my $count = "SELECT toast_blks_hit + toast_blks_read, tidx_blks_hit + tidx_blks_read FROM pg_statio_user_tables WHERE relname = '$table';";
	my $flush = 'SELECT FROM (SELECT pg_stat_force_next_flush()) s;';
	my @count = $node->safe_psql('postgres', "$flush\n$count\n$query;\n$flush\n$count") =~ /^(\d+)\|(\d+)$/mg;

	is(@count, 4, "pages of $table were counted");
	return ($count[2] - $count[0], $count[3] - $count[1]);
}

# The first row is read whole if it is not known yet how many attributes are read: 121
# chunks on up to 31 pages, and as many of the index.  From each other row come the header
# and the attributes, each from one page that is found by two or three of the index.
my $weights = $node->safe_psql('postgres', 'SELECT count(*) FROM sparse, aer_weights(m) WHERE weight <> 0');
cmp_ok($weights, '<', 5, 'a sparse model');
my %reads = (
	'aer_train(x, y, aer_ridge(budget => 4, scale => 300) ORDER BY id)' => 5,
	'aer_continue(x, y, (SELECT m FROM dense) ORDER BY id)' => 10,
	'aer_evaluate((SELECT m FROM dense), x, y, 3)' => 4,
	'sum(aer_score((SELECT m FROM sparse), x))' => $weights + 1,
	'sum(aer_predict((SELECT m FROM sparse), x))' => $weights + 1);
for my $call (sort keys %reads)
{
	my $pages = 39 * $reads{$call};
	my ($toast, $index) = looked_at('rows', "SELECT $call IS NULL FROM rows");

	cmp_ok($toast, '<', $pages + 35, "$call: reads the chunks that are needed");
	cmp_ok($toast, '>', $pages / 2, 'and those it does read');
	cmp_ok($index, '<', 3 * $pages + 40, 'one search in the index for each');
}
my ($toast) = looked_at('rows', 'SELECT sum(x[7]) FROM rows');
cmp_ok($toast, '>', 40 * 30, 'an element read the usual way needs the whole array');

# Memory.
does_not_grow($node, 'training and scoring', q{
	SELECT aer_train(x, y, aer_ridge(budget => 2, scale => 300)) IS NULL, sum(aer_predict((SELECT m FROM sparse), x))
	FROM (SELECT * FROM rows WHERE id = 7 OFFSET 0) r, });

# A TOAST table can be written as soon as it calls itself a table.
sub damage
{
	my ($table, @statements) = @_;
	my $toast = $node->safe_psql('postgres', "SELECT reltoastrelid::regclass FROM pg_class WHERE relname = '$table'");
	my $kind = "UPDATE pg_class SET relkind = '%s' WHERE oid = '$toast'::regclass;";
	my $ids = "(SELECT array_agg(DISTINCT chunk_id ORDER BY chunk_id) FROM $toast)";

	$node->safe_psql('postgres', join "\n", map { sprintf($_, 'r') =~ s/TOAST/$toast/gr =~ s/IDS/$ids/gr }
		($kind, @statements));
	$node->safe_psql('postgres', sprintf($kind, 't'));
}

sub fails
{
	my ($table, $message, $name) = @_;

	for my $call ('aer_train(x, y, aer_ridge(budget => 4, scale => 300) ORDER BY id)',
		'aer_evaluate((SELECT m FROM dense), x, y, 3)')
	{
		my ($stderr, $stdout) = ('', '');
		$node->psql('postgres', "\\set VERBOSITY verbose\nSELECT $call IS NULL FROM $table;\n" .
			'SELECT aer_train(x, y, aer_ridge(budget => 4, scale => 300)) IS NULL FROM rows',
			on_error_stop => 0, stdout => \$stdout, stderr => \$stderr);
		like($stderr, qr/^psql:\S+ ERROR:  XX001: $message/, "$name: error of $call");
		is($stdout, 'f', 'after it, others are read');
	}
}

# Damage.
$node->safe_psql('postgres', "CREATE TABLE $_ (LIKE rows INCLUDING STORAGE); INSERT INTO $_ SELECT * FROM rows WHERE id <= 5")
	for qw(missing headless);
my $third = 'chunk_id = (IDS)[3] AND chunk_seq BETWEEN 1 AND 119';
damage('missing', "DELETE FROM TOAST WHERE $third;", 'VACUUM TOAST;');
fails('missing', 'missing chunk number \d+ for toast value \d+ in pg_toast_\d+', 'chunks that are missing');
damage('headless', 'DELETE FROM TOAST WHERE chunk_id = (IDS)[3] AND chunk_seq = 0;', 'VACUUM TOAST;');
fails('headless', 'missing chunk number 0 for toast value \d+ in pg_toast_\d+', 'a first chunk that is missing');

# An array that is shorter than its header says: by the third byte of its length,
# 65,536 elements.
$node->safe_psql('postgres', q{
	CREATE TABLE shorter (LIKE rows INCLUDING STORAGE);
	INSERT INTO shorter SELECT * FROM rows WHERE id <= 5;
});
damage('shorter', 'CREATE TABLE kept AS SELECT * FROM TOAST WHERE chunk_seq = 0;',
	'DELETE FROM TOAST WHERE chunk_seq = 0;', 'VACUUM TOAST;',
	q{INSERT INTO TOAST SELECT chunk_id, chunk_seq, set_byte(chunk_data, 14, get_byte(chunk_data, 14) # 1) FROM kept;}, 'DROP TABLE kept;');
my $length = $node->safe_psql('postgres', 'SELECT DISTINCT array_length(x, 1) FROM shorter');
cmp_ok($length, '>', 60000, 'arrays pretend to be longer than they are');
my ($stdout, $stderr) = ('', '');
$node->psql('postgres', qq{
	SELECT aer_train(x, y, aer_ridge(budget => 4, scale => 300) ORDER BY id)
	FROM (SELECT 0 AS id, long_array(0, $length) AS x, 1 AS y UNION ALL SELECT * FROM shorter) s}, stdout => \$stdout, stderr => \$stderr);
like($stderr, qr/ERROR:  array is shorter than its header says/, 'nothing is read behind its end');

stop_server($node);
