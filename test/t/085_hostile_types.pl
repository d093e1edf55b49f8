
# A value of a type that somebody made becomes text by the type's output function. Its casts,
# operators and functions, which anybody who owns the type may make, are never run by who
# only reads the table: a role without rights makes those of every name that aer's SQL
# could come across, and a superuser calls aer on his tables.
use strict;
use warnings;

use lib 'test/perl';
use AerTest;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = start_server('hostile_types', 'client_min_messages = warning');
$node->safe_psql('postgres', q{
	CREATE EXTENSION aer;
	CREATE ROLE attacker LOGIN;
	CREATE SCHEMA attack AUTHORIZATION attacker;
	GRANT USAGE ON SCHEMA attack TO PUBLIC;
});

# The attacker's types, each with all that he can hang on them.
my $made = $node->safe_psql('postgres', q{
	SET ROLE attacker;
	SET search_path = attack;
	CREATE TABLE ran (as_whom name, what text);
	GRANT INSERT ON ran TO PUBLIC;
	CREATE TYPE mood AS ENUM ('low', 'fair', 'high', 'm4', 'm5', 'm6', 'm7', 'm8', 'm9', 'm10', 'm11', 'm12');
	CREATE TYPE pair AS (a int, b text);
	CREATE DOMAIN mood_domain AS mood;
	CREATE DOMAIN word AS text;
	CREATE FUNCTION evil(what text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN RAISE WARNING 'ran a %', what; INSERT INTO attack.ran VALUES (current_user, what); END $$;
	CREATE TABLE made (what text);
	DO $$
	DECLARE
		type text;
		result text;
		other text;
		op text;
		n int := 0;
	BEGIN
		FOREACH type IN ARRAY '{mood,pair,mood[],pair[],mood_domain,word}'::text[] LOOP
			FOREACH result IN ARRAY '{text,json,jsonb,float8,int8,int4,bool,varchar,numeric,"timestamp"}'::text[] LOOP
				n := n + 1;
				EXECUTE format('CREATE FUNCTION attack.cast_%s(%s) RETURNS %s LANGUAGE plpgsql STABLE AS %L',
					n, type, result, format('BEGIN PERFORM attack.evil(%L); RETURN %L; END', format('cast of %s to %s', type, result), CASE result WHEN 'timestamp' THEN 'now' ELSE '1' END));
				BEGIN
					EXECUTE format('CREATE CAST (%1$s AS %2$s) WITH FUNCTION attack.cast_%3$s(%1$s) AS %4$s', type, result, n, CASE WHEN result IN ('text', 'varchar') THEN 'ASSIGNMENT' ELSE 'IMPLICIT' END);
					INSERT INTO attack.made VALUES ('cast');
				EXCEPTION WHEN OTHERS THEN
					NULL;
				END;
			END LOOP;
			FOREACH other IN ARRAY ARRAY[type, 'text'] LOOP
				FOREACH op IN ARRAY '{=,<>,<,>,<=,>=,||,->>,->}'::text[] LOOP
					n := n + 1;
					BEGIN
						EXECUTE format('CREATE FUNCTION attack.op_%s(%s, %s) RETURNS bool LANGUAGE plpgsql AS %L', n, type, other, format('BEGIN PERFORM attack.evil(%L); RETURN true; END', format('%s of %s', op, type)));
						EXECUTE format('CREATE OPERATOR attack.%s (LEFTARG = %s, RIGHTARG = %s, FUNCTION = attack.op_%s)', op, type, other, n);
						INSERT INTO attack.made VALUES ('operator');
					EXCEPTION WHEN OTHERS THEN
						NULL;
					END;
				END LOOP;
			END LOOP;
			FOREACH op IN ARRAY '{text,format,to_jsonb,jsonb_build_object,jsonb_agg,array_agg,min,max,count,pg_column_size,num_nonnulls,md5,hashtext,coalesce,left,lower,unnest,aer_key,aer_train,aer_moments}'::text[] LOOP
				BEGIN
					EXECUTE format('CREATE FUNCTION attack.%I(%s) RETURNS text LANGUAGE plpgsql AS %L', op, type, format('BEGIN PERFORM attack.evil(%L); RETURN NULL; END', format('%s(%s)', op, type)));
					INSERT INTO attack.made VALUES ('function');
				EXCEPTION WHEN OTHERS THEN
					NULL;
				END;
			END LOOP;
		END LOOP;
	END $$;
	-- arrays of types, which PostgreSQL makes
	CREATE DOMAIN whole AS int;
	CREATE FUNCTION cast_wholes(whole[]) RETURNS real[] LANGUAGE plpgsql AS $$ BEGIN PERFORM attack.evil('cast of whole[] to real[]'); RETURN '{1,2}'; END $$;
	CREATE CAST (whole[] AS real[]) WITH FUNCTION cast_wholes(whole[]) AS IMPLICIT;
	CREATE FUNCTION cast_pairs(pair[]) RETURNS real[] LANGUAGE plpgsql AS $$ BEGIN PERFORM attack.evil('cast of pair[] to real[]'); RETURN '{1,2}'; END $$;
	CREATE CAST (pair[] AS real[]) WITH FUNCTION cast_pairs(pair[]) AS IMPLICIT;
	CREATE TABLE people (id int PRIMARY KEY, age int, feeling mood, again mood_domain, said word, both_of pair, list mood[], pairs pair[], f jsonb, y float8, kind mood, counts whole[], x real[], of mood);
	INSERT INTO people SELECT i, i % 17, (enum_range(NULL::mood))[1 + i % 3], (enum_range(NULL::mood))[1 + i % 2], 'w' || i % 4, format('(%s,x)', i % 20)::pair, ARRAY[(enum_range(NULL::mood))[1 + i % 12]], NULL, jsonb_build_object('a', i % 5, 'b', i % 7),
		i % 17 + i % 3, (enum_range(NULL::mood))[1 + i / 5 % 3], ARRAY[i % 3, i % 5], ARRAY[i % 3, i % 5], (enum_range(NULL::mood))[1 + i % 12] FROM generate_series(1, 200) i;
	GRANT ALL ON people TO PUBLIC;
	CREATE VIEW seen AS SELECT id, age, feeling, said, y, kind FROM people;
	GRANT SELECT ON seen TO PUBLIC;
	SELECT string_agg(format('%s %s', what, n >= 20), ' ' ORDER BY what) FROM (SELECT what, count(*) AS n FROM made GROUP BY 1) m;
});
is($made, 'cast t function t operator t', 'an attacker with casts, operators and functions') or diag($made);

# They would run: who casts a value or takes it to JSON runs what its owner made.
$node->safe_psql('postgres', 'SELECT feeling::text, to_jsonb(feeling) FROM attack.people LIMIT 1');
is($node->safe_psql('postgres', q{SELECT string_agg(DISTINCT what, ', ' ORDER BY what) FROM attack.ran WHERE as_whom <> 'attacker'}),
	'cast of mood to json, cast of mood to text', 'which do run where they are asked for');
$node->safe_psql('postgres', 'DELETE FROM attack.ran');

my $design = q{aer_design(2, include => '{age,feeling,said}', columns => '{"feeling": ["low", "high"], "said": ["w1", "w2"]}')};
my @calls = (
	[ 'aer_suggest' => q{SELECT length(aer_suggest('attack.people', 'y')::text) > 0} ],
	[ 'aer_suggest of a view' => q{SELECT length(aer_suggest('attack.seen', 'y', 2)::text) > 0} ],
	[ 'aer_suggest of one value' => q{SELECT length(aer_suggest('attack.people', 'kind=low')::text) > 0} ],
	[ 'aer_suggest of a value that is not there' => q{SELECT aer_suggest('attack.people', 'kind=lower')}, qr/The column has "low", "fair", "high"|no row of/ ],
	[ 'aer_learn' => q{SELECT (aer_summary(aer_learn('attack.people', 'y'))).rows} ],
	[ 'aer_learn of words' => q{SELECT (aer_summary(aer_learn('attack.people', 'kind'))).rows} ],
	[ 'aer_learn of one value' => q{SELECT (aer_summary(aer_learn('attack.people', 'feeling=high', 2))).rows} ],
	[ 'aer_learn of numbers' => q{SELECT (aer_summary(aer_learn('attack.people', 'kind', features => 'x'))).rows} ],
	[ 'aer_evaluate of numbers' => q{SELECT aer_evaluate(aer_learn('attack.people', 'kind', 1, features => 'x'), 'attack.people', 'kind', 'x')} ],
	[ 'aer_learn with groups' => q{SELECT count(aer_learn('attack.people', 'y', groups => g, features => f, exclude => CASE WHEN f IS NULL THEN '{again}'::text[] END, keep_rows => CASE WHEN f = 'x' THEN NULL ELSE 20 END))
		FROM unnest('{of,list,both_of}'::text[]) g, unnest('{x,f,NULL}'::text[]) f} ],
	[ 'aer_compare, aer_choose, aer_suggest with groups' => q{SELECT count(c) + count(s) FROM aer_compare('attack.people', 'y', 1, groups => 'of') c, aer_suggest('attack.people', 'y', groups => 'of') s,
		(SELECT count(*) FROM aer_choose('attack.people', 'y', groups => 'of', features => 'f')) n} ],
	[ 'errors by group' => q{SELECT count(*) FROM (SELECT aer_learn('attack.people', 'kind=low') AS m, aer_learn('attack.people', 'kind') AS k) models,
		aer_evaluate(m, 'attack.people', 'kind=low', groups => 'feeling'), aer_confusion(k, 'attack.people', 'kind', groups => 'list'), aer_roc(m, 'attack.people', 'kind=low', groups => 'again'),
		aer_calibration(m, 'attack.people', 'kind=low', groups => 'both_of')} ],
	[ 'aer_drift of a column that was a number' => q{SELECT count(*) FROM aer_drift((SELECT aer_train(n, 'y', aer_design(include => '{age,feeling}', columns => '{"feeling": [1, 2]}'), id) FROM (SELECT id, age, id % 5 AS feeling, y FROM attack.people) n), 'attack.people')},
		qr/column "feeling" is of type attack.mood/ ],
	[ 'aer_drift' => q{SELECT count(*) FROM aer_drift(aer_learn('attack.people', 'y'), 'attack.people')} ],
	[ 'aer_drift of complete rows' => q{SELECT count(*) FROM aer_drift(aer_trim(aer_learn('attack.people', 'y')), 'attack.people')} ],
	[ 'aer_learn of an array of a domain' => q{SELECT aer_learn('attack.people', 'y', features => 'counts')}, qr/neither an array of numbers nor jsonb\nHINT:  Cast it to integer\[\], in a view/ ],
	[ 'aer_learn of an array of pairs' => q{SELECT aer_learn('attack.people', 'y', features => 'pairs')}, qr/neither an array of numbers nor jsonb\nHINT:  Leave "features" out/ ],
	[ 'aer_worklist of an array of a domain' => q{SELECT count(*) FROM aer_worklist(aer_design(1), 'attack.people', 'id', features => 'counts')}, qr/neither jsonb nor an array of numbers/ ],
	[ 'aer_worklist of an array of pairs' => q{SELECT count(*) FROM aer_worklist(aer_design(1), 'attack.people', 'id', features => 'pairs')}, qr/neither jsonb nor an array of numbers/ ],
	[ 'aer_compare' => q{SELECT count(*) FROM aer_compare('attack.people', 'kind=low', '{1,2}'::float8[])} ],
	[ 'aer_compare of numbers' => q{SELECT count(*) FROM aer_compare('attack.people', 'kind', 1, features => 'x')} ],
	[ 'aer_compare of an array of a domain' => q{SELECT count(*) FROM aer_compare('attack.people', 'y', features => 'counts')}, qr/neither an array of numbers nor jsonb/ ],
	[ 'aer_compare of a query' => q{SELECT count(*) FROM aer_compare('SELECT x AS features, feeling AS target FROM attack.people', ARRAY[aer_design()], 2)} ],
	[ 'aer_compare of a query of rows' => q{SELECT count(*) FROM aer_compare('SELECT p AS features, ''kind'' AS target FROM attack.people p', ARRAY[aer_design(include => '{age}')], 2)} ],
	[ 'aer_compare of a query of an array of a domain' => q{SELECT count(*) FROM aer_compare('SELECT counts AS features, y AS target FROM attack.people', ARRAY[aer_design()], 2)}, qr/has an unsupported type/ ],
	[ 'aer_choose of documents' => q{SELECT count(*) FROM aer_choose('attack.people', 'kind', features => 'f')} ],
	[ 'aer_train of rows' => q{SELECT aer_train(p, 'kind', } . $design . q{, id) IS NULL FROM attack.people p} ],
	[ 'aer_worklist' => q{SELECT count(*) FROM aer_worklist(} . $design . q{, 'attack.people', 'id')} ],
	[ 'aer_explain, aer_predict' => q{WITH m AS MATERIALIZED (SELECT aer_learn('attack.people', 'y') AS model)
		SELECT count(*), count(e.value), min(aer_predict(model, p)) IS NULL FROM m, attack.people p, aer_explain(model, p) e} ],
	[ 'aer_follow, aer_check' => q{CREATE TABLE followed AS SELECT * FROM attack.people; ALTER TABLE followed ADD PRIMARY KEY (id);
		SELECT aer_follow('followed', 'y', } . $design . q{, 'id', 'public.people_log') IS NULL; UPDATE followed SET age = 3 WHERE id < 5; SELECT count(*) FROM aer_check('public.people_log', true); SELECT aer_unfollow('public.people_log')} ],
	[ 'aer_follow of words' => q{CREATE TABLE followed_kinds AS SELECT * FROM attack.people; ALTER TABLE followed_kinds ADD PRIMARY KEY (id);
		SELECT aer_follow('followed_kinds', 'kind', log => 'kinds_log') IS NULL, aer_follow('followed_kinds', 'again', } . $design . q{, 'id', 'again_log') IS NULL;
		UPDATE followed_kinds SET kind = feeling, again = 'low' WHERE id < 50; DELETE FROM followed_kinds WHERE id < 5; SELECT aer_refollow('again_log') IS NULL;
		DO $$ BEGIN ASSERT (SELECT bool_and(sound) FROM (SELECT (aer_check('kinds_log', true)).sound UNION ALL SELECT (aer_check('again_log', true)).sound) s); END $$;
		SELECT count(*) FROM aer_compact('kinds_log', true); SELECT aer_unfollow('kinds_log'), aer_unfollow('again_log')} ],
	[ 'aer_follow of documents with groups' => q{CREATE TABLE followed_documents AS SELECT id, f, feeling, again, y FROM attack.people; ALTER TABLE followed_documents ADD PRIMARY KEY (id);
		UPDATE followed_documents SET feeling = NULL, again = NULL WHERE id < 9;
		SELECT aer_follow('followed_documents', 'y', aer_design(groups => g, include => '{a,b}'), log => g || '_documents', features => 'f') FROM unnest('{feeling,again}'::text[]) g;
		UPDATE followed_documents SET feeling = 'low' WHERE id < 50; DELETE FROM followed_documents WHERE id < 5;
		DO $$ BEGIN ASSERT (SELECT bool_and(sound) FROM unnest('{feeling_documents,again_documents}'::text[]) l, aer_check(l::regclass, true)); END $$;
		SELECT aer_unfollow('feeling_documents'), aer_unfollow('again_documents')} ]);
foreach my $call (@calls)
{
	my ($what, $query, $expected) = @$call;
	my ($status, $out, $error) = $node->psql('postgres', $query);

	if (defined $expected)
	{
		like($error, $expected, "$what: what it says");
		unlike($error, qr/ran a/, "$what: nothing of the attacker's runs before the error");
	}
	else { is($error, '', "$what: no error") }
	is($node->safe_psql('postgres', q{SELECT string_agg(DISTINCT as_whom || ' ran a ' || what, ', ') FROM attack.ran WHERE as_whom <> 'attacker'}), '', "$what: nothing of the attacker's runs");
	$node->safe_psql('postgres', 'DELETE FROM attack.ran');
}
stop_server($node);

