--
-- From a table to a model
--
SET client_min_messages = warning;
\set SHOW_CONTEXT never
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;

-- aer_learn is aer_train over the columns of the design of aer_suggest, with the primary key.
CREATE TABLE credit AS SELECT i AS id, 20 + i * 7 % 41 AS age, (ARRAY['car', 'tv', 'house'])[1 + i * i % 3] AS purpose, CASE WHEN i % 9 > 0 THEN i * 13 % 1000 END AS amount,
	date '2020-01-01' + i * 17 % 500 AS since, 'note ' || i AS note, 1 AS one, '{}'::jsonb AS facts, CASE WHEN i * 7 % 41 + i * i % 11 > 25 THEN 'good' ELSE 'bad' END AS class FROM generate_series(1, 1000) i;
CREATE VIEW seen AS SELECT *, class = 'good' AS good FROM credit;
ALTER TABLE credit ADD PRIMARY KEY (id);
CREATE TABLE models AS SELECT aer_learn('credit', 'class=good', 3) AS m;
SELECT m = aer_train(s.*, 'good', (SELECT aer_suggest('seen', 'good', 3, '{id,class}')), s.id) AS same_weights, (aer_summary(m)).rows, (aer_summary(m)).reads FROM models, seen s GROUP BY m;
SELECT error_rate < 0.2 AS learned, rows, skipped FROM (SELECT (aer_evaluate(m, s.*, 'good')).* FROM models, seen s) e;
SELECT count(*) AS rows, count(aer_probability(m, credit)) AS probabilities FROM models, credit;
SELECT aer_learn('credit', 'class=good', 3) = m AS again FROM models;
-- with a key, another order of rows gives the same model
CREATE TABLE turned AS SELECT * FROM credit ORDER BY id DESC;
ALTER TABLE turned ADD PRIMARY KEY (id);
SELECT max(abs(a.weight - b.weight)) < 1e-9 AS any_order FROM models, aer_weights(m) a JOIN aer_weights(aer_learn('turned', 'class=good', 3)) b USING (attribute);
-- of the view neither the key nor that there is a copy of the target is said
SELECT (aer_summary(aer_learn('seen', 'good', 3))).rows;
SELECT max(abs(a.weight - b.weight)) < 1e-9 AS by_that_key FROM models, aer_weights(m) a JOIN aer_weights(aer_learn('seen', 'good', 3, key => 'id')) b USING (attribute);
-- no more than the columns of the design is read
CREATE ROLE aer_learn_nurse;
GRANT SELECT (id, age, purpose, class) ON credit TO aer_learn_nurse;
GRANT SELECT ON seen TO aer_learn_nurse;
SET ROLE aer_learn_nurse;
SELECT (aer_summary(aer_learn('credit', 'class=bad', exclude => '{amount,since,note,one}'))).attributes;
SELECT aer_learn('credit', 'class=bad');
RESET ROLE;

-- A primary key of every type that is one, two columns of one, and none.
CREATE TABLE keys AS SELECT i AS k, i % 7 AS x, i % 3 + i % 7 AS y FROM generate_series(1, 60) i;
CREATE TABLE keyed ();
CREATE DOMAIN code AS varchar(9);
DO $$
DECLARE
	type text;
	model aer_model;
BEGIN
	FOREACH type IN ARRAY '{smallint,bigint,text,varchar(5),code,uuid,"char(9)",numeric,date,float8,bytea,inet}'::text[] LOOP
		DROP TABLE keyed;
		EXECUTE format('CREATE TABLE keyed (k %s PRIMARY KEY, x int, y int, z int)', type);
		EXECUTE format('INSERT INTO keyed SELECT %s, x, y, k %% 5 FROM keys', CASE type WHEN 'uuid' THEN 'md5(k::text)::uuid' WHEN 'date' THEN 'date ''2020-01-01'' + k' WHEN 'inet' THEN '(''10.0.0.'' || k)::inet' ELSE format('k::text::%s', type) END);
		model := aer_learn('keyed', 'y', 1);
		RAISE NOTICE '%: % rows, % looks, %', type, (aer_summary(model)).rows, (aer_summary(model)).reads, (aer_summary(model)).learner -> 'design' -> 'include';
	END LOOP;
