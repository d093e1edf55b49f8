--
-- Whole rows with two columns of one name
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;

CREATE TEMP TABLE visits (id int, dose float8, size float8, outcome float8);
CREATE TEMP TABLE labs (id int, size float8, iron float8, note text);
INSERT INTO visits SELECT i, i % 5, i % 7, i % 3 + i % 5 FROM generate_series(1, 60) i;
INSERT INTO labs SELECT i, i % 2, i % 11, 'n' FROM generate_series(1, 60) i;

-- A column that is named must occur once, wherever it is read.
SELECT aer_train(j, 'outcome', aer_ridge()) FROM (SELECT * FROM visits v JOIN labs l ON v.id = l.id) j;
SELECT aer_train(j, 'outcome', aer_ridge(exclude => '{id}')) FROM (SELECT * FROM visits v JOIN labs l ON v.id = l.id) j;
SELECT aer_train(j, 'outcome', aer_ridge(include => '{dose,size}')) FROM (SELECT * FROM visits v JOIN labs l ON v.id = l.id) j;
SELECT aer_train(j, 'size', aer_ridge(exclude => '{id}')) FROM (SELECT * FROM visits v JOIN labs l ON v.id = l.id) j;
SELECT aer_train(j, 'outcome', aer_ridge(include => '{dose}')), aer_train(j, 'outcome', aer_ridge(include => '{id}'))
FROM (SELECT * FROM visits v JOIN labs l ON v.id = l.id) j;
SELECT aer_moments(j, 'outcome') FROM (SELECT * FROM visits v JOIN labs l USING (id)) j;
SELECT aer_moments(j, 'outcome', aer_design(budget => 2, exclude => '{id}'), j.id) FROM (SELECT * FROM visits v JOIN labs l USING (id)) j;
SELECT aer_moments(j, 'size') FROM (SELECT * FROM visits v JOIN labs l USING (id)) j;
CREATE TEMP TABLE sized AS SELECT aer_train(v, 'outcome', aer_ridge(exclude => '{id}', scale => 10)) AS m FROM visits v;
SELECT aer_predict(m, j) FROM sized, (SELECT * FROM visits v JOIN labs l USING (id)) j;
SELECT aer_continue(j, 'outcome', m) FROM sized, (SELECT * FROM visits v JOIN labs l USING (id)) j;
SELECT aer_evaluate(m, j, 'outcome') FROM sized, (SELECT * FROM visits v JOIN labs l USING (id)) j;
SELECT aer_evaluate(m, j, 'outcome') FROM sized, (SELECT v.*, outcome FROM visits v) j;
SELECT DISTINCT problem FROM aer_cross_validate('SELECT j AS features, ''outcome'' AS target FROM (SELECT * FROM visits v JOIN labs l USING (id)) j', ARRAY[aer_ridge()]);
SELECT problem FROM aer_learning_curve('SELECT v AS features, ''outcome'' AS target FROM visits v',
	'SELECT j AS features, ''outcome'' AS target FROM (SELECT * FROM visits v JOIN labs l USING (id)) j', ARRAY[aer_ridge(exclude => '{id}', scale => 10)], '{50}');
\set SHOW_CONTEXT never
SELECT aer_cross_validate('SELECT ARRAY[dose] AS features, outcome AS target, size AS target FROM visits', ARRAY[aer_ridge()]);
SELECT aer_cross_validate('SELECT ARRAY[dose] AS features, outcome AS target, 1 AS key, 2 AS key FROM visits', ARRAY[aer_ridge()]);
\set SHOW_CONTEXT errors
-- A number and a text of one name are as bad; the row cannot say which is meant.
SELECT aer_train(j, 'outcome', aer_ridge()) FROM (SELECT v.*, 'x'::text AS dose FROM visits v) j;
-- Later rows may be of another type.
SELECT aer_train(CASE WHEN v.id = 1 THEN one::record ELSE two::record END, 'outcome', aer_ridge(include => '{dose}') ORDER BY v.id)
FROM visits v, LATERAL (SELECT v.*) one, LATERAL (SELECT v.*, 1 AS dose) two;

-- Columns that are not read may occur twice.
SELECT jsonb_path_query_array(s.m::jsonb, '$.columns.name') AS names, s.m::text = t.m::text AS same
FROM (SELECT aer_train(j, 'outcome', aer_ridge(include => '{dose,iron}', scale => 10) ORDER BY k) AS m
	  FROM (SELECT v.id AS k, * FROM visits v JOIN labs l ON v.id = l.id) j) s,
	 (SELECT aer_train(j, 'outcome', aer_ridge(include => '{dose,iron}', scale => 10) ORDER BY id) AS m
	  FROM (SELECT id, dose, iron, outcome FROM visits v JOIN labs l USING (id)) j) t;
SELECT jsonb_path_query_array(aer_train(j, 'outcome', aer_ridge(exclude => '{id,size}', scale => 10))::jsonb, '$.columns.name') AS names
FROM (SELECT * FROM visits v JOIN labs l ON v.id = l.id) j;
SELECT (aer_evaluate(m, j, 'outcome')).rows, sum(aer_predict(m, j)) IS NOT NULL AS scored
FROM sized, (SELECT v.*, l.note, l.note FROM visits v JOIN labs l USING (id)) j;
