-- What there is a value of, and how it was made: each "how" is a query.

CREATE TEMP TABLE made (name text PRIMARY KEY, type text, how text, value text, bytes text);
INSERT INTO made (type, name, how)
SELECT 'aer_model', name, 'SELECT aer_train(' || features || ', ' || learner || ' ORDER BY i) FROM ' || source || ' WHERE i <= 60'
FROM (VALUES
	('ridge', 'x, y', 'aer_ridge(budget => 2, radius => 4, seed => 7, intercept => true)', 'points'),
	('ridge, full', 'x, y', 'aer_ridge(center => 0.25, scale => ARRAY[1, 2, 1, 0.5])', 'points'),
	('ridge, warming up', 'x, y', 'aer_ridge(budget => 3, radius => 4, warmup_rows => 80, warmup_center => true)', 'points'),
	('ridge, two-phase', 'x, y', 'aer_ridge(budget => 3, radius => 4, warmup_rows => 20, smooth_moments => true, inner_draws => 2)', 'points'),
	('lasso', 'x, y', 'aer_lasso(budget => 3, radius => 4, seed => -7)', 'points'),
	('svr', 'x, y', 'aer_svr(budget => 4, radius => 3, insensitivity => 0.1)', 'points'),
	('svr, biased', 'x, y', 'aer_svr(budget => 4, radius => 3, biased => true, smoothing => 0.2, inner_draws => 2)', 'points'),
	('pegasos', 'x, y', 'aer_pegasos(budget => 4, radius => 3, lambda => 0.5)', 'points'),
	('baseline', 'x, y', 'aer_baseline(budget => 3, radius => 3)', 'points'),
	('perceptron', 'x, label', 'aer_perceptron(averaged => true, intercept => true)', 'points'),
	('winnow', 'x, label', 'aer_winnow(balanced => true)', 'points'),
	('majority', 'bits, label', 'aer_majority(rate => 0.5)', 'points'),
	('ridge of rows', 'p, ''y''', 'aer_ridge(budget => 3, radius => 4, exclude => ''{i,label}'', units => ''common'')', 'people p'),
	('lasso of rows, boolean target', 'p, ''label''', 'aer_lasso(exclude => ''{i,y}'', units => ''common'')', 'people p'),
	('ridge of rows, own units', 'p, ''y''', 'aer_ridge(budget => 3, warmup_rows => 12, exclude => ''{i,label}'', units => ''standardized'')', 'people p'),
	('lasso of rows, warming up', 'p, ''label''', 'aer_lasso(budget => 2, exclude => ''{i,y}'')', 'people p'),
	('ridge with rows skipped', 'CASE WHEN i % 4 > 0 THEN x END, y', 'aer_ridge(budget => 2, radius => 4)', 'points')
) v(name, features, learner, source);
INSERT INTO made (type, name, how) VALUES
	('aer_moments', 'moments in money', 'SELECT aer_moments(x, y, aer_design(2.5, ''{"cost": {"1": 1, "2": 0.5, "3": 2, "4": 1.125}, "panels": {"p": {"fee": 0.5, "attributes": ["2", "4"]}}}''), i ORDER BY i) FROM points'),
	('aer_model', 'trimmed', 'SELECT aer_trim(aer_train(p, ''y'', aer_lasso(budget => 3, exclude => ''{i,label}'', warmup_rows => 20, units => ''standardized'') ORDER BY i)) FROM people p'),
	('aer_model', 'started', 'SELECT aer_start(aer_lasso(budget => 3, radius => 4, warmup_rows => 80), 4)'),
	('aer_model', 'started, of rows', 'SELECT aer_start(aer_ridge(budget => 3, warmup_rows => 80), ARRAY[''a'', ''B "b'', ''ü'', ''d''])'),
	('aer_model', 'fit of moments', 'SELECT aer_fit_ridge(aer_moments(x, y, aer_design(budget => 3), i ORDER BY i)) FROM points'),
	('aer_model', 'fit with a link', 'SELECT aer_fit_ridge(aer_moments(x, label, aer_design(budget => 3), i ORDER BY i)) FROM points'),
	('aer_model', 'fit of moments of rows', 'SELECT aer_fit_lasso(aer_moments(p, ''label'', aer_design(exclude => ''{i,y}'') ORDER BY i), lambda => 0.01) FROM people p'),
	('aer_model', 'fit of columns', 'SELECT aer_fit_ridge(aer_moments(q, ''y'', aer_design(exclude => ''{i}'', columns => ''{"kind": ["k0", "k=", "k2", null], "d": [-0.5, 0.25, null]}'') ORDER BY i), lambda => 0.1) FROM (SELECT i, d, CASE i % 4 WHEN 1 THEN ''k='' ELSE ''k'' || i % 4 END AS kind, y FROM people) q'),
	('aer_moments', 'moments of levels', 'SELECT aer_moments(q, ''y'', aer_design(folds => 2, exclude => ''{i}'', columns => ''{"kind": {"levels": {"k0": [0.5, 0.25, 1], "k=": [-1, 0, 2]}, "null_level": [0, 0, 0.125]}, "c": {"knots": [2, null], "levels": {"1": [1, 2, 3]}}}''), i ORDER BY i) FROM (SELECT i, i % 5 AS c, CASE i % 4 WHEN 1 THEN ''k='' WHEN 2 THEN ''k0'' WHEN 3 THEN ''k3'' END AS kind, y FROM people) q'),
	('aer_model', 'fit of levels', 'SELECT aer_fit_ridge(aer_moments(q, ''y'', aer_design(folds => 2, exclude => ''{i}'', columns => ''{"kind": {"levels": {"k0": [0.5, 0.25, 1], "k=": [-1, 0, 2]}, "null_level": [0, 0, 0.125]}, "c": {"knots": [2, null], "levels": {"1": [1, 2, 3]}}}''), i ORDER BY i), lambda => 0.1) FROM (SELECT i, i % 5 AS c, CASE i % 4 WHEN 1 THEN ''k='' WHEN 2 THEN ''k0'' WHEN 3 THEN ''k3'' END AS kind, y FROM people) q'),
	('aer_moments', 'moments of ranges', 'SELECT aer_moments(p, ''y'', aer_design(exclude => ''{i,label}'', columns => ''{"d": [-0.5, 0.25, null]}'', range => ''{"d": [-2, 2.125], "a": {"values": [-1, 0, 1]}, "ü": [0, 1]}'') ORDER BY i) FROM people p'),
	('aer_model', 'fit of ranges', 'SELECT aer_fit_ridge(aer_moments(p, ''y'', aer_design(exclude => ''{i,label}'', columns => ''{"d": [-0.5, 0.25, null]}'', range => ''{"d": [-2, 2.125], "a": {"values": [-1, 0, 1]}, "ü": [0, 1]}'') ORDER BY i), lambda => 0.1) FROM people p'),
	('aer_model', 'partial', 'SELECT aer_fit_ridge(aer_moments(x, label, aer_design(budget => 3), i ORDER BY i), partial => true) FROM points'),
	('aer_model', 'partial of rows', 'SELECT aer_fit_ridge(aer_moments(q, ''y'', aer_design(budget => 2, exclude => ''{i}'', columns => ''{"kind": ["k=", "k2"]}'') ORDER BY i), lambda => 0.1, partial => true) FROM (SELECT i, d, CASE i % 4 WHEN 1 THEN ''k='' ELSE ''k'' || i % 4 END AS kind, y FROM people) q'),
	('aer_model', 'measured, of arrays', 'SELECT aer_measure(m, f, x, label, i) FROM points, (SELECT aer_fit_ridge(s) AS m, aer_fold_models(s) AS f FROM (SELECT aer_moments(x, label, aer_design(), i ORDER BY i) AS s FROM points) s) m'),
	('aer_model', 'measured, of a number', 'SELECT aer_measure(m, f, x, y, i) FROM points, (SELECT aer_fit_ridge(s, partial => true) AS m, aer_fold_models(s) AS f FROM (SELECT aer_moments(x, y, aer_design(), i ORDER BY i) AS s FROM points) s) m'),
	('aer_model', 'measured, of classes', 'SELECT aer_measure(m, f, x, word, i) FROM (SELECT *, (ARRAY[''one'', '''', ''tw"o''])[1 + i % 3] AS word FROM points) p, (SELECT aer_fit_ridge(s) AS m, aer_fold_models(s) AS f FROM (SELECT aer_moments(x, (ARRAY[''one'', '''', ''tw"o''])[1 + i % 3], aer_design(), i ORDER BY i) AS s FROM points) s) m'),
	('aer_model', 'measured, over time', 'SELECT aer_measure(m, f, p, ''y'', i) FROM people p, (SELECT aer_fit_ridge(s) AS m, aer_fold_models(s) AS f FROM (SELECT aer_moments(p, ''y'', aer_design(exclude => ''{i,label}'', folds => 3, time_column => ''d'', time_cuts => ''{0,0.25}''), i ORDER BY i) AS s FROM people p) s) m'),
	('aer_model', 'pairs of rows', 'SELECT aer_fit_ridge(aer_moments(q, ''y'', aer_design(exclude => ''{i}'', columns => ''{"kind": ["k0", "k1", null], "d": [-0.5, 0.25, null]}'', interactions => ''[["kind", "d"], ["d", "ü"]]'') ORDER BY i), lambda => 0.1, interactions => 2) FROM (SELECT i, (i % 9 - 4) / 4.0::float8 AS d, CASE WHEN i % 5 > 0 THEN ''k'' || i % 3 END AS kind, i % 2 = 0 AS "ü", y FROM points) q'),
	('aer_moments', 'moments of pairs', 'SELECT aer_moments(q, ''y'', aer_design(budget => 2, exclude => ''{i}'', columns => ''{"kind": ["k0", "k1"]}'', interactions => ''[["kind", "d"]]''), i ORDER BY i) FROM (SELECT i, (i % 9 - 4) / 4.0::float8 AS d, ''k'' || i % 3 AS kind, i % 2 = 0 AS "ü", y FROM points) q'),
	('aer_model', 'two words', 'SELECT aer_train(x, word, aer_design(budget => 3), i) FROM (SELECT *, CASE WHEN label THEN ''ü'' ELSE ''a "b'' END AS word FROM points) p'),
	('aer_model', 'one word', 'SELECT aer_train(x, CASE WHEN i > 0 THEN ''one word'' END, aer_design(budget => 3), i) FROM points'),
	('aer_model', 'classes of arrays', 'SELECT aer_train(x, (ARRAY[''one'', '''', ''tw"o''])[1 + i % 3], aer_design(budget => 3), i) FROM points'),
	('aer_model', 'classes of arrays, partial', 'SELECT aer_fit_ridge(aer_moments(x, (ARRAY[''one'', '''', ''tw"o''])[1 + i % 3], aer_design(budget => 3), i ORDER BY i), partial => true) FROM points'),
	('aer_model', 'classes of rows', 'SELECT aer_train(q, ''kind'', aer_design(exclude => ''{i}'', columns => ''{"d": [-0.5, 0.25, null]}''), i) FROM (SELECT i, a, d, (ARRAY[''ä'', ''z'', ''Z''])[1 + i % 3] AS kind, y FROM people) q'),
	('aer_model', 'fit of repeats', 'SELECT aer_fit_repeats(aer_judgment_moments(named, y, ''{ä1,ä2,ä3}''::text[] ORDER BY o), ARRAY[2, 1, 3]) FROM judged'),
	('aer_model', 'by hand', 'SELECT ''{"weights":[1,-0,5e-324,-1.7976931348623157e308],"intercept":0.1,"learner":{},"rows":0,"draws":0,"reads":0,"skipped":0,"format":2}''::aer_model'),
	('aer_judgments', 'judgments by number', 'SELECT numbered FROM judged WHERE o = 3'),
	('aer_judgments', 'judgments by name', 'SELECT named FROM judged WHERE o = 4'),
	('aer_judgments', 'judgments, odd', 'SELECT aer_judgments(a, v ORDER BY a) FROM (VALUES (2147483647, 1e150), (1, -0.0), (7, 0.1)) t(a, v)'),
	('aer_judgment_moments', 'moments of judgments', 'SELECT aer_judgment_moments(numbered, y, 3 ORDER BY o) FROM judged'),
	('aer_judgment_moments', 'moments of judgments by name', 'SELECT aer_judgment_moments(CASE WHEN o <> 5 THEN named END, y, ''{ä3,ä1,ä2}''::text[] ORDER BY o) FROM judged');
