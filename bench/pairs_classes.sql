-- What pairs of columns are worth where there are seven classes: Covertype, 6,000 rows of
-- which thirds are held out.
--
--	DIR=folder scripts/cluster psql -f bench/pairs_classes.sql
--
-- DIR/covertype/covtype_sample_92962.csv.gz: UCI Covertype, rows drawn at random, with a header.

\set QUIET on
\pset footer off
SET client_min_messages = warning;
SET jit = off;
CREATE EXTENSION IF NOT EXISTS aer;

-- Pure functions of their arguments, so that table and splits are the same everywhere.
CREATE FUNCTION share(id int, j int) RETURNS float8 IMMUTABLE PARALLEL SAFE
RETURN (hashint8extended(id::bigint * 1000 + j, 11) & 1048575) / 1048576.0 + 0.5 / 1048576;
CREATE FUNCTION held_out(id int, split int) RETURNS boolean IMMUTABLE PARALLEL SAFE
RETURN share(id, 900 + split) < 1 / 3.0;

CREATE TABLE loaded (line text);
\copy loaded FROM PROGRAM 'gzip -dc "$DIR/covertype/covtype_sample_92962.csv.gz" | tail -n +2'
CREATE TABLE covertype AS
SELECT id, n[1] AS elevation, n[2] AS aspect, n[3] AS slope, n[4] AS to_water, n[5] AS above_water, n[6] AS to_road, n[7] AS shade_at_9,
	n[8] AS shade_at_noon, n[9] AS shade_at_3, n[10] AS to_fire, 'area ' || array_position(n[11:14], 1) AS area,
	'soil ' || array_position(n[15:54], 1) AS soil, 'type ' || n[55] AS y
FROM (SELECT row_number() OVER ()::int AS id, string_to_array(line, ',')::int[] AS n FROM loaded) c ORDER BY share(id, 1) LIMIT 6000;

CREATE TABLE results (split int, pairs boolean, used int, wrong float8, log_loss float8);
DO $$
DECLARE
	design jsonb;
	model aer_model;
BEGIN
	FOR split IN 1 .. 3 LOOP
		EXECUTE format('CREATE TABLE learned AS SELECT * FROM covertype WHERE NOT held_out(id, %s)', split);
		ALTER TABLE learned ADD PRIMARY KEY (id);
		FOR pairs IN 0 .. 1 LOOP
			design := aer_suggest('learned', 'y', interactions => pairs = 1);
			SELECT aer_train(t.*, 'y', design, id) INTO model FROM learned t;
			INSERT INTO results SELECT split, pairs = 1, (model::jsonb #> '{fit,interactions}')::int, e.error_rate, e.log_loss
			FROM (SELECT aer_evaluate(model, t.*, 'y') AS e FROM covertype t WHERE held_out(id, split)) s, LATERAL (SELECT (s.e).*) e;
		END LOOP;
		DROP TABLE learned;
	END LOOP;
END $$;
SELECT CASE WHEN pairs THEN 'with pairs' ELSE 'without' END AS classes, round(avg(used), 1) AS "pairs used", round(avg(wrong)::numeric, 3) AS wrong, round(avg(log_loss)::numeric, 3) AS "log loss"
FROM results GROUP BY pairs ORDER BY pairs;
