-- Statements that between them call every function of aer; each has one answer.
-- A line "-- NAME", with "(writes)" if it does, and "(slow)" if it takes a tenth of a
-- second or more; then a query.  Each is run with every allocation failing, on a
-- standby, beside others that change its tables, and under row-level security
-- (test/README.md): whatever is new in aer belongs here.

-- learners
SELECT aer_train(x, y, aer_ridge(budget => 2, radius => 4, seed => 7, intercept => true, center => 0.25, scale => ARRAY[1, 2, 1, 0.5]) ORDER BY i) FROM points

-- learners of other kinds
SELECT aer_train(x, y, aer_lasso(budget => 3, radius => 4) ORDER BY i), aer_train(x, y, aer_svr(budget => 4, radius => 3, insensitivity => 0.1) ORDER BY i),
	aer_train(x, y, aer_pegasos(budget => 4, radius => 3) ORDER BY i), aer_train(x, y, aer_baseline(budget => 3, radius => 3) ORDER BY i),
	aer_train(x, y, aer_ridge(budget => 3, warmup_rows => 20, warmup_center => true) ORDER BY i), aer_train(x, y, aer_design(budget => 2) ORDER BY i)
	FROM points WHERE i <= 40

-- learners of classes
SELECT aer_train(x, label, aer_perceptron(averaged => true, intercept => true) ORDER BY i), aer_train(x, label, aer_winnow(balanced => true) ORDER BY i),
	aer_train(bits, label, aer_majority(rate => 0.5) ORDER BY i) FROM points

-- learning from rows
SELECT aer_train(p, 'y', aer_ridge(budget => 3, exclude => '{i,label}', columns => '{"kind": ["high", "low", "mid"]}', warmup_rows => 10) ORDER BY i) FROM people p

-- learning from rows, notices, missing values
SELECT aer_train(p, 'label', aer_lasso(exclude => '{i}', missing => 'skip') ORDER BY i), aer_train(p, 'label', aer_design(exclude => '{i}') ORDER BY i)
	FROM (SELECT i, CASE WHEN i % 5 > 0 THEN a END AS a, d, kind, label FROM people) p

-- learning from documents
SELECT aer_train(j, 'y', aer_ridge(include => '{a,b,kind}', columns => '{"kind": ["high", "low", "mid"]}') ORDER BY i),
	aer_train(j, y, aer_ridge(include => '{a,b}') ORDER BY i), aer_train(j, y > 1, aer_ridge(include => '{a,b}') ORDER BY i) FROM documents

-- learning by a design
SELECT aer_train(x, y), aer_train(x, y, aer_design(budget => 3), i), aer_train(x, label, aer_design(budget => 3)) FROM points

-- learning by a design, from rows and documents
SELECT (SELECT aer_train(p, 'y', aer_design(budget => 3, exclude => '{i,label}', columns => '{"kind": ["high", "low", "mid"]}'), i) FROM people p),
	(SELECT aer_train(j, 'y', aer_design(budget => 1, include => '{a,b}'), i) FROM documents)

-- going on
SELECT aer_continue(x, y, m ORDER BY i) FROM points, models WHERE id = 'ridge' AND i > 30

-- going on with rows and documents
SELECT (SELECT aer_continue(p, 'y', m ORDER BY i) FROM people p, models WHERE id = 'rows' AND i > 30),
	(SELECT aer_continue(j, 'y', m ORDER BY i) FROM documents, models WHERE id = 'documents' AND i > 30),
	(SELECT aer_continue(j, y, m ORDER BY i) FROM documents, models WHERE id = 'documents' AND i > 50),
	(SELECT aer_continue(to_jsonb(p), label, m ORDER BY i) FROM people p, models WHERE id = 'documents of people' AND i > 50)

-- slices
SELECT aer_train(x, y, aer_ridge(budget => 3, seed => 2) ORDER BY i), aer_train(x[1:200], y, aer_design(budget => 4), i) FROM wide

