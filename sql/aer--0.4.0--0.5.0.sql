/* aer--0.4.0--0.5.0.sql: what ALTER EXTENSION aer UPDATE changes of 0.4.0 */

-- complain if script is sourced in psql, rather than via ALTER EXTENSION
\echo Use "ALTER EXTENSION aer UPDATE" to load this file. \quit

CREATE OR REPLACE FUNCTION _aer_object(features text) RETURNS jsonb
	LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 300 SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	reason text;
BEGIN
	RETURN features::jsonb;
EXCEPTION WHEN invalid_text_representation THEN
	GET STACKED DIAGNOSTICS reason = PG_EXCEPTION_DETAIL;
	RAISE EXCEPTION USING ERRCODE = 'invalid_text_representation', MESSAGE = 'features that are text must be a JSON object',
		DETAIL = format('They begin with %s. %s', quote_literal(left(features, 30)), reason), HINT = 'For example ''{"age": 71}''. Arrays are of a type: ARRAY[1, 2], ''{1,2}''::float8[].';
END $$;

CREATE OR REPLACE FUNCTION _aer_beside(measured boolean, used float8, other_name text, other float8) RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 100 SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE WHEN NOT measured THEN format(': root mean squared error %s is expected, %s %s%s', @extschema@._aer_digits(sqrt(used), 3), other_name, @extschema@._aer_digits(sqrt(other), 3),
			CASE WHEN other < used THEN ', which is not clearly smaller' ELSE '' END)
		WHEN other = used OR round(percent) <= 0 THEN format(': %s no clearly smaller error is expected', other_name)
		WHEN percent < 1000 THEN format(': %s an error %s %% larger is expected', other_name, @extschema@._aer_digits(percent, 2))
		ELSE format(': %s an error many times larger is expected', other_name) END
	FROM (SELECT 100 * (@extschema@._aer_quotient(sqrt(other), sqrt(used)) - 1) AS percent) p WHERE used >= 0 AND other >= 0
$$;

