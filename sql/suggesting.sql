--
-- suggesting.sql: aer_suggest, which looks at a sample of rows
--

-- Quartiles of a number, rounded to a thousandth of its range, or of ten times the distance of the outer ones, where that is
-- less, as beside a typo: those that can be knots, or just so. (PL/pgSQL keeps plans, SQL makes them for each column anew.)
CREATE FUNCTION _aer_knots(low float8, high float8, quartile float8[], inside boolean) RETURNS jsonb
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN (
		SELECT jsonb_agg(DISTINCT trim_scale(knot))
		FROM (SELECT high::numeric - low::numeric AS range, 10 * (max(q)::numeric - min(q)::numeric) AS middle FROM unnest(quartile) q) r,
			LATERAL (SELECT CASE WHEN middle > 0 THEN least(range, middle) ELSE range END AS width) w, unnest(quartile) q,
			LATERAL (SELECT CASE WHEN width > 0 THEN round(q::numeric, 3 - floor(log(width))::integer) ELSE q::numeric END AS knot) k
		WHERE NOT inside OR (knot::float8 > low AND knot::float8 < high));
END $$;

-- The same of points in time, as text: whole days, or seconds, where these are short beside that width.
CREATE FUNCTION _aer_knots(low timestamp, high timestamp, quartile timestamp[], inside boolean) RETURNS jsonb
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN (
		SELECT jsonb_agg(DISTINCT to_char(knot, CASE unit WHEN 'day' THEN 'YYYY-MM-DD' WHEN 'second' THEN 'YYYY-MM-DD HH24:MI:SS' ELSE 'YYYY-MM-DD HH24:MI:SS.US' END))
		FROM (SELECT high - low AS range, 10 * (max(q) - min(q)) AS middle, bool_and(q = date_trunc('day', q)) AS days FROM unnest(quartile) q) r,
			LATERAL (SELECT CASE WHEN middle > '0' THEN least(range, middle) ELSE range END AS width) w,
			LATERAL (SELECT CASE WHEN width >= '1000 days' OR days THEN 'day' WHEN width >= '1000 seconds' THEN 'second' ELSE 'microsecond' END AS unit) u, unnest(quartile) q,
			LATERAL (SELECT date_trunc(unit, q) AS knot) k
		WHERE (NOT inside OR (knot > low AND knot < high)) AND knot >= '0001-01-01' AND knot < '10000-01-01');
END $$;

