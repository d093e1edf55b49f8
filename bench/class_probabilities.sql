-- What probabilities of three classes are worth where the true ones are known: told, met and
-- true, by what was told, of a model that was measured and of one that was not.
--
--	scripts/cluster psql -X -f bench/class_probabilities.sql

\set QUIET on
\pset footer off
SET client_min_messages = warning;
CREATE EXTENSION aer;
SELECT setseed(0.99) \gset
CREATE TABLE drawn AS
SELECT id, a, b, c, CASE WHEN u < p_a THEN 'a' WHEN u < p_a + p_b THEN 'b' ELSE 'c' END AS class, p_a, p_b, p_c
FROM (SELECT id, random() * 4 - 2 AS a, random() * 4 - 2 AS b, random() * 4 - 2 AS c, random() AS u FROM generate_series(1, 12000) id) v,
	LATERAL (SELECT exp(1.5 * a) + exp(1.5 * b) + exp(0.5 * c) AS s) s,
	LATERAL (SELECT 1 / s * exp(1.5 * a) AS p_a, 1 / s * exp(1.5 * b) AS p_b, 1 / s * exp(0.5 * c) AS p_c) p;
CREATE TABLE rows AS SELECT id, a, b, c, class FROM drawn WHERE id <= 6000;
ALTER TABLE rows ADD PRIMARY KEY (id);
CREATE TABLE models AS SELECT 'measured' AS model_is, aer_learn('rows', 'class') AS model
	UNION ALL SELECT 'not measured', aer_train(r, 'class', aer_design(exclude => '{id}'), id) FROM rows r;

SELECT model_is, width_bucket(q.probability, ARRAY[0.003, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5]) AS bucket, count(*), round(avg(q.probability)::numeric, 4) AS told,
	round(avg((q.class = drawn.class)::int), 4) AS met,
	round(avg(CASE q.class WHEN 'a' THEN p_a WHEN 'b' THEN p_b ELSE p_c END)::numeric, 4) AS true
FROM models, drawn, aer_probabilities(model, jsonb_build_object('a', a, 'b', b, 'c', c)) q
WHERE drawn.id > 6000 GROUP BY 1, 2 ORDER BY 1, 2;