END $$;
SELECT (aer_summary(aer_learn('keyed', 'y', key => 'z'))).attributes;
SELECT aer_learn('keyed', 'y', key => 'k');
SELECT aer_learn('keyed', 'y', key => 'kk');
UPDATE keyed SET z = NULL WHERE x = 1;
SELECT aer_learn('keyed', 'y', key => 'z');
CREATE TABLE pairs (a int, b int, x int, y int, PRIMARY KEY (a, b));
INSERT INTO pairs SELECT k / 9, k % 9, x, y FROM keys;
SELECT (aer_summary(aer_learn('pairs', 'y', 1))).rows;

-- No function takes text as a key; aer_key() makes a number of it.
SELECT aer_train(k.*, 'y', aer_design(1), w) FROM (SELECT x, y, x + y AS z FROM keys) k, LATERAL (SELECT 'r' || z) r (w);
SELECT aer_moments(k.*, 'y', aer_design(1), 'a') FROM (SELECT x, y FROM keys) k;
SELECT aer_moments(k.*, 'y', aer_design(1), aer_key('a')) IS NOT NULL AS by_number FROM (SELECT x, y FROM keys) k;

-- Partitions; another schema, and names that need quotes; a foreign copy of the target; dates.
CREATE TABLE parts (id int, x int, late timestamptz, y float8, copy numeric, PRIMARY KEY (id)) PARTITION BY RANGE (id);
CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM (0) TO (30);
CREATE TABLE parts_2 PARTITION OF parts FOR VALUES FROM (30) TO (99);
INSERT INTO parts SELECT k, x, timestamptz '2020-01-01' + x * x * interval '1 hour', y, -y FROM keys;
SELECT (aer_summary(m)).rows, array_agg(name) AS names FROM (SELECT aer_learn('parts', 'y', 2) AS m OFFSET 0) s, aer_weights(m) GROUP BY m;
CREATE SCHEMA "o ""d";
CREATE TABLE "o ""d"."t 'a" ("k ""y" uuid PRIMARY KEY, "s" text, "t" int, "y=z" float8, "w x" text, y boolean);
INSERT INTO "o ""d"."t 'a" SELECT md5(k::text)::uuid, 'it''s ' || k % 3, x, y, CASE WHEN k % 4 > 0 THEN '"w' || k % 4 || '"' END, y > 3 FROM keys;
SELECT name FROM aer_weights(aer_learn('"o ""d"."t ''a"', 'y=z', 1));
SELECT count(*) FROM aer_weights(aer_learn('"o ""d"."t ''a"', 'y'));
SELECT name FROM aer_weights(aer_learn('"o ""d"."t ''a"', 's=it''s 1', exclude => '{"w x"}'));
SELECT (aer_summary(aer_learn('"o ""d"."t ''a"', 'w x="w1"', 1))).rows;

-- A value against all others is found in a column of any type: its text, without the blanks of char(n).
CREATE TABLE valued AS SELECT i % 7 AS x, (i % 3)::numeric(3,1) AS number, i % 2 = 0 AS truth, CASE WHEN i % 5 > 1 THEN 'yes' ELSE 'no' END::char(5) AS padded FROM generate_series(1, 60) i;
CREATE VIEW said AS SELECT x, number = 1 AS number, truth, padded = 'yes' AS padded FROM valued;
SELECT t.target, w.weight = o.weight AS same FROM (VALUES ('number', 'number=1.0'), ('truth', 'truth=true'), ('padded', 'padded=yes')) t (plain, target),
	LATERAL aer_weights((SELECT aer_train(v.*, target, aer_design(include => '{x}')) FROM valued v)) w JOIN LATERAL aer_weights((SELECT aer_train(s.*, plain, aer_design(include => '{x}')) FROM said s)) o ON o.name = w.name
WHERE w.name = 'x' ORDER BY 1;
SELECT (aer_summary(aer_learn('valued', target, exclude => '{truth,number,padded}'))).learner -> 'design' ->> 'include' AS include FROM unnest('{number=1.0,truth=true,padded=yes}'::text[]) target;
-- a value that is longer than a name, and that no row has
SELECT aer_learn('valued', 'padded=' || repeat('y', 80));

-- Prices: each attribute has one, which is what its look costs.
SELECT (aer_summary(m)).reads AS looks FROM (SELECT aer_learn('credit', 'age', 3, '{class}', '{"cost": {"amount": 4, "purpose": 2, "since": 1.5}}') AS m OFFSET 0) s;
SELECT aer_learn('credit', 'age', 3, prices => '{"cost": {"amount": 4, "purpose": 2}}');

