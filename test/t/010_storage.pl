
# Models as stored values: dump and restore, binary COPY, and malformed input,
# which must end in an error or in a sound value, never in a crash.

use strict;
use warnings;

use lib 'test/perl';
use AerTest;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = start_server('storage');
$node->safe_psql('postgres', q{
	CREATE EXTENSION aer;
	CREATE FUNCTION noise(i bigint, j bigint) RETURNS float8 LANGUAGE sql IMMUTABLE
		AS 'SELECT (hashint8extended(i, j) & 1048575) / 524288.0::float8 - 1';
	CREATE TABLE v AS SELECT i, noise(i, 1) AS a, noise(i, 2) AS "B ""b", noise(i, 3) AS "ü", noise(i, 4) > 0 AS c, noise(i, 0) AS y
		FROM generate_series(1, 1200) i;
	CREATE VIEW x AS SELECT i, ARRAY[a, "B ""b", "ü", c::int] AS x, y FROM v;
	CREATE TABLE models (id int PRIMARY KEY, m aer_model NOT NULL, more aer_model[]);
	INSERT INTO models
		SELECT 1, aer_train(x, y, aer_ridge(budget => 3, intercept => true) ORDER BY i), NULL::aer_model[] FROM x WHERE i <= 1000
		UNION ALL SELECT 2, aer_train(x, y, aer_lasso(budget => 3, seed => -4) ORDER BY i), NULL FROM x WHERE i <= 1000
		UNION ALL SELECT 3, aer_train(v, 'y', aer_lasso(exclude => '{i}', center => 0.1) ORDER BY i), NULL FROM v WHERE i <= 1000
		UNION ALL SELECT 4, aer_train(array_fill(y, ARRAY[3000]), y, aer_ridge(budget => 9) ORDER BY i), NULL FROM v WHERE i <= 10;
	UPDATE models SET more = ARRAY[aer_trim(m), NULL, m];
});

# Every model, and what becomes of it when it is continued.
my $everything = q{
	SELECT md5(string_agg(m::text || more::text, ';' ORDER BY id) ||
		(SELECT aer_continue(x, y, m ORDER BY i)::text FROM x, models WHERE id = 1 AND i > 1000) ||
		(SELECT aer_continue(v, 'y', m ORDER BY i)::text FROM v, models WHERE id = 3 AND i > 1000))
	FROM models};
travels_unchanged($node, $everything, 'models');

# Malformed binary.
$node->safe_psql('postgres', 'CREATE TABLE broken (m aer_model)');
for my $id (1, 3)
{
	my $model = pack 'H*', $node->safe_psql('postgres', "SELECT encode(_aer_model_send(m), 'hex') FROM models WHERE id = $id");
	my ($script, $n, $stdout, $stderr) = ('', length $model);

	$script .= copy_file('broken', substr($model, 0, $_)) for 0 .. $n - 1;
	$script .= copy_file('broken', $model . "\0");
	$node->psql('postgres', $script, stdout => \$stdout, stderr => \$stderr, on_error_stop => 0);
	is(scalar(() = $stderr =~ /ERROR:/g), $n + 1, "model $id: cut at each of its $n bytes, or longer, it is an error");
	is($node->safe_psql('postgres', 'SELECT count(*) FROM broken'), 0, 'and nothing is stored');

	# All bits of each byte at once, its lowest, its highest: some of these are
	# other models, which must do whatever a model does.
	$script = '';
	for my $at (0 .. $n - 1)
	{
		for my $mask (0xff, 0x01, 0x80)
		{
			my $flipped = $model;

			substr($flipped, $at, 1) = chr(ord(substr($model, $at, 1)) ^ $mask);
			$script .= copy_file('broken', $flipped);
		}
	}
	is($node->psql('postgres', $script, stderr => \$stderr, on_error_stop => 0), 0, "model $id: the backend survives flipped bits");
	my $errors = () = $stderr =~ /ERROR:/g;
	my $stored = $node->safe_psql('postgres', 'SELECT count(*) FROM broken');
	is($errors + $stored, 3 * $n, "each is stored or an error ($errors are)");
	cmp_ok($errors, '>', 50, 'some are errors');
	cmp_ok($stored, '>', 50, 'some are stored');
	$node->safe_psql('postgres', exerciser());
	is($node->safe_psql('postgres', 'SELECT count(*) FROM broken WHERE NOT exercise(m)'), 0, 'those stored are sound');
	$node->safe_psql('postgres', 'TRUNCATE broken');
}

# Does everything that can be done with a model; errors are fine.
sub exerciser
{
	return q{
		CREATE OR REPLACE FUNCTION exercise(m aer_model) RETURNS boolean LANGUAGE plpgsql AS $$
		BEGIN
			BEGIN
				PERFORM aer_next(m);
				PERFORM aer_continue(ARRAY[1, 2, 3, 4], i, m) FROM generate_series(1, 20) i;
			EXCEPTION WHEN OTHERS THEN
			END;
			BEGIN
				PERFORM aer_predict(m, ARRAY[1, 2, 3, 4]);
				PERFORM aer_predict(m, v) FROM v LIMIT 1;
			EXCEPTION WHEN OTHERS THEN
			END;
			PERFORM * FROM aer_weights(m), aer_summary(m);
			PERFORM m::jsonb, aer_trim(m);
			RETURN m::text::aer_model::text = m::text AND m::text::jsonb = m::jsonb;
		END $$;
	};
}

# Malformed text: random edits.
my $seed = 20231107 / 1e9;
my $accepted = $node->safe_psql('postgres', qq{
	SELECT setseed($seed);
	} . q{
	CREATE FUNCTION fuzz(times int) RETURNS text LANGUAGE plpgsql AS $$
	DECLARE
		t text;
		p int;
		m aer_model;
		accepted int := 0;
		good text[] := ARRAY(SELECT s.m::text FROM models s WHERE id < 4 ORDER BY id);
		pieces text[] := '{"","\"","[","]","{","}",",",":","-","0","9","1e308","null","true","\"a\"","[]","{}","\\\\u0000","é","\"state\":","\"weights\":"}';
	BEGIN
		FOR k IN 1..times LOOP
			t := good[1 + k % 3];
			FOR edit IN 1..1 + k % 3 LOOP
				p := 1 + floor(random() * length(t));
				t := left(t, p - 1) || pieces[1 + floor(random() * cardinality(pieces))] || substr(t, p + floor(random() * 4)::int);
			END LOOP;
			BEGIN
				m := t::aer_model;
				accepted := accepted + 1;
			EXCEPTION WHEN OTHERS THEN
				CONTINUE;
			END;
			IF NOT exercise(m) THEN
				RETURN 'unsound: ' || t;
			END IF;
		END LOOP;
		RETURN accepted;
	END $$;
	SELECT fuzz(6000);
});
$accepted =~ s/^\s+//;
like($accepted, qr/^\d+$/, "random edits of a model's text (seed $seed) are errors or sound");
cmp_ok($accepted, '<', 5000, "most are errors: $accepted of 6000 accepted");

is($node->safe_psql('postgres', $everything), $node->safe_psql('restored', $everything), 'the server goes on');
stop_server($node);
