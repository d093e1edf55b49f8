--
-- Dates and times as numbers
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
SET client_min_messages = error;	-- models that are worse than the mean

CREATE DOMAIN pg_temp.birthday AS date;
CREATE TEMP TABLE stays (id int, born pg_temp.birthday, seen timestamp, at timestamptz, left_on date, outcome float8);
INSERT INTO stays SELECT i, date '1990-05-17' + i * 37 % 900, timestamp '1999-12-30 06:00' + i * interval '7 hours 0.000001 second',
	timestamptz '2024-03-30 22:30+02' + i * interval '1 hour', date '2000-01-01' + i % 50, i % 7 FROM generate_series(1, 60) i;
-- Days since the beginning of 2000, from PostgreSQL's own arithmetic.
CREATE TEMP VIEW days AS SELECT id, born - date '2000-01-01' AS born,
	(extract(epoch FROM seen - timestamp '2000-01-01') * 1000000)::float8 / 86400e6 AS seen,
	(extract(epoch FROM at - timestamptz '2000-01-01 00:00+00') * 1000000)::float8 / 86400e6 AS at,
	left_on - date '2000-01-01' AS left_on, outcome FROM stays;

\set learner 'aer_lasso(budget => 2, scale => 10000, exclude => \'{id}\')'
SET TimeZone = 'America/New_York';
SELECT jsonb_path_query_array(s.m::jsonb, '$.columns.name') AS names, jsonb_path_query_array(s.m::jsonb, '$.columns.kind') AS types, replace(s.m::text, '"time"', '"number"') = d.m::text AS as_days
FROM (SELECT aer_train(t, 'outcome', :learner ORDER BY id) AS m FROM stays t) s,
	(SELECT aer_train(t, 'outcome', :learner ORDER BY id) AS m FROM days t) d;
CREATE TEMP TABLE saved AS SELECT aer_train(t, 'outcome', :learner ORDER BY id) AS m FROM stays t;
-- A time does not depend on the session's time zone.
SET TimeZone = 'Asia/Kolkata';
SELECT bool_and(aer_predict(m, t) = aer_predict(m, d)) AS same FROM saved, stays t JOIN days d USING (id);
RESET TimeZone;
SELECT bool_and(s.sums IS NOT DISTINCT FROM d.sums) AS same_sums
FROM (SELECT aer_sums(aer_moments(t, 'outcome', aer_design(exclude => '{id}') ORDER BY id)) AS sums FROM stays t) s
	FULL JOIN (SELECT aer_sums(aer_moments(t, 'outcome', aer_design(exclude => '{id}') ORDER BY id)) AS sums FROM days t) d USING (sums);

-- A date as target, and in arrays.
SELECT replace(s.m::text, '"time"', '"number"') = d.m::text AS same, s.m::jsonb->>'target' AS target
FROM (SELECT aer_train(t, 'left_on', :learner ORDER BY id) AS m FROM stays t) s,
	(SELECT aer_train(t, 'left_on', :learner ORDER BY id) AS m FROM days t) d;
SELECT s.m::text = d.m::text AS same
FROM (SELECT aer_train(ARRAY[born, left_on], seen, aer_ridge(scale => 10000) ORDER BY id) AS m FROM stays t) s,
	(SELECT aer_train(ARRAY[born, left_on], seen, aer_ridge(scale => 10000) ORDER BY id) AS m FROM days t) d;

-- The ends of time are no numbers; intervals and times of day are no dates.
SELECT aer_train(t, 'outcome', aer_ridge(include => '{at}', scale => 10000) ORDER BY id) FROM (SELECT id, outcome, CASE WHEN id = 5 THEN 'infinity' ELSE at END AS at FROM stays) t;
SELECT aer_train(t, 'outcome', aer_ridge(include => '{seen}', scale => 10000) ORDER BY id) FROM (SELECT id, outcome, CASE WHEN id = 6 THEN '-infinity' ELSE seen END AS seen FROM stays) t;
SELECT aer_train(t, 'outcome', aer_ridge(include => '{born}', scale => 10000) ORDER BY id) FROM (SELECT id, outcome, CASE WHEN id = 7 THEN '-infinity' ELSE born END AS born FROM stays) t;
SELECT aer_train(t, 'born', aer_ridge(include => '{outcome}') ORDER BY id) FROM (SELECT id, outcome, CASE WHEN id = 8 THEN 'infinity' ELSE born END AS born FROM stays) t;
RESET client_min_messages;
SELECT jsonb_path_query_array(aer_train(t, 'outcome', aer_ridge())::jsonb, '$.columns.name') AS names FROM (SELECT outcome, seen - left_on AS stayed, seen::time AS hour, seen::time AT TIME ZONE 'UTC' AS zoned, born < left_on AS ok FROM stays) t;