INSERT INTO made (type, name, how)
SELECT 'aer_moments', 'moments, ' || name, 'SELECT aer_moments(' || arguments || ' ORDER BY i) FROM ' || source
FROM (VALUES
	('complete', 'x, y', 'points'),
	('learned', 'x, y, aer_design(budget => 3)', 'points'),
	('keyed', 'x, y, aer_design(budget => 2, sampling => ''uniform''), i', 'points'),
	('by spread', 'x, y, aer_design(budget => 3, spread => ARRAY[1, 2, 3, 4]), i', 'points'),
	('one fold', 'x, y, aer_design(budget => 3, folds => 1), i', 'points'),
	('about a centre, own units', 'x, y, aer_design(budget => 3, center => ARRAY[0.25, 0, 0.5, 0.25], units => ''standardized''), i', 'points'),
	('of rows, boolean target', 'p, ''label'', aer_design(budget => 3, exclude => ''{i,y}''), i', 'people p'),
	('of rows, complete', 'p, ''y'', aer_design(exclude => ''{i,label}'')', 'people p'),
	('columns', 'q, ''y'', aer_design(budget => 1, exclude => ''{i}'', columns => ''{"kind": ["k0", "k=", "k2"], "B \"b": [0.125, null]}''), i',
		'(SELECT i, "B ""b", CASE i % 4 WHEN 1 THEN ''k='' ELSE ''k'' || i % 4 END AS kind, y FROM people) q'),
	('missing values', 'ARRAY[x[1], CASE WHEN i % 3 > 0 THEN x[2] END, x[3], x[4]], CASE WHEN i % 9 > 0 THEN y END, aer_design(budget => 3, missing => ''available''), i', 'points'),
	('of classes', 'x, (ARRAY[''one'', '''', ''tw"o''])[1 + i % 3], aer_design(budget => 3), i', 'points'),
	('of classes, complete', 'p, ''kind'', aer_design(exclude => ''{i}'')', '(SELECT *, (ARRAY[''ü'', ''z'', ''Z''])[1 + i % 3] AS kind FROM people) p'),
	('of few rows of classes', 'x, (ARRAY[''one'', '''', ''tw"o''])[1 + i % 3], aer_design(budget => 3), i', '(SELECT * FROM points WHERE i <= 5) p'),
	('with weights', 'p, ''y'', aer_design(budget => 2, exclude => ''{i,label}'', weight => ''w''), i', '(SELECT *, 1 + i % 3 / 4.0 AS w FROM people) p'),
	('with weights, complete', 'p, ''y'', aer_design(exclude => ''{i,label}'', weight => ''w''), i', '(SELECT *, 1 + i % 3 / 4.0 AS w FROM people) p'),
	('of few rows with weights', 'p, ''label'', aer_design(budget => 2, exclude => ''{i,y}'', weight => ''w''), i', '(SELECT *, 1 + i % 3 / 4.0 AS w FROM people WHERE i <= 5) p'),
	('complete but for a hole', 'ARRAY[x[1], CASE WHEN i <> 3 THEN x[2] END, x[3], x[4]], y, aer_design(folds => 2)', 'points')
) v(name, arguments, source);
INSERT INTO made (type, name, how) VALUES
	('aer_moments', 'moments, taken back', 'SELECT aer_moments(x, y, aer_design(budget => 3), i ORDER BY i) - aer_moments(x, y, aer_design(budget => 3), i ORDER BY i) FILTER (WHERE i % 5 = 0) FROM points'),
	('aer_moments', 'moments, taken back, complete', 'SELECT aer_moments(x, y, aer_design(folds => 2), i ORDER BY i) - aer_moments(x, y, aer_design(folds => 2), i ORDER BY i) FILTER (WHERE i % 5 = 0) FROM points'),
	('aer_moments', 'moments, taken back, with holes', 'SELECT aer_moments(p, ''y'', plan, i ORDER BY i) - aer_moments(p, ''y'', plan, i ORDER BY i) FILTER (WHERE i % 5 = 0) FROM (SELECT i, NULLIF(a, 0) AS a, d, y FROM people) p, aer_design(2.5, ''{"cost": {"a": 1, "d": 0.5}, "panels": {"p": {"fee": 0.5, "attributes": ["a", "d"]}}}'', exclude => ''{i}'', center => 0.25) plan'),
	('aer_moments', 'moments, merged', 'SELECT aer_moments(m ORDER BY g) FROM (SELECT i % 3 AS g, aer_moments(x, y, aer_design(budget => 3), i ORDER BY i) AS m FROM points GROUP BY i % 3) s');