-- scoring by slices
SELECT aer_predict(m, x), aer_evaluate(m, x, y, 3) OVER () FROM wide, models WHERE id = 'wide'

-- what comes next
SELECT id, ARRAY(SELECT attribute FROM aer_next(m)), s.*, (SELECT array_agg(w) FROM aer_weights(m) w) FROM models, aer_summary(m) s WHERE s.continuable AND id <> 'wide'

-- what a model says of its columns
SELECT id, (SELECT array_agg(i) FROM aer_importance(m) i), (SELECT array_agg(c) FROM aer_curve(m, CASE WHEN m::jsonb ? 'columns' THEN 'd' ELSE '1' END) c) FROM models WHERE m::jsonb ? 'facts'

-- models as expressions
SELECT id, aer_sql(m), aer_sql(m, 'score') FROM models WHERE id <> 'wide'

-- and of a word
SELECT c.* FROM models, aer_curve(m, 'kind') c WHERE id = 'partial'

-- as a page
SELECT aer_page(m, 'what it is of') FROM models WHERE id = 'ridge'

-- one row, explained
SELECT i, (SELECT array_agg(e) FROM aer_explain(m, p) e), (SELECT array_agg(e) FROM aer_explain(m, to_jsonb(p) - 'kind') e) FROM people p, models WHERE id = 'partial' AND i < 3

-- an array, explained
SELECT e.* FROM points, models, aer_explain(m, x) e WHERE id = 'label' AND i = 1

-- beginning without a row
SELECT m, ARRAY(SELECT attribute FROM aer_next(m)), (SELECT aer_continue(x, y, m ORDER BY i) FROM points) FROM aer_start(aer_ridge(budget => 3), 4) m

-- beginning without a row, by names
SELECT m, ARRAY(SELECT name FROM aer_next(m)), (SELECT aer_continue(p, 'y', m ORDER BY i) FROM people p) FROM aer_start(aer_ridge(budget => 2, columns => '{"kind": ["high", "low", "mid"]}'), '{a,d,kind}'::text[]) m

-- reports
SELECT id, r.* FROM models, aer_report(m) r WHERE id <> 'wide'

-- models through text, jsonb and arrays
SELECT id, m::text::aer_model = m, m <> m, m::jsonb, m::float8[], hash_array(ARRAY[m]) FROM models WHERE id <> 'wide'

-- models through a hash
SELECT count(*), count(DISTINCT ROW(m.m)::text) FROM models m JOIN models n ON m.m = n.m

-- models received (writes)
SELECT received(m) FROM models WHERE id <> 'wide'

-- moments received (writes)
SELECT received(m) FROM moments

-- judgments received (writes)
SELECT received(named), received(numbered) FROM judged WHERE o <= 2

-- moments of judgments received (writes)
SELECT received(m) FROM judgment_moments

-- predictions
SELECT aer_predict(m, x), aer_score(m, x), aer_probability(m, x) FROM points, models WHERE id = 'label' AND i <= 20

-- predictions of rows
SELECT aer_predict(m, p), aer_score(m, p) FROM people p, models WHERE id = 'rows' AND i <= 20

-- predictions of partly known rows
SELECT aer_predict(m, p), aer_probability(m, p), aer_probability(m, to_jsonb(p)), f.* FROM (SELECT i, CASE WHEN i % 2 = 0 THEN a END AS a, "B ""b", NULL::bool AS "ü", d, CASE WHEN i % 3 > 0 THEN kind END AS kind FROM people) p,
	models, aer_forecast(m, p) f WHERE id = 'partial' AND i <= 10

-- predictions of documents
SELECT aer_predict(m, j), aer_score(m, j) FROM documents, models WHERE id = 'documents' AND i <= 20

-- forecasts of arrays
SELECT f.* FROM points, models, aer_forecast(m, ARRAY[NULL::float8] || x[2:]) f WHERE id = 'partial of arrays' AND i <= 10

