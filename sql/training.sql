--
-- training.sql: aer_train and what is read of models
--

CREATE FUNCTION _aer_model_to_jsonb(aer_model) RETURNS jsonb
	AS 'MODULE_PATHNAME', 'aer_model_to_jsonb' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;

CREATE FUNCTION _aer_model_to_float8_array(aer_model) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_model_to_float8_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION _aer_model_to_jsonb(aer_model) IS 'the model''s JSON text as jsonb; use the cast model::jsonb';
COMMENT ON FUNCTION _aer_model_to_float8_array(aer_model) IS 'the weights, in attribute order, without the intercept; use the cast model::float8[]';

CREATE CAST (aer_model AS jsonb) WITH FUNCTION _aer_model_to_jsonb(aer_model);
CREATE CAST (aer_model AS float8[]) WITH FUNCTION _aer_model_to_float8_array(aer_model);

COMMENT ON CAST (aer_model AS jsonb) IS 'the model''s JSON text';
COMMENT ON CAST (aer_model AS float8[]) IS 'the weights, without the intercept';

CREATE FUNCTION _aer_train_final(internal) RETURNS aer_model
	AS 'MODULE_PATHNAME', 'aer_train_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION _aer_train_final(internal) IS 'internal: aer_train and aer_continue';

CREATE FUNCTION aer_trim(model aer_model) RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_trim(aer_model) IS
'the model without what is needed to go on training, and to predict from what is known of a row where not all is: smaller, can be scored, not continued';

CREATE FUNCTION aer_weights(model aer_model, names text[] DEFAULT NULL,
	OUT attribute integer, OUT name text, OUT weight float8, OUT se float8, OUT class text, OUT interaction boolean) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 ROWS 100;

COMMENT ON FUNCTION aer_weights(aer_model, text[]) IS
'the weights as a relation, in the user''s units; the intercept is attribute 0. "names" names the attributes of models trained on arrays. se: the standard deviation of sampling, from the fits to all folds but one (jackknife, pooled): had other rows been drawn, the weight would be within 2 se of its mean over such draws in 85 to 97 of 100 cases. It knows nothing of shrinkage: at few looks, as 5 of 50 at 300 rows, the true weight can lie outside more often than not. NULL of the intercept, of models that are not from moments, where the penalty was not judged on folds (fewer than 2 rows a fold, a radius), and of models that were restricted. class: of a model of three or more classes, which all have weights of their own, for whether a row is of the class (1) or not (0). interaction: the attribute is a product of two columns'' factors ("interactions" of aer_design), called as these are, age>45*smoker';

CREATE FUNCTION aer_importance(model aer_model, OUT name text, OUT importance float8, OUT share float8, OUT drop_r2 float8, OUT "column" text, OUT column2 text, OUT bar text) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 20;

COMMENT ON FUNCTION aer_importance(aer_model) IS
'one row for each column (attribute of arrays, called by its number), the most important first. importance: the standard deviation, over the rows learned from, of what the column adds to the prediction, in units of the target, from the sums; share: of the sum of all their squares. Of three or more classes: of the scores of all together. Columns that say the same share what they say: drop_r2: how much the expected r2 falls when the column, with its interactions, is left out and the rest is fitted anew at the same lambda, by the sums; below 0: r2 rises. Of three or more classes it is of all together; NULL: not of ridge that was judged, lambda 0, or columns of so many attributes that it would take long. Interactions that the model uses have rows beside those of both columns, for what they add to these; they are called age * smoker, where the database is in UTF-8 with the sign of multiplication, and "column" and column2 are the two, else NULL. bar: importance to look at, 20 characters of the largest. Of models from moments, until they are restricted';

CREATE FUNCTION aer_curve(model aer_model, "column" text, low float8 DEFAULT NULL, high float8 DEFAULT NULL, column2 text DEFAULT NULL, class text DEFAULT NULL,
	OUT value text, OUT number float8, OUT effect float8, OUT se float8, OUT value2 text, OUT number2 float8, OUT bar text) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 ROWS 25;

