-- "3 vs 5" of MNIST, learned from 57 and from 5 of 784 pixels of each image.
--
-- As in Hazan & Koren 2012 and Kukliansky & Shamir 2015: -1 for a 3, +1 for a
-- 5; 9 of 10 images train, in one pass in random order, the others test; five
-- splits.  For ridge the images are divided by the largest norm, for lasso by
-- 255, as the theory asks.

\set QUIET on
\pset footer off
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;

CREATE TABLE digits AS
SELECT id, CASE label WHEN 3 THEN -1 ELSE 1 END AS y, pixels FROM mnist WHERE label IN (3, 5);
ALTER TABLE digits ALTER pixels SET STORAGE EXTERNAL;
CREATE TABLE largest AS
SELECT sqrt(max(square)) AS norm
FROM (SELECT (SELECT sum(p::float8 ^ 2) FROM unnest(pixels) p) AS square FROM digits) s;

-- hashint8extended orders at random and the same on every machine.
CREATE TABLE splits AS
SELECT split, id, row_number() OVER w AS place, row_number() OVER w > 0.9 * count(*) OVER (PARTITION BY split) AS test
FROM digits, generate_series(1, 5) split
WINDOW w AS (PARTITION BY split ORDER BY hashint8extended(id, split));

CREATE TABLE results (learner text, split int, mse float8, wrong float8, reads float8);

CREATE FUNCTION run(learner text, split int, options jsonb) RETURNS void
LANGUAGE sql AS $$
	INSERT INTO results
	SELECT learner, run.split, (e).mse, (e).wrong, reads_per_row
	FROM (SELECT aer_evaluate(m.model, d.pixels, d.y) AS e, max(s.reads::float8 / s.rows) AS reads_per_row
		FROM (SELECT aer_train(t.pixels, t.y, options) AS model
				FROM (SELECT pixels, y FROM digits JOIN splits USING (id)
					WHERE splits.split = run.split AND NOT test ORDER BY place) t) m,
			aer_summary(m.model) s,
			digits d JOIN splits p USING (id)
		WHERE p.split = run.split AND p.test) scored
$$;

SELECT run('AERR, budget 57', split,
		aer_ridge(budget => 57, radius => 30, step => 0.01, scale => norm, seed => split)),
	run('AELR, budget 5', split,
		aer_lasso(budget => 5, radius => 10, step => 0.001, scale => 255, seed => split)),
	run('online ridge, all pixels', split,
		aer_ridge(step => 0.5, scale => norm))
FROM generate_series(1, 5) split, largest \g /dev/null

\echo
\echo 'MNIST "3 vs 5", one pass over 10,400 images, test error of five splits'
SELECT learner, round(avg(reads)::numeric, 1) AS "pixels per image",
	round(avg(mse)::numeric, 3) AS mse, round(min(mse)::numeric, 3) AS least,
	round(max(mse)::numeric, 3) AS most, round(100 * avg(wrong)::numeric, 1) AS "% wrong"
FROM results GROUP BY learner ORDER BY mse;
