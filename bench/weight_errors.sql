-- How often the standard errors of weights are right, as a table of docs/results.md:
--
--	scripts/cluster psql -X -q -f bench/weight_errors.sql
--
-- Of generated rows models are fitted 100 times, each time to others. How many of their weights are
-- within 2 se of their mean over those fits, and of the weight that made the rows? All attributes have the
-- variance 1; "common": two hidden causes make a third of it. The target is half noise; the j-th weight is
-- 1 / sqrt(j), of "equal", which are independent, all are 1. Six minutes.
CREATE EXTENSION IF NOT EXISTS aer;
\pset tuples_only on
\pset format unaligned
SELECT FROM setseed(0.5);
CREATE FUNCTION pg_temp.normal() RETURNS float8 LANGUAGE sql AS $$ SELECT sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random()) $$;
CREATE TEMP TABLE settings AS SELECT *, row_number() OVER () AS n FROM (VALUES ('independent', 20, NULL, 300), ('independent', 20, 5, 2000), ('independent', 50, 5, 2000),
	('common', 20, NULL, 100), ('common', 20, NULL, 1000), ('common', 20, 5, 1000), ('common', 50, 5, 1000), ('common', 50, 5, 5000), ('common', 50, 20, 1000),
	('equal', 50, NULL, 300), ('equal', 50, 5, 300), ('equal', 50, 5, 1000), ('equal', 50, 5, 5000)) s (data, d, looks, rows);
CREATE TEMP TABLE true_weights AS SELECT n, j AS attribute, (CASE WHEN j % 2 = 0 THEN 1 ELSE -1 END) / CASE data WHEN 'equal' THEN 1 ELSE sqrt(j) END AS weight FROM settings, generate_series(1, d) j;
CREATE FUNCTION pg_temp.fit(d int, share float8, looks int, rows int, weight float8[]) RETURNS aer_model LANGUAGE sql AS $$
	SELECT aer_fit_ridge(aer_moments(x, y, aer_design(looks), i::bigint))
	FROM (SELECT i, x, (SELECT sum(a * w) FROM unnest(x, weight) u (a, w)) + pg_temp.normal() * sqrt((SELECT sum(w * w) FROM unnest(weight) w)) AS y
		FROM (SELECT i, ARRAY(SELECT sqrt(share) * CASE j % 2 WHEN 0 THEN f ELSE g END + sqrt(1 - share) * pg_temp.normal() FROM generate_series(1, d) j WHERE i > 0 ORDER BY j) AS x
			FROM (SELECT i, pg_temp.normal() AS f, pg_temp.normal() AS g FROM generate_series(1, rows) i OFFSET 0) h OFFSET 0) r OFFSET 0) s $$;
CREATE TEMP TABLE fits AS
SELECT s.n, t.attribute, w.weight, se, t.weight AS true_weight
FROM settings s, generate_series(1, 100) fit, LATERAL (SELECT array_agg(weight ORDER BY attribute) AS weights FROM true_weights WHERE true_weights.n = s.n) a,
	LATERAL (SELECT pg_temp.fit(d, CASE data WHEN 'common' THEN 1 / 3.0 ELSE 0 END, looks, rows, weights) AS model OFFSET fit * 0) m, aer_weights(model) w JOIN true_weights t USING (attribute) WHERE t.n = s.n;
SELECT format('| %s | %s | %s | %s | %s | %s | %s |', data, coalesce(looks::text, 'all'), d, rows, round(avg((abs(weight - mean) <= 2 * se)::int), 2), round(avg((abs(weight - true_weight) <= 2 * se)::int), 2),
	round((avg(se) / sqrt(avg((weight - mean) ^ 2)))::numeric, 2))
FROM (SELECT *, avg(weight) OVER (PARTITION BY n, attribute) AS mean FROM fits) f JOIN settings USING (n) GROUP BY n, data, looks, d, rows ORDER BY n;

-- Columns as tables have them: a number with bends, words, a number with NULLs that tell, a plain number, in
-- coordinates.  Weights of one column are of many sizes, so of each attribute alone, the least and the most.
CREATE TEMP TABLE rows_of_columns AS
SELECT fit, i, random() * 100 AS age, (ARRAY['a', 'b', 'c', 'd'])[1 + floor(random() * random() * 4)::int] AS word, CASE WHEN random() < 0.8 THEN 1000 * random() END AS fee, random() AS plain
FROM generate_series(1, 100) fit, generate_series(1, 600) i;
CREATE TEMP TABLE column_fits AS
SELECT looks, fit, aer_fit_ridge(aer_moments(r, 'y', aer_design(looks, exclude => '{fit,i}', columns => '{"age": [25, 50, 75], "word": ["a", "b", "c", "d"], "fee": [500, null]}'), i::bigint), curves => true) AS model
FROM (SELECT *, abs(age - 50) / 10 + strpos('abcd', word) * 0.6 + coalesce(fee / 400, 2) + plain + 2 * (random() + random() - 1) AS y FROM rows_of_columns OFFSET 0) r, (VALUES (NULL), (2)) l (looks) GROUP BY 1, 2;
SELECT format('| columns | %s | 4 | 600 | %s (%s to %s) | | %s |', coalesce(looks::text, 'all'), round(avg(covered), 2), round(min(covered), 2), round(max(covered), 2), round(avg(ratio)::numeric, 2))
FROM (SELECT looks, name, avg((abs(weight - mean) <= 2 * se)::int) AS covered, avg(se) / stddev(weight) AS ratio
	FROM (SELECT looks, name, weight, se, avg(weight) OVER (PARTITION BY looks, name) AS mean FROM column_fits, aer_weights(model) WHERE se IS NOT NULL) s GROUP BY 1, 2) c GROUP BY looks ORDER BY looks DESC;