COMMENT ON FUNCTION aer_curve(aer_model, text, float8, float8, text, text) IS
'what a column adds to the linear predictor (aer_score) at each value, less its mean over the rows learned from, in units of the target. Of a number at its knots, at "low", at "high" and 20 points between; NULL: two standard deviations below and above the mean, and out to the last knot, for a model knows no smallest and largest value. Of a categorical column each category, of a boolean both values; and if NULL is its own category one row with value NULL. value is text (points in time as ISO 8601 has them), number the same as a number (points in time in days from 2000-01-01), NULL of categories. "column2": a second column; then effect is what both add together, with their interaction if the model uses it, at each value with each value2 of the second (number2 as number): 12 values of a number, from end to end, categories and booleans as they are, NULL left out. Without "column2" both are NULL. "column" is a name, or of models of arrays the number of an attribute. "class": of a model of three or more classes, to whose score for that class (about 1 for a row that is of it, 0 for others) it adds. se: the standard error of effect, by that of the weight (aer_weights), where one attribute says all of the column: a number that is a straight line, a boolean, if NULL is not its own category; else NULL, as with "column2". bar: effect to look at, from the line at 0 to the right, or of what is below 0 to the left. Of models from moments, until they are restricted';

CREATE FUNCTION aer_summary(model aer_model,
	OUT learner jsonb, OUT attributes integer, OUT rows bigint, OUT skipped bigint,
	OUT draws bigint, OUT reads bigint, OUT continuable boolean,
	OUT expected_mse float8, OUT expected_se float8, OUT mistakes bigint,
	OUT target_min float8, OUT target_max float8, OUT link_slope float8, OUT link_offset float8,
	OUT progressive_mse float8, OUT progressive_se float8, OUT mse_of_mean float8, OUT worse_than_mean boolean,
	OUT curves boolean, OUT columns integer, OUT expected_error_rate float8, OUT expected_auc float8,
	OUT measured_rows bigint, OUT measured_mse float8, OUT measured_mse_se float8, OUT measured_error_rate float8, OUT measured_error_rate_se float8,
	OUT measured_auc float8, OUT measured_auc_se float8, OUT measured_log_loss float8)
	RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 1;

COMMENT ON FUNCTION aer_summary(aer_model) IS
'one row: the learner and its options, attributes, rows learned from, rows skipped for NULL features or target, attributes drawn (repeats included), attribute values read, whether aer_continue can go on, the forecast of the test error where the learner makes one, the mistakes of learners that learn from them, the range that predictions are clipped to (target_min, target_max), and the link of a target that takes two values: P(high) = 1 / (1 + exp(-(link_offset + link_slope * score))). Of ridge, lasso and svr also the progressive error: on each of the later rows, before it was learned from, estimated from the looks taken anyway; beside it that of the mean of the targets before, the standard error of the difference, and whether the model is worse by three of them. curves: of moments with knots whether numbers are curves (both forecasts, "mse_of_lines" and "mse_of_curves", stand in learner). columns: looks that the attributes are, one a column. The forecast of a model from moments is from sums alone: of a target of two values of what is predicted by its link, of which the more is believed the more columns the score rests on; of three or more classes of their scores, not of what is predicted. expected_error_rate and expected_auc: of moments of a target of two values, forecasts of the share of rows on the wrong side of probability 1/2, and of the area under the ROC curve: those of scores that are normal in each class, with as many more mistakes as the forecast is larger than that of such scores. aer_learn, aer_measure and aer_compare count. measured_*: what predictions of held-out rows were worth (aer_measure; NULL: it was not measured): how many rows, mean squared error and its standard error, of two values or classes the error rate (probability 1/2, or likeliest class), of two values the area under the ROC curve (standard error by DeLong), and the mean of -ln of the probability of the actual value or class';

CREATE FUNCTION _aer_digits(number float8, digits integer) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 100 SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE WHEN abs(rounded) >= 1000 AND abs(rounded) < 10000000 THEN rtrim(to_char(rounded, 'FM9,999,999.999999999999'), '.')
		WHEN rounded = 0 OR abs(rounded) >= 0.0001 AND abs(rounded) < 10000000 THEN trim_scale(rounded)::text
		ELSE regexp_replace(text, '\.?0*e', 'e') END
	FROM (SELECT ltrim(to_char(number, '9.' || repeat('9', digits - 1) || 'EEEE'))) t (text), LATERAL (SELECT text::numeric) r (rounded)
$$;

COMMENT ON FUNCTION _aer_digits(float8, integer) IS 'internal: a number to so many digits, as one writes it (33,400), from 10 million on and below 0.0001 with an exponent';

