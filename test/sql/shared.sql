-- Learners that are compared together have the scores and counts that each has alone, whatever the form of the features.
-- Learners that are trained in one scan each read their own columns only.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
CREATE TYPE quarter AS ENUM ('spring', 'summer', 'autumn', 'winter');
CREATE TABLE plain AS
SELECT id, array_agg(round(sin(id * 12.9898 + a * 78.233)::numeric, 6)::float8 ORDER BY a) AS x
FROM generate_series(1, 400) id, generate_series(1, 6) a GROUP BY id ORDER BY id;
ALTER TABLE plain ADD y float8;
UPDATE plain SET y = round((x[3] - 0.5 * x[5])::numeric, 6);
-- the same numbers, each of another type; words; and texts that are long
CREATE TABLE mixed AS
SELECT id, x[1]::numeric AS a, x[2]::numeric(9, 6) AS b, x[3] AS c, x[4] AS d, x[5]::numeric AS e, x[6] AS f,
	(enum_range(NULL::quarter))[1 + id % 4] AS q, x[1] > 0 AS up, repeat('words ', id % 5) AS words, y FROM plain ORDER BY id;
CREATE TABLE documents AS
SELECT id, jsonb_build_object('a', a, 'b', b, 'c', c, 'd', d, 'e', e, 'f', f, 'q', q::text, 'up', up, 'y', y) AS doc, y FROM mixed ORDER BY id;
CREATE TABLE holes AS
SELECT id, CASE WHEN id % 3 = 0 THEN array_replace(x, x[2], NULL) ELSE x END AS x, x::numeric[] AS n, y FROM plain ORDER BY id;

-- learners that read the same columns, fewer columns, categories, all columns, and a design
CREATE TABLE lists AS
SELECT ARRAY[
	aer_ridge(budget => 3, seed => 1, exclude => '{id,q,up}'), aer_ridge(budget => 2, seed => 2, exclude => '{id,q,up}'),
	aer_ridge(budget => 4, seed => 3, exclude => '{id}', columns => '{"q": ["spring", "summer", "autumn", "winter"], "a": [0.2, null]}'),
	aer_lasso(budget => 3, seed => 4, exclude => '{id}', columns => '{"q": ["spring", "summer", "autumn", "winter"], "a": [0.2, null]}'),
	aer_ridge(budget => 3, seed => 5, exclude => '{id}'), aer_ridge(include => '{a,up}'), aer_design(budget => 3, exclude => '{id,q,up}')] AS named;

-- Arrays of float8 are read in place: of the same numbers in other forms the results are the same.
CREATE FUNCTION results(query text, learners jsonb[])
RETURNS TABLE (place bigint, fold int, rows bigint, reads bigint, mse float8, wrong float8, mse_se float8) LANGUAGE sql AS $$
	SELECT (row_number() OVER () - 1) / 4, c.fold, c.rows, c.reads, c.mse, c.error_rate, c.mse_se FROM aer_cross_validate(query, learners, 4, 7) c $$;
CREATE TABLE expected AS
SELECT * FROM results('SELECT x AS features, y AS target, id AS key FROM plain ORDER BY id',
	ARRAY[aer_ridge(budget => 3, seed => 1, units => 'common', step => 0.05), aer_lasso(budget => 2, seed => 2, units => 'common'),
		  aer_ridge(units => 'common', step => 0.1), aer_svr(budget => 4, units => 'common')]);
SELECT name, count(*) AS folds, bool_and(e IS NOT DISTINCT FROM r) AS same
FROM (VALUES ('numeric array', 'SELECT n AS features, y AS target, id AS key FROM holes ORDER BY id', '{}'),
		('rows', 'SELECT m AS features, ''y'' AS target, id AS key FROM (SELECT a, b, c, d, e, f, y, words, id FROM mixed) m ORDER BY id', '{"exclude": ["id"]}'),
		('jsonb', 'SELECT doc AS features, y AS target, id AS key FROM documents ORDER BY id', '{"include": ["a", "b", "c", "d", "e", "f"]}'))
		v (name, query, columns),
	LATERAL results(query, ARRAY[aer_ridge(budget => 3, seed => 1, units => 'common', step => 0.05) || columns::jsonb,
		aer_lasso(budget => 2, seed => 2, units => 'common') || columns::jsonb,
		aer_ridge(units => 'common', step => 0.1) || columns::jsonb, aer_svr(budget => 4, units => 'common') || columns::jsonb]) r
	JOIN expected e USING (place, fold)
GROUP BY name ORDER BY name;
-- the learner that reads everything has read everything, the others no more than they planned
SELECT place, bool_and(CASE WHEN place = 2 THEN reads = 6 * (400 - rows) ELSE reads <= (ARRAY[3, 2, 0, 4])[place + 1] * (400 - rows) END) AS right
FROM expected GROUP BY place ORDER BY place;

-- among others as alone
CREATE TABLE together AS
SELECT (row_number() OVER () - 1) / 3 + 1 AS n, fold, rows, reads, mse, mse_se
FROM aer_cross_validate('SELECT m AS features, ''y'' AS target, id AS key FROM mixed m ORDER BY id', (SELECT named FROM lists), 3);
SELECT count(*) AS folds, bool_and(t IS NOT DISTINCT FROM (l.n, a.fold, a.rows, a.reads, a.mse, a.mse_se)) AS same
FROM lists, unnest(named) WITH ORDINALITY l (learner, n),
	LATERAL aer_cross_validate('SELECT m AS features, ''y'' AS target, id AS key FROM mixed m ORDER BY id', ARRAY[l.learner], 3) a
	JOIN together t USING (fold)
WHERE t.n = l.n;

-- A bad value is an error only if a learner reads its column.
UPDATE mixed SET e = 'NaN' WHERE id = 300;
SELECT count(model) AS models FROM (SELECT aer_train(m, 'y', learner ORDER BY id) AS model
	FROM mixed m, unnest(ARRAY[aer_ridge(include => '{a,b}'), aer_ridge(include => '{c,d}')]) learner GROUP BY learner) s;
SELECT count(model) AS models FROM (SELECT aer_train(m, 'y', learner ORDER BY id) AS model
	FROM mixed m, unnest(ARRAY[aer_ridge(include => '{a,b}'), aer_ridge(include => '{d,e}')]) learner GROUP BY learner) s;
-- Each learner that reads a missing value skips the row.
UPDATE mixed SET e = NULL WHERE id % 2 = 0;
UPDATE mixed SET y = NULL WHERE id = 7;
SELECT array_agg(skipped ORDER BY n) AS skipped
FROM (SELECT n, aer_train(m, 'y', learner ORDER BY id) AS model
	FROM mixed m, unnest(ARRAY[aer_ridge(include => '{a,e}', missing => 'skip'), aer_lasso(include => '{a,e}', missing => 'skip'),
		aer_ridge(include => '{a,b}', missing => 'skip')]) WITH ORDINALITY l (learner, n)
	GROUP BY n, learner) s, aer_summary(model);
-- rows of changing length
SELECT aer_train(x, y, aer_ridge() ORDER BY id), aer_train(x, y, aer_lasso() ORDER BY id) FROM (SELECT id, CASE WHEN id = 9 THEN n[1:5] ELSE n END AS x, y FROM holes) z;
DROP TABLE plain, mixed, documents, holes, lists, expected, together;
DROP FUNCTION results;
DROP TYPE quarter;
