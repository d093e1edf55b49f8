--
-- scoring.sql: predictions, their errors, and comparisons
--

-- Casts features that are a literal without a type to jsonb. "usage" is the query that scores the
-- rows of a table, for those who give its name or a query.
CREATE FUNCTION _aer_object(features text, usage text) RETURNS jsonb
	LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 300
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	reason text;
	source text;
BEGIN
	RETURN features::jsonb;
EXCEPTION WHEN invalid_text_representation THEN
	GET STACKED DIAGNOSTICS reason = PG_EXCEPTION_DETAIL;
	source := regexp_replace(features, '^[[:space:]]+|[[:space:];]+$', '', 'g');
	IF source ~* '^(select|with|values|table)[[:space:]]' THEN
		RAISE EXCEPTION USING
			ERRCODE = 'invalid_parameter_value',
			MESSAGE = 'features must be a row, not a query',
			HINT = format('For each row: ' || usage, format('(%s)', source));
	ELSIF source ~ '^(("[^"]+"|[[:alpha:]_][[:alnum:]_$]*)([.](?!$)|$))+$' THEN
		RAISE EXCEPTION USING
			ERRCODE = 'invalid_parameter_value',
			MESSAGE = 'features must be a row, not the name of a table',
			HINT = format('For each row: ' || usage, source);
	END IF;
	RAISE EXCEPTION USING
		ERRCODE = 'invalid_text_representation',
		MESSAGE = 'features of type text must be a JSON object',
		DETAIL = format('They begin with %s. %s', quote_literal(left(features, 30)), reason),
		HINT = 'For example ''{"age": 71}''. Give arrays a type: ARRAY[1, 2] or '
			'''{1,2}''::float8[].';
END $$;

CREATE TYPE aer_evaluation AS (
	rows bigint,
	mse float8,
	mae float8,
	r2 float8,
	error_rate float8,
	mse_se float8,
	skipped bigint,
	reads bigint,
	log_loss float8,
	brier float8,
	auc float8
);

COMMENT ON TYPE aer_evaluation IS 'errors of the predictions of a model on some rows';
COMMENT ON COLUMN aer_evaluation.rows IS 'rows scored';
COMMENT ON COLUMN aer_evaluation.mse IS
'mean squared error; with three or more classes that of the probabilities, summed over classes';
COMMENT ON COLUMN aer_evaluation.mae IS 'mean absolute error; NULL with a budget';
COMMENT ON COLUMN aer_evaluation.r2 IS
'1 - mse / variance of the target; NULL if that is 0, and with three or more classes';
COMMENT ON COLUMN aer_evaluation.error_rate IS
'share of wrong predictions: a wrong sign of a target of -1 and 1, or a wrong class (aer_class); '
	'NULL for other targets, and with a budget';
COMMENT ON COLUMN aer_evaluation.mse_se IS 'standard error of mse';
COMMENT ON COLUMN aer_evaluation.skipped IS
'rows left out because model, features or target were NULL';
COMMENT ON COLUMN aer_evaluation.log_loss IS
'mean of -ln of the probability that the model gave to the actual value or class; NULL without '
	'probabilities, and with a budget';
COMMENT ON COLUMN aer_evaluation.brier IS
'mean squared difference between probability and 0 or 1, with three or more classes summed over '
	'classes; NULL as log_loss';
COMMENT ON COLUMN aer_evaluation.auc IS
'area under the ROC curve: the chance that a row of the higher target has a larger score than one '
	'of the lower; ties count a half';
COMMENT ON COLUMN aer_evaluation.reads IS 'attribute values read';

CREATE FUNCTION _aer_evaluate_combine(float8[], float8[]) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_evaluate_combine' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

CREATE FUNCTION _aer_evaluate_final(float8[]) RETURNS aer_evaluation
	AS 'MODULE_PATHNAME', 'aer_evaluate_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

CREATE FUNCTION _aer_evaluate_groups_transition(float8[], float8[], boolean) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_evaluate_groups_transition'
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10;

-- Adds up what _aer_evaluated_rows() returns for groups of rows, and for rows that are
-- independent of one another.
CREATE AGGREGATE _aer_evaluate_groups(rows float8[], is_group boolean) (
	SFUNC = _aer_evaluate_groups_transition,
	STYPE = float8[],
	FINALFUNC = _aer_evaluate_final,
	COMBINEFUNC = _aer_evaluate_combine,
	PARALLEL = SAFE
);

-- Returns the column of a table that holds the features of a model of arrays. If several might, one
-- must be named. NULL if the model finds its columns by name, or if no column holds arrays.
CREATE FUNCTION _aer_features_column(model aer_model, source regclass) RETURNS text
	LANGUAGE plpgsql STABLE PARALLEL RESTRICTED SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	arrays text[] := ARRAY(
		SELECT attname FROM pg_attribute
		WHERE attrelid = source AND attnum > 0 AND NOT attisdropped
			AND @extschema@._aer_is_array(atttypid)
		ORDER BY attnum);
BEGIN
	IF arrays = '{}' OR model::jsonb ? 'columns' THEN
		RETURN NULL;
	ELSIF cardinality(arrays) > 1 THEN
		RAISE EXCEPTION USING
			ERRCODE = 'ambiguous_column',
			MESSAGE = format('%s columns of %s may hold the features of the model',
				cardinality(arrays), source),
			DETAIL = format('The model was trained on arrays, and the columns are %s.', (
				SELECT string_agg(quote_ident(name), ', ') FROM unnest(arrays) name)),
			HINT = format('Name one of them: features => %L.', arrays[1]);
	END IF;
	RETURN arrays[1];
END $$;

-- Returns the rows of a table that a model is evaluated on as an item of FROM, and expressions of
-- a row s of it: its features, features and target as arguments of aggregates, and the group and
-- the weight, which are NULL if the row has no group or does not count. Rows are anonymous records,
-- the declared type of whole rows: somebody else could have created a function for the type of
-- the table. LIMIT makes a record of the stored row, also in parallel.
CREATE FUNCTION _aer_evaluated_source(model aer_model, source regclass, target text,
	INOUT features text, groups text, weight text, OUT item text, OUT scored text,
	OUT arguments text, OUT group_of text, OUT weight_of text)
	LANGUAGE plpgsql STABLE PARALLEL RESTRICTED SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	single record;
BEGIN
	features := coalesce(features, @extschema@._aer_features_column(model, source));
	IF features IS NULL THEN
		PERFORM @extschema@._aer_target(source, target);
	END IF;
	SELECT * INTO single FROM @extschema@._aer_features(
		source, features, target, '{}'::text[]);
	PERFORM @extschema@._aer_check_roles(source,
		jsonb_strip_nulls(jsonb_build_object('groups', groups, 'weight', weight)),
		target, CASE WHEN single.is_jsonb THEN single.expression END, features);
	item := format('(SELECT source.* FROM %s source LIMIT ALL) s',
		@extschema@._aer_relation(source));
	scored := coalesce(single.expression, 's.*');
	arguments := coalesce(single.arguments, format('s.*, %L::pg_catalog.text', target));
	group_of := @extschema@._aer_role(source, single.expression, groups, false);
	weight_of := @extschema@._aer_role(source, single.expression, weight, true);
END $$;

-- aer_evaluate of a table that the caller's search_path has found.
CREATE FUNCTION _aer_evaluate(model aer_model, source regclass, target text, features text,
	groups text, weight text) RETURNS aer_evaluation
	LANGUAGE plpgsql STABLE PARALLEL UNSAFE COST 100000
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	rows record;
	result @extschema@.aer_evaluation;
BEGIN
	IF num_nulls(model, source, target) = 0 THEN
		rows := @extschema@._aer_evaluated_source(
			model, source, target, features, groups, weight);
		EXECUTE format('
			SELECT (evaluation).*
			FROM (
				SELECT @extschema@._aer_evaluate_groups(part.evaluation, part."group" IS NOT NULL)
					AS evaluation
				FROM (
					SELECT %s AS "group", @extschema@._aer_evaluated_rows($1, %s, %s) AS evaluation
					FROM %s
					GROUP BY 1) part) evaluated',
			rows.group_of, rows.arguments, rows.weight_of, rows.item)
		INTO result USING model;
	END IF;
	RETURN result;
END $$;

CREATE FUNCTION aer_evaluate(model aer_model, source text, target text,
	features text DEFAULT NULL, groups text DEFAULT NULL, weight text DEFAULT NULL)
	RETURNS aer_evaluation
	LANGUAGE sql STABLE PARALLEL UNSAFE COST 100000 AS $$
	SELECT @extschema@._aer_evaluate($1, @extschema@._aer_table($2), $3, $4, $5, $6)
$$;

COMMENT ON FUNCTION aer_evaluate(aer_model, text, text, text, text, text) IS
'the same over all rows of a table or view: SELECT * FROM aer_evaluate(model, ''visits'', '
	'''cost''); "groups" and "weight" are columns, and mse_se is by group';