-- No rows, one, one class, a class that no row has, a target that is nowhere.
CREATE TABLE few (x int, w text, y int, c text);
SELECT aer_learn('few', 'y');
INSERT INTO few VALUES (1, 'a', NULL, NULL);
SELECT aer_learn('few', 'y');
INSERT INTO few VALUES (1, 'a', 5, 'p');
SELECT item, value FROM aer_report(aer_learn('few', 'y'));
SELECT aer_predict((SELECT aer_learn('few', 'y')), few) FROM few;
INSERT INTO few VALUES (2, 'a', 5, 'p'), (3, 'b', 5, 'p');
SELECT aer_predict((SELECT aer_learn('few', 'y')), few) FROM few;
SELECT aer_learn('few', 'c=q');
SELECT aer_class((SELECT aer_learn('few', 'c')), few) FROM few LIMIT 1;
SELECT aer_learn('few', 'z');
SELECT aer_learn('few', 'z=p');
SELECT aer_learn('few', NULL);
SELECT aer_learn(NULL, 'y');
SELECT aer_learn('nobody', 'y');
SELECT aer_learn('few', 'y', 0);
\set VERBOSITY sqlstate
SELECT aer_learn('credit_pkey', 'y');
\set VERBOSITY default

-- Many rows: the design comes from a sample, the model from all rows; in parallel if there is a key.
CREATE TABLE many AS SELECT i AS id, i % 7 AS x, 'w' || i * 37 % 5 AS w, i % 7 + i * 37 % 5 AS y FROM generate_series(1, 50000) i;
ALTER TABLE many ADD PRIMARY KEY (id);
ALTER TABLE many SET (parallel_workers = 2);
ANALYZE many;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SELECT (aer_summary(aer_learn('many', 'y', 1))).rows;
SELECT aer_learn('many', 'w=W1');
-- In parentheses it trains once; next to the columns of a table once per row, and a NOTICE says so.
CREATE SEQUENCE reads;
CREATE VIEW counted AS SELECT nextval('reads') AS n, x, w, y FROM many WHERE id <= 1000;
SELECT count(aer_predict((SELECT aer_learn('counted', 'y', exclude => '{n}')), t)) AS predictions FROM many t WHERE id <= 1000;
SELECT last_value AS rows_scanned FROM reads;
CREATE TABLE bought AS SELECT i AS id, i % 7 AS x, i % 5 AS z, i % 7 * 2.5 + i % 5 + i % 3 AS y FROM generate_series(1, 200) i;
ALTER TABLE bought ADD PRIMARY KEY (id);
CREATE TABLE per_row AS SELECT id, aer_learn('bought', 'y', 1) AS m FROM bought WHERE id <= 3;
SELECT count(*) AS rows, count(DISTINCT m::text) AS models FROM per_row;
SELECT count(aer_predict(m, b)) AS predictions FROM bought b, (SELECT aer_learn('bought', 'y', 1) AS m) l WHERE id <= 3;
SELECT aer_train(b.*, 'y', aer_suggest('bought', 'y', 1), id) = (SELECT m FROM per_row LIMIT 1) AS same FROM bought b;
-- one NOTICE for each place in a query
SELECT count(aer_learn('bought', 'y', 1)) AS models, count(aer_suggest('bought', 'y', 1)) AS designs FROM bought WHERE id <= 3;
-- none for calls that differ, nor where each statement calls it once
SELECT budget, looks FROM unnest('{1,NULL}'::float8[]) budget, LATERAL (SELECT aer_learn('bought', 'y', budget) AS m OFFSET 0) l, LATERAL (SELECT reads / rows AS looks FROM aer_summary(m)) s;
PREPARE again AS SELECT aer_learn('bought', 'y', 1) = m AS same FROM per_row LIMIT 1;
EXECUTE again;
EXECUTE again;
-- nor in a loop, where the same expression sees other rows each time
CREATE FUNCTION rows_learned() RETURNS SETOF bigint LANGUAGE plpgsql AS $$
DECLARE
	m aer_model;
BEGIN
	FOR i IN 1 .. 2 LOOP
		m := aer_learn('bought', 'y', 1);
		RETURN NEXT (SELECT rows FROM aer_summary(m));
		SELECT aer_learn('bought', 'y', 1) INTO m;
		INSERT INTO bought VALUES (-i, 1, 1, 3.5);
	END LOOP;
END $$;
SELECT * FROM rows_learned();
DO $$
BEGIN
	FOR i IN 1 .. 2 LOOP
		RAISE NOTICE '% rows', (aer_summary(aer_learn('few', 'y', exclude => '{w,c}'))).rows;
		INSERT INTO few VALUES (4, 'b', 6, 'p');
	END LOOP;