CREATE OR REPLACE FUNCTION aer_report(model aer_model, OUT item text, OUT value text) RETURNS SETOF record
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 10 SET search_path = pg_catalog, pg_temp AS $$
	SELECT v.item, v.value
	FROM @extschema@.aer_summary(model) s, LATERAL (SELECT model::jsonb, s.measured_rows IS NOT NULL, ', measured on ' || @extschema@._aer_digits(s.measured_rows::float8, 6) || ' rows that were held out') m (parts, measured, held_out),
		LATERAL (SELECT CASE jsonb_typeof(s.learner -> 'design') WHEN 'object' THEN s.learner -> 'design' ELSE s.learner END) o (options),
		LATERAL (SELECT 1 - @extschema@._aer_quotient(s.expected_mse, least((s.learner -> 'target_variance')::numeric, 1e300)::float8)
			WHERE jsonb_typeof(s.learner -> 'target_variance') = 'number' UNION ALL SELECT NULL LIMIT 1) e (r2),
		-- How often who always says the commoner value is wrong: of two values s, where their variance in units of their distance is q = s (1 - s).
		LATERAL (SELECT CASE jsonb_typeof(s.learner -> 'target_variance') WHEN 'number' THEN least(greatest((s.learner -> 'target_variance')::numeric, 0) / nullif((s.high::numeric - s.low::numeric) * (s.high::numeric - s.low::numeric), 0), 0.25) END) q (q),
		LATERAL (SELECT CASE WHEN parts ? 'probabilities' THEN 1 - (SELECT max(share::numeric) FROM jsonb_array_elements_text(parts #> '{probabilities,shares}') share) WHEN parts ? 'two_valued' THEN 2 * q / (1 + sqrt(1 - 4 * q)) END) g (rarer),
		LATERAL (SELECT CASE WHEN rarer IS NULL THEN '' ELSE format('; who always says the %s is wrong in %s %%', CASE WHEN parts ? 'probabilities' THEN 'commonest class' ELSE 'commoner value' END, @extschema@._aer_digits(100 * rarer::float8, 3)) END) a (always),
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
		LATERAL (SELECT abs((s.learner -> 'mse_of_lines')::float8), abs((s.learner -> 'mse_of_bends')::float8)
			WHERE jsonb_typeof(s.learner -> 'mse_of_lines') = 'number' AND jsonb_typeof(s.learner -> 'mse_of_bends') = 'number' UNION ALL SELECT NULL, NULL LIMIT 1) b (lines, bent),
		LATERAL (SELECT (s.learner ->> 'pairs')::numeric AS used, jsonb_array_length(options -> 'pairs') AS found
			WHERE jsonb_typeof(s.learner -> 'pairs') = 'number' AND jsonb_typeof(options -> 'pairs') = 'array' UNION ALL SELECT NULL, NULL LIMIT 1) p,
		LATERAL (SELECT max(mse) FILTER (WHERE pairs = used) AS as_used, max(mse) FILTER (WHERE pairs = 0) AS without, min(mse) FILTER (WHERE pairs > 0) AS with_some
			FROM (SELECT (t -> 0)::numeric AS pairs, abs((t -> 1)::float8) AS mse
				FROM jsonb_array_elements(CASE jsonb_typeof(s.learner -> 'mse_of_pairs') WHEN 'array' THEN s.learner -> 'mse_of_pairs' END) t
				WHERE jsonb_typeof(t -> 0) = 'number' AND jsonb_typeof(t -> 1) = 'number') t) t,
		LATERAL (VALUES
			(1, 'learner', concat(CASE WHEN jsonb_typeof(s.learner -> 'learner') IN ('string', 'number', 'boolean') THEN s.learner ->> 'learner' ELSE 'not known' END,
				CASE WHEN jsonb_typeof(options -> 'budget') IN ('string', 'number', 'boolean') THEN ', budget ' || (options ->> 'budget') END)),
			(2, 'rows', s.rows::text),
			(3, 'rows skipped', CASE WHEN s.skipped > 0 THEN s.skipped || ', for a NULL' END),
			(4, 'columns excluded', excluded),
			(5, 'looks per row', CASE WHEN s.rows > 0 THEN concat(@extschema@._aer_digits(s.reads::float8 / s.rows, 3), CASE WHEN s.reads <= s.rows::float8 * s.columns THEN format(' of %s %s', s.columns, CASE WHEN parts ? 'names' THEN 'columns' ELSE 'attributes' END) END) END),
			(6, 'progressive error', 'root mean squared error ' || @extschema@._aer_digits(sqrt(s.progressive_mse * (s.progressive_mse > 0)::int), 3) || ', of the mean target ' || @extschema@._aer_digits(sqrt(s.mean_mse * (s.mean_mse > 0)::int), 3)),
			(7, 'error', CASE WHEN s.measured_wrong IS NULL THEN format('root mean squared error %s%s', @extschema@._aer_digits(sqrt(s.measured_mse), 3), ' +/- ' || @extschema@._aer_digits(@extschema@._aer_quotient(s.measured_se, 2 * sqrt(s.measured_mse)), 2)) || held_out END),
			(7, 'share wrong', coalesce(@extschema@._aer_digits(100 * s.measured_wrong, 3) || ' %' || CASE WHEN s.measured_wrong > 0 THEN format(' +/- %s %%', @extschema@._aer_digits(100 * s.measured_wrong_se, 2))
					ELSE format(', at most %s %% (19 times of 20)', @extschema@._aer_digits(100 * (1 - 0.05 ^ (1 / s.measured_rows::float8)), 2)) END || held_out || always,
				CASE WHEN parts ? 'probabilities' THEN 'not measured; aer_learn without a budget, aer_measure and aer_compare do' END)),
			(7, 'AUC', @extschema@._aer_digits(s.measured_auc, 3) || coalesce(' +/- ' || @extschema@._aer_digits(s.measured_auc_se, 2), '')),
			(7, 'log loss', @extschema@._aer_digits(s.measured_log_loss, 3)),
			(7, 'expected error', CASE WHEN NOT measured THEN coalesce(coalesce(@extschema@._aer_digits(100 * s.expected_wrong, 3) || ' % of rows wrong, AUC ' || round(s.expected_auc::numeric, 2),
				'root mean squared error ' || @extschema@._aer_digits(sqrt(s.expected_mse * (s.expected_mse > 0)::int), 3) || CASE WHEN parts ? 'probabilities' THEN ' of the scores of all classes together, each about 1 or 0' ELSE '' END
					|| coalesce(', standard error ' || @extschema@._aer_digits(@extschema@._aer_quotient(s.expected_se, 2 * sqrt(s.expected_mse * (s.expected_mse > 0)::int)), 2), '')) || ', from sums: nothing was held out' || CASE WHEN s.expected_wrong IS NULL THEN '' ELSE always END,
				CASE WHEN parts ? 'facts' AND s.rows < 10 THEN 'not known: too few rows' END) END),
			(8, 'r2', round((parts #>> '{measured,r2}')::numeric, 2)::text),
			(8, 'expected r2', CASE WHEN NOT measured THEN round(r2::numeric, 2)::text END),
			(9, 'numbers with knots', CASE WHEN s.bends THEN concat('bend', @extschema@._aer_beside(measured, bent, 'of straight lines', lines))
				WHEN NOT s.bends THEN concat('are straight lines', @extschema@._aer_beside(measured, lines, 'with bends', bent)) END),
			(10, 'pairs', CASE WHEN used > 0 AND NOT coalesce(parts -> 'types' ? 'pair', true) THEN format('none left of %s found', found)
				WHEN used > 0 THEN concat(format('%s of %s found', used, found), ': ' || first_pairs, @extschema@._aer_beside(measured, as_used, 'without pairs', without))
				WHEN found > 0 THEN concat(format('none of %s found', found), @extschema@._aer_beside(measured, without, 'with pairs', with_some)) END),
			(11, 'weights other than 0', other || ' of ' || s.attributes),
			(12, 'most important', first_five),
			(12, 'heaviest of each class', CASE WHEN parts ? 'probabilities' THEN heaviest END),
			(13, 'target', CASE parts ->> 'target' WHEN 'boolean' THEN 'boolean, which counts as -1 and 1'
				WHEN 'class' THEN 'a word: ' || classes
				WHEN 'number' THEN CASE WHEN parts ? 'two_valued' THEN 'a number of two values' ELSE 'a number' END END),
			(14, 'range of the target', @extschema@._aer_digits(s.low, 6) || ' to ' || @extschema@._aer_digits(s.high, 6)),
			(15, 'predictions', CASE WHEN s.link_slope IS NOT NULL THEN 'go through a link: aer_probability() tells the probability of ' || coalesce(quote_literal(parts #>> '{classes,1}'), CASE parts ->> 'target' WHEN 'boolean' THEN 'true' END, @extschema@._aer_digits(s.high, 15), 'the higher value')
				WHEN parts ? 'probabilities' THEN 'are probabilities of classes: aer_class(), aer_probabilities()'
				WHEN s.low IS NOT NULL THEN 'are held to that range' ELSE 'are the linear score' END),
			(16, 'warning', CASE WHEN s.rows = 0 AND s.continuable THEN 'it has not learned from any row yet, and predicts nothing'
				WHEN other = 0 THEN 'all weights are 0: every row has the same prediction' END),
			(17, 'warning', CASE WHEN s.worse_than_mean THEN 'worse than predicting the mean' END),
			(18, 'warning', CASE WHEN NOT measured AND r2 <= 0 THEN 'no better than predicting the mean is expected' WHEN (parts #>> '{measured,r2}')::numeric <= 0 THEN 'no better than predicting the mean, as was measured'
				WHEN parts ? 'probabilities' AND s.measured_wrong > rarer THEN 'the likeliest class is wrong more often than always saying the commonest' END),
			(19, 'warning', CASE WHEN s.skipped > s.rows / 10 THEN 'more than a tenth of the rows was skipped' END),
			(20, 'warning', CASE WHEN s.rows > 0 AND s.rows < s.attributes THEN 'there were fewer rows than weights' END),
			(21, 'warning', CASE WHEN NOT measured AND jsonb_typeof(s.learner #> '{seldom_together,2}') = 'number' THEN format(CASE WHEN parts ? 'names' THEN '"%s" and "%s"' ELSE 'attributes %s and %s' END || ' were seen together in %s rows only, which do not tell how they go together: the error may be far larger than expected. A larger budget, or some rows that are looked at deeply (deep_budget), would tell',
				s.learner #>> '{seldom_together,0}', s.learner #>> '{seldom_together,1}', s.learner #>> '{seldom_together,2}') END),
			(22, 'warning', CASE WHEN parts ? 'two_valued' AND NOT parts ? 'link' AND other > 0 THEN 'probabilities come from a straight line, held to 0 and 1: which row is likelier they tell, how likely they do not. aer_calibrate makes a link, and so does measuring (aer_learn without a budget, aer_measure)' END)) v (place, item, value)
	WHERE v.value IS NOT NULL ORDER BY v.place
$$;