CREATE TYPE aer_confusion_cell AS (actual text, predicted text, rows bigint);

COMMENT ON TYPE aer_confusion_cell IS
'number of rows of an actual class for which a class was predicted';
COMMENT ON COLUMN aer_confusion_cell.actual IS 'the observed class';
COMMENT ON COLUMN aer_confusion_cell.predicted IS 'the predicted class (aer_class)';
COMMENT ON COLUMN aer_confusion_cell.rows IS 'number of such rows';

CREATE FUNCTION _aer_confusion_combine(bytea, bytea) RETURNS bytea
	AS 'MODULE_PATHNAME', 'aer_confusion_combine'
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_confusion_final(bytea) RETURNS aer_confusion_cell[]
	AS 'MODULE_PATHNAME', 'aer_confusion_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

-- aer_confusion of a table that the caller's search_path has found. All rows with the same group
-- and weight are counted together. A row without a group is a group of its own.
CREATE FUNCTION _aer_confusion(model aer_model, source regclass, target text, features text,
	groups text, weight text,
	OUT actual text, OUT predicted text, OUT rows bigint, OUT share float8, OUT share_se float8)
	RETURNS SETOF record
	LANGUAGE plpgsql STABLE PARALLEL UNSAFE COST 100000 ROWS 10
	SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
	evaluated record;