-- asking
SELECT a.* FROM people p, models, aer_ask(m, p, threshold => 0.5, prices => '{"cost": {"a": 1, "B \"b": 2, "ü": 1, "d": 1, "kind": 2}}', unavailable => '{ü}'::text[]) a WHERE id = 'partial' AND i <= 2

-- documents as text
SELECT ARRAY(SELECT a FROM models, aer_ask(m, '{"a": 0.5}') a WHERE id = 'partial'), ARRAY(SELECT f FROM models, aer_forecast(m, '{"a": 0.5}') f WHERE id = 'partial'),
	ARRAY(SELECT e FROM models, aer_explain(m, '{"a": 0.5}') e WHERE id = 'partial'),
	(SELECT (aer_predict(m, '{"a": 0.5}'), aer_score(m, '{"a": 0.5}'), aer_probability(m, '{"a": 0.5}')) FROM models WHERE id = 'partial')

-- asking of documents and arrays
SELECT ARRAY(SELECT a FROM models, aer_ask(m, '{"a": 0.5}'::jsonb) a WHERE id = 'partial'), ARRAY(SELECT f FROM models, aer_forecast(m, '{"a": 0.5}'::jsonb) f WHERE id = 'partial'),
	ARRAY(SELECT a FROM models, aer_ask(m, ARRAY[NULL, 0.5, NULL, NULL]) a WHERE id = 'partial of arrays')

-- restricting
SELECT aer_restrict(m, '{a,kind}'::text[]) FROM models WHERE id = 'partial'

-- trimming
SELECT aer_trim(m) FROM models

-- evaluation
SELECT aer_evaluate(m, x, label), aer_evaluate(m, x, label, 2) FROM points, models WHERE id = 'label'

-- evaluation of rows and documents
SELECT (SELECT aer_evaluate(m, p, 'y') FROM people p, models WHERE id = 'rows'), (SELECT aer_evaluate(m, p, 'y', 2) OVER () FROM people p, models WHERE id = 'rows' LIMIT 1),
	(SELECT (aer_evaluate(m, j, 'y'), aer_evaluate(m, j, 'y', 2), aer_evaluate(m, j, y), aer_evaluate(m, j, y, 2)) FROM documents, models WHERE id = 'documents'),
	(SELECT (aer_evaluate(m, to_jsonb(p), label), aer_evaluate(m, to_jsonb(p), label, 4)) FROM people p, models WHERE id = 'documents of people')

-- calibration
SELECT aer_calibration(0.1 + x[1], label), aer_calibration(0.1 + x[1], label, 3), aer_calibrate((SELECT m FROM models WHERE id = 'label'), x[1], label),
	aer_calibrate((SELECT m FROM models WHERE id = 'two values'), x[1], label::int) FROM points

-- cross-validation
SELECT c.* FROM aer_cross_validate('SELECT x AS features, y AS target, i AS key FROM points', ARRAY[aer_ridge(), aer_lasso(budget => 2), aer_design(budget => 3)], 2) c

-- cross-validation of rows
SELECT c.* FROM aer_compare('SELECT p AS features, ''label'' AS target FROM people p', ARRAY[aer_ridge(exclude => '{i,y}'), aer_design(exclude => '{i,y}')], 2) c

-- cross-validation of documents
SELECT c.* FROM aer_compare('SELECT j AS features, ''y'' AS target, i AS key FROM documents', ARRAY[aer_ridge(include => '{a,b}')], 2) c

-- learning curve
SELECT c.* FROM aer_learning_curve('SELECT x AS features, y AS target FROM points', 'SELECT x AS features, y AS target FROM points WHERE i < 10', ARRAY[aer_ridge(), aer_design()], '{10, 60}') c

-- options
SELECT o.* FROM aer_options() o WHERE learner IN ('ridge', 'design')

-- designs
SELECT aer_design(budget => 3, spread => ARRAY[1, 2, 3, 4]), aer_plan(aer_design(budget => 2), 4, i), aer_plan(aer_design(budget => 2, include => '{a,c}'), '{a,b,c}'::text[], i),
	_aer_deep(aer_design(budget => 1, deep_budget => 2), i) FROM points WHERE i <= 5

