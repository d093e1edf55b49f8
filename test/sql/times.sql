--
-- Errors of later rows: blocks of time, the last of which is predicted from those before
--
SET client_min_messages = warning;
SET timezone = 'UTC';
\set SHOW_CONTEXT never
CREATE EXTENSION IF NOT EXISTS aer;

CREATE FUNCTION u(i bigint, draw int) RETURNS float8 LANGUAGE sql IMMUTABLE AS $$
	SELECT (hashint8extended(i, draw) & 1048575) / 1048576.0 $$;
-- 1,000 sales on 200 days: prices rise, and faster in the end
CREATE TABLE sales AS
SELECT i AS id, date '2023-01-01' + i / 5 AS day, timestamp '2023-01-01' + i / 5 * interval '6 hours' AS at, 2000 + i / 5 AS number,
	u(i, 1) AS size, (i / 5 % 7)::int AS weekday, i / 5 * i / 5 / 1e4 + u(i, 1) + u(i, 2) AS price
FROM generate_series(0, 999) i;
ALTER TABLE sales ADD dear boolean;
UPDATE sales SET dear = price > 3;
ALTER TABLE sales ADD PRIMARY KEY (id);
ANALYZE sales;

-- Five blocks of about as many rows and of whole days; later rows are in the last one.
CREATE TABLE designs AS
SELECT name, aer_suggest('sales', 'price', time_column => name, levels => false) AS design FROM unnest('{day,at,number}'::text[]) name;
SELECT name, design -> 'folds' AS folds, design -> 'time_cuts' AS time_cuts FROM designs ORDER BY name;
SELECT name, fold, count(*) AS rows FROM designs, sales s, aer_fold(design, s, id) fold GROUP BY name, fold HAVING count(*) <> 200;
SELECT aer_fold(design, s, id) AS last_fold FROM designs, (SELECT 1 AS id, date '2030-01-01' AS day) s WHERE name = 'day';
SELECT count(*) AS differ FROM designs, sales s WHERE name = 'day' AND aer_fold(design, s, id) <> aer_fold(design, to_jsonb(s), id);
-- As many blocks as times, if there are three or four; fewer are an error.
DO $$
BEGIN
	FOR times IN 1 .. 6 LOOP
		EXECUTE format('CREATE VIEW times_%s AS SELECT id, date ''2023-01-01'' + (id * %1$s / 1000)::int AS day, size, price FROM sales', times);
	END LOOP;
END $$;
SELECT aer_suggest('times_3', 'price', time_column => 'day') ->> 'time_cuts' AS three, aer_suggest('times_4', 'price', time_column => 'day') ->> 'time_cuts' AS four,
	aer_suggest('times_6', 'price', time_column => 'day') ->> 'folds' AS six;
SELECT aer_suggest('times_2', 'price', time_column => 'day');
SELECT aer_learn('times_1', 'price', time_column => 'day');

-- The measured error is that of the last block, predicted by the model of the blocks before.
CREATE TABLE fitted AS
SELECT target, design, aer_fit_ridge(moments) AS model, aer_fold_models(moments) AS fold_models, learned
FROM unnest('{price}'::text[]) target,
	LATERAL (SELECT aer_suggest('sales', target, time_column => 'day', exclude => '{at,number,day,dear}', levels => false) AS design OFFSET 0) d,
	LATERAL (SELECT aer_moments(s, target, design, id) AS moments FROM sales s OFFSET 0) m,
	LATERAL (SELECT aer_learn('sales', target, time_column => 'day', exclude => '{at,number,day,dear}', levels => false) AS learned OFFSET 0) l;
SELECT measured_rows, abs(measured_mse - mse) < 1e-9 AS mse
FROM fitted, aer_summary(learned), LATERAL (
	SELECT avg((least(greatest(aer_score(fold_models[5], s), target_min), target_max) - price) ^ 2) AS mse FROM sales s WHERE aer_fold(design, s, id) = 5) e;
-- With the same penalty that is the model of the earlier rows alone.
SELECT max(abs(a.weight - b.weight)) < 1e-9 AS same_weights
FROM fitted, LATERAL (SELECT aer_moments(s, 'price', design, id) AS all_rows, aer_moments(s, 'price', design, id) FILTER (WHERE aer_fold(design, s, id) < 5) AS earlier FROM sales s) m,
	aer_weights((aer_fold_models(all_rows, 0.01, false))[5]) a JOIN LATERAL aer_weights(aer_fit_ridge(earlier, 0.01, curves => false)) b USING (attribute)
WHERE target = 'price';
-- It makes its own choices: it is the fit of a design whose folds are the blocks before.
SELECT block, count(*) > 0 AND max(abs(a.weight - b.weight)) < 1e-9 AS same_weights
FROM fitted, generate_series(3, 5) block,
	LATERAL (SELECT aer_moments(s, target, design || jsonb_build_object('folds', block - 1, 'time_cuts', (SELECT jsonb_agg(cut ORDER BY place) FROM jsonb_array_elements(design -> 'time_cuts') WITH ORDINALITY c (cut, place) WHERE place < block - 1)), id)
		FILTER (WHERE aer_fold(design, s, id) < block) AS earlier FROM sales s) m,
	aer_weights(fold_models[block]) a JOIN LATERAL aer_weights(aer_fit_ridge(earlier)) b USING (attribute)