BEGIN
	IF num_nulls(model, source, target) > 0 THEN
		RETURN;
	END IF;
	evaluated := @extschema@._aer_evaluated_source(
			model, source, target, features, groups, weight);
	RETURN QUERY EXECUTE format('
		WITH counted AS (
			SELECT part."group", cell.actual, cell.predicted, sum(cell.rows) AS rows,
				sum(part.weight * cell.rows) AS weight,
				sum(part.weight ^ 2 * cell.rows) AS squares
			FROM (
				SELECT %s AS "group", %s AS weight, @extschema@.aer_confusion($1, %s) AS cells
				FROM %s
				GROUP BY 1, 2) part, unnest(part.cells) cell
			WHERE part.weight IS NOT NULL
			GROUP BY 1, 2, 3),
		grouped AS (	-- of a class
			SELECT "group", actual, sum(weight) AS weight,
				CASE WHEN "group" IS NULL THEN sum(squares) ELSE sum(weight) ^ 2 END AS squares,
				CASE WHEN "group" IS NULL THEN sum(rows) ELSE 1 END AS groups
			FROM counted
			GROUP BY 1, 2),
		classes AS (
			SELECT actual, sum(weight) AS weight, sum(squares) AS squares, sum(groups) AS groups
			FROM grouped
			GROUP BY 1),
		cells AS (
			SELECT actual, predicted, sum(rows) AS rows, sum(weight) AS weight,
				sum(CASE WHEN "group" IS NULL THEN squares ELSE weight ^ 2 END) AS squares,
				sum(CASE WHEN "group" IS NULL THEN squares ELSE weight * of_class END) AS products
			FROM (
				SELECT *, sum(weight) OVER (PARTITION BY "group", actual) AS of_class
				FROM counted) c
			GROUP BY 1, 2)
		SELECT actual, predicted, cells.rows::bigint, share.value,
			sqrt(classes.groups / nullif(classes.groups - 1, 0) * greatest(0, cells.squares
				- 2 * share.value * cells.products + share.value ^ 2 * classes.squares))
				/ classes.weight
		FROM cells JOIN classes USING (actual), LATERAL (SELECT cells.weight / classes.weight)
			share (value)
		ORDER BY actual COLLATE "C", predicted COLLATE "C"',
		evaluated.group_of, evaluated.weight_of, evaluated.arguments, evaluated.item)
	USING model;
END $$;

CREATE FUNCTION aer_confusion(model aer_model, source text, target text,
	features text DEFAULT NULL, groups text DEFAULT NULL, weight text DEFAULT NULL,
	OUT actual text, OUT predicted text, OUT rows bigint, OUT share float8, OUT share_se float8)
	RETURNS SETOF record
	LANGUAGE sql STABLE PARALLEL UNSAFE COST 100000 ROWS 10 AS $$
	SELECT * FROM @extschema@._aer_confusion($1, @extschema@._aer_table($2), $3, $4, $5, $6)
$$;