-- designs in money
SELECT d, s.*, n.* FROM (SELECT aer_design(2.5, p) AS d FROM prices) s1, aer_design_summary(d, 4) s, aer_design_summary(d, '{1,2,3,4}'::text[]) n

-- prices
SELECT aer_prices(a, c), aer_prices(a, c, CASE WHEN c > 1 THEN 'panel' END, CASE WHEN c > 1 THEN 2 END), aer_prices(n, c), aer_prices(n, c, CASE WHEN c > 1 THEN 'panel' END, CASE WHEN c > 1 THEN 2 END), aer_cost(aer_prices(a, c), ARRAY['a', 'c']), (SELECT aer_cost(p, ARRAY[2, 4]) FROM prices) FROM (VALUES ('a', 1, 1), ('b', 2, 2), ('c', 3, 3)) t(a, n, c)

-- suggestions
SELECT aer_suggest('people', 'y', 3)

-- as many rows as are wanted
SELECT count(*) FROM points WHERE _aer_in_sample(20, 60)

-- designs and models of documents and arrays
SELECT _aer_days(date '2020-03-01'), aer_suggest('documents', 'y', 2, features => 'j'), aer_suggest('documents', 'a', features => 'j'), aer_learn('points', 'label', key => 'i', features => 'x')

-- from a table to a model
SELECT aer_learn('people', 'kind=low', 2, '{label}', '{"cost": {"a": 1, "B \"b": 2, "ü": 1, "d": 1, "y": 1, "i": 1}}', 'i')

-- designs of a table
SELECT c.* FROM aer_compare('people', 'y', ARRAY[1, NULL], '{i,label,kind}') c

-- designs of documents and arrays
SELECT (SELECT count(*) FROM aer_compare('points', 'label', ARRAY[1, NULL], features => 'x')), (SELECT count(*) FROM aer_choose('documents', 'y', 1, features => 'j'))

-- work to do
SELECT w.* FROM holes h, aer_worklist(aer_design(budget => 3, include => '{a,d,kind}', columns => '{"kind": ["high", "low", "mid"]}'), 'holes', 'i') w WHERE h.i = 1

-- work to do, by what is suggested
SELECT count(*) FROM aer_worklist('people', 'y', 2, key => 'i')

-- work to do, in documents
SELECT w.* FROM aer_worklist(aer_design(include => '{a,d}'), 'documents', 'i', '{1,2,3}', 'j') w

-- names
SELECT (SELECT aer_names(j) FROM documents), (SELECT _aer_keys(j) FROM documents), (SELECT count(_aer_value(j, 'a.b')) FROM documents)

-- moments
SELECT aer_moments(x, y), aer_moments(x, y, aer_design(budget => 2)), aer_moments(x, label, aer_design(budget => 3, units => 'standardized'), i) FROM points

-- moments of rows
SELECT aer_moments(p, 'y', aer_design(budget => 3, exclude => '{i,label}', columns => '{"kind": ["high", "low", "mid"]}'), i),
	aer_moments(p, 'y', aer_design(budget => 3, exclude => '{i,label,kind}')), (SELECT aer_moments(q, 'y') FROM (SELECT a, d, y FROM people) q) FROM people p

-- moments of documents
SELECT aer_moments(j, 'y', d, i), aer_moments(j, y, d, i), aer_moments(j, y > 1, d, i), aer_moments(j, 'y', d), aer_moments(j, y, d), aer_moments(j, y > 1, d)
	FROM documents, (SELECT aer_design(budget => 1, include => '{a,b}') AS d) s GROUP BY d

-- moments by groups
SELECT g, aer_moments(x, y, aer_design(budget => 2), i) FROM points, generate_series(1, 3) g WHERE i % 3 = g % 3 GROUP BY g

-- moments merged
SELECT id, aer_moments(m) FROM moments, generate_series(1, 2) GROUP BY id

