--
-- aer_train_chunks: training by ranges of a key, a transaction for each
--
SET client_min_messages = warning;
\set SHOW_CONTEXT never
CREATE EXTENSION IF NOT EXISTS aer;
CREATE SCHEMA chunks;
SET search_path = chunks, public;
SET timezone = 'UTC';

-- numbers without rounding, so that sums do not depend on how they are added
CREATE TABLE readings (id int PRIMARY KEY, a int, b int, ok boolean, note text, y int);
INSERT INTO readings SELECT i, i % 7, (i * i) % 11, i % 3 = 0, 'note', (i % 7) * 2 - (i * i) % 11 FROM generate_series(1, 1000) i;
ANALYZE readings;
-- what is done: how many chunks, rows, whether all is done, where moments and models are
CREATE VIEW told AS SELECT NULL::text AS progress, NULL::bigint AS chunks, NULL::text AS last_key, NULL::bigint AS rows, NULL::boolean AS done, NULL::text AS moments, NULL::text AS models;
CREATE FUNCTION told(progress regclass) RETURNS SETOF told LANGUAGE plpgsql AS $$
BEGIN
	RETURN QUERY EXECUTE format('SELECT %L, max(chunk), (array_agg(last_key::text ORDER BY chunk DESC))[1], max(rows), (array_agg(rows_left = 0 ORDER BY chunk DESC))[1],
		string_agg(chunk::text, '','' ORDER BY chunk) FILTER (WHERE moments IS NOT NULL), string_agg(chunk::text, '','' ORDER BY chunk) FILTER (WHERE model IS NOT NULL) FROM %s', progress, progress);
END $$;

-- a streaming learner: as if all were one statement, to the bit, whatever the size of chunks
CALL aer_train_chunks('readings', 'y', aer_ridge(budget => 2), 'id', 'stream', chunk_rows => 300);
CALL aer_train_chunks('readings', 'y', aer_ridge(budget => 2), 'id', 'stream_of_one', chunk_rows => 1000);
SELECT * FROM told('stream');
SELECT * FROM told('stream_of_one');
SELECT s.model = t.model AS as_one_chunk, s.model = (SELECT aer_train(r.*, 'y', aer_ridge(budget => 2, exclude => '{id}') ORDER BY id) FROM readings r) AS as_one_statement
FROM stream s, stream_of_one t WHERE s.model IS NOT NULL AND t.model IS NOT NULL;

-- a design: the moments are those of one statement, and the model is a fit of them
CALL aer_train_chunks('readings', 'y', aer_design(budget => 2), 'id', 'design', chunk_rows => 300);
SELECT * FROM told('design');
CREATE VIEW whole AS SELECT aer_moments(r.*, 'y', aer_design(budget => 2, exclude => '{id}'), id) AS moments FROM readings r;
SELECT d.moments = w.moments AS same_moments, d.model = aer_fit_ridge(d.moments) AS same_model,
	(SELECT max(abs(a.weight - b.weight)) < 1e-9 FROM aer_weights(d.model) a JOIN aer_weights((SELECT aer_train(r.*, 'y', aer_design(budget => 2, exclude => '{id}'), id) FROM readings r)) b USING (attribute)) AS as_one_statement
FROM design d, whole w WHERE d.model IS NOT NULL;

-- done: nothing changes
CREATE TABLE before AS SELECT chunk, rows, rows_left, at, model, moments FROM design;
CALL aer_train_chunks('readings', 'y', aer_design(budget => 2), 'id', 'design', chunk_rows => 10);
SELECT count(*) FROM (TABLE before EXCEPT SELECT chunk, rows, rows_left, at, model, moments FROM design) s;
-- rows behind the last key are taken, those before it are not seen again
UPDATE readings SET y = 1000 WHERE id = 1;
INSERT INTO readings SELECT i, 1, 2, true, '', 3 FROM generate_series(1001, 1450) i;
CALL aer_train_chunks('readings', 'y', aer_design(budget => 2), 'id', 'design', chunk_rows => 300);
CALL aer_train_chunks('readings', 'y', aer_ridge(budget => 2), 'id', 'stream', chunk_rows => 300);
SELECT * FROM told('design');
SELECT * FROM told('stream');
SELECT s.rows, s.skipped FROM design, aer_summary(model) s WHERE model IS NOT NULL;
UPDATE readings SET y = 1 WHERE id = 1;
SELECT s.model = (SELECT aer_train(r.*, 'y', aer_ridge(budget => 2, exclude => '{id}') ORDER BY id) FROM readings r) AS as_one_statement FROM stream s WHERE model IS NOT NULL;

-- rows without a target, in chunks of which nothing can be learned: they are skipped and counted
CREATE TABLE late (id uuid PRIMARY KEY, x float8[], y float8);
INSERT INTO late SELECT md5(i::text)::uuid, ARRAY[i % 5, i % 3], NULL FROM generate_series(1, 200) i;
UPDATE late SET y = x[1] + x[2] FROM (SELECT id FROM late ORDER BY id OFFSET 90 LIMIT 70) l WHERE l.id = late.id;
CALL aer_train_chunks('late', 'y', aer_ridge(radius => 4), 'id', 'late_stream', 'x', 10);
CALL aer_train_chunks('late', 'y', aer_design(), 'id', 'late_design', 'x', 10);
SELECT * FROM told('late_stream');
SELECT * FROM told('late_design');
SELECT s.rows, s.skipped FROM late_stream, aer_summary(model) s WHERE model IS NOT NULL;
SELECT s.model = (SELECT aer_train(x, y, aer_ridge(radius => 4) ORDER BY id) FROM late) AS as_one_statement FROM late_stream s WHERE model IS NOT NULL;
-- the design knows a record by the hash of its key
SELECT d.rows, (SELECT sum(reads) FROM aer_attributes(d.moments)) AS reads FROM late_design d WHERE moments IS NOT NULL;
CALL aer_train_chunks('late', 'y', aer_design(budget => 1), 'id', 'hashed', 'x', 10);
SELECT h.moments = (SELECT aer_moments(x, y, aer_design(budget => 1), hashtextextended(id::text COLLATE "C", 0)) FROM (SELECT * FROM late ORDER BY id LIMIT 160) l) AS by_hash FROM hashed h WHERE moments IS NOT NULL;

-- no row, no model; and rows of which none has a target
CREATE TABLE nothing (id bigint PRIMARY KEY, x int[], y int);
CALL aer_train_chunks('nothing', 'y', aer_design(), 'id', 'nothing_done', 'x');
SELECT * FROM told('nothing_done');
INSERT INTO nothing VALUES (1, '{1,2}', NULL), (2, NULL, 3);
SET client_min_messages = notice;
CALL aer_train_chunks('nothing', 'y', aer_design(), 'id', 'nothing_done', 'x', 1);
SET client_min_messages = warning;
SELECT * FROM told('nothing_done');
INSERT INTO nothing SELECT i, ARRAY[i, i % 3], i FROM generate_series(3, 12) i;
CALL aer_train_chunks('nothing', 'y', aer_design(), 'id', 'nothing_done', 'x', 5);
SELECT * FROM told('nothing_done');
SELECT s.rows, s.skipped FROM nothing_done, aer_summary(model) s WHERE model IS NOT NULL;

-- keys of every type, domains and odd names among them; jsonb with the target in it or beside it; a design knows the record whatever DateStyle is
CREATE DOMAIN day AS date;
CREATE TABLE "Odd ""table" ("Key %s" day PRIMARY KEY, ts timestamp UNIQUE NOT NULL, tz timestamptz UNIQUE NOT NULL, small int2 UNIQUE NOT NULL, big int8 UNIQUE NOT NULL,
	txt text COLLATE "C" UNIQUE NOT NULL, var varchar(20) UNIQUE NOT NULL, j jsonb, "it's y" float4);
INSERT INTO "Odd ""table" SELECT '2020-01-01'::date + i, '2020-01-01'::timestamp + i * '1 hour'::interval, '1999-12-31 UTC'::timestamptz + i * '1 s'::interval, i, i,
	'k' || i, md5(i::text)::varchar(20), jsonb_build_object('a', i % 5, 'b', i % 7, 'y', i % 5 - i % 7), i % 5 - i % 7 FROM generate_series(1, 100) i;
DO $$
DECLARE
	k text;
	one aer_moments;
	same boolean;
BEGIN
	FOREACH k IN ARRAY ARRAY['Key %s', 'ts', 'tz', 'small', 'big', 'txt', 'var'] LOOP
		SET datestyle = 'German';
		SET timezone = 'Asia/Tokyo';
		CALL aer_train_chunks('"Odd ""table"', 'it''s y', aer_design(budget => 1, include => '{a,b}'), k, '"of ' || k || '"', 'j', 40);
		SET datestyle = 'ISO';
		SET timezone = 'UTC';
		CALL aer_train_chunks('"Odd ""table"', 'it''s y', aer_design(budget => 1, include => '{a,b}'), k, '"again ' || k || '"', 'j', 33);
		EXECUTE format('SELECT a.moments = b.moments FROM %I a, %I b WHERE a.moments IS NOT NULL AND b.moments IS NOT NULL', 'of ' || k, 'again ' || k) INTO same;
		EXECUTE format('SELECT moments FROM %I WHERE chunk = 3', 'of ' || k) INTO one;
		RAISE WARNING '%: %, % reads', k, same, (SELECT sum(reads) FROM aer_attributes(one));
	END LOOP;
	-- inside the features
	CALL aer_train_chunks('"Odd ""table"', 'y', aer_design(budget => 1, include => '{a,b}'), 'big', 'inside', 'j', 40);
END $$;
SELECT i.moments = b.moments AS target_inside FROM inside i, "of big" b WHERE i.chunk = 3 AND b.chunk = 3;
SELECT b.moments = (SELECT aer_moments(j, "it's y", aer_design(budget => 1, include => '{a,b}'), ("Key %s" - '2000-01-01'::date)::bigint) FROM "Odd ""table") AS by_day FROM "of Key %s" b WHERE chunk = 3;
SELECT b.moments = (SELECT aer_moments(j, "it's y", aer_design(budget => 1, include => '{a,b}'), (extract(epoch FROM tz - '2000-01-01 UTC') * 1000000)::bigint) FROM "Odd ""table") AS by_microsecond FROM "of tz" b WHERE chunk = 3;

-- integer keys, dense and with gaps, up to their ends: no chunk has more rows than were asked for
CREATE TABLE gaps (id bigint PRIMARY KEY, small int2 UNIQUE NOT NULL, medium int UNIQUE NOT NULL, x int[], y int);
INSERT INTO gaps SELECT CASE WHEN i <= 100 THEN -9223372036854775808 + i WHEN i <= 200 THEN i WHEN i <= 300 THEN i * 3 WHEN i <= 400 THEN i * 1000000000000 ELSE 9223372036854775807 - 500 + i END,
	32767 - 500 + i, 2147483647 - 500 + i, ARRAY[i % 5, i % 7], i % 5 - i % 7 FROM generate_series(1, 500) i WHERE i % 50 > 0 OR i = 500;
DELETE FROM gaps WHERE small BETWEEN 32767 - 60 AND 32767 - 20;
DO $$
DECLARE
	k text;
	n int;
BEGIN
	FOREACH k IN ARRAY ARRAY['id', 'small', 'medium'] LOOP
		CALL aer_train_chunks('gaps', 'y', aer_lasso(radius => 4, step => 0.01), k, 'gaps_' || k, 'x', 20);
		EXECUTE format('SELECT max(n) FROM (SELECT rows - lag(rows) OVER (ORDER BY chunk) AS n FROM %I) s', 'gaps_' || k) INTO n;
		RAISE WARNING '%: at most % rows a chunk', k, n;
	END LOOP;
END $$;
SELECT * FROM told('gaps_id') UNION ALL SELECT * FROM told('gaps_small') UNION ALL SELECT * FROM told('gaps_medium');
SELECT s.model = i.model AND s.model = m.model AND s.model = (SELECT aer_train(x, y, aer_lasso(radius => 4, step => 0.01) ORDER BY id) FROM gaps) AS as_one_statement
FROM gaps_id i, gaps_small s, gaps_medium m WHERE i.model IS NOT NULL AND s.model IS NOT NULL AND m.model IS NOT NULL;

-- rows with equal keys are in one chunk, and keys that many rows share are no dense ones
CREATE TABLE ties (day int, id int, x int[], y int, PRIMARY KEY (day, id));
INSERT INTO ties SELECT i / 50, i, ARRAY[i % 5, i % 7], i % 5 - i % 7 FROM generate_series(0, 499) i;
CALL aer_train_chunks('ties', 'y', aer_design(), 'day', 'ties_done', 'x', 60);
SELECT chunk, last_key, rows FROM ties_done ORDER BY chunk;

-- partitions, views, materialized views; keys of views may be NULL, and such rows are never reached
CREATE TABLE parts (id int, day int, a int, b int, y int, PRIMARY KEY (id, day)) PARTITION BY RANGE (day);
CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM (0) TO (5);
CREATE TABLE parts_2 (y int, b int, dropped int, a int, day int NOT NULL, id int NOT NULL);
ALTER TABLE parts_2 DROP dropped;
ALTER TABLE parts ATTACH PARTITION parts_2 FOR VALUES FROM (5) TO (10);
INSERT INTO parts SELECT id, id % 10, a, b, y FROM readings;
CREATE VIEW view AS SELECT CASE WHEN id > 1400 THEN NULL ELSE id END AS id, a, b, y FROM readings;
CREATE MATERIALIZED VIEW kept AS SELECT id, a, b, y FROM readings;
CREATE UNIQUE INDEX ON kept (id);
CALL aer_train_chunks('parts', 'y', aer_lasso(include => '{a,b}'), 'id', 'of_parts', chunk_rows => 400);
CALL aer_train_chunks('kept', 'y', aer_lasso(include => '{a,b}'), 'id', 'of_kept', chunk_rows => 200);
CALL aer_train_chunks('view', 'y', aer_lasso(include => '{a,b}'), 'id', 'of_view', chunk_rows => 200);
SELECT * FROM told('of_parts');
SELECT * FROM told('of_view');
SELECT p.model = k.model AS same FROM of_parts p, of_kept k WHERE p.model IS NOT NULL AND k.model IS NOT NULL;

-- what was begun goes on as it was begun
CALL aer_train_chunks('readings', 'y', aer_design(budget => 3), 'id', 'design');
CALL aer_train_chunks('readings', 'a', aer_design(budget => 2), 'id', 'design');
CALL aer_train_chunks('parts', 'y', aer_design(budget => 2), 'id', 'design');
CALL aer_train_chunks('kept', 'y', aer_ridge(budget => 2), 'id', 'stream');
CALL aer_train_chunks('late', 'y', aer_design(budget => 2), 'id', 'design', 'x');
CALL aer_train_chunks('gaps', 'y', aer_lasso(radius => 4, step => 0.01), 'id', 'gaps_id');
CREATE TABLE altered (LIKE readings INCLUDING ALL);
INSERT INTO altered SELECT * FROM readings;
CALL aer_train_chunks('altered', 'y', aer_design(budget => 2), 'id', 'altered_design');
CALL aer_train_chunks('altered', 'y', aer_ridge(budget => 2), 'id', 'altered_stream');
ALTER TABLE altered ADD note_2 text, DROP note;
CALL aer_train_chunks('altered', 'y', aer_design(budget => 2), 'id', 'altered_design');
ALTER TABLE altered ADD c int;
CALL aer_train_chunks('altered', 'y', aer_design(budget => 2), 'id', 'altered_design');
ALTER TABLE altered DROP c, ALTER a TYPE float4;
CALL aer_train_chunks('altered', 'y', aer_ridge(budget => 2), 'id', 'altered_stream');
ALTER TABLE altered ALTER a TYPE int;
ALTER TABLE altered RENAME b TO c;
CALL aer_train_chunks('altered', 'y', aer_ridge(budget => 2), 'id', 'altered_stream');
ALTER TABLE altered RENAME c TO b;
CALL aer_train_chunks('altered', 'y', aer_ridge(budget => 2), 'id', 'altered_stream');
ALTER TABLE altered RENAME TO renamed_source;
CALL aer_train_chunks('renamed_source', 'y', aer_ridge(budget => 2), 'id', 'altered_stream');
-- as long as no chunk is done it may change
CALL aer_train_chunks('readings', 'y', aer_ridge(budget => 20), 'id', 'first', chunk_rows => 300);
SELECT * FROM told('first');
CALL aer_train_chunks('readings', 'y', aer_ridge(budget => 2), 'id', 'first', chunk_rows => 300);
SELECT * FROM told('first');

-- what was learned so far is in the last chunk: without it there is no going on
CREATE TABLE cut_design AS SELECT * FROM design WHERE chunk < 3;
CREATE TABLE cut_stream AS SELECT * FROM stream WHERE chunk < 3;
CREATE TABLE cut_key AS SELECT * FROM design;
UPDATE cut_key SET last_key = NULL WHERE chunk > 0;
CALL aer_train_chunks('readings', 'y', aer_design(budget => 2), 'id', 'cut_design');
CALL aer_train_chunks('readings', 'y', aer_ridge(budget => 2), 'id', 'cut_stream');
CALL aer_train_chunks('readings', 'y', aer_design(budget => 2), 'id', 'cut_key');

-- an error says where, and loses its chunk alone
ALTER TABLE nothing ADD z float8;
UPDATE nothing SET z = id;
UPDATE nothing SET z = 'NaN' WHERE id = 8;
\set VERBOSITY terse
CALL aer_train_chunks('nothing', 'z', aer_ridge(include => '{y,id}', missing => 'skip'), 'id', 'nan', chunk_rows => 3);
\set VERBOSITY default
SELECT chunk, last_key, rows FROM nan ORDER BY chunk;
UPDATE nothing SET z = 8 WHERE id = 8;
CALL aer_train_chunks('nothing', 'z', aer_ridge(include => '{y,id}', missing => 'skip'), 'id', 'nan', chunk_rows => 3);
SELECT n.model = (SELECT aer_train(t.*, 'z', aer_ridge(include => '{y,id}', missing => 'skip') ORDER BY id) FROM nothing t) AS as_if_nothing_had_been FROM nan n WHERE model IS NOT NULL;

-- refused
CALL aer_train_chunks(NULL, 'y', aer_design(), 'id', 'p');
CALL aer_train_chunks('readings', NULL, aer_design(), 'id', 'p');
CALL aer_train_chunks('readings', 'y', NULL, 'id', 'p');
CALL aer_train_chunks('readings', 'y', aer_design(), NULL, 'p');
CALL aer_train_chunks('readings', 'y', aer_design(), 'id', NULL);
CALL aer_train_chunks('readings', 'y', aer_design(), 'id', 'p', chunk_rows => 0);
CALL aer_train_chunks('readings', 'y', aer_design(), 'id', 'p', chunk_rows => NULL);
CALL aer_train_chunks('readings', 'y', aer_design(), 'ID', 'p');
CALL aer_train_chunks('readings', 'yy', aer_design(), 'id', 'p');
CALL aer_train_chunks('readings', 'id', aer_design(), 'id', 'p');
CALL aer_train_chunks('readings', 'y', aer_design(), 'id', 'p', 'x');
CALL aer_train_chunks('readings', 'y', aer_design(), 'id', 'p', 'note');
CALL aer_train_chunks('readings', 'y', aer_design(exclude => '{iid}'), 'id', 'p');
CALL aer_train_chunks('readings', 'y', aer_design(sampling => 'learned'), 'id', 'p');
CALL aer_train_chunks('readings', 'y', '{"learner": "magic"}', 'id', 'p');
CALL aer_train_chunks('readings', 'y', aer_design(), 'a', 'p');
CALL aer_train_chunks('readings', 'y', aer_design(), 'ok', 'p');
CALL aer_train_chunks('readings', 'y', aer_design(), 'id', 'a.b.c.d');
\set VERBOSITY terse
CALL aer_train_chunks('readings', 'y', aer_design(), 'id', 'no_schema.p');
\set VERBOSITY default
CALL aer_train_chunks('readings', 'y', aer_design(), 'id', 'readings');
CALL aer_train_chunks('readings', 'y', aer_design(), 'id', 'hashed');
CALL aer_train_chunks('late', 'y', aer_design(exclude => '{id}'), 'id', 'p', 'x');
CREATE TABLE keys (nullable int UNIQUE, plain int NOT NULL, half int NOT NULL, pattern text NOT NULL, other text NOT NULL, second int NOT NULL, y int);
CREATE INDEX ON keys (plain);
CREATE UNIQUE INDEX ON keys (half) WHERE half > 3;
CREATE UNIQUE INDEX ON keys (pattern text_pattern_ops);
CREATE UNIQUE INDEX ON keys (other COLLATE "POSIX");
CREATE UNIQUE INDEX ON keys (plain, second);
-- From 18 on NOT NULL may be there, and never have been checked.
DO $$ BEGIN
	IF current_setting('server_version_num')::int >= 180000 THEN
		EXECUTE 'ALTER TABLE keys ADD CONSTRAINT unchecked NOT NULL nullable NOT VALID';
	END IF;
END $$;
CALL aer_train_chunks('keys', 'y', aer_design(), 'nullable', 'p');
CALL aer_train_chunks('keys', 'y', aer_design(), 'half', 'p');
CALL aer_train_chunks('keys', 'y', aer_design(), 'pattern', 'p');
CALL aer_train_chunks('keys', 'y', aer_design(), 'other', 'p');
CALL aer_train_chunks('keys', 'y', aer_design(), 'second', 'p');
CALL aer_train_chunks('keys', 'y', aer_design(), 'plain', 'of_keys');
DELETE FROM nan WHERE chunk = 0;
CALL aer_train_chunks('nothing', 'z', aer_ridge(include => '{y,id}', missing => 'skip'), 'id', 'nan', chunk_rows => 3);
DROP TABLE p;

-- in a transaction block or a function it could not commit
BEGIN;
CALL aer_train_chunks('readings', 'y', aer_design(), 'id', 'p');
ROLLBACK;
CREATE FUNCTION calls() RETURNS void LANGUAGE plpgsql AS $$ BEGIN CALL aer_train_chunks('readings', 'y', aer_design(), 'id', 'p'); END $$;
SELECT calls();
CREATE PROCEDURE calls_it() LANGUAGE plpgsql AS $$ BEGIN CALL aer_train_chunks('readings', 'y', aer_design(), 'id', 'called', chunk_rows => 1000); END $$;
CALL calls_it();
SELECT * FROM told('called');

-- the caller's rights, and the rows that he sees
CREATE ROLE aer_chunks_user;
GRANT USAGE, CREATE ON SCHEMA chunks TO aer_chunks_user;
SET SESSION AUTHORIZATION aer_chunks_user;
CALL aer_train_chunks('readings', 'y', aer_design(), 'id', 'p');
SELECT to_regclass('p');
RESET SESSION AUTHORIZATION;
GRANT SELECT ON readings TO aer_chunks_user;
ALTER TABLE readings ENABLE ROW LEVEL SECURITY;
CREATE POLICY half ON readings USING (id % 2 = 0);
SET SESSION AUTHORIZATION aer_chunks_user;
CALL aer_train_chunks('readings', 'y', aer_design(), 'id', 'of_user', chunk_rows => 500);
SELECT * FROM told('of_user');
RESET SESSION AUTHORIZATION;
ALTER TABLE readings DISABLE ROW LEVEL SECURITY;
ALTER TABLE of_user FORCE ROW LEVEL SECURITY, ENABLE ROW LEVEL SECURITY;
SET SESSION AUTHORIZATION aer_chunks_user;
CALL aer_train_chunks('readings', 'y', aer_design(), 'id', 'of_user');
RESET SESSION AUTHORIZATION;

-- into what another role owns nobody trains, whatever he may: its triggers would run as who calls
CREATE ROLE aer_chunks_owner;
GRANT USAGE ON SCHEMA chunks TO aer_chunks_owner;
CREATE TABLE planted (LIKE design INCLUDING ALL);
INSERT INTO planted SELECT * FROM design WHERE chunk = 0;
CREATE TABLE tricked (role name);
GRANT INSERT ON tricked TO PUBLIC;
CREATE FUNCTION trick() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO chunks.tricked VALUES (current_user); RETURN NEW; END $$;
CREATE TRIGGER trick BEFORE INSERT OR UPDATE ON planted FOR EACH ROW EXECUTE FUNCTION trick();
ALTER TABLE planted OWNER TO aer_chunks_owner;
GRANT ALL ON planted TO aer_chunks_user;
CALL aer_train_chunks('readings', 'y', aer_design(budget => 2), 'id', 'planted');
GRANT aer_chunks_owner TO aer_chunks_user;
SET SESSION AUTHORIZATION aer_chunks_user;
CALL aer_train_chunks('readings', 'y', aer_design(budget => 2), 'id', 'planted');
RESET SESSION AUTHORIZATION;
SELECT count(*) FROM tricked;
-- but as that role he may
GRANT SELECT ON readings TO aer_chunks_owner;
SET SESSION AUTHORIZATION aer_chunks_user;
SET ROLE aer_chunks_owner;
CALL aer_train_chunks('readings', 'y', aer_design(budget => 2), 'id', 'planted');
RESET SESSION AUTHORIZATION;
SELECT * FROM told('planted');
SELECT DISTINCT role FROM tricked;

-- a search_path in which operators, functions and types are others
CREATE SCHEMA hostile;
CREATE FUNCTION hostile.wrong(int, int) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RAISE 'hostile'; END $$;
CREATE FUNCTION hostile.wrong(bigint, int) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RAISE 'hostile'; END $$;
CREATE FUNCTION hostile.wrong(bigint, bigint) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RAISE 'hostile'; END $$;
CREATE FUNCTION hostile.wrong(text, text) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RAISE 'hostile'; END $$;
DO $$
DECLARE
	o text;
BEGIN
	FOREACH o IN ARRAY ARRAY['=', '<>', '<', '>', '<=', '>='] LOOP
		EXECUTE format('CREATE OPERATOR hostile.%s (LEFTARG = int, RIGHTARG = int, FUNCTION = hostile.wrong)', o);
		EXECUTE format('CREATE OPERATOR hostile.%s (LEFTARG = bigint, RIGHTARG = int, FUNCTION = hostile.wrong)', o);
		EXECUTE format('CREATE OPERATOR hostile.%s (LEFTARG = bigint, RIGHTARG = bigint, FUNCTION = hostile.wrong)', o);
		EXECUTE format('CREATE OPERATOR hostile.%s (LEFTARG = text, RIGHTARG = text, FUNCTION = hostile.wrong)', o);
	END LOOP;
END $$;
CREATE FUNCTION hostile.aer_fit_ridge(public.aer_moments) RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION hostile.jsonb_each_text(jsonb, OUT key text, OUT value text) RETURNS SETOF record LANGUAGE sql AS $$ SELECT 'a', 'b' $$;
CREATE FUNCTION hostile.left(text, int) RETURNS text LANGUAGE sql AS 'SELECT $1';
CREATE TYPE hostile.jsonb AS (a int);
CREATE TYPE hostile.text AS (a int);
CREATE TYPE hostile.int8 AS (a int);
SET search_path = hostile, pg_catalog, public;
CALL public.aer_train_chunks('chunks.readings', 'y', public.aer_design(budget => 2), 'id', 'chunks.unhurt', chunk_rows => 700);
CALL public.aer_train_chunks('chunks.readings', 'y', public.aer_design(budget => 2), 'id', 'chunks.unhurt', chunk_rows => 700);
CALL public.aer_train_chunks('chunks.readings', 'y', public.aer_ridge(budget => 2), 'id', 'chunks.unhurt_stream', chunk_rows => 700);
SET search_path = chunks, public;
SELECT * FROM told('unhurt');
SELECT u.model = f.model AS same FROM unhurt_stream u, first f WHERE u.model IS NOT NULL AND f.model IS NOT NULL;
-- columns that others added, and a trigger, are left alone; a renamed table is found by its name
ALTER TABLE unhurt ADD note text DEFAULT 'mine';
ALTER TABLE unhurt RENAME TO renamed;
INSERT INTO readings (id, a, b, ok, y) VALUES (2000, 1, 1, true, 1);
CALL aer_train_chunks('readings', 'y', aer_design(budget => 2), 'id', 'renamed');
SELECT chunk, last_key, rows, note FROM renamed ORDER BY chunk;

-- nothing is expected behind the last key, or more than a bigint can count: it is fitted all the same
CREATE TABLE checked (k int PRIMARY KEY CHECK (k <= 100), x int[], y int);
INSERT INTO checked SELECT i, ARRAY[i % 7, i % 5], i % 11 FROM generate_series(1, 100) i;
SET constraint_exclusion = on;
CALL aer_train_chunks('checked', 'y', aer_design(), 'k', 'checked_p', 'x', 50);
RESET constraint_exclusion;
CREATE FUNCTION one_of_many() RETURNS SETOF int LANGUAGE plpgsql IMMUTABLE ROWS 1e30 AS 'BEGIN RETURN NEXT 1; END';
CREATE VIEW many AS SELECT c.* FROM checked c, one_of_many();
CALL aer_train_chunks('many', 'y', aer_design(), 'k', 'many_p', 'x', 50);
SELECT * FROM told('checked_p') UNION ALL SELECT * FROM told('many_p');
-- after a commit, a predicate is read anew that has to be computed, of which a query is part
CREATE FUNCTION two() RETURNS int LANGUAGE sql IMMUTABLE SET search_path = '' AS 'SELECT 2';
CREATE UNIQUE INDEX checked_some ON checked (k) WHERE k > two();
CREATE FUNCTION renew() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ALTER INDEX checked_some SET (fillfactor = 90); RETURN NEW; END $$;
CREATE TABLE renewed (LIKE checked_p INCLUDING ALL);
INSERT INTO renewed SELECT * FROM checked_p WHERE chunk = 0;
CREATE TRIGGER renew AFTER INSERT ON renewed FOR EACH ROW EXECUTE FUNCTION renew();
CALL aer_train_chunks('checked', 'y', aer_design(), 'k', 'renewed', 'x', 30);
SELECT * FROM told('renewed');
SELECT count(DISTINCT moments::text) FROM (SELECT moments FROM checked_p UNION ALL SELECT moments FROM renewed) s;

SET client_min_messages = error;
DROP SCHEMA chunks, hostile CASCADE;
DROP ROLE aer_chunks_user, aer_chunks_owner;