COMMENT ON FUNCTION aer_confusion(aer_model, text, text, text, text, text) IS
'the same over all rows of a table or view, as rows: SELECT * FROM aer_confusion(model, '
	'''visits'', ''ward''); with the share of each actual class and its standard error by group';

-- Raises an error if the model has not learned from targets of this type, which is below domains.
CREATE FUNCTION _aer_check_target(model aer_model, type regtype) RETURNS void
	AS 'MODULE_PATHNAME', 'aer_check_target' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

-- Returns expressions of a row s for the probability of the higher value of a binary target, or of
-- the class that the target names, and for whether the row has it; NULL if it has neither value.
CREATE FUNCTION _aer_outcome(model aer_model, source regclass, target text, features text,
	scored text, OUT probability text, OUT is_high text)
	LANGUAGE plpgsql STABLE PARALLEL RESTRICTED SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	single record;
	named record;
	classes jsonb := model::jsonb -> 'classes';
BEGIN
	SELECT * INTO single FROM @extschema@._aer_features(
		source, features, target, '{}'::text[]);
	IF features IS NOT NULL AND single.target_expression IS NULL THEN
		named := @extschema@._aer_key_target(source, single.expression, target, 20000);
	ELSE
		named := @extschema@._aer_target(source, target);
	END IF;
	probability := format('@extschema@.aer_probability($1, %s)', scored);
	IF jsonb_array_length(classes) > 2 AND (named.value IS NULL OR NOT classes ? named.value) THEN
		RAISE EXCEPTION USING
			ERRCODE = 'invalid_parameter_value',
			MESSAGE = format('the target "%s" has more than two classes', target),
			HINT = format('Compare one class with all others: pass ''%s=%s'' as the target.',
				named.name, classes ->> 0);
	ELSIF named.value IS NOT NULL AND classes ? named.value THEN
		probability := format('@extschema@.aer_probability($1, %s, %L::pg_catalog.text)',
			scored, named.value);
		is_high := named.expression;
	ELSIF NOT model::jsonb ? 'two_valued' THEN
		RAISE EXCEPTION USING
			ERRCODE = 'invalid_parameter_value',
			MESSAGE = 'the model gives no probabilities',
			DETAIL = CASE WHEN model::jsonb ? 'target_max'
				THEN 'Its target took more than two values, or only one.'
				ELSE 'It does not know which values its target takes.' END,
			HINT = CASE WHEN named.expression_type = 'bool'::regtype
				THEN 'Fit a link with aer_calibrate(), or train with a design: aer_design().'
				ELSE format('For predictions of a number, call aer_evaluate(model, %L, %L), or '
					'aer_calibration(model) if the model was measured.', source::text, target) END;
	ELSE
		PERFORM @extschema@._aer_check_target(model, named.expression_type);
		is_high := CASE
			WHEN classes IS NOT NULL
			THEN format('CASE %s WHEN %L THEN true WHEN %L THEN false END',
				@extschema@._aer_text(named.expression, named.expression_type::oid),
				classes ->> 1, classes ->> 0)
			WHEN named.expression_type <> 'bool'::regtype
			THEN (
				SELECT format(
					'CASE (%s)::pg_catalog.float8 WHEN %s THEN true WHEN %s THEN false END',
					named.expression, target_max, target_min)
				FROM @extschema@.aer_summary(model))
			ELSE named.expression END;
	END IF;
END $$;

-- Returns a query for the rows of a table whose probability and target are known, and which count:
-- probability, is_high, "group" and weight. The model is $1.
CREATE FUNCTION _aer_outcomes(model aer_model, source regclass, target text, features text,
	groups text, weight text) RETURNS text
	LANGUAGE plpgsql STABLE PARALLEL RESTRICTED SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	evaluated record := @extschema@._aer_evaluated_source(
			model, source, target, features, groups, weight);
	outcome record := @extschema@._aer_outcome(
			model, source, target, evaluated.features, evaluated.scored);
BEGIN
	RETURN format('
			SELECT o.*
			FROM (
				SELECT %s AS probability, %s AS is_high, %s AS "group", %s AS weight
				FROM %s
				OFFSET 0) o
			WHERE num_nulls(o.probability, o.is_high, o.weight) = 0',
		outcome.probability, outcome.is_high, evaluated.group_of, evaluated.weight_of,
		evaluated.item);
END $$;

CREATE TYPE aer_roc_point AS (
	threshold float8,
	rows bigint,
	true_positive_rate float8,
	false_positive_rate float8,
	"precision" float8
);

COMMENT ON TYPE aer_roc_point IS 'rates of the rows at or above a threshold';
COMMENT ON COLUMN aer_roc_point.threshold IS
'rows with this probability or a larger one count as true';
COMMENT ON COLUMN aer_roc_point.rows IS 'number of rows at or above the threshold';
COMMENT ON COLUMN aer_roc_point.true_positive_rate IS
'share of the true rows that are at or above the threshold; NULL if there are no true rows';
COMMENT ON COLUMN aer_roc_point.false_positive_rate IS
'share of the false rows that are at or above the threshold; NULL if there are no false rows';
COMMENT ON COLUMN aer_roc_point."precision" IS
'share of true rows among those at or above the threshold';

CREATE FUNCTION _aer_roc_transition(float8[], float8, boolean) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_roc_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10;

CREATE FUNCTION _aer_roc_combine(float8[], float8[]) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_roc_combine' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

CREATE FUNCTION _aer_roc_final(float8[]) RETURNS aer_roc_point[]
	AS 'MODULE_PATHNAME', 'aer_roc_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

CREATE AGGREGATE aer_roc(probability float8, target boolean) (
	SFUNC = _aer_roc_transition,
	STYPE = float8[],
	COMBINEFUNC = _aer_roc_combine,
	FINALFUNC = _aer_roc_final,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_roc(float8, boolean) IS
'the ROC curve, from the largest threshold to the smallest, as an array of points. Instead of a '
	'probability, any score works that is larger if true is likelier';

-- aer_roc of a table that the caller's search_path has found. The squared standard error of a rate
-- p is the sum over groups of (weight of the group at or above the threshold - p * its weight)^2,
-- whose squares and products are summed up row by row. A row without a group is one. Without groups
-- and weights the error is binomial, and the aggregate has the curve.
CREATE FUNCTION _aer_roc(model aer_model, source regclass, target text, features text,
	groups text, weight text, OUT threshold float8, OUT rows bigint,
	OUT true_positive_rate float8, OUT false_positive_rate float8, OUT "precision" float8,
	OUT true_positive_rate_se float8, OUT false_positive_rate_se float8)
	RETURNS SETOF record
	LANGUAGE plpgsql STABLE PARALLEL UNSAFE COST 100000 ROWS 1000
	SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF num_nulls(model, source, target) > 0 THEN
		RETURN;
	END IF;
	IF num_nonnulls(groups, weight) = 0 THEN
		RETURN QUERY EXECUTE format('
			SELECT p.threshold, p.rows, p.true_positive_rate, p.false_positive_rate, p."precision",
				sqrt(p.true_positive_rate * (1 - p.true_positive_rate) / nullif(high - 1, 0)),
				sqrt(p.false_positive_rate * (1 - p.false_positive_rate) / nullif(low - 1, 0))
			FROM (
				SELECT @extschema@.aer_roc(probability, is_high) AS points,
					count(*) FILTER (WHERE is_high) AS high,
					count(*) FILTER (WHERE NOT is_high) AS low
				FROM (%s) o) curve, unnest(curve.points) p',
			@extschema@._aer_outcomes(model, source, target, features, groups, weight))
		USING model;
		RETURN;
	END IF;
	RETURN QUERY EXECUTE format('
		WITH outcomes AS (
			SELECT probability, "group",
				CASE WHEN "group" IS NULL THEN row_number() OVER () END AS row,
				CASE WHEN is_high THEN weight ELSE 0 END AS high,
				CASE WHEN is_high THEN 0 ELSE weight END AS low
			FROM (%s) o),
		grouped AS (
			SELECT probability, high, low,
				sum(high) OVER whole AS group_high, sum(high) OVER above AS high_above,
				sum(low) OVER whole AS group_low, sum(low) OVER above AS low_above
			FROM outcomes
			WINDOW whole AS (PARTITION BY "group", row),
				above AS (PARTITION BY "group", row ORDER BY probability DESC
					ROWS UNBOUNDED PRECEDING)),
		curve AS (
			SELECT DISTINCT ON (probability) probability, count(*) OVER above AS rows,
				sum(high) OVER above AS high, sum(low) OVER above AS low,
				sum(high * group_high) OVER above AS high_products,
				sum(low * group_low) OVER above AS low_products,
				sum(high * (2 * high_above - high)) OVER above AS high_squares,
				sum(low * (2 * low_above - low)) OVER above AS low_squares,
				sum(high / nullif(group_high, 0)) OVER above AS high_groups,	-- 1 for each group
				sum(low / nullif(group_low, 0)) OVER above AS low_groups
			FROM grouped
			WINDOW above AS (ORDER BY probability DESC)
			ORDER BY probability DESC),
		points AS (
			SELECT *, count(*) OVER () AS points,
				1000 * (high + low) / max(high + low) OVER () AS part,
				high / nullif(max(high) OVER (), 0) AS true_rate,
				low / nullif(max(low) OVER (), 0) AS false_rate
			FROM curve),
		thinned AS (
			SELECT *, points <= 1000 OR floor(part) > floor(lag(part, 1, 0::float8) OVER descending)
				AS is_shown
			FROM points
			WINDOW descending AS (ORDER BY probability DESC)),
		measured AS (
			SELECT *,
				high_squares - 2 * true_rate * high_products
					+ true_rate ^ 2 * max(high_products) OVER () AS true_squares,
				low_squares - 2 * false_rate * low_products
					+ false_rate ^ 2 * max(low_products) OVER () AS false_squares,
				max(high) OVER () AS all_high, round(max(high_groups) OVER ()) AS true_groups,
				max(low) OVER () AS all_low, round(max(low_groups) OVER ()) AS false_groups
			FROM thinned)
		SELECT probability, rows, true_rate, false_rate, high / (high + low),
			sqrt(true_groups / nullif(true_groups - 1, 0) * greatest(0, true_squares)) / all_high,
			sqrt(false_groups / nullif(false_groups - 1, 0) * greatest(0, false_squares)) / all_low
		FROM measured
		WHERE is_shown
		ORDER BY probability DESC',
		@extschema@._aer_outcomes(model, source, target, features, groups, weight))
	USING model;
END $$;

CREATE FUNCTION aer_roc(model aer_model, source text, target text, features text DEFAULT NULL,
	groups text DEFAULT NULL, weight text DEFAULT NULL, OUT threshold float8, OUT rows bigint,
	OUT true_positive_rate float8, OUT false_positive_rate float8, OUT "precision" float8,
	OUT true_positive_rate_se float8, OUT false_positive_rate_se float8)
	RETURNS SETOF record
	LANGUAGE sql STABLE PARALLEL UNSAFE COST 100000 ROWS 1000 AS $$
	SELECT * FROM @extschema@._aer_roc($1, @extschema@._aer_table($2), $3, $4, $5, $6)
$$;

COMMENT ON FUNCTION aer_roc(aer_model, text, text, text, text, text) IS
'the ROC curve of a model over all rows of a table or view, as rows: SELECT * FROM aer_roc(model, '
	'''visits'', ''readmitted''); with standard errors by group';