-- moments taken away
SELECT aer_subtract(m, p), m - p + p, aer_fit_ridge(m - p) FROM moments, (SELECT aer_moments(x, y, aer_design(budget => 3), i) AS p FROM points WHERE i <= 10) s WHERE id = 'keyed'

-- moments through text
SELECT id, m::text::aer_moments = m, m <> m, hash_array(ARRAY[m]) FROM moments

-- moments of holes
SELECT aer_moments(ARRAY[x[1], CASE WHEN i % 3 > 0 THEN x[2] END, x[3], x[4]], y, aer_design(missing => 'available')) FROM points

-- what was seen
SELECT id, a.*, aer_spent(m), aer_second_moments(m) FROM moments, aer_attributes(m) a WHERE id <> 'judgments'

-- sums
SELECT id, s.* FROM moments, aer_sums(m) s WHERE id <> 'judgments'

-- sampling
SELECT g.* FROM aer_sampling(ARRAY[1, 2, 3, 4]) g

-- fits
SELECT id, aer_fit_ridge(m), aer_fit_lasso(m), aer_fit_ridge(m, partial => true), CASE WHEN id = 'complete' THEN aer_fit_ols(m) END FROM moments WHERE id IN ('keyed', 'rows', 'complete', 'in two words')

-- paths
SELECT r.*, l.* FROM moments, aer_path(m) r, aer_path(m, 'lasso', ARRAY[0.1, 0.01]) l WHERE id = 'keyed'

-- choosing
SELECT c.* FROM moments, aer_choose(m, 3) c WHERE id = 'money'

-- choosing among columns
SELECT c.* FROM moments, aer_choose(m, known => '{a}'::text[]) c WHERE id = 'rows'

-- choosing from a table
SELECT c.* FROM aer_choose('people', 'y', 3, exclude => '{i,label,kind}') c

-- judgments
SELECT o % 2, aer_judgments(a, v), aer_judgments('a' || a, v) FROM (SELECT o, a, (o * a % 5)::float8 AS v FROM generate_series(1, 8) o, generate_series(1, 3) a) s GROUP BY o % 2

-- judgments through text
SELECT named::text::aer_judgments = named, named <> numbered, hash_array(ARRAY[named]) FROM judged WHERE o <= 5

-- moments of judgments
SELECT aer_judgment_moments(numbered, y, 3), aer_judgment_moments(named, y, '{ä1,ä2,ä3}'::text[]) FROM judged

-- moments of judgments merged
SELECT aer_judgment_moments(m) FROM judgment_moments, generate_series(1, 2)

-- repeats
SELECT r.*, p.* FROM judgment_moments, aer_repeats(m, 7) r, aer_repeat_path(m, 5, 'scoring') p

-- a fit of repeats
SELECT f, aer_predict(f, named), c.* FROM (SELECT aer_fit_repeats(m, ARRAY[2, 1, 3]) AS f FROM judgment_moments) s, judged, aer_forecast(f, named) c WHERE o <= 5

-- in parts, by workers (slow)
SELECT in_parts('SELECT aer_moments(ARRAY[i % 3, i % 5, i % 7, i % 11], (i % 13)::float8, aer_design(budget => 3), i)::text FROM points'), in_parts('SELECT aer_names(j)::text FROM documents'),
	in_parts('SELECT aer_judgments(i % 3 + 1, (i % 3)::float8)::text FROM points'), in_parts('SELECT cardinality(aer_calibration(0.1 + x[1], label))::text FROM points'),
	in_parts('SELECT (aer_evaluate((SELECT m FROM models WHERE id = ''label''), x, label)).rows::text FROM points')

-- keys that stand for numbers
SELECT aer_key(label::text), aer_key(md5(i::text)::uuid) FROM points WHERE i <= 5

-- a followed table
SELECT aer_followed('followed_log'), aer_fit_ridge(aer_followed('followed_log'))