-- Those of a column, of numbers or points in time, of which the facts are known.
CREATE FUNCTION _aer_knots(fact jsonb, quartiles text, inside boolean) RETURNS jsonb
	LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN (
		SELECT CASE jsonb_typeof(fact #> '{range,0}')
			WHEN 'string' THEN @extschema@._aer_knots((fact #>> '{range,0}')::timestamp, (fact #>> '{range,1}')::timestamp, ARRAY(SELECT jsonb_array_elements_text(fact -> quartiles)::timestamp), inside)
			WHEN 'number' THEN @extschema@._aer_knots((fact #>> '{range,0}')::float8, (fact #>> '{range,1}')::float8, ARRAY(SELECT jsonb_array_elements_text(fact -> quartiles)::float8), inside) END);
END $$;

-- The middle of numbers without knots; of points in time, the days since 2000 that they count as.
CREATE FUNCTION _aer_center(fact jsonb) RETURNS numeric
	LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN (
		SELECT CASE jsonb_typeof(middle) WHEN 'number' THEN middle::numeric
			WHEN 'string' THEN trim_scale((extract(epoch FROM (middle #>> '{}')::timestamp - '2000-01-01') / 86400)::numeric) END
		FROM (SELECT @extschema@._aer_knots(fact, 'median', false) -> 0 AS middle) m);
END $$;

COMMENT ON FUNCTION _aer_center(jsonb) IS 'internal: aer_suggest';
COMMENT ON FUNCTION _aer_knots(float8, float8, float8[], boolean) IS 'internal: aer_suggest';
COMMENT ON FUNCTION _aer_knots(timestamp, timestamp, timestamp[], boolean) IS 'internal: aer_suggest';
COMMENT ON FUNCTION _aer_knots(jsonb, text, boolean) IS 'internal: aer_suggest';

-- Which rows are judged, and what they say: columns as expressions over a row s, of any type that has a kind. They are given
-- as one record, beside which no closer function can be made; a record holds its values, so long words are cut before.
CREATE FUNCTION _aer_take(wanted bigint, rows bigint) RETURNS boolean
	AS 'MODULE_PATHNAME', 'aer_take' LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 1;

CREATE FUNCTION _aer_sampled_facts_transition(internal, integer, float8, record) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_sampled_facts_transition' LANGUAGE C STABLE PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_sampled_word(text) RETURNS text
	AS 'MODULE_PATHNAME', 'aer_sampled_word' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_sampled_word(bpchar) RETURNS bpchar
	AS 'MODULE_PATHNAME', 'aer_sampled_word' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_sampled_facts_final(internal) RETURNS jsonb
	AS 'MODULE_PATHNAME', 'aer_sampled_facts_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE AGGREGATE _aer_sampled_facts(rows integer, source_rows float8, columns record) (
	SFUNC = _aer_sampled_facts_transition,
	STYPE = internal,
	FINALFUNC = _aer_sampled_facts_final,
	PARALLEL = SAFE
);

CREATE FUNCTION _aer_sampled_pairs_transition(internal, record, text, jsonb, integer, float8) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_sampled_pairs_row_transition' LANGUAGE C STABLE PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_sampled_pairs_transition(internal, jsonb, "any", jsonb, integer, float8) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_sampled_pairs_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_sampled_pairs_final(internal) RETURNS jsonb
	AS 'MODULE_PATHNAME', 'aer_sampled_pairs_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE AGGREGATE _aer_sampled_pairs(features record, target text, design jsonb, rows integer, source_rows float8) (
	SFUNC = _aer_sampled_pairs_transition,
	STYPE = internal,
	FINALFUNC = _aer_sampled_pairs_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE _aer_sampled_pairs(features jsonb, target float8, design jsonb, rows integer, source_rows float8) (
	SFUNC = _aer_sampled_pairs_transition,
	STYPE = internal,
	FINALFUNC = _aer_sampled_pairs_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE _aer_sampled_pairs(features jsonb, target boolean, design jsonb, rows integer, source_rows float8) (
	SFUNC = _aer_sampled_pairs_transition,
	STYPE = internal,
	FINALFUNC = _aer_sampled_pairs_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE _aer_sampled_pairs(features jsonb, target text, design jsonb, rows integer, source_rows float8) (
	SFUNC = _aer_sampled_pairs_transition,
	STYPE = internal,
	FINALFUNC = _aer_sampled_pairs_final,
	PARALLEL = SAFE
);

COMMENT ON FUNCTION _aer_take(bigint, bigint) IS 'internal: is this row, the n-th for which a query asks, one of a sample of so many of the rows?';
COMMENT ON FUNCTION _aer_sampled_facts_transition(internal, integer, float8, record) IS 'internal: _aer_sampled_facts';
COMMENT ON FUNCTION _aer_sampled_word(text) IS 'internal: a text as _aer_sampled_facts takes it: what takes more than 1000 bytes is not read, and counts as no category';
COMMENT ON FUNCTION _aer_sampled_word(bpchar) IS 'internal: the same';
COMMENT ON FUNCTION _aer_sampled_facts_final(internal) IS 'internal: _aer_sampled_facts';
COMMENT ON AGGREGATE _aer_sampled_facts(integer, float8, record) IS
'internal: of the target, which stands first, and other columns of at most so many rows, a sample of so many, an array of objects that say what aer_suggest decides by';

COMMENT ON FUNCTION _aer_sampled_pairs_transition(internal, record, text, jsonb, integer, float8) IS 'internal: _aer_sampled_pairs';
COMMENT ON FUNCTION _aer_sampled_pairs_transition(internal, jsonb, "any", jsonb, integer, float8) IS 'internal: _aer_sampled_pairs';
COMMENT ON FUNCTION _aer_sampled_pairs_final(internal) IS 'internal: _aer_sampled_pairs';
COMMENT ON AGGREGATE _aer_sampled_pairs(record, text, jsonb, integer, float8) IS
'internal: of at most so many rows, a sample of so many, an array of the interactions of a design: two columns each that explain more of the target together than each by itself';
COMMENT ON AGGREGATE _aer_sampled_pairs(jsonb, float8, jsonb, integer, float8) IS 'internal: the same of jsonb objects';
COMMENT ON AGGREGATE _aer_sampled_pairs(jsonb, boolean, jsonb, integer, float8) IS 'internal: the same of a boolean target';
COMMENT ON AGGREGATE _aer_sampled_pairs(jsonb, text, jsonb, integer, float8) IS 'internal: the same, the target given as the name of its key';

-- A sample of a source: what stands in FROM (a row is s), and how many of its rows are to be taken of how many. Any
-- aggregate with FILTER (WHERE _aer_take(rows, counted)) has the same rows. Nothing depends on what the planner
-- believes: of tables 2,000 pages are read, or as many as have ten times the rows wanted, as neighbours are alike.
-- Of shards each is sampled where it is, in the same way, and that of all is their sum.
CREATE FUNCTION _aer_sample(source regclass, condition text, most bigint,
	OUT looked text, OUT rows bigint, OUT counted bigint, OUT share float8, OUT gathered boolean)
	LANGUAGE plpgsql STABLE STRICT PARALLEL RESTRICTED COST 100000 SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
	relation text := (SELECT format('%I.%I', nspname, relname) FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE c.oid = source);
	pages bigint[];		-- of each table; NULL: something else is among them, which has none, or cannot be sampled by them
	total bigint;
BEGIN
	gathered := coalesce(@extschema@._aer_distributed(source) <> 'n', false);
	IF gathered THEN
		-- the row type of a shard is the one thing that has its name and needs no rows, nor a name in quotes
		SELECT sum(s.counted), coalesce(100 * sum(s.counted) / nullif(sum(s.counted * 100 / s.share), 0), 100) INTO counted, share
		FROM @extschema@._aer_of_shards(source, format('SELECT pg_catalog.row_to_json(s) FROM pg_catalog.pg_type, @extschema@._aer_sample(typrelid::pg_catalog.regclass, %L::pg_catalog.text, %s::pg_catalog.int8) s WHERE oid OPERATOR(pg_catalog.=) pg_catalog.pg_typeof(NULL::%s)', condition, most, E'\001')) m,
			json_to_record(m::json) s (counted bigint, share float8);
		counted := coalesce(counted, 0);
		looked := format('%s s WHERE %s', relation, condition);
		rows := least(most, counted);
		RETURN;
	END IF;
	WITH RECURSIVE below AS (SELECT source::oid AS oid UNION SELECT inhrelid FROM below JOIN pg_inherits ON inhparent = below.oid)
	SELECT CASE WHEN bool_and(relkind IN ('p', 'r', 'm') AND (relkind = 'p' OR amname = 'heap'))
			THEN array_agg(pg_relation_size(c.oid) / current_setting('block_size')::integer) FILTER (WHERE relkind <> 'p') END
		INTO pages
	FROM below JOIN pg_class c USING (oid) LEFT JOIN pg_am a ON a.oid = relam;
	total := (SELECT sum(p) FROM unnest(pages) p);
	share := least(100, 200000.0 / nullif(total, 0));
	LOOP
		-- The same pages of each partition are read: of those that have few it may be none, or all.
		IF share IS NULL OR (SELECT sum(p) FROM unnest(pages) p WHERE p * share < 1000) > 0.01 * total THEN
			share := 100;
		END IF;
		looked := format('%s s%s WHERE %s', relation, CASE WHEN share < 100 THEN format(' TABLESAMPLE SYSTEM (%s) REPEATABLE (0)', share) END, condition);
		EXECUTE 'SELECT count(*) FROM ' || looked INTO counted;
		EXIT WHEN share >= 100 OR counted >= 5 * most;
		share := least(100, share * least(100, 10.0 * most / greatest(counted, 1)));
	END LOOP;
	rows := least(most, counted);
END $$;

-- Of a shard those rows of a sample of all shards that are its own: as many as go with its part of all rows that there are.
CREATE FUNCTION _aer_shard_rows(shard regclass, condition text, most bigint, source_rows float8, columns text) RETURNS jsonb
	LANGUAGE plpgsql STABLE STRICT PARALLEL RESTRICTED COST 100000 SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	sample record := @extschema@._aer_sample(shard, condition, most);
	answer jsonb;
BEGIN
	EXECUTE format('SELECT jsonb_agg(jsonb_build_array(VARIADIC ARRAY[%s])) FILTER (WHERE @extschema@._aer_take($1, $2)) FROM %s', columns, sample.looked) INTO answer
		USING least(sample.counted, floor(sample.counted * 100 / sample.share * least(1, most / source_rows))::bigint), sample.counted;
	RETURN answer;
END $$;

-- What stands in FROM for the rows of a sample, and what in place of columns, expressions of types. From a shard text
-- comes that is longer than a word can be, but no longer than that.
CREATE FUNCTION _aer_sampled_columns(source regclass, condition text, most bigint, sample jsonb, columns text[], types regtype[],
	OUT looked text, OUT asked text[])
	LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
	source_rows float8 := (sample ->> 'counted')::float8 * 100 / (sample ->> 'share')::float8;
	sent text;
BEGIN
	IF NOT (sample ->> 'gathered')::boolean THEN
		looked := sample ->> 'looked';
		asked := columns;
		RETURN;
	END IF;
	WITH kinds AS MATERIALIZED (SELECT type, @extschema@._aer_kind(type::oid) IN ('words', 'enum') AS of_words FROM (SELECT DISTINCT unnest(types)) t (type))
	SELECT string_agg(format('pg_catalog.to_jsonb(%s)', CASE WHEN of_words THEN format('pg_catalog.left(%s, 1001)', @extschema@._aer_text(expression, type::oid)) ELSE expression END), ', ' ORDER BY place),
			array_agg(format('(s.v ->> %s)::%s', place - 1, CASE WHEN of_words THEN 'pg_catalog.text' ELSE type::text END) ORDER BY place)
		INTO sent, asked
	FROM unnest(columns, types) WITH ORDINALITY c (expression, type, place) JOIN kinds USING (type);
	looked := format('(SELECT pg_catalog.jsonb_array_elements(m::pg_catalog.jsonb) FROM @extschema@._aer_of_shards(%s::pg_catalog.regclass, %L::pg_catalog.text) m) s (v)', source::oid,
		format('SELECT @extschema@._aer_shard_rows(typrelid::pg_catalog.regclass, %L::pg_catalog.text, %s::pg_catalog.int8, %s::pg_catalog.float8, %L::pg_catalog.text) FROM pg_catalog.pg_type WHERE oid OPERATOR(pg_catalog.=) pg_catalog.pg_typeof(NULL::%s)', condition, most, source_rows, sent, E'\001'));
END $$;

-- What a sample says of columns, expressions of types, of which some are NULL, and of the target, which stands first. So many at
-- a time as take little memory; words, which take more, count for four.
CREATE FUNCTION _aer_facts(source regclass, condition text, most bigint, sample jsonb, columns text[], types regtype[]) RETURNS jsonb[]
	LANGUAGE plpgsql STABLE PARALLEL RESTRICTED COST 100000 SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
	portion record;
	given record;
	answer jsonb;
	facts jsonb[];
BEGIN
	FOR portion IN
		WITH kinds AS MATERIALIZED (SELECT type, @extschema@._aer_kind(type::oid) IN ('words', 'enum') AS of_words FROM (SELECT DISTINCT unnest(types)) t (type)),
			readable AS (SELECT * FROM unnest(columns, types) WITH ORDINALITY c (expression, type, place) JOIN kinds USING (type) WHERE expression IS NOT NULL),
			parts AS (SELECT *, (sum(CASE WHEN of_words THEN 4 ELSE 1 END) OVER (ORDER BY place) - 1) / 90 AS part FROM readable),
			-- the target is in each of them
			numbered AS (SELECT expression, type, place, part, false AS of_target FROM parts UNION ALL
				SELECT r.expression, r.type, r.place, p.part, true FROM readable r, (SELECT DISTINCT part FROM parts) p WHERE r.place = 1)
		SELECT array_agg(place ORDER BY place, of_target DESC) AS places, array_agg(expression ORDER BY place, of_target DESC) AS expressions, array_agg(type ORDER BY place, of_target DESC) AS types
		FROM numbered GROUP BY part ORDER BY part LOOP
		given := @extschema@._aer_sampled_columns(source, condition, most, sample, portion.expressions, portion.types);
		EXECUTE format('SELECT @extschema@._aer_sampled_facts($1, $2, ROW(%s))%s FROM %s',
				(SELECT string_agg(CASE WHEN place > 1 AND @extschema@._aer_kind(type::oid) = 'words'	-- the target is read, whatever it takes
						THEN format('@extschema@._aer_sampled_word((%s)::pg_catalog.%s)', asked, CASE type WHEN 'bpchar'::regtype THEN 'bpchar' ELSE 'text' END) ELSE asked END, ', ' ORDER BY place)
					FROM unnest(given.asked, portion.types) WITH ORDINALITY a (asked, type, place)),
				CASE WHEN NOT (sample ->> 'gathered')::boolean THEN ' FILTER (WHERE @extschema@._aer_take($1::pg_catalog.int8, $3))' END, given.looked)
			INTO answer USING (sample ->> 'rows')::integer, (sample ->> 'counted')::float8 * 100 / (sample ->> 'share')::float8, (sample ->> 'counted')::bigint;
		FOR i IN 1 .. cardinality(portion.places) LOOP
			facts[portion.places[i]] := answer -> (i - 1);
		END LOOP;
	END LOOP;
	RETURN facts;
END $$;

-- Which pairs of the columns of a design the same rows say something of together, beyond what each says of the target, whose
-- column stands last. Of documents, which are jsonb, the columns are document and target, if it is a column; names NULL.
CREATE FUNCTION _aer_pairs(source regclass, condition text, most bigint, sample jsonb, columns text[], types regtype[], names text[], target text, design jsonb) RETURNS jsonb
	LANGUAGE plpgsql STABLE PARALLEL RESTRICTED COST 100000 SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
	given record := @extschema@._aer_sampled_columns(source, condition, most, sample, columns, types);
	pairs jsonb;
BEGIN
	EXECUTE format('SELECT @extschema@._aer_sampled_pairs(%s, $1, $2, $3)%s FROM %s',
			CASE WHEN names IS NULL THEN @extschema@._aer_arguments(given.asked[1], true, target, given.asked[2], types[2]) ELSE format('_aer_row.*, %L::pg_catalog.text', target) END,
			CASE WHEN NOT (sample ->> 'gathered')::boolean THEN ' FILTER (WHERE @extschema@._aer_take($2::pg_catalog.int8, $4))' END,
			CASE WHEN names IS NULL THEN given.looked ELSE format('(SELECT %s FROM %s) _aer_row',
				(SELECT string_agg(format('%s AS %I', asked, name), ', ' ORDER BY place) FROM unnest(given.asked, names) WITH ORDINALITY c (asked, name, place)), given.looked) END)
		INTO pairs USING design, (sample ->> 'rows')::integer, (sample ->> 'counted')::float8 * 100 / (sample ->> 'share')::float8, (sample ->> 'counted')::bigint;
	RETURN pairs;
END $$;

-- What a sample of documents has at their keys.
CREATE FUNCTION _aer_sampled_keys(source regclass, condition text, most bigint, sample jsonb, document text) RETURNS jsonb
	LANGUAGE plpgsql STABLE PARALLEL RESTRICTED COST 100000 SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
	given record := @extschema@._aer_sampled_columns(source, condition, most, sample, ARRAY[document], ARRAY['jsonb'::regtype]);
	keys jsonb;
BEGIN
	EXECUTE format('SELECT @extschema@._aer_keys(%s)%s FROM %s', given.asked[1],
			CASE WHEN NOT (sample ->> 'gathered')::boolean THEN ' FILTER (WHERE @extschema@._aer_take($1::pg_catalog.int8, $2))' END, given.looked)
		INTO keys USING (sample ->> 'rows')::integer, (sample ->> 'counted')::bigint;
	RETURN coalesce(keys, '{}');
END $$;

-- A key as a column: its values in a document, an expression, and their type; NULL: it cannot be one. Points in time are in UTC
-- where they do not say otherwise.
CREATE FUNCTION _aer_key_column(document text, name text, kinds jsonb, OUT type regtype, OUT expression text)
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT type::regtype, CASE type WHEN 'text' THEN said
		WHEN 'timestamp' THEN format('pg_catalog.timezone(%L, pg_catalog.regexp_replace(pg_catalog.regexp_replace(%s, %L, %L), %L, %L)::pg_catalog.timestamptz)', 'UTC', said, '^[^T ]+$', '\& 00:00Z', '[T ][^-+Z]*$', '\&Z')
		ELSE format('%s::pg_catalog.%s', value, type) END
	FROM (SELECT format('@extschema@._aer_value(%s, %L::pg_catalog.text)', document, name)) v (value), LATERAL (SELECT format('(%s OPERATOR(pg_catalog.#>>) ''{}'')', value)) s (said),
		LATERAL (SELECT kinds - 'null' - 'nulls' - CASE WHEN kinds ? 'string' THEN 'time' WHEN kinds ? 'number' THEN 'integer' ELSE '' END) k (has),
		LATERAL (SELECT CASE has WHEN '["integer"]' THEN 'int8' WHEN '["number"]' THEN 'numeric' WHEN '["boolean"]' THEN 'bool' WHEN '["time"]' THEN 'timestamp' WHEN '["string"]' THEN 'text' END) t (type)
$$;

-- The target that a key of documents is, as _aer_target() has it of columns, and what stands there, an expression.
CREATE FUNCTION _aer_key_target(source regclass, document text, target text, most bigint,
	OUT name text, OUT type regtype, OUT value text, OUT expression text, OUT at text)
	LANGUAGE plpgsql STABLE STRICT PARALLEL RESTRICTED COST 100000 SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
	condition text := format('%s IS NOT NULL', document);
	keys jsonb := @extschema@._aer_sampled_keys(source, condition, most, to_jsonb(@extschema@._aer_sample(source, condition, most)), document);
BEGIN
	SELECT k, CASE WHEN k <> target THEN substr(target, length(k) + 2) END INTO name, value FROM jsonb_object_keys(keys) k
	WHERE k = target OR starts_with(target, k || '=') ORDER BY k = target DESC, length(k) DESC LIMIT 1;
	IF name IS NULL THEN
		RAISE EXCEPTION USING ERRCODE = 'undefined_column', MESSAGE = format('neither a column of %s nor a key of its documents is called "%s"', source, target),
			DETAIL = 'It is named as the target.',
			HINT = CASE WHEN starts_with(target, '"') THEN format('Names stand here without quotes: %s.', btrim(target, '"')) ELSE (SELECT 'The documents have ' || coalesce(string_agg(format('"%s"', k), ', '), 'none') || CASE WHEN count(*) = 10 THEN ' and perhaps more.' ELSE '.' END FROM (SELECT k FROM jsonb_object_keys(keys) k LIMIT 10) k) END;
	END IF;
	at := format('@extschema@._aer_value(%s, %L::pg_catalog.text)', document, name);
	-- a point in time would be a class
	SELECT c.type, c.expression INTO type, expression
	FROM @extschema@._aer_key_column(document, name, CASE WHEN keys -> name ? 'time' THEN (keys -> name) - 'time' - 'string' || '["string"]' ELSE keys -> name END) c;
	IF value IS NOT NULL THEN
		expression := format('(%s OPERATOR(pg_catalog.#>>) ARRAY[]::pg_catalog.text[]) OPERATOR(pg_catalog.=) %L', at, value);
	ELSIF type IS NULL THEN
		RAISE EXCEPTION USING ERRCODE = 'datatype_mismatch', MESSAGE = format('the target "%s" is not a number, a boolean or text in all documents', target),
			HINT = CASE WHEN keys -> name @> '["object"]' THEN format('One of its keys can be a target, ''%s.key''.', name)
				WHEN keys -> name @> '["array"]' THEN 'One of its elements can be a target: let a view have it.'
				ELSE format('''%s=VALUE'' is one value against all others.', name) END;
	END IF;
END $$;

COMMENT ON FUNCTION _aer_sample(regclass, text, bigint) IS 'internal: a sample of a source, which is the same as long as the source is';
COMMENT ON FUNCTION _aer_shard_rows(regclass, text, bigint, float8, text) IS 'internal: the rows of a sample that are in a shard, as arrays of the columns';
COMMENT ON FUNCTION _aer_sampled_columns(regclass, text, bigint, jsonb, text[], regtype[]) IS 'internal: how columns of a sample are read';
COMMENT ON FUNCTION _aer_facts(regclass, text, bigint, jsonb, text[], regtype[]) IS 'internal: what a sample says of columns';
COMMENT ON FUNCTION _aer_pairs(regclass, text, bigint, jsonb, text[], regtype[], text[], text, jsonb) IS 'internal: what a sample says of interactions of columns';
COMMENT ON FUNCTION _aer_sampled_keys(regclass, text, bigint, jsonb, text) IS 'internal: what a sample of documents has at their keys, as _aer_keys() says it';
COMMENT ON FUNCTION _aer_key_column(text, text, jsonb) IS 'internal: a key of documents as a column';
COMMENT ON FUNCTION _aer_key_target(regclass, text, text, bigint) IS 'internal: the target that is a key of documents';

-- Values of a column of some rows, at most ten: those that begin like a value that is not there, and then the frequent ones.
CREATE FUNCTION _aer_values(rows text, value text, missed text) RETURNS text
	LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	list text;
BEGIN
	EXECUTE format('SELECT string_agg(format(''"%%s%%s"'', left(v, 80), CASE WHEN length(v) > 80 THEN ''...'' END), '', '' ORDER BY place) FILTER (WHERE place <= 10) || CASE WHEN max(place) > 10 THEN '' and more'' ELSE '''' END
		FROM (SELECT v, row_number() OVER (ORDER BY lower(left(v, 2)) = lower(left($1, 2)) DESC, count(*) DESC, v) AS place
			FROM (SELECT (%s) COLLATE "C" AS v FROM %s) r GROUP BY v) v', value, rows) INTO list USING missed;
	RETURN list;
END $$;

-- How attributes that stand in one column are learned from: the first such column.
CREATE FUNCTION _aer_one_column(source regclass, target text, budget float8, exclude text[]) RETURNS text
	LANGUAGE sql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT format('Attributes that stand in one column: SELECT aer_learn(%L, %L, %sfeatures => %L);', source, target, budget || ', ', attname)
	FROM pg_attribute, @extschema@._aer_base_type(atttypid) base JOIN pg_type t ON t.oid = base
	WHERE attrelid = source AND attnum > 0 AND NOT attisdropped AND attname <> ALL (coalesce(exclude, '{}')) AND (base = 'jsonb'::regtype
		OR typcategory = 'A' AND @extschema@._aer_is_number(typelem)
		OR @extschema@._aer_is_embedding(base))
	ORDER BY attnum LIMIT 1
$$;

COMMENT ON FUNCTION _aer_values(text, text, text) IS 'internal: aer_suggest';
COMMENT ON FUNCTION _aer_one_column(regclass, text, float8, text[]) IS 'internal: aer_suggest';

CREATE FUNCTION _aer_suggest(source regclass, target text, budget float8, exclude text[], prices jsonb, curves boolean, null_categories boolean, interactions boolean, features text DEFAULT NULL) RETURNS jsonb
	LANGUAGE plpgsql STABLE PARALLEL RESTRICTED COST 100000 SET search_path = pg_catalog, pg_temp SET jit = off SET synchronize_seqscans = off AS $$
#variable_conflict use_variable
DECLARE
	most CONSTANT bigint := 20000;		-- rows that are read
	most_keys CONSTANT integer := 1600;	-- as a table has columns
	relation text;
	given record;			-- features that stand in one column
	document text;			-- that, if it is jsonb, whose keys take the place of columns
	keys jsonb;				-- what documents have there
	named record;			-- the target
	target_type regtype;	-- of its column
	target_text text;		-- an expression
	names text[];			-- of the columns but the target
	types regtype[];		-- below domains
	kinds text[];
	left_out text[];		-- why, by what is known without reading
	read text[];			-- expressions; NULL of what is left out
	condition text;
	sample record;
	expected bigint;		-- rows whose target is known
	judged bigint;			-- those of them that are looked at
	facts jsonb[];			-- of the target, and the columns
	fact jsonb;
	constant boolean;		-- is the target?
	there boolean;			-- is its value, in any row? Is a row?
	include text[] := '{}';
	holes bigint;			-- rows that have nothing at a column
	nulls boolean[];		-- of keys, which may be absent: are two or more null?
	told boolean;			-- is NULL told apart?
	missed text;			-- a key that is not there
	list jsonb;				-- what is known of a column
	columns jsonb;
	center jsonb;			-- of numbers without knots
	middle numeric;
	reasons text[] := '{}';
	suspects text[] := '{}';	-- columns that nearly say the target
	design jsonb;
	screened jsonb;			-- the design with a center
	found jsonb;			-- pairs
BEGIN
	IF source IS NULL OR target IS NULL THEN
		RAISE EXCEPTION USING ERRCODE = 'null_value_not_allowed', MESSAGE = 'the source and the target must not be NULL';
	END IF;
	curves := coalesce(curves, true);
	null_categories := coalesce(null_categories, true);
	interactions := coalesce(interactions, true);
	PERFORM @extschema@.aer_design(budget => budget, exclude => exclude, prices => prices);
	SELECT format('%I.%I', nspname, relname) INTO relation FROM pg_class r JOIN pg_namespace n ON n.oid = relnamespace WHERE r.oid = source;
	SELECT * INTO given FROM @extschema@._aer_features(source, features, target);
	IF features IS NULL THEN
		PERFORM @extschema@._aer_source_column(source, name, 'It is listed in "exclude".') FROM unnest(exclude) name;
	END IF;
	IF features IS NULL OR given.target_expression IS NOT NULL THEN
		named := @extschema@._aer_target(source, target);
		target_text := @extschema@._aer_text(format('s.%I', named.name), named.type::oid);
		condition := format('s.%I IS NOT NULL', named.name);
	ELSE
		named := @extschema@._aer_key_target(source, given.expression, target, most);
		target_text := format('%s OPERATOR(pg_catalog.#>>) ARRAY[]::pg_catalog.text[]', named.at);
		condition := format('%s IS NOT NULL', named.at);
	END IF;
	target_type := named.type;
	IF named.value IS NULL THEN
		PERFORM @extschema@._aer_check_target(target, target_type);
	ELSE
		named.type := 'boolean';
	END IF;

	sample := @extschema@._aer_sample(source, condition, most);
	IF sample.rows = 0 THEN
		EXECUTE format('SELECT true FROM %s LIMIT 1', relation) INTO there;
		RAISE EXCEPTION USING ERRCODE = 'no_data_found', MESSAGE = format('%s has no row%s', relation, CASE WHEN there THEN ' whose target is known' ELSE 's' END),
			HINT = 'Until it has, a design is made by hand, by aer_design(include => ...), or of a table that has targets, such as last year''s. aer_worklist(design, source) says what such a design asks for.';
	END IF;
	IF given.is_jsonb THEN
		document := given.expression;
		-- a document is fetched once for all of its keys
		sample.looked := format('(SELECT %s OPERATOR(pg_catalog.||) ''{}''::pg_catalog.jsonb AS %I%s FROM %s OFFSET 0) s', document, features,
			CASE WHEN given.target_expression IS NOT NULL THEN format(', s.%I', named.name) END, sample.looked);
		keys := @extschema@._aer_sampled_keys(source, condition, most, to_jsonb(sample), document);
		missed := (SELECT e FROM unnest(exclude) e WHERE NOT EXISTS (SELECT FROM jsonb_object_keys(keys) k WHERE k = e OR starts_with(k, e || '.')) LIMIT 1);
		IF missed IS NOT NULL THEN
			RAISE EXCEPTION USING ERRCODE = 'undefined_column', MESSAGE = format('no document has the key "%s"', missed), DETAIL = 'It is listed in "exclude".',
				HINT = format('SELECT DISTINCT jsonb_object_keys(%I) FROM %s lists them.', features, relation);
		END IF;
		SELECT array_agg(name ORDER BY name), array_agg(type ORDER BY name), array_agg(@extschema@._aer_kind(type::oid) ORDER BY name), array_agg(why ORDER BY name),
				array_agg(CASE WHEN why IS NULL THEN expression END ORDER BY name), array_agg(has ? 'nulls' ORDER BY name)
			INTO names, types, kinds, left_out, read, nulls
		FROM (SELECT name COLLATE "C" AS name, has FROM jsonb_each(keys) k (name, has)) k, @extschema@._aer_key_column(document, name, has),
			LATERAL (SELECT CASE WHEN has - 'null' - 'nulls' = '[]' THEN 'all NULL' WHEN has - 'null' - 'nulls' = '["array"]' THEN 'an array' WHEN type IS NULL THEN 'values of several types' END AS why) w
		WHERE name <> named.name AND has - 'null' - 'nulls' <> '["object"]' AND NOT EXISTS (SELECT FROM unnest(exclude) e WHERE name = e OR starts_with(name, e || '.'));
		IF cardinality(names) > most_keys THEN
			RAISE EXCEPTION USING ERRCODE = 'program_limit_exceeded', MESSAGE = format('the documents of "%s" have %s different keys', features, cardinality(names)),
				DETAIL = format('At most %s can be judged.', most_keys),
				HINT = 'Keys that are data, such as dates or ids, are no attributes. ' || (SELECT CASE WHEN within IS NULL THEN 'Let a view have documents without them.' ELSE format('exclude => %L leaves out all that is in that object.', ARRAY[within]) END
					FROM (SELECT substring(name, '^(.*)[.]') FROM unnest(names) name) n (within) GROUP BY within ORDER BY count(*) DESC, within LIMIT 1);
		END IF;
	ELSIF features IS NULL THEN
		SELECT array_agg(attname ORDER BY attnum), array_agg(base ORDER BY attnum), array_agg(kind ORDER BY attnum), array_agg(why ORDER BY attnum), array_agg(CASE WHEN why IS NULL THEN format('s.%I', attname) END ORDER BY attnum)
			INTO names, types, kinds, left_out, read
		FROM (SELECT * FROM pg_attribute WHERE attrelid = source AND attnum > 0 AND NOT attisdropped AND attname <> ALL (named.name || coalesce(exclude, '{}'))) c
			JOIN (SELECT type, @extschema@._aer_base_type(type) AS base, @extschema@._aer_kind(type) AS kind
				FROM (SELECT DISTINCT atttypid FROM pg_attribute WHERE attrelid = source AND NOT attisdropped) t (type) OFFSET 0) t ON type = atttypid,
			LATERAL (SELECT CASE WHEN attnum IN (SELECT unnest((indkey::smallint[])[0:indnkeyatts - 1]) FROM pg_index
					WHERE indrelid = source AND indisunique AND indisvalid AND indpred IS NULL AND (indisprimary OR indnkeyatts = 1)) THEN 'key'
				WHEN kind IS NULL THEN format('%s is no number%s', format_type(atttypid, NULL),
					': ' || @extschema@._aer_as_number(base, attname::text) || ' is one') END AS why) w;
	END IF;

	facts := @extschema@._aer_facts(source, condition, most, to_jsonb(sample), named.expression || read, named.type::regtype || types);
	expected := sample.counted * 100 / sample.share;
	-- of shards some rows less than were wanted, for their parts are rounded down
	judged := facts[1] ->> 'values';
	constant := (facts[1] ->> 'different')::bigint = 1;
	IF constant AND named.value IS NOT NULL THEN
		-- Rows that were not looked at may have it.
		EXECUTE format('SELECT true FROM %s s WHERE %s LIMIT 1', relation, named.expression) INTO there;
		IF there IS NULL THEN
			RAISE EXCEPTION USING ERRCODE = 'invalid_parameter_value', MESSAGE = format('no row of %s has the value "%s" in column "%s"', relation, named.value, named.name),
				DETAIL = format('The column has %s.', @extschema@._aer_values(sample.looked, target_text, named.value));
		END IF;
	END IF;

	FOR i IN 1 .. coalesce(cardinality(names), 0) LOOP
		fact := facts[i + 1];
		holes := judged - (fact ->> 'values')::bigint;
		told := null_categories AND coalesce(nulls[i], holes > 1);
		left_out[i] := coalesce(left_out[i], CASE WHEN (fact ->> 'long')::boolean THEN 'values of more than 1000 bytes'
			WHEN holes = judged THEN 'all NULL'
			WHEN NOT (fact ->> 'finite')::boolean THEN 'NaN or infinite values: let them be NULL'
			-- one row says nothing of that
			WHEN (fact ->> 'different')::bigint = 1 AND NOT told AND judged > 1 THEN CASE WHEN document IS NOT NULL AND holes > 0 THEN 'constant where the key is present; only an explicit null would be a category' ELSE 'constant' END
			WHEN fact -> 'words' = 'null' THEN 'all values differ'
			WHEN fact -> 'words' = '[]' THEN 'too many categories'
			-- a design would take them for knots
			WHEN document IS NOT NULL AND NOT EXISTS (SELECT FROM jsonb_array_elements_text(coalesce(fact -> 'words', '[""]')) w WHERE w !~ '^[0-9]{4,}-[0-9][0-9]-') THEN 'only some are points in time'
			WHEN (fact ->> 'numbers')::boolean THEN 'numbers the rows'
			WHEN (fact ->> 'says')::boolean THEN 'repeats the target' END);
		IF left_out[i] IS NOT NULL THEN
			reasons := reasons || format('"%s" (%s)', names[i], left_out[i]);
		ELSE
			include := include || names[i];
			-- from 0.99 on the fit warns of it
			suspects := suspects || CASE WHEN (fact ->> 'threshold')::boolean THEN format('"%s" (the target is a threshold of it)', names[i])
				WHEN (fact ->> 'r2')::float8 BETWEEN 0.95 AND 0.99 THEN format('"%s" (r2 of %s alone)', names[i], fact ->> 'r2') END;
			list := coalesce(fact -> 'words', CASE WHEN curves AND fact ? 'quartiles' THEN @extschema@._aer_knots(fact, 'quartiles', true) END);
			IF document IS NOT NULL AND types[i] = 'timestamp'::regtype THEN
				list := coalesce(list, @extschema@._aer_knots(fact, 'median', false));	-- without a knot it would be no point in time
			END IF;
			IF told THEN
				list := coalesce(list, CASE WHEN kinds[i] = 'boolean' THEN '["true", "false"]'::jsonb END, @extschema@._aer_knots(fact, 'median', false)) || 'null';
			END IF;
			IF list IS NOT NULL THEN
				columns := coalesce(columns, '{}') || jsonb_build_object(names[i], list);
			ELSIF kinds[i] <> 'boolean' THEN
				middle := @extschema@._aer_center(fact);
				center := CASE WHEN middle IS NULL THEN center ELSE coalesce(center, '{}') || jsonb_build_object(names[i], middle) END;
			END IF;
		END IF;
	END LOOP;
	IF reasons <> '{}' THEN
		PERFORM @extschema@._aer_notice(format('%s left out: %s', CASE WHEN document IS NULL THEN 'columns' ELSE 'keys' END, array_to_string(reasons, ', ')));
	END IF;
	IF include = '{}' AND (features IS NULL OR given.is_jsonb) THEN
		RAISE EXCEPTION USING ERRCODE = 'datatype_mismatch', MESSAGE = format('no %s of %s can be an attribute', CASE WHEN document IS NULL THEN 'column' ELSE 'key' END, CASE WHEN document IS NULL THEN relation ELSE format('"%s"', features) END),
			HINT = coalesce(CASE WHEN features IS NULL THEN @extschema@._aer_one_column(source, target, budget, named.name || coalesce(exclude, '{}')) END,
				'Those that are excluded or left out can be listed: option "include" of aer_design().');
	ELSIF judged < expected THEN
		PERFORM @extschema@._aer_notice(format('%s of %s%s rows of %s were sampled', judged, CASE WHEN sample.share < 100 THEN 'about ' END, expected, relation));
	END IF;
	IF constant THEN
		RAISE WARNING USING MESSAGE = format('the target "%s" has only one value%s', target,
				CASE WHEN judged < expected THEN ' in the sample' ELSE ', and so will the predictions' END),
			DETAIL = format('Rows sampled: %s.', judged);
	END IF;
	suspects := array_remove(suspects, NULL);
	IF suspects <> '{}' THEN
		PERFORM @extschema@._aer_notice(format('these columns almost determine the target; exclude those that are not known before it: %s', array_to_string(suspects, ', ')));
	END IF;
	-- elements of an array are numbers of one kind, and have no names
	IF NOT given.is_jsonb THEN
		RETURN @extschema@.aer_design(budget => budget, exclude => exclude, prices => prices);
	END IF;
	design := @extschema@.aer_design(budget => budget, include => include, columns => columns, prices => prices);
	-- nobody learns from a target that is not finite, or of more than 100 classes
	IF interactions AND NOT constant AND (facts[1] ->> 'finite')::boolean AND (facts[1] -> 'words' IS NULL OR NOT (facts[1] ->> 'long')::boolean AND (facts[1] ->> 'different')::bigint <= 100) THEN
		screened := CASE WHEN center IS NULL THEN design ELSE design || jsonb_build_object('center', center) END;
		IF document IS NULL THEN
			found := @extschema@._aer_pairs(source, condition, most, to_jsonb(sample), ARRAY(SELECT format('s.%I', name) FROM unnest(include || named.name) name),
				ARRAY(SELECT type FROM unnest(include) WITH ORDINALITY i (name, place) JOIN unnest(names, types) n (name, type) USING (name) ORDER BY place) || target_type,
				include || named.name, target, screened);
		ELSE
			found := @extschema@._aer_pairs(source, condition, most, to_jsonb(sample), array_remove(ARRAY[document, given.target_expression], NULL), ('{jsonb}'::regtype[] || named.type)[1:num_nonnulls(document, given.target_expression)], NULL::text[], target, screened);
		END IF;
	END IF;
	RETURN CASE WHEN found <> '[]' THEN design || jsonb_strip_nulls(jsonb_build_object('center', center, 'interactions', found)) ELSE design END;
END $$;

COMMENT ON FUNCTION _aer_suggest(regclass, text, float8, text[], jsonb, boolean, boolean, boolean, text) IS 'internal: aer_suggest()';

CREATE FUNCTION aer_suggest(source regclass, target text, budget float8 DEFAULT NULL, exclude text[] DEFAULT NULL, prices jsonb DEFAULT NULL,
	curves boolean DEFAULT true, null_categories boolean DEFAULT true, interactions boolean DEFAULT true, features text DEFAULT NULL) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C STABLE PARALLEL RESTRICTED COST 100000;

COMMENT ON FUNCTION aer_suggest(regclass, text, float8, text[], jsonb, boolean, boolean, boolean, text) IS
'a first design for a table or view: "include" written out (numbers, booleans, dates and times, text; not those that "exclude" lists) and "columns" filled in: of text the 100 most frequent categories, seen twice or more; of numbers with more than 10 different values the quartiles as knots, where one is the least or largest value, or all are the same, those of the values beside it (not with curves => false); null where there are two NULLs or more (not with null_categories => false). "interactions" are written, too: those columns that explain more together than each by itself, by what their products explain beyond a model of all columns (not with interactions => false), and a "center" for numbers without knots. A NOTICE says which columns are left out and why: keys, constants, text of which the 100 most frequent categories are less than a quarter of the values, nothing but NULL, NaN, types that are no numbers, and columns that repeat the target: it is a function of them, or of their being NULL, or they correlate with it by 0.9999 or more. "target": a column of numbers, booleans or text, or column=value: that value against all others, an error if no row has it. "prices": those of aer_prices. "features": a column that all attributes stand in; the keys of jsonb are judged as columns are, those of objects in it, too ("a.b"), but arrays, and null is its own category if two rows have it; of arrays nothing is judged. It judges 20,000 rows, a sample from all over the source that is the same as long as the source is, and says so (for a value that none of them has it reads all, until one has it), with the caller''s rights';
