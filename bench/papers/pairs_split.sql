-- One split of a pair of digits: train, test, and what is known beforehand,
-- where a learner is said to know it.  Variables: first, second, split

SET client_min_messages = warning;
SET jit = off;
SET max_parallel_workers_per_gather = 0;

CREATE TEMP TABLE split AS
SELECT id, CASE label WHEN :first THEN -1 ELSE 1 END AS y, pixels AS x,
	row_number() OVER w AS place,
	row_number() OVER w > 0.9 * count(*) OVER () AS test
FROM mnist WHERE label IN (:first, :second)
WINDOW w AS (ORDER BY hashint8extended(id, :split));
CREATE TEMP VIEW train AS SELECT * FROM split WHERE NOT test;
CREATE TEMP VIEW test AS SELECT * FROM split WHERE test;

CREATE TEMP TABLE known AS
SELECT array_agg(mean ORDER BY attribute) AS center, array_agg(sd ORDER BY attribute) AS spread
FROM aer_attributes((SELECT aer_moments(x, y, aer_design(folds => 1)) FROM train));