GROUP BY block ORDER BY block;
-- Standard errors are by 20 slices of whole days within a block, which are alike if they are neighbours, and by
-- the differences between blocks.
SELECT abs(b.se - measured_mse_se) < 1e-9 AS se, learned::jsonb #>> '{measured,groups}' AS slices
FROM fitted, aer_summary(learned), LATERAL (
	WITH errors AS (
		SELECT fold, day, (least(greatest(aer_score(fold_models[fold], s), target_min), target_max) - price) ^ 2 AS e
		FROM sales s, aer_fold(design, s, id) fold
		WHERE fold >= 3),
	sliced AS (
		SELECT fold, floor((dense_rank() OVER (PARTITION BY fold ORDER BY day) - 1) / 2.0) AS slice, e, e - avg(e) OVER (PARTITION BY fold) AS part
		FROM errors),
	parts AS (SELECT fold, slice, sum(part) AS part, sum(e) AS e, count(*) AS n FROM sliced GROUP BY fold, slice),
	neighbours AS (
		SELECT *, part * (4 / 3.0 * lag(part, 1, 0) OVER w + 2 / 3.0 * lag(part, 2, 0) OVER w) AS together
		FROM parts WINDOW w AS (PARTITION BY fold ORDER BY slice)),
	blocks AS (
		SELECT fold, sum(e) / sum(n) AS loss, sqrt(20 / 19.0 * (sum(part * part) + greatest(sum(together), 0))) / sum(e) AS relative
		FROM neighbours GROUP BY fold),
	steps AS (SELECT *, ln(loss) - lag(ln(loss)) OVER (ORDER BY fold) AS step FROM blocks)
	SELECT max(loss) FILTER (WHERE fold = 5) * sqrt(avg(relative ^ 2) + greatest(avg(step ^ 2) - 2 * avg(relative ^ 2), 0)) AS se
	FROM steps) b;

-- Rows without a time are left out and counted.
CREATE VIEW undated AS SELECT id, CASE WHEN id % 10 > 0 THEN day END AS day, size, price FROM sales;
SELECT rows, skipped, measured_rows FROM aer_summary(aer_learn('undated', 'price', time_column => 'day', key => 'id'));
SELECT item, value FROM aer_report(aer_learn('undated', 'price', time_column => 'day', key => 'id')) WHERE item IN ('rows', 'rows skipped', 'horizon');

-- The report, for dates and for numbers.
SELECT item, regexp_replace(value, '[0-9.]+ \+/- [0-9.]+', 'E +/- S') AS value FROM fitted, aer_report(learned) WHERE item IN ('error', 'horizon') AND target = 'price';
SELECT item, regexp_replace(value, '[0-9.]+ \+/- [0-9.]+', 'E +/- S') AS value FROM aer_report(aer_learn('sales', 'price', time_column => 'number', exclude => '{day,at,dear}')) WHERE item IN ('error', 'horizon');
SELECT item, regexp_replace(value, '[0-9.]+ \+/- [0-9.]+', 'E +/- S') AS value FROM aer_report(aer_learn('sales', 'price', time_column => 'at', exclude => '{day,number,dear}')) WHERE item IN ('error', 'horizon');
SELECT item, regexp_replace(value, '[0-9.]+ \+/- [0-9.]+', 'E +/- S') AS value FROM aer_report(aer_learn('times_3', 'price', time_column => 'day')) WHERE item IN ('error', 'horizon');
SELECT item, value FROM aer_report(aer_learn('sales', 'price', exclude => '{number,dear}')) WHERE item = 'horizon';
SELECT strpos(aer_page(learned), 'over the 40 days after the training rows') > 0 AS on_page FROM fitted WHERE target = 'price';

-- Documents, and columns that are no times.
CREATE TABLE documents AS SELECT id, jsonb_build_object('day', day, 'size', size, 'price', price) AS document FROM sales;
ALTER TABLE documents ADD PRIMARY KEY (id);
SELECT item, regexp_replace(value, '[0-9.]+ \+/- [0-9.]+', 'E +/- S') AS value FROM aer_report(aer_learn('documents', 'price', features => 'document', time_column => 'day')) WHERE item IN ('error', 'horizon');
SELECT aer_learn('sales', 'price', time_column => 'dear');
SELECT aer_learn('sales', 'price', time_column => 'price');
SELECT aer_design(time_column => 'day');
SELECT aer_design(time_column => 'day', time_cuts => '{3,2}', folds => 3);
SELECT aer_design(time_column => 'day', time_cuts => '{2,3}', folds => 5);