CREATE FUNCTION _aer_quotient(number float8, by float8) RETURNS float8
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 100 SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE WHEN abs(quotient) >= 1e-300 THEN least(greatest(quotient, -1e300), 1e300) ELSE 0 END::float8 FROM (SELECT number::numeric / nullif(by::numeric, 0) AS quotient) q WHERE quotient IS NOT NULL
$$;

COMMENT ON FUNCTION _aer_quotient(float8, float8) IS 'internal: number / by; NULL by 0; what may be too large or too small for a float8 is 1e300 or 0';

CREATE FUNCTION _aer_beside(measured boolean, used float8, other_name text, other float8) RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 100 SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE
		WHEN NOT measured THEN format('; the expected RMSE is %s (%s: %s%s)',
			@extschema@._aer_digits(sqrt(used), 3), other_name, @extschema@._aer_digits(sqrt(other), 3),
			CASE WHEN other < used THEN ', not clearly smaller' ELSE '' END)
		WHEN other = used OR round(percent) <= 0
			THEN format('; %s the error would not be clearly smaller', other_name)
		WHEN percent < 1000 THEN format('; %s the error would be %s %% larger', other_name,
			@extschema@._aer_digits(percent, 2))
		ELSE format('; %s the error would be many times larger', other_name)
	END
	FROM (SELECT 100 * (@extschema@._aer_quotient(sqrt(other), sqrt(used)) - 1) AS percent) p
	WHERE used >= 0 AND other >= 0
$$;

COMMENT ON FUNCTION _aer_beside(boolean, float8, text, float8) IS 'internal: compares the expected mean squared error of the model with that of an alternative; if the error was measured, only in per cent';