DO $$
DECLARE
	m record;
BEGIN
	FOR m IN SELECT * FROM made LOOP
		EXECUTE format('UPDATE made SET (value, bytes) = (SELECT v::text, encode(_%s_send(v), ''hex'') FROM (%s) s(v)) WHERE name = $1', m.type, m.how)
			USING m.name;
	END LOOP;
END $$;

-- Some that are damaged, each out of one above: bytes from a place on are replaced
-- by others, or text by other text.
CREATE TEMP TABLE damaged AS
	SELECT d.name, type, 'binary' AS way, encode(overlay(decode(bytes, 'hex') PLACING decode(by, 'hex') FROM place + 1), 'hex') AS value, error
	FROM made JOIN (VALUES
		('model of format 1', 'ridge', 0, '00000001', 'format 1 cannot be read'),
		('model of format 3', 'ridge', 0, '00000003', 'written by a later release.*format 3'),
		('model without its range', 'ridge', 4, '0000000a', 'malformed|message'),
		('model with a link and no range', 'fit with a link', 4, '00060625', 'malformed|message'),
		('model without its two values', 'fit with a link', 4, '00060607', 'does not take two values'),
		('model with unknown parts', 'ridge', 4, '80000008', 'written by a later release.*0x80000000'),
		('model without its vectors', 'ridge', 4, '00000000', '2 vectors, and flags 0x0'),
		('model with a part in place of its state', 'ridge', 4, '00000100', 'malformed|message'),
		('model with state and part', 'partial', 4, '0006072f', 'vectors, and flags 0x6072f'),
		('partial model without its part', 'partial', 4, '00060627', 'vectors, and flags 0x60627'),
		('partial model of another size', 'partial', 12, '00000005', 'malformed|message'),
		('partial model of no numbers', 'partial', 12, '00000000', '0 vectors, and flags'),
		('model with a spread that was not measured', 'fit of moments', 4, '00160603', 'spread of errors, but no measured error'),
		('model with errors of weights of which nothing is told', 'partial', 4, '00060527', 'errors of weights, but no facts'),
		('model with a negative deviation', 'fit of moments', 236, 'bff0000000000000', 'deviation of attribute 1 is negative'),
		('model with an infinite error of a weight', 'fit of moments', 332, '7ff0000000000000', 'errors is NaN or infinite'),
		('partial model with a negative variance', 'partial', 388, 'bff0000000000000', 'partial model is impossible'),
		('partial model with an infinite mean', 'partial', 460, '7ff0000000000000', 'numbers is NaN or infinite'),
		('model with an unknown target', 'ridge', 484, '04', 'type of the target is unknown'),
		('model of a word without words', 'ridge', 4, '00000808', '0 classes, and flags'),
		('model of words whose target is a number', 'two words', 380, '01', 'classes and its target contradict each other'),
		('model of classes, of another size', 'classes of arrays', 16, '00000004', 'malformed|message'),
		('model of more classes than there can be', 'classes of arrays', 16, '00000065', 'There are 101 classes'),
		('model with Gaussian classes and no classes', 'ridge', 4, '00002008', 'Gaussian classes, but no classes'),
		('model of classes without its numbers', 'classes of arrays', 4, '00000800', '3 classes, and flags'),
		('moments of classes without a target of words', 'moments, of classes', 4, '0000022c', 'malformed aer_moments'),
		('moments of classes with an infinite sum', 'moments, of classes', 266, '7ff0000000000000', 'A sum is NaN or infinite'),
		('moments of classes with more values than rows', 'moments, of classes', 258, '4059000000000000', 'sums of its classes are impossible'),
		('moments of classes with more rows than there are', 'moments, of classes', 194, '4022000000000000', 'sums of its classes are impossible'),
		('moments of classes with fewer values than there are', 'moments, of classes', 258, '3ff0000000000000', 'sums of its classes are impossible'),
		('moments of classes, complete, with fewer values than rows', 'moments, of classes, complete', 266, '4008000000000000', 'sums of its classes are impossible'),
		('moments of a class without rows', 'moments, of few rows of classes', 146, '0000000000000000', 'a class has no rows'),
		('moments of a class beyond those that there are', 'moments, of few rows of classes', 4, '0000002c', 'malformed aer_moments'),
		('model with a negative count', 'ridge', 60, 'ffffffffffffffff', 'rows is negative'),
		('model with an infinite weight', 'ridge', 20, '7ff0000000000000', 'weights is NaN or infinite'),
		('model that is cut', 'ridge', 8, '00000005', 'state|message'),
		('judgments of format 1', 'judgments by name', 0, '00000001', 'format 1 cannot be read'),
		('judgments with unknown parts', 'judgments by name', 4, '00000005', 'written by a later release'),
		('judgments, open', 'judgments by name', 4, '00000003', 'written by a later release'),
		('judgments, none', 'judgments by number', 8, '00000000', 'It has no judgments|invalid message'),
		('judgments of a negative number', 'judgments by number', 12, 'ffffffff', 'attribute numbers begin with 1'),
		('moments of judgments, unknown parts', 'moments of judgments', 4, '00000002', 'written by a later release'),
		('moments of judgments, negative objects', 'moments of judgments', 36, 'ffffffffffffffff', 'objects are impossible'),
		('moments of judgments, other folds', 'moments of judgments', 12, '00000006', '6 folds are impossible'),
		('moments of judgments without names', 'moments of judgments by name', 4, '00000000', 'There are bytes after the names'),
		('moments of judgments with one name for two', 'moments of judgments by name', 31, '61', 'A name is missing'),
		('moments of format 1', 'moments, keyed', 0, '00000001', 'format 1 cannot be read'),
		('moments with unknown parts', 'moments, keyed', 4, '80000000', 'written by a later release'),
		('moments that nothing was taken from', 'moments, keyed', 4, '0000120c', 'malformed aer_moments'),
		('moments that forget what was taken', 'moments, taken back', 4, '0000020c', 'malformed aer_moments'),
		('moments of a negative turnover', 'moments, taken back', 103, 'bff0000000000000', 'count is impossible'),
		('moments of a negative sum of squares that was', 'moments, taken back', 111, 'bff0000000000000', 'sum of squares is negative'),
		('moments of a sum of squares that was none', 'moments, taken back', 111, '7ff8000000000000', 'NaN or infinite'),
		('moments with a bound below zero', 'moments, taken back', 143, 'bff0000000000000', 'sum of squares is negative'),
		('moments with visits of nothing', 'moments, keyed', 4, '0000420c', 'malformed aer_moments'),
		('moments with visits by halves', 'moments in money', 198, '3fe0000000000000', 'visits of panels are impossible'),
		('moments of other attributes', 'moments, keyed', 8, '00000005', 'malformed aer_moments'),
		('moments with infinite sums', 'moments, keyed', 188, '7ff0000000000000', 'malformed aer_moments')
	) d(name, sound, place, by, error) ON made.name = sound
	UNION ALL
	SELECT d.name, type, 'text', replace(value, old, new), error
	FROM made JOIN (VALUES
		('model text, name twice', 'ridge of rows', '"name":"a"', '"name":"ü"', 'Two attributes are named'),
		('model text, column of another kind', 'ridge of rows', '"kind":"boolean"', '"kind":"categories"', 'contradict each other'),
		('model text, range from high to low', 'fit of ranges', '"range":[-2', '"range":[3', 'is no range'),
		('model text, range of a boolean', 'fit of ranges', '"kind":"boolean"', '"kind":"boolean","range":{"values":[0,1]}', 'columns are impossible'),
		('model text of format 1', 'ridge', '"format":2', '"format":1', 'format 1 cannot be read'),
		('model text with a link alone', 'ridge', '"rows":60', '"link":{"slope":1,"offset":0},"rows":60', 'does not take two values'),
		('model text with no range', 'fit with a link', '"target_min":', '"target_min":1,"target_mi":', '"target_mi"'),
		('model text with an impossible spread', 'measured, of a number', '"spread":[10,', '"spread":[11,', 'spread of errors is impossible'),
		('model text with a spread of two values', 'fit with a link', '"two_valued":', '"measured":{"rows":1,"mse":1,"groups":1,"bins":[' || repeat('0,', 59) || '0],"spread":[1,1,' || repeat('0,', 10) || '1,' || repeat('0,', 78) || '0]},"two_valued":', 'spread of errors is impossible'),
		('model text, from high to low', 'fit with a link', '"target_min":-1', '"target_min":2', 'range is from 2 to 1'),
		('model text, partial and of state', 'partial', '"partial":', '"state":{},"partial":', 'Key "generator_0" is missing'),
		('model text, partial without a number', 'partial', '"lambda":', '"lambd":', 'is unknown'),
		('model text, negative penalty', 'fit of moments', '"lambda":', '"lambda":-', 'penalty is negative'),
		('model text, impossible finding', 'fit of moments', '"target_variance":', '"target_variance":-', 'results of the fit are impossible'),
		('model text, partial with a negative length', 'partial', '"length":', '"length":-', 'partial model is impossible'),
		('model text, told of other attributes', 'partial', '"means":[', '"means":[0,', 'array of "means" has length 5, not 4'),
		('model text, told of half', 'partial', '"deviations":', '"deviation":', 'is unknown'),
		('model text, errors alone', 'partial', '"facts":{"means"', '"facts":{"errors":[1,1,1,1]},"fact":{"means"', 'is unknown'),
		('model text, class twice', 'classes of arrays', '"classes":["",', '"classes":["one",', 'Two classes are named'),
		('model text, one class less', 'classes of arrays', '"classes":["",', '"classes":[', 'There are 2 classes, and flags'),
		('model text, numbers of classes alone', 'classes of arrays', '"classes":', '"learne":', 'is unknown'),
		('model text, share of a class below 0', 'classes of arrays', '"shares":[', '"shares":[-', 'share of class 1 is impossible'),
		('model text, another number of classes', 'classes of arrays', '"constants":[', '"constants":[0,', 'array of "constants" has length 4, not 3'),
		('model text, cut', 'ridge', '"format":2}', '', 'json'),
		('judgments text of format 1', 'judgments by name', '"format":2', '"format":1', 'format 1 cannot be read'),
		('moments text, odd digits', 'moments of judgments', 'moments 1 0', 'moments 1 ', 'hexadecimal'),
		('moments text, another tag', 'moments of judgments', 'moments 1', 'moments 2', 'malformed aer_judgment_moments')
	) d(name, sound, old, new, error) ON made.name = sound AND strpos(value, old) > 0;