CREATE FUNCTION _aer_measure_combine(bytea, bytea) RETURNS bytea
	AS 'MODULE_PATHNAME', 'aer_measure_combine' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_measure_final(bytea) RETURNS aer_model
	AS 'MODULE_PATHNAME', 'aer_measure_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

-- Adds up the rows that _aer_measured_rows() has scored, part by part, to the result of
-- aer_measure().
CREATE AGGREGATE _aer_measure(bytea) (
	SFUNC = _aer_measure_combine,
	STYPE = bytea,
	FINALFUNC = _aer_measure_final,
	COMBINEFUNC = _aer_measure_combine,
	PARALLEL = SAFE
);

CREATE TYPE aer_calibration_bin AS (
	low float8,
	high float8,
	rows bigint,
	predicted float8,
	observed float8,
	se float8
);

COMMENT ON TYPE aer_calibration_bin IS 'rows whose predicted probabilities lie in one interval';
COMMENT ON COLUMN aer_calibration_bin.low IS 'where the interval begins';
COMMENT ON COLUMN aer_calibration_bin.high IS 'where it ends';
COMMENT ON COLUMN aer_calibration_bin.rows IS 'rows in it';
COMMENT ON COLUMN aer_calibration_bin.predicted IS 'their mean probability';
COMMENT ON COLUMN aer_calibration_bin.observed IS 'share of them whose target was true';
COMMENT ON COLUMN aer_calibration_bin.se IS
'standard error of observed, if the predictions are right';