CREATE FUNCTION aer_report(model aer_model, OUT item text, OUT value text) RETURNS SETOF record
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 10 SET search_path = pg_catalog, pg_temp AS $$
	SELECT v.item, v.value
	FROM @extschema@.aer_summary(model) s, LATERAL (SELECT model::jsonb, s.measured_rows IS NOT NULL, ', measured on ' || @extschema@._aer_digits(s.measured_rows::float8, 6) || ' held-out rows') m (parts, measured, held_out),
		LATERAL (SELECT CASE jsonb_typeof(s.learner -> 'design') WHEN 'object' THEN s.learner -> 'design' ELSE s.learner END) o (options),
		LATERAL (SELECT 1 - @extschema@._aer_quotient(s.expected_mse, least((s.learner -> 'target_variance')::numeric, 1e300)::float8)
			WHERE jsonb_typeof(s.learner -> 'target_variance') = 'number' UNION ALL SELECT NULL LIMIT 1) e (r2),
		-- The error rate of always predicting the more frequent value. For a binary target it is the share s of the
		-- rarer value; q = s (1 - s) is the variance in units of the squared distance of the two values.
		LATERAL (SELECT CASE jsonb_typeof(s.learner -> 'target_variance') WHEN 'number' THEN least(greatest((s.learner -> 'target_variance')::numeric, 0) / nullif((s.target_max::numeric - s.target_min::numeric) * (s.target_max::numeric - s.target_min::numeric), 0), 0.25) END) q (q),
		LATERAL (SELECT CASE WHEN parts ? 'probabilities' THEN 1 - (SELECT max(share::numeric) FROM jsonb_array_elements_text(parts #> '{probabilities,shares}') share) WHEN parts ? 'two_valued' THEN 2 * q / (1 + sqrt(1 - 4 * q)) END) g (rarer),
		LATERAL (SELECT CASE WHEN rarer IS NULL THEN '' ELSE format('; always predicting the most frequent %s would be wrong in %s %%', CASE WHEN parts ? 'probabilities' THEN 'class' ELSE 'value' END, @extschema@._aer_digits(100 * rarer::float8, 3)) END) a (always),
		LATERAL (SELECT count(DISTINCT attribute) FILTER (WHERE weight <> 0) AS other FROM @extschema@.aer_weights(model) WHERE attribute > 0) w,
		LATERAL (SELECT string_agg(format(CASE WHEN parts ? 'names' THEN '"%s" %s %%' ELSE '%s: %s %%' END, i.name, round(100 * i.share::numeric)), ', ' ORDER BY i.place) FILTER (WHERE i.place <= 5 AND i.share >= 0.005) AS first_five,
				string_agg(i.name, ', ' ORDER BY i.place) FILTER (WHERE i.column2 IS NOT NULL AND i.rank <= 3) || CASE WHEN count(i.column2) > 3 THEN ', ...' ELSE '' END AS first_pairs
			FROM (SELECT *, row_number() OVER (PARTITION BY column2 IS NULL ORDER BY place) AS rank
				FROM @extschema@.aer_importance(CASE WHEN parts ? 'facts' THEN model END) WITH ORDINALITY i (name, importance, share, drop_r2, "column", column2, bar, place)) i) i,
		LATERAL (SELECT string_agg(format('%L%s', c.class, ' ' || round(100 * s.share, (s.share < 0.005)::integer) || ' %'), ', ' ORDER BY c.place) AS classes,
				string_agg(format('%L: %s', c.class, h.three), '; ' ORDER BY c.place) FILTER (WHERE c.place <= 10 AND h.three IS NOT NULL) AS heaviest
			FROM jsonb_array_elements_text(parts -> 'classes') WITH ORDINALITY c (class, place)
			CROSS JOIN LATERAL (SELECT (parts #> '{probabilities,shares}' -> (c.place - 1)::integer)::numeric) s (share)
			LEFT JOIN (SELECT class, string_agg(coalesce('"' || name || '"', attribute::text), ', ' ORDER BY rank) AS three
				FROM (SELECT w.*, row_number() OVER (PARTITION BY w.class ORDER BY abs(w.weight::numeric * d.deviation::numeric) DESC, w.attribute) AS rank
					FROM @extschema@.aer_weights(model) w JOIN jsonb_array_elements_text(parts #> '{facts,deviations}') WITH ORDINALITY d (deviation, place) ON d.place = w.attribute
					WHERE w.weight <> 0) r
				WHERE rank <= 3 GROUP BY class) h USING (class)) c,
		LATERAL (SELECT string_agg(format('"%s"', x.name), ', ' ORDER BY x.place) AS excluded
			FROM jsonb_array_elements_text(CASE jsonb_typeof(options -> 'exclude') WHEN 'array' THEN options -> 'exclude' END) WITH ORDINALITY x (name, place)) x,
		LATERAL (SELECT abs((s.learner -> 'mse_of_lines')::float8), abs((s.learner -> 'mse_of_curves')::float8)
			WHERE jsonb_typeof(s.learner -> 'mse_of_lines') = 'number' AND jsonb_typeof(s.learner -> 'mse_of_curves') = 'number' UNION ALL SELECT NULL, NULL LIMIT 1) b (lines, bent),
		LATERAL (SELECT (s.learner ->> 'interactions')::numeric AS used, jsonb_array_length(options -> 'interactions') AS found
			WHERE jsonb_typeof(s.learner -> 'interactions') = 'number' AND jsonb_typeof(options -> 'interactions') = 'array' UNION ALL SELECT NULL, NULL LIMIT 1) p,
		LATERAL (SELECT max(mse) FILTER (WHERE pairs = used) AS as_used, max(mse) FILTER (WHERE pairs = 0) AS without, min(mse) FILTER (WHERE pairs > 0) AS with_some
			FROM (SELECT (t -> 0)::numeric AS pairs, abs((t -> 1)::float8) AS mse
				FROM jsonb_array_elements(CASE jsonb_typeof(s.learner -> 'mse_of_interactions') WHEN 'array' THEN s.learner -> 'mse_of_interactions' END) t
				WHERE jsonb_typeof(t -> 0) = 'number' AND jsonb_typeof(t -> 1) = 'number') t) t,
		LATERAL (VALUES
			(1, 'learner', concat(CASE WHEN jsonb_typeof(s.learner -> 'learner') IN ('string', 'number', 'boolean')
				THEN regexp_replace(regexp_replace(s.learner ->> 'learner', '^moment ridge$', 'ridge regression on moments'),
					'^moment lasso$', 'lasso on moments') ELSE 'not known' END,
				CASE WHEN jsonb_typeof(options -> 'budget') IN ('string', 'number', 'boolean') THEN ', budget ' || (options ->> 'budget') END)),
			(2, 'rows', s.rows::text),
			(3, 'rows skipped', CASE WHEN s.skipped > 0 THEN s.skipped || ', because of a NULL' END),
			(4, 'columns excluded', excluded),
			(5, 'read per row', CASE WHEN s.rows > 0 THEN concat(
				@extschema@._aer_digits(s.reads::float8 / s.rows, 3),
				CASE WHEN s.reads <= s.rows::float8 * s.columns
					THEN format(' of %s %s', s.columns, CASE WHEN parts ? 'names' THEN 'columns' ELSE 'attributes' END)
				END) END),
			(6, 'error', coalesce(
				CASE WHEN s.measured_error_rate IS NULL THEN format('RMSE %s +/- %s',
					@extschema@._aer_digits(sqrt(s.measured_mse), 3),
					@extschema@._aer_digits(@extschema@._aer_quotient(s.measured_mse_se, 2 * sqrt(s.measured_mse)), 2))
					|| held_out END,
				@extschema@._aer_digits(100 * s.measured_error_rate, 3) || ' %'
					|| CASE WHEN s.measured_error_rate > 0
						THEN format(' +/- %s %% of predictions are wrong (error rate)',
							@extschema@._aer_digits(100 * s.measured_error_rate_se, 2))
						ELSE format(' of predictions are wrong (error rate; at most %s %% with 95 %% confidence)',
							@extschema@._aer_digits(100 * (1 - 0.05 ^ (1 / s.measured_rows::float8)), 2)) END
					|| held_out || always,
				'RMSE ' || @extschema@._aer_digits(sqrt(s.progressive_mse * (s.progressive_mse > 0)::int), 3)
					|| ' on each row before it was learned from (progressive validation); predicting the mean: '
					|| @extschema@._aer_digits(sqrt(s.mse_of_mean * (s.mse_of_mean > 0)::int), 3),
				CASE WHEN s.expected_auc IS NOT NULL THEN @extschema@._aer_digits(100 * s.expected_error_rate, 3)
					|| ' % of predictions are wrong (error rate), estimated from sums; no rows were held out' || always END,
				'RMSE ' || @extschema@._aer_digits(sqrt(s.expected_mse * (s.expected_mse > 0)::int), 3)
					|| CASE WHEN parts ? 'probabilities' THEN ' of the scores of all classes together' ELSE '' END
					|| coalesce(' (standard error ' || @extschema@._aer_digits(@extschema@._aer_quotient(
						s.expected_se, 2 * sqrt(s.expected_mse * (s.expected_mse > 0)::int)), 2) || ')', '')
					|| ', estimated from sums; '
					|| CASE WHEN parts ? 'probabilities'
						THEN 'aer_measure, aer_compare and aer_learn without a budget measure the error rate'
						ELSE 'no rows were held out' END,
				CASE WHEN parts ? 'facts' AND s.rows < 10 THEN 'not known: too few rows'
					WHEN parts ? 'probabilities'
					THEN 'not measured; aer_measure, aer_compare and aer_learn without a budget measure it' END)),
			(7, 'AUC', coalesce(
				@extschema@._aer_digits(s.measured_auc, 3) || coalesce(' +/- ' || @extschema@._aer_digits(s.measured_auc_se, 2), ''),
				CASE WHEN NOT measured THEN round(s.expected_auc::numeric, 2) || ', estimated' END)),
			(7, 'log loss', @extschema@._aer_digits(s.measured_log_loss, 3)),
			(8, 'r2', coalesce(round((parts #>> '{measured,r2}')::numeric, 2)::text,
				CASE WHEN NOT measured THEN round(r2::numeric, 2) || ', estimated' END)),
			(9, 'curves', CASE
				WHEN s.curves THEN concat('used', @extschema@._aer_beside(measured, bent, 'with straight lines', lines))
				WHEN NOT s.curves THEN concat('not used', @extschema@._aer_beside(measured, lines, 'with curves', bent))
				END),
			(10, 'interactions', CASE
				WHEN used > 0 AND NOT coalesce(parts -> 'types' ? 'interaction', true)
					THEN format('none left of %s tried', found)
				WHEN used > 0 THEN concat(
					coalesce(first_pairs || format(' (%s of %s tried)', used, found), format('%s of %s tried', used, found)),
					@extschema@._aer_beside(measured, as_used, 'without interactions', without))
				WHEN found > 0 THEN concat(format('none of %s tried', found),
					@extschema@._aer_beside(measured, without, 'with interactions', with_some)) END),
			(11, 'nonzero weights', other || ' of ' || s.attributes),
			(12, 'most important', first_five),
			(12, 'most important by class', CASE WHEN parts ? 'probabilities' THEN heaviest END),
			(13, 'target', CASE parts ->> 'target' WHEN 'boolean' THEN 'boolean, as -1 and 1'
				WHEN 'class' THEN 'categorical: ' || classes
				WHEN 'number' THEN CASE WHEN parts ? 'two_valued' THEN 'a binary number' ELSE 'a number' END END),
			(14, 'range of the target',
				@extschema@._aer_digits(s.target_min, 6) || ' to ' || @extschema@._aer_digits(s.target_max, 6)),
			(15, 'predictions', CASE
				WHEN s.link_slope IS NOT NULL THEN 'go through a link: aer_probability() returns the probability of '
					|| coalesce(quote_literal(parts #>> '{classes,1}'),
						CASE parts ->> 'target' WHEN 'boolean' THEN 'true' END,
						@extschema@._aer_digits(s.target_max, 15), 'the higher value')
				WHEN parts ? 'probabilities' THEN 'are probabilities of classes: aer_class(), aer_probabilities()'
				WHEN s.target_min IS NOT NULL THEN 'are clipped to that range'
				ELSE 'are the linear predictor' END),
			(16, 'warning', CASE
				WHEN s.rows = 0 AND s.continuable THEN 'the model has not learned from any row yet and predicts nothing'
				WHEN other = 0 THEN 'all weights are 0: every row has the same prediction' END),
			(17, 'warning', CASE WHEN s.worse_than_mean THEN 'worse than predicting the mean' END),
			(18, 'warning', CASE
				WHEN NOT measured AND r2 <= 0 THEN 'estimated to be no better than predicting the mean'
				WHEN (parts #>> '{measured,r2}')::numeric <= 0 THEN 'measured to be no better than predicting the mean'
				WHEN parts ? 'probabilities' AND s.measured_error_rate > rarer
					THEN 'the predicted class is wrong more often than the most frequent class would be' END),
			(19, 'warning', CASE WHEN s.skipped > s.rows / 10 THEN 'more than a tenth of the rows were skipped' END),
			(20, 'warning', CASE WHEN s.rows > 0 AND s.rows < s.attributes THEN 'there were fewer rows than weights' END),
			(21, 'warning', CASE WHEN NOT measured AND jsonb_typeof(s.learner #> '{seldom_together,2}') = 'number' THEN
				format(CASE WHEN parts ? 'names' THEN '"%s" and "%s"' ELSE 'attributes %s and %s' END
					|| ' were observed together in only %s rows, too few to estimate how they vary together:'
					|| ' the error may be far larger than estimated. A larger budget, or some rows that are read'
					|| ' deeply (deep_budget), would help',
					s.learner #>> '{seldom_together,0}', s.learner #>> '{seldom_together,1}',
					s.learner #>> '{seldom_together,2}') END),
			(22, 'warning', CASE WHEN parts ? 'two_valued' AND NOT parts ? 'link' AND other > 0 THEN
				'probabilities come from a straight line, clipped to 0 and 1: they rank rows, but they are not calibrated.'
				|| ' aer_calibrate fits a link, and so does measuring (aer_learn without a budget, aer_measure)'
				END)) v (place, item, value)
	WHERE v.value IS NOT NULL ORDER BY v.place
$$;

COMMENT ON FUNCTION aer_report(aer_model) IS
'a summary of a model to read aloud: learner, rows, error (measured on held-out rows, or else estimated from sums), curves, interactions, most important columns, target, predictions, warnings';

CREATE FUNCTION _aer_train_moments_final(aer_moments) RETURNS aer_model
	AS 'MODULE_PATHNAME', 'aer_train_moments_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000000;

COMMENT ON FUNCTION _aer_train_moments_final(aer_moments) IS 'internal: aer_train';

--
-- From a table to a model
--

-- The models of moments of all rows under some designs, measured by a second scan of those of which mod(hash of the
-- key, k) is 0, 50,000 at most. Keys add up to the same in both scans, or the rows are not the same. A model that is
-- not measured has a problem; one that is not there was not fitted, or cannot be.
CREATE FUNCTION _aer_measured(designs jsonb[], relation text, columns text, arguments text, row_key text, own_key boolean, quiet boolean,
	OUT design jsonb, OUT model aer_model, OUT moments aer_moments, OUT problem text) RETURNS SETOF record
	LANGUAGE plpgsql STABLE PARALLEL UNSAFE COST 1000000 ROWS 10 SET search_path = pg_catalog, pg_temp SET jit = off AS $$
#variable_conflict use_variable
DECLARE
	least_keys CONSTANT bigint := 100;
	most_rows CONSTANT bigint := 50000;
	n CONSTANT integer := cardinality(designs);
	collected record;
	measured record;
	fits @extschema@.aer_model[];
	models @extschema@.aer_model[] := '{}';
	fold_models @extschema@.aer_model[] := '{}';
	calls text[] := '{}';
	place integer[];		-- of a design among the models; NULL: it has none
	problems text[] := array_fill(NULL::text, ARRAY[n]);
	reason text;			-- of all
BEGIN
	EXECUTE format('SELECT ARRAY[%s] AS moments, pg_catalog.count(*) AS rows, pg_catalog.sum(%s) AS keys FROM %s %s',
		(SELECT string_agg(format('@extschema@.aer_moments(%s, $1[%s], %s)', arguments, i, row_key), ', ' ORDER BY i)
			FROM generate_subscripts(designs, 1) i), row_key, relation, columns)
		INTO collected USING designs;
	IF collected.rows < least_keys THEN
		reason := format('there are fewer than %s rows', least_keys);
	ELSE
		FOR i IN 1 .. n LOOP
			BEGIN
				fits := @extschema@._aer_fit_folds(collected.moments[i], quiet);
				calls := calls || format('@extschema@.aer_measure($1[%s], $2[%s:%s], %s, %s) FILTER (WHERE pg_catalog.mod(pg_catalog.hashint8extended(%5$s, 20260101), $3) OPERATOR(pg_catalog.=) 0)',
					cardinality(calls) + 1, cardinality(fold_models) + 1, cardinality(fold_models) + cardinality(fits) - 1, arguments, row_key);
				models := models || fits[1];
				fold_models := fold_models || fits[2:];
				place[i] := cardinality(models);
			EXCEPTION WHEN program_limit_exceeded OR numeric_value_out_of_range OR invalid_parameter_value THEN
				problems[i] := SQLERRM;
			END;
		END LOOP;
	END IF;
	IF cardinality(calls) > 0 THEN
		BEGIN
			EXECUTE format('SELECT ARRAY[%s] AS models, pg_catalog.count(*) AS rows, pg_catalog.sum(%s) AS keys, %s AS different FROM %s %s',
				array_to_string(calls, ', '), row_key, CASE WHEN own_key THEN '$4' ELSE format('pg_catalog.count(DISTINCT %s)', row_key) END, relation, columns)
			INTO measured USING models, fold_models, CASE WHEN collected.rows > most_rows THEN collected.rows * 51 / 50 / most_rows + 1 ELSE 1 END, least_keys;
			reason := CASE WHEN measured.rows <> collected.rows OR measured.keys <> collected.keys THEN 'its rows are not the same when they are read again'
				WHEN measured.different < least_keys THEN format('fewer than %s rows are different', least_keys) END;
			models := CASE WHEN reason IS NULL THEN measured.models ELSE models END;
		EXCEPTION WHEN program_limit_exceeded OR numeric_value_out_of_range OR invalid_parameter_value THEN
			reason := SQLERRM;
		END;
	END IF;
	FOR i IN 1 .. n LOOP
		design := designs[i];
		model := models[place[i]];
		moments := collected.moments[i];
		problem := coalesce(problems[i], reason);
		RETURN NEXT;
	END LOOP;
END $$;

COMMENT ON FUNCTION _aer_measured(jsonb[], text, text, text, text, boolean, boolean) IS 'internal: aer_learn() where every column of every row is read, and aer_compare() of a table: models, measured in one scan, and why they are not';

CREATE FUNCTION _aer_table_moments(source regclass, target text, design jsonb, key text, features text) RETURNS aer_moments
	LANGUAGE plpgsql STABLE PARALLEL UNSAFE COST 1000000 SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	given record := @extschema@._aer_rows(source, target, design, key, features);
	distributed boolean := @extschema@._aer_distributed(source) <> 'n';
	query text := format('SELECT @extschema@.aer_moments(%s, %s%s) FROM %s %s', given.arguments,
		CASE WHEN distributed THEN format('%L::pg_catalog.jsonb', design) ELSE '$1' END, ', ' || given.row_key,
		CASE WHEN distributed THEN E'\001' ELSE given.relation END, given.columns);
	moments @extschema@.aer_moments;
BEGIN
	IF distributed THEN
		SELECT @extschema@.aer_moments(m::@extschema@.aer_moments) INTO moments FROM @extschema@._aer_of_shards(source, query) m;
	ELSE
		EXECUTE query INTO moments USING design;
	END IF;
	RETURN moments;
END $$;

COMMENT ON FUNCTION _aer_table_moments(regclass, text, jsonb, text, text) IS 'internal: the moments of all rows of a table under a design, those of shards added up';

CREATE FUNCTION _aer_learn(source regclass, target text, budget float8, exclude text[], prices jsonb, key text, measure boolean, features text) RETURNS aer_model
	LANGUAGE plpgsql STABLE PARALLEL UNSAFE COST 1000000 SET search_path = pg_catalog, pg_temp SET jit = off AS $$
#variable_conflict use_variable
DECLARE
	design jsonb;
	given record;
	any_key text;
	measured record;
	model @extschema@.aer_model;
BEGIN
	PERFORM @extschema@._aer_row_key(source, key, 's');
	design := @extschema@._aer_suggest(source, target, budget, CASE WHEN key IS NULL OR features IS NOT NULL THEN exclude ELSE exclude || key END, prices, true, true, true, features);
	IF @extschema@._aer_distributed(source) <> 'n' THEN
		RETURN @extschema@.aer_fit_ridge(@extschema@._aer_table_moments(source, target, design, key, features));
	END IF;
	given := @extschema@._aer_rows(source, target, design, key, features);
	any_key := @extschema@._aer_any_row_key(source, design, (@extschema@._aer_features(source, features, target)).expression);
	IF measure AND (budget IS NULL OR prices IS NULL AND budget >= jsonb_array_length(design -> 'include')) THEN
		SELECT m.* INTO measured FROM @extschema@._aer_measured(ARRAY[design], given.relation, given.columns, given.arguments, coalesce(given.row_key, any_key),
			key IS NULL AND (given.row_key IS NOT NULL OR any_key ~ 'ctid'), false) m;
		model := coalesce(measured.model, @extschema@.aer_fit_ridge(measured.moments));
		IF model IS NOT NULL AND measured.problem IS NOT NULL THEN
			PERFORM @extschema@._aer_notice(format('the error of the model is estimated from sums, not measured on held-out rows: %s', measured.problem));
		END IF;
	ELSE
		EXECUTE format('SELECT @extschema@.aer_train(%s, $1%s) FROM %s %s', given.arguments, ', ' || given.row_key, given.relation, given.columns) INTO model USING design;
	END IF;
	IF model IS NULL THEN
		RAISE EXCEPTION USING ERRCODE = 'no_data_found', MESSAGE = format('"%s" is NULL in every row of %s whose target is known', features, source),
			HINT = 'Fill it in, or name another column as "features".';
	END IF;
	RETURN model;
END $$;

COMMENT ON FUNCTION _aer_learn(regclass, text, float8, text[], jsonb, text, boolean, text) IS 'internal: aer_learn()';

CREATE FUNCTION aer_learn(source regclass, target text, budget float8 DEFAULT NULL, exclude text[] DEFAULT NULL, prices jsonb DEFAULT NULL, key text DEFAULT NULL, measure boolean DEFAULT true, features text DEFAULT NULL) RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C STABLE PARALLEL UNSAFE COST 1000000;

COMMENT ON FUNCTION aer_learn(regclass, text, float8, text[], jsonb, text, boolean, text) IS
'from a table or view to a model: aer_train over all its rows by the design of aer_suggest(source, target, budget, exclude, prices), which says what is left out. "target": a column of numbers, booleans or text, or column=value: that value against all others, an error if no row has it. "key": a column of integers, text, varchar or uuid by which what is looked at is drawn, no attribute; NULL: the primary key, where it is one such column, else rows are drawn for as they come. "measure": without a budget, or with one that is all, the table is read once more, and at most 50,000 rows are predicted by models that have not learned from them (aer_fold_models, aer_measure): the link and the errors of the model are theirs. Where that cannot be, a NOTICE says why. "features": a column that all attributes stand in: an array of numbers, what is cast to real[] (an embedding), or jsonb, whose keys are learned as columns are, and of which the target may be one; NULL: whole rows. It reads with the caller''s rights. Next to the columns of a table it runs once per row: write (SELECT aer_learn(...))';