END $$;

-- So it is where a function of PL/pgSQL changes a setting that row-level security goes by.
CREATE TABLE tenants AS SELECT i % 2 AS tenant, i * 7 % 31 AS x, i * 7 % 31 * (1 + i % 2) + 3 * sin(i) AS y FROM generate_series(1, 400) i;
ALTER TABLE tenants ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON tenants USING (tenant = current_setting('aer_learn.tenant')::int);
GRANT SELECT ON tenants TO aer_learn_nurse;
CREATE FUNCTION learned(tenant int) RETURNS aer_model LANGUAGE plpgsql AS $$
BEGIN
	PERFORM set_config('aer_learn.tenant', tenant::text, true);
	RETURN aer_learn('tenants', 'y', exclude => '{tenant}');
END $$;
SET ROLE aer_learn_nurse;
SELECT tenant, round(weight) AS weight FROM generate_series(0, 1) tenant, LATERAL (SELECT learned(tenant) AS m OFFSET 0) l, aer_weights(m) WHERE name = 'x';
DO $$
DECLARE
	m aer_model;
BEGIN
	FOR tenant IN 0 .. 1 LOOP
		PERFORM set_config('aer_learn.tenant', tenant::text, true);
		m := aer_learn('tenants', 'y', exclude => '{tenant}');
		RAISE NOTICE '%', (SELECT round(weight) FROM aer_weights(m) WHERE name = 'x');
	END LOOP;
END $$;
-- And where a setting changes from row to row of one statement.
SELECT tenant, round(weight) AS weight FROM (SELECT tenant, set_config('aer_learn.tenant', tenant::text, true) AS set FROM generate_series(0, 1) tenant OFFSET 0) t,
	LATERAL (SELECT aer_learn('tenants', 'y', exclude => CASE WHEN set IS NOT NULL THEN '{tenant}'::text[] END) AS m OFFSET 0) l, aer_weights(m) WHERE name = 'x';
SELECT tenant, round((design -> 'columns' -> 'x' -> 0)::numeric) AS least_knot FROM (SELECT tenant, set_config('aer_learn.tenant', tenant::text, true) AS set FROM generate_series(0, 1) tenant OFFSET 0) t,
	LATERAL (SELECT aer_suggest('tenants', 'y', exclude => CASE WHEN set IS NOT NULL THEN '{tenant}'::text[] END) AS design OFFSET 0) l;
RESET ROLE;

-- Columns called as what the statements within are, no key, and a value that is longer than a name.
CREATE TABLE called AS SELECT i % 5 AS t, i % 7 AS s, i % 11 AS key, i % 13 AS features, i % 17 AS target, i % 2 * 3 + i % 3 * 0.5 AS y,
	repeat('a "long" \word''s ', 9) || i % 3 AS w FROM generate_series(1, 300) i;
SELECT budget, looks, rows, problem FROM aer_compare('called', 'y', '{1,NULL}'::float8[]) ORDER BY budget;
SELECT budget, looks, rows, problem FROM aer_compare('called', 'w=' || repeat('a "long" \word''s ', 9) || 1, '{1,NULL}'::float8[]) ORDER BY budget;
SELECT rows, target_min, target_max FROM aer_summary(aer_learn('called', 'w=' || repeat('a "long" \word''s ', 9) || 1));

-- A primary key of one column is not an attribute, unless "include" lists it; the key of a query is not known.
SELECT name FROM aer_weights((SELECT aer_train(m.*, 'y') FROM many m));
SELECT name FROM aer_weights((SELECT aer_train(m, 'y', aer_ridge()) FROM many m WHERE id < 9));
SELECT name FROM aer_attributes((SELECT aer_moments(m.*, 'y', aer_design(include => '{id}')) FROM many m));
SELECT name FROM aer_attributes((SELECT aer_moments(m.*, 'y', aer_design(exclude => '{x}')) FROM (SELECT * FROM many) m));
SELECT name FROM aer_attributes((SELECT aer_moments(p.*, 'y') FROM parts p));
SELECT name FROM aer_attributes((SELECT aer_moments(p.*, 'y') FROM parts_1 p));
SELECT name FROM aer_attributes((SELECT aer_moments(p.*, 'y') FROM pairs p));
SELECT name FROM aer_attributes((SELECT aer_moments(m.*, 'id') FROM many m));

DROP OWNED BY aer_learn_nurse;
DROP ROLE aer_learn_nurse;