-- what a log's trigger asks
SELECT _aer_cluster() IS NOT NULL, _aer_trigger_fault('followed'::regclass, 'aer_follow_insert_followed_log', 'insert', 'public.followed_log', 'root'), _aer_changed_column('followed'::regclass, '[{"name": "a", "type": "double precision", "number": 3, "labels": ["x", "y"]}]', true)

-- what a transaction wrote itself
SELECT _aer_own_row(xmin), _aer_own_writes('followed'::regclass), _aer_log_study('followed_log'::regclass, true) IS NOT NULL FROM followed WHERE i = 1

-- room of a log for new rows (writes)
SELECT _aer_reuse_space('followed_log')

-- a log's check
SELECT c.* FROM aer_check('followed_log', true) c

-- enough
SELECT id, e.* FROM moments, aer_enough(m) e WHERE id IN ('keyed', 'rows', 'money')

-- classes, of rows, documents and arrays
SELECT aer_class(m, p), aer_probability(m, p, 'low'), (SELECT array_agg(q) FROM aer_probabilities(m, p) q), aer_class(m, to_jsonb(p)), aer_probability(m, to_jsonb(p), 'low'),
		(SELECT array_agg(q) FROM aer_probabilities(m, to_jsonb(p)) q), aer_class(of_arrays, x), aer_probability(of_arrays, x, 'mid'), (SELECT array_agg(q) FROM aer_probabilities(of_arrays, x) q),
		(SELECT array_agg(e) FROM aer_explain(m, p, 'low') e), (SELECT array_agg(c) FROM aer_curve(m, 'a', class => 'mid') c), (SELECT array_agg(f) FROM aer_forecast(m, to_jsonb(p) - 'a') f)
	FROM (SELECT i, a, d, kind, x FROM people JOIN points USING (i) WHERE i <= 4) p, (SELECT aer_train(p, 'kind', aer_design(budget => 1, include => '{a,d}'), i) AS m FROM people p) m,
		(SELECT aer_train(x, kind ORDER BY i) AS of_arrays FROM people JOIN points USING (i)) n

-- classes of moments, merged, taken back and stored, and their paths
SELECT s::text::aer_moments AS stored, aer_fit_ridge(s - a), (SELECT array_agg(w) FROM aer_weights(aer_fit_ridge(s)) w), aer_trim(aer_fit_ridge(s))::text::aer_model, aer_fit_ridge(a) IS NULL,
		(SELECT array_agg(p) FROM aer_path(s) p), (SELECT array_agg(e) FROM aer_enough(s) e)
	FROM (SELECT a + b AS s, a FROM (SELECT aer_moments(j, 'kind', aer_design(include => '{a,y}'), i) FILTER (WHERE i % 3 < 2 AND i < 9) AS a, aer_moments(j, 'kind', aer_design(include => '{a,y}'), i) FILTER (WHERE i > 12) AS b FROM documents) p) m

-- classes, how good they are
SELECT (SELECT aer_evaluate(m, p, 'kind') FROM people p), (SELECT aer_evaluate(m, to_jsonb(p), 'kind') FROM people p), (SELECT array_agg(c) FROM aer_compare('SELECT ARRAY[a, d] AS features, kind AS target, i AS key FROM people', ARRAY[aer_design()], 2) c)
	FROM (SELECT aer_train(p, 'kind', aer_design(include => '{a,d}', columns => '{"a": [0.25, 0.5], "d": [0.25, null]}'), i) AS m FROM people p) m

-- measured on rows that were held out (slow)
WITH f AS MATERIALIZED (SELECT aer_fit_ridge(m) AS model, aer_fold_models(m) AS folds FROM (SELECT aer_moments(x, label, aer_design(folds => 2), i) AS m FROM points) s)
	SELECT aer_measure(model, folds, x, label, i), aer_fold(aer_design(), 7) FROM f, points

-- measured on rows and documents that were held out, and shown (slow)
WITH f AS MATERIALIZED (SELECT fits[1] AS model, fits[2:] AS folds FROM (SELECT _aer_fit_folds(aer_moments(p, 'label', aer_design(folds => 2, include => '{a,d}'), i), false) AS fits FROM people p) s)
	SELECT aer_measure(model, folds, p, 'label', i), aer_measure(model, folds, to_jsonb(p), 'label', i), (SELECT array_agg(c) FROM aer_calibration((SELECT model FROM f)) c) FROM f, people p

