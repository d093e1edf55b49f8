--
-- Nothing in silence: what is said of calls that are not wrong, and yet not what was meant
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;
\set SHOW_CONTEXT never

CREATE TABLE loans AS SELECT i AS id, i % 61 AS age, i * 7 % 53 AS income, (ARRAY['a', 'b', 'c'])[1 + i % 3] AS branch, i % 61 + i * 7 % 53 + i * 31 % 17 AS lost FROM generate_series(1, 240) i;
ALTER TABLE loans ADD PRIMARY KEY (id);
CREATE VIEW graded AS SELECT *, 2 * lost + 1 AS copy, CASE WHEN id % 10 = 0 THEN lost - 5 END AS late, CASE WHEN lost > 60 THEN 'bad' ELSE 'good' END AS class, lost > 60 AS bad FROM loans;
\set words '''{"class": ["good", "bad"], "branch": ["a", "b", "c"]}'''

-- A column that says the target, where it was seen 30 times or more: once for a statement, with whatever words it says so.
SELECT aer_train(g.*, 'lost', aer_design(exclude => '{id,bad}', columns => :words)) IS NOT NULL AS copied FROM graded g;
SELECT aer_train(g.*, 'bad', aer_design(2, exclude => '{id,lost,copy,late}', columns => :words), id) IS NOT NULL AS word FROM graded g;
SELECT count(aer_fit_ridge(m)) AS groups FROM (SELECT aer_moments(g.*, 'lost', aer_design(include => '{age,copy}')) AS m FROM graded g GROUP BY id % 3) s;
SELECT aer_train(g.*, 'lost', aer_design(include => '{age,late}')) IS NOT NULL AS seen_24_times FROM graded g;
SELECT count(m) FROM (SELECT aer_train(g.*, 'lost', aer_design(include => '{age,income}')) AS m FROM graded g) s;
SELECT count(*) FROM aer_compare('SELECT g AS features, ''lost'' AS target, id AS key FROM graded g', ARRAY[aer_design(include => '{age,copy}')], 4);

-- One look at each row: no pair is seen, unless there is but one column.
SELECT aer_train(l.*, 'lost', aer_design(1, exclude => '{id}', columns => '{"branch": ["a", "b", "c"], "age": [10, 30]}'), id) IS NOT NULL AS one_look FROM loans l;
SELECT aer_train(ARRAY[age, income], lost, aer_design(1), id) IS NOT NULL AS one_look FROM loans;
SELECT aer_train(l.*, 'lost', aer_design(1, include => '{branch}', columns => '{"branch": ["a", "b", "c"]}'), id) IS NOT NULL AS one_column FROM loans l;
SELECT aer_train(l.*, 'lost', aer_design(2, exclude => '{id}', columns => '{"branch": ["a", "b", "c"]}'), id) IS NOT NULL AS pairs FROM loans l;

-- A threshold of a target that is a number.
CREATE TABLE models AS SELECT aer_fit_ridge(aer_moments(l.*, 'lost', aer_design(include => '{age,income}'))) AS number,
	aer_fit_ridge(aer_moments(g.*, 'bad', aer_design(include => '{age,income}'))) AS bad FROM loans l JOIN graded g USING (id);
SELECT count(*) > 0 AS asked FROM models, generate_series(1, 3), aer_ask(number, '{"age": 3}'::jsonb, threshold => 0.5);
SELECT count(*) > 0 AS asked FROM models, aer_ask(bad, '{"age": 3}'::jsonb, threshold => 0.5);

-- Columns that there are, and where they are another row's.
CREATE TYPE spot AS (x int, y int);
CREATE TABLE spots (spots spot, a int, b int);
INSERT INTO spots SELECT ROW(i, i)::spot, i, i FROM generate_series(1, 9) i;
SELECT aer_train(spots, 'b') FROM spots;
SELECT aer_train(l, 'outcome') FROM loans l;
SELECT aer_train(l.*, 'lots') FROM loans l;
SELECT aer_train(w, 'y') FROM (SELECT 1 AS c1, 2 AS c2, 3 AS c3, 4 AS c4, 5 AS c5, 6 AS c6, 7 AS c7, 8 AS c8, 9 AS c9, 10 AS c10, 11 AS c11, 12 AS c12) w;

-- The text of a model, and numbers that no probability can be made of.
SELECT 'garbage'::aer_model;
SELECT aer_probability('{"format":2,"weights":[-1e308,1e308],"intercept":0,"learner":{},"rows":1,"draws":0,"reads":0,"skipped":0,"target_min":0,"target_max":1,"two_valued":true}', '{10,10}'::float8[]);
SELECT aer_probability('{"format":2,"weights":[1e308],"intercept":0,"learner":{},"rows":8,"draws":0,"reads":0,"skipped":0,"target_min":0,"target_max":1,"two_valued":true,"link":{"slope":0,"offset":1}}', '{10}'::float8[]);

-- Looks are columns, whatever the learner.
SELECT learner ->> 'learner' AS learner, round(looks::numeric, 1) AS looks, problem FROM aer_compare('SELECT l AS features, ''lost'' AS target, id AS key FROM loans l',
	ARRAY[aer_design(exclude => '{id}', columns => '{"branch": ["a", "b", "c"], "age": [10, 30, 50]}'), aer_ridge(exclude => '{id}', columns => '{"branch": ["a", "b", "c"], "age": [10, 30, 50]}')], 4) ORDER BY 1;

-- One learner in place of an array, a model or a name in place of sums: no function takes them with another meaning.
SELECT mse FROM aer_compare('SELECT l AS features, ''lost'' AS target FROM loans l', aer_design(3));
SELECT mse FROM aer_cross_validate('SELECT l AS features, ''lost'' AS target FROM loans l', aer_ridge(3), folds => 3);
SELECT c.name FROM models, aer_choose(number, 5) c;
SELECT name FROM aer_choose('loans', budget => 2);