CREATE FUNCTION _aer_calibration_transition(float8[], float8, boolean) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_calibration_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10;

CREATE FUNCTION _aer_calibration_transition(float8[], float8, boolean, integer) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_calibration_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10;

CREATE FUNCTION _aer_calibration_combine(float8[], float8[]) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_calibration_combine'
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

CREATE FUNCTION _aer_calibration_final(float8[]) RETURNS aer_calibration_bin[]
	AS 'MODULE_PATHNAME', 'aer_calibration_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

CREATE AGGREGATE aer_calibration(probability float8, target boolean) (
	SFUNC = _aer_calibration_transition,
	STYPE = float8[],
	COMBINEFUNC = _aer_calibration_combine,
	FINALFUNC = _aer_calibration_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_calibration(probability float8, target boolean, bins integer) (
	SFUNC = _aer_calibration_transition,
	STYPE = float8[],
	COMBINEFUNC = _aer_calibration_combine,
	FINALFUNC = _aer_calibration_final,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_calibration(float8, boolean) IS
'predicted probabilities against observed targets, in ten intervals, as an array of those with '
	'rows';

COMMENT ON AGGREGATE aer_calibration(float8, boolean, integer) IS
'the same in so many intervals, 1 to 1000';

CREATE FUNCTION aer_calibration(model aer_model) RETURNS SETOF aer_calibration_bin
	AS 'MODULE_PATHNAME', 'aer_calibration_of_model'
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 10;

COMMENT ON FUNCTION aer_calibration(aer_model) IS
'predicted against observed values of the rows that a model was measured on, in up to ten groups '
	'of similar predictions; no rows if it was not measured';

-- aer_calibration of a table that the caller's search_path has found. All rows with the same group
-- and weight are counted together. The error of a row without a group is that of its probability.
CREATE FUNCTION _aer_calibration(model aer_model, source regclass, target text, features text,
	groups text, weight text, bins integer) RETURNS SETOF aer_calibration_bin
	LANGUAGE plpgsql STABLE PARALLEL UNSAFE COST 100000 ROWS 10
	SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF num_nulls(model, source, target) > 0 THEN
		RETURN;
	END IF;
	RETURN QUERY EXECUTE format('
		WITH counted AS (
			SELECT part."group", bin.low, bin.high, sum(bin.rows) AS rows,
				sum(part.weight * bin.rows) AS weight,
				sum(part.weight * bin.rows * bin.predicted) AS predicted,
				sum(part.weight * bin.rows * bin.observed) AS observed,
				sum((part.weight * bin.rows * bin.se) ^ 2) AS variance
			FROM (
				SELECT "group", weight,
					@extschema@.aer_calibration(probability, is_high, $2) AS bins
				FROM (%s) o
				GROUP BY 1, 2) part, unnest(part.bins) bin
			GROUP BY 1, 2, 3),
		summed AS (
			SELECT low, high, sum(rows) AS rows, sum(weight) AS weight,
				sum(predicted) AS predicted, sum(observed) AS observed,
				count("group") AS groups,
				coalesce(sum(variance) FILTER (WHERE "group" IS NULL), 0) AS variance,
				coalesce(sum((observed - predicted) ^ 2) FILTER (WHERE "group" IS NOT NULL), 0)
					AS squares
			FROM counted
			GROUP BY 1, 2)
		SELECT low, high, rows::bigint, predicted / weight, observed / weight,
			sqrt(variance + CASE WHEN groups = 0 THEN 0
				ELSE groups / nullif(groups - 1.0, 0)::float8 * squares END) / weight
		FROM summed
		ORDER BY low',
		@extschema@._aer_outcomes(model, source, target, features, groups, weight))
	USING model, bins;
END $$;

CREATE FUNCTION aer_calibration(model aer_model, source text, target text,
	features text DEFAULT NULL, groups text DEFAULT NULL, weight text DEFAULT NULL,
	bins integer DEFAULT 10) RETURNS SETOF aer_calibration_bin
	LANGUAGE sql STABLE PARALLEL UNSAFE COST 100000 ROWS 10 AS $$
	SELECT * FROM @extschema@._aer_calibration(
		$1, @extschema@._aer_table($2), $3, $4, $5, $6, $7)
$$;

COMMENT ON FUNCTION aer_calibration(aer_model, text, text, text, text, text, integer) IS
'predicted probabilities against observed targets over all rows of a table or view, as rows: '
	'SELECT * FROM aer_calibration(model, ''visits'', ''readmitted''); se is by group';

CREATE FUNCTION _aer_calibrate_boolean_transition(internal, aer_model, float8, boolean)
	RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_calibrate_boolean_transition'
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_calibrate_number_transition(internal, aer_model, float8, float8)
	RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_calibrate_number_transition'
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_calibrate_final(internal) RETURNS aer_model
	AS 'MODULE_PATHNAME', 'aer_calibrate_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE AGGREGATE aer_calibrate(model aer_model, score float8, target boolean) (
	SFUNC = _aer_calibrate_boolean_transition,
	STYPE = internal,
	SSPACE = 10000,
	FINALFUNC = _aer_calibrate_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_calibrate(model aer_model, score float8, target float8) (
	SFUNC = _aer_calibrate_number_transition,
	STYPE = internal,
	SSPACE = 10000,
	FINALFUNC = _aer_calibrate_final,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_calibrate(aer_model, float8, boolean) IS
'the model with a link for aer_probability and aer_predict, fitted (Platt) to the scores and '
	'outcomes of at least 50 rows that it was not trained on';

COMMENT ON AGGREGATE aer_calibrate(aer_model, float8, float8) IS
'the same if the target is a number with two values';

-- aer_compare of a table that the caller's search_path has found.
CREATE FUNCTION _aer_compare(source regclass, target text, budgets float8[], exclude text[],
	features text, groups text, time_column text, weight text,
	OUT budget float8, OUT looks float8, OUT mse float8, OUT mse_se float8, OUT r2 float8,
	OUT error_rate float8, OUT auc float8, OUT log_loss float8, OUT rows bigint, OUT problem text)
	RETURNS SETOF record
	LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE COST 100000 ROWS 10
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	row_key text := @extschema@._aer_row_key(source, NULL::text, 's'::text);
	suggested record := @extschema@._aer_suggest_design(
		source, target, NULL::float8, exclude, NULL::jsonb, true, true, true, features,
		groups, time_column, weight, false, false, row_key);
	design jsonb := suggested.design;
	measured_key text := coalesce(row_key, @extschema@._aer_fallback_row_key(source, design,
		(@extschema@._aer_features(source, features, target, '{}'::text[])).expression));
	item text := @extschema@._aer_source(source, target, design, measured_key, features);
	width integer := @extschema@._aer_width(source, item, design);	-- number of all looks
BEGIN
	IF budgets = '{}' THEN
		RAISE EXCEPTION USING
			ERRCODE = 'invalid_parameter_value',
			MESSAGE = 'there are no budgets to compare',
			HINT = 'List some, for example {1,2,NULL}; NULL reads all columns.';
	END IF;
	PERFORM @extschema@._aer_progress(suggested.source_rows, width::float8, format(
		'a sample was read; next, all rows, about %s, are read into sums',
		@extschema@._aer_count(suggested.source_rows)));
	-- A budget that pays for all looks is the same as none.
	RETURN QUERY
	SELECT (m.design ->> 'budget')::float8,
		CASE WHEN m.problem IS NULL THEN s.reads::float8 / s.rows END,
		s.measured_mse, s.measured_mse_se, (m.model::jsonb #>> '{measured,r2}')::float8,
		s.measured_error_rate, s.measured_auc, s.measured_log_loss, s.measured_rows, m.problem
	FROM @extschema@._aer_measured_models(source, item, ARRAY(
			SELECT DISTINCT CASE
				WHEN b < width IS NOT TRUE
				THEN design
				-- interactions, and so the center, depend on the budget (none below four looks)
				WHEN design ? 'interactions' AND b >= 4
				THEN @extschema@._aer_suggest(
					source, target, b, exclude, NULL::jsonb, true, true, true, features,
					groups, time_column, weight, false, NULL::text)
				ELSE design - '{interactions,center}'::text[] || jsonb_build_object('budget', b) END
			FROM unnest(coalesce(budgets, '{NULL}')) b),
			row_key IS NOT NULL OR measured_key ~ 'ctid', true, width) m
		LEFT JOIN LATERAL @extschema@.aer_summary(m.model) s ON true
	ORDER BY s.measured_mse, (m.design ->> 'budget')::float8;
END $$;

CREATE FUNCTION aer_compare(source text, target text,
	budget float8[] DEFAULT '{1,2,3,5,10,NULL}', exclude text[] DEFAULT NULL,
	features text DEFAULT NULL, groups text DEFAULT NULL, time_column text DEFAULT NULL,
	weight text DEFAULT NULL,
	OUT budget float8, OUT looks float8, OUT mse float8, OUT mse_se float8, OUT r2 float8,
	OUT error_rate float8, OUT auc float8, OUT log_loss float8, OUT rows bigint,
	OUT problem text) RETURNS SETOF record
	LANGUAGE sql VOLATILE PARALLEL UNSAFE COST 100000 ROWS 10 AS $$
	SELECT * FROM @extschema@._aer_compare(@extschema@._aer_table($1), $2, $3, $4, $5, $6, $7, $8)
$$;

COMMENT ON FUNCTION aer_compare(text, text, float8[], text[], text, text, text, text) IS
'trains a model of a table or view for each budget (NULL: all columns) and measures it like '
	'aer_learn: a row for each budget, the best first';

CREATE FUNCTION aer_compare(source text, target text, budget integer,
	exclude text[] DEFAULT NULL, features text DEFAULT NULL, groups text DEFAULT NULL,
	time_column text DEFAULT NULL, weight text DEFAULT NULL,
	OUT budget float8, OUT looks float8, OUT mse float8, OUT mse_se float8, OUT r2 float8,
	OUT error_rate float8, OUT auc float8, OUT log_loss float8, OUT rows bigint,
	OUT problem text) RETURNS SETOF record
	LANGUAGE sql VOLATILE PARALLEL UNSAFE COST 100000 ROWS 10 AS $$
	SELECT * FROM @extschema@._aer_compare(@extschema@._aer_table($1), $2,
		ARRAY[$3::pg_catalog.float8], $4, $5, $6, $7, $8)
$$;

COMMENT ON FUNCTION aer_compare(text, text, integer, text[], text, text, text, text) IS
'the same for one budget';

-- Returns the value of a column of a row as text, as it would be in JSON; NULL if there is no
-- such column.
CREATE FUNCTION _aer_column_text(features record, name text) RETURNS text
	AS 'MODULE_PATHNAME', 'aer_column_text' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION aer_explain(model aer_model, features record, class text DEFAULT NULL,
	OUT name text, OUT value text, OUT effect float8, OUT "column" text, OUT column2 text)
	RETURNS SETOF record
	LANGUAGE plpgsql STABLE PARALLEL SAFE COST 1000 ROWS 20
	SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
	RETURN QUERY
	SELECT coalesce(part.name, '(mean)'),
		CASE WHEN part.column2 IS NULL
			THEN coalesce(@extschema@._aer_column_text(features, part.name), part.class) END,
		part.effect, part."column", part.column2
	FROM @extschema@._aer_effects(model, features, class) part
	ORDER BY part.name IS NULL, abs(part.effect) DESC, part.attribute;
END $$;

CREATE FUNCTION aer_explain(model aer_model, features jsonb, class text DEFAULT NULL,
	OUT name text, OUT value text, OUT effect float8, OUT "column" text, OUT column2 text)
	RETURNS SETOF record
	LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 ROWS 20
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT coalesce(part.name, '(mean)'),
		CASE WHEN part.column2 IS NULL
			THEN coalesce(@extschema@._aer_value(features, part.name) #>> '{}', part.class) END,
		part.effect, part."column", part.column2
	FROM @extschema@._aer_effects(model, features, class) part
	ORDER BY part.name IS NULL, abs(part.effect) DESC, part.attribute
$$;

COMMENT ON FUNCTION aer_explain(aer_model, record, text) IS
'the contribution of each column to the prediction of a row, the largest first, and of each '
	'interaction; of several classes for the predicted one unless "class" names another';

COMMENT ON FUNCTION aer_explain(aer_model, jsonb, text) IS
'the same for the keys of a jsonb object';