-- rows that are remembered, asked about and shown (slow)
WITH f AS MATERIALIZED (SELECT aer_fit_ridge(m) AS model, aer_fold_models(m) AS folds FROM (SELECT aer_moments(p, 'label', aer_design(folds => 2, include => '{a,d}'), i) AS m FROM people p) s),
	r AS MATERIALIZED (SELECT _aer_remember(model, folds, p, 'label', i, 30) AS model FROM f, people p)
	SELECT (SELECT aer_remember(model, to_jsonb(p), 'label', i)::text::aer_model FROM f, people p), (SELECT array_agg(a) FROM r, aer_ask(model, '{"a": 0.5}'::jsonb, near => true, ahead => true) a),
		(SELECT array_agg(a) FROM r, aer_forecast(model, '{"a": 0.5}'::jsonb, near => true) a), (SELECT array_agg(a) FROM r, aer_probabilities(model, '{"a": 0.5}'::jsonb, near => true) a),
		(SELECT count(*) FROM r, aer_report(model)), (SELECT aer_remember(m, x, label, i) FROM points, (SELECT aer_fit_ridge(aer_moments(x, label, aer_design(folds => 2), i), partial => true) AS m FROM points) n)

-- classes that were taken for others, thresholds, errors of a table
SELECT aer_confusion(model, p, 'label'), aer_confusion(model, to_jsonb(p), 'label'), (SELECT aer_confusion(m, x, label) FROM points, (SELECT aer_train(x, label ORDER BY i) AS m FROM points) n), aer_roc(aer_probability(model, p), p.label), aer_evaluate(min(model::text)::aer_model, 'people', 'label'), (SELECT count(*) FROM (SELECT aer_train(p, 'label', aer_design(exclude => '{i,y,kind}')) AS n FROM people p) t, aer_confusion(n, 'people', 'label'))
	FROM (SELECT aer_train(p, 'label', aer_design(exclude => '{i,y,kind}')) AS model FROM people p) m, people p

-- roles of columns: folds, evaluation by group, effects of levels
SELECT (SELECT count(aer_fold(aer_design(groups => 'kind'), p, i)) FROM people p), (SELECT count(aer_fold(aer_design(groups => 'kind'), to_jsonb(p), i)) FROM people p), _aer_level_effects('a' || i % 3, ARRAY[i::float8], 1 + i % 2, 1, 1, ARRAY[i::float8 ^ 2]), _aer_level_statistics(ARRAY['a' || i % 3], ARRAY[i::float8], 1 + i % 2, 1, '{a}'::text[], '{f}'::boolean[], '{}'::jsonb) FROM points

-- weighted rows of a table
SELECT (SELECT _aer_evaluated_rows((SELECT aer_train(x, label ORDER BY i) FROM points), x, label, 2::float8) FROM points), (SELECT _aer_evaluated_rows((SELECT aer_train(p, 'label', aer_design(exclude => '{i,y,kind}')) FROM people p), to_jsonb(p), 'label', 2::float8) FROM people p), _aer_weight(2::float8), _aer_weight('true'::jsonb), _aer_check_target((SELECT aer_train(x, label ORDER BY i) FROM points), 'boolean'), _aer_near_name('whom'::text, '{who,when}'::text[])

-- what has changed in rows of a table, and in moments
SELECT (SELECT array_agg(ROW(name, round(distance::numeric, 6), note) ORDER BY name) FROM aer_drift(model, 'people')), (SELECT count(note) FROM aer_drift(model, moments))
	FROM (SELECT aer_fit_ridge(moments) AS model, moments FROM (SELECT aer_moments(p, 'y', aer_design(include => '{a,d}', columns => '{"a": [0.25, 0.5]}'), i) AS moments FROM people p) m) m
