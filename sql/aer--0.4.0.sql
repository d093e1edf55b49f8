/* aer--0.4.0.sql: everything that CREATE EXTENSION aer makes; made by make from the files of sql, so change those */

-- complain if script is sourced in psql, rather than via CREATE EXTENSION
\echo Use "CREATE EXTENSION aer" to load this file. \quit

CREATE TYPE aer_model;

CREATE FUNCTION _aer_model_in(cstring) RETURNS aer_model
	AS 'MODULE_PATHNAME', 'aer_model_in' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION _aer_model_out(aer_model) RETURNS cstring
	AS 'MODULE_PATHNAME', 'aer_model_out' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION _aer_model_recv(internal) RETURNS aer_model
	AS 'MODULE_PATHNAME', 'aer_model_recv' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION _aer_model_send(aer_model) RETURNS bytea
	AS 'MODULE_PATHNAME', 'aer_model_send' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE TYPE aer_model (
	INPUT = _aer_model_in,
	OUTPUT = _aer_model_out,
	RECEIVE = _aer_model_recv,
	SEND = _aer_model_send,
	INTERNALLENGTH = VARIABLE,
	ALIGNMENT = double,
	STORAGE = external
);

COMMENT ON TYPE aer_model IS 'a trained linear model: weights, intercept, attribute names, whether the target was boolean, the learner''s options, the count of what was read, and (unless trimmed) what is needed to go on training';
COMMENT ON FUNCTION _aer_model_in(cstring) IS 'I/O: one JSON object, numbers as shortest exact text';
COMMENT ON FUNCTION _aer_model_out(aer_model) IS 'I/O: one JSON object, numbers as shortest exact text';
COMMENT ON FUNCTION _aer_model_recv(internal) IS 'I/O: binary, network byte order';
COMMENT ON FUNCTION _aer_model_send(aer_model) IS 'I/O: binary, network byte order';

CREATE FUNCTION _aer_model_eq(aer_model, aer_model) RETURNS boolean
	AS 'MODULE_PATHNAME', 'aer_model_eq' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_model_ne(aer_model, aer_model) RETURNS boolean
	AS 'MODULE_PATHNAME', 'aer_model_ne' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_model_hash(aer_model) RETURNS integer
	AS 'MODULE_PATHNAME', 'aer_model_hash' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_model_hash_extended(aer_model, bigint) RETURNS bigint
	AS 'MODULE_PATHNAME', 'aer_model_hash_extended' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE OPERATOR = (
	LEFTARG = aer_model,
	RIGHTARG = aer_model,
	FUNCTION = _aer_model_eq,
	COMMUTATOR = =,
	NEGATOR = <>,
	RESTRICT = eqsel,
	JOIN = eqjoinsel,
	HASHES
);

CREATE OPERATOR <> (
	LEFTARG = aer_model,
	RIGHTARG = aer_model,
	FUNCTION = _aer_model_ne,
	COMMUTATOR = <>,
	NEGATOR = =,
	RESTRICT = neqsel,
	JOIN = neqjoinsel
);

CREATE OPERATOR CLASS aer_model_ops DEFAULT FOR TYPE aer_model USING hash AS
	OPERATOR 1 =,
	FUNCTION 1 _aer_model_hash(aer_model),
	FUNCTION 2 _aer_model_hash_extended(aer_model, bigint);

COMMENT ON FUNCTION _aer_model_eq(aer_model, aer_model) IS 'implementation of =';
COMMENT ON FUNCTION _aer_model_ne(aer_model, aer_model) IS 'implementation of <>';
COMMENT ON FUNCTION _aer_model_hash(aer_model) IS 'hash of the stored form';
COMMENT ON FUNCTION _aer_model_hash_extended(aer_model, bigint) IS 'hash of the stored form, with a seed';
COMMENT ON OPERATOR = (aer_model, aer_model) IS 'are these the same models, to the last bit?';
COMMENT ON OPERATOR <> (aer_model, aer_model) IS 'do these models differ?';
COMMENT ON OPERATOR CLASS aer_model_ops USING hash IS 'equality of models; there is no order';
COMMENT ON OPERATOR FAMILY aer_model_ops USING hash IS 'equality of models; there is no order';

CREATE TYPE aer_moments;

CREATE FUNCTION _aer_moments_in(cstring) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_in' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION _aer_moments_out(aer_moments) RETURNS cstring
	AS 'MODULE_PATHNAME', 'aer_moments_out' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION _aer_moments_recv(internal) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_recv' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION _aer_moments_send(aer_moments) RETURNS bytea
	AS 'MODULE_PATHNAME', 'aer_moments_send' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE TYPE aer_moments (
	INPUT = _aer_moments_in,
	OUTPUT = _aer_moments_out,
	RECEIVE = _aer_moments_recv,
	SEND = _aer_moments_send,
	INTERNALLENGTH = VARIABLE,
	ALIGNMENT = double,
	STORAGE = external
);

COMMENT ON TYPE aer_moments IS 'sufficient statistics that add up: moments of rows (aer_moments) or of judgments (aer_judgment_moments)';
COMMENT ON FUNCTION _aer_moments_in(cstring) IS 'I/O: a tag and the binary form in hexadecimal digits';
COMMENT ON FUNCTION _aer_moments_out(aer_moments) IS 'I/O: a tag and the binary form in hexadecimal digits';
COMMENT ON FUNCTION _aer_moments_recv(internal) IS 'I/O: binary, network byte order';
COMMENT ON FUNCTION _aer_moments_send(aer_moments) IS 'I/O: binary, network byte order';

CREATE FUNCTION _aer_moments_eq(aer_moments, aer_moments) RETURNS boolean
	AS 'MODULE_PATHNAME', 'aer_moments_eq' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_moments_ne(aer_moments, aer_moments) RETURNS boolean
	AS 'MODULE_PATHNAME', 'aer_moments_ne' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_moments_hash(aer_moments) RETURNS integer
	AS 'MODULE_PATHNAME', 'aer_moments_hash' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_moments_hash_extended(aer_moments, bigint) RETURNS bigint
	AS 'MODULE_PATHNAME', 'aer_moments_hash_extended' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE OPERATOR = (
	LEFTARG = aer_moments,
	RIGHTARG = aer_moments,
	FUNCTION = _aer_moments_eq,
	COMMUTATOR = =,
	NEGATOR = <>,
	RESTRICT = eqsel,
	JOIN = eqjoinsel,
	HASHES
);

CREATE OPERATOR <> (
	LEFTARG = aer_moments,
	RIGHTARG = aer_moments,
	FUNCTION = _aer_moments_ne,
	COMMUTATOR = <>,
	NEGATOR = =,
	RESTRICT = neqsel,
	JOIN = neqjoinsel
);

CREATE OPERATOR CLASS aer_moments_ops DEFAULT FOR TYPE aer_moments USING hash AS
	OPERATOR 1 =,
	FUNCTION 1 _aer_moments_hash(aer_moments),
	FUNCTION 2 _aer_moments_hash_extended(aer_moments, bigint);

COMMENT ON FUNCTION _aer_moments_eq(aer_moments, aer_moments) IS 'implementation of =';
COMMENT ON FUNCTION _aer_moments_ne(aer_moments, aer_moments) IS 'implementation of <>';
COMMENT ON FUNCTION _aer_moments_hash(aer_moments) IS 'hash of the stored form';
COMMENT ON FUNCTION _aer_moments_hash_extended(aer_moments, bigint) IS 'hash of the stored form, with a seed';
COMMENT ON OPERATOR = (aer_moments, aer_moments) IS 'are these the same moments, to the last bit?';
COMMENT ON OPERATOR <> (aer_moments, aer_moments) IS 'do these moments differ?';
COMMENT ON OPERATOR CLASS aer_moments_ops USING hash IS 'equality of moments; there is no order';
COMMENT ON OPERATOR FAMILY aer_moments_ops USING hash IS 'equality of moments; there is no order';

CREATE TYPE aer_judgments;

CREATE FUNCTION _aer_judgments_in(cstring) RETURNS aer_judgments
	AS 'MODULE_PATHNAME', 'aer_judgments_in' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION _aer_judgments_out(aer_judgments) RETURNS cstring
	AS 'MODULE_PATHNAME', 'aer_judgments_out' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION _aer_judgments_recv(internal) RETURNS aer_judgments
	AS 'MODULE_PATHNAME', 'aer_judgments_recv' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION _aer_judgments_send(aer_judgments) RETURNS bytea
	AS 'MODULE_PATHNAME', 'aer_judgments_send' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE TYPE aer_judgments (
	INPUT = _aer_judgments_in,
	OUTPUT = _aer_judgments_out,
	RECEIVE = _aer_judgments_recv,
	SEND = _aer_judgments_send,
	INTERNALLENGTH = VARIABLE,
	ALIGNMENT = double,
	STORAGE = external
);

COMMENT ON TYPE aer_judgments IS 'the judgments of one object: for each attribute their number, mean and sum of squares about the mean';
COMMENT ON FUNCTION _aer_judgments_in(cstring) IS 'I/O: one JSON object, numbers as shortest exact text';
COMMENT ON FUNCTION _aer_judgments_out(aer_judgments) IS 'I/O: one JSON object, numbers as shortest exact text';
COMMENT ON FUNCTION _aer_judgments_recv(internal) IS 'I/O: binary, network byte order';
COMMENT ON FUNCTION _aer_judgments_send(aer_judgments) IS 'I/O: binary, network byte order';

CREATE FUNCTION _aer_judgments_eq(aer_judgments, aer_judgments) RETURNS boolean
	AS 'MODULE_PATHNAME', 'aer_judgments_eq' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_judgments_ne(aer_judgments, aer_judgments) RETURNS boolean
	AS 'MODULE_PATHNAME', 'aer_judgments_ne' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_judgments_hash(aer_judgments) RETURNS integer
	AS 'MODULE_PATHNAME', 'aer_judgments_hash' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_judgments_hash_extended(aer_judgments, bigint) RETURNS bigint
	AS 'MODULE_PATHNAME', 'aer_judgments_hash_extended' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE OPERATOR = (
	LEFTARG = aer_judgments,
	RIGHTARG = aer_judgments,
	FUNCTION = _aer_judgments_eq,
	COMMUTATOR = =,
	NEGATOR = <>,
	RESTRICT = eqsel,
	JOIN = eqjoinsel,
	HASHES
);

CREATE OPERATOR <> (
	LEFTARG = aer_judgments,
	RIGHTARG = aer_judgments,
	FUNCTION = _aer_judgments_ne,
	COMMUTATOR = <>,
	NEGATOR = =,
	RESTRICT = neqsel,
	JOIN = neqjoinsel
);

CREATE OPERATOR CLASS aer_judgments_ops DEFAULT FOR TYPE aer_judgments USING hash AS
	OPERATOR 1 =,
	FUNCTION 1 _aer_judgments_hash(aer_judgments),
	FUNCTION 2 _aer_judgments_hash_extended(aer_judgments, bigint);

COMMENT ON FUNCTION _aer_judgments_eq(aer_judgments, aer_judgments) IS 'implementation of =';
COMMENT ON FUNCTION _aer_judgments_ne(aer_judgments, aer_judgments) IS 'implementation of <>';
COMMENT ON FUNCTION _aer_judgments_hash(aer_judgments) IS 'hash of the stored form';
COMMENT ON FUNCTION _aer_judgments_hash_extended(aer_judgments, bigint) IS 'hash of the stored form, with a seed';
COMMENT ON OPERATOR = (aer_judgments, aer_judgments) IS 'are these the same judgments, to the last bit?';
COMMENT ON OPERATOR <> (aer_judgments, aer_judgments) IS 'do these judgments differ?';
COMMENT ON OPERATOR CLASS aer_judgments_ops USING hash IS 'equality of judgments; there is no order';
COMMENT ON OPERATOR FAMILY aer_judgments_ops USING hash IS 'equality of judgments; there is no order';


CREATE FUNCTION aer_predict(model aer_model, features anyarray) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_predict_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_predict(aer_model, anyarray) IS
'the expected target: <weights, features> + intercept, held to the range of the targets that the model learned from where it knows that, or by its link where the target takes two values. A model that predicts from whatever is known leaves out what is NULL; of any other NULL at an attribute with a weight is an error (attributes of weight 0 are not looked at)';

CREATE FUNCTION aer_predict(model aer_model, features real[]) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_predict_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_predict(aer_model, real[]) IS
'the same of an array of real, and of what is cast to one';

CREATE FUNCTION aer_predict(model aer_model, features float8[]) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_predict_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_predict(aer_model, float8[]) IS
'the same of an array of float8, and of what is cast to one';

CREATE FUNCTION aer_predict(model aer_model, features smallint[]) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_predict_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_predict(aer_model, smallint[]) IS
'the same of an array of smallint, and of what is cast to one';

CREATE FUNCTION aer_predict(model aer_model, features integer[]) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_predict_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_predict(aer_model, integer[]) IS
'the same of an array of integer, and of what is cast to one';

CREATE FUNCTION aer_predict(model aer_model, features bigint[]) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_predict_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_predict(aer_model, bigint[]) IS
'the same of an array of bigint, and of what is cast to one';

CREATE FUNCTION aer_predict(model aer_model, features numeric[]) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_predict_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_predict(aer_model, numeric[]) IS
'the same of an array of numeric, and of what is cast to one';

CREATE FUNCTION aer_predict(model aer_model, features boolean[]) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_predict_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_predict(aer_model, boolean[]) IS
'the same of an array of boolean, and of what is cast to one';

CREATE FUNCTION aer_predict(model aer_model, features record) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_predict_row' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_predict(aer_model, record) IS
'the same for a whole row, whose columns are found by name';

CREATE FUNCTION aer_predict(model aer_model, features jsonb) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_predict_jsonb' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_predict(aer_model, jsonb) IS
'the same for a jsonb object, whose keys are found by name';

CREATE FUNCTION aer_predict(model aer_model, features text) RETURNS float8
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 300 AS $$ SELECT @extschema@.aer_predict(model, @extschema@._aer_object(features)) $$;

COMMENT ON FUNCTION aer_predict(aer_model, text) IS
'the same for a jsonb object as text, whose keys are found by name';

CREATE FUNCTION aer_score(model aer_model, features anyarray) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_score_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_score(aer_model, anyarray) IS
'the linear prediction <weights, features> + intercept, neither held to a range nor taken through a link; NULL as in aer_predict';

CREATE FUNCTION aer_score(model aer_model, features real[]) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_score_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_score(aer_model, real[]) IS
'the same of an array of real, and of what is cast to one';

CREATE FUNCTION aer_score(model aer_model, features float8[]) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_score_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_score(aer_model, float8[]) IS
'the same of an array of float8, and of what is cast to one';

CREATE FUNCTION aer_score(model aer_model, features smallint[]) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_score_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_score(aer_model, smallint[]) IS
'the same of an array of smallint, and of what is cast to one';

CREATE FUNCTION aer_score(model aer_model, features integer[]) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_score_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_score(aer_model, integer[]) IS
'the same of an array of integer, and of what is cast to one';

CREATE FUNCTION aer_score(model aer_model, features bigint[]) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_score_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_score(aer_model, bigint[]) IS
'the same of an array of bigint, and of what is cast to one';

CREATE FUNCTION aer_score(model aer_model, features numeric[]) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_score_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_score(aer_model, numeric[]) IS
'the same of an array of numeric, and of what is cast to one';

CREATE FUNCTION aer_score(model aer_model, features boolean[]) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_score_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_score(aer_model, boolean[]) IS
'the same of an array of boolean, and of what is cast to one';

CREATE FUNCTION aer_score(model aer_model, features record) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_score_row' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_score(aer_model, record) IS
'the same for a whole row, whose columns are found by name';

CREATE FUNCTION aer_score(model aer_model, features jsonb) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_score_jsonb' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_score(aer_model, jsonb) IS
'the same for a jsonb object, whose keys are found by name';

CREATE FUNCTION aer_score(model aer_model, features text) RETURNS float8
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 300 AS $$ SELECT @extschema@.aer_score(model, @extschema@._aer_object(features)) $$;

COMMENT ON FUNCTION aer_score(aer_model, text) IS
'the same for a jsonb object as text, whose keys are found by name';

CREATE FUNCTION aer_probability(model aer_model, features anyarray) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_probability_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_probability(aer_model, anyarray) IS
'the probability of the higher one of the two values that the target takes (true, 1, +1), by the model''s link, else by where between them the prediction lies; from 1/(rows + 2) to 1 - 1/(rows + 2)';

CREATE FUNCTION aer_probability(model aer_model, features real[]) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_probability_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_probability(aer_model, real[]) IS
'the same of an array of real, and of what is cast to one';

CREATE FUNCTION aer_probability(model aer_model, features float8[]) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_probability_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_probability(aer_model, float8[]) IS
'the same of an array of float8, and of what is cast to one';

CREATE FUNCTION aer_probability(model aer_model, features smallint[]) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_probability_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_probability(aer_model, smallint[]) IS
'the same of an array of smallint, and of what is cast to one';

CREATE FUNCTION aer_probability(model aer_model, features integer[]) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_probability_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_probability(aer_model, integer[]) IS
'the same of an array of integer, and of what is cast to one';

CREATE FUNCTION aer_probability(model aer_model, features bigint[]) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_probability_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_probability(aer_model, bigint[]) IS
'the same of an array of bigint, and of what is cast to one';

CREATE FUNCTION aer_probability(model aer_model, features numeric[]) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_probability_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_probability(aer_model, numeric[]) IS
'the same of an array of numeric, and of what is cast to one';

CREATE FUNCTION aer_probability(model aer_model, features boolean[]) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_probability_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_probability(aer_model, boolean[]) IS
'the same of an array of boolean, and of what is cast to one';

CREATE FUNCTION aer_probability(model aer_model, features record) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_probability_row' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_probability(aer_model, record) IS
'the same for a whole row, whose columns are found by name';

CREATE FUNCTION aer_probability(model aer_model, features jsonb) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_probability_jsonb' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_probability(aer_model, jsonb) IS
'the same for a jsonb object, whose keys are found by name';

CREATE FUNCTION aer_probability(model aer_model, features text) RETURNS float8
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 300 AS $$ SELECT @extschema@.aer_probability(model, @extschema@._aer_object(features)) $$;

COMMENT ON FUNCTION aer_probability(aer_model, text) IS
'the same for a jsonb object as text, whose keys are found by name';

CREATE FUNCTION aer_probability(model aer_model, features anyarray, class text) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_class_probability_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_probability(aer_model, anyarray, text) IS
'the probability of a class of a target that is a word, or of one of two values (a boolean''s are ''true'' and ''false''); those of all classes add up to 1. An error if the model knows no such class';

CREATE FUNCTION aer_probability(model aer_model, features real[], class text) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_class_probability_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_probability(aer_model, real[], text) IS
'the same of an array of real, and of what is cast to one';

CREATE FUNCTION aer_probability(model aer_model, features float8[], class text) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_class_probability_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_probability(aer_model, float8[], text) IS
'the same of an array of float8, and of what is cast to one';

CREATE FUNCTION aer_probability(model aer_model, features smallint[], class text) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_class_probability_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_probability(aer_model, smallint[], text) IS
'the same of an array of smallint, and of what is cast to one';

CREATE FUNCTION aer_probability(model aer_model, features integer[], class text) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_class_probability_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_probability(aer_model, integer[], text) IS
'the same of an array of integer, and of what is cast to one';

CREATE FUNCTION aer_probability(model aer_model, features bigint[], class text) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_class_probability_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_probability(aer_model, bigint[], text) IS
'the same of an array of bigint, and of what is cast to one';

CREATE FUNCTION aer_probability(model aer_model, features numeric[], class text) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_class_probability_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_probability(aer_model, numeric[], text) IS
'the same of an array of numeric, and of what is cast to one';

CREATE FUNCTION aer_probability(model aer_model, features boolean[], class text) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_class_probability_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_probability(aer_model, boolean[], text) IS
'the same of an array of boolean, and of what is cast to one';

CREATE FUNCTION aer_probability(model aer_model, features record, class text) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_class_probability_row' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_probability(aer_model, record, text) IS
'the same for a whole row, whose columns are found by name';

CREATE FUNCTION aer_probability(model aer_model, features jsonb, class text) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_class_probability_jsonb' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_probability(aer_model, jsonb, text) IS
'the same for a jsonb object, whose keys are found by name';

CREATE FUNCTION aer_probability(model aer_model, features text, class text) RETURNS float8
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 300 AS $$ SELECT @extschema@.aer_probability(model, @extschema@._aer_object(features), class) $$;

COMMENT ON FUNCTION aer_probability(aer_model, text, text) IS
'the same for a jsonb object as text, whose keys are found by name';

CREATE FUNCTION aer_class(model aer_model, features anyarray) RETURNS text
	AS 'MODULE_PATHNAME', 'aer_class_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_class(aer_model, anyarray) IS
'the likeliest class: one of the words that the target took, or of two values that (''true'' or ''false'' of a boolean); of equals the first in the order of bytes. An error of models of other targets';

CREATE FUNCTION aer_class(model aer_model, features real[]) RETURNS text
	AS 'MODULE_PATHNAME', 'aer_class_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_class(aer_model, real[]) IS
'the same of an array of real, and of what is cast to one';

CREATE FUNCTION aer_class(model aer_model, features float8[]) RETURNS text
	AS 'MODULE_PATHNAME', 'aer_class_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_class(aer_model, float8[]) IS
'the same of an array of float8, and of what is cast to one';

CREATE FUNCTION aer_class(model aer_model, features smallint[]) RETURNS text
	AS 'MODULE_PATHNAME', 'aer_class_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_class(aer_model, smallint[]) IS
'the same of an array of smallint, and of what is cast to one';

CREATE FUNCTION aer_class(model aer_model, features integer[]) RETURNS text
	AS 'MODULE_PATHNAME', 'aer_class_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_class(aer_model, integer[]) IS
'the same of an array of integer, and of what is cast to one';

CREATE FUNCTION aer_class(model aer_model, features bigint[]) RETURNS text
	AS 'MODULE_PATHNAME', 'aer_class_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_class(aer_model, bigint[]) IS
'the same of an array of bigint, and of what is cast to one';

CREATE FUNCTION aer_class(model aer_model, features numeric[]) RETURNS text
	AS 'MODULE_PATHNAME', 'aer_class_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_class(aer_model, numeric[]) IS
'the same of an array of numeric, and of what is cast to one';

CREATE FUNCTION aer_class(model aer_model, features boolean[]) RETURNS text
	AS 'MODULE_PATHNAME', 'aer_class_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_class(aer_model, boolean[]) IS
'the same of an array of boolean, and of what is cast to one';

CREATE FUNCTION aer_class(model aer_model, features record) RETURNS text
	AS 'MODULE_PATHNAME', 'aer_class_row' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_class(aer_model, record) IS
'the same for a whole row, whose columns are found by name';

CREATE FUNCTION aer_class(model aer_model, features jsonb) RETURNS text
	AS 'MODULE_PATHNAME', 'aer_class_jsonb' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ;

COMMENT ON FUNCTION aer_class(aer_model, jsonb) IS
'the same for a jsonb object, whose keys are found by name';

CREATE FUNCTION aer_class(model aer_model, features text) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 300 AS $$ SELECT @extschema@.aer_class(model, @extschema@._aer_object(features)) $$;

COMMENT ON FUNCTION aer_class(aer_model, text) IS
'the same for a jsonb object as text, whose keys are found by name';

CREATE FUNCTION aer_probabilities(model aer_model, features anyarray,
	OUT class text, OUT probability float8) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_probabilities_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ROWS 3 ;

COMMENT ON FUNCTION aer_probabilities(aer_model, anyarray) IS
'the probabilities of all classes of a row, from one reading of it, the likeliest first';

CREATE FUNCTION aer_probabilities(model aer_model, features real[],
	OUT class text, OUT probability float8) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_probabilities_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ROWS 3 ;

COMMENT ON FUNCTION aer_probabilities(aer_model, real[]) IS
'the same of an array of real, and of what is cast to one';

CREATE FUNCTION aer_probabilities(model aer_model, features float8[],
	OUT class text, OUT probability float8) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_probabilities_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ROWS 3 ;

COMMENT ON FUNCTION aer_probabilities(aer_model, float8[]) IS
'the same of an array of float8, and of what is cast to one';

CREATE FUNCTION aer_probabilities(model aer_model, features smallint[],
	OUT class text, OUT probability float8) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_probabilities_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ROWS 3 ;

COMMENT ON FUNCTION aer_probabilities(aer_model, smallint[]) IS
'the same of an array of smallint, and of what is cast to one';

CREATE FUNCTION aer_probabilities(model aer_model, features integer[],
	OUT class text, OUT probability float8) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_probabilities_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ROWS 3 ;

COMMENT ON FUNCTION aer_probabilities(aer_model, integer[]) IS
'the same of an array of integer, and of what is cast to one';

CREATE FUNCTION aer_probabilities(model aer_model, features bigint[],
	OUT class text, OUT probability float8) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_probabilities_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ROWS 3 ;

COMMENT ON FUNCTION aer_probabilities(aer_model, bigint[]) IS
'the same of an array of bigint, and of what is cast to one';

CREATE FUNCTION aer_probabilities(model aer_model, features numeric[],
	OUT class text, OUT probability float8) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_probabilities_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ROWS 3 ;

COMMENT ON FUNCTION aer_probabilities(aer_model, numeric[]) IS
'the same of an array of numeric, and of what is cast to one';

CREATE FUNCTION aer_probabilities(model aer_model, features boolean[],
	OUT class text, OUT probability float8) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_probabilities_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ROWS 3 ;

COMMENT ON FUNCTION aer_probabilities(aer_model, boolean[]) IS
'the same of an array of boolean, and of what is cast to one';

CREATE FUNCTION aer_probabilities(model aer_model, features record,
	OUT class text, OUT probability float8) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_probabilities_row' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 300 ROWS 3 ;

COMMENT ON FUNCTION aer_probabilities(aer_model, record) IS
'the same for a whole row, whose columns are found by name';

CREATE FUNCTION aer_probabilities(model aer_model, features jsonb,
	OUT class text, OUT probability float8) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_probabilities_jsonb' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ROWS 3 ;

COMMENT ON FUNCTION aer_probabilities(aer_model, jsonb) IS
'the same for a jsonb object, whose keys are found by name';

CREATE FUNCTION aer_probabilities(model aer_model, features text,
	OUT class text, OUT probability float8) RETURNS SETOF record
	LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 300 ROWS 3 AS $$ SELECT * FROM @extschema@.aer_probabilities(model, @extschema@._aer_object(features)) $$;

COMMENT ON FUNCTION aer_probabilities(aer_model, text) IS
'the same for a jsonb object as text, whose keys are found by name';

CREATE FUNCTION aer_forecast(model aer_model, features anyarray,
	OUT prediction float8, OUT deviation float8, OUT probability float8, OUT known integer) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_forecast_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ROWS 1 ;

COMMENT ON FUNCTION aer_forecast(aer_model, anyarray) IS
'what a model from moments that predicts from whatever is known (aer_fit_ridge()) expects of a row from those attributes that are not NULL: the prediction, the deviation of its error given what is known, the probability of the higher value of a target that takes two (else NULL), and how many looks are known. Of three or more classes prediction and probability are NULL (aer_probabilities tells them), and the deviation is that of 1 for the class that comes and 0 for the others, the root of the sum over classes';

CREATE FUNCTION aer_forecast(model aer_model, features real[],
	OUT prediction float8, OUT deviation float8, OUT probability float8, OUT known integer) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_forecast_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ROWS 1 ;

COMMENT ON FUNCTION aer_forecast(aer_model, real[]) IS
'the same of an array of real, and of what is cast to one';

CREATE FUNCTION aer_forecast(model aer_model, features float8[],
	OUT prediction float8, OUT deviation float8, OUT probability float8, OUT known integer) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_forecast_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ROWS 1 ;

COMMENT ON FUNCTION aer_forecast(aer_model, float8[]) IS
'the same of an array of float8, and of what is cast to one';

CREATE FUNCTION aer_forecast(model aer_model, features smallint[],
	OUT prediction float8, OUT deviation float8, OUT probability float8, OUT known integer) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_forecast_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ROWS 1 ;

COMMENT ON FUNCTION aer_forecast(aer_model, smallint[]) IS
'the same of an array of smallint, and of what is cast to one';

CREATE FUNCTION aer_forecast(model aer_model, features integer[],
	OUT prediction float8, OUT deviation float8, OUT probability float8, OUT known integer) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_forecast_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ROWS 1 ;

COMMENT ON FUNCTION aer_forecast(aer_model, integer[]) IS
'the same of an array of integer, and of what is cast to one';

CREATE FUNCTION aer_forecast(model aer_model, features bigint[],
	OUT prediction float8, OUT deviation float8, OUT probability float8, OUT known integer) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_forecast_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ROWS 1 ;

COMMENT ON FUNCTION aer_forecast(aer_model, bigint[]) IS
'the same of an array of bigint, and of what is cast to one';

CREATE FUNCTION aer_forecast(model aer_model, features numeric[],
	OUT prediction float8, OUT deviation float8, OUT probability float8, OUT known integer) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_forecast_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ROWS 1 ;

COMMENT ON FUNCTION aer_forecast(aer_model, numeric[]) IS
'the same of an array of numeric, and of what is cast to one';

CREATE FUNCTION aer_forecast(model aer_model, features boolean[],
	OUT prediction float8, OUT deviation float8, OUT probability float8, OUT known integer) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_forecast_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ROWS 1 ;

COMMENT ON FUNCTION aer_forecast(aer_model, boolean[]) IS
'the same of an array of boolean, and of what is cast to one';

CREATE FUNCTION aer_forecast(model aer_model, features record,
	OUT prediction float8, OUT deviation float8, OUT probability float8, OUT known integer) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_forecast_row' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 300 ROWS 1 ;

COMMENT ON FUNCTION aer_forecast(aer_model, record) IS
'the same for a whole row, whose columns are found by name';

CREATE FUNCTION aer_forecast(model aer_model, features jsonb,
	OUT prediction float8, OUT deviation float8, OUT probability float8, OUT known integer) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_forecast_jsonb' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ROWS 1 ;

COMMENT ON FUNCTION aer_forecast(aer_model, jsonb) IS
'the same for a jsonb object; a key that is not there is not known';

CREATE FUNCTION aer_forecast(model aer_model, features text,
	OUT prediction float8, OUT deviation float8, OUT probability float8, OUT known integer) RETURNS SETOF record
	LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 300 ROWS 1 AS $$ SELECT * FROM @extschema@.aer_forecast(model, @extschema@._aer_object(features)) $$;

COMMENT ON FUNCTION aer_forecast(aer_model, text) IS
'the same for a jsonb object as text, whose keys are found by name';

CREATE FUNCTION aer_ask(model aer_model, features anyarray, prices jsonb DEFAULT NULL, budget float8 DEFAULT NULL, threshold float8 DEFAULT NULL, sure float8 DEFAULT 0.95, worth float8 DEFAULT NULL, unavailable text[] DEFAULT NULL,
	OUT bundle integer, OUT attribute integer, OUT name text, OUT cost float8, OUT gain float8, OUT expected_deviation float8, OUT decided float8, OUT stop text) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_ask_array' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100000 ROWS 10 ;

COMMENT ON FUNCTION aer_ask(aer_model, anyarray, jsonb, float8, float8, float8, float8, text[]) IS
'for a row of which some attributes are known (not NULL), what to look at next by a model that predicts from whatever is known, in order of purchase within a budget, and a last row that says why to stop. Prices: those given, those of the design, else 1 a look; what is known needs none. "threshold", a probability or a prediction at which one acts: stop when nothing left could turn the decision with more than 1 - "sure". "worth", money per unit of squared error: stop when a purchase costs more than it brings. "unavailable": looks that found nothing. Of three or more classes it is what tells all of them apart, and there is no threshold';

CREATE FUNCTION aer_ask(model aer_model, features real[], prices jsonb DEFAULT NULL, budget float8 DEFAULT NULL, threshold float8 DEFAULT NULL, sure float8 DEFAULT 0.95, worth float8 DEFAULT NULL, unavailable text[] DEFAULT NULL,
	OUT bundle integer, OUT attribute integer, OUT name text, OUT cost float8, OUT gain float8, OUT expected_deviation float8, OUT decided float8, OUT stop text) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_ask_array' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100000 ROWS 10 ;

COMMENT ON FUNCTION aer_ask(aer_model, real[], jsonb, float8, float8, float8, float8, text[]) IS
'the same of an array of real, and of what is cast to one';

CREATE FUNCTION aer_ask(model aer_model, features float8[], prices jsonb DEFAULT NULL, budget float8 DEFAULT NULL, threshold float8 DEFAULT NULL, sure float8 DEFAULT 0.95, worth float8 DEFAULT NULL, unavailable text[] DEFAULT NULL,
	OUT bundle integer, OUT attribute integer, OUT name text, OUT cost float8, OUT gain float8, OUT expected_deviation float8, OUT decided float8, OUT stop text) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_ask_array' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100000 ROWS 10 ;

COMMENT ON FUNCTION aer_ask(aer_model, float8[], jsonb, float8, float8, float8, float8, text[]) IS
'the same of an array of float8, and of what is cast to one';

CREATE FUNCTION aer_ask(model aer_model, features smallint[], prices jsonb DEFAULT NULL, budget float8 DEFAULT NULL, threshold float8 DEFAULT NULL, sure float8 DEFAULT 0.95, worth float8 DEFAULT NULL, unavailable text[] DEFAULT NULL,
	OUT bundle integer, OUT attribute integer, OUT name text, OUT cost float8, OUT gain float8, OUT expected_deviation float8, OUT decided float8, OUT stop text) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_ask_array' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100000 ROWS 10 ;

COMMENT ON FUNCTION aer_ask(aer_model, smallint[], jsonb, float8, float8, float8, float8, text[]) IS
'the same of an array of smallint, and of what is cast to one';

CREATE FUNCTION aer_ask(model aer_model, features integer[], prices jsonb DEFAULT NULL, budget float8 DEFAULT NULL, threshold float8 DEFAULT NULL, sure float8 DEFAULT 0.95, worth float8 DEFAULT NULL, unavailable text[] DEFAULT NULL,
	OUT bundle integer, OUT attribute integer, OUT name text, OUT cost float8, OUT gain float8, OUT expected_deviation float8, OUT decided float8, OUT stop text) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_ask_array' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100000 ROWS 10 ;

COMMENT ON FUNCTION aer_ask(aer_model, integer[], jsonb, float8, float8, float8, float8, text[]) IS
'the same of an array of integer, and of what is cast to one';

CREATE FUNCTION aer_ask(model aer_model, features bigint[], prices jsonb DEFAULT NULL, budget float8 DEFAULT NULL, threshold float8 DEFAULT NULL, sure float8 DEFAULT 0.95, worth float8 DEFAULT NULL, unavailable text[] DEFAULT NULL,
	OUT bundle integer, OUT attribute integer, OUT name text, OUT cost float8, OUT gain float8, OUT expected_deviation float8, OUT decided float8, OUT stop text) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_ask_array' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100000 ROWS 10 ;

COMMENT ON FUNCTION aer_ask(aer_model, bigint[], jsonb, float8, float8, float8, float8, text[]) IS
'the same of an array of bigint, and of what is cast to one';

CREATE FUNCTION aer_ask(model aer_model, features numeric[], prices jsonb DEFAULT NULL, budget float8 DEFAULT NULL, threshold float8 DEFAULT NULL, sure float8 DEFAULT 0.95, worth float8 DEFAULT NULL, unavailable text[] DEFAULT NULL,
	OUT bundle integer, OUT attribute integer, OUT name text, OUT cost float8, OUT gain float8, OUT expected_deviation float8, OUT decided float8, OUT stop text) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_ask_array' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100000 ROWS 10 ;

COMMENT ON FUNCTION aer_ask(aer_model, numeric[], jsonb, float8, float8, float8, float8, text[]) IS
'the same of an array of numeric, and of what is cast to one';

CREATE FUNCTION aer_ask(model aer_model, features boolean[], prices jsonb DEFAULT NULL, budget float8 DEFAULT NULL, threshold float8 DEFAULT NULL, sure float8 DEFAULT 0.95, worth float8 DEFAULT NULL, unavailable text[] DEFAULT NULL,
	OUT bundle integer, OUT attribute integer, OUT name text, OUT cost float8, OUT gain float8, OUT expected_deviation float8, OUT decided float8, OUT stop text) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_ask_array' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100000 ROWS 10 ;

COMMENT ON FUNCTION aer_ask(aer_model, boolean[], jsonb, float8, float8, float8, float8, text[]) IS
'the same of an array of boolean, and of what is cast to one';

CREATE FUNCTION aer_ask(model aer_model, features record, prices jsonb DEFAULT NULL, budget float8 DEFAULT NULL, threshold float8 DEFAULT NULL, sure float8 DEFAULT 0.95, worth float8 DEFAULT NULL, unavailable text[] DEFAULT NULL,
	OUT bundle integer, OUT attribute integer, OUT name text, OUT cost float8, OUT gain float8, OUT expected_deviation float8, OUT decided float8, OUT stop text) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_ask_row' LANGUAGE C STABLE PARALLEL SAFE COST 100000 ROWS 10 ;

COMMENT ON FUNCTION aer_ask(aer_model, record, jsonb, float8, float8, float8, float8, text[]) IS
'the same for a whole row, whose columns are found by name';

CREATE FUNCTION aer_ask(model aer_model, features jsonb, prices jsonb DEFAULT NULL, budget float8 DEFAULT NULL, threshold float8 DEFAULT NULL, sure float8 DEFAULT 0.95, worth float8 DEFAULT NULL, unavailable text[] DEFAULT NULL,
	OUT bundle integer, OUT attribute integer, OUT name text, OUT cost float8, OUT gain float8, OUT expected_deviation float8, OUT decided float8, OUT stop text) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_ask_jsonb' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100000 ROWS 10 ;

COMMENT ON FUNCTION aer_ask(aer_model, jsonb, jsonb, float8, float8, float8, float8, text[]) IS
'the same for a jsonb object; a key that is not there is not known';

CREATE FUNCTION aer_ask(model aer_model, features text, prices jsonb DEFAULT NULL, budget float8 DEFAULT NULL, threshold float8 DEFAULT NULL, sure float8 DEFAULT 0.95, worth float8 DEFAULT NULL, unavailable text[] DEFAULT NULL,
	OUT bundle integer, OUT attribute integer, OUT name text, OUT cost float8, OUT gain float8, OUT expected_deviation float8, OUT decided float8, OUT stop text) RETURNS SETOF record
	LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 100000 ROWS 10 AS $$ SELECT * FROM @extschema@.aer_ask(model, @extschema@._aer_object(features), prices, budget, threshold, sure, worth, unavailable) $$;

COMMENT ON FUNCTION aer_ask(aer_model, text, jsonb, float8, float8, float8, float8, text[]) IS
'the same for a jsonb object as text, whose keys are found by name';

CREATE FUNCTION _aer_effects(model aer_model, features anyarray, class text DEFAULT NULL,
	OUT name text, OUT attribute integer, OUT effect float8, OUT "column" text, OUT column2 text) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_effects_array' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000 ROWS 20 ;

COMMENT ON FUNCTION _aer_effects(aer_model, anyarray, text) IS
'internal: aer_explain';

CREATE FUNCTION _aer_effects(model aer_model, features real[], class text DEFAULT NULL,
	OUT name text, OUT attribute integer, OUT effect float8, OUT "column" text, OUT column2 text) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_effects_array' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000 ROWS 20 ;

COMMENT ON FUNCTION _aer_effects(aer_model, real[], text) IS
'internal: aer_explain';

CREATE FUNCTION _aer_effects(model aer_model, features float8[], class text DEFAULT NULL,
	OUT name text, OUT attribute integer, OUT effect float8, OUT "column" text, OUT column2 text) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_effects_array' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000 ROWS 20 ;

COMMENT ON FUNCTION _aer_effects(aer_model, float8[], text) IS
'internal: aer_explain';

CREATE FUNCTION _aer_effects(model aer_model, features smallint[], class text DEFAULT NULL,
	OUT name text, OUT attribute integer, OUT effect float8, OUT "column" text, OUT column2 text) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_effects_array' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000 ROWS 20 ;

COMMENT ON FUNCTION _aer_effects(aer_model, smallint[], text) IS
'internal: aer_explain';

CREATE FUNCTION _aer_effects(model aer_model, features integer[], class text DEFAULT NULL,
	OUT name text, OUT attribute integer, OUT effect float8, OUT "column" text, OUT column2 text) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_effects_array' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000 ROWS 20 ;

COMMENT ON FUNCTION _aer_effects(aer_model, integer[], text) IS
'internal: aer_explain';

CREATE FUNCTION _aer_effects(model aer_model, features bigint[], class text DEFAULT NULL,
	OUT name text, OUT attribute integer, OUT effect float8, OUT "column" text, OUT column2 text) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_effects_array' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000 ROWS 20 ;

COMMENT ON FUNCTION _aer_effects(aer_model, bigint[], text) IS
'internal: aer_explain';

CREATE FUNCTION _aer_effects(model aer_model, features numeric[], class text DEFAULT NULL,
	OUT name text, OUT attribute integer, OUT effect float8, OUT "column" text, OUT column2 text) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_effects_array' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000 ROWS 20 ;

COMMENT ON FUNCTION _aer_effects(aer_model, numeric[], text) IS
'internal: aer_explain';

CREATE FUNCTION _aer_effects(model aer_model, features boolean[], class text DEFAULT NULL,
	OUT name text, OUT attribute integer, OUT effect float8, OUT "column" text, OUT column2 text) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_effects_array' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000 ROWS 20 ;

COMMENT ON FUNCTION _aer_effects(aer_model, boolean[], text) IS
'internal: aer_explain';

CREATE FUNCTION _aer_effects(model aer_model, features record, class text DEFAULT NULL,
	OUT name text, OUT attribute integer, OUT effect float8, OUT "column" text, OUT column2 text) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_effects_row' LANGUAGE C STABLE PARALLEL SAFE COST 1000 ROWS 20 ;

COMMENT ON FUNCTION _aer_effects(aer_model, record, text) IS
'internal: aer_explain';

CREATE FUNCTION _aer_effects(model aer_model, features jsonb, class text DEFAULT NULL,
	OUT name text, OUT attribute integer, OUT effect float8, OUT "column" text, OUT column2 text) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_effects_jsonb' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000 ROWS 20 ;

COMMENT ON FUNCTION _aer_effects(aer_model, jsonb, text) IS
'internal: aer_explain';

CREATE FUNCTION aer_explain(model aer_model, features anyarray, class text DEFAULT NULL,
	OUT name text, OUT value text, OUT effect float8, OUT "column" text, OUT column2 text) RETURNS SETOF record
	LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 ROWS 20 SET search_path = pg_catalog, pg_temp AS $$ SELECT coalesce(e.name, '(mean)'), u.value::text, e.effect, e."column", e.column2 FROM @extschema@._aer_effects(model, features, class) e LEFT JOIN unnest(features) WITH ORDINALITY u (value, place) ON u.place = e.attribute ORDER BY e.name IS NULL, abs(e.effect) DESC, e.attribute $$;

COMMENT ON FUNCTION aer_explain(aer_model, anyarray, text) IS
'what each attribute of one row adds to its prediction, the largest first: name (here its number), its value, and effect, in units of the target, against the mean of the rows learned from; last "(mean)", what is predicted where all are at their means. The sum of effect is aer_score. What is not known of the row is not there, and the others speak for it. "class": of a model of three or more classes, whose score for that class is explained, about 1 for a row that is of it and 0 for others. Of models from moments, until they are averaged or restricted';

CREATE FUNCTION aer_explain(model aer_model, features real[], class text DEFAULT NULL,
	OUT name text, OUT value text, OUT effect float8, OUT "column" text, OUT column2 text) RETURNS SETOF record
	LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 ROWS 20 SET search_path = pg_catalog, pg_temp AS $$ SELECT coalesce(e.name, '(mean)'), u.value::text, e.effect, e."column", e.column2 FROM @extschema@._aer_effects(model, features, class) e LEFT JOIN unnest(features) WITH ORDINALITY u (value, place) ON u.place = e.attribute ORDER BY e.name IS NULL, abs(e.effect) DESC, e.attribute $$;

COMMENT ON FUNCTION aer_explain(aer_model, real[], text) IS
'the same of an array of real, and of what is cast to one';

CREATE FUNCTION aer_explain(model aer_model, features float8[], class text DEFAULT NULL,
	OUT name text, OUT value text, OUT effect float8, OUT "column" text, OUT column2 text) RETURNS SETOF record
	LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 ROWS 20 SET search_path = pg_catalog, pg_temp AS $$ SELECT coalesce(e.name, '(mean)'), u.value::text, e.effect, e."column", e.column2 FROM @extschema@._aer_effects(model, features, class) e LEFT JOIN unnest(features) WITH ORDINALITY u (value, place) ON u.place = e.attribute ORDER BY e.name IS NULL, abs(e.effect) DESC, e.attribute $$;

COMMENT ON FUNCTION aer_explain(aer_model, float8[], text) IS
'the same of an array of float8, and of what is cast to one';

CREATE FUNCTION aer_explain(model aer_model, features smallint[], class text DEFAULT NULL,
	OUT name text, OUT value text, OUT effect float8, OUT "column" text, OUT column2 text) RETURNS SETOF record
	LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 ROWS 20 SET search_path = pg_catalog, pg_temp AS $$ SELECT coalesce(e.name, '(mean)'), u.value::text, e.effect, e."column", e.column2 FROM @extschema@._aer_effects(model, features, class) e LEFT JOIN unnest(features) WITH ORDINALITY u (value, place) ON u.place = e.attribute ORDER BY e.name IS NULL, abs(e.effect) DESC, e.attribute $$;

COMMENT ON FUNCTION aer_explain(aer_model, smallint[], text) IS
'the same of an array of smallint, and of what is cast to one';

CREATE FUNCTION aer_explain(model aer_model, features integer[], class text DEFAULT NULL,
	OUT name text, OUT value text, OUT effect float8, OUT "column" text, OUT column2 text) RETURNS SETOF record
	LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 ROWS 20 SET search_path = pg_catalog, pg_temp AS $$ SELECT coalesce(e.name, '(mean)'), u.value::text, e.effect, e."column", e.column2 FROM @extschema@._aer_effects(model, features, class) e LEFT JOIN unnest(features) WITH ORDINALITY u (value, place) ON u.place = e.attribute ORDER BY e.name IS NULL, abs(e.effect) DESC, e.attribute $$;

COMMENT ON FUNCTION aer_explain(aer_model, integer[], text) IS
'the same of an array of integer, and of what is cast to one';

CREATE FUNCTION aer_explain(model aer_model, features bigint[], class text DEFAULT NULL,
	OUT name text, OUT value text, OUT effect float8, OUT "column" text, OUT column2 text) RETURNS SETOF record
	LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 ROWS 20 SET search_path = pg_catalog, pg_temp AS $$ SELECT coalesce(e.name, '(mean)'), u.value::text, e.effect, e."column", e.column2 FROM @extschema@._aer_effects(model, features, class) e LEFT JOIN unnest(features) WITH ORDINALITY u (value, place) ON u.place = e.attribute ORDER BY e.name IS NULL, abs(e.effect) DESC, e.attribute $$;

COMMENT ON FUNCTION aer_explain(aer_model, bigint[], text) IS
'the same of an array of bigint, and of what is cast to one';

CREATE FUNCTION aer_explain(model aer_model, features numeric[], class text DEFAULT NULL,
	OUT name text, OUT value text, OUT effect float8, OUT "column" text, OUT column2 text) RETURNS SETOF record
	LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 ROWS 20 SET search_path = pg_catalog, pg_temp AS $$ SELECT coalesce(e.name, '(mean)'), u.value::text, e.effect, e."column", e.column2 FROM @extschema@._aer_effects(model, features, class) e LEFT JOIN unnest(features) WITH ORDINALITY u (value, place) ON u.place = e.attribute ORDER BY e.name IS NULL, abs(e.effect) DESC, e.attribute $$;

COMMENT ON FUNCTION aer_explain(aer_model, numeric[], text) IS
'the same of an array of numeric, and of what is cast to one';

CREATE FUNCTION aer_explain(model aer_model, features boolean[], class text DEFAULT NULL,
	OUT name text, OUT value text, OUT effect float8, OUT "column" text, OUT column2 text) RETURNS SETOF record
	LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 ROWS 20 SET search_path = pg_catalog, pg_temp AS $$ SELECT coalesce(e.name, '(mean)'), u.value::text, e.effect, e."column", e.column2 FROM @extschema@._aer_effects(model, features, class) e LEFT JOIN unnest(features) WITH ORDINALITY u (value, place) ON u.place = e.attribute ORDER BY e.name IS NULL, abs(e.effect) DESC, e.attribute $$;

COMMENT ON FUNCTION aer_explain(aer_model, boolean[], text) IS
'the same of an array of boolean, and of what is cast to one';

CREATE FUNCTION aer_explain(model aer_model, features text, class text DEFAULT NULL,
	OUT name text, OUT value text, OUT effect float8, OUT "column" text, OUT column2 text) RETURNS SETOF record
	LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 ROWS 20 AS $$ SELECT * FROM @extschema@.aer_explain(model, @extschema@._aer_object(features), class) $$;

COMMENT ON FUNCTION aer_explain(aer_model, text, text) IS
'the same for a jsonb object as text, whose keys are found by name';

--
-- sources.sql: what the functions that are written in SQL ask of tables
--

CREATE FUNCTION _aer_source_column(source regclass, name text, named_as text) RETURNS smallint
	AS 'MODULE_PATHNAME', 'aer_source_column' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_source_columns(source regclass, learner jsonb, target text, key text, whole_rows boolean) RETURNS text[]
	AS 'MODULE_PATHNAME', 'aer_source_columns' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_may_commit() RETURNS boolean
	AS 'MODULE_PATHNAME', 'aer_may_commit' LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100;

COMMENT ON FUNCTION _aer_source_column(regclass, text, text) IS
'internal: the number of a table''s column; an error that ends in "named_as" and a near name if there is none';
COMMENT ON FUNCTION _aer_source_columns(regclass, jsonb, text, text, boolean) IS
'internal: the columns of a table that the attributes of a learner or keyed design come from, in their order; NULL of other features than whole rows, where the options alone are checked';
COMMENT ON FUNCTION _aer_may_commit() IS 'internal: can the calling procedure COMMIT?';

CREATE FUNCTION _aer_refuse_query(source text) RETURNS regclass
	LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RAISE EXCEPTION '"source" is a query, and must be the name of a table or view' USING ERRCODE = 'invalid_parameter_value',
		DETAIL = format('It begins with %s.', quote_literal(left(ltrim(source), 30))), HINT = 'Give the query a name: CREATE VIEW asked AS SELECT ..., and then ''asked''.';
END $$;

-- The table of a name, which the caller's search_path finds.
CREATE FUNCTION _aer_table(source text) RETURNS regclass
	LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $$
	SELECT CASE WHEN source OPERATOR(pg_catalog.~*) '^\s*(select|with|values|table)\s' THEN @extschema@._aer_refuse_query(source) ELSE source::pg_catalog.regclass END
$$;

COMMENT ON FUNCTION _aer_refuse_query(text) IS 'internal: _aer_table';
COMMENT ON FUNCTION _aer_table(text) IS 'internal: the table or view of a name; an error that says so of a query';

CREATE FUNCTION _aer_base_type(type oid) RETURNS regtype
	LANGUAGE sql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	WITH RECURSIVE below AS (SELECT type AS oid UNION ALL
		SELECT typbasetype FROM below JOIN pg_type USING (oid) WHERE typtype = 'd')
	SELECT oid::regtype FROM below JOIN pg_type USING (oid) WHERE typtype <> 'd'
$$;

CREATE FUNCTION _aer_kind(type oid) RETURNS text
	LANGUAGE sql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE WHEN base IN ('int2'::regtype, 'int4'::regtype, 'int8'::regtype) THEN 'integer'
		WHEN base IN ('float4'::regtype, 'float8'::regtype, 'numeric'::regtype, 'date'::regtype, 'timestamp'::regtype, 'timestamptz'::regtype) THEN 'number'
		WHEN base = 'bool'::regtype THEN 'boolean' WHEN base IN ('text'::regtype, 'varchar'::regtype, 'bpchar'::regtype) THEN 'words'
		WHEN typtype = 'e' THEN 'enum' END
	FROM @extschema@._aer_base_type(type) base JOIN pg_type t ON t.oid = base
$$;

-- The number that a column of a type is that is none itself, as an expression; NULL: there is none.
CREATE FUNCTION _aer_as_number(type regtype, name text) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE WHEN type = 'money'::regtype THEN format('%I::numeric', name)
		WHEN type IN ('interval'::regtype, 'time'::regtype, 'timetz'::regtype) THEN format('extract(epoch FROM %I)', name) END
$$;

-- Can a type be that of the elements of features? Domains cannot: casts of their arrays may be anybody's. Nor points in time,
-- of whose arrays no aggregate is declared (see _aer_arguments).
CREATE FUNCTION _aer_is_number(type oid) RETURNS boolean
	LANGUAGE sql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT coalesce(@extschema@._aer_base_type(type) = type AND @extschema@._aer_kind(type) IN ('integer', 'number', 'boolean') AND type <> ALL ('{date,timestamp,timestamptz}'::regtype[]), false)
$$;

-- Is it a type that is cast to real[], as that of an embedding? It must be one that a superuser has made, a base type and no
-- array of another, as the casts of others may be anybody's, those of arrays of a domain, too.
CREATE FUNCTION _aer_is_embedding(type oid) RETURNS boolean
	LANGUAGE sql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT EXISTS (SELECT FROM pg_type t JOIN pg_cast ON castsource = t.oid WHERE t.oid = type AND typtype = 'b' AND typcategory <> 'A' AND casttarget = 'float4[]'::regtype)
$$;

-- The text of a value, an expression: that of a type that somebody made comes from its output
-- function, as a cast may be anybody's. format() makes '' of NULL.
CREATE FUNCTION _aer_text(value text, type oid) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT format(CASE WHEN type::bigint < 16384 THEN '%1$s::pg_catalog.text'
		ELSE 'CASE WHEN pg_catalog.num_nonnulls(%1$s) OPERATOR(pg_catalog.=) 1 THEN pg_catalog.format(''%%s'', %1$s) END' END, value)
$$;

CREATE FUNCTION _aer_days(date) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_days' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_days(timestamp) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_days' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_days(timestamptz) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_days' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION _aer_days(date) IS 'internal: the number that a target of that type is, days from 2000-01-01';
COMMENT ON FUNCTION _aer_days(timestamp) IS 'internal: the same';
COMMENT ON FUNCTION _aer_days(timestamptz) IS 'internal: the same, in UTC';

CREATE FUNCTION _aer_check_target(target text, type regtype) RETURNS void
	LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF @extschema@._aer_kind(type::oid) IS NULL THEN
		RAISE EXCEPTION USING ERRCODE = 'datatype_mismatch',
			MESSAGE = format('target column "%s" is of type %s, which is neither a number, boolean nor a word', target, format_type(type, NULL)),
			HINT = CASE WHEN @extschema@._aer_as_number(type, target) IS NOT NULL THEN format('%s is a number: let a view have it.', @extschema@._aer_as_number(type, target))
				WHEN type IN ('json', 'jsonb') THEN format('One of its keys can be a target: let a view have %I ->> ''key'', as a number if it is one.', target)
				WHEN (SELECT typcategory = 'A' FROM pg_type WHERE oid = type) THEN format('One of its elements can be a target: let a view have %I[1].', target)
				ELSE format('''%s=VALUE'' is one value against all others.', target) END;
	END IF;
END $$;

COMMENT ON FUNCTION _aer_check_target(text, regtype) IS 'internal: an error if a column of that type, below its domains, is no target';

-- 'class=good' is that value of the column "class" against all others, unless a column has just that name.
CREATE FUNCTION _aer_target(source regclass, target text, OUT name text, OUT type regtype, OUT value text, OUT expression text)
	LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
BEGIN
	SELECT attname, CASE WHEN attname <> target THEN substr(target, length(attname) + 2) END INTO name, value FROM pg_attribute
	WHERE attrelid = source AND attnum > 0 AND NOT attisdropped AND (attname = target OR starts_with(target, attname || '='))
	ORDER BY attname = target DESC, length(attname) DESC LIMIT 1;
	SELECT @extschema@._aer_base_type(atttypid) INTO type FROM pg_attribute
	WHERE attrelid = source AND attnum = @extschema@._aer_source_column(source, coalesce(name, target), 'It is named as the target.');
	expression := format('s.%I', name);
	IF value IS NOT NULL THEN
		expression := format('(%s) OPERATOR(pg_catalog.=) %L', @extschema@._aer_text(expression, type::oid), value);
	END IF;
END $$;

CREATE FUNCTION _aer_row_key(type oid, value text) RETURNS text
	LANGUAGE sql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE WHEN base IN ('int2'::regtype, 'int4'::regtype, 'int8'::regtype) THEN format('%s::pg_catalog.int8', value)
		WHEN base IN ('text'::regtype, 'varchar'::regtype) THEN format('@extschema@.aer_key(%s::pg_catalog.text)', value)
		WHEN base = 'uuid'::regtype THEN format('@extschema@.aer_key(%s::pg_catalog.uuid)', value) END
	FROM @extschema@._aer_base_type(type) base
$$;

CREATE FUNCTION _aer_row_key(source regclass, key text, row_name text) RETURNS text
	LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	type oid := atttypid FROM pg_attribute WHERE attrelid = source AND attnum = @extschema@._aer_source_column(source, key, 'It is named as the key.');
	expression text := @extschema@._aer_row_key(type, format('%s.%I', row_name, key));
BEGIN
	IF expression IS NULL THEN
		RAISE EXCEPTION USING ERRCODE = 'datatype_mismatch', MESSAGE = format('key column "%s" is of type %s, which cannot be a key', key, format_type(type, NULL)),
			DETAIL = 'A key is an integer, or text, varchar or uuid, of which aer_key() makes one.',
			HINT = 'Cast it to one of these, in a view or a column of its own, so that it is the same whatever DateStyle, TimeZone and bytea_output are.';
	END IF;
	RETURN expression;
END $$;

CREATE FUNCTION _aer_primary_key(source regclass) RETURNS text
	LANGUAGE sql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT attname FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]
	WHERE indrelid = source AND indisprimary AND indnkeyatts = 1 AND @extschema@._aer_row_key(atttypid, '') IS NOT NULL
$$;

CREATE FUNCTION _aer_key_column(source regclass, key text) RETURNS text
	LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	key := coalesce(key, @extschema@._aer_primary_key(source));
	IF key IS NULL THEN
		RAISE EXCEPTION USING ERRCODE = 'null_value_not_allowed', MESSAGE = format('%s has no primary key of one column that can be a key', source),
			DETAIL = 'A key is an integer, or text, varchar or uuid.', HINT = 'Name the column that tells its rows apart as "key". ALTER TABLE ... ADD id bigserial UNIQUE makes one.';
	END IF;
	RETURN key;
END $$;

-- How Citus has put a table into shards ("n": it is on every server); NULL: it has not.
CREATE FUNCTION _aer_distributed(source regclass) RETURNS "char"
	LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	method "char";
BEGIN
	IF to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL THEN
		EXECUTE 'SELECT partmethod FROM pg_catalog.pg_dist_partition WHERE logicalrelid = $1' INTO method USING source;
	END IF;
	RETURN method;
END $$;

-- OFFSET makes Citus bring the rows of a distributed table here before anything is made of them: a
-- whole row that it makes elsewhere loses the names of its columns.
CREATE FUNCTION _aer_relation(source regclass) RETURNS text
	LANGUAGE sql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT format(CASE WHEN @extschema@._aer_distributed(source) <> 'n' THEN '(SELECT * FROM %I.%I OFFSET 0)' ELSE '%I.%I' END, nspname, relname)
	FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE c.oid = source
$$;

-- What stands for features and target in aggregates over rows, of features that are one expression: a word would be taken
-- for the name of a target in the document, so there it is one. An enum is given as text, as its casts may be anybody's. Each
-- argument has just the type that an aggregate declares, and so no other of that name is meant, whoever made it.
CREATE FUNCTION _aer_arguments(features text, is_jsonb boolean, target text, expression text, type regtype) RETURNS text
	LANGUAGE sql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE WHEN expression IS NULL THEN format('%s, %L::pg_catalog.text', features, target)
		WHEN is_jsonb AND @extschema@._aer_kind(type::oid) IN ('words', 'enum') THEN format('%s OPERATOR(pg_catalog.||) pg_catalog.jsonb_build_object(%L::pg_catalog.text, %s), %2$L::pg_catalog.text', features, target, @extschema@._aer_text(expression, type::oid))
		ELSE format('%s, %s', features, CASE WHEN @extschema@._aer_kind(type::oid) IN ('words', 'enum') THEN @extschema@._aer_text(expression, type::oid)
			WHEN type IN ('date'::regtype, 'timestamp'::regtype, 'timestamptz'::regtype) THEN format('@extschema@._aer_days(%s::pg_catalog.%s)', expression, (SELECT typname FROM pg_type WHERE oid = type))
			ELSE format('(%s)::pg_catalog.%s', expression, CASE type WHEN 'bool'::regtype THEN 'bool' ELSE 'float8' END) END) END
$$;

-- Features that stand in one column: an array, jsonb, or a type that is cast to real[]. The target is a column, or a key of
-- the document where no column is called so, and has no expression yet.
CREATE FUNCTION _aer_features(source regclass, features text, target text,
	OUT is_jsonb boolean, OUT expression text, OUT target_expression text, OUT arguments text)
	LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
	type oid := (SELECT atttypid FROM pg_attribute WHERE attrelid = source AND attnum = @extschema@._aer_source_column(source, features, 'It is named as the features.'));
	base pg_type := (SELECT t FROM pg_type t WHERE oid = @extschema@._aer_base_type(type));
	named record;
	target_type regtype;
BEGIN
	is_jsonb := base.oid = 'jsonb'::regtype;
	-- what aggregates declare, which below domains it is
	expression := format('s.%I::pg_catalog.%s', features, CASE WHEN is_jsonb THEN 'jsonb' WHEN @extschema@._aer_is_embedding(base.oid) THEN '_float4'
		ELSE (SELECT a.typname FROM pg_type e JOIN pg_type a ON a.oid = e.typarray WHERE e.oid = base.typelem) END);
	IF NOT @extschema@._aer_is_embedding(base.oid) AND NOT is_jsonb AND (base.typsubscript <> 'array_subscript_handler'::regproc OR NOT @extschema@._aer_is_number(base.typelem)) THEN
		RAISE EXCEPTION USING ERRCODE = 'datatype_mismatch',
			MESSAGE = format('features column "%s" is of type %s, which is neither an array of numbers nor jsonb', features, format_type(type, NULL)),
			HINT = CASE WHEN type = 'json'::regtype THEN 'Make it jsonb.' WHEN base.typcategory = 'A' AND @extschema@._aer_is_number(@extschema@._aer_base_type(base.typelem)::oid)
				THEN format('Cast it to %s[], in a view.', @extschema@._aer_base_type(base.typelem)) ELSE 'Leave "features" out to learn from whole rows.' END;
	END IF;
	IF NOT is_jsonb OR EXISTS (SELECT FROM pg_attribute WHERE attrelid = source AND attnum > 0 AND NOT attisdropped
			AND (attname = target OR starts_with(target, attname || '='))) THEN
		named := @extschema@._aer_target(source, target);
		IF named.name = features THEN
			RAISE EXCEPTION USING ERRCODE = 'invalid_parameter_value', MESSAGE = format('column "%s" cannot be both target and features', features);
		ELSIF is_jsonb AND named.value IS NULL AND named.type IN ('date'::regtype, 'timestamp'::regtype, 'timestamptz'::regtype) THEN
			RAISE EXCEPTION USING ERRCODE = 'datatype_mismatch', MESSAGE = format('target column "%s" is of type %s, which beside jsonb is no target', target, named.type),
				HINT = 'Make it a number, for example the days that have passed, in a view.';
		END IF;
		IF named.value IS NULL THEN
			PERFORM @extschema@._aer_check_target(target, named.type);
		END IF;
		target_expression := named.expression;
		target_type := CASE WHEN named.value IS NULL THEN named.type ELSE 'bool' END;
	END IF;
	arguments := @extschema@._aer_arguments(expression, is_jsonb, target, target_expression, target_type);
END $$;

-- By the primary key, where it is one column that can be a key, what is looked at depends on no order.
CREATE FUNCTION _aer_rows(source regclass, target text, design jsonb, key text, features text DEFAULT NULL,
	OUT relation text, OUT columns text, OUT arguments text, OUT row_key text)
	LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	relation := @extschema@._aer_relation(source);
	row_key := @extschema@._aer_row_key(source, coalesce(key, @extschema@._aer_primary_key(source)), 's');
	columns := 's';
	arguments := (@extschema@._aer_features(source, features, target)).arguments;
	IF features IS NULL THEN
		columns := format('s, LATERAL (SELECT %s, s.%I) _aer_row', (SELECT string_agg(format('s.%I', attribute), ', ') FROM jsonb_array_elements_text(design -> 'include') i (attribute)),
			(@extschema@._aer_target(source, target)).name);
		arguments := format('_aer_row.*, %L::pg_catalog.text', target);
	END IF;
END $$;

-- A bigint that tells the rows of a table s apart as long as a statement lasts, where no column of it does:
-- of what is stored here where it is stored, else what the columns of a design say, or features that are one
-- expression. Never the target: rows that say the same in all would leave a fold together.
CREATE FUNCTION _aer_any_row_key(source regclass, design jsonb, features text) RETURNS text
	LANGUAGE sql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	WITH RECURSIVE parts AS (SELECT source::oid AS oid UNION SELECT inhrelid FROM pg_inherits JOIN parts ON inhparent = oid)
	SELECT CASE WHEN has_table_privilege(source, 'SELECT') AND (@extschema@._aer_distributed(source) <> 'n') IS NOT TRUE AND NOT EXISTS (SELECT FROM parts JOIN pg_class USING (oid) WHERE relkind NOT IN ('r', 'm', 'p'))
		THEN 'pg_catalog.hashtidextended(s.ctid, s.tableoid::pg_catalog.int8)'
		WHEN features IS NOT NULL THEN format('pg_catalog.hash_record_extended(ROW(%s), 0)', features)
		ELSE (SELECT format('pg_catalog.hash_record_extended(ROW(%s), 0)', string_agg(CASE @extschema@._aer_kind(atttypid) WHEN 'enum' THEN @extschema@._aer_text(format('s.%I', attname), atttypid) ELSE format('s.%I', attname) END, ', ' ORDER BY attnum))
			FROM pg_attribute WHERE attrelid = source AND design -> 'include' ? attname::text) END
$$;

COMMENT ON FUNCTION _aer_any_row_key(regclass, jsonb, text) IS 'internal: what tells the rows of a table apart that has no key, as an expression';

-- What a query says in each shard, whose name takes the place of \001: in the order of shards, whichever answers first.
CREATE FUNCTION _aer_of_shards(source regclass, query text) RETURNS SETOF text
	LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE COST 100000 ROWS 100 SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	shard record;
BEGIN
	-- The connections to the shards would wait for this very transaction, for ever.
	IF EXISTS (SELECT FROM pg_locks WHERE pid = pg_backend_pid() AND relation = source AND mode = 'AccessExclusiveLock' AND granted) THEN
		RAISE EXCEPTION USING ERRCODE = 'object_in_use', MESSAGE = format('%s was changed in this transaction', source),
			DETAIL = 'Its shards are read by other connections, which see what is committed, and would wait.', HINT = 'COMMIT first.';
	END IF;
	FOR shard IN EXECUTE 'SELECT shardid, success, result FROM pg_catalog.run_command_on_shards($1, $2) ORDER BY 1'
			USING source, replace(replace(query, '%', '%%'), E'\001', '%s') LOOP
		IF NOT shard.success THEN
			RAISE EXCEPTION USING ERRCODE = 'object_not_in_prerequisite_state', MESSAGE = format('shard %s of %s gave no answer', shard.shardid, source), DETAIL = shard.result;
		END IF;
		RETURN NEXT nullif(shard.result, '');
	END LOOP;
END $$;

CREATE FUNCTION _aer_expected_rows(query text) RETURNS bigint
	LANGUAGE plpgsql VOLATILE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	plan json;
BEGIN
	EXECUTE 'EXPLAIN (FORMAT json) ' || query INTO plan;
	RETURN least(greatest((plan #>> '{0,Plan,Plan Rows}')::numeric, 1), 1e18);
END $$;

CREATE FUNCTION _aer_quoted_name(name text) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT string_agg(quote_ident(part), '.' ORDER BY place) FROM unnest(parse_ident(name)) WITH ORDINALITY p (part, place)
$$;

COMMENT ON FUNCTION _aer_quoted_name(text) IS 'internal: a name, with or without schema, in quotes where it needs them';
COMMENT ON FUNCTION _aer_base_type(oid) IS 'internal: the type below domains';
COMMENT ON FUNCTION _aer_kind(oid) IS 'internal: what values of that type are as attributes: integer, number, boolean, words, enum; NULL: none';
COMMENT ON FUNCTION _aer_as_number(regtype, text) IS 'internal: the number that a column of that type can be made, as an expression; NULL: there is none';
COMMENT ON FUNCTION _aer_is_number(oid) IS 'internal: can arrays of that type be features?';
COMMENT ON FUNCTION _aer_is_embedding(oid) IS 'internal: is that a type that is cast to real[], and can be features?';
COMMENT ON FUNCTION _aer_text(text, oid) IS 'internal: the text of a value of that type as an expression that runs no code but the type''s own';
COMMENT ON FUNCTION _aer_target(regclass, text) IS
'internal: the column that a target names, the type below its domains, of "column=value" the value that stands against all others, and the target of a row s as an expression';
COMMENT ON FUNCTION _aer_row_key(oid, text) IS
'internal: the bigint that a design knows a row by whose key has that type, as an expression; NULL: there is none';
COMMENT ON FUNCTION _aer_row_key(regclass, text, text) IS 'internal: the same of a key column; an error if there is none';
COMMENT ON FUNCTION _aer_key_column(regclass, text) IS 'internal: the key that is given, else the primary key; an error if there is neither';
COMMENT ON FUNCTION _aer_primary_key(regclass) IS 'internal: the column that is the primary key, where that is one column that can be a key';
COMMENT ON FUNCTION _aer_relation(regclass) IS 'internal: a table as it stands in FROM';
COMMENT ON FUNCTION _aer_arguments(text, boolean, text, text, regtype) IS 'internal: features and target of aggregates over rows s, of features that are one expression';
COMMENT ON FUNCTION _aer_features(regclass, text, text) IS
'internal: features that stand in one column of a row s, as an expression, the target, if it is a column, and both as arguments of an aggregate';
COMMENT ON FUNCTION _aer_rows(regclass, text, jsonb, text, text) IS
'internal: a table, what stands behind it in FROM, features and target of aggregates over it (without features that stand in one column the row _aer_row of the attributes of a design and of the target''s column), and the bigint that the design knows the row by';
COMMENT ON FUNCTION _aer_distributed(regclass) IS 'internal: by what method Citus has distributed a table, or NULL';
COMMENT ON FUNCTION _aer_of_shards(regclass, text) IS 'internal: the answers of all shards to a query';
COMMENT ON FUNCTION _aer_expected_rows(text) IS
'internal: how many rows the planner expects of a query, at least 1 as it may be wrong; an error if the caller may not run it';

CREATE FUNCTION _aer_notice(message text) RETURNS void
	AS 'MODULE_PATHNAME', 'aer_notice' LANGUAGE C VOLATILE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION _aer_notice(text) IS 'internal: a NOTICE, once a statement, whoever of its workers has it';

--
-- moments.sql: designs, moments of rows, and what is fitted to them
--

CREATE FUNCTION _aer_moments_merge(aer_moments, aer_moments) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_merge' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;

COMMENT ON FUNCTION _aer_moments_merge(aer_moments, aer_moments) IS 'internal: aer_moments, aer_judgment_moments';

CREATE AGGREGATE aer_moments(moments aer_moments) (
	SFUNC = _aer_moments_merge,
	STYPE = aer_moments,
	SSPACE = 45000,
	COMBINEFUNC = _aer_moments_merge,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_moments(aer_moments) IS
'merge stored moments of one kind and the same attributes: the moments of all their rows or objects together';

CREATE FUNCTION aer_add(aer_moments, aer_moments) RETURNS aer_moments
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;

COMMENT ON FUNCTION aer_add(aer_moments, aer_moments) IS
'the moments of all rows (or objects) of both, as aer_moments(moments) merges them: implementation of +';

CREATE FUNCTION aer_subtract(aer_moments, aer_moments) RETURNS aer_moments
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;

COMMENT ON FUNCTION aer_subtract(aer_moments, aer_moments) IS
'the moments of those rows of the first that are not among the rows of the second: both keyed, of the same design. A fit of what is left is an error where rounding of what was taken back may have eaten up an attribute or the target: implementation of -';

CREATE OPERATOR + (
	LEFTARG = aer_moments,
	RIGHTARG = aer_moments,
	FUNCTION = aer_add
);

CREATE OPERATOR - (
	LEFTARG = aer_moments,
	RIGHTARG = aer_moments,
	FUNCTION = aer_subtract
);

COMMENT ON OPERATOR + (aer_moments, aer_moments) IS 'the moments of all rows of both';
COMMENT ON OPERATOR - (aer_moments, aer_moments) IS 'the moments of the rows of the first without those of the second';

CREATE FUNCTION aer_design(
	budget float8 DEFAULT NULL,
	prices jsonb DEFAULT NULL,
	deep_budget float8 DEFAULT NULL,
	sampling text DEFAULT NULL,
	spread "any" DEFAULT NULL,
	center "any" DEFAULT NULL,
	units text DEFAULT NULL,
	missing text DEFAULT NULL,
	folds integer DEFAULT NULL,
	include text[] DEFAULT NULL,
	exclude text[] DEFAULT NULL,
	columns jsonb DEFAULT NULL,
	pairs jsonb DEFAULT NULL,
	seed bigint DEFAULT NULL
) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_design(float8, jsonb, float8, text, "any", "any", text, text, integer, text[], text[], jsonb, jsonb, bigint) IS
'a sampling design for aer_train and aer_moments: how many attributes of each row are looked at ("budget"; NULL, or as many as there are: all), or, with "prices" (aer_prices), what money that may take. With "deep_budget" some records, chosen by their keys, may take that, and the others less, so that the mean stays. "sampling": uniform, spread (in proportion to "spread", a deviation for each attribute) or learned (from the rows before; not with a row key); NULL: spread where it is given, else learned for arrays in common units without a key, and uniform otherwise. "center" is taken off each attribute, and off a number without knots also before it is multiplied in a pair. "pairs": of columns whose products are attributes, too, the best first: [["age", "smoker"]], at most 30; who looks at both columns sees them, and they cost nothing. "units": common (all attributes are of one kind, as pixels are) or own (each is measured by its deviation); NULL: common; of arrays alone, for named attributes are measured in coordinates of their columns. "missing": available: a NULL that is asked for is a hole, counted and not read; or error. "folds" for choosing penalties: 1 to 100, NULL: 5; 1: no choice';

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
COMMENT ON FUNCTION _aer_sampled_word(text) IS 'internal: a text as _aer_sampled_facts takes it: what takes more than 1000 bytes is not read, and counts as no word';
COMMENT ON FUNCTION _aer_sampled_word(bpchar) IS 'internal: the same';
COMMENT ON FUNCTION _aer_sampled_facts_final(internal) IS 'internal: _aer_sampled_facts';
COMMENT ON AGGREGATE _aer_sampled_facts(integer, float8, record) IS
'internal: of the target, which stands first, and other columns of at most so many rows, a sample of so many, an array of objects that say what aer_suggest decides by';

COMMENT ON FUNCTION _aer_sampled_pairs_transition(internal, record, text, jsonb, integer, float8) IS 'internal: _aer_sampled_pairs';
COMMENT ON FUNCTION _aer_sampled_pairs_transition(internal, jsonb, "any", jsonb, integer, float8) IS 'internal: _aer_sampled_pairs';
COMMENT ON FUNCTION _aer_sampled_pairs_final(internal) IS 'internal: _aer_sampled_pairs';
COMMENT ON AGGREGATE _aer_sampled_pairs(record, text, jsonb, integer, float8) IS
'internal: of at most so many rows, a sample of so many, an array of the pairs of columns of a design that say more of the target together than each for itself';
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
		RAISE EXCEPTION USING ERRCODE = 'datatype_mismatch', MESSAGE = format('the target "%s" is not a number, nor a boolean, nor a word in all documents', target),
			HINT = CASE WHEN keys -> name @> '["object"]' THEN format('One of its keys can be a target, ''%s.key''.', name)
				WHEN keys -> name @> '["array"]' THEN 'One of its elements can be a target: let a view have it.'
				ELSE format('''%s=VALUE'' is one value against all others.', name) END;
	END IF;
END $$;

COMMENT ON FUNCTION _aer_sample(regclass, text, bigint) IS 'internal: a sample of a source, which is the same as long as the source is';
COMMENT ON FUNCTION _aer_shard_rows(regclass, text, bigint, float8, text) IS 'internal: the rows of a sample that are in a shard, as arrays of the columns';
COMMENT ON FUNCTION _aer_sampled_columns(regclass, text, bigint, jsonb, text[], regtype[]) IS 'internal: how columns of a sample are read';
COMMENT ON FUNCTION _aer_facts(regclass, text, bigint, jsonb, text[], regtype[]) IS 'internal: what a sample says of columns';
COMMENT ON FUNCTION _aer_pairs(regclass, text, bigint, jsonb, text[], regtype[], text[], text, jsonb) IS 'internal: what a sample says of pairs of columns';
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

CREATE FUNCTION _aer_suggest(source regclass, target text, budget float8, exclude text[], prices jsonb, curves boolean, missing boolean, pairs boolean, features text DEFAULT NULL) RETURNS jsonb
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
	missing := coalesce(missing, true);
	pairs := coalesce(pairs, true);
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
		told := missing AND coalesce(nulls[i], holes > 1);
		left_out[i] := coalesce(left_out[i], CASE WHEN (fact ->> 'long')::boolean THEN 'values of more than 1000 bytes'
			WHEN holes = judged THEN 'all NULL'
			WHEN NOT (fact ->> 'finite')::boolean THEN 'NaN or infinite values: let them be NULL'
			-- one row says nothing of that
			WHEN (fact ->> 'different')::bigint = 1 AND NOT told AND judged > 1 THEN CASE WHEN document IS NOT NULL AND holes > 0 THEN 'constant, or absent, which says nothing: only null does' ELSE 'constant' END
			WHEN fact -> 'words' = 'null' THEN 'no value twice'
			WHEN fact -> 'words' = '[]' THEN 'too many different words'
			-- a design would take them for knots
			WHEN document IS NOT NULL AND NOT EXISTS (SELECT FROM jsonb_array_elements_text(coalesce(fact -> 'words', '[""]')) w WHERE w !~ '^[0-9]{4,}-[0-9][0-9]-') THEN 'points in time, but not all'
			WHEN (fact ->> 'numbers')::boolean THEN 'numbers the rows'
			WHEN (fact ->> 'says')::boolean THEN 'says the target' END);
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
		PERFORM @extschema@._aer_notice(format('%s that are left out: %s', CASE WHEN document IS NULL THEN 'columns' ELSE 'keys' END, array_to_string(reasons, ', ')));
	END IF;
	IF include = '{}' AND (features IS NULL OR given.is_jsonb) THEN
		RAISE EXCEPTION USING ERRCODE = 'datatype_mismatch', MESSAGE = format('no %s of %s can be an attribute', CASE WHEN document IS NULL THEN 'column' ELSE 'key' END, CASE WHEN document IS NULL THEN relation ELSE format('"%s"', features) END),
			HINT = coalesce(CASE WHEN features IS NULL THEN @extschema@._aer_one_column(source, target, budget, named.name || coalesce(exclude, '{}')) END,
				'Those that are excluded or left out can be listed: option "include" of aer_design().');
	ELSIF judged < expected THEN
		PERFORM @extschema@._aer_notice(format('%s of %s%s rows of %s were looked at', judged, CASE WHEN sample.share < 100 THEN 'about ' END, expected, relation));
	END IF;
	IF constant THEN
		RAISE WARNING USING MESSAGE = format('the target "%s" has one value only%s', target,
				CASE WHEN judged < expected THEN ' in the rows that were looked at' ELSE ', and so will predictions' END),
			DETAIL = format('Rows that were looked at: %s.', judged);
	END IF;
	suspects := array_remove(suspects, NULL);
	IF suspects <> '{}' THEN
		PERFORM @extschema@._aer_notice(format('are these known before the target is? If not, exclude them: %s', array_to_string(suspects, ', ')));
	END IF;
	-- elements of an array are numbers of one kind, and have no names
	IF NOT given.is_jsonb THEN
		RETURN @extschema@.aer_design(budget => budget, exclude => exclude, prices => prices);
	END IF;
	design := @extschema@.aer_design(budget => budget, include => include, columns => columns, prices => prices);
	-- nobody learns from a target that is not finite, or of more than 100 classes
	IF pairs AND NOT constant AND (facts[1] ->> 'finite')::boolean AND (facts[1] -> 'words' IS NULL OR NOT (facts[1] ->> 'long')::boolean AND (facts[1] ->> 'different')::bigint <= 100) THEN
		screened := CASE WHEN center IS NULL THEN design ELSE design || jsonb_build_object('center', center) END;
		IF document IS NULL THEN
			found := @extschema@._aer_pairs(source, condition, most, to_jsonb(sample), ARRAY(SELECT format('s.%I', name) FROM unnest(include || named.name) name),
				ARRAY(SELECT type FROM unnest(include) WITH ORDINALITY i (name, place) JOIN unnest(names, types) n (name, type) USING (name) ORDER BY place) || target_type,
				include || named.name, target, screened);
		ELSE
			found := @extschema@._aer_pairs(source, condition, most, to_jsonb(sample), array_remove(ARRAY[document, given.target_expression], NULL), ('{jsonb}'::regtype[] || named.type)[1:num_nonnulls(document, given.target_expression)], NULL::text[], target, screened);
		END IF;
	END IF;
	RETURN CASE WHEN found <> '[]' THEN design || jsonb_strip_nulls(jsonb_build_object('center', center, 'pairs', found)) ELSE design END;
END $$;

COMMENT ON FUNCTION _aer_suggest(regclass, text, float8, text[], jsonb, boolean, boolean, boolean, text) IS 'internal: aer_suggest(), which calls it once for all rows of a statement';

CREATE FUNCTION aer_suggest(source regclass, target text, budget float8 DEFAULT NULL, exclude text[] DEFAULT NULL, prices jsonb DEFAULT NULL,
	curves boolean DEFAULT true, missing boolean DEFAULT true, pairs boolean DEFAULT true, features text DEFAULT NULL) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C STABLE PARALLEL RESTRICTED COST 100000;

COMMENT ON FUNCTION aer_suggest(regclass, text, float8, text[], jsonb, boolean, boolean, boolean, text) IS
'a first design for a table or view: "include" written out (numbers, booleans, dates and times, words; not those that "exclude" lists) and "columns" filled in: of words the 100 most frequent, seen twice or more; of numbers with more than 10 different values the quartiles as knots, where one is the least or largest value, or all are the same, those of the values beside it (not with curves => false); null where there are two NULLs or more (not with missing => false). "pairs" are written, too: those columns that say more together than each for itself, by what their products explain beyond a model of all columns (not with pairs => false), and a "center" for numbers without knots. A NOTICE says which columns are left out and why: keys, constants, words of which the 100 most frequent are less than a quarter of the values, nothing but NULL, NaN, types that are no numbers, and columns that say the target: it is a function of them, or of their being NULL, or they correlate with it by 0.9999 or more. "target": a column of numbers, booleans or words, or column=value: that value against all others, an error if no row has it. "prices": those of aer_prices. "features": a column that all attributes stand in; the keys of jsonb are judged as columns are, those of objects in it, too ("a.b"), but arrays, and null is told apart where two rows have it; of arrays nothing is judged. It judges 20,000 rows, a sample from all over the source that is the same as long as the source is, and says so (for a value that none of them has it reads all, until one has it), once for all rows of a statement, with the caller''s rights';

CREATE FUNCTION aer_plan(design jsonb, attributes integer, key bigint) RETURNS integer[]
	AS 'MODULE_PATHNAME', 'aer_plan_numbers' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION aer_plan(design jsonb, names text[], key bigint) RETURNS text[]
	AS 'MODULE_PATHNAME', 'aer_plan_names' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_deep(design jsonb, key bigint) RETURNS boolean
	AS 'MODULE_PATHNAME', 'aer_deep' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION aer_fold(design jsonb, key bigint) RETURNS integer
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_fold(jsonb, bigint) IS
'in which of the folds of a design, from 1, the row of that key is; element so of aer_fold_models() has not learned from it';

CREATE FUNCTION aer_design_summary(design jsonb, attributes integer,
	OUT attribute integer, OUT name text, OUT cost float8, OUT panel text, OUT reachable boolean,
	OUT never_with text[], OUT deep boolean) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_design_summary_numbers' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 100;

CREATE FUNCTION aer_design_summary(design jsonb, names text[],
	OUT attribute integer, OUT name text, OUT cost float8, OUT panel text, OUT reachable boolean,
	OUT never_with text[], OUT deep boolean) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_design_summary_names' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 100;

COMMENT ON FUNCTION aer_design_summary(jsonb, integer) IS
'what each look costs under a design, its panel, whether the largest budget ever reaches it (else it is never looked at), the looks that this never pays for together with it, and whether only records that are looked at deeply ("deep_budget") reach it';

COMMENT ON FUNCTION aer_design_summary(jsonb, text[]) IS
'the same by name';

COMMENT ON FUNCTION _aer_deep(jsonb, bigint) IS
'internal: is the record of that key one that a design with a "deep_budget" looks at deeply?';

COMMENT ON FUNCTION aer_plan(jsonb, integer, bigint) IS
'the attributes (1-based, ascending) that aer_moments with this design looks at in the row of that key: the same always and everywhere';

COMMENT ON FUNCTION aer_plan(jsonb, text[], bigint) IS
'the same by name; "names" are the attributes, in any order, which is that of the result';

CREATE FUNCTION _aer_moments_final(aer_moments) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION _aer_moments_final(aer_moments) IS 'internal: aer_moments';

CREATE FUNCTION aer_attributes(moments aer_moments,
	OUT attribute integer, OUT name text, OUT reads bigint, OUT missing bigint,
	OUT mean float8, OUT deviation float8, OUT correlation float8, OUT unknown bigint,
	OUT cost float8, OUT spent float8, OUT pair boolean) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 100;

COMMENT ON FUNCTION aer_attributes(aer_moments) IS
'what moments of rows say of each attribute: values read, those asked for that were NULL, the mean and standard deviation of the values, and their correlation with the target, NULL where too little was seen, or where it is lost to rounding next to what was taken back; and of a column of words how many values read were none of those given, with "pairs" and without a budget also how many were NULL. What a look costs, and what all of those in the sums have: at the first attribute of a look, without fees; NULL where designs with other prices were merged. pair: the attribute is a product of two columns'' factors ("pairs" of aer_design)';

CREATE FUNCTION aer_sums(moments aer_moments, OUT fold integer, OUT first text, OUT second text, OUT n bigint,
	OUT product float8, OUT first_sum float8, OUT second_sum float8) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 1000;

COMMENT ON FUNCTION aer_sums(aer_moments) IS
'the sums that moments of rows hold: for each fold and each two attributes (each with itself, too) in how many rows both were seen, and over these rows the sum of their products and of each of them. Attributes are called by name, of arrays by number; the target is "(target)", of words each class is "(target)=class", 1 or 0. What was never seen together has no row. An error where rounding has left nothing of an attribute, or of the target, next to what was taken back';

CREATE FUNCTION aer_second_moments(moments aer_moments, centered boolean DEFAULT true) RETURNS float8[]
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_second_moments(aer_moments, boolean) IS
'the second moment of each attribute, about its mean or (not "centered") about 0: for the option "second_moments" of learners. An error where rounding has left nothing of an attribute, or of the target, next to what was taken back';

CREATE FUNCTION aer_sampling(second_moments float8[], OUT learner text, OUT share float8, OUT draws integer) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 2;

COMMENT ON FUNCTION aer_sampling(float8[]) IS
'what drawing by these second moments (aer_second_moments) is worth to aer_ridge and to aer_lasso: the share of the looks of uniform sampling that it needs, 1: nothing to gain; and how many draws, of 1 to d attributes for the record itself, have the guarantee of reading all of them, up to a constant factor: the inner product takes draws besides, "budget" is their sum (rho and k of Kukliansky & Shamir 2015). NULL where all moments are 0';

CREATE FUNCTION aer_fit_ridge(moments aer_moments, lambda float8 DEFAULT NULL, radius float8 DEFAULT NULL,
	bends boolean DEFAULT NULL, partial boolean DEFAULT NULL, pairs integer DEFAULT NULL) RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000000;

CREATE FUNCTION aer_fit_lasso(moments aer_moments, lambda float8 DEFAULT NULL, radius float8 DEFAULT NULL) RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000000;

CREATE FUNCTION aer_fit_ols(moments aer_moments) RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000000;

COMMENT ON FUNCTION aer_fit_ridge(aer_moments, float8, float8, boolean, boolean, integer) IS
'ridge regression: half the mean squared error plus lambda/2 times the sum of squared weights, in the design''s units, of named attributes in coordinates (a number over its deviation, words and bends so that a penalty treats them alike); exact if every attribute was read. "lambda" NULL: of the design''s sampling noise alone; if every attribute was read, chosen from the folds. The length of the weights, the link of a target that takes two values, and the model''s expected_mse, a forecast of the test error, come from the folds, at no further reads. "radius": of an l2 ball that the weights stay in; they are not judged on the folds then. "bends": do numbers with knots have them, or are they lines? NULL: bends where the folds forecast that they help, and aer_summary() says which. "partial": does the model predict from whatever is known of a row, too? NULL: from moments of named attributes yes, so that aer_predict() leaves out what is NULL and never returns NULL (not within a radius, nor wide), of arrays no; with everything known the weights are the same. "pairs": how many of the design''s pairs of columns, from the first on, 0 to 30? NULL: none, the first 3, the first 10 or all, as the folds forecast that they help (not of fewer than 50 rows, nor within a radius); under a budget of those that were seen with every other column in 100 rows or more. A fit takes milliseconds to many seconds: store the model, in a table or a materialized view; a plain view fits again for every row that it is joined to';

CREATE FUNCTION aer_fold_models(moments aer_moments, lambda float8 DEFAULT NULL, bends boolean DEFAULT NULL, partial boolean DEFAULT NULL) RETURNS aer_model[]
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000000;

COMMENT ON FUNCTION aer_fold_models(aer_moments, float8, boolean, boolean) IS
'for each fold, in their order, the model of all rows but those of that fold, for aer_measure(): "lambda", "bends" and "partial" as in aer_fit_ridge(). Bends, pairs, coordinates, which of the penalties of aer_path(), the length of the weights, the range and the link are those of one fit of all; means, weights and that penalty are of the rows that a model has. They tell no errors, and nothing of columns. That of a fold without rows is the model of all. Of moments with a row key and two folds or more, 2 rows a fold or more';

CREATE FUNCTION _aer_fit_folds(moments aer_moments, quiet boolean) RETURNS aer_model[]
	AS 'MODULE_PATHNAME', 'aer_fit_folds' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000000;

COMMENT ON FUNCTION _aer_fit_folds(aer_moments, boolean) IS 'internal: what aer_fit_ridge() makes of moments, and behind it what aer_fold_models() does, from one fit; "quiet": without warnings';

COMMENT ON FUNCTION aer_fit_lasso(aer_moments, float8, float8) IS
'the lasso: half the mean squared error plus lambda times the sum of absolute weights, in the design''s units, of named attributes of the lengths of looks in coordinates: a column is used with all its attributes or not at all; exact if every attribute was read. "lambda" NULL: chosen from the folds. "radius": of an l1 ball that the weights stay in';

COMMENT ON FUNCTION aer_fit_ols(aer_moments) IS
'ordinary least squares, from moments of which every attribute of every row was read; where attributes are linearly dependent, the solution of least norm';

CREATE FUNCTION aer_path(moments aer_moments, penalty text DEFAULT 'ridge', lambdas float8[] DEFAULT NULL,
	OUT lambda float8, OUT cv_mse float8, OUT cv_se float8, OUT nonzero integer, OUT chosen boolean, OUT class text) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000000 ROWS 20;

COMMENT ON FUNCTION aer_path(aer_moments, text, float8[]) IS
'the choice of lambda that aer_fit_ridge (penalty "ridge") or aer_fit_lasso ("lasso") makes, shown: for each lambda the forecast of the test error (if every attribute was read, of ridge: of the weights before their length is chosen), its standard error, the number of weights (of named attributes: of columns) that are not 0, and whether it was chosen: of ridge under a design with a budget the default, or of the lambdas given the one nearest to it. Of three or more classes the path of each, with ridge, whose regression chooses for itself ("class", else NULL)';

CREATE FUNCTION _aer_names_transition(bytea, jsonb) RETURNS bytea
	AS 'MODULE_PATHNAME', 'aer_names_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;

CREATE FUNCTION _aer_names_combine(bytea, bytea) RETURNS bytea
	AS 'MODULE_PATHNAME', 'aer_names_combine' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_names_final(bytea) RETURNS text[]
	AS 'MODULE_PATHNAME', 'aer_names_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_keys_transition(bytea, jsonb) RETURNS bytea
	AS 'MODULE_PATHNAME', 'aer_keys_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;

CREATE FUNCTION _aer_keys_final(bytea) RETURNS jsonb
	AS 'MODULE_PATHNAME', 'aer_keys_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_value(document jsonb, name text) RETURNS jsonb
	AS 'MODULE_PATHNAME', 'aer_value' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

COMMENT ON FUNCTION _aer_names_transition(bytea, jsonb) IS 'internal: aer_names';
COMMENT ON FUNCTION _aer_keys_transition(bytea, jsonb) IS 'internal: _aer_keys';
COMMENT ON FUNCTION _aer_keys_final(bytea) IS 'internal: _aer_keys';
COMMENT ON FUNCTION _aer_value(jsonb, text) IS 'internal: what a jsonb object has at a key, or at "a.b" at a key of an object in it; NULL: nothing, or null';
COMMENT ON FUNCTION _aer_names_combine(bytea, bytea) IS 'internal: aer_names';
COMMENT ON FUNCTION _aer_names_final(bytea) IS 'internal: aer_names';

CREATE AGGREGATE aer_names(features jsonb) (
	SFUNC = _aer_names_transition,
	STYPE = bytea,
	SSPACE = 10000,
	FINALFUNC = _aer_names_final,
	COMBINEFUNC = _aer_names_combine,
	PARALLEL = SAFE
);

CREATE AGGREGATE _aer_keys(features jsonb) (
	SFUNC = _aer_keys_transition,
	STYPE = bytea,
	SSPACE = 10000,
	FINALFUNC = _aer_keys_final,
	COMBINEFUNC = _aer_names_combine,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_names(jsonb) IS
'the keys that hold a number or a boolean in some row, also of objects in them ("a.b"), sorted by bytes, for the option "include"; at most 100,000. Reads all of every object; no rows: NULL';
COMMENT ON AGGREGATE _aer_keys(jsonb) IS
'internal: all keys, also of objects in them, and what kinds of values rows have there: integer, number, boolean, string, null, nulls (in two rows or more), array, object, time (a string that is one)';

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

CREATE FUNCTION _aer_train_many_final(internal) RETURNS aer_model[]
	AS 'MODULE_PATHNAME', 'aer_train_many_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_train_final(internal) RETURNS aer_model
	AS 'MODULE_PATHNAME', 'aer_train_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION _aer_train_many_final(internal) IS 'internal: aer_train_many';
COMMENT ON FUNCTION _aer_train_final(internal) IS 'internal: aer_train and aer_continue';

CREATE FUNCTION aer_trim(model aer_model) RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_trim(aer_model) IS
'the model without what is needed to go on training, and to predict from what is known of a row where not all is: smaller, can be scored, not continued';

CREATE FUNCTION aer_weights(model aer_model, names text[] DEFAULT NULL,
	OUT attribute integer, OUT name text, OUT weight float8, OUT se float8, OUT class text, OUT pair boolean) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 ROWS 100;

COMMENT ON FUNCTION aer_weights(aer_model, text[]) IS
'the weights as a relation, in the user''s units; the intercept is attribute 0. "names" names the attributes of models trained on arrays. se: the standard deviation of sampling, from the fits to all folds but one (jackknife, pooled): had other rows been drawn, the weight would be within 2 se of its mean over such draws in 85 to 97 of 100 cases. It knows nothing of shrinkage: at few looks, as 5 of 50 at 300 rows, the true weight can lie outside more often than not. NULL of the intercept, of models that are not from moments, where the penalty was not judged on folds (fewer than 2 rows a fold, a radius), and of models that were averaged or restricted. class: of a model of three or more classes, which all have weights of their own, for whether a row is of the class (1) or not (0). pair: the attribute is a product of two columns'' factors ("pairs" of aer_design), called as these are, age>45*smoker';

CREATE FUNCTION aer_importance(model aer_model, OUT name text, OUT importance float8, OUT share float8, OUT drop_r2 float8, OUT "column" text, OUT column2 text, OUT bar text) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 20;

COMMENT ON FUNCTION aer_importance(aer_model) IS
'one row for each column (attribute of arrays, called by its number), the most important first. importance: the standard deviation, over the rows learned from, of what the column adds to the prediction, in units of the target, from the sums; share: of the sum of all their squares. Of three or more classes: of the scores of all together. Columns that say the same share what they say: drop_r2 tells how much the expected r2 falls when the column, with its pairs, is left out and the rest is fitted anew at the same lambda, by the sums; below 0: r2 rises. Of three or more classes it is of all together; NULL: not of ridge that was judged, lambda 0, or columns of so many attributes that it would take long. Pairs of columns whose products the model uses have rows beside those of both columns, for what they add to these; they are called age * smoker, where the database is in UTF-8 with the sign of multiplication, and "column" and column2 are the two, else NULL. bar: importance to look at, 20 characters of the largest. Of models from moments, until they are averaged or restricted';

CREATE FUNCTION aer_curve(model aer_model, "column" text, low float8 DEFAULT NULL, high float8 DEFAULT NULL, other text DEFAULT NULL, class text DEFAULT NULL,
	OUT value text, OUT number float8, OUT effect float8, OUT se float8, OUT value2 text, OUT number2 float8, OUT bar text) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 ROWS 25;

COMMENT ON FUNCTION aer_curve(aer_model, text, float8, float8, text, text) IS
'what a column adds to the linear prediction (aer_score) at each value, less its mean over the rows learned from, in units of the target. Of a number at its knots, at "low", at "high" and 20 points between; NULL: two standard deviations below and above the mean, and out to the last knot, for a model knows no smallest and largest value. Of words each one, of a boolean both; and where NULL is told apart one row with value NULL. value is text (points in time as ISO 8601 has them), number the same as a number (points in time in days from 2000-01-01), NULL of words. "other": a second column; then effect is what both add together, with the products of the pair where the model uses them, at each value with each value2 of the other (number2 as number): 12 values of a number, from end to end, words and booleans as they are, NULL left out. Without "other" both are NULL. "column" is a name, or of models of arrays the number of an attribute. "class": of a model of three or more classes, to whose score for that class (about 1 for a row that is of it, 0 for others) it adds. se: the standard error of effect, by that of the weight (aer_weights), where one attribute says all of the column: a number whose line does not bend, a boolean, if no NULL is told apart; else NULL, as with "other". bar: effect to look at, from the line at 0 to the right, or of what is below 0 to the left. Of models from moments, until they are averaged or restricted';

CREATE FUNCTION aer_summary(model aer_model,
	OUT learner jsonb, OUT attributes integer, OUT rows bigint, OUT skipped bigint,
	OUT draws bigint, OUT reads bigint, OUT continuable boolean,
	OUT expected_mse float8, OUT expected_se float8, OUT mistakes bigint,
	OUT low float8, OUT high float8, OUT link_slope float8, OUT link_offset float8,
	OUT progressive_mse float8, OUT progressive_se float8, OUT mean_mse float8, OUT worse_than_mean boolean,
	OUT bends boolean, OUT columns integer, OUT expected_wrong float8, OUT expected_auc float8,
	OUT measured_rows bigint, OUT measured_mse float8, OUT measured_se float8, OUT measured_wrong float8, OUT measured_wrong_se float8,
	OUT measured_auc float8, OUT measured_auc_se float8, OUT measured_log_loss float8)
	RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 1;

COMMENT ON FUNCTION aer_summary(aer_model) IS
'one row: the learner and its options, attributes, rows learned from, rows skipped for NULL features or target, attributes drawn (repeats included), attribute values read, whether aer_continue can go on, the forecast of the test error where the learner makes one, the mistakes of learners that learn from them, the range that predictions are held to, and the link of a target that takes two values: P(high) = 1 / (1 + exp(-(link_offset + link_slope * score))). Of ridge, lasso and svr also the progressive error: on each of the later rows, before it was learned from, estimated from the looks taken anyway; beside it that of the mean of the targets before, the standard error of the difference, and whether the model is worse by three of them. Of moments with knots whether numbers bend (both forecasts, "mse_of_lines" and "mse_of_bends", stand in learner). columns: looks that the attributes are, one a column; The forecast of a model from moments is from sums alone: of a target of two values of what is predicted by its link, of which the more is believed the more columns the score rests on; of three or more classes of their scores, not of what is predicted. expected_wrong and expected_auc: of moments of a target of two values, forecasts of the share of rows on the wrong side of probability 1/2, and of the area under the ROC curve: those of scores that are normal in each class, with as many more mistakes as the forecast is larger than that of such scores. aer_learn, aer_measure and aer_compare count. measured_*: what predictions of rows that the model had not learned from were worth (aer_measure; NULL: it was not measured): how many rows, mean squared error and its standard error, of two values or classes the share wrong (probability 1/2, or likeliest class), of two values the area under the ROC curve (standard error by DeLong), and the mean of -ln of the probability of what came';

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
	SELECT CASE WHEN NOT measured THEN format(': root mean squared error %s is expected, %s %s%s', @extschema@._aer_digits(sqrt(used), 3), other_name, @extschema@._aer_digits(sqrt(other), 3),
			CASE WHEN other < used THEN ', which is not clearly smaller' ELSE '' END)
		WHEN other = used OR round(percent) <= 0 THEN format(': %s no clearly smaller error is expected', other_name)
		WHEN percent < 1000 THEN format(': %s an error %s %% larger is expected', other_name, @extschema@._aer_digits(percent, 2))
		ELSE format(': %s an error many times larger is expected', other_name) END
	FROM (SELECT 100 * (@extschema@._aer_quotient(sqrt(other), sqrt(used)) - 1) AS percent) p WHERE used >= 0 AND other >= 0
$$;

COMMENT ON FUNCTION _aer_beside(boolean, float8, text, float8) IS 'internal: the mean squared error that is forecast of what a model uses, beside that of something else; where the error was measured only how much larger that is';

CREATE FUNCTION aer_report(model aer_model, OUT item text, OUT value text) RETURNS SETOF record
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

COMMENT ON FUNCTION aer_report(aer_model) IS
'what one would read aloud of a model: learner, rows, looks per row, the error as it was measured on rows that were held out (aer_learn, aer_measure), else as it is expected from sums (in units of the target; of a target of two values the share of rows on the wrong side of probability 1/2, how often who always says the commoner value is wrong, and the area under the ROC curve: aer_summary), whether numbers bend, how many of the design''s pairs of columns it uses, which first, and the error with and without (where it was measured only how much larger it would be, as is expected from sums), the five most important columns with their shares (aer_importance), the target and its range, what predictions are, warnings';

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
		(SELECT string_agg(format('@extschema@.aer_moments(%s, %L::pg_catalog.jsonb, %s)', arguments, d, row_key), ', ' ORDER BY o) FROM unnest(designs) WITH ORDINALITY u (d, o)), row_key, relation, columns) INTO collected;
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
	query text := format('SELECT @extschema@.aer_moments(%s, %L::pg_catalog.jsonb%s) FROM %s %s', given.arguments, design, ', ' || given.row_key,
		CASE WHEN @extschema@._aer_distributed(source) <> 'n' THEN E'\001' ELSE given.relation END, given.columns);
	moments @extschema@.aer_moments;
BEGIN
	IF @extschema@._aer_distributed(source) <> 'n' THEN
		SELECT @extschema@.aer_moments(m::@extschema@.aer_moments) INTO moments FROM @extschema@._aer_of_shards(source, query) m;
	ELSE
		EXECUTE query INTO moments;
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
			PERFORM @extschema@._aer_notice(format('the errors of the model are told from sums, and were not measured: %s', measured.problem));
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

COMMENT ON FUNCTION _aer_learn(regclass, text, float8, text[], jsonb, text, boolean, text) IS 'internal: aer_learn(), which calls it once for all rows of a statement';

CREATE FUNCTION aer_learn(source regclass, target text, budget float8 DEFAULT NULL, exclude text[] DEFAULT NULL, prices jsonb DEFAULT NULL, key text DEFAULT NULL, measure boolean DEFAULT true, features text DEFAULT NULL) RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C STABLE PARALLEL UNSAFE COST 1000000;

COMMENT ON FUNCTION aer_learn(regclass, text, float8, text[], jsonb, text, boolean, text) IS
'from a table or view to a model: aer_train over all its rows by the design of aer_suggest(source, target, budget, exclude, prices), which says what is left out. "target": a column of numbers, booleans or words, or column=value: that value against all others, an error if no row has it. "key": a column of integers, text, varchar or uuid by which what is looked at is drawn, no attribute; NULL: the primary key, where it is one such column, else rows are drawn for as they come. "measure": without a budget, or with one that is all, the table is read once more, and at most 50,000 rows are predicted by models that have not learned from them (aer_fold_models, aer_measure): the link and the errors of the model are theirs. Where that cannot be, a NOTICE says why. "features": a column that all attributes stand in: an array of numbers, what is cast to real[] (an embedding), or jsonb, whose keys are learned as columns are, and of which the target may be one; NULL: whole rows. It reads with the caller''s rights';

--
-- Training by ranges of a key
--

CREATE FUNCTION _aer_chunk_source(source regclass, target text, INOUT learner jsonb, key text, features text DEFAULT NULL,
	OUT relation text, OUT key_type regtype, OUT arguments text, OUT row_key text, OUT run jsonb)
	LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE COST 100000 SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
	key_number smallint := @extschema@._aer_source_column(source, key, 'It is named as the key.');
	whole_rows boolean := features IS NULL;
	given record;		-- features that stand in one column
	columns text[];
	kind "char";
	nullable boolean;
	indexed boolean;
	type regtype;
BEGIN
	SELECT format('%I.%I', nspname, relname), relkind INTO relation, kind
	FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE c.oid = source;

	-- From 18 on NOT NULL may be there, and never have been checked.
	SELECT @extschema@._aer_base_type(atttypid), atttypid, NOT attnotnull OR EXISTS (SELECT FROM pg_constraint
			WHERE conrelid = source AND contype = 'n' AND conkey = ARRAY[attnum] AND NOT convalidated),
		EXISTS (SELECT FROM pg_index JOIN pg_opclass c ON c.oid = indclass[0]
			WHERE indrelid = source AND indkey[0] = attnum AND indcollation[0] = attcollation AND indisunique AND indisvalid AND indpred IS NULL
				AND c.opcfamily IN (SELECT opcfamily FROM pg_opclass JOIN pg_am a ON a.oid = opcmethod WHERE amname = 'btree' AND opcdefault
					AND opcintype = CASE @extschema@._aer_base_type(atttypid) WHEN 'varchar'::regtype THEN 'text' ELSE @extschema@._aer_base_type(atttypid) END))
		INTO key_type, type, nullable, indexed
	FROM pg_attribute WHERE attrelid = source AND attnum = key_number;

	-- The bigint by which a design knows the record, whatever DateStyle and TimeZone are.
	row_key := coalesce(format(CASE key_type
		WHEN 'date'::regtype THEN '(s.%I OPERATOR(pg_catalog.-) pg_catalog.date ''2000-01-01'')::pg_catalog.int8'
		WHEN 'timestamp'::regtype THEN '(EXTRACT(EPOCH FROM s.%I OPERATOR(pg_catalog.-) pg_catalog.timestamp ''2000-01-01'') OPERATOR(pg_catalog.*) 1000000)::pg_catalog.int8'
		WHEN 'timestamptz'::regtype THEN '(EXTRACT(EPOCH FROM s.%I OPERATOR(pg_catalog.-) pg_catalog.timestamptz ''2000-01-01 00:00:00+00'') OPERATOR(pg_catalog.*) 1000000)::pg_catalog.int8'
		END, key), @extschema@._aer_row_key(source, key, 's'));
	-- What a view or a foreign table has below it is not known: that is left to the user.
	IF kind IN ('r', 'p') AND nullable THEN
		RAISE EXCEPTION USING ERRCODE = 'invalid_parameter_value', MESSAGE = format('key column "%s" may be NULL', key),
			DETAIL = 'Chunks are ranges of the key, and such rows would be in none.',
			HINT = format('ALTER TABLE %s ALTER COLUMN %I SET NOT NULL.', relation, key);
	ELSIF kind IN ('r', 'p', 'm') AND NOT indexed THEN
		RAISE EXCEPTION USING ERRCODE = 'invalid_parameter_value',
			MESSAGE = format('there is no unique index on %s that begins with key column "%s"', relation, key),
			DETAIL = 'Every chunk would read the whole table. An index that is not valid, partial, or in another order than that of the type does not count.',
			HINT = format('CREATE UNIQUE INDEX ON %s (%I).', relation, key);
	ELSIF target = key THEN
		RAISE EXCEPTION USING ERRCODE = 'invalid_parameter_value', MESSAGE = format('column "%s" cannot be both target and key', key);
	END IF;

	SELECT * INTO given FROM @extschema@._aer_features(source, features, target);
	IF whole_rows OR given.target_expression IS NOT NULL THEN
		PERFORM @extschema@._aer_source_column(source, target, 'It is named as the target.');
	END IF;
	columns := @extschema@._aer_source_columns(source, learner, target, key, whole_rows);
	arguments := coalesce(given.arguments, format('s.*, %L::pg_catalog.text', target));
	-- Of whole rows the key is no attribute, unless it is included.
	IF whole_rows AND coalesce(nullif(learner -> 'include', 'null'), '[]') = '[]' AND NOT coalesce(learner -> 'exclude' ? key, false) THEN
		learner := jsonb_set(learner, '{exclude}', coalesce(nullif(learner -> 'exclude', 'null'), '[]') || to_jsonb(key));
	END IF;
	run := jsonb_build_object('source', relation, 'target', target, 'features', coalesce(features, ''), 'key', key, 'learner', learner::text)
		|| (SELECT jsonb_object_agg('column ' || attname, format_type(atttypid, NULL)) FROM pg_attribute
			WHERE attrelid = source AND NOT attisdropped AND attnum > 0 AND attname = ANY (ARRAY[target, key, features] || columns));
	IF learner ->> 'learner' <> 'design' THEN
		row_key := NULL;	-- a learner knows no records
	END IF;
END $$;

CREATE FUNCTION _aer_chunk_mark(progress regclass, source text, key_type regtype, result text, run jsonb,
	OUT relation text, OUT chunk bigint, OUT last_key text, OUT rows bigint, OUT seconds float8)
	LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE COST 100000 SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
	owner oid;
	missing text;
	there boolean;
	what text;
	was text;
	now_is text;
BEGIN
	SELECT format('%I.%I', nspname, relname), relowner INTO relation, owner
	FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE c.oid = progress;
	-- What its owner hangs on it would run with the caller's rights.
	IF relation IS NULL THEN
		RAISE EXCEPTION USING ERRCODE = 'undefined_table', MESSAGE = 'the progress table of aer_train_chunks() was dropped meanwhile';
	ELSIF pg_get_userbyid(owner) <> current_user THEN
		RAISE EXCEPTION USING ERRCODE = 'insufficient_privilege', MESSAGE = format('%s is owned by another role, %I', relation, pg_get_userbyid(owner)),
			DETAIL = 'Whoever owns a progress table can have commands run by the role that trains into it.',
			HINT = format('SET ROLE %I, or name a progress table of your own, or one that is not there yet: it will be made.', pg_get_userbyid(owner));
	END IF;
	EXECUTE format('LOCK TABLE %s IN ROW EXCLUSIVE MODE', relation);

	SELECT format('It should have a column %s of type %s.', c.name, c.type) INTO missing
	FROM unnest(ARRAY['chunk', 'last_key', 'rows', 'rows_left', 'seconds', 'seconds_left', 'at', 'moments', 'model', 'run'],
			ARRAY['int8', key_type, 'int8', 'int8', 'float8', 'float8', 'timestamptz', '@extschema@.aer_moments', '@extschema@.aer_model', 'jsonb']::regtype[])
		WITH ORDINALITY c (name, type, place)
	WHERE NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = progress AND attname = c.name AND atttypid = c.type)
	ORDER BY place LIMIT 1;
	IF missing IS NULL AND row_security_active(progress) THEN
		RAISE EXCEPTION USING ERRCODE = 'insufficient_privilege', MESSAGE = format('row-level security would hide rows of %s', relation);
	END IF;

	-- One session at a time: the row of the beginning is locked.
	IF missing IS NULL THEN
		EXECUTE format('SELECT p.chunk FROM %s p WHERE p.chunk = 0 FOR UPDATE SKIP LOCKED', relation) INTO chunk;
		IF chunk IS NULL THEN
			EXECUTE format('SELECT p.chunk FROM %s p WHERE p.chunk = 0', relation) INTO chunk;
			IF chunk = 0 THEN
				RAISE EXCEPTION USING ERRCODE = 'object_in_use', MESSAGE = format('another session is training by chunks into %s', relation),
					DETAIL = 'What it has done is in the table.';
			END IF;
			missing := 'It has no chunk 0, which says how it began.';
		END IF;
	END IF;
	IF missing IS NOT NULL THEN
		RAISE EXCEPTION USING ERRCODE = 'wrong_object_type', MESSAGE = format('%s is no progress table of aer_train_chunks()', relation),
			DETAIL = missing, HINT = 'Name one that is not there yet: it will be made.';
	END IF;

	-- As JSON a key is the same text whatever DateStyle is.
	EXECUTE format('SELECT chunk, to_jsonb(last_key) #>> ''{}'', rows, seconds, %I IS NOT NULL FROM %s ORDER BY chunk DESC LIMIT 1', result, relation)
	INTO chunk, last_key, rows, seconds, there;
	IF chunk = 0 THEN
		RETURN;
	END IF;
	-- Told is what the caller gave before what follows from it: the key is excluded from a
	-- learner of whole rows, and columns are read because a learner names them.
	EXECUTE format('SELECT coalesce(b.key, n.key), b.value, n.value
			FROM (SELECT e.key, e.value FROM %s p, jsonb_each_text(p.run) e WHERE p.chunk = 0) b FULL JOIN jsonb_each_text($1) n ON b.key = n.key
			WHERE b.value IS DISTINCT FROM n.value
			ORDER BY starts_with(coalesce(b.key, n.key), ''column ''), coalesce(b.key, n.key) = ''learner'', 1 DESC LIMIT 1', relation)
		INTO what, was, now_is USING run;
	IF starts_with(what, 'column ') THEN
		RAISE EXCEPTION USING ERRCODE = 'object_not_in_prerequisite_state', MESSAGE = format('%s is not as it was when the training into %s began', source, relation),
			DETAIL = format('What is read of %s: %s before, %s now.', what, coalesce(was, 'nothing'), coalesce(now_is, 'nothing')),
			HINT = 'Make it as it was, or begin anew with another progress table.';
	ELSIF what IS NOT NULL THEN
		RAISE EXCEPTION USING ERRCODE = 'object_not_in_prerequisite_state', MESSAGE = format('%s is the progress table of another training', relation),
			DETAIL = format('Its %s is %s, not %s.', what, coalesce(nullif(was, ''), 'none'), coalesce(nullif(now_is, ''), 'none')), HINT = 'Call it as it was called first, or name another progress table.';
	-- Without what was learned so far the rest would be learned as if it were all.
	ELSIF NOT there OR last_key IS NULL THEN
		RAISE EXCEPTION USING ERRCODE = 'object_not_in_prerequisite_state',
			MESSAGE = format('chunk %s, the last one in %s, has no %s', chunk, relation, CASE WHEN there THEN 'last_key' ELSE result END),
			DETAIL = 'What was learned so far is in the chunk that was done last, and nowhere else.',
			HINT = 'Put back what was deleted or changed, or begin anew with another progress table.';
	END IF;
END $$;

COMMENT ON FUNCTION _aer_chunk_source(regclass, text, jsonb, text, text) IS
'internal: what aer_train_chunks reads of its source, checked: its name, the type of the key, the learner without the key, the arguments of an aggregate over rows s, the bigint that a design knows a row by (NULL of a learner), and what must stay as it is from chunk to chunk';
COMMENT ON FUNCTION _aer_chunk_mark(regclass, text, regtype, text, jsonb) IS
'internal: lock the progress table of aer_train_chunks, check it, and say where it stopped';

-- Queries and expressions of its own are qualified, operators too: a procedure that commits can have
-- no search_path of its own, and what the source calls has the caller's.
CREATE PROCEDURE aer_train_chunks(source regclass, target text, learner jsonb, key text, progress text, features text DEFAULT NULL, chunk_rows bigint DEFAULT 1000000)
	LANGUAGE plpgsql AS $$
DECLARE
	called pg_catalog.timestamptz := pg_catalog.clock_timestamp();
	told pg_catalog.timestamptz := called;
	begun pg_catalog.timestamptz;
	name pg_catalog.text;		-- of the progress table as it was given, and below with its schema
	progress_table pg_catalog.regclass;
	relation pg_catalog.text;
	options pg_catalog.jsonb;
	key_type pg_catalog.regtype;
	arguments pg_catalog.text;
	row_key pg_catalog.text;
	run pg_catalog.jsonb;
	chunk pg_catalog.int8;
	last_key pg_catalog.text;
	rows_before pg_catalog.int8;
	seconds pg_catalog.float8;
	behind pg_catalog.text;
	size pg_catalog.int8;
	bound pg_catalog.text;
	more boolean;
	learned pg_catalog.text;
	moments @extschema@.aer_moments;
	model @extschema@.aer_model;
	n pg_catalog.int8;
	rows_left pg_catalog.int8;
	shards boolean;
	done pg_catalog.int8 := 0;
	total pg_catalog.int8;
BEGIN
	IF source IS NULL OR target IS NULL OR learner IS NULL OR key IS NULL OR progress IS NULL THEN
		RAISE EXCEPTION USING ERRCODE = 'null_value_not_allowed', MESSAGE = 'source, target, learner, key and progress must not be NULL';
	ELSIF chunk_rows IS NULL OR chunk_rows OPERATOR(pg_catalog.<) 1 THEN
		RAISE EXCEPTION USING ERRCODE = 'invalid_parameter_value', MESSAGE = 'a chunk must have at least 1 row';
	ELSIF NOT @extschema@._aer_may_commit() THEN
		RAISE EXCEPTION USING ERRCODE = 'invalid_transaction_termination', MESSAGE = 'aer_train_chunks() cannot run inside a transaction block or a function',
			DETAIL = 'It commits after each chunk.', HINT = 'CALL it as a statement of its own, outside of BEGIN ... COMMIT.';
	END IF;

	-- Of two that begin at a time one finds what the other has made.
	SELECT s.relation, s.key_type INTO relation, key_type FROM @extschema@._aer_chunk_source(source, target, learner, key, features) s;
	rows_left := @extschema@._aer_expected_rows(pg_catalog.format('SELECT FROM %s', relation));
	name := @extschema@._aer_quoted_name(progress);
	BEGIN
		IF pg_catalog.to_regclass(name) IS NULL THEN
			EXECUTE pg_catalog.format('CREATE TABLE %s (chunk bigint PRIMARY KEY, last_key %s, rows bigint NOT NULL, rows_left bigint NOT NULL,
				seconds double precision NOT NULL, seconds_left double precision, at timestamp with time zone NOT NULL,
				moments @extschema@.aer_moments, model @extschema@.aer_model, run pg_catalog.jsonb)', name, key_type);
			EXECUTE pg_catalog.format('INSERT INTO %s (chunk, rows, rows_left, seconds, at) VALUES (0, 0, $1, 0, pg_catalog.clock_timestamp())', name) USING rows_left;
		END IF;
	EXCEPTION WHEN duplicate_table OR unique_violation THEN
		NULL;	-- the other was first
	END;
	COMMIT;
	-- Only another transaction is sure to know a table that was not there before.
	progress_table := pg_catalog.to_regclass(name);
	IF progress_table IS NULL THEN
		RAISE EXCEPTION USING ERRCODE = 'undefined_table', MESSAGE = 'the progress table of aer_train_chunks() was dropped meanwhile';
	END IF;

	LOOP
		begun := pg_catalog.clock_timestamp();
		SELECT s.* INTO options, relation, key_type, arguments, row_key, run FROM @extschema@._aer_chunk_source(source, target, learner, key, features) s;
		SELECT s.* INTO name, chunk, last_key, rows_before, seconds
		FROM @extschema@._aer_chunk_mark(progress_table, relation, key_type, CASE WHEN row_key IS NULL THEN 'model' ELSE 'moments' END, run) s;
		IF chunk OPERATOR(pg_catalog.=) 0 THEN
			EXECUTE pg_catalog.format('UPDATE %s p SET run = $1 WHERE p.chunk OPERATOR(pg_catalog.=) 0', name) USING run;
		END IF;

		-- Rows of a view whose key is NULL are in no chunk.
		behind := pg_catalog.format('WHERE s.%I IS NOT NULL', key);
		IF last_key IS NOT NULL THEN
			behind := pg_catalog.format('%s AND s.%I OPERATOR(pg_catalog.>) %L::%s', behind, key, last_key, key_type);
		END IF;
		-- Of a distributed table the order of a subquery is lost, and the aggregate has to sort; elsewhere
		-- an index has the order. OFFSET brings the rows here first, whole rows with the names of their columns.
		shards := COALESCE(@extschema@._aer_distributed(source) OPERATOR(pg_catalog.<>) 'n', false);
		learned := pg_catalog.format(CASE WHEN row_key IS NOT NULL THEN '@extschema@.aer_moments(%1$s, $1, %2$s), NULL::@extschema@.aer_model'
			WHEN chunk OPERATOR(pg_catalog.=) 0 THEN 'NULL::@extschema@.aer_moments, @extschema@.aer_train(%1$s, $1%5$s)'
			ELSE 'NULL::@extschema@.aer_moments, @extschema@.aer_continue(%1$s, (SELECT p.model FROM %3$s p WHERE p.chunk OPERATOR(pg_catalog.=) %4$s)%5$s)' END,
			arguments, row_key, name, chunk, CASE WHEN shards THEN pg_catalog.format(' ORDER BY s.%I', key) END);
		-- A chunk from which nothing can be learned yet, as no row of it has a target, becomes
		-- longer: so those rows are counted as skipped, as they are when all is one statement.
		size := chunk_rows;
		LOOP
			EXECUTE pg_catalog.format('SELECT pg_catalog.to_jsonb(b.key) OPERATOR(pg_catalog.#>>) ''{}'', b.more FROM (
					(SELECT s.%1$I AS key, true AS more FROM %2$s s %3$s ORDER BY s.%1$I OFFSET %4$s LIMIT 1) UNION ALL
					(SELECT s.%1$I, false FROM %2$s s %3$s ORDER BY s.%1$I DESC LIMIT 1) LIMIT 1) b', key, relation, behind, size OPERATOR(pg_catalog.-) 1)
				INTO bound, more;
			EXIT WHEN bound IS NULL;
			EXECUTE pg_catalog.format('/* chunk %s */ SELECT %s, pg_catalog.count(*) FROM (SELECT * FROM %s s %s AND s.%I OPERATOR(pg_catalog.<=) %L::%s%s) s',
					chunk OPERATOR(pg_catalog.+) 1, learned, relation, behind, key, bound, key_type,
					CASE WHEN shards THEN ' OFFSET 0' WHEN row_key IS NULL THEN pg_catalog.format(' ORDER BY s.%I', key) END)
				INTO moments, model, n USING options;
			EXIT WHEN moments IS NOT NULL OR model IS NOT NULL OR NOT more;
			size := LEAST(size, 1000000000000000000) OPERATOR(pg_catalog.*) 2;
		END LOOP;

		IF bound IS NULL OR moments IS NULL AND model IS NULL THEN
			EXECUTE pg_catalog.format('UPDATE %s p SET rows_left = 0, seconds_left = 0, model = COALESCE(p.model, @extschema@.aer_fit_ridge(p.moments))
				WHERE p.chunk OPERATOR(pg_catalog.=) $1 AND p.rows_left OPERATOR(pg_catalog.>) 0', name) USING chunk;
			IF chunk OPERATOR(pg_catalog.=) 0 THEN
				RAISE NOTICE USING MESSAGE = pg_catalog.format('nothing was learned: no row of %s has features and a target', relation);
			END IF;
			COMMIT;
			EXIT;
		END IF;
		rows_left := @extschema@._aer_expected_rows(pg_catalog.format('SELECT FROM %s s WHERE s.%I OPERATOR(pg_catalog.>) %L::%s', relation, key, bound, key_type));
		-- Moments add up.
		EXECUTE pg_catalog.format('INSERT INTO %1$s (chunk, last_key, rows, rows_left, seconds, seconds_left, at, moments, model)
				SELECT $1, %2$L::%3$s, t.rows, $3, t.seconds, t.seconds OPERATOR(pg_catalog./) t.rows OPERATOR(pg_catalog.*) $3, t.at,
					(SELECT @extschema@.aer_moments(u.moments) FROM (SELECT p.moments FROM %1$s p WHERE p.moments IS NOT NULL UNION ALL SELECT $6) u), $7
				FROM (SELECT $2 AS rows, $4 OPERATOR(pg_catalog.+) EXTRACT(EPOCH FROM c.at OPERATOR(pg_catalog.-) $5) AS seconds, c.at FROM pg_catalog.clock_timestamp() c (at)) t',
				name, bound, key_type)
			USING chunk OPERATOR(pg_catalog.+) 1, rows_before OPERATOR(pg_catalog.+) n, rows_left, seconds, begun, moments, model;
		EXECUTE pg_catalog.format('UPDATE %s p SET moments = NULL, model = NULL WHERE p.chunk OPERATOR(pg_catalog.=) $1', name) USING chunk;
		COMMIT;

		done := done OPERATOR(pg_catalog.+) n;
		total := COALESCE(total, done OPERATOR(pg_catalog.+) rows_left);
		IF pg_catalog.current_setting('aer.progress')::boolean AND pg_catalog.clock_timestamp() OPERATOR(pg_catalog.-) told OPERATOR(pg_catalog.>) '5 s'::interval THEN
			told := pg_catalog.clock_timestamp();
			RAISE NOTICE USING MESSAGE = pg_catalog.format('aer_train_chunks: learning, %s of %s rows (%s %%), about %s s left', done, total,
				100 OPERATOR(pg_catalog.*) done OPERATOR(pg_catalog./) total,
				pg_catalog.round(EXTRACT(EPOCH FROM told OPERATOR(pg_catalog.-) called) OPERATOR(pg_catalog.*) rows_left OPERATOR(pg_catalog./) done));
		END IF;
	END LOOP;
END $$;

COMMENT ON PROCEDURE aer_train_chunks(regclass, text, jsonb, text, text, text, bigint) IS
'train a learner, or by the moments of a design, on a table in the order of its key, and commit after every "chunk_rows" rows. What is done is in the table "progress", which is made if it is missing and else must be the caller''s own: one row for each chunk, with the rows that are done and left, and in the last one the moments and the model. Called again it goes on behind the last key there. "key": a column with a unique index, no attribute unless "include" lists it; "features": a column of arrays, of what is cast to real[], or of jsonb, NULL: whole rows. Not inside a transaction block';

--
-- scoring.sql: predictions, their errors, and comparisons
--

CREATE FUNCTION _aer_object(features text) RETURNS jsonb
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

COMMENT ON FUNCTION _aer_object(text) IS 'internal: features that are given as a literal without a type';

CREATE TYPE aer_evaluation AS (
	rows bigint,
	mse float8,
	mae float8,
	r2 float8,
	wrong float8,
	mse_se float8,
	skipped bigint,
	reads bigint,
	log_loss float8,
	brier float8,
	auc float8
);

COMMENT ON TYPE aer_evaluation IS 'how good a model''s predictions are on some rows';
COMMENT ON COLUMN aer_evaluation.rows IS 'rows scored';
COMMENT ON COLUMN aer_evaluation.mse IS 'mean squared error; of three or more classes that of their probabilities, against 1 for the class that came and 0 for the others, summed over classes';
COMMENT ON COLUMN aer_evaluation.mae IS 'mean absolute error; NULL with a budget';
COMMENT ON COLUMN aer_evaluation.r2 IS '1 - mse / variance of the target; NULL where that is 0, and of three or more classes';
COMMENT ON COLUMN aer_evaluation.wrong IS 'share of predictions whose sign is not the target''s, of classes that are wrong: the likeliest (aer_class) is not what came; NULL unless every target is -1 or +1 (boolean targets are) or a class, and with a budget';
COMMENT ON COLUMN aer_evaluation.mse_se IS 'standard error of mse';
COMMENT ON COLUMN aer_evaluation.skipped IS 'rows left out because model, features or target were NULL';
COMMENT ON COLUMN aer_evaluation.log_loss IS 'mean of -ln of the probability (aer_probability) that the model gave to what came; NULL unless it gives probabilities and every target is one of its two values or a class, and with a budget. What came counts as 1e-6 where it is a class that the model has not seen';
COMMENT ON COLUMN aer_evaluation.brier IS 'mean of the squared difference between probability and 0 or 1, of three or more classes summed over them; NULL as log_loss';
COMMENT ON COLUMN aer_evaluation.auc IS 'area under the ROC curve: the chance that a row of the higher target has a larger score than one of the lower, ties counting a half; exact up to a million rows, beyond from 4,096 bins. NULL as log_loss, and of three or more classes, but known without probabilities too where every target is -1 or +1';
COMMENT ON COLUMN aer_evaluation.reads IS 'attribute values read';

CREATE FUNCTION _aer_evaluate_combine(float8[], float8[]) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_evaluate_combine' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

CREATE FUNCTION _aer_evaluate_final(float8[]) RETURNS aer_evaluation
	AS 'MODULE_PATHNAME', 'aer_evaluate_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

COMMENT ON FUNCTION _aer_evaluate_combine(float8[], float8[]) IS 'internal: aer_evaluate';
COMMENT ON FUNCTION _aer_evaluate_final(float8[]) IS 'internal: aer_evaluate';

-- Rows are anonymous records, as what is declared takes them: for a table's own type somebody could have made another function.
-- LIMIT makes a record of the row as it is stored, in parallel too.
CREATE FUNCTION __aer_evaluate(model aer_model, source regclass, target text, features text) RETURNS aer_evaluation
	LANGUAGE plpgsql STABLE PARALLEL UNSAFE COST 100000 SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	result @extschema@.aer_evaluation;
BEGIN
	IF num_nulls(model, source, target) = 0 THEN
		EXECUTE format('SELECT (e).* FROM (SELECT @extschema@.aer_evaluate($1, %s) AS e FROM (SELECT t.* FROM %s t LIMIT ALL) s) e',
			coalesce((@extschema@._aer_features(source, features, target)).arguments, 's.*, $2'), @extschema@._aer_relation(source)) INTO result USING model, target;
	END IF;
	RETURN result;
END $$;

CREATE FUNCTION _aer_evaluate(model aer_model, source regclass, target text, features text) RETURNS aer_evaluation
	AS 'MODULE_PATHNAME', 'aer_inner' LANGUAGE C STABLE PARALLEL UNSAFE COST 100000;

COMMENT ON FUNCTION __aer_evaluate(aer_model, regclass, text, text) IS 'internal: the same, with the CONTEXT of its statements in errors';
COMMENT ON FUNCTION _aer_evaluate(aer_model, regclass, text, text) IS 'internal: aer_evaluate of a table, which the caller''s search_path finds';

CREATE FUNCTION aer_evaluate(model aer_model, source text, target text, features text DEFAULT NULL) RETURNS aer_evaluation
	LANGUAGE sql STABLE PARALLEL UNSAFE COST 100000 AS $$ SELECT @extschema@._aer_evaluate($1, @extschema@._aer_table($2), $3, $4) $$;

COMMENT ON FUNCTION aer_evaluate(aer_model, text, text, text) IS
'the same of all rows of a table or view: SELECT * FROM aer_evaluate(model, ''visits'', ''cost''). The target is a column, or column=value; "features" a column that all attributes stand in, as in aer_learn(). It reads with the caller''s rights';

CREATE TYPE aer_confusion_cell AS (actual text, predicted text, rows bigint);

COMMENT ON TYPE aer_confusion_cell IS 'rows of one class that were taken for one class';
COMMENT ON COLUMN aer_confusion_cell.actual IS 'what came';
COMMENT ON COLUMN aer_confusion_cell.predicted IS 'what aer_class says';
COMMENT ON COLUMN aer_confusion_cell.rows IS 'of how many rows';

CREATE FUNCTION _aer_confusion_combine(bytea, bytea) RETURNS bytea
	AS 'MODULE_PATHNAME', 'aer_confusion_combine' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_confusion_final(bytea) RETURNS aer_confusion_cell[]
	AS 'MODULE_PATHNAME', 'aer_confusion_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION __aer_confusion(model aer_model, source regclass, target text, features text) RETURNS SETOF aer_confusion_cell
	LANGUAGE plpgsql STABLE PARALLEL UNSAFE COST 100000 ROWS 10 SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF num_nulls(model, source, target) = 0 THEN
		RETURN QUERY EXECUTE format('SELECT c.* FROM (SELECT @extschema@.aer_confusion($1, %s) AS cells FROM (SELECT t.* FROM %s t LIMIT ALL) s) e, unnest(cells) c',
			coalesce((@extschema@._aer_features(source, features, target)).arguments, 's.*, $2'), @extschema@._aer_relation(source)) USING model, target;
	END IF;
END $$;

CREATE FUNCTION _aer_confusion(model aer_model, source regclass, target text, features text) RETURNS SETOF aer_confusion_cell
	AS 'MODULE_PATHNAME', 'aer_inner' LANGUAGE C STABLE PARALLEL UNSAFE COST 100000 ROWS 10;

COMMENT ON FUNCTION __aer_confusion(aer_model, regclass, text, text) IS 'internal: the same, with the CONTEXT of its statements in errors';
COMMENT ON FUNCTION _aer_confusion(aer_model, regclass, text, text) IS 'internal: aer_confusion of a table, which the caller''s search_path finds';

CREATE FUNCTION aer_confusion(model aer_model, source text, target text, features text DEFAULT NULL) RETURNS SETOF aer_confusion_cell
	LANGUAGE sql STABLE PARALLEL UNSAFE COST 100000 ROWS 10 AS $$ SELECT * FROM @extschema@._aer_confusion($1, @extschema@._aer_table($2), $3, $4) $$;

COMMENT ON FUNCTION aer_confusion(aer_model, text, text, text) IS
'the same of all rows of a table or view, as rows: SELECT * FROM aer_confusion(model, ''visits'', ''ward''). The target is a column, or column=value; "features" a column that all attributes stand in, as in aer_learn(). It reads with the caller''s rights';

COMMENT ON FUNCTION _aer_confusion_combine(bytea, bytea) IS 'internal: aer_confusion';
COMMENT ON FUNCTION _aer_confusion_final(bytea) IS 'internal: aer_confusion';

CREATE TYPE aer_roc_point AS (threshold float8, rows bigint, true_positive float8, false_positive float8, "precision" float8);

COMMENT ON TYPE aer_roc_point IS 'what a threshold lets through';
COMMENT ON COLUMN aer_roc_point.threshold IS 'rows of this probability or a larger one are let through';
COMMENT ON COLUMN aer_roc_point.rows IS 'how many rows that are';
COMMENT ON COLUMN aer_roc_point.true_positive IS 'the share of what is true that is let through; NULL where nothing is';
COMMENT ON COLUMN aer_roc_point.false_positive IS 'the share of what is false that is let through; NULL where nothing is';
COMMENT ON COLUMN aer_roc_point."precision" IS 'the share of what is let through that is true';

CREATE FUNCTION _aer_roc_transition(float8[], float8, boolean) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_roc_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10;

CREATE FUNCTION _aer_roc_combine(float8[], float8[]) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_roc_combine' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

CREATE FUNCTION _aer_roc_final(float8[]) RETURNS aer_roc_point[]
	AS 'MODULE_PATHNAME', 'aer_roc_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

COMMENT ON FUNCTION _aer_roc_transition(float8[], float8, boolean) IS 'internal: aer_roc';
COMMENT ON FUNCTION _aer_roc_combine(float8[], float8[]) IS 'internal: aer_roc';
COMMENT ON FUNCTION _aer_roc_final(float8[]) IS 'internal: aer_roc';

CREATE AGGREGATE aer_roc(probability float8, actual boolean) (
	SFUNC = _aer_roc_transition,
	STYPE = float8[],
	COMBINEFUNC = _aer_roc_combine,
	FINALFUNC = _aer_roc_final,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_roc(float8, boolean) IS
'the ROC curve, from the largest threshold to the smallest: SELECT r.* FROM (SELECT aer_roc(aer_probability(model, x), y) AS r FROM ...) s, unnest(r) r. Any number will do that is larger where true is likelier. Each different number is a threshold, of more than 1,000 as many that as many rows lie between; 24 bytes a row, beyond a million rows from 4,096 bins. Rows in which one is NULL are left out';

CREATE FUNCTION _aer_measure_combine(bytea, bytea) RETURNS bytea
	AS 'MODULE_PATHNAME', 'aer_measure_combine' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_measure_final(bytea) RETURNS aer_model
	AS 'MODULE_PATHNAME', 'aer_measure_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION _aer_measure_combine(bytea, bytea) IS 'internal: aer_measure';
COMMENT ON FUNCTION _aer_measure_final(bytea) IS 'internal: aer_measure';

CREATE TYPE aer_calibration_bin AS (
	low float8,
	high float8,
	rows bigint,
	predicted float8,
	observed float8,
	se float8
);

COMMENT ON TYPE aer_calibration_bin IS 'rows whose predicted probability lies in one interval';
COMMENT ON COLUMN aer_calibration_bin.low IS 'where the interval begins';
COMMENT ON COLUMN aer_calibration_bin.high IS 'where it ends';
COMMENT ON COLUMN aer_calibration_bin.rows IS 'rows in it';
COMMENT ON COLUMN aer_calibration_bin.predicted IS 'their mean probability';
COMMENT ON COLUMN aer_calibration_bin.observed IS 'the share of them whose target was true';
COMMENT ON COLUMN aer_calibration_bin.se IS 'standard error of observed, if what was predicted is right';

CREATE FUNCTION _aer_calibration_transition(float8[], float8, boolean) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_calibration_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10;

CREATE FUNCTION _aer_calibration_transition(float8[], float8, boolean, integer) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_calibration_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10;

CREATE FUNCTION _aer_calibration_combine(float8[], float8[]) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_calibration_combine' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

CREATE FUNCTION _aer_calibration_final(float8[]) RETURNS aer_calibration_bin[]
	AS 'MODULE_PATHNAME', 'aer_calibration_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

COMMENT ON FUNCTION _aer_calibration_transition(float8[], float8, boolean) IS 'internal: aer_calibration';
COMMENT ON FUNCTION _aer_calibration_transition(float8[], float8, boolean, integer) IS 'internal: aer_calibration';
COMMENT ON FUNCTION _aer_calibration_combine(float8[], float8[]) IS 'internal: aer_calibration';
COMMENT ON FUNCTION _aer_calibration_final(float8[]) IS 'internal: aer_calibration';

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
'probabilities against what came, in ten intervals: SELECT b.* FROM (SELECT aer_calibration(aer_probability(model, x), y) AS c FROM ...) s, unnest(c) b. Rows in which one is NULL are left out, as are intervals without rows';

COMMENT ON AGGREGATE aer_calibration(float8, boolean, integer) IS
'the same in so many intervals, 1 to 1000';

CREATE FUNCTION aer_calibration(model aer_model) RETURNS SETOF aer_calibration_bin
	AS 'MODULE_PATHNAME', 'aer_calibration_of_model' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 10;

COMMENT ON FUNCTION aer_calibration(aer_model) IS
'what a model told against what came, of the rows that it was measured on (aer_measure, aer_learn): up to ten groups of as many rows, from those of which the least was told. predicted is their mean probability of the higher value, of three or more classes that of the likeliest class, else their mean prediction; observed the share of them that had that value or class, or their mean target; se its standard error, if what was predicted is right. No rows of a model that was not measured';

CREATE FUNCTION _aer_calibrate_boolean_transition(internal, aer_model, float8, boolean) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_calibrate_boolean_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_calibrate_number_transition(internal, aer_model, float8, float8) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_calibrate_number_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_calibrate_final(internal) RETURNS aer_model
	AS 'MODULE_PATHNAME', 'aer_calibrate_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION _aer_calibrate_boolean_transition(internal, aer_model, float8, boolean) IS 'internal: aer_calibrate';
COMMENT ON FUNCTION _aer_calibrate_number_transition(internal, aer_model, float8, float8) IS 'internal: aer_calibrate';
COMMENT ON FUNCTION _aer_calibrate_final(internal) IS 'internal: aer_calibrate';

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
'the model with a link, by which aer_probability and aer_predict speak: slope and offset fitted (Platt) to scores (aer_score) and outcomes of 50 rows or more that the model has not learned from; better from about 200. Of models of two-valued targets, streaming ones too. true is the higher value. What a model predicts from less goes through the same line of log-odds. Rows in which one is NULL are left out; 16 bytes a row';

COMMENT ON AGGREGATE aer_calibrate(aer_model, float8, float8) IS
'the same where the target is a number that takes two values';

-- folds are bigint: an integer in their place is the budget of a table.
CREATE FUNCTION aer_cross_validate(query text, learners jsonb[], folds bigint DEFAULT 10, seed bigint DEFAULT 1,
	OUT learner jsonb, OUT fold integer, OUT rows bigint, OUT reads bigint,
	OUT mse float8, OUT wrong float8, OUT mse_se float8, OUT problem text) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100000 ROWS 100
	SET synchronize_seqscans = off;

COMMENT ON FUNCTION aer_cross_validate(text, jsonb[], bigint, bigint) IS
'cross-validation of designs and learners on the rows of a query that returns features, target and (better) key; or a whole row as features, its target''s name as target. One scan trains every learner on the rows outside each fold, one scores. rows: scored; reads: attribute values read in training; mse_se: the standard error of mse; problem: why that learner has no errors in that fold, and the others go on. Rows without features or target are left out, and a NOTICE counts them';

CREATE FUNCTION aer_compare(query text, learners jsonb[], folds bigint DEFAULT 10, seed bigint DEFAULT 1,
	OUT learner jsonb, OUT looks float8, OUT mse float8, OUT mse_se float8,
	OUT r2 float8, OUT wrong float8, OUT auc float8, OUT rows bigint, OUT problem text) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100000 ROWS 10
	SET synchronize_seqscans = off;

COMMENT ON FUNCTION aer_compare(text, jsonb[], bigint, bigint) IS
'which design, or learner, is best? aer_cross_validate with all folds put together, one row for each learner, the best first. looks: attribute values read per row learned from; mse_se: the standard error of mse; auc: area under the ROC curve, as in aer_evaluation; rows: scored; problem: why a learner that failed in a fold has no errors';

CREATE FUNCTION aer_cross_validate(query text, learner jsonb, folds bigint DEFAULT 10, seed bigint DEFAULT 1,
	OUT learner jsonb, OUT fold integer, OUT rows bigint, OUT reads bigint,
	OUT mse float8, OUT wrong float8, OUT mse_se float8, OUT problem text) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100000 ROWS 100;

CREATE FUNCTION aer_compare(query text, learner jsonb, folds bigint DEFAULT 10, seed bigint DEFAULT 1,
	OUT learner jsonb, OUT looks float8, OUT mse float8, OUT mse_se float8,
	OUT r2 float8, OUT wrong float8, OUT auc float8, OUT rows bigint, OUT problem text) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100000 ROWS 10;

COMMENT ON FUNCTION aer_cross_validate(text, jsonb, bigint, bigint) IS 'an error, which shows how to write an array of one learner';
COMMENT ON FUNCTION aer_compare(text, jsonb, bigint, bigint) IS 'an error, which shows how to write an array of one learner';

CREATE FUNCTION __aer_compare(source regclass, target text, budgets float8[], exclude text[], features text,
	OUT budget float8, OUT looks float8, OUT mse float8, OUT mse_se float8, OUT r2 float8, OUT wrong float8, OUT auc float8, OUT log_loss float8, OUT rows bigint, OUT problem text) RETURNS SETOF record
	LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE COST 100000 ROWS 10 SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	design jsonb := @extschema@._aer_suggest(source, target, NULL::float8, exclude, NULL::jsonb, true, true, true, features);
	given record := @extschema@._aer_rows(source, target, design, NULL::text, features);
	expression text := (@extschema@._aer_features(source, features, target)).expression;
	any_key text := @extschema@._aer_any_row_key(source, design, expression);
	width integer := jsonb_array_length(design -> 'include');	-- looks at everything; of arrays their length
BEGIN
	IF budgets = '{}' THEN
		RAISE EXCEPTION USING ERRCODE = 'invalid_parameter_value', MESSAGE = 'there are no budgets to compare', HINT = 'List some, for example {1,2,NULL}: NULL is everything.';
	END IF;
	IF width IS NULL THEN
		EXECUTE format('SELECT pg_catalog.cardinality(%1$s) FROM %2$s s WHERE %1$s IS NOT NULL LIMIT 1', expression, given.relation) INTO width;
	END IF;
	-- Budgets beyond what there is are that of everything.
	RETURN QUERY SELECT (m.design ->> 'budget')::float8, CASE WHEN m.problem IS NULL THEN s.reads::float8 / s.rows END, s.measured_mse, s.measured_se, (m.model::jsonb #>> '{measured,r2}')::float8,
		s.measured_wrong, s.measured_auc, s.measured_log_loss, s.measured_rows, m.problem
	FROM @extschema@._aer_measured(ARRAY(SELECT DISTINCT CASE WHEN b < width IS NOT TRUE THEN design
			-- which pairs there are, and with them a center, goes by the budget: of fewer than four looks none
			WHEN design ? 'pairs' AND b >= 4 THEN @extschema@._aer_suggest(source, target, b, exclude, NULL::jsonb, true, true, true, features)
			ELSE design - '{pairs,center}'::text[] || jsonb_build_object('budget', b) END FROM unnest(coalesce(budgets, '{NULL}')) b),
		given.relation, given.columns, given.arguments, coalesce(given.row_key, any_key), given.row_key IS NOT NULL OR any_key ~ 'ctid', true) m
		LEFT JOIN LATERAL @extschema@.aer_summary(m.model) s ON true
	ORDER BY s.measured_mse, (m.design ->> 'budget')::float8;
END $$;

CREATE FUNCTION _aer_compare(source regclass, target text, budgets float8[], exclude text[], features text,
	OUT budget float8, OUT looks float8, OUT mse float8, OUT mse_se float8, OUT r2 float8, OUT wrong float8, OUT auc float8, OUT log_loss float8, OUT rows bigint, OUT problem text) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_inner' LANGUAGE C VOLATILE PARALLEL UNSAFE COST 100000 ROWS 10;

COMMENT ON FUNCTION __aer_compare(regclass, text, float8[], text[], text) IS 'internal: the same, with the CONTEXT of its statements in errors';
COMMENT ON FUNCTION _aer_compare(regclass, text, float8[], text[], text) IS 'internal: aer_compare of a table, which the caller''s search_path finds';

CREATE FUNCTION aer_compare(source text, target text, budget float8[] DEFAULT '{1,2,3,5,10,NULL}', exclude text[] DEFAULT NULL, features text DEFAULT NULL,
	OUT budget float8, OUT looks float8, OUT mse float8, OUT mse_se float8, OUT r2 float8, OUT wrong float8, OUT auc float8, OUT log_loss float8, OUT rows bigint, OUT problem text) RETURNS SETOF record
	LANGUAGE sql VOLATILE PARALLEL UNSAFE COST 100000 ROWS 10 AS $$ SELECT * FROM @extschema@._aer_compare(@extschema@._aer_table($1), $2, $3, $4, $5) $$;

COMMENT ON FUNCTION aer_compare(text, text, float8[], text[], text) IS
'how many looks are worth it? For a table or view under each of these budgets (NULL: everything) a model is learned by the design of aer_suggest(source, target, budget, exclude), and predicts from all that a row has; what that is worth is measured as aer_learn measures: a row for each budget, the best first. The table is read twice, however many budgets there are, and at most 50,000 rows are measured. looks: values read per row learned from; mse to rows: what aer_summary calls measured_*; problem: why a budget has no errors. "features": a column that all attributes stand in, as of aer_learn. What is looked at and in which fold a row is go by the primary key, where it is one column, else by where rows stand, of a view by what they say';

-- In '{1,2}' PostgreSQL sees an array of budgets or, in the same place, a number of folds, unless some function takes it as text.
CREATE FUNCTION aer_compare(source text, target text, budget text, exclude text[] DEFAULT NULL, features text DEFAULT NULL,
	OUT budget float8, OUT looks float8, OUT mse float8, OUT mse_se float8, OUT r2 float8, OUT wrong float8, OUT auc float8, OUT log_loss float8, OUT rows bigint, OUT problem text) RETURNS SETOF record
	LANGUAGE sql VOLATILE PARALLEL UNSAFE COST 100000 ROWS 10 AS $$
	SELECT * FROM @extschema@._aer_compare(@extschema@._aer_table($1), $2, pg_catalog.concat('{', pg_catalog.btrim(coalesce($3, 'NULL'), '{} '), '}')::pg_catalog.float8[], $4, $5) $$;

-- The same of a list of columns without a type, in whose place other forms have numbers.
CREATE FUNCTION aer_compare(source text, target text, budget text, exclude text, features text DEFAULT NULL,
	OUT budget float8, OUT looks float8, OUT mse float8, OUT mse_se float8, OUT r2 float8, OUT wrong float8, OUT auc float8, OUT log_loss float8, OUT rows bigint, OUT problem text) RETURNS SETOF record
	LANGUAGE sql VOLATILE PARALLEL UNSAFE COST 100000 ROWS 10 AS $$ SELECT * FROM @extschema@.aer_compare($1, $2, $3, $4::pg_catalog.text[], $5) $$;

CREATE FUNCTION aer_compare(source text, target text, budget integer, exclude text[] DEFAULT NULL, features text DEFAULT NULL,
	OUT budget float8, OUT looks float8, OUT mse float8, OUT mse_se float8, OUT r2 float8, OUT wrong float8, OUT auc float8, OUT log_loss float8, OUT rows bigint, OUT problem text) RETURNS SETOF record
	LANGUAGE sql VOLATILE PARALLEL UNSAFE COST 100000 ROWS 10 AS $$ SELECT * FROM @extschema@._aer_compare(@extschema@._aer_table($1), $2, ARRAY[$3::pg_catalog.float8], $4, $5) $$;

COMMENT ON FUNCTION aer_compare(text, text, text, text[], text) IS 'the same of budgets as text: {1,2,NULL}, or 5';
COMMENT ON FUNCTION aer_compare(text, text, text, text, text) IS 'the same of columns to exclude as text: {age,ward}';
COMMENT ON FUNCTION aer_compare(text, text, integer, text[], text) IS 'the same of one budget';

CREATE FUNCTION _aer_column_text(features record, name text) RETURNS text
	AS 'MODULE_PATHNAME', 'aer_column_text' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION _aer_column_text(record, text) IS 'internal: a row''s value of that column as text, as JSON would have it; NULL where there is no such column';

CREATE FUNCTION aer_explain(model aer_model, features record, class text DEFAULT NULL, OUT name text, OUT value text, OUT effect float8, OUT "column" text, OUT column2 text) RETURNS SETOF record
	LANGUAGE plpgsql STABLE PARALLEL SAFE COST 1000 ROWS 20 SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
	RETURN QUERY SELECT coalesce(e.name, '(mean)'), CASE WHEN e.column2 IS NULL THEN @extschema@._aer_column_text(features, e.name) END, e.effect, e."column", e.column2
	FROM @extschema@._aer_effects(model, features, class) e ORDER BY e.name IS NULL, abs(e.effect) DESC, e.attribute;
END $$;

CREATE FUNCTION aer_explain(model aer_model, features jsonb, class text DEFAULT NULL, OUT name text, OUT value text, OUT effect float8, OUT "column" text, OUT column2 text) RETURNS SETOF record
	LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 ROWS 20 SET search_path = pg_catalog, pg_temp AS $$
	SELECT coalesce(e.name, '(mean)'), CASE WHEN e.column2 IS NULL THEN @extschema@._aer_value(features, e.name) #>> '{}' END, e.effect, e."column", e.column2
	FROM @extschema@._aer_effects(model, features, class) e ORDER BY e.name IS NULL, abs(e.effect) DESC, e.attribute
$$;

COMMENT ON FUNCTION aer_explain(aer_model, record, text) IS
'the same of a whole row, one row for each of its columns, and for each pair of columns whose products the model uses: what both together add beside each by itself, called as aer_importance calls it, with the names in "column" and column2 and no value';

COMMENT ON FUNCTION aer_explain(aer_model, jsonb, text) IS
'the same of a jsonb object, one row for each of its keys, and for each pair';

--
-- spending.sql: prices, choice, asking: what looks cost and are worth
--

CREATE FUNCTION aer_restrict(model aer_model, attributes "any") RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_restrict(aer_model, "any") IS
'of a model that predicts from whatever is known the plain linear one of some attributes, a text[] of columns or an integer[] of numbers: it predicts what the partial one does where these are known and no others. Its expected_mse is NULL, for nobody knows how they were chosen';

CREATE FUNCTION _aer_prices_transition(internal, text, float8) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_prices_name_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_prices_transition(internal, text, float8, text, float8) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_prices_name_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_prices_transition(internal, integer, float8) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_prices_number_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_prices_transition(internal, integer, float8, text, float8) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_prices_number_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_prices_final(internal) RETURNS jsonb
	AS 'MODULE_PATHNAME', 'aer_prices_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION _aer_prices_transition(internal, text, float8) IS 'internal: aer_prices';
COMMENT ON FUNCTION _aer_prices_transition(internal, text, float8, text, float8) IS 'internal: aer_prices';
COMMENT ON FUNCTION _aer_prices_transition(internal, integer, float8) IS 'internal: aer_prices';
COMMENT ON FUNCTION _aer_prices_transition(internal, integer, float8, text, float8) IS 'internal: aer_prices';
COMMENT ON FUNCTION _aer_prices_final(internal) IS 'internal: aer_prices';

CREATE AGGREGATE aer_prices(attribute text, cost float8) (
	SFUNC = _aer_prices_transition,
	STYPE = internal,
	FINALFUNC = _aer_prices_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_prices(attribute text, cost float8, panel text, fee float8) (
	SFUNC = _aer_prices_transition,
	STYPE = internal,
	FINALFUNC = _aer_prices_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_prices(attribute integer, cost float8) (
	SFUNC = _aer_prices_transition,
	STYPE = internal,
	FINALFUNC = _aer_prices_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_prices(attribute integer, cost float8, panel text, fee float8) (
	SFUNC = _aer_prices_transition,
	STYPE = internal,
	FINALFUNC = _aer_prices_final,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_prices(text, float8) IS
'prices from a table of one row for each attribute: what a look at it costs. Prices have at most three decimals; no rows: NULL';

COMMENT ON AGGREGATE aer_prices(text, float8, text, float8) IS
'the same with panels: "fee" is paid once per record, with the first look at an attribute of that panel; NULL: no panel';

COMMENT ON AGGREGATE aer_prices(integer, float8) IS
'the same for arrays, whose attributes have numbers';

COMMENT ON AGGREGATE aer_prices(integer, float8, text, float8) IS
'the same for arrays, with panels';

CREATE FUNCTION aer_cost(prices jsonb, attributes text[]) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_cost_names' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION aer_cost(prices jsonb, attributes integer[]) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_cost_numbers' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_cost(jsonb, text[]) IS
'what looking at these attributes of one record costs: each once, and the fee of each panel once';

COMMENT ON FUNCTION aer_cost(jsonb, integer[]) IS
'the same by number';

CREATE FUNCTION aer_spent(moments aer_moments, prices jsonb DEFAULT NULL) RETURNS float8
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_spent(aer_moments, jsonb) IS
'what the looks cost that are in the sums: prices times values found, and the fee of a panel for each record with something found in it. "prices": NULL: those of the design, else 1 a look; it adds up where moments are merged, and falls where rows are taken back';

CREATE FUNCTION aer_choose(moments aer_moments, budget float8 DEFAULT NULL, prices jsonb DEFAULT NULL,
	known text[] DEFAULT NULL, lambda float8 DEFAULT NULL,
	OUT step integer, OUT attribute integer, OUT name text, OUT cost float8, OUT spent float8,
	OUT expected_mse float8, OUT expected_se float8, OUT gain float8, OUT unseen float8, OUT chosen boolean) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000000 ROWS 20;

COMMENT ON FUNCTION aer_choose(aer_moments, float8, jsonb, text[], float8) IS
'which attributes to look at when predicting, step by step within a budget (NULL: none), with what each costs, the squared error to expect of a partial model that knows those so far, and "gain", by how much that fell with the step. It stops where nothing more is gained: no later step would bring the error below that of the last one. Prices: those given, those of the design, else 1 a look. "known": what is known anyway, of arrays by number. Of three or more classes one set serves all, and the error is of all together. "unseen": how much of what is explained rests on attributes never seen together. "chosen": all but step 0, which knows nothing';

CREATE FUNCTION aer_choose(model aer_model, budget float8 DEFAULT NULL, prices jsonb DEFAULT NULL,
	known text[] DEFAULT NULL, lambda float8 DEFAULT NULL,
	OUT step integer, OUT attribute integer, OUT name text, OUT cost float8, OUT spent float8,
	OUT expected_mse float8, OUT expected_se float8, OUT gain float8, OUT unseen float8, OUT chosen boolean) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_choose_not_of_model' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000000 ROWS 20;

CREATE FUNCTION aer_choose(source text, budget float8 DEFAULT NULL, prices jsonb DEFAULT NULL,
	known text[] DEFAULT NULL, lambda float8 DEFAULT NULL,
	OUT step integer, OUT attribute integer, OUT name text, OUT cost float8, OUT spent float8,
	OUT expected_mse float8, OUT expected_se float8, OUT gain float8, OUT unseen float8, OUT chosen boolean) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_choose_not_of_name' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000000 ROWS 20;

COMMENT ON FUNCTION aer_choose(aer_model, float8, jsonb, text[], float8) IS 'an error, which shows how to choose from sums';
COMMENT ON FUNCTION aer_choose(text, float8, jsonb, text[], float8) IS 'an error, which shows how to choose from sums';

CREATE FUNCTION __aer_choose(source regclass, target text, budget float8, prices jsonb, exclude text[], known text[], features text,
	OUT step integer, OUT attribute integer, OUT name text, OUT cost float8, OUT spent float8,
	OUT expected_mse float8, OUT expected_se float8, OUT gain float8, OUT unseen float8, OUT chosen boolean) RETURNS SETOF record
	LANGUAGE plpgsql STABLE PARALLEL UNSAFE COST 1000000 ROWS 20 SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN QUERY SELECT c.* FROM @extschema@.aer_choose(@extschema@._aer_table_moments(source, target,
		@extschema@._aer_suggest(source, target, NULL::float8, exclude, prices, true, true, true, features), NULL::text, features), budget, known => known) c;
END $$;

CREATE FUNCTION _aer_choose(source regclass, target text, budget float8, prices jsonb, exclude text[], known text[], features text,
	OUT step integer, OUT attribute integer, OUT name text, OUT cost float8, OUT spent float8,
	OUT expected_mse float8, OUT expected_se float8, OUT gain float8, OUT unseen float8, OUT chosen boolean) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_inner' LANGUAGE C STABLE PARALLEL UNSAFE COST 1000000 ROWS 20;

COMMENT ON FUNCTION __aer_choose(regclass, text, float8, jsonb, text[], text[], text) IS 'internal: the same, with the CONTEXT of its statements in errors';
COMMENT ON FUNCTION _aer_choose(regclass, text, float8, jsonb, text[], text[], text) IS 'internal: aer_choose of a table, which the caller''s search_path finds';

CREATE FUNCTION aer_choose(source text, target text, budget float8 DEFAULT NULL, prices jsonb DEFAULT NULL, exclude text[] DEFAULT NULL, known text[] DEFAULT NULL, features text DEFAULT NULL,
	OUT step integer, OUT attribute integer, OUT name text, OUT cost float8, OUT spent float8,
	OUT expected_mse float8, OUT expected_se float8, OUT gain float8, OUT unseen float8, OUT chosen boolean) RETURNS SETOF record
	LANGUAGE sql STABLE PARALLEL UNSAFE COST 1000000 ROWS 20 AS $$ SELECT * FROM @extschema@._aer_choose(@extschema@._aer_table($1), $2, $3, $4, $5, $6, $7) $$;

COMMENT ON FUNCTION aer_choose(text, text, float8, jsonb, text[], text[], text) IS
'the same of the sums of all rows of a table or view, by the design of aer_suggest(source, target, exclude => exclude, prices => prices): all its columns are read, to say which to look at of records to come. "features": a column that all attributes stand in, as of aer_learn. It reads with the caller''s rights';

CREATE FUNCTION aer_enough(moments aer_moments, error float8 DEFAULT NULL,
	OUT rows bigint, OUT expected_mse float8, OUT expected_se float8, OUT rows_needed bigint) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000000 ROWS 7;

COMMENT ON FUNCTION aer_enough(aer_moments, float8) IS
'how the squared error of aer_fit_ridge() on a new row falls with the rows that it is fitted to, so that a study can stop: for parts of the folds, judged in the others; for all rows; and for 2 and 4 times as many, by a curve through these. "error": one that would do; then "rows_needed", in every row the same, is the rows after which the curve is down to it: no more than there are if it has been reached, NULL if that is never, or beyond 100 times as many. Of three or more classes the squared errors of all classes add up';

--
-- studies.sql: tables that grow: what is to be looked at, and logs that follow them
--

CREATE FUNCTION _aer_worklist_refuse(source text, by text, record text, key bigint, design jsonb, features jsonb, length integer, before integer) RETURNS text[]
	LANGUAGE plpgsql VOLATILE PARALLEL SAFE COST 100 SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	message text;
	detail text;
	hint text;
BEGIN
	IF record IS NULL THEN
		RAISE EXCEPTION USING ERRCODE = 'null_value_not_allowed', MESSAGE = format('key column "%s" of %s is NULL somewhere', by, source),
			HINT = 'The key decides what is looked at: give each row one.';
	ELSIF features IS NOT NULL THEN
		-- as where rows are learned from, of which this is the first
		PERFORM @extschema@.aer_moments(features, 0::float8, design, key);
		RETURN '{}';
	ELSIF length IS NULL THEN
		RAISE EXCEPTION USING ERRCODE = 'null_value_not_allowed', MESSAGE = format('the array of key %s is NULL', record),
			DETAIL = 'So how many attributes it has is not known.',
			HINT = 'Where nothing is filled in yet, let it be array_fill(NULL::float8, ARRAY[20]).';
	END IF;
	RAISE EXCEPTION USING ERRCODE = 'array_subscript_error', MESSAGE = CASE length WHEN 0 THEN format('the array of key %s is empty, or not of one dimension', record)
		ELSE format('the array of key %s has %s attributes, those before it have %s', record, length, before) END;
EXCEPTION WHEN datatype_mismatch THEN
	GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
	RAISE EXCEPTION USING ERRCODE = 'datatype_mismatch', MESSAGE = replace(message, ' of row 1', format(' of record %s', record)), HINT = concat(detail, hint);
END $$;

CREATE FUNCTION _aer_worklist(design jsonb, source regclass, key_name text, keys text[] DEFAULT NULL, features text DEFAULT NULL,
	OUT key text, OUT attribute integer, OUT name text, OUT cost float8, OUT deep boolean) RETURNS SETOF record
	LANGUAGE plpgsql STABLE PARALLEL UNSAFE COST 100000 ROWS 1000
	SET search_path = pg_catalog, pg_temp SET jit = off SET max_parallel_workers_per_gather = 0 AS $$
#variable_conflict use_column
DECLARE
	type oid;
	relation text;
	number text;			-- by which plans know a record s
	chosen text;			-- records
	anything jsonb;			-- the design, whose looks may find nothing
	names text[];			-- of the looks, in their order; NULL: of arrays
	length integer;			-- of these
	looks jsonb;			-- by name, or number
	columns text;			-- what is read beside the key
	bad text := 's.key IS NULL';
	filled text;			-- is there a value?
	panels text;
BEGIN
	IF design IS NULL OR source IS NULL THEN
		RAISE EXCEPTION USING ERRCODE = 'null_value_not_allowed', MESSAGE = 'the design and the source must not be NULL';
	END IF;
	key_name := @extschema@._aer_key_column(source, key_name);
	PERFORM @extschema@._aer_source_columns(source, design, '', '', false);
	number := @extschema@._aer_row_key(source, key_name, 's');
	IF array_position(keys, NULL) IS NOT NULL THEN
		RAISE EXCEPTION USING ERRCODE = 'null_value_not_allowed', MESSAGE = '"keys" must not contain NULL',
			DETAIL = format('Element %s is NULL.', array_position(keys, NULL));
	END IF;
	SELECT format('%I.%I', n.nspname, c.relname) INTO relation FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = source;
	chosen := CASE WHEN keys IS NOT NULL THEN format('s.%I = ANY ($1::%s[])', key_name, (SELECT CASE WHEN @extschema@._aer_kind(a.atttypid) = 'integer' THEN 'int8' ELSE @extschema@._aer_base_type(a.atttypid)::text END
		FROM pg_attribute a WHERE a.attrelid = source AND a.attname = key_name)) ELSE 'true' END;
	anything := design || '{"missing": "available"}';

	IF features IS NULL THEN
		-- Nobody says here which column is the target, which is no attribute.
		IF coalesce(nullif(design -> 'include', 'null'), '[]') = '[]' THEN
			RAISE EXCEPTION USING ERRCODE = 'invalid_parameter_value', MESSAGE = 'a work list needs a design with the option "include"',
				DETAIL = 'Without it every column of numbers but the target is an attribute, and which one that is, the design does not say.',
				HINT = 'List the attributes: aer_suggest() writes them out, and so does aer_design(include => ''{age,chol}'').';
		END IF;
		names := @extschema@._aer_source_columns(source, design, '', '', true);
		columns := format('ARRAY[%s] AS filled', (SELECT string_agg(CASE WHEN design -> 'columns' -> u.name @> 'null' THEN 'true' ELSE format('s.%I IS NOT NULL', u.name) END, ', ' ORDER BY u.place) FROM unnest(names) WITH ORDINALITY u (name, place)));
		filled := 's.filled[($4 -> p.name ->> ''place'')::integer]';
	ELSE
		SELECT @extschema@._aer_base_type(a.atttypid) INTO type FROM pg_attribute a
		WHERE a.attrelid = source AND a.attnum = @extschema@._aer_source_column(source, features, 'It is named as the features.');
		columns := format('s.%I::%s AS features', features, type::regtype);
		IF type = 'jsonb'::regtype THEN
			names := ARRAY(SELECT jsonb_array_elements_text(nullif(design -> 'include', 'null')) COLLATE "C" EXCEPT
				SELECT jsonb_array_elements_text(nullif(design -> 'exclude', 'null')) ORDER BY 1);
			-- an object that has all keys, and nothing there
			PERFORM @extschema@.aer_moments(jsonb_object(names, array_fill(NULL::text, ARRAY[cardinality(names)])), 0::float8, anything, 0::bigint);
			bad := bad || ' OR jsonb_typeof(s.features) <> ''object''';
			filled := 'CASE WHEN @extschema@._aer_value(s.features, p.name) IS NULL THEN CASE WHEN $6 -> ''columns'' -> p.name @> ''null''
					THEN coalesce((SELECT @extschema@._aer_keys(d) FROM (SELECT s.features) f (d)) -> p.name ? ''null'', false) ELSE false END
				WHEN jsonb_typeof(@extschema@._aer_value(s.features, p.name)) = ANY (CASE WHEN jsonb_path_exists($6 -> ''columns'' -> p.name, ''$[*] ? (@.type() == "string")'') THEN ''{string,boolean}'' ELSE ''{number,boolean}'' END::text[]) THEN true
				ELSE @extschema@._aer_worklist_refuse($7, $8, s.key::text, s.number, $6, s.features::jsonb, NULL::integer, NULL::integer) IS NOT NULL END';
		ELSE
			IF NOT EXISTS (SELECT FROM pg_type t WHERE t.oid = type AND t.typsubscript = 'array_subscript_handler'::regproc AND @extschema@._aer_is_number(t.typelem)) THEN
				RAISE EXCEPTION USING ERRCODE = 'datatype_mismatch',
					MESSAGE = format('features column "%s" is of type %s, which is neither jsonb nor an array of numbers', features, format_type(type, NULL)),
					HINT = 'Leave it out where the attributes are columns.';
			END IF;
			EXECUTE format('SELECT cardinality(s.%1$I) FROM %2$s s WHERE array_ndims(s.%1$I) = 1 AND %3$s LIMIT 1', features, relation, chosen)
				INTO length USING keys;
			-- as where rows are learned from
			EXECUTE format('SELECT @extschema@.aer_moments(array_fill(NULL::%s, ARRAY[coalesce($2, 1)]), 0::float8, $1 - ''budget'', 0::bigint)',
				(SELECT format_type(t.typelem, NULL) FROM pg_type t WHERE t.oid = type)) USING anything, length;
			columns := columns || format(', CASE WHEN array_ndims(s.%1$I) <> 1 THEN 0 ELSE cardinality(s.%1$I) END AS length', features);
			bad := bad || ' OR s.length IS NULL OR s.length <> $5';
			filled := 's.features[p.name::integer + array_lower(s.features, 1) - 1] IS NOT NULL';
		END IF;
	END IF;
	looks := (SELECT jsonb_object_agg(l.key, l.look) FROM (
		SELECT coalesce(d.name, d.attribute::text) AS key, jsonb_strip_nulls(jsonb_build_object('attribute', d.attribute, 'name', d.name, 'place', d.place, 'panel', d.panel,
			'cost', d.cost, 'fee', design #> ARRAY['prices', 'panels', d.panel, 'fee'])) AS look
		FROM (SELECT n.*, row_number() OVER () AS place FROM @extschema@.aer_design_summary(design, names) n UNION ALL
			SELECT n.*, n.attribute FROM @extschema@.aer_design_summary(design, length) n) d) l);

	columns := columns || CASE WHEN coalesce(design -> 'deep_budget', 'null') = 'null' THEN ', false AS deep'
		ELSE format(', @extschema@._aer_deep($2, %s) AS deep', number) END;

	-- The members of a panel stand together; the first one pays its fee, unless another one is there.
	-- Most designs have none, and windows take longer than all the rest.
	panels := CASE WHEN design #> '{prices,panels}' IS NULL THEN 'SELECT q.*, NULL::bigint AS first, NULL::boolean AS opened FROM (%s) q'
		ELSE 'SELECT q.*, min(q.place) FILTER (WHERE NOT q.filled) OVER together AS first, bool_or(q.filled) OVER together AS opened FROM (%s) q
			WINDOW together AS (PARTITION BY q.look -> ''panel'', CASE WHEN NOT q.look ? ''panel'' THEN q.place END) ORDER BY first, q.place' END;
	RETURN QUERY EXECUTE format('SELECT s.key::text, (l.look ->> ''attribute'')::integer, l.look ->> ''name'',
			((l.look ->> ''cost'')::numeric + CASE WHEN l.place = l.first AND NOT l.opened THEN coalesce((l.look ->> ''fee'')::numeric, 0) ELSE 0 END)::float8, s.deep
		FROM (SELECT s.%I AS key, %s AS number, %s FROM %s s WHERE %s OFFSET 0) s, LATERAL (%s) l WHERE NOT l.filled', key_name, number, columns, relation, chosen,
		format(panels, format('SELECT p.place, $4 -> p.name AS look, %s AS filled
			FROM unnest(CASE WHEN %s THEN @extschema@._aer_worklist_refuse($7, $8, s.key::text, s.number, $6, %s) ELSE @extschema@.aer_plan($2, %s, s.number)::text[] END)
				WITH ORDINALITY p (name, place)', filled, bad,
			CASE WHEN features IS NULL THEN 'NULL::jsonb, NULL::integer, NULL::integer' WHEN names IS NULL THEN 'NULL::jsonb, s.length, $5' ELSE 's.features::jsonb, NULL::integer, NULL::integer' END, CASE WHEN names IS NULL THEN '$5' ELSE '$3' END)))
	USING keys, design, names, looks, length, anything, relation, key_name;
END $$;

CREATE FUNCTION aer_worklist(design jsonb, source regclass, key text DEFAULT NULL, keys text[] DEFAULT NULL, features text DEFAULT NULL,
	OUT key text, OUT attribute integer, OUT name text, OUT cost float8, OUT deep boolean) RETURNS SETOF record
	LANGUAGE sql STABLE PARALLEL UNSAFE COST 100000 ROWS 1000 AS $$ SELECT * FROM @extschema@._aer_worklist($1, $2, $3, $4, $5) $$;

CREATE FUNCTION aer_worklist(source regclass, target text, budget float8, prices jsonb DEFAULT NULL, key text DEFAULT NULL, keys text[] DEFAULT NULL,
	OUT key text, OUT attribute integer, OUT name text, OUT cost float8, OUT deep boolean) RETURNS SETOF record
	LANGUAGE sql STABLE PARALLEL UNSAFE COST 100000 ROWS 1000 AS $$
	SELECT * FROM @extschema@._aer_worklist(@extschema@.aer_suggest($1, $2, $3, prices => $4, missing => false, exclude => CASE WHEN $5 IS NOT NULL THEN ARRAY[$5] END), $1, $5, $6, NULL)
$$;

COMMENT ON FUNCTION _aer_worklist_refuse(text, text, text, bigint, jsonb, jsonb, integer, integer) IS 'internal: the error of a record that aer_worklist cannot read';
COMMENT ON FUNCTION _aer_worklist(jsonb, regclass, text, text[], text) IS 'internal: aer_worklist, whose argument and result are both called "key"';
COMMENT ON FUNCTION aer_worklist(jsonb, regclass, text, text[], text) IS
'what the plan (aer_plan) of each record of a table or view asks for and is NULL there: the members of a panel together, the first of them with the fee unless another one is known, so that costs add up to what finishing the record costs; and whether the record is one that a design with a "deep_budget" looks at deeply. "key" is a column of integers, text, varchar or uuid, NULL: the primary key; "keys" some of its values; "features" an array or jsonb column, else the attributes are columns. It reads with the caller''s rights';

COMMENT ON FUNCTION aer_worklist(regclass, text, float8, jsonb, text, text[]) IS
'the same by the design of aer_suggest(source, target, budget, prices => prices, missing => false): what is to be filled in so that a model of that target can be learned within the budget a record';

--
-- Keys
--

CREATE FUNCTION aer_key(text) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
	RETURN hashtextextended($1 COLLATE "C", 0);

CREATE FUNCTION aer_key(uuid) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
	RETURN hashtextextended($1::text COLLATE "C", 0);

COMMENT ON FUNCTION aer_key(text) IS
'the number that stands for a key of text where aer takes numbers: hashtextextended of its bytes, with the seed 0';
COMMENT ON FUNCTION aer_key(uuid) IS
'the same for a key of uuid: that of its text';

--
-- Logs that follow tables
--
-- A study is a log, which is an ordinary table, a trigger function beside it called
-- LOG_follow, and the triggers that call it. There is no registry: the function's first
-- line is a comment that says all of it, as jsonb:
--
--	log			its name, with schema and quotes
--	source		the OID of the table, and "table" the name that it had
--	target, key, features	as they were given; features null: whole rows
--	target_column	the column of the target, which may be "column=value"
--	asked		the design as it was given, and "design" as it is used: with "include" written out
--	key_type	"bigint", "text" or "uuid"
--	features_type, target_type	those that the arguments of aer_moments have; null: there is no such argument
--	shape		of arrays how many attributes they have; of a target that is a key of
--				jsonb whether it is "boolean", "number" or "string"; null: nobody knows yet
--	columns		[{"name", "type", "number", "labels"}], of those that are read, by number; labels:
--				of an enum, in their order, else null
--	tables		of how many tables it is, which with partitions are several
--	versions	_aer_versions() when its triggers were made
--
-- Of rows whose target or features are NULL a log says nothing.

-- Columns of a table as a study keeps them in mind.
CREATE FUNCTION _aer_columns(source oid, names text[]) RETURNS jsonb LANGUAGE sql STABLE
	SET search_path = pg_catalog, pg_temp SET quote_all_identifiers = off AS $$
	SELECT coalesce(jsonb_agg(jsonb_build_object('name', attname, 'type', format_type(atttypid, atttypmod), 'number', attnum,
		'labels', (SELECT jsonb_agg(enumlabel ORDER BY enumsortorder) FROM pg_enum WHERE enumtypid = @extschema@._aer_base_type(atttypid))) ORDER BY attnum), '[]')
	FROM pg_attribute WHERE attrelid = source AND attname = ANY (names) AND attnum > 0 AND NOT attisdropped
$$;

-- The rows that count of a table, or of what stands for one in FROM, as a query.
CREATE FUNCTION _aer_counted_rows(study jsonb, rows text) RETURNS text LANGUAGE sql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT format('SELECT %s FROM %s s WHERE %s',
		(SELECT string_agg(format('s.%I', c->>'name'), ', ' ORDER BY (c->>'number')::int) FROM jsonb_array_elements(study->'columns') c),
		rows,
		CASE WHEN study->>'features_type' = 'jsonb' AND study->>'target_type' IS NULL
		THEN format($f$(jsonb_typeof(s.%1$I::jsonb) <> 'object' OR @extschema@._aer_value(s.%1$I::jsonb, %2$L::text) IS NOT NULL)$f$, study->>'features', study->>'target')
		ELSE format('s.%I IS NOT NULL', study->>'target_column')
			|| CASE WHEN study->>'features' IS NULL THEN '' ELSE format(' AND s.%I IS NOT NULL', study->>'features') END END)
$$;

-- Their moments, and a sentence about one that is not shaped as those before, as a query.
-- Each argument has just the type that the function declares, and so no other function
-- of that name is meant, whoever made it.
CREATE FUNCTION _aer_reading(study jsonb, rows text) RETURNS text LANGUAGE plpgsql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	ext text := '@extschema@';
	features text := 'n.*';
	target text := format('%L::text', study->>'target');
	key text := CASE study->>'key_type' WHEN 'bigint' THEN format('n.%I::bigint', study->>'key')
		ELSE format('%s.aer_key(n.%I::%s)', ext, study->>'key', study->>'key_type') END;
	misfit text := 'NULL::text';
BEGIN
	IF study->>'features_type' IS NOT NULL THEN
		features := format('n.%I::%s', study->>'features', study->>'features_type');
	END IF;
	IF study->>'target_type' IS NOT NULL THEN
		target := format('n.%I::%s', study->>'target', study->>'target_type');
	END IF;
	IF study->>'shape' IN ('boolean', 'number', 'string') THEN
		misfit := format($f$min(format('the target of record %%s is a %%s, and was a %%s before', n.%1$I, jsonb_typeof(@extschema@._aer_value(%2$s, %3$L::text)), %4$L)) FILTER (WHERE jsonb_typeof(@extschema@._aer_value(%2$s, %3$L::text)) <> %4$L)$f$,
			study->>'key', features, study->>'target', study->>'shape');
	ELSIF study->>'shape' IS NOT NULL THEN
		misfit := format($f$min(format('record %%s has %%s attributes, those before it have %3$s', n.%1$I, cardinality(%2$s))) FILTER (WHERE cardinality(%2$s) <> %3$s)$f$,
			study->>'key', features, study->>'shape');
	END IF;
	RETURN format('SELECT %s.aer_moments(%s, %s, %L::jsonb, %s), %s FROM (%s) n',
		ext, features, target, study->>'design', key, misfit, @extschema@._aer_counted_rows(study, rows));
END $$;

-- What is wrong with a log; NULL: nothing (log_fault.c, which says more).
CREATE FUNCTION _aer_log_fault(log text, source oid, writes boolean, owner oid) RETURNS text
	AS 'MODULE_PATHNAME', 'aer_log_fault' LANGUAGE C VOLATILE PARALLEL RESTRICTED COST 100;

-- Why a trigger that fires is none of those that aer_follow made; NULL: it is (trigger_fault.c).
CREATE FUNCTION _aer_trigger_fault(relation oid, trigger name, operation text, log text, place text) RETURNS text
	AS 'MODULE_PATHNAME', 'aer_trigger_fault' LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED COST 100;

-- The log that the condition of one of aer's triggers names; NULL: it is none of aer's.
CREATE FUNCTION _aer_trigger_log(condition pg_node_tree) RETURNS oid
	AS 'MODULE_PATHNAME', 'aer_trigger_log' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

-- Which cluster this is, as pg_control_system() says, which reads a file.
CREATE FUNCTION _aer_cluster() RETURNS bigint
	AS 'MODULE_PATHNAME', 'aer_cluster' LANGUAGE C STABLE PARALLEL SAFE COST 100;

-- Why a column is not as a study knows it; NULL: it is (column_fault.c). number NULL: it may stand elsewhere.
CREATE FUNCTION _aer_column_fault(relation oid, name text, type text, number smallint, labels text[]) RETURNS text
	AS 'MODULE_PATHNAME', 'aer_column_fault' LANGUAGE C VOLATILE PARALLEL RESTRICTED COST 100;

-- What is the same of a row o before an UPDATE of a partitioned table and the row r after it, if nothing else is; NULL: nobody
-- need ask. Many releases of PostgreSQL show as updated by MERGE what the statement inserted before
-- (15.18, 17.11, 18.6): a record is gone from the new rows, then, and not from the table.
CREATE FUNCTION _aer_same_record(relation oid, key text) RETURNS text LANGUAGE plpgsql STABLE STRICT
	SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF (SELECT relkind <> 'p' FROM pg_class WHERE oid = relation) THEN
		RETURN NULL;
	END IF;
	RETURN string_agg(format('r.%1$I = o.%1$I', attname), ' AND ') FROM pg_attribute JOIN pg_type t ON t.oid = atttypid
		WHERE attrelid = relation AND (attname = key OR typnamespace = 'pg_catalog'::regnamespace AND
			attnum IN (SELECT unnest(indkey::int2[]) FROM pg_index WHERE indrelid = relation AND indisprimary));
END $$;

-- The trigger function of a study, as text.
CREATE FUNCTION _aer_follow_body(study jsonb) RETURNS text LANGUAGE plpgsql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	ext text := '@extschema@';
	log text := study->>'log';
	partition text := replace(replace(@extschema@._aer_reading(study, E'\001'), '%', '%%'), E'\001', 'ONLY %s');
	column_faults text := (SELECT string_agg(format('%s._aer_column_fault(TG_RELID, %L::text, %L::text, CASE WHEN here THEN %s::smallint END, %L::text[])', ext, c->>'name', c->>'type', c->>'number',
		(SELECT array_agg(label ORDER BY n) FROM jsonb_array_elements_text(nullif(c->'labels', 'null')) WITH ORDINALITY l (label, n))), ', ') FROM jsonb_array_elements(study->'columns') c);
BEGIN
	RETURN format($f$-- aer %1$s
-- Made by aer_follow: what a statement added to the table and removed from it becomes
-- one row of the log. The statement does not fail because of a value: what cannot be
-- counted is a row that says so.
DECLARE
	added %9$s.aer_moments;
	removed %9$s.aer_moments;
	problem text;
	misfit text;
	detail text;
	reading text;
	place text[];
	key text;
	same text;
	gone bool;
	here bool;
	size int;
BEGIN
	-- the one that need not fire (_aer_install), if somebody has enabled it
	IF TG_LEVEL = 'ROW' AND TG_ARGV[0] = 'alone' THEN
		RETURN NULL;
	END IF;
	-- before anything of the table is looked at: if somebody else has hung this on a table of
	-- his own, columns of it may be of types whose casts are his
	detail := coalesce(%9$s._aer_log_fault(%3$L::text, TG_RELID, true, NULL::oid),
		%9$s._aer_trigger_fault(TG_RELID, TG_NAME, lower(TG_OP), %3$L::text, coalesce(TG_ARGV[0], '')));
	IF detail IS NOT NULL THEN
		RAISE EXCEPTION 'the log %% of the followed table %% is not as it was made', %3$L, TG_RELID::regclass
			USING ERRCODE = 'object_not_in_prerequisite_state', DETAIL = detail,
				HINT = (SELECT format(%8$L, tgfoid::regprocedure) FROM pg_trigger WHERE tgrelid = TG_RELID AND tgname = TG_NAME);
	END IF;
	BEGIN
		IF TG_ARGV[0] = 'part' AND coalesce(pg_partition_root(TG_RELID), TG_RELID) = TG_RELID THEN
			RAISE EXCEPTION '%% is no partition of the followed table any more', TG_RELID::regclass;
		END IF;
		IF TG_OP || TG_ARGV[0] <> 'TRUNCATEroot' THEN
			-- where it was restored, or in a partition, columns may stand elsewhere
			here := TG_RELID = %13$s AND %9$s._aer_cluster() = %14$s;
			detail := coalesce(%12$s);
			IF detail IS NOT NULL THEN
				RAISE EXCEPTION '%%', detail;
			END IF;
		END IF;
		IF TG_OP IN ('UPDATE', 'DELETE') THEN
			reading := 'old_rows';
			%4$s INTO removed, misfit;
			IF misfit IS NOT NULL THEN
				RAISE EXCEPTION '%%', misfit;
			END IF;
		END IF;
		IF TG_OP IN ('INSERT', 'UPDATE') THEN
			reading := 'new_rows';
			%5$s INTO added, misfit;
			IF misfit IS NOT NULL THEN
				RAISE EXCEPTION '%%', misfit;
			END IF;
		END IF;
		IF TG_OP = 'UPDATE' THEN
			same := %9$s._aer_same_record(TG_RELID, %7$L);
			IF same IS NOT NULL THEN
				EXECUTE format('SELECT EXISTS (SELECT FROM old_rows o WHERE NOT EXISTS (SELECT FROM new_rows r WHERE %%s))', same) INTO gone;
			END IF;
			IF gone THEN
				EXECUTE format('SELECT o.%%1$I::text FROM old_rows o WHERE NOT EXISTS (SELECT FROM new_rows r WHERE %%2$s) AND EXISTS (SELECT FROM %%3$s r WHERE %%2$s) LIMIT 1',
					%7$L, same, TG_RELID::regclass) INTO key;
			END IF;
			IF key IS NOT NULL THEN
				RAISE EXCEPTION 'record %% was updated, and PostgreSQL shows another in its place', key
					USING DETAIL = 'It does so where MERGE updates a partitioned table after it inserted.';
			END IF;
		END IF;
		IF TG_OP = 'TRUNCATE' AND TG_ARGV[0] = 'part' THEN
			reading := 'the partition';
			IF current_setting('transaction_isolation') <> 'read committed' THEN
				RAISE EXCEPTION 'partition %% was truncated in a transaction that is not READ COMMITTED', TG_RELID::regclass
					USING DETAIL = 'It does not see all rows that went.';
			ELSIF row_security_active(TG_RELID) THEN
				RAISE EXCEPTION 'row-level security hides rows of partition %%, which was truncated', TG_RELID::regclass;
			END IF;
			EXECUTE format(%6$L, TG_RELID::regclass) INTO removed, misfit;
			IF misfit IS NOT NULL THEN
				RAISE EXCEPTION '%%', misfit;
			END IF;
		END IF;
		-- what cannot be stored is found here, and not by the INSERT
		size := coalesce(pg_column_size(added), 0) + coalesce(pg_column_size(removed), 0);
	EXCEPTION
		WHEN transaction_rollback OR insufficient_resources OR operator_intervention THEN
			RAISE;
		WHEN OTHERS THEN
			GET STACKED DIAGNOSTICS problem = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
			problem := left(concat_ws(': ', problem, nullif(detail, '')), 1000);
			added := NULL;
			removed := NULL;
			-- aer_moments has counted the rows: the one that it names is called by its key. Only its own sentences are
			-- taken so: names, words and keys of text may say "row 5", too, and what failed before there were rows would again
			place := regexp_match(problem, E'^((?:.* of )?)row ([1-9][0-9]{0,17})( is NaN or infinite\\.?| is NULL| has [0-9]+ attributes, the rows before it have [0-9]+| holds a JSON [a-z]+, which is no [a-z ]+| are no JSON object)$');
			IF place IS NOT NULL THEN
				IF reading = 'old_rows' THEN
					SELECT n.%7$I::text INTO key FROM (%10$s) n OFFSET place[2]::bigint - 1 LIMIT 1;
				ELSIF reading = 'new_rows' THEN
					SELECT n.%7$I::text INTO key FROM (%11$s) n OFFSET place[2]::bigint - 1 LIMIT 1;
				END IF;
				problem := coalesce(place[1] || 'record ' || key || place[3], problem);
			END IF;
	END;
	IF TG_OP || TG_ARGV[0] <> 'TRUNCATEroot' AND problem IS NULL AND
		(size = 0 OR added OPERATOR(%9$s.=) removed) THEN
		RETURN NULL;
	END IF;
	IF TG_OP || TG_ARGV[0] <> 'TRUNCATEroot' THEN
		INSERT INTO %2$s (at, added, removed, problem) VALUES (statement_timestamp(), added, removed, problem);
	ELSIF current_setting('transaction_isolation') = 'read committed' THEN
		-- TRUNCATE would deadlock with who has read the log and then writes to the table
		LOCK TABLE ONLY %2$s IN SHARE UPDATE EXCLUSIVE MODE;
		DELETE FROM ONLY %2$s;
	ELSE
		TRUNCATE ONLY %2$s;
	END IF;
	RETURN NULL;
END $f$, study, log, log, @extschema@._aer_reading(study, 'old_rows'), @extschema@._aer_reading(study, 'new_rows'), partition, study->>'key',
		format('Undo that; or take the table in anew, SELECT aer_refollow(%1$L), or follow it no more, SELECT aer_unfollow(%1$L), with the name that the log has now; if it is gone, DROP FUNCTION %%s CASCADE;', replace(log, '%', '%%')), ext,
		@extschema@._aer_counted_rows(study, 'old_rows'), @extschema@._aer_counted_rows(study, 'new_rows'), column_faults, study->>'source', @extschema@._aer_cluster());
END $$;

-- The name of the trigger function of a log, both with schema and quotes.
CREATE FUNCTION _aer_writer(log text) RETURNS text LANGUAGE sql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT format('%I.%I', path[1], path[2] || '_follow') FROM parse_ident(log) path
$$;

-- An error, which says why, if a table or one of its partitions cannot be followed.
CREATE FUNCTION _aer_check_source(source regclass) RETURNS void LANGUAGE plpgsql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	root pg_class;
	wrong record;
BEGIN
	SELECT * INTO root FROM pg_class WHERE oid = source;
	IF NOT FOUND THEN
		RAISE EXCEPTION 'there is no table with OID %', source::oid USING ERRCODE = 'undefined_table',
			HINT = 'It may have been dropped since the statement began.';
	END IF;
	IF NOT pg_has_role(root.relowner, 'USAGE') THEN
		RAISE EXCEPTION 'must be owner of table %', root.relname USING ERRCODE = 'insufficient_privilege',
			DETAIL = 'It gets triggers, and its log has the same owner.',
			HINT = format('Become %s: SET ROLE.', root.relowner::regrole);
	END IF;
	SELECT t.oid::regclass AS name, d.detail, d.hint INTO wrong FROM pg_class t, LATERAL (VALUES
		(1, t.relkind IN ('v', 'm'), 'It is a view, whose rows change where no trigger sees it.', 'Follow the table below it.'),
		(2, t.relkind = 'f' AND t.oid = source, 'It is a foreign table, whose rows change where no trigger sees it.', 'Follow it where it is stored.'),
		(3, t.relkind = 'f', 'It is a foreign table, and a partition of what is to be followed.', 'Detach it.'),
		(4, t.relkind NOT IN ('r', 'p'), 'It is no table.', 'Name a table.'),
		(5, t.relpersistence = 't', 'It is a temporary table.', 'Make it without TEMPORARY.'),
		(6, t.relispartition AND t.oid = source, 'It is a partition: statements on the partitioned table change its rows, and fire other triggers.', 'Follow the partitioned table.'),
		(7, NOT t.relispartition AND EXISTS (SELECT FROM pg_inherits i WHERE t.oid = i.inhrelid OR t.relkind = 'r' AND t.oid = i.inhparent),
			'It inherits from a table, or tables inherit from it: statements on one change rows of another.', 'A partitioned table can be followed.'),
		(8, t.relowner <> root.relowner, 'It is a partition of what is to be followed, and has another owner.', 'ALTER TABLE ... OWNER TO that of the partitioned table.'),
		(9, t.relpersistence <> root.relpersistence, 'It is a partition of what is to be followed, and only one of them is unlogged.', 'ALTER TABLE ... SET LOGGED.'),
		(10, row_security_active(t.oid) OR t.relrowsecurity AND t.relforcerowsecurity
			AND NOT EXISTS (SELECT FROM pg_roles r WHERE r.oid = t.relowner AND (r.rolsuper OR r.rolbypassrls)),
			'Row-level security is forced on its owner, and would hide rows.', 'ALTER TABLE ... NO FORCE ROW LEVEL SECURITY.')
		) d (n, so, detail, hint)
	WHERE d.so AND (t.oid = source OR t.oid IN (SELECT relid FROM pg_partition_tree(source)))
	ORDER BY t.oid <> source, t.oid, d.n LIMIT 1;
	IF FOUND THEN
		RAISE EXCEPTION '% cannot be followed', wrong.name USING ERRCODE = 'wrong_object_type', DETAIL = wrong.detail, HINT = wrong.hint;
	END IF;
	IF @extschema@._aer_distributed(source) IS NOT NULL THEN
		RAISE EXCEPTION '% cannot be followed', source USING ERRCODE = 'wrong_object_type',
			DETAIL = 'It is distributed: its rows change on other servers.', HINT = 'Sum it when that is wanted, by aer_moments() with a key or aer_learn(): a shard that is moved takes no triggers along.';
	END IF;
END $$;

-- Lock a table and its partitions for reading by aer_follow: nobody writes to them until
-- the transaction ends.
CREATE FUNCTION _aer_lock_source(source regclass) RETURNS void LANGUAGE plpgsql
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	name text := source;
BEGIN
	PERFORM @extschema@._aer_check_source(source);
	EXECUTE format('LOCK TABLE %s IN SHARE ROW EXCLUSIVE MODE', name);
	PERFORM @extschema@._aer_check_source(source);
	IF to_regclass(name) IS DISTINCT FROM source THEN
		RAISE EXCEPTION 'table % was renamed while it was to be locked', name USING ERRCODE = 'object_in_use', HINT = 'Try again.';
	END IF;
END $$;

-- An error unless a transaction sees what was committed before a lock that it waited for.
CREATE FUNCTION _aer_check_isolation(caller text) RETURNS void LANGUAGE plpgsql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF current_setting('transaction_isolation') <> 'read committed' THEN
		RAISE EXCEPTION '% needs a transaction that is READ COMMITTED', caller USING ERRCODE = 'invalid_transaction_state',
			DETAIL = 'In this one it would not see what others committed while it waited for a lock.',
			HINT = 'BEGIN ISOLATION LEVEL READ COMMITTED.';
	END IF;
END $$;

-- An error unless a column of a table is a key, of no NULL and unique; else how it is
-- read. That records of several partitions may have the same does no harm to sums: they
-- have the same plan.
CREATE FUNCTION _aer_key_type(source regclass, key text) RETURNS text LANGUAGE plpgsql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	c pg_attribute;
	type regtype;
	partition_key int2[] := coalesce((SELECT partattrs::int2[] FROM pg_partitioned_table WHERE partrelid = source), '{}');
	allowed int2[];
BEGIN
	SELECT * INTO c FROM pg_attribute WHERE attrelid = source AND attnum = @extschema@._aer_source_column(source, key, 'It is named as the key.'::text);
	type := @extschema@._aer_base_type(c.atttypid);
	PERFORM @extschema@._aer_row_key(source, key, 'n');
	IF NOT c.attnotnull THEN
		RAISE EXCEPTION 'key column "%" may be NULL', key USING ERRCODE = 'invalid_parameter_value',
			DETAIL = 'The key decides what is looked at, and tells the rows apart.',
			HINT = format('ALTER TABLE %s ALTER COLUMN %I SET NOT NULL.', source, key);
	END IF;
	allowed := partition_key || c.attnum;
	IF NOT EXISTS (SELECT FROM pg_index i, LATERAL (SELECT (indkey::int2[])[0:indnkeyatts - 1] AS columns) k
		WHERE indrelid = source AND indisunique AND indisvalid AND indimmediate AND indpred IS NULL
			AND c.attnum = ANY (columns) AND 0 <> ALL (columns) AND columns <@ allowed) THEN
		RAISE EXCEPTION 'key column "%" is not unique', key USING ERRCODE = 'invalid_parameter_value',
			DETAIL = format('There is no unique index on this column alone%s, valid, not partial and not deferrable.',
				CASE WHEN partition_key <> '{}' THEN ' or with columns of the partition key' END),
			HINT = format('CREATE UNIQUE INDEX ON %s (%s).', source, (SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum <> c.attnum, array_position(allowed, attnum))
				FROM pg_attribute WHERE attrelid = source AND attnum = ANY (allowed)));
	END IF;
	RETURN CASE WHEN type IN ('smallint', 'integer', 'bigint') THEN 'bigint' WHEN type = 'uuid'::regtype THEN 'uuid' ELSE 'text' END;
END $$;

-- How a column named as features, or as the target beside them, is given to aer_moments; NULL: it cannot be.
-- An enum cannot: its cast to text may be a function of whoever made the type, and triggers would run it.
CREATE FUNCTION _aer_argument_type(type oid) RETURNS text LANGUAGE sql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE WHEN base = 'jsonb'::regtype THEN 'jsonb' WHEN base = 'boolean'::regtype THEN 'boolean'
		WHEN base IN ('smallint'::regtype, 'integer'::regtype, 'bigint'::regtype, 'real'::regtype, 'float8'::regtype, 'numeric'::regtype) THEN 'float8'
		WHEN base IN ('smallint[]'::regtype, 'integer[]'::regtype, 'bigint[]'::regtype, 'real[]'::regtype, 'float8[]'::regtype, 'numeric[]'::regtype, 'boolean[]'::regtype)
			THEN base::regtype::text
		WHEN @extschema@._aer_is_embedding(base) THEN 'real[]'
		WHEN @extschema@._aer_kind(base::oid) = 'words' THEN 'text' END
	FROM @extschema@._aer_base_type(type) base
$$;

-- The study that the arguments of aer_follow ask for, but for its shape.
CREATE FUNCTION _aer_new_study(source regclass, target text, asked jsonb, key text, log text, features text) RETURNS jsonb LANGUAGE plpgsql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	ext text := '@extschema@';
	design jsonb := asked;
	key_type text := @extschema@._aer_key_type(source, key);
	features_type text;
	target_type text;
	-- of a row, 'column=value' is a target, too
	target_column text := CASE WHEN features IS NULL THEN (@extschema@._aer_target(source, target)).name ELSE target END;
	c pg_attribute;
	used text[];
BEGIN
	IF target_column = key THEN
		RAISE EXCEPTION 'column "%" cannot be both target and key', target USING ERRCODE = 'invalid_parameter_value', HINT = 'Name another key.';
	END IF;
	IF features IS NOT NULL THEN
		SELECT * INTO c FROM pg_attribute WHERE attrelid = source AND attnum = @extschema@._aer_source_column(source, features, 'It is named as the features.'::text);
		features_type := @extschema@._aer_argument_type(c.atttypid);
		IF features_type IS NULL OR features_type IN ('boolean', 'float8', 'text') THEN
			RAISE EXCEPTION 'features column "%" is of type %, which is neither an array of numbers nor jsonb', features, format_type(c.atttypid, NULL)
				USING ERRCODE = 'datatype_mismatch', HINT = CASE c.atttypid WHEN 'json'::regtype THEN 'Make it jsonb.' ELSE 'Leave "features" out to follow whole rows.' END;
		END IF;
	END IF;
	SELECT * INTO c FROM pg_attribute WHERE attrelid = source AND attname = target_column AND attnum > 0 AND NOT attisdropped;
	IF NOT FOUND AND features_type IS DISTINCT FROM 'jsonb' THEN
		PERFORM @extschema@._aer_source_column(source, target, 'It is named as the target.'::text);
	ELSIF FOUND THEN
		target_type := @extschema@._aer_argument_type(c.atttypid);
		IF target_column <> target THEN
			IF coalesce(@extschema@._aer_kind(c.atttypid), 'number') = 'number' THEN
				RAISE EXCEPTION 'column "%" is of type %, and cannot be compared with a word', target_column, format_type(c.atttypid, NULL)
					USING ERRCODE = 'datatype_mismatch', DETAIL = 'What its values are as text may depend on settings.', HINT = 'Make a boolean column of it, GENERATED ALWAYS AS (...) STORED.';
			END IF;
			target_type := 'boolean';
		END IF;
		-- of a row aer_moments reads the column itself; beside jsonb text is the name of a key
		IF features IS NULL AND @extschema@._aer_kind(c.atttypid) IS NULL
			OR features IS NOT NULL AND (coalesce(target_type NOT IN ('boolean', 'float8', 'text'), true) OR target_type = 'text' AND features_type = 'jsonb') THEN
			RAISE EXCEPTION 'target column "%" is of type %, which is neither a number, boolean nor, beside an array or a row, a word', target, format_type(c.atttypid, NULL)
				USING ERRCODE = 'datatype_mismatch', HINT = CASE WHEN features_type = 'jsonb' AND @extschema@._aer_kind(c.atttypid) IN ('words', 'enum') THEN format('Beside jsonb a word is the value of a key. Put it into the document: UPDATE %1$s SET %2$I = %2$I || jsonb_build_object(%4$L, %3$I), and name the key %4$L.', source, features, target, target || '_word')
					-- and what an enum is as text is none that a generated column can be
					WHEN @extschema@._aer_kind(c.atttypid) = 'enum' THEN format('ALTER TABLE %s ALTER %I TYPE text.', source, target)
					-- what money is as a number depends on a setting, so no generated column can be that
					WHEN @extschema@._aer_base_type(c.atttypid) = 'money'::regtype THEN format('ALTER TABLE %s ALTER %I TYPE numeric.', source, target)
					ELSE 'Name another target, or make a column of it that is, GENERATED ALWAYS AS (...) STORED.' END;
		END IF;
	END IF;
	IF features IS NULL THEN
		used := @extschema@._aer_source_columns(source, asked, target, key, true);
		-- an error unless it is a design that can have a key
		PERFORM @extschema@.aer_plan(asked, used, 0::bigint);
		-- the order of draws: as it was written, or by their bytes
		design := design - 'exclude' || jsonb_build_object('include', CASE WHEN design ? 'include'
			THEN (SELECT jsonb_agg(name ORDER BY n) FROM (SELECT name, min(n) AS n FROM jsonb_array_elements_text(design->'include') WITH ORDINALITY i (name, n) WHERE name = ANY (used) GROUP BY name) i)
			ELSE (SELECT jsonb_agg(name ORDER BY name COLLATE "C") FROM unnest(used) name) END);
		target_type := NULL;
	ELSIF features_type = 'jsonb' THEN
		-- as with rows, an error of the design is found before there is a row
		EXECUTE format('SELECT %s.aer_moments(%L::jsonb, %s, $1, 0::bigint) IS NULL', ext,
			CASE WHEN target_type IS NULL THEN jsonb_build_object(target, 0) ELSE '{}' END,
			CASE target_type WHEN 'boolean' THEN 'true' WHEN 'float8' THEN '0::float8' ELSE quote_literal(target) || '::text' END) USING asked;
	END IF;
	used := used || features || target_column || key;
	IF EXISTS (SELECT FROM pg_attribute WHERE attrelid = source AND attname = ANY (used) AND attgenerated NOT IN ('', 's')) THEN
		RAISE EXCEPTION 'a column that is generated and not stored cannot be followed' USING ERRCODE = 'feature_not_supported',
			DETAIL = 'Triggers do not see its values.', HINT = 'Make it STORED.';
	END IF;
	RETURN jsonb_build_object('log', log, 'source', source::oid::bigint, 'table', source::text, 'target', target, 'key', key, 'features', features, 'asked', asked, 'design', design,
		'key_type', key_type, 'features_type', features_type, 'target_type', target_type, 'target_column', target_column, 'shape', NULL) || @extschema@._aer_places(source, used);
END $$;

-- What a study knows of its table's catalogs.
CREATE FUNCTION _aer_places(source regclass, used text[]) RETURNS jsonb LANGUAGE sql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT jsonb_build_object('columns', @extschema@._aer_columns(source::oid, used), 'tables', (SELECT greatest(count(*), 1) FROM pg_partition_tree(source)))
$$;

-- The triggers that call a trigger function at statements; fires_for: the log whose existence is their only condition.
CREATE FUNCTION _aer_triggers(writer oid, OUT relation oid, OUT name name, OUT kind int, OUT of_root boolean, OUT fires_for oid) RETURNS SETOF record
	LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
	SELECT tgrelid, tgname, tgtype::int, tgargs = '\x726f6f7400', CASE WHEN tgenabled IN ('O', 'A') AND tgattr::text = '' THEN @extschema@._aer_trigger_log(tgqual) END
	FROM pg_depend d JOIN pg_trigger t ON t.oid = d.objid
	WHERE d.refclassid = 'pg_proc'::regclass AND d.refobjid = writer AND d.classid = 'pg_trigger'::regclass AND tgargs <> '\x616c6f6e6500'	-- not that of which PostgreSQL knows that the table stands alone
$$;

-- Has a relation the columns of a log?
CREATE FUNCTION _aer_is_log(relation regclass) RETURNS boolean LANGUAGE sql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT count(*) = 5 FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
	WHERE c.oid = relation AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
		AND (a.attname, a.atttypid) IN (('id', 'bigint'::regtype), ('at', 'timestamptz'::regtype), ('added', '@extschema@.aer_moments'::regtype),
			('removed', '@extschema@.aer_moments'::regtype), ('problem', 'text'::regtype))
$$;

-- What is followed into a log, by the catalogs alone, and in "problem" why the log may
-- not say what its table does; NULL: it says it, but for problems in the log itself.
-- study NULL: there is none; source NULL: nobody knows of what. remedy: a hint, always.
CREATE FUNCTION _aer_study(log regclass, OUT study jsonb, OUT writer oid, OUT owner oid, OUT source oid, OUT problem text, OUT remedy text)
	LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	l pg_class;
	s pg_class;
	text_found text;
	roots oid[];
	bad record;
	now_columns jsonb;
	versions jsonb;
BEGIN
	SELECT * INTO l FROM pg_class WHERE oid = log;
	IF NOT FOUND THEN
		RAISE EXCEPTION 'there is no table with OID %', log::oid USING ERRCODE = 'undefined_table',
			HINT = 'It may have been dropped since the statement began.';
	ELSIF NOT @extschema@._aer_is_log(log) THEN
		RAISE EXCEPTION '% is no log of aer_follow()', log USING ERRCODE = 'wrong_object_type',
			DETAIL = 'A log has the columns id, at, added, removed and problem.', HINT = 'Name a log that aer_follow() gave.';
	END IF;
	-- only what has the log's owner is believed; the log may have been moved alone
	owner := l.relowner;
	SELECT p.oid, p.prosrc INTO writer, text_found FROM pg_proc p
		WHERE p.proname = l.relname || '_follow' AND p.pronargs = 0 AND p.proowner = l.relowner AND p.prosrc LIKE '-- aer {%'
		ORDER BY p.pronamespace = l.relnamespace DESC, p.oid LIMIT 1;
	study := substr(split_part(text_found, E'\n', 1), 8)::jsonb;
	-- the log's owner may have written what he likes: of that nothing becomes SQL but what is
	-- quoted there, or stands here
	IF coalesce(to_regclass(study->>'log'), log) <> log
		OR coalesce(study->>'key_type', '') NOT IN ('bigint', 'text', 'uuid')
		OR study->>'features_type' <> ALL ('{jsonb,smallint[],integer[],bigint[],real[],"double precision[]",numeric[],boolean[]}'::text[])
		OR study->>'target_type' NOT IN ('float8', 'boolean', 'text')
		OR study->>'shape' !~ '^([0-9]+|boolean|number|string)$' THEN
		study := NULL;
		writer := NULL;
	END IF;
	IF study IS NULL THEN
		problem := 'No table is followed into it, or it has another name now.';
		remedy := format('Follow the table by aer_follow() into a new log. If nobody needs this one: DROP TABLE %s;', log);
		SELECT coalesce(max('Its trigger function has another owner.'), problem), coalesce(max(format('ALTER FUNCTION %s OWNER TO %s;', p.oid::regprocedure, l.relowner::regrole)), remedy) INTO problem, remedy FROM pg_proc p
			WHERE p.proname = l.relname || '_follow' AND p.pronargs = 0 AND p.pronamespace = l.relnamespace AND p.prosrc LIKE '-- aer {%';
		RETURN;
	END IF;

	roots := ARRAY(SELECT DISTINCT relation FROM @extschema@._aer_triggers(writer) WHERE of_root);
	IF roots = '{}' THEN
		roots := ARRAY(SELECT DISTINCT coalesce(pg_partition_root(relation), relation) FROM @extschema@._aer_triggers(writer));
	END IF;
	source := CASE WHEN (study->>'source')::oid = ANY (roots) THEN (study->>'source')::oid WHEN cardinality(roots) = 1 THEN roots[1] END;
	IF source IS NULL THEN
		problem := CASE WHEN roots = '{}' THEN format('No table has triggers that write to it; it followed %s.', study->>'table')
			ELSE 'Triggers of several tables write to it, and none of them is the table that it followed.' END;
		remedy := format('Follow it no more: SELECT aer_unfollow(%L);', log);
		RETURN;
	END IF;

	IF EXISTS (SELECT FROM pg_class c WHERE (c.oid = source OR c.oid IN (SELECT relid FROM pg_partition_tree(source))) AND c.relkind NOT IN ('r', 'p')) THEN
		problem := format('%s or a partition of it is no table.', source::regclass);
		remedy := format('Follow it no more: SELECT aer_unfollow(%L);', log);
		source := NULL;
		RETURN;
	END IF;
	remedy := format('Take the table in anew: SELECT aer_refollow(%L);', log);
	SELECT * INTO s FROM pg_class WHERE oid = source;
	WITH tree AS (
		SELECT c.oid AS relation, c.relpersistence, CASE WHEN c.relkind = 'p' AND c.oid <> source THEN 3 ELSE 4 END AS wanted
		FROM pg_class c WHERE c.oid = source OR c.oid IN (SELECT relid FROM pg_partition_tree(source))
	), have AS (
		SELECT relation, count(DISTINCT kind) FILTER (WHERE fires_for = log) AS n FROM @extschema@._aer_triggers(writer) GROUP BY relation
	)
	SELECT tree.relation::regclass AS member, have.relation::regclass AS other, relpersistence INTO bad
		FROM tree FULL JOIN have ON tree.relation = have.relation
		WHERE tree.relation IS NULL OR n IS DISTINCT FROM wanted OR relpersistence <> l.relpersistence
		ORDER BY tree.relation, have.relation LIMIT 1;
	IF s.relowner <> l.relowner THEN
		remedy := format('Give both the same owner; or follow the table no more: SELECT aer_unfollow(%L);', log);
	END IF;
	versions := @extschema@._aer_versions(writer, source, study);
	IF versions->'of' IS DISTINCT FROM study->'versions'->'of' THEN
		versions := NULL;
	END IF;
	now_columns := @extschema@._aer_columns(source, ARRAY(SELECT c->>'name' FROM jsonb_array_elements(study->'columns') c));
	problem := CASE
		WHEN to_regclass(study->>'log') IS NULL THEN format('It was %s when the table was followed.', study->>'log')
		WHEN bad.member IS NULL AND bad.other IS NOT NULL THEN format('%s has triggers that write to it, and is no partition of %s.', bad.other, source::regclass)
		WHEN bad.relpersistence <> l.relpersistence THEN format('One of it and %s is unlogged.', bad.member)
		WHEN bad.member IS NOT NULL THEN format('Triggers of %s are missing or disabled.', bad.member)
		WHEN s.relowner <> l.relowner THEN format('%s has another owner.', source::regclass)
		WHEN s.relkind = 'r' AND s.relhassubclass AND EXISTS (SELECT FROM pg_inherits WHERE inhparent = source)
			THEN format('A table inherits from %s.', source::regclass)
		WHEN (SELECT greatest(count(*), 1) FROM pg_partition_tree(source)) <> (study->>'tables')::bigint
			THEN format('%s has fewer partitions than it had.', source::regclass)
		WHEN s.relispartition OR EXISTS (SELECT FROM pg_inherits WHERE inhrelid = source)
			THEN format('%s is a partition or a child of another table.', source::regclass)
		WHEN @extschema@._aer_columns_text(study->'columns') <> @extschema@._aer_columns_text(now_columns)
			THEN format('Of %s it reads %s, which now are %s.', source::regclass, @extschema@._aer_columns_text(study->'columns'), @extschema@._aer_columns_text(now_columns))
		-- labels may be added, but one that has another name, or two that have swapped theirs, change the table
		WHEN EXISTS (SELECT FROM jsonb_array_elements(study->'columns') c JOIN jsonb_array_elements(now_columns) n ON c->>'name' = n->>'name'
			WHERE c->'labels' <> coalesce((SELECT jsonb_agg(label ORDER BY i) FROM jsonb_array_elements_text(nullif(n->'labels', 'null')) WITH ORDINALITY e (label, i) WHERE c->'labels' ? label), 'null'))
			THEN format('Values of an enum that it reads of %s were renamed.', source::regclass)
		WHEN versions IS NOT NULL AND jsonb_path_query_array(study->'columns', '$[*].number') <> jsonb_path_query_array(now_columns, '$[*].number')
			THEN format('Of %s it reads %s, some of which were dropped and made again.', source::regclass, @extschema@._aer_columns_text(now_columns))
		WHEN versions->'triggers' <> study->'versions'->'triggers' THEN format('Triggers of %s that write to it were disabled or dropped for a time.', source::regclass)
		WHEN versions->'partitions' <> study->'versions'->'partitions' THEN format('A partition of %s was detached for a time.', source::regclass)
		WHEN versions->'files' <> study->'versions'->'files' AND versions->'columns' <> study->'versions'->'columns'
			THEN format('Columns of %s had another type for a time, or were computed anew.', source::regclass)
		WHEN s.relkind = 'p' AND versions->'key' <> study->'versions'->'key' THEN format('%s may have been a partition of another table for a time.', source::regclass)
		END;
END $$;

CREATE FUNCTION _aer_columns_text(columns jsonb) RETURNS text LANGUAGE sql IMMUTABLE
	SET search_path = pg_catalog, pg_temp SET quote_all_identifiers = off AS $$
	SELECT coalesce(string_agg(format('%I %s', c->>'name', c->>'type'), ', ' ORDER BY (c->>'number')::int), 'none') FROM jsonb_array_elements(columns) c
$$;

-- Versions of what the catalogs say of a followed table: they are others where it was changed and changed back.
-- "of": the cluster and the function that they are versions of; after a restore or pg_upgrade these are others.
CREATE FUNCTION _aer_versions(writer oid, source oid, study jsonb) RETURNS jsonb LANGUAGE sql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
	WITH tree AS (SELECT source AS oid UNION SELECT relid FROM pg_partition_tree(source))
	SELECT jsonb_build_object('of', format('%s %s %s', @extschema@._aer_cluster(), writer, source),
		'triggers', (SELECT md5(string_agg(concat(t.oid, ' ' || CASE WHEN tgtype & 1 = 0 THEN t.xmin END), ',' ORDER BY t.oid)) FROM pg_trigger t WHERE tgfoid = writer AND tgrelid IN (SELECT oid FROM tree)),
		'partitions', (SELECT md5(string_agg(concat(inhrelid, ' ', i.xmin), ',' ORDER BY inhrelid)) FROM pg_inherits i WHERE inhrelid IN (SELECT oid FROM tree) AND inhrelid <> source),
		'files', (SELECT md5(string_agg(concat(c.oid, ' ', relfilenode), ',' ORDER BY c.oid)) FROM pg_class c WHERE oid IN (SELECT oid FROM tree)),
		'columns', (SELECT md5(string_agg(concat(attnum, ' ', a.xmin), ',' ORDER BY attnum)) FROM pg_attribute a WHERE attrelid = source
			AND attname IN (SELECT c->>'name' FROM jsonb_array_elements(study->'columns') c)),
		-- of a table that is attached to another all columns change
		'key', (SELECT a.xmin::text FROM pg_attribute a WHERE attrelid = source AND attname = study->>'key'))
$$;

-- Make the trigger function of a study and its triggers, or make them anew, and drop all others
-- that call it: those of tables that are partitions no more, and what has another name.
-- (Citus would send the function to other servers, and refuses to, as it depends on aer.)
CREATE FUNCTION _aer_install(study jsonb, source regclass) RETURNS void LANGUAGE plpgsql
	SET search_path = pg_catalog, pg_temp SET citus.enable_ddl_propagation = off AS $$
DECLARE
	log_name text := (parse_ident(study->>'log'))[2];
	writer text := @extschema@._aer_writer(study->>'log') || '()';
	declaration text := format('CREATE OR REPLACE FUNCTION %s RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER '
		'SET search_path = pg_catalog, pg_temp SET jit = off SET quote_all_identifiers = off AS ', writer);
	owner text := (SELECT relowner::regrole FROM pg_class WHERE oid = source);
	grantee oid;
	member record;
	kind record;
	made text[];
	other record;
BEGIN
	EXECUTE declaration || quote_literal(@extschema@._aer_follow_body(study));
	EXECUTE format('ALTER FUNCTION %s OWNER TO %s', writer, owner);
	FOR grantee IN SELECT DISTINCT a.grantee FROM pg_proc p, aclexplode(coalesce(proacl, acldefault('f', proowner))) a
		WHERE p.oid = writer::regprocedure AND a.grantee <> proowner LOOP
		EXECUTE format('REVOKE ALL ON FUNCTION %s FROM %s', writer, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END);
	END LOOP;
	FOR member IN SELECT c.oid, c.oid::regclass AS name, c.relkind FROM pg_class c
		WHERE c.oid = source OR c.oid IN (SELECT relid FROM pg_partition_tree(source)) ORDER BY c.oid LOOP
		-- PostgreSQL lets no table that has a trigger like "alone" become a child or a partition; it need not fire
		FOR kind IN SELECT format('aer_follow_%s_%s', what, log_name) AS name, event, rows, level,
				CASE WHEN what = 'alone' THEN what WHEN member.oid = source THEN 'root' ELSE 'part' END AS place
			FROM (VALUES ('insert', 'AFTER INSERT', 'REFERENCING NEW TABLE AS new_rows', 'STATEMENT'),
				('update', 'AFTER UPDATE', 'REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows', 'STATEMENT'),
				('delete', 'AFTER DELETE', 'REFERENCING OLD TABLE AS old_rows', 'STATEMENT'),
				('truncate', CASE WHEN member.oid = source THEN 'AFTER' ELSE 'BEFORE' END || ' TRUNCATE', '', 'STATEMENT'),
				('alone', 'AFTER DELETE', 'REFERENCING OLD TABLE AS old_rows', 'ROW')) k (what, event, rows, level)
			WHERE CASE what WHEN 'truncate' THEN member.oid = source OR member.relkind <> 'p' WHEN 'alone' THEN member.oid = source AND member.relkind = 'r' ELSE true END LOOP
			IF EXISTS (SELECT FROM pg_trigger WHERE tgrelid = member.oid AND tgname = kind.name AND tgfoid <> writer::regprocedure) THEN
				RAISE EXCEPTION 'table % has a trigger "%" already', member.name, kind.name USING ERRCODE = 'duplicate_object',
					DETAIL = 'aer_follow() needs that name, and the trigger calls another function.',
					HINT = format('Follow into a log of another name, or: ALTER TRIGGER %I ON %s RENAME TO ...;', kind.name, member.name);
			END IF;
			-- by its condition the trigger depends on the log, so that nobody drops that unawares
			EXECUTE format('CREATE OR REPLACE TRIGGER %I %s ON %s %s FOR EACH %s WHEN (%L::regclass IS NOT NULL) EXECUTE FUNCTION %s(%L)',
				kind.name, kind.event, member.name, kind.rows, kind.level, study->>'log', rtrim(writer, '()'), kind.place);
			IF kind.place = 'alone' THEN
				EXECUTE format('ALTER TABLE ONLY %s DISABLE TRIGGER %I', member.name, kind.name);
			END IF;
			made := made || kind.name;
		END LOOP;
		-- changes nothing, but is an error if a statement is at work with the table: rows of
		-- it that are still to come would go unseen
		EXECUTE format('ALTER TABLE ONLY %s ENABLE TRIGGER %I', member.name, 'aer_follow_insert_' || log_name);
	END LOOP;
	FOR other IN SELECT tgrelid::regclass AS relation, tgname AS name FROM pg_trigger
		WHERE tgfoid = writer::regprocedure AND (tgrelid <> source AND tgrelid NOT IN (SELECT relid FROM pg_partition_tree(source)) OR tgname <> ALL (made)) LOOP
		EXECUTE format('DROP TRIGGER %I ON %s', other.name, other.relation);
	END LOOP;
	-- now the function and its triggers are there, and have versions
	EXECUTE declaration || quote_literal(@extschema@._aer_follow_body(study
		|| jsonb_build_object('versions', @extschema@._aer_versions(writer::regprocedure::oid, source::oid, study))));
	-- without aer the function fails; so it goes with it, and its triggers (CREATE OR REPLACE would forget that)
	EXECUTE format('ALTER FUNCTION %s DEPENDS ON EXTENSION aer', writer);
END $$;

-- The moments of a followed table as it is, and its study with the shape that its rows have.
CREATE FUNCTION _aer_take_in(INOUT study jsonb, source regclass, OUT moments aer_moments) LANGUAGE plpgsql STABLE
	SET search_path = pg_catalog, pg_temp SET jit = off AS $$
DECLARE
	shape text;
BEGIN
	EXECUTE @extschema@._aer_reading(study || '{"shape": null}', source::text) INTO moments, shape;
	IF study->>'features_type' IS NULL OR study->>'features_type' = 'jsonb' AND study->>'target_type' IS NOT NULL THEN
		RETURN;
	ELSIF study->>'features_type' = 'jsonb' THEN
		EXECUTE format('SELECT jsonb_typeof(@extschema@._aer_value(n.%I::jsonb, %L)) FROM (%s) n LIMIT 1', study->>'features', study->>'target', @extschema@._aer_counted_rows(study, source::text)) INTO shape;
	ELSIF moments IS NULL THEN
		RAISE EXCEPTION '% has no row whose features and target are known', source USING ERRCODE = 'no_data_found',
			DETAIL = 'The number of attributes of an array is known from its first row.', HINT = 'Follow the table when it has a row.';
	ELSE
		SELECT count(*) INTO shape FROM @extschema@.aer_attributes(moments);
	END IF;
	study := study || jsonb_build_object('shape', shape);
END $$;

CREATE FUNCTION _aer_follow(source regclass, target text, design jsonb, key text, log text, features text) RETURNS regclass
	LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE COST 100000 SET search_path = pg_catalog, pg_temp SET jit = off AS $$
DECLARE
	s pg_class;
	path text[];
	schema name;
	schema_owner oid;
	name text;
	existing regclass;
	before record;
	study jsonb;
	taken record;
	grantee oid;
	object record;
BEGIN
	IF source IS NULL OR target IS NULL THEN
		RAISE EXCEPTION 'source and target must not be NULL' USING ERRCODE = 'null_value_not_allowed',
			HINT = 'For example: aer_follow(''visits'', ''outcome'', aer_design(5)).';
	END IF;
	PERFORM @extschema@._aer_check_isolation('aer_follow()');
	PERFORM @extschema@._aer_lock_source(source);
	SELECT * INTO s FROM pg_class WHERE oid = source;
	key := @extschema@._aer_key_column(source, key);
	log := coalesce(log, quote_ident(s.relname || '_log'));
	SELECT n.nspname, CASE WHEN n.nspowner = 'pg_database_owner'::regrole THEN d.datdba ELSE n.nspowner END INTO schema, schema_owner
		FROM pg_namespace n, pg_database d WHERE n.oid = s.relnamespace AND d.datname = current_database();
	BEGIN
		path := parse_ident(log);
	EXCEPTION WHEN invalid_parameter_value THEN
		path := CASE WHEN log ~ '[."]' THEN '{"", "", ""}' ELSE ARRAY[log] END;
	END;
	name := path[cardinality(path)];
	IF cardinality(path) > 2 OR trim(name) = '' THEN
		RAISE EXCEPTION '"%" is no name for a log', log USING ERRCODE = 'invalid_name', HINT = format('For example %I.', s.relname || '_log');
	ELSIF octet_length(name) > 43 THEN
		RAISE EXCEPTION '"%" is too long for the name of a log', log USING ERRCODE = 'invalid_name',
			DETAIL = 'Names of triggers end with it, which leaves it 43 bytes.', HINT = 'Give it a shorter name.';
	ELSIF cardinality(path) = 2 AND path[1] <> schema THEN
		RAISE EXCEPTION 'the log must be in the schema of its table' USING ERRCODE = 'invalid_parameter_value',
			DETAIL = format('%s is in "%s".', s.relname, schema), HINT = 'Leave out the schema.';
	END IF;
	IF NOT pg_has_role(schema_owner, s.relowner, 'USAGE') THEN
		RAISE EXCEPTION 'the log cannot be in schema "%"', schema USING ERRCODE = 'insufficient_privilege',
			DETAIL = format('The schema is owned by %s, who could drop it, and has not the rights of %s.', schema_owner::regrole, s.relowner::regrole),
			HINT = 'Move the table to a schema of its owner or of a superuser: ALTER TABLE ... SET SCHEMA.';
	END IF;
	log := format('%I.%I', schema, name);
	existing := to_regclass(log);
	IF existing IS NOT NULL THEN
		SELECT * INTO before FROM @extschema@._aer_study(existing) b WHERE @extschema@._aer_is_log(existing);
		IF before.study IS NULL THEN
			RAISE EXCEPTION 'relation % exists already', log USING ERRCODE = 'duplicate_table',
				DETAIL = coalesce(before.problem, 'It is no log that follows a table.'), HINT = coalesce(before.remedy, 'Give the log another name.');
		ELSIF before.source IS DISTINCT FROM source THEN
			RAISE EXCEPTION 'log % exists already and follows another table', log USING ERRCODE = 'duplicate_table',
				DETAIL = coalesce(format('It follows %s.', before.source::regclass), before.problem), HINT = 'Give the log another name.';
		ELSIF (before.study->>'target', before.study->>'key', before.study->>'features', before.study->'asked')
			IS DISTINCT FROM (target, key, features, coalesce(design, before.study->'asked')) THEN
			RAISE EXCEPTION 'log % exists already and follows otherwise', log USING ERRCODE = 'duplicate_table',
				DETAIL = format('It follows %s: target "%s", key "%s", features "%s", design %s.', source, before.study->>'target',
					before.study->>'key', before.study->>'features', before.study->>'asked'),
				HINT = 'Give the log another name: several can follow one table.';
		END IF;
		RETURN existing;
	END IF;
	design := coalesce(design, @extschema@.aer_suggest(source, target, exclude => CASE WHEN features IS NULL THEN ARRAY[key] END, features => features));
	-- one of a log that was dropped is made anew
	IF EXISTS (SELECT FROM pg_proc WHERE proname = name || '_follow' AND pronamespace = s.relnamespace AND pronargs = 0
		AND (proowner <> s.relowner OR prosrc NOT LIKE '-- aer {%')) THEN
		RAISE EXCEPTION 'function %() exists already', @extschema@._aer_writer(log) USING ERRCODE = 'duplicate_function',
			DETAIL = 'The trigger function of the log would have that name.', HINT = 'Give the log another name.';
	END IF;
	study := @extschema@._aer_new_study(source, target, design, key, log, features);
	SELECT * INTO taken FROM @extschema@._aer_take_in(study, source);
	EXECUTE format('CREATE %s TABLE %s (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at timestamptz NOT NULL, '
		'added @extschema@.aer_moments, removed @extschema@.aer_moments, problem text) '
		'WITH (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0, '
		'toast.autovacuum_vacuum_threshold = 1000, toast.autovacuum_vacuum_scale_factor = 0)',
		CASE s.relpersistence WHEN 'u' THEN 'UNLOGGED' ELSE '' END, log);
	EXECUTE format('ALTER TABLE %s OWNER TO %s', log, s.relowner::regrole);
	EXECUTE format('COMMENT ON TABLE %s IS %L', log, format('log of aer_follow() for %s: moments of the rows that each statement added and removed; aer_followed() adds them up', source));
	-- what default privileges gave away
	FOR object IN SELECT c.oid::regclass AS name, a.grantee FROM pg_class c, aclexplode(relacl) a
		WHERE c.oid IN (log::regclass, pg_get_serial_sequence(log, 'id')::regclass) AND a.grantee <> c.relowner LOOP
		EXECUTE format('REVOKE ALL ON %s FROM %s', object.name, CASE object.grantee WHEN 0 THEN 'PUBLIC' ELSE object.grantee::regrole::text END);
	END LOOP;
	PERFORM @extschema@._aer_install(taken.study, source);
	IF taken.moments IS NOT NULL THEN
		EXECUTE format('INSERT INTO %s (at, added) VALUES (statement_timestamp(), $1)', log) USING taken.moments;
	END IF;
	RETURN log::regclass;
END $$;

CREATE FUNCTION aer_follow(source regclass, target text, design jsonb DEFAULT NULL, key text DEFAULT NULL, log text DEFAULT NULL, features text DEFAULT NULL) RETURNS regclass
	AS 'MODULE_PATHNAME', 'aer_inner' LANGUAGE C VOLATILE PARALLEL UNSAFE COST 100000;

-- All that a log says, as a query: what was added and removed, how many problems there are, and the first;
-- strange: of another table, that has its name.
CREATE FUNCTION _aer_log_sums(log regclass) RETURNS text LANGUAGE sql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT format('SELECT %1$s.aer_moments(added) AS added, %1$s.aer_moments(removed) AS removed, count(problem) AS problems, '
		'(array_agg(format(''id %%s: %%s'', id, problem) ORDER BY id) FILTER (WHERE problem IS NOT NULL))[1] AS first_problem, bool_or(tableoid <> %3$s) AS strange FROM ONLY %2$s', '@extschema@', log, log::oid)
$$;

CREATE FUNCTION _aer_followed(log regclass) RETURNS aer_moments
	LANGUAGE plpgsql STABLE STRICT PARALLEL RESTRICTED COST 100000 SET search_path = pg_catalog, pg_temp SET jit = off AS $$
DECLARE
	study record;
	sums record;
	fault text;
BEGIN
	SELECT * INTO study FROM @extschema@._aer_study(log) s;
	fault := coalesce(study.problem, @extschema@._aer_log_fault(log::text, NULL::oid, false, study.owner));
	IF fault IS NOT NULL THEN
		RAISE EXCEPTION 'log % may not say what its table does', log USING ERRCODE = 'object_not_in_prerequisite_state', DETAIL = fault,
			HINT = study.remedy;
	ELSIF row_security_active(log) THEN
		RAISE EXCEPTION 'row-level security would hide rows of log %', log USING ERRCODE = 'insufficient_privilege',
			HINT = format('ALTER TABLE %s DISABLE ROW LEVEL SECURITY.', log);
	END IF;
	EXECUTE @extschema@._aer_log_sums(log) INTO sums;
	IF sums.strange THEN
		RAISE EXCEPTION 'log % was renamed while it was read', log USING ERRCODE = 'object_in_use', HINT = 'Try again.';
	END IF;
	IF sums.problems > 0 THEN
		RAISE EXCEPTION 'not everything could be counted in log %', log USING ERRCODE = 'object_not_in_prerequisite_state',
			DETAIL = format('The first of %s problems has %s', sums.problems, sums.first_problem),
			HINT = 'Mend the table. ' || study.remedy;
	ELSIF sums.removed IS NULL THEN
		RETURN sums.added;
	ELSIF sums.added IS NULL OR @extschema@._aer_moments_rows(sums.added) < @extschema@._aer_moments_rows(sums.removed) THEN
		RAISE EXCEPTION 'in log % something is taken back that was never added', log USING ERRCODE = 'object_not_in_prerequisite_state', HINT = study.remedy;
	END IF;
	RETURN sums.added OPERATOR(@extschema@.-) sums.removed;
END $$;

CREATE FUNCTION aer_followed(log regclass) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_as_owner_for_reader' LANGUAGE C STABLE STRICT PARALLEL RESTRICTED COST 100000;

-- A list, one of lists, or the keys of an object, with new names for old ones.
CREATE FUNCTION _aer_new_names(names jsonb, rename jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE jsonb_typeof(names)
		WHEN 'array' THEN (SELECT coalesce(jsonb_agg(CASE jsonb_typeof(e) WHEN 'array' THEN @extschema@._aer_new_names(e, rename) ELSE coalesce(rename->(e#>>'{}'), e) END ORDER BY n), '[]') FROM jsonb_array_elements(names) WITH ORDINALITY a (e, n))
		WHEN 'object' THEN (SELECT coalesce(jsonb_object_agg(coalesce(rename->>k, k), v), '{}') FROM jsonb_each(names) o (k, v))
		ELSE names END
$$;

-- A study after columns, or keys of jsonb, were renamed.
CREATE FUNCTION _aer_renamed(study jsonb, rename jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	design jsonb := study->'design';
	prices jsonb := study->'design'->'prices';
	option text;
	pair record;
BEGIN
	IF jsonb_typeof(rename) <> 'object' THEN
		RAISE EXCEPTION '"rename" must be a jsonb object of new names' USING ERRCODE = 'invalid_parameter_value', HINT = 'For example {"old": "new"}.';
	END IF;
	FOR pair IN SELECT * FROM jsonb_each(rename) LOOP
		IF jsonb_typeof(pair.value) <> 'string' THEN
			RAISE EXCEPTION '"rename" gives "%" no name, but %', pair.key, pair.value USING ERRCODE = 'invalid_parameter_value', HINT = 'For example {"old": "new"}.';
		ELSIF NOT (study->'columns' @> jsonb_build_array(jsonb_build_object('name', pair.key)) OR design->'include' ? pair.key OR study->>'target' = pair.key) THEN
			RAISE EXCEPTION '"rename" names "%", which the study does not look at', pair.key USING ERRCODE = 'undefined_column',
				HINT = format('It looks at %s.', @extschema@._aer_columns_text(study->'columns'));
		END IF;
	END LOOP;
	FOREACH option IN ARRAY '{include,exclude,columns,spread,center,pairs}'::text[] LOOP
		IF design ? option THEN
			design := design || jsonb_build_object(option, @extschema@._aer_new_names(design->option, rename));
		END IF;
	END LOOP;
	-- a list of costs may be all that there is, and then a column may be called so
	IF jsonb_typeof(prices->'cost') = 'object' THEN
		prices := prices || jsonb_build_object('cost', @extschema@._aer_new_names(prices->'cost', rename));
	ELSE
		prices := @extschema@._aer_new_names(prices, rename);
		-- but not one that is called "panels"
		prices := CASE WHEN prices ? 'panels' THEN jsonb_build_object('cost', prices) ELSE prices END;
	END IF;
	IF jsonb_typeof(prices->'panels') = 'object' THEN
		prices := prices || jsonb_build_object('panels', (SELECT jsonb_object_agg(key, value || jsonb_build_object('attributes',
			@extschema@._aer_new_names(value->'attributes', rename))) FROM jsonb_each(prices->'panels')));
	END IF;
	IF prices IS NOT NULL THEN
		design := design || jsonb_build_object('prices', prices);
	END IF;
	RETURN study || jsonb_build_object('design', design, 'asked', design, 'target', coalesce(rename->(study->>'target'), to_jsonb((rename->>(study->>'target_column')) || substr(study->>'target', length(study->>'target_column') + 1)), study->'target'),
		'key', coalesce(rename->(study->>'key'), study->'key'), 'features', coalesce(rename->(study->>'features'), study->'features'));
END $$;

CREATE FUNCTION _aer_refollow(log regclass, rename jsonb) RETURNS regclass
	LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE COST 100000 SET search_path = pg_catalog, pg_temp SET jit = off SET citus.enable_ddl_propagation = off AS $$
DECLARE
	before record;
	study jsonb;
	taken record;
	fault text;
BEGIN
	IF log IS NULL THEN
		RAISE EXCEPTION 'the log must not be NULL' USING ERRCODE = 'null_value_not_allowed', HINT = 'For example: aer_refollow(''visits_log'').';
	END IF;
	PERFORM @extschema@._aer_check_isolation('aer_refollow()');
	SELECT * INTO before FROM @extschema@._aer_study(log) b;
	IF before.source IS NULL THEN
		RAISE EXCEPTION 'no table is followed into %', log USING ERRCODE = 'object_not_in_prerequisite_state', DETAIL = before.problem,
			HINT = before.remedy;
	END IF;
	PERFORM @extschema@._aer_lock_source(before.source::regclass);
	EXECUTE format('LOCK TABLE ONLY %s IN SHARE UPDATE EXCLUSIVE MODE', log);
	-- the log may have been moved without the function, which stays the one that the triggers call
	IF before.writer::regproc::text <> @extschema@._aer_writer(log::text) THEN
		EXECUTE format('ALTER FUNCTION %s SET SCHEMA %I', before.writer::regprocedure, (parse_ident(log::text))[1]);
	END IF;
	fault := @extschema@._aer_log_fault(log::text, before.source, true, before.owner);
	IF fault IS NOT NULL THEN
		RAISE EXCEPTION 'log % is not as it was made', log USING ERRCODE = 'object_not_in_prerequisite_state', DETAIL = fault,
			HINT = format('Undo that, or follow the table no more: SELECT aer_unfollow(%L).', log);
	END IF;
	study := before.study;
	IF rename IS NOT NULL THEN
		study := @extschema@._aer_renamed(study, rename);
	END IF;
	BEGIN
		study := @extschema@._aer_new_study(before.source::regclass, study->>'target', study->'design', study->>'key', log::text, study->>'features')
			|| jsonb_build_object('asked', study->'asked');
	EXCEPTION WHEN undefined_column THEN
		RAISE EXCEPTION '%', sqlerrm USING ERRCODE = 'undefined_column',
			HINT = format('If it has another name now: SELECT aer_refollow(%L, rename => ''{"old name": "new name"}'').', log);
	END;
	SELECT * INTO taken FROM @extschema@._aer_take_in(study, before.source::regclass);
	PERFORM @extschema@._aer_install(taken.study, before.source::regclass);
	EXECUTE format('DELETE FROM ONLY %s', log);
	IF taken.moments IS NOT NULL THEN
		EXECUTE format('INSERT INTO %s (at, added) VALUES (statement_timestamp(), $1)', log) USING taken.moments;
	END IF;
	RETURN log;
END $$;

CREATE FUNCTION aer_refollow(log regclass, rename jsonb DEFAULT NULL) RETURNS regclass
	AS 'MODULE_PATHNAME', 'aer_as_owner' LANGUAGE C VOLATILE PARALLEL UNSAFE COST 100000;

CREATE FUNCTION _aer_unfollow(log regclass, drop boolean) RETURNS void
	LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE COST 100000 SET search_path = pg_catalog, pg_temp SET client_min_messages = warning SET citus.enable_ddl_propagation = off AS $$
DECLARE
	study record;
BEGIN
	SELECT * INTO study FROM @extschema@._aer_study(log) s;
	IF study.writer IS NULL THEN
		RAISE EXCEPTION 'no table is followed into %', log USING ERRCODE = 'object_not_in_prerequisite_state', DETAIL = study.problem, HINT = study.remedy;
	END IF;
	-- the table first, then the log, as everyone who writes
	IF study.source IS NOT NULL AND pg_has_role((SELECT relowner FROM pg_class WHERE oid = study.source), 'USAGE') THEN
		EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', study.source::regclass);
	END IF;
	-- the triggers go with their function, those of a table that has another owner now, too
	EXECUTE format('DROP FUNCTION %s CASCADE', study.writer::regprocedure);
	IF drop THEN
		EXECUTE format('DROP TABLE %s', log);
	END IF;
END $$;

CREATE FUNCTION aer_unfollow(log regclass, drop boolean DEFAULT false) RETURNS void
	AS 'MODULE_PATHNAME', 'aer_as_owner' LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100000;

CREATE FUNCTION _aer_compact(log regclass, everything boolean) RETURNS bigint
	LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE COST 100000 SET search_path = pg_catalog, pg_temp SET jit = off AS $$
DECLARE
	study record;
	fault text;
	rows bigint;
BEGIN
	PERFORM @extschema@._aer_check_isolation('aer_compact()');
	SELECT * INTO study FROM @extschema@._aer_study(log) s;
	IF study.writer IS NULL THEN
		RAISE EXCEPTION 'no table is followed into %', log USING ERRCODE = 'object_not_in_prerequisite_state', DETAIL = study.problem, HINT = study.remedy;
	END IF;
	BEGIN
		EXECUTE format('LOCK TABLE ONLY %s IN SHARE UPDATE EXCLUSIVE MODE NOWAIT', log);
	EXCEPTION WHEN lock_not_available THEN
		RETURN 0;
	END;
	fault := @extschema@._aer_log_fault(log::text, study.source, true, study.owner);
	IF fault IS NOT NULL THEN
		RAISE EXCEPTION 'log % is not as it was made', log USING ERRCODE = 'object_not_in_prerequisite_state', DETAIL = fault,
			HINT = format('Undo that, or follow the table no more: SELECT aer_unfollow(%L).', log);
	END IF;
	-- A row with more than a quarter of the content would be written again and again with
	-- little besides; there are three of these at most. What rows added and what they
	-- removed stay apart: a removed row may have been added by one that is not folded. Where
	-- all of them are, what is left is all that is kept, but not beside problems: what was
	-- not counted when it came may have been taken back since.
	EXECUTE format($f$
		WITH sized AS (
			SELECT id, size, sum(size) OVER () AS total FROM (
				SELECT id, coalesce(pg_column_size(added), 0) + coalesce(pg_column_size(removed), 0) AS size
				FROM ONLY %1$s WHERE problem IS NULL) s
		), chosen AS (
			SELECT id, count(*) OVER () AS n FROM sized WHERE $1 OR 4 * size <= total
		), folded AS (
			DELETE FROM ONLY %1$s l USING chosen WHERE l.id = chosen.id AND (n > 1 OR $1 AND l.removed IS NOT NULL)
			RETURNING l.added, l.removed
		), sums AS (
			SELECT count(*) AS rows, %2$s.aer_moments(added) AS added, %2$s.aer_moments(removed) AS removed,
				$1 AND count(added) > 0 AND count(removed) > 0 AND NOT EXISTS (SELECT FROM ONLY %1$s WHERE problem IS NOT NULL) AS together FROM folded
		), sum AS (
			INSERT INTO %1$s (at, added, removed)
			SELECT statement_timestamp(), CASE WHEN together THEN added OPERATOR(%2$s.-) removed ELSE added END, CASE WHEN NOT together THEN removed END
			FROM sums WHERE rows > 0
		)
		SELECT rows FROM sums$f$, log, '@extschema@') INTO rows USING everything;
	RETURN rows;
END $$;

CREATE FUNCTION aer_compact(log regclass, everything boolean DEFAULT false) RETURNS bigint
	AS 'MODULE_PATHNAME', 'aer_as_owner' LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100000;

CREATE FUNCTION _aer_moments_rows(moments aer_moments) RETURNS bigint
	AS 'MODULE_PATHNAME', 'aer_moments_rows' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_moments_unlike(log aer_moments, "table" aer_moments) RETURNS text
	AS 'MODULE_PATHNAME', 'aer_moments_unlike' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_other_sums(log aer_moments, "table" aer_moments, OUT fold integer, OUT first text, OUT second text,
	OUT n bigint, OUT product float8, OUT first_sum float8, OUT second_sum float8,
	OUT n2 bigint, OUT product2 float8, OUT first_sum2 float8, OUT second_sum2 float8, OUT most float8, OUT turnover float8) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_other_sums' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 100;

-- The first thing that a log says otherwise than its table, as a sentence; NULL: nothing. Counts must be the same. Sums
-- may differ by the rounding of who added up in another order: by 1e-9 of what the absolute values of their terms can
-- add up to, which by Cauchy and Schwarz is no more than sqrt(n sum x^2) of a sum of x and sqrt(sum x^2 sum y^2) of one
-- of products; and by the rounding of what was taken back, if anything was. Bounds are not compared: they remember rows
-- that were taken back.
CREATE FUNCTION _aer_moments_difference(log aer_moments, "table" aer_moments) RETURNS text
	LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 100000 SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	target CONSTANT text := '^\(target\)($|=)';
	named boolean;
	difference record;
	wrong text := @extschema@._aer_moments_unlike(log, "table");
BEGIN
	IF wrong IS NULL THEN
		SELECT format('In the log the %s of attribute %s are %s, in the table %s.', what, coalesce(quote_ident(l.name), l.attribute::text), v.log, v.table) INTO wrong
		FROM @extschema@.aer_attributes(log) l JOIN @extschema@.aer_attributes("table") t USING (attribute),
			LATERAL (VALUES ('NULLs', l.missing, t.missing), ('unknown values', l.unknown, t.unknown)) v (what, log, "table")
		WHERE v.log <> v.table ORDER BY l.attribute, what LIMIT 1;
	END IF;
	IF wrong IS NOT NULL THEN
		RETURN wrong;
	END IF;
	SELECT v.* INTO difference
	FROM (SELECT *, sqrt(s.n) AS now, sqrt(greatest(s.n, s.turnover)) AS ever, 1.1e-16 * sqrt(s.turnover) AS rounding,
			max(sqrt(greatest(s.product, s.product2))) FILTER (WHERE s.first = s.second) OVER (PARTITION BY s.fold, s.first) AS size,
			max(sqrt(greatest(s.product, s.product2))) FILTER (WHERE s.first = s.second) OVER (PARTITION BY s.fold, s.second) AS size2,
			sqrt(s.most) AS most_ever, max(sqrt(s.most)) FILTER (WHERE s.first = s.second) OVER (PARTITION BY s.fold, s.second) AS most_ever2
		FROM @extschema@._aer_other_sums(log, "table") WITH ORDINALITY s (fold, first, second, n, product, first_sum, second_sum, n2, product2, first_sum2, second_sum2, most, turnover, place)) s,
		LATERAL (VALUES (1, first, second, n::float8, n2::float8, 0),
			(2, CASE WHEN first ~ target THEN second ELSE first END, second, second_sum, second_sum2, 1e-9 * size2 * now + rounding * most_ever2 * ever),
			(3, first, second, first_sum, first_sum2, 1e-9 * size * now + rounding * most_ever * ever),
			(4, first, second, product, product2, 1e-9 * size * size2 + rounding * most_ever * most_ever2)) v (part, one, other, in_log, in_table, tolerance)
	WHERE abs(in_log - in_table) > tolerance ORDER BY place, part LIMIT 1;
	IF NOT FOUND THEN
		RETURN NULL;
	END IF;
	IF difference.part > 1 AND difference.one ~ '^\(target\)=' THEN
		RETURN format('Sums of the rows of class "%s" are others in the log than in the table.', substr(difference.one, 10));
	END IF;
	named := (SELECT bool_and(name IS NOT NULL) FROM @extschema@.aer_attributes(log));
	RETURN format('In the log %s %s, in the table %s.',
		format(CASE WHEN difference.other ~ target THEN CASE difference.part WHEN 1 THEN 'the rows of a fold are' ELSE 'a sum of the target is' END
				WHEN difference.one ~ target OR difference.one = difference.other THEN CASE difference.part WHEN 1 THEN 'the values of attribute %2$s are' ELSE 'a sum of attribute %2$s is' END
				WHEN difference.part = 1 THEN 'the values of attributes %s and %s together are' ELSE 'a sum of attributes %s and %s is' END,
			CASE WHEN named THEN quote_ident(difference.one) ELSE difference.one END, CASE WHEN named THEN quote_ident(difference.other) ELSE difference.other END),
		difference.in_log::numeric, difference.in_table::numeric);
END $$;

CREATE FUNCTION _aer_check(log regclass, deep boolean,
	OUT rows bigint, OUT followed bigint, OUT problems bigint, OUT sound boolean, OUT detail text) RETURNS SETOF record
	LANGUAGE plpgsql STABLE STRICT PARALLEL UNSAFE COST 100000 ROWS 1
	SET search_path = pg_catalog, pg_temp SET jit = off SET row_security = off AS $$
DECLARE
	study record;
	sums record;
	moments @extschema@.aer_moments;
	anew @extschema@.aer_moments;
	fault text;
	misfit text;
	doing text := 'The table cannot be read: %s.';
	wrong text[];
BEGIN
	SELECT * INTO study FROM @extschema@._aer_study(log) s;
	fault := @extschema@._aer_log_fault(log::text, study.source, false, study.owner);
	wrong := array_remove(ARRAY[study.problem, fault], NULL);
	problems := 0;
	IF study.source IS NULL OR fault IS NOT NULL THEN
		sound := false;
		detail := array_to_string(wrong, ' ');
		RETURN NEXT;
		RETURN;
	END IF;
	-- log and table in one snapshot, that of who asks
	BEGIN
		EXECUTE format('SELECT count(*) FROM (%s) n', @extschema@._aer_counted_rows(study.study, study.source::regclass::text)) INTO rows;
		doing := 'In the log %s.';
		EXECUTE @extschema@._aer_log_sums(log) INTO sums;
		problems := sums.problems;
		IF problems > 0 THEN
			wrong := wrong || format('%s could not be counted, the first with %s.',
				CASE problems WHEN 1 THEN '1 statement' ELSE problems || ' statements' END, rtrim(sums.first_problem, '.'));
		END IF;
		moments := CASE WHEN sums.removed IS NULL THEN sums.added ELSE sums.added OPERATOR(@extschema@.-) sums.removed END;
		followed := CASE WHEN sums.added IS NOT NULL OR sums.removed IS NULL THEN coalesce(@extschema@._aer_moments_rows(moments), 0) END;
		doing := 'The table cannot be read: %s.';
		IF followed IS DISTINCT FROM rows THEN
			wrong := wrong || format('The table has %s rows, the log %s.', rows, coalesce(followed::text, 'takes back what was never added'));
		ELSIF deep AND problems = 0 THEN
			EXECUTE @extschema@._aer_reading(study.study, study.source::regclass::text) INTO anew, misfit;
			wrong := array_remove(wrong || coalesce(misfit || '.', @extschema@._aer_moments_difference(moments, anew)), NULL);
		END IF;
	EXCEPTION
		WHEN insufficient_privilege OR transaction_rollback OR insufficient_resources OR operator_intervention THEN
			RAISE;
		WHEN OTHERS THEN
			wrong := wrong || format(doing, rtrim(sqlerrm, '.'));
	END;
	sound := wrong = '{}';
	detail := nullif(array_to_string(wrong, ' '), '');
	RETURN NEXT;
END $$;

CREATE FUNCTION aer_check(log regclass, deep boolean DEFAULT false,
	OUT rows bigint, OUT followed bigint, OUT problems bigint, OUT sound boolean, OUT detail text) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_as_owner' LANGUAGE C STABLE STRICT PARALLEL UNSAFE COST 100000 ROWS 1;

COMMENT ON FUNCTION _aer_columns(oid, text[]) IS 'internal: studies';
COMMENT ON FUNCTION _aer_counted_rows(jsonb, text) IS 'internal: studies';
COMMENT ON FUNCTION _aer_reading(jsonb, text) IS 'internal: studies';
COMMENT ON FUNCTION _aer_log_fault(text, oid, boolean, oid) IS 'internal: studies';
COMMENT ON FUNCTION _aer_trigger_fault(oid, name, text, text, text) IS 'internal: studies';
COMMENT ON FUNCTION _aer_trigger_log(pg_node_tree) IS 'internal: studies';
COMMENT ON FUNCTION _aer_cluster() IS 'internal: studies';
COMMENT ON FUNCTION _aer_column_fault(oid, text, text, smallint, text[]) IS 'internal: studies';
COMMENT ON FUNCTION _aer_versions(oid, oid, jsonb) IS 'internal: studies';
COMMENT ON FUNCTION _aer_same_record(oid, text) IS 'internal: studies';
COMMENT ON FUNCTION _aer_follow_body(jsonb) IS 'internal: studies';
COMMENT ON FUNCTION _aer_writer(text) IS 'internal: studies';
COMMENT ON FUNCTION _aer_check_source(regclass) IS 'internal: studies';
COMMENT ON FUNCTION _aer_lock_source(regclass) IS 'internal: studies';
COMMENT ON FUNCTION _aer_check_isolation(text) IS 'internal: studies';
COMMENT ON FUNCTION _aer_key_type(regclass, text) IS 'internal: studies';
COMMENT ON FUNCTION _aer_argument_type(oid) IS 'internal: studies';
COMMENT ON FUNCTION _aer_new_study(regclass, text, jsonb, text, text, text) IS 'internal: studies';
COMMENT ON FUNCTION _aer_places(regclass, text[]) IS 'internal: studies';
COMMENT ON FUNCTION _aer_triggers(oid) IS 'internal: studies';
COMMENT ON FUNCTION _aer_is_log(regclass) IS 'internal: studies';
COMMENT ON FUNCTION _aer_log_sums(regclass) IS 'internal: studies';
COMMENT ON FUNCTION _aer_study(regclass) IS 'internal: studies';
COMMENT ON FUNCTION _aer_columns_text(jsonb) IS 'internal: studies';
COMMENT ON FUNCTION _aer_install(jsonb, regclass) IS 'internal: studies';
COMMENT ON FUNCTION _aer_take_in(jsonb, regclass) IS 'internal: studies';
COMMENT ON FUNCTION _aer_new_names(jsonb, jsonb) IS 'internal: studies';
COMMENT ON FUNCTION _aer_renamed(jsonb, jsonb) IS 'internal: studies';
COMMENT ON FUNCTION _aer_moments_rows(aer_moments) IS 'internal: aer_followed, aer_check';
COMMENT ON FUNCTION _aer_moments_unlike(aer_moments, aer_moments) IS 'internal: aer_check';
COMMENT ON FUNCTION _aer_other_sums(aer_moments, aer_moments) IS 'internal: aer_check: sums of two moments that are not near each other, less the design''s centers, and those of each variable with itself; "most": the largest sum of squares of the first variable that there ever was; "turnover": rows that came and went, 0 if none went';
COMMENT ON FUNCTION _aer_moments_difference(aer_moments, aer_moments) IS 'internal: aer_check';

COMMENT ON FUNCTION _aer_follow(regclass, text, jsonb, text, text, text) IS 'internal: aer_follow, with the CONTEXT of its statements in errors';
COMMENT ON FUNCTION aer_follow(regclass, text, jsonb, text, text, text) IS
'follow a table: make a log beside it, an ordinary table, take in the rows that are there, and make triggers that write to the log what each statement changes, for aer_followed. "design": which columns; NULL: what aer_suggest says of them. "key": a column, not NULL and unique, of integers, text, varchar or uuid, which is an attribute only if "include" lists it; NULL: the primary key. "log": its name, NULL: the table''s with _log at the end. "features": a column of arrays, of what is cast to real[], or of jsonb, NULL: whole rows. Only the owner can, in READ COMMITTED; the table is locked against writing while it is read. Doing it twice changes nothing';
COMMENT ON FUNCTION _aer_followed(regclass) IS 'internal: aer_followed, as the log''s owner';
COMMENT ON FUNCTION _aer_refollow(regclass, jsonb) IS 'internal: aer_refollow, as the log''s owner';
COMMENT ON FUNCTION _aer_unfollow(regclass, boolean) IS 'internal: aer_unfollow, as the log''s owner';
COMMENT ON FUNCTION _aer_compact(regclass, boolean) IS 'internal: aer_compact, as the log''s owner';
COMMENT ON FUNCTION _aer_check(regclass, boolean) IS 'internal: aer_check, as the log''s owner';
COMMENT ON FUNCTION aer_followed(regclass) IS
'the moments of the rows that a followed table has: what its log says was added less what was removed, in the caller''s snapshot, read as the log''s owner, for who may SELECT all of it; NULL: no row has a target yet. An error if something could not be counted, or if the catalogs say that the log may not have seen everything; it names aer_refollow';
COMMENT ON FUNCTION aer_refollow(regclass, jsonb) IS
'empty a log and take in its table anew, with its trigger function and triggers made anew: after a partition came or went, a problem, ALTER TABLE. For the log''s owner, and as that role, whoever calls. "rename" {"old": "new"}: columns have other names now; the same is looked at';
COMMENT ON FUNCTION aer_unfollow(regclass, boolean) IS
'drop the triggers by which a log follows its table, their function and, if "drop", the log. An error if there are none. For the log''s owner, and as that role, whoever calls';
COMMENT ON FUNCTION aer_compact(regclass, boolean) IS
'fold rows of a log into one, and say how many they were: those of like size or, if "everything", all, and then of what was removed nothing is kept but bounds. For a job that runs now and then, in READ COMMITTED; nobody waits for it or fails because of it, and of two at a time one does nothing. Rows with problems stay. For the log''s owner, and as that role, whoever calls';
COMMENT ON FUNCTION aer_check(regclass, boolean) IS
'does a log say what its table does? Rows with a target, problems, triggers and columns are looked at; "deep": the table is read and all sums are compared; sums that are lost to rounding are not sound. "detail" says what is wrong: aer_refollow is the remedy. For the log''s owner, and as that role, whoever calls';

--
-- streams.sql: what learners of the papers, which take rows in order, go on with from row to row;
-- their constructors are made of learners.table
--

CREATE FUNCTION aer_options(OUT learner text, OUT option text, OUT type text, OUT range text,
	OUT "default" text, OUT meaning text) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 100;

COMMENT ON FUNCTION aer_options() IS
'every option of designs (learner ''design'') and of every learner of the papers: the argument''s type, what values it can have, what it is where it is not given (NULL), and what it means';

CREATE FUNCTION aer_start(learner jsonb, attributes "any") RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;

COMMENT ON FUNCTION aer_start(jsonb, "any") IS
'a model that has seen nothing, of so many attributes or of columns (keys of jsonb) of these names (text[]): aer_next can be asked before the first row, and aer_continue goes on from it as aer_train would have begun. It predicts nothing until it has learned from a row';

CREATE FUNCTION aer_next(model aer_model, OUT attribute integer, OUT name text) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000 ROWS 10;

COMMENT ON FUNCTION aer_next(aer_model) IS
'what this model will look at in the next row that it is trained on, a row for each look in the order of the attributes: its number (1-based; of a column that is several attributes that of the first, as aer_design_summary has it), and of a model of rows or jsonb the name of the column or key. Trains nothing';

CREATE FUNCTION _aer_average_transition(aer_model, aer_model) RETURNS aer_model
	AS 'MODULE_PATHNAME', 'aer_average_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION _aer_average_transition(aer_model, aer_model) IS 'internal: aer_average';

CREATE AGGREGATE aer_average(model aer_model) (
	SFUNC = _aer_average_transition,
	STYPE = aer_model,
	COMBINEFUNC = _aer_average_transition,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_average(aer_model) IS
'the mean of models trained on parts of the rows, weighted by their rows; can be scored, not continued. Of the same classes, also of three or more';

CREATE FUNCTION aer_learning_curve(train_query text, test_query text, learners jsonb[], points integer[],
	OUT learner jsonb, OUT rows bigint, OUT reads bigint,
	OUT mse float8, OUT wrong float8, OUT mse_se float8, OUT problem text) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100000 ROWS 100
	SET synchronize_seqscans = off;

COMMENT ON FUNCTION aer_learning_curve(text, text, jsonb[], integer[]) IS
'the error on the rows of test_query after learning from the first points[1], points[2], ... rows of train_query; a point beyond its end is cut to the rows that there are. Columns as for aer_cross_validate; rows: learned from';

--
-- repeats.sql: feature multi-selection: noisy judgments and how many to buy of each
--

CREATE FUNCTION _aer_judgments_number_transition(aer_judgments, integer, float8) RETURNS aer_judgments
	AS 'MODULE_PATHNAME', 'aer_judgments_number_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10;

CREATE FUNCTION _aer_judgments_name_transition(aer_judgments, text, float8) RETURNS aer_judgments
	AS 'MODULE_PATHNAME', 'aer_judgments_name_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10;

CREATE FUNCTION _aer_judgments_combine(aer_judgments, aer_judgments) RETURNS aer_judgments
	AS 'MODULE_PATHNAME', 'aer_judgments_combine' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

CREATE FUNCTION _aer_judgments_final(aer_judgments) RETURNS aer_judgments
	AS 'MODULE_PATHNAME', 'aer_judgments_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

COMMENT ON FUNCTION _aer_judgments_number_transition(aer_judgments, integer, float8) IS 'internal: aer_judgments';
COMMENT ON FUNCTION _aer_judgments_name_transition(aer_judgments, text, float8) IS 'internal: aer_judgments';
COMMENT ON FUNCTION _aer_judgments_combine(aer_judgments, aer_judgments) IS 'internal: aer_judgments';
COMMENT ON FUNCTION _aer_judgments_final(aer_judgments) IS 'internal: aer_judgments';

CREATE AGGREGATE aer_judgments(attribute integer, value float8) (
	SFUNC = _aer_judgments_number_transition,
	STYPE = aer_judgments,
	SSPACE = 500,
	FINALFUNC = _aer_judgments_final,
	COMBINEFUNC = _aer_judgments_combine,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_judgments(attribute text, value float8) (
	SFUNC = _aer_judgments_name_transition,
	STYPE = aer_judgments,
	SSPACE = 500,
	FINALFUNC = _aer_judgments_final,
	COMBINEFUNC = _aer_judgments_combine,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_judgments(integer, float8) IS
'the judgments of one object (GROUP BY object), attributes by number from 1; a NULL attribute or value is no judgment';

COMMENT ON AGGREGATE aer_judgments(text, float8) IS
'the judgments of one object (GROUP BY object), attributes by name; a NULL attribute or value is no judgment';

CREATE FUNCTION _aer_judgment_moments_number_transition(aer_moments, aer_judgments, float8, integer) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_judgment_moments_number_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;

CREATE FUNCTION _aer_judgment_moments_name_transition(aer_moments, aer_judgments, float8, text[]) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_judgment_moments_name_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;

COMMENT ON FUNCTION _aer_judgment_moments_number_transition(aer_moments, aer_judgments, float8, integer) IS 'internal: aer_judgment_moments';
COMMENT ON FUNCTION _aer_judgment_moments_name_transition(aer_moments, aer_judgments, float8, text[]) IS 'internal: aer_judgment_moments';

CREATE AGGREGATE aer_judgment_moments(judgments aer_judgments, target float8, attributes integer) (
	SFUNC = _aer_judgment_moments_number_transition,
	STYPE = aer_moments,
	SSPACE = 50000,
	COMBINEFUNC = _aer_moments_merge,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_judgment_moments(judgments aer_judgments, target float8, names text[]) (
	SFUNC = _aer_judgment_moments_name_transition,
	STYPE = aer_moments,
	SSPACE = 50000,
	COMBINEFUNC = _aer_moments_merge,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_judgment_moments(aer_judgments, float8, integer) IS
'moments of judged objects for aer_repeats, of attributes 1 to "attributes", each judged at least once per object. Objects with NULL judgments or target are skipped and counted; no rows: NULL. Objects are dealt into five folds in turn, for the forecast of aer_fit_repeats';

COMMENT ON AGGREGATE aer_judgment_moments(aer_judgments, float8, text[]) IS
'the same for attributes with names: attribute 1 is the first listed; judgments of attributes that are not listed are left out';

CREATE FUNCTION aer_repeats(moments aer_moments, budget float8, method text DEFAULT 'full', costs float8[] DEFAULT NULL,
	prices jsonb DEFAULT NULL,
	OUT attribute integer, OUT name text, OUT repeats integer) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100000 ROWS 100;

COMMENT ON FUNCTION aer_repeats(aer_moments, float8, text, float8[], jsonb) IS
'the repeat vector: how many judgments of each attribute to buy for an object so that the sum of costs stays within the budget: "costs" by number or "prices" by name, without panels; neither: 1 each. What costs 0 comes first, at most as often as every object was judged. "method": full, scoring, averages or copies (Sabato & Kalai 2013)';

CREATE FUNCTION aer_repeat_path(moments aer_moments, budget float8, method text DEFAULT 'full', costs float8[] DEFAULT NULL,
	prices jsonb DEFAULT NULL,
	OUT step integer, OUT attribute integer, OUT name text, OUT repeats integer,
	OUT cost float8, OUT objective float8) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100000 ROWS 100;

COMMENT ON FUNCTION aer_repeat_path(aer_moments, float8, text, float8[], jsonb) IS
'the steps of the search behind aer_repeats: the attribute bought, its repeats then, the cost so far, and by how much the squared error is projected to fall below that of the mean target';

CREATE FUNCTION aer_fit_repeats(moments aer_moments, repeats integer[], lambda float8 DEFAULT 0, costs float8[] DEFAULT NULL,
	prices jsonb DEFAULT NULL) RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100000;

COMMENT ON FUNCTION aer_fit_repeats(aer_moments, integer[], float8, float8[], jsonb) IS
'the linear predictor on the means of repeats[a] judgments of attribute a, from the projected moments; lambda is added to the variances. The model''s expected_mse is a forecast: of the squared error on new objects, by folds of the objects, in each of which repeats that aer_repeats chose from these moments ("costs" or "prices" as there) are chosen anew; NULL where there are too few objects';

CREATE FUNCTION aer_predict(model aer_model, judgments aer_judgments) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_predict_judgments' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_predict(aer_model, aer_judgments) IS
'the prediction for one object from its mean judgments; NULL where an attribute with a weight was not judged';

--
-- pages.sql: a model as a page of HTML with pictures, which loads nothing and runs nothing
--

CREATE FUNCTION _aer_html(text text) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 100 SET search_path = pg_catalog, pg_temp AS $$
	-- The code of a letter beyond ASCII is in its bytes of UTF-8: the low bits of the first, six of each other. ascii() refuses
	-- those of several bytes where the database is in another encoding.
	SELECT coalesce(string_agg(CASE WHEN code < 32 OR code BETWEEN 127 AND 159 OR code IN (65534, 65535) THEN '&#65533;' WHEN code > 127 OR letter IN ('<', '>', '&', '"', '''') THEN '&#' || code || ';' ELSE letter END, '' ORDER BY place), '')
	FROM regexp_split_to_table(text, '') WITH ORDINALITY l (letter, place),
		LATERAL (SELECT CASE WHEN CASE octet_length(letter) WHEN 1 THEN ascii(letter) < 128 END THEN ascii(letter) WHEN getdatabaseencoding() = 'SQL_ASCII' THEN 65533 ELSE
			(SELECT sum((get_byte(b, i) & CASE i WHEN 0 THEN 255 >> (length(b) + 1) ELSE 63 END) << (6 * (length(b) - 1 - i))) FROM convert_to(letter, 'UTF8') b, generate_series(0, length(b) - 1) i) END) c (code)
	WHERE letter <> ''
$$;

CREATE FUNCTION _aer_html(text text, letters integer) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 100 SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE WHEN length(text) > letters THEN @extschema@._aer_html(left(text, letters - 1)) || '&#8230;' ELSE @extschema@._aer_html(text) END
$$;

COMMENT ON FUNCTION _aer_html(text) IS 'internal: text in HTML, in ASCII whatever it says; what XML has no place for is a question mark';
COMMENT ON FUNCTION _aer_html(text, integer) IS 'internal: the same of so many letters at most';

CREATE FUNCTION _aer_place(number float8, low float8, high float8, low_at integer, high_at integer) RETURNS numeric
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 100 SET search_path = pg_catalog, pg_temp AS $$
	-- in numeric, because a difference may be too large for a float8
	SELECT round(low_at + (high_at - low_at) * CASE WHEN high::numeric > low::numeric THEN (number::numeric - low::numeric) / (high::numeric - low::numeric) ELSE 0.5 END, 1)
$$;

COMMENT ON FUNCTION _aer_place(float8, float8, float8, integer, integer) IS 'internal: where a number stands in a picture';

CREATE FUNCTION _aer_axis(low float8, high float8, low_at integer, high_at integer, across_from integer, across_to integer, upright boolean) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 100 SET search_path = pg_catalog, pg_temp AS $$
	-- Steps are 1, 2 or 5 at some power of ten, so that they are five at most.
	SELECT string_agg(CASE WHEN upright THEN format('<path class="grid" d="M%s %sH%s"/><text class="end" x="%s" y="%s">%s</text>', across_from, place, across_to, across_from - 6, place + 4, label)
		ELSE format('<path class="grid" d="M%s %sV%s"/><text class="mid" x="%s" y="%s">%s</text>', place, across_from, across_to, least(place, 339 - 3.5 * length(label)), across_to + 15, label) END, '' ORDER BY at)
	-- Nothing is beyond what goes back to a float8.
	FROM (SELECT min(n) AS first, max(n) AS last, (max(n) - min(n)) / 5 AS part FROM (SELECT least(greatest(end_at::numeric, -1.7976e308), 1.7976e308) AS n FROM unnest(ARRAY[low, high]) end_at) e) r,
		LATERAL (SELECT CASE WHEN part > 0 THEN ('1e' || floor(log(part)))::numeric ELSE 1 END AS power) p,
		LATERAL (SELECT power * CASE WHEN part <= power THEN 1 WHEN part <= 2 * power THEN 2 WHEN part <= 5 * power THEN 5 ELSE 10 END AS step) s,
		LATERAL (SELECT trim_scale(k * step) AS at FROM generate_series(ceil(first / step), floor(last / step)) k WHERE part > 1e-322 UNION ALL SELECT first WHERE part <= 1e-322) t,
		LATERAL (SELECT @extschema@._aer_place(at::float8, low, high, low_at, high_at) AS place, CASE WHEN abs(at) >= 100000 OR step < 0.0001 THEN @extschema@._aer_digits(at::float8, 6) ELSE at::text END AS label) l
$$;

COMMENT ON FUNCTION _aer_axis(float8, float8, integer, integer, integer, integer, boolean) IS 'internal: lines of a grid at round numbers, and these';

CREATE FUNCTION _aer_picture(kind text, name text, class text, told text, height integer, content text) RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 100 SET search_path = pg_catalog, pg_temp AS $$
	SELECT format('<figure class="%1$s"><figcaption>%2$s</figcaption><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 340 %4$s" role="img" aria-label="%2$s: %3$s">%5$s</svg></figure>', kind, concat(name, ': ' || @extschema@._aer_html(class)), told, height, content) || chr(10)
$$;

COMMENT ON FUNCTION _aer_picture(text, text, text, text, integer, text) IS 'internal: a picture, of what it is, and what it says in words';

CREATE FUNCTION _aer_curve_told(effects float8[], htmls text[]) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 100 SET search_path = pg_catalog, pg_temp AS $$
	SELECT format('from %s at %s to %s at %s', @extschema@._aer_digits(min(effect), 3), (array_agg(html ORDER BY effect, place))[1], @extschema@._aer_digits(max(effect), 3), (array_agg(html ORDER BY effect DESC, place))[1])
	FROM unnest(effects, htmls) WITH ORDINALITY u (effect, html, place)
$$;

COMMENT ON FUNCTION _aer_curve_told(float8[], text[]) IS 'internal: the ends of a curve, in words';

CREATE FUNCTION _aer_wide(effect float8, se float8) RETURNS float8
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 100 SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE WHEN greatest(abs(effect), se) < 1e300 THEN 2 * se END
$$;

COMMENT ON FUNCTION _aer_wide(float8, float8) IS 'internal: how far a curve may be off, two standard errors; NULL of what is too large to be added';

-- A number: a line over its values, and a dot beside it for NULL that is told apart.
CREATE FUNCTION _aer_line_picture(model aer_model, "column" text, class text, name text, low float8, high float8, what text) RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 SET search_path = pg_catalog, pg_temp AS $$
	WITH point AS (
		SELECT c.*, @extschema@._aer_place(effect, low, high, 178, 22) AS y, @extschema@._aer_place(effect - wide, low, high, 178, 22) AS y_low, @extschema@._aer_place(effect + wide, low, high, 178, 22) AS y_high, @extschema@._aer_html(coalesce(value, 'NULL')) AS html
		FROM @extschema@.aer_curve(model, "column", class => class) c, @extschema@._aer_wide(effect, se) wide WHERE abs(effect) < 'infinity' AND (value IS NULL OR abs(number) < 'infinity')),
	ends AS (SELECT min(number) AS first, max(number) AS last, CASE WHEN bool_or(value IS NULL) THEN 292 ELSE 332 END AS edge, bool_or(value ~ '^[0-9]{4,}-[0-9]{2}-') AS times FROM point),
	placed AS (SELECT *, @extschema@._aer_place(number, first, last, 54, edge) AS x FROM point, ends)
	SELECT @extschema@._aer_picture('curve'::text, name, class, @extschema@._aer_curve_told(array_agg(effect), array_agg(html)), 218, concat(
		@extschema@._aer_axis(low, high, 178, 22, 54, 332, true),
		CASE WHEN times THEN string_agg(format('<text class="%s" x="%s" y="193">%s</text>', CASE number WHEN first THEN 'start' ELSE 'end' END, x, left(html, 10)), '') FILTER (WHERE number IN (first, last))
			ELSE @extschema@._aer_axis(first, last, 54, edge, 178, 180, false) END,
		format('<path class="zero" d="M54 %sH332"/>', @extschema@._aer_place(0::float8, low, high, 178, 22)),
		'<path class="band" d="M' || string_agg(x || ' ' || y_low, 'L' ORDER BY number) || 'L' || string_agg(x || ' ' || y_high, 'L' ORDER BY number DESC) || 'Z"/>',
		'<path class="line" d="M' || string_agg(x || ' ' || y, 'L' ORDER BY number) || '"/>',
		string_agg(format('<circle class="dot" cx="322" cy="%s" r="4"/><text class="mid" x="322" y="195">NULL</text>', y), '') FILTER (WHERE value IS NULL),
		format('<text x="0" y="11">%s</text><text class="mid" x="%s" y="213">%s</text>', what, (54 + edge) / 2, name)))
	FROM placed GROUP BY first, last, edge, times
$$;

COMMENT ON FUNCTION _aer_line_picture(aer_model, text, text, text, float8, float8, text) IS 'internal: the curve of a number';

-- Words, or false and true: a bar for each, of those that add most.
CREATE FUNCTION _aer_words_picture(model aer_model, "column" text, class text, name text, low float8, high float8, what text) RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 SET search_path = pg_catalog, pg_temp AS $$
	WITH point AS (
		SELECT *, row_number() OVER (ORDER BY rank > 12, place) AS row
		FROM (SELECT *, coalesce(value, 'NULL') AS word, row_number() OVER (ORDER BY abs(effect) DESC, place) AS rank
			FROM @extschema@.aer_curve(model, "column", class => class) WITH ORDINALITY c (value, number, effect, se, value2, number2, bar, place) WHERE abs(effect) < 'infinity') c),
	placed AS (
		SELECT p.*, @extschema@._aer_html(word) AS html, @extschema@._aer_place(effect, low, high, 104, 332) AS x, @extschema@._aer_place(effect - wide, low, high, 104, 332) AS x_low, @extschema@._aer_place(effect + wide, low, high, 104, 332) AS x_high, zero, 24 * row - 18 AS y, 10 + 24 * least(count(*) OVER (), 12)::integer AS bottom
		FROM point p, @extschema@._aer_place(0::float8, low, high, 104, 332) zero, @extschema@._aer_wide(effect, se) wide)
	SELECT @extschema@._aer_picture('curve'::text, name, class, @extschema@._aer_curve_told(array_agg(effect), array_agg(html)), bottom + 36, concat(
		@extschema@._aer_axis(low, high, 104, 332, 0, bottom, false),
		string_agg(format('<text class="end" x="98" y="%s">%s</text><rect class="bar" x="%s" y="%s" width="%s" height="16"><title>%s: %s</title></rect>', y + 12, @extschema@._aer_html(word, 15),
			least(x, zero), y, abs(x - zero), html, @extschema@._aer_digits(effect, 3)), '' ORDER BY row) FILTER (WHERE row <= 12),
		string_agg(format('<path class="error" d="M%s %sH%s"/>', x_low, y + 8, x_high), '') FILTER (WHERE row <= 12 AND x_high IS NOT NULL),
		format('<path class="zero" d="M%s 0V%s"/><text class="end" x="332" y="%s">%s</text>', zero, bottom, bottom + 32, what),
		CASE WHEN count(*) > 12 THEN format('<text x="0" y="%s">%s more, which add less</text>', bottom + 32, count(*) - 12) END))
	FROM placed GROUP BY bottom, zero
$$;

COMMENT ON FUNCTION _aer_words_picture(aer_model, text, text, text, float8, float8, text) IS 'internal: the curve of a column of words or booleans';

-- Two columns: a square for each value of both, of the colour of what they add together.
CREATE FUNCTION _aer_pair_picture(model aer_model, "column" text, column2 text, class text, name text, most float8, what text) RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 SET search_path = pg_catalog, pg_temp AS $$
	WITH point AS (
		SELECT *, dense_rank() OVER (ORDER BY number, first_place) - 1 AS i, dense_rank() OVER (ORDER BY number2, first_place2) - 1 AS j
		FROM (SELECT c.*, min(place) OVER (PARTITION BY value) AS first_place, min(place) OVER (PARTITION BY value2) AS first_place2
			FROM @extschema@.aer_curve(model, "column", other => column2, class => class) WITH ORDINALITY c (value, number, effect, se, value2, number2, bar, place) WHERE abs(effect) < 'infinity') c),
	placed AS (
		SELECT *, @extschema@._aer_html(value) AS html, @extschema@._aer_html(value2) AS html2, abs(effect::numeric) / nullif(most::numeric, 0) AS part, 260.0 / columns AS width, 168.0 / rows AS height
		FROM point, (SELECT max(i) + 1 AS columns, max(j) + 1 AS rows FROM point) n),
	square AS (SELECT *, round(72 + i * width) AS x, round(190 - (j + 1) * height) AS y, round(72 + (i + 1) * width) AS "right", round(190 - j * height) AS bottom FROM placed),
	-- beside the squares, of numbers the first, the middle and the last
	label AS (
		SELECT format('<text class="%s" x="%s" y="205">%s</text>', align, CASE align WHEN 'mid' THEN round(x + width / 2, 1) WHEN 'end' THEN "right" ELSE x END, @extschema@._aer_html(value, CASE WHEN number IS NULL THEN greatest((width / 7.5)::int, 3) ELSE 10 END)) AS text, 1 AS axis, i AS at FROM square, LATERAL (SELECT CASE WHEN number IS NULL OR columns < 3 OR i NOT IN (0, columns - 1) THEN 'mid' WHEN i = 0 THEN 'start' ELSE 'end' END AS align) a WHERE j = 0 AND (number IS NULL AND (columns <= 6 OR i % (columns / 6 + 1) = 0) OR i IN (0, columns / 2, columns - 1))
		UNION ALL
		SELECT format('<text class="end" x="68" y="%s">%s</text>', round(y + height / 2 + 4, 1), @extschema@._aer_html(value2, CASE WHEN number2 IS NULL THEN 9 ELSE 10 END)), 2, j FROM square WHERE i = 0 AND (number2 IS NULL AND (rows <= 12 OR j % (rows / 12 + 1) = 0) OR j IN (0, rows / 2, rows - 1)))
	SELECT @extschema@._aer_picture('pair'::text, name, class, @extschema@._aer_curve_told(array_agg(effect), array_agg(html || ', ' || html2)), 266, concat(
		string_agg(format('<rect class="%s" x="%s" y="%s" width="%s" height="%s" fill-opacity="%s"><title>%s, %s: %s</title></rect>', CASE WHEN effect < 0 THEN 'down' ELSE 'up' END, x, y, "right" - x, bottom - y,
			round(coalesce(part, 0), 3), html, html2, @extschema@._aer_digits(effect, 3)), '' ORDER BY i, j),
		(SELECT string_agg(text, '' ORDER BY axis, at) FROM label),
		format('<text x="0" y="11">%s</text><text class="mid" x="202" y="222">%s</text>', @extschema@._aer_html(column2, 40), @extschema@._aer_html("column", 40)),
		(SELECT string_agg(format('<rect class="%s" x="%s" y="234" width="12.1" height="10" fill-opacity="%s"/>', CASE WHEN k < 0 THEN 'down' ELSE 'up' END, 196 + 12 * k, abs(k) / 5.0), '') FROM generate_series(-5, 5) k),
		format('<text class="end" x="130" y="243">%s</text><text x="274" y="243">%s</text><text class="mid" x="202" y="260">%s</text>', @extschema@._aer_digits(-most, 2), @extschema@._aer_digits(most, 2), what)))
	FROM square
$$;

COMMENT ON FUNCTION _aer_pair_picture(aer_model, text, text, text, text, float8, text) IS 'internal: what two columns add together';

CREATE FUNCTION _aer_calibration_picture(model aer_model, what text) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000 SET search_path = pg_catalog, pg_temp AS $$
	SELECT @extschema@._aer_picture('calibration'::text, 'Rows that were held out'::text, NULL::text, format('of %s groups of rows that were held out %s lie within two standard errors of the line on which what came is what was told', count(*), count(*) FILTER (WHERE abs(observed - predicted) <= 2 * se)), 272, concat(
		@extschema@._aer_axis(first, last, 54, 332, 22, 234, false), @extschema@._aer_axis(first, last, 234, 22, 54, 332, true), '<path class="zero" d="M54 234L332 22"/>',
		string_agg(format('<path class="error" d="M%1$s %2$sV%3$s"/><circle class="dot" cx="%1$s" cy="%4$s" r="4"><title>%5$s rows: told %6$s, came %7$s</title></circle>', @extschema@._aer_place(predicted, first, last, 54, 332), @extschema@._aer_place(greatest(observed - 2 * se, first), first, last, 234, 22),
			@extschema@._aer_place(least(observed + 2 * se, last), first, last, 234, 22), @extschema@._aer_place(observed, first, last, 234, 22), rows, @extschema@._aer_digits(predicted, 3), @extschema@._aer_digits(observed, 3)), '' ORDER BY predicted),
		format('<text x="0" y="11">%1$s that came</text><text class="mid" x="193" y="268">%1$s that was told</text>', what)))
	FROM @extschema@.aer_calibration(model), (SELECT least(min(predicted), min(observed), CASE what WHEN 'share' THEN 0 END) AS first, greatest(max(predicted), max(observed), CASE what WHEN 'share' THEN 1 END) AS last FROM @extschema@.aer_calibration(model)) ends
	GROUP BY first, last
$$;

COMMENT ON FUNCTION _aer_calibration_picture(aer_model, text) IS 'internal: what a measured model told against what came';

CREATE FUNCTION _aer_bars(names text[], numbers float8[], texts text[]) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 100 SET search_path = pg_catalog, pg_temp AS $$
	SELECT '<table class="bars">' || string_agg(format('<tr><th scope="row">%s</th><td><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label="%s"><rect class="bar" x="%s" width="%s" height="10"/></svg></td><td>%s</td></tr>',
		@extschema@._aer_html(name, 200), @extschema@._aer_html(text), least(at, zero), abs(at - zero), @extschema@._aer_html(text)), chr(10) ORDER BY place) || '</table>' || chr(10)
		|| CASE WHEN cardinality(names) > 20 THEN format('<p>and %s more</p>', cardinality(names) - 20) ELSE '' END
	FROM unnest(names, numbers, texts) WITH ORDINALITY u (name, number, text, place), (SELECT least(min(n), 0) AS low, greatest(max(n), 0) AS high FROM unnest(numbers) n) e,
		LATERAL (SELECT @extschema@._aer_place(number, low, high, 0, 100) AS at, @extschema@._aer_place(0::float8, low, high, 0, 100) AS zero) p
	WHERE place <= 20
$$;

COMMENT ON FUNCTION _aer_bars(text[], float8[], text[]) IS 'internal: a table of 20 numbers at most, each with a bar from 0';

CREATE FUNCTION _aer_page_style() RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 100 AS $$ SELECT '
:root { color-scheme: light dark; --ink: #1b1f24; --quiet: #5b6470; --line: #dfe3e8; --paper: #ffffff; --soft: #f4f6f8; --accent: #0f62ac; --other: #b4541a }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ed; --quiet: #9aa4b0; --line: #323a43; --paper: #14181c; --soft: #1c2127; --accent: #5aa9f0; --other: #e58b4e } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
main { max-width: 1080px; margin: 0 auto; padding: 8px 4% 48px }
h1 { font-size: 28px; line-height: 1.2; margin: 32px 0 4px }
h2 { font-size: 20px; margin: 48px 0 4px; padding-top: 20px; border-top: 1px solid var(--line) }
p { margin: 0 0 16px; max-width: 68ch; color: var(--quiet) }
p.warning { color: var(--ink); background: var(--soft); border-left: 4px solid var(--other); padding: 8px 12px }
td { vertical-align: top }
table { width: 100%; border-collapse: collapse; table-layout: fixed }
th { width: 28%; text-align: left; font-weight: 400; vertical-align: top; color: var(--quiet) }
th, td { padding: 4px 12px 4px 0 }
.facts td, .facts th { border-bottom: 1px solid var(--line) }
.bars { font-variant-numeric: tabular-nums }
.bars th { color: var(--ink) } .bars th, .bars td { vertical-align: middle }
.bars td:last-child { width: 12em; padding-right: 0 }
@media (max-width: 640px) { .bars td:last-child { width: 32% } }
footer { margin-top: 48px; font-size: 14px }
.bars svg { height: 14px }
.cards, .pictures { display: grid; gap: 16px 32px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 280px), 1fr)) }
.cards { grid-template-columns: repeat(auto-fill, minmax(min(46%, 200px), 1fr)); margin: 24px 0; gap: 12px }
.cards div { background: var(--soft); border-radius: 8px; padding: 12px 16px }
.cards b { display: block; font-size: 22px; line-height: 1.3; font-weight: 600 }
.cards span { display: block; font-size: 14px; color: var(--quiet) }
figure { margin: 16px 0 0 }
figcaption { font-weight: 600; margin-bottom: 4px }
svg { display: block; width: 100% }
text { font: 11px system-ui, sans-serif; fill: var(--quiet) }
.mid { text-anchor: middle } .end { text-anchor: end }
.grid { stroke: var(--line); fill: none } .zero { stroke: var(--quiet); fill: none }
.line { stroke: var(--accent); stroke-width: 2.5; stroke-linejoin: round; fill: none } .error { stroke: var(--ink); stroke-width: 1.5 }
.band { fill: var(--accent); fill-opacity: 0.18 }
.dot, .bar, .up { fill: var(--accent) } .down { fill: var(--other) }
.pair rect { shape-rendering: crispEdges }
' $$;

COMMENT ON FUNCTION _aer_page_style() IS 'internal: how a page looks, by day and by night';

CREATE FUNCTION aer_page(model aer_model, target text DEFAULT NULL) RETURNS text
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 100000 SET search_path = pg_catalog, pg_temp SET jit = off AS $$
DECLARE
	parts jsonb := model::jsonb;
	-- of what curves are: of each of the classes, the most frequent first, else of the one score
	classes text[] := coalesce((SELECT array_agg(class ORDER BY place) FROM (SELECT c.class, row_number() OVER (ORDER BY (parts #> '{probabilities,shares}' -> (c.place - 1)::int)::numeric DESC, c.place) AS place
		FROM jsonb_array_elements_text(parts -> 'classes') WITH ORDINALITY c (class, place) WHERE parts ? 'probabilities') c WHERE place <= 6), '{NULL}');
	score text := CASE WHEN parts ? 'probabilities' THEN 'adds to the score of the class' WHEN parts ->> 'target' = 'number' THEN 'adds to the prediction' ELSE 'adds to the score' END;
	scale text := CASE WHEN parts ? 'probabilities' THEN ' The score of a class is about 1 for rows of it, and 0 for others.' WHEN parts ->> 'target' = 'boolean' THEN ' The score is about 1 where the target is true, and -1 where it is false.'
		WHEN parts #> '{classes,1}' IS NOT NULL THEN ' The score is about 1 for rows of ' || @extschema@._aer_html(quote_literal(parts #>> '{classes,1}')) || ', and -1 for others.' ELSE '' END;
	of_arrays text := CASE WHEN parts ? 'names' THEN '' ELSE 'attribute ' END;
	title text := coalesce('Predicting ' || @extschema@._aer_html(nullif(target, ''), 200), 'What a model has learned');
	page text := '<!DOCTYPE html>' || chr(10) || '<html lang="en" xmlns="http://www.w3.org/1999/xhtml"><head><meta charset="utf-8"/><meta name="viewport" content="width=device-width, initial-scale=1"/><title>' || title || '</title><style>'
		|| @extschema@._aer_page_style() || '</style></head><body><main>' || chr(10) || '<h1>' || title || '</h1>' || chr(10);
	pictures text;
BEGIN
	IF model IS NULL THEN
		RETURN NULL;
	END IF;
	-- What it learned from, and how well: what tells that stands in cards, by its first number.
	SELECT page || format('<p>%s</p><div class="cards">', string_agg(html, '') FILTER (WHERE item = 'learner')) || coalesce(string_agg(format('<div><span>%s</span><b>%s</b><span>%s</span></div>', item, replace(@extschema@._aer_html(number), '+/-', '&#177;'),
				@extschema@._aer_html(btrim(regexp_replace(left(value, strpos(value, number) - 1) || substr(value, strpos(value, number) + length(number)), ' +,', ','), ', '))), '' ORDER BY place) FILTER (WHERE card), '')
			|| '</div>' || chr(10) || coalesce(string_agg(format('<p class="warning">Beware: %s.</p>', html), chr(10) ORDER BY place) FILTER (WHERE item = 'warning'), '')
			|| '<table class="facts">' || string_agg(format('<tr><th scope="row">%s</th><td>%s</td></tr>', item, concat(CASE item WHEN 'target' THEN @extschema@._aer_html(nullif(target, ''), 200) || ', ' END, html)), chr(10) ORDER BY place) FILTER (WHERE NOT card AND item NOT IN ('learner', 'warning', 'most important')) || '</table>' || chr(10)
		INTO page
	FROM @extschema@.aer_report(model) WITH ORDINALITY r (item, value, place), @extschema@._aer_html(value) html,
		LATERAL (SELECT item IN ('rows', 'looks per row', 'progressive error', 'error', 'share wrong', 'AUC', 'log loss', 'expected error', 'r2', 'expected r2') AND value ~ '[0-9]' AS card,
			(regexp_match(value, '-?[0-9]+(?:[.,][0-9]+)*(?:e[+-]?[0-9]+)?(?: %)?(?: [^0-9, ]+ [0-9]+(?:[.,][0-9]+)*(?:e[+-]?[0-9]+)?(?: %)?)?'))[1] AS number) n;

	IF parts ? 'facts' THEN
		page := page || '<h2>What matters</h2><p>How much each column does for the predictions: the standard deviation, over the rows learned from, of what it adds, its share of all their squares, and by how much the expected r2 falls without it.' || scale || '</p>'
			|| (SELECT @extschema@._aer_bars(array_agg(of_arrays || name), array_agg(importance), array_agg(@extschema@._aer_digits(importance, 3) || coalesce(', ' || round(100 * share::numeric) || ' %', '') || coalesce(', r2 ' || to_char(-round(drop_r2::numeric, 3), 'FMS0.000'), ''))) FROM @extschema@.aer_importance(model));

		WITH curve AS (
			SELECT name, n, class, m, c.*, coalesce(wide, 0) AS wide, wide IS NOT NULL AS known FROM (SELECT name, n FROM @extschema@.aer_importance(model) WITH ORDINALITY i (name, importance, share, drop_r2, "column", column2, bar, n) WHERE column2 IS NULL AND share >= 0.005 ORDER BY n LIMIT 12 / cardinality(classes)) i,
				unnest(classes) WITH ORDINALITY u (class, m), @extschema@.aer_curve(model, name, class => class) c LEFT JOIN LATERAL @extschema@._aer_wide(effect, se) wide ON true WHERE abs(effect) < 'infinity'),
		"all" AS (SELECT min(effect - wide) AS low, max(effect + wide) AS high FROM curve),
		picture AS (SELECT n, m, CASE WHEN count(number) > 0 THEN @extschema@._aer_line_picture(model, name, class, html, low, high, score) ELSE @extschema@._aer_words_picture(model, name, class, html, low, high, score) END AS picture
			FROM curve, "all", @extschema@._aer_html(of_arrays || name) html GROUP BY name, n, class, m, html, low, high)
		SELECT string_agg(picture, '' ORDER BY n, m) INTO pictures FROM picture;
		page := page || coalesce('<h2>Column by column</h2><p>What a column adds at each value, less its mean over the rows learned from, two standard deviations to both sides of the mean, with two standard errors of it where they are known. All of these pictures have one scale.</p><div class="pictures">' || chr(10) || pictures || '</div>', '');

		WITH curve AS (
			SELECT i.*, class, m, effect FROM (SELECT * FROM @extschema@.aer_importance(model) WITH ORDINALITY i (name, importance, share, drop_r2, "column", column2, bar, n) WHERE column2 IS NOT NULL AND importance > 0 ORDER BY n LIMIT 6 / cardinality(classes)) i,
				unnest(classes) WITH ORDINALITY u (class, m), @extschema@.aer_curve(model, "column", other => column2, class => class) c WHERE abs(effect) < 'infinity'),
		"all" AS (SELECT max(abs(effect)) AS most FROM curve)
		SELECT string_agg(@extschema@._aer_pair_picture(model, "column", column2, class, @extschema@._aer_html(name), most, score), '' ORDER BY n, m) INTO pictures
		FROM (SELECT DISTINCT name, "column", column2, n, class, m FROM curve) c, "all";
		page := page || coalesce('<h2>Two columns together</h2><p>What two columns add at each value of both: each by itself, and what only the two together say. All of these pictures have one scale.</p><div class="pictures">' || chr(10) || pictures || '</div>', '');
	ELSE
		page := page || '<h2>Weights</h2><p>The largest, in the units of the table. This model knows no means of its columns, so nothing tells how much each of them matters.</p>'
			|| coalesce((SELECT @extschema@._aer_bars(array_agg(coalesce(name, 'attribute ' || attribute::text) || coalesce(': ' || class, '') ORDER BY abs(weight) DESC, attribute, class), array_agg(weight ORDER BY abs(weight) DESC, attribute, class),
					array_agg(@extschema@._aer_digits(weight, 3) ORDER BY abs(weight) DESC, attribute, class)) FROM @extschema@.aer_weights(model) WHERE attribute > 0 AND weight <> 0), '');
	END IF;

	page := page || coalesce('<h2>What was told, and what came</h2><p>A dot is a tenth of the rows that were held out, by what was told of them. Where it lies on the line, it came as it was told; its whiskers are two standard errors, if what was told is right.</p><div class="pictures">' || chr(10)
		|| @extschema@._aer_calibration_picture(model, CASE WHEN parts ? 'probabilities' OR parts ? 'link' THEN 'share' ELSE 'mean' END) || '</div>', '');
	IF parts ? 'probabilities' THEN
		page := page || '<h2>Classes</h2><p>How many of the rows learned from were of each' || coalesce('. Of those held out ' || @extschema@._aer_digits(100 * (parts #>> '{measured,wrong}')::float8, 3) || ' % were taken for another class than theirs; aer_confusion tells which for which', '') || '.</p>'
			|| (SELECT @extschema@._aer_bars(array_agg(class ORDER BY share DESC, place), array_agg(share ORDER BY share DESC, place), array_agg(round(100 * share::numeric, 1) || ' %' ORDER BY share DESC, place))
				FROM jsonb_array_elements_text(parts -> 'classes') WITH ORDINALITY c (class, place), LATERAL (SELECT (parts #>> ARRAY['probabilities', 'shares', (place - 1)::text])::float8 AS share) s);
	END IF;
	RETURN page || '<footer><p>Told by aer_report, aer_importance, aer_curve and aer_calibration.</p></footer></main></body></html>' || chr(10);
END $$;

COMMENT ON FUNCTION aer_page(aer_model, text) IS
'a model as one page of HTML, which loads nothing and runs nothing: psql -XAtc "SELECT aer_page(model, ''days in hospital'') FROM models" > page.html. "target": what is predicted, in words, for the heading: a model does not know it. What it learned from and how well (aer_report), what matters (aer_importance), the curves of the columns that matter most and maps of pairs (aer_curve), of a measured model what was told against what came (aer_calibration), of classes their shares. By day and by night, on a telephone too; all is ASCII, so that it is read right in every encoding';

CREATE FUNCTION aer_ridge(
	budget integer DEFAULT NULL,
	radius float8 DEFAULT NULL,
	step float8 DEFAULT NULL,
	step_rule text DEFAULT NULL,
	rows bigint DEFAULT NULL,
	sampling text DEFAULT NULL,
	second_moments "any" DEFAULT NULL,
	warmup_rows bigint DEFAULT NULL,
	warmup_center boolean DEFAULT NULL,
	smooth_moments boolean DEFAULT NULL,
	inner_draws integer DEFAULT NULL,
	intercept boolean DEFAULT NULL,
	units text DEFAULT NULL,
	center "any" DEFAULT NULL,
	scale "any" DEFAULT NULL,
	length text DEFAULT NULL,
	missing text DEFAULT NULL,
	include text[] DEFAULT NULL,
	exclude text[] DEFAULT NULL,
	columns jsonb DEFAULT NULL,
	seed bigint DEFAULT NULL
) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_ridge(integer, float8, float8, text, bigint, text, "any", bigint, boolean, boolean, integer, boolean, text, "any", "any", text, text, text[], text[], jsonb, bigint) IS
'a learner of the papers, row by row (below 2,000 rows use aer_design): least squares within the l2 ball of radius "radius" (NULL: with a budget the largest |target| so far, else no bound), by gradient descent. "budget": attributes drawn per row, 2 to d (AERR, Hazan & Koren 2012); NULL reads all (online ridge). "units": ''own'' (the default on whole rows, where no "center", "scale" or "second_moments" is given) by a warm-up within the budget, ''common'' (on arrays) as in the papers; on these depend the defaults of "step_rule", ''adaptive'' or ''paper'', "length" of the weights, ''as seen'' (predictions are never much worse than the mean) or ''as learned'', and "radius" (own: 1, of the lasso 2). "step": fixed; NULL: by the rule, the paper''s for "rows" rows if given, else falling with 1/sqrt(t). "sampling": ''uniform''; ''moments'', by the "second_moments" E (x - center)^2 of the attributes (DDAERR, Kukliansky & Shamir 2015); ''two-phase'', by those that the first "warmup_rows" rows show (NULL: a tenth of "rows"), with "warmup_center" about their means, which are subtracted from then on, with "smooth_moments" enlarged as in the paper''s proof. "inner_draws": of the budget, for the inner product; 1 as published, half of it is better. Attributes enter as (x - center) / scale: each one number, an array, or jsonb by attribute name';

CREATE FUNCTION aer_lasso(
	budget integer DEFAULT NULL,
	radius float8 DEFAULT NULL,
	step float8 DEFAULT NULL,
	step_rule text DEFAULT NULL,
	rows bigint DEFAULT NULL,
	sampling text DEFAULT NULL,
	second_moments "any" DEFAULT NULL,
	warmup_rows bigint DEFAULT NULL,
	warmup_center boolean DEFAULT NULL,
	smooth_moments boolean DEFAULT NULL,
	inner_draws integer DEFAULT NULL,
	intercept boolean DEFAULT NULL,
	units text DEFAULT NULL,
	center "any" DEFAULT NULL,
	scale "any" DEFAULT NULL,
	length text DEFAULT NULL,
	missing text DEFAULT NULL,
	include text[] DEFAULT NULL,
	exclude text[] DEFAULT NULL,
	columns jsonb DEFAULT NULL,
	seed bigint DEFAULT NULL
) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_lasso(integer, float8, float8, text, bigint, text, "any", bigint, boolean, boolean, integer, boolean, text, "any", "any", text, text, text[], text[], jsonb, bigint) IS
'a learner of the papers, row by row (below 2,000 rows use aer_design): least squares within the l1 ball of radius "radius" (NULL: the largest |target| so far), by exponentiated gradient. "budget": attributes drawn per row, 2 to d (AELR, Hazan & Koren 2012; with "second_moments" or "warmup_rows" DDAELR, Kukliansky & Shamir 2015); NULL reads all (online lasso). Other options as for aer_ridge; an intercept is the mean of the targets';

CREATE FUNCTION aer_svr(
	budget integer DEFAULT NULL,
	radius float8 DEFAULT NULL,
	step float8 DEFAULT NULL,
	step_rule text DEFAULT NULL,
	rows bigint DEFAULT NULL,
	insensitivity float8 DEFAULT NULL,
	smoothing float8 DEFAULT NULL,
	max_draws integer DEFAULT NULL,
	biased boolean DEFAULT NULL,
	sampling text DEFAULT NULL,
	second_moments "any" DEFAULT NULL,
	warmup_rows bigint DEFAULT NULL,
	warmup_center boolean DEFAULT NULL,
	smooth_moments boolean DEFAULT NULL,
	inner_draws integer DEFAULT NULL,
	intercept boolean DEFAULT NULL,
	units text DEFAULT NULL,
	center "any" DEFAULT NULL,
	scale "any" DEFAULT NULL,
	length text DEFAULT NULL,
	missing text DEFAULT NULL,
	include text[] DEFAULT NULL,
	exclude text[] DEFAULT NULL,
	columns jsonb DEFAULT NULL,
	seed bigint DEFAULT NULL
) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_svr(integer, float8, float8, text, bigint, float8, float8, integer, boolean, text, "any", bigint, boolean, boolean, integer, boolean, text, "any", "any", text, text, text[], text[], jsonb, bigint) IS
'a learner of the papers, row by row (below 2,000 rows use aer_design): support vector regression within the l2 ball (AESVR, Hazan & Koren 2012): errors up to "insensitivity" cost nothing, the loss is rounded off over "smoothing" (NULL: 2 radius + insensitivity). Its gradient is unbiased, but useful only where "smoothing" is about as large as the largest error. The budget holds on the average; with "max_draws", the most for inner products, on every row, at some bias. "biased": the slope at the mean of "inner_draws" draws, which works with any smoothing and keeps the budget. Other options as for aer_ridge';

CREATE FUNCTION aer_pegasos(
	budget integer DEFAULT NULL,
	radius float8 DEFAULT NULL,
	lambda float8 DEFAULT NULL,
	rows bigint DEFAULT NULL,
	intercept boolean DEFAULT NULL,
	center "any" DEFAULT NULL,
	scale "any" DEFAULT NULL,
	missing text DEFAULT NULL,
	include text[] DEFAULT NULL,
	exclude text[] DEFAULT NULL,
	columns jsonb DEFAULT NULL,
	seed bigint DEFAULT NULL
) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_pegasos(integer, float8, float8, bigint, boolean, "any", "any", text, text[], text[], jsonb, bigint) IS
'a learner of the papers, row by row (below 2,000 rows use aer_design): regularised least squares projected onto the l1 ball after every row (AER, Cesa-Bianchi, Shalev-Shwartz, Shamir 2010), half of the budget for each part of the estimate. "lambda" NULL: the paper''s, for "rows" rows if given. An intercept is the mean of the targets';

CREATE FUNCTION aer_baseline(
	budget integer DEFAULT NULL,
	radius float8 DEFAULT NULL,
	intercept boolean DEFAULT NULL,
	center "any" DEFAULT NULL,
	scale "any" DEFAULT NULL,
	missing text DEFAULT NULL,
	include text[] DEFAULT NULL,
	exclude text[] DEFAULT NULL,
	columns jsonb DEFAULT NULL,
	seed bigint DEFAULT NULL
) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_baseline(integer, float8, boolean, "any", "any", text, text[], text[], jsonb, bigint) IS
'a learner of the papers, row by row (below 2,000 rows use aer_design): least squares within the l1 ball from products of random pairs of attributes (the Baseline of Cesa-Bianchi, Shalev-Shwartz, Shamir 2010), for comparison; aer_moments does better. Its model holds d * d numbers. An intercept is the mean of the targets';

CREATE FUNCTION aer_perceptron(
	averaged boolean DEFAULT NULL,
	intercept boolean DEFAULT NULL,
	center "any" DEFAULT NULL,
	scale "any" DEFAULT NULL,
	missing text DEFAULT NULL,
	include text[] DEFAULT NULL,
	exclude text[] DEFAULT NULL,
	columns jsonb DEFAULT NULL
) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_perceptron(boolean, boolean, "any", "any", text, text[], text[], jsonb) IS
'a learner of the papers, row by row (below 2,000 rows use aer_design): the perceptron, for targets -1 and 1; reads all attributes. "averaged": the mean of all iterates instead of the last';

CREATE FUNCTION aer_winnow(
	rate float8 DEFAULT NULL,
	balanced boolean DEFAULT NULL,
	center "any" DEFAULT NULL,
	scale "any" DEFAULT NULL,
	missing text DEFAULT NULL,
	include text[] DEFAULT NULL,
	exclude text[] DEFAULT NULL,
	columns jsonb DEFAULT NULL
) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_winnow(float8, boolean, "any", "any", text, text[], text[], jsonb) IS
'a learner of the papers, row by row (below 2,000 rows use aer_design): normalised winnow, for targets -1 and 1; reads all attributes, which should lie in [-1, 1]. Weights are positive and add up to 1; "balanced" doubles the attributes with their negatives. "rate" NULL: 0.1';

CREATE FUNCTION aer_majority(
	rate float8 DEFAULT NULL,
	rows bigint DEFAULT NULL,
	missing text DEFAULT NULL,
	include text[] DEFAULT NULL,
	exclude text[] DEFAULT NULL,
	columns jsonb DEFAULT NULL,
	seed bigint DEFAULT NULL
) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_majority(float8, bigint, text, text[], text[], jsonb, bigint) IS
'a learner of the papers, row by row (below 2,000 rows use aer_design): randomized weighted majority over experts, whose 0/1 predictions are the attributes; targets 0 and 1. The score is the share of weight on 1. An expert''s weight is "rate" to the power of its mistakes; NULL: the best rate if the best expert makes at most "rows" of them';

CREATE FUNCTION _aer_moments_array_transition(aer_moments, anyarray, anycompatiblenonarray) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_array_transition(aer_moments, anyarray, anycompatiblenonarray) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features anyarray, target anycompatiblenonarray) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(anyarray, anycompatiblenonarray) IS
'sufficient statistics of all attributes of every row, for aer_fit_ols, aer_fit_ridge and aer_fit_lasso. Rows with NULL features or target are skipped and counted; no rows: NULL';

CREATE FUNCTION _aer_moments_array_transition(aer_moments, anyarray, float8) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_array_transition(aer_moments, anyarray, float8) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features real[], target float8) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(real[], float8) IS
'the same of arrays of real and a target of float8, which distributed engines can send to their workers';

CREATE FUNCTION _aer_moments_array_transition(aer_moments, anyarray, boolean) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_array_transition(aer_moments, anyarray, boolean) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features real[], target boolean) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(real[], boolean) IS
'the same of arrays of real and a target of boolean, which distributed engines can send to their workers';

CREATE FUNCTION _aer_moments_array_transition(aer_moments, anyarray, text) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_array_transition(aer_moments, anyarray, text) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features real[], target text) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(real[], text) IS
'the same of arrays of real and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features float8[], target float8) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(float8[], float8) IS
'the same of arrays of float8 and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features float8[], target boolean) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(float8[], boolean) IS
'the same of arrays of float8 and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features float8[], target text) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(float8[], text) IS
'the same of arrays of float8 and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features smallint[], target float8) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(smallint[], float8) IS
'the same of arrays of smallint and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features smallint[], target boolean) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(smallint[], boolean) IS
'the same of arrays of smallint and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features smallint[], target text) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(smallint[], text) IS
'the same of arrays of smallint and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features integer[], target float8) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(integer[], float8) IS
'the same of arrays of integer and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features integer[], target boolean) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(integer[], boolean) IS
'the same of arrays of integer and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features integer[], target text) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(integer[], text) IS
'the same of arrays of integer and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features bigint[], target float8) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(bigint[], float8) IS
'the same of arrays of bigint and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features bigint[], target boolean) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(bigint[], boolean) IS
'the same of arrays of bigint and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features bigint[], target text) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(bigint[], text) IS
'the same of arrays of bigint and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features numeric[], target float8) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(numeric[], float8) IS
'the same of arrays of numeric and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features numeric[], target boolean) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(numeric[], boolean) IS
'the same of arrays of numeric and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features numeric[], target text) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(numeric[], text) IS
'the same of arrays of numeric and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features boolean[], target float8) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(boolean[], float8) IS
'the same of arrays of boolean and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features boolean[], target boolean) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(boolean[], boolean) IS
'the same of arrays of boolean and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features boolean[], target text) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(boolean[], text) IS
'the same of arrays of boolean and a target of text, which distributed engines can send to their workers';

CREATE FUNCTION _aer_moments_row_transition(aer_moments, record, text) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_row_transition' LANGUAGE C STABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_row_transition(aer_moments, record, text) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features record, target text) (
	SFUNC = _aer_moments_row_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(record, text) IS
'the same on whole rows: aer_moments(p, ''outcome'') FROM patients p; numeric, boolean and date columns but the target and the primary key are the attributes, by name';

CREATE FUNCTION _aer_moments_jsonb_transition(aer_moments, jsonb, float8) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_jsonb_transition(aer_moments, jsonb, float8) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features jsonb, target float8) (
	SFUNC = _aer_moments_jsonb_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(jsonb, float8) IS
'an error, which shows how to list the attributes: rows of jsonb need not have the same keys';

CREATE FUNCTION _aer_moments_jsonb_transition(aer_moments, jsonb, boolean) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_jsonb_transition(aer_moments, jsonb, boolean) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features jsonb, target boolean) (
	SFUNC = _aer_moments_jsonb_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(jsonb, boolean) IS
'the same of a boolean target';

CREATE FUNCTION _aer_moments_jsonb_transition(aer_moments, jsonb, text) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_jsonb_transition(aer_moments, jsonb, text) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features jsonb, target text) (
	SFUNC = _aer_moments_jsonb_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(jsonb, text) IS
'the same, the target given as the name of its key';

CREATE FUNCTION _aer_moments_array_transition(aer_moments, anyarray, anycompatiblenonarray, jsonb) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_array_transition' LANGUAGE C VOLATILE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_array_transition(aer_moments, anyarray, anycompatiblenonarray, jsonb) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features anyarray, target anycompatiblenonarray, design jsonb) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(anyarray, anycompatiblenonarray, jsonb) IS
'sufficient statistics of the attributes that a design looks at, drawn as rows come: aer_moments(x, y, aer_design(budget => 5))';

CREATE FUNCTION _aer_moments_array_transition(aer_moments, anyarray, float8, jsonb) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_array_transition' LANGUAGE C VOLATILE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_array_transition(aer_moments, anyarray, float8, jsonb) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features real[], target float8, design jsonb) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(real[], float8, jsonb) IS
'the same of arrays of real and a target of float8, which distributed engines can send to their workers';

CREATE FUNCTION _aer_moments_array_transition(aer_moments, anyarray, boolean, jsonb) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_array_transition' LANGUAGE C VOLATILE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_array_transition(aer_moments, anyarray, boolean, jsonb) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features real[], target boolean, design jsonb) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(real[], boolean, jsonb) IS
'the same of arrays of real and a target of boolean, which distributed engines can send to their workers';

CREATE FUNCTION _aer_moments_array_transition(aer_moments, anyarray, text, jsonb) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_array_transition' LANGUAGE C VOLATILE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_array_transition(aer_moments, anyarray, text, jsonb) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features real[], target text, design jsonb) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(real[], text, jsonb) IS
'the same of arrays of real and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features float8[], target float8, design jsonb) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(float8[], float8, jsonb) IS
'the same of arrays of float8 and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features float8[], target boolean, design jsonb) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(float8[], boolean, jsonb) IS
'the same of arrays of float8 and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features float8[], target text, design jsonb) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(float8[], text, jsonb) IS
'the same of arrays of float8 and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features smallint[], target float8, design jsonb) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(smallint[], float8, jsonb) IS
'the same of arrays of smallint and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features smallint[], target boolean, design jsonb) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(smallint[], boolean, jsonb) IS
'the same of arrays of smallint and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features smallint[], target text, design jsonb) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(smallint[], text, jsonb) IS
'the same of arrays of smallint and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features integer[], target float8, design jsonb) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(integer[], float8, jsonb) IS
'the same of arrays of integer and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features integer[], target boolean, design jsonb) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(integer[], boolean, jsonb) IS
'the same of arrays of integer and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features integer[], target text, design jsonb) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(integer[], text, jsonb) IS
'the same of arrays of integer and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features bigint[], target float8, design jsonb) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(bigint[], float8, jsonb) IS
'the same of arrays of bigint and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features bigint[], target boolean, design jsonb) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(bigint[], boolean, jsonb) IS
'the same of arrays of bigint and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features bigint[], target text, design jsonb) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(bigint[], text, jsonb) IS
'the same of arrays of bigint and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features numeric[], target float8, design jsonb) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(numeric[], float8, jsonb) IS
'the same of arrays of numeric and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features numeric[], target boolean, design jsonb) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(numeric[], boolean, jsonb) IS
'the same of arrays of numeric and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features numeric[], target text, design jsonb) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(numeric[], text, jsonb) IS
'the same of arrays of numeric and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features boolean[], target float8, design jsonb) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(boolean[], float8, jsonb) IS
'the same of arrays of boolean and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features boolean[], target boolean, design jsonb) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(boolean[], boolean, jsonb) IS
'the same of arrays of boolean and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features boolean[], target text, design jsonb) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(boolean[], text, jsonb) IS
'the same of arrays of boolean and a target of text, which distributed engines can send to their workers';

CREATE FUNCTION _aer_moments_row_transition(aer_moments, record, text, jsonb) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_row_transition' LANGUAGE C VOLATILE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_row_transition(aer_moments, record, text, jsonb) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features record, target text, design jsonb) (
	SFUNC = _aer_moments_row_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(record, text, jsonb) IS
'the same on whole rows, under a design drawn as rows come';

CREATE FUNCTION _aer_moments_jsonb_transition(aer_moments, jsonb, float8, jsonb) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_jsonb_transition' LANGUAGE C VOLATILE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_jsonb_transition(aer_moments, jsonb, float8, jsonb) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features jsonb, target float8, design jsonb) (
	SFUNC = _aer_moments_jsonb_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(jsonb, float8, jsonb) IS
'sufficient statistics of the keys that a design looks at, of those that it lists in "include": aer_moments(features, outcome, aer_design(budget => 5, include => ...))';

CREATE FUNCTION _aer_moments_jsonb_transition(aer_moments, jsonb, boolean, jsonb) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_jsonb_transition' LANGUAGE C VOLATILE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_jsonb_transition(aer_moments, jsonb, boolean, jsonb) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features jsonb, target boolean, design jsonb) (
	SFUNC = _aer_moments_jsonb_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(jsonb, boolean, jsonb) IS
'the same of a boolean target';

CREATE FUNCTION _aer_moments_jsonb_transition(aer_moments, jsonb, text, jsonb) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_jsonb_transition' LANGUAGE C VOLATILE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_jsonb_transition(aer_moments, jsonb, text, jsonb) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features jsonb, target text, design jsonb) (
	SFUNC = _aer_moments_jsonb_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(jsonb, text, jsonb) IS
'the same, the target given as the name of its key';

CREATE FUNCTION _aer_moments_array_transition(aer_moments, anyarray, anycompatiblenonarray, jsonb, bigint) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_array_transition(aer_moments, anyarray, anycompatiblenonarray, jsonb, bigint) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features anyarray, target anycompatiblenonarray, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(anyarray, anycompatiblenonarray, jsonb, bigint) IS
'the same, where a key that names the row decides what is looked at (aer_plan): any split of the rows over workers, partitions or days gives the same statistics';

CREATE FUNCTION _aer_moments_array_transition(aer_moments, anyarray, float8, jsonb, bigint) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_array_transition(aer_moments, anyarray, float8, jsonb, bigint) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features real[], target float8, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(real[], float8, jsonb, bigint) IS
'the same of arrays of real and a target of float8, which distributed engines can send to their workers';

CREATE FUNCTION _aer_moments_array_transition(aer_moments, anyarray, boolean, jsonb, bigint) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_array_transition(aer_moments, anyarray, boolean, jsonb, bigint) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features real[], target boolean, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(real[], boolean, jsonb, bigint) IS
'the same of arrays of real and a target of boolean, which distributed engines can send to their workers';

CREATE FUNCTION _aer_moments_array_transition(aer_moments, anyarray, text, jsonb, bigint) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_array_transition(aer_moments, anyarray, text, jsonb, bigint) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features real[], target text, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(real[], text, jsonb, bigint) IS
'the same of arrays of real and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features float8[], target float8, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(float8[], float8, jsonb, bigint) IS
'the same of arrays of float8 and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features float8[], target boolean, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(float8[], boolean, jsonb, bigint) IS
'the same of arrays of float8 and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features float8[], target text, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(float8[], text, jsonb, bigint) IS
'the same of arrays of float8 and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features smallint[], target float8, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(smallint[], float8, jsonb, bigint) IS
'the same of arrays of smallint and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features smallint[], target boolean, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(smallint[], boolean, jsonb, bigint) IS
'the same of arrays of smallint and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features smallint[], target text, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(smallint[], text, jsonb, bigint) IS
'the same of arrays of smallint and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features integer[], target float8, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(integer[], float8, jsonb, bigint) IS
'the same of arrays of integer and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features integer[], target boolean, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(integer[], boolean, jsonb, bigint) IS
'the same of arrays of integer and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features integer[], target text, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(integer[], text, jsonb, bigint) IS
'the same of arrays of integer and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features bigint[], target float8, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(bigint[], float8, jsonb, bigint) IS
'the same of arrays of bigint and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features bigint[], target boolean, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(bigint[], boolean, jsonb, bigint) IS
'the same of arrays of bigint and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features bigint[], target text, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(bigint[], text, jsonb, bigint) IS
'the same of arrays of bigint and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features numeric[], target float8, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(numeric[], float8, jsonb, bigint) IS
'the same of arrays of numeric and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features numeric[], target boolean, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(numeric[], boolean, jsonb, bigint) IS
'the same of arrays of numeric and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features numeric[], target text, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(numeric[], text, jsonb, bigint) IS
'the same of arrays of numeric and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features boolean[], target float8, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(boolean[], float8, jsonb, bigint) IS
'the same of arrays of boolean and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features boolean[], target boolean, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(boolean[], boolean, jsonb, bigint) IS
'the same of arrays of boolean and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features boolean[], target text, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(boolean[], text, jsonb, bigint) IS
'the same of arrays of boolean and a target of text, which distributed engines can send to their workers';

CREATE FUNCTION _aer_moments_row_transition(aer_moments, record, text, jsonb, bigint) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_row_transition' LANGUAGE C STABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_row_transition(aer_moments, record, text, jsonb, bigint) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features record, target text, design jsonb, key bigint) (
	SFUNC = _aer_moments_row_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(record, text, jsonb, bigint) IS
'the same on whole rows, under a design with a key that names the row';

CREATE FUNCTION _aer_moments_jsonb_transition(aer_moments, jsonb, float8, jsonb, bigint) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_jsonb_transition(aer_moments, jsonb, float8, jsonb, bigint) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features jsonb, target float8, design jsonb, key bigint) (
	SFUNC = _aer_moments_jsonb_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(jsonb, float8, jsonb, bigint) IS
'the same, where a key that names the row decides what is looked at';

CREATE FUNCTION _aer_moments_jsonb_transition(aer_moments, jsonb, boolean, jsonb, bigint) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_jsonb_transition(aer_moments, jsonb, boolean, jsonb, bigint) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features jsonb, target boolean, design jsonb, key bigint) (
	SFUNC = _aer_moments_jsonb_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(jsonb, boolean, jsonb, bigint) IS
'the same of a boolean target';

CREATE FUNCTION _aer_moments_jsonb_transition(aer_moments, jsonb, text, jsonb, bigint) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_jsonb_transition(aer_moments, jsonb, text, jsonb, bigint) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features jsonb, target text, design jsonb, key bigint) (
	SFUNC = _aer_moments_jsonb_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(jsonb, text, jsonb, bigint) IS
'the same, the target given as the name of its key';

CREATE FUNCTION _aer_moments_row_transition(aer_moments, record, text, jsonb, text) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_row_transition' LANGUAGE C STABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_row_transition(aer_moments, record, text, jsonb, text) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features record, target text, design jsonb, key text) (
	SFUNC = _aer_moments_row_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(record, text, jsonb, text) IS
'an error, which names aer_key: a key is a number';

CREATE AGGREGATE aer_train(features anyarray, target anycompatiblenonarray) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(anyarray, anycompatiblenonarray) IS
'the model of all attributes of every row, nothing to choose: that of aer_fit_ridge(aer_moments(features, target)), in parallel too';

CREATE AGGREGATE aer_train(features real[], target float8) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(real[], float8) IS
'the same of arrays of real and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features real[], target boolean) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(real[], boolean) IS
'the same of arrays of real and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features real[], target text) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(real[], text) IS
'the same of arrays of real and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features float8[], target float8) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(float8[], float8) IS
'the same of arrays of float8 and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features float8[], target boolean) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(float8[], boolean) IS
'the same of arrays of float8 and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features float8[], target text) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(float8[], text) IS
'the same of arrays of float8 and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features smallint[], target float8) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(smallint[], float8) IS
'the same of arrays of smallint and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features smallint[], target boolean) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(smallint[], boolean) IS
'the same of arrays of smallint and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features smallint[], target text) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(smallint[], text) IS
'the same of arrays of smallint and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features integer[], target float8) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(integer[], float8) IS
'the same of arrays of integer and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features integer[], target boolean) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(integer[], boolean) IS
'the same of arrays of integer and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features integer[], target text) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(integer[], text) IS
'the same of arrays of integer and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features bigint[], target float8) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(bigint[], float8) IS
'the same of arrays of bigint and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features bigint[], target boolean) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(bigint[], boolean) IS
'the same of arrays of bigint and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features bigint[], target text) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(bigint[], text) IS
'the same of arrays of bigint and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features numeric[], target float8) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(numeric[], float8) IS
'the same of arrays of numeric and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features numeric[], target boolean) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(numeric[], boolean) IS
'the same of arrays of numeric and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features numeric[], target text) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(numeric[], text) IS
'the same of arrays of numeric and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features boolean[], target float8) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(boolean[], float8) IS
'the same of arrays of boolean and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features boolean[], target boolean) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(boolean[], boolean) IS
'the same of arrays of boolean and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features boolean[], target text) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(boolean[], text) IS
'the same of arrays of boolean and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features record, target text) (
	SFUNC = _aer_moments_row_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(record, text) IS
'the same on whole rows: aer_train(p.*, ''outcome'') FROM patients p; all numeric, boolean and date columns but the target and the primary key are attributes, by name';

CREATE AGGREGATE aer_train(features jsonb, target float8) (
	SFUNC = _aer_moments_jsonb_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(jsonb, float8) IS
'an error, which shows how to list the attributes: rows of jsonb need not have the same keys';

CREATE AGGREGATE aer_train(features jsonb, target boolean) (
	SFUNC = _aer_moments_jsonb_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(jsonb, boolean) IS
'the same of a boolean target';

CREATE AGGREGATE aer_train(features jsonb, target text) (
	SFUNC = _aer_moments_jsonb_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(jsonb, text) IS
'the same, the target given as the name of its key';

CREATE FUNCTION _aer_train_array_transition(internal, anyarray, anycompatiblenonarray, jsonb) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_train_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_train_array_transition(internal, anyarray, anycompatiblenonarray, jsonb) IS 'internal: aer_train';

CREATE AGGREGATE aer_train(features anyarray, target anycompatiblenonarray, learner jsonb) (
	SFUNC = _aer_train_array_transition, STYPE = internal, SSPACE = 8000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(anyarray, anycompatiblenonarray, jsonb) IS
'the model that the moments of a design give, such as aer_design(budget => 5), which looks at no more attributes of each row than its budget: that of aer_fit_ridge(aer_moments(features, target, design)), computed serially (with a key in parallel too). Or that of a learner of the papers, such as aer_ridge(budget => 5), which takes the rows in the order in which they come: fix it with ORDER BY in the call. Rows with NULL features or target are skipped and counted; no rows: NULL';

CREATE FUNCTION _aer_train_array_transition(internal, anyarray, float8, jsonb) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_train_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_train_array_transition(internal, anyarray, float8, jsonb) IS 'internal: aer_train';

CREATE AGGREGATE aer_train(features real[], target float8, learner jsonb) (
	SFUNC = _aer_train_array_transition, STYPE = internal, SSPACE = 8000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(real[], float8, jsonb) IS
'the same of arrays of real and a target of float8, which distributed engines can send to their workers';

CREATE FUNCTION _aer_train_array_transition(internal, anyarray, boolean, jsonb) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_train_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_train_array_transition(internal, anyarray, boolean, jsonb) IS 'internal: aer_train';

CREATE AGGREGATE aer_train(features real[], target boolean, learner jsonb) (
	SFUNC = _aer_train_array_transition, STYPE = internal, SSPACE = 8000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(real[], boolean, jsonb) IS
'the same of arrays of real and a target of boolean, which distributed engines can send to their workers';

CREATE FUNCTION _aer_train_array_transition(internal, anyarray, text, jsonb) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_train_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_train_array_transition(internal, anyarray, text, jsonb) IS 'internal: aer_train';

CREATE AGGREGATE aer_train(features real[], target text, learner jsonb) (
	SFUNC = _aer_train_array_transition, STYPE = internal, SSPACE = 8000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(real[], text, jsonb) IS
'the same of arrays of real and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features float8[], target float8, learner jsonb) (
	SFUNC = _aer_train_array_transition, STYPE = internal, SSPACE = 8000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(float8[], float8, jsonb) IS
'the same of arrays of float8 and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features float8[], target boolean, learner jsonb) (
	SFUNC = _aer_train_array_transition, STYPE = internal, SSPACE = 8000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(float8[], boolean, jsonb) IS
'the same of arrays of float8 and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features float8[], target text, learner jsonb) (
	SFUNC = _aer_train_array_transition, STYPE = internal, SSPACE = 8000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(float8[], text, jsonb) IS
'the same of arrays of float8 and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features smallint[], target float8, learner jsonb) (
	SFUNC = _aer_train_array_transition, STYPE = internal, SSPACE = 8000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(smallint[], float8, jsonb) IS
'the same of arrays of smallint and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features smallint[], target boolean, learner jsonb) (
	SFUNC = _aer_train_array_transition, STYPE = internal, SSPACE = 8000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(smallint[], boolean, jsonb) IS
'the same of arrays of smallint and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features smallint[], target text, learner jsonb) (
	SFUNC = _aer_train_array_transition, STYPE = internal, SSPACE = 8000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(smallint[], text, jsonb) IS
'the same of arrays of smallint and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features integer[], target float8, learner jsonb) (
	SFUNC = _aer_train_array_transition, STYPE = internal, SSPACE = 8000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(integer[], float8, jsonb) IS
'the same of arrays of integer and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features integer[], target boolean, learner jsonb) (
	SFUNC = _aer_train_array_transition, STYPE = internal, SSPACE = 8000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(integer[], boolean, jsonb) IS
'the same of arrays of integer and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features integer[], target text, learner jsonb) (
	SFUNC = _aer_train_array_transition, STYPE = internal, SSPACE = 8000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(integer[], text, jsonb) IS
'the same of arrays of integer and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features bigint[], target float8, learner jsonb) (
	SFUNC = _aer_train_array_transition, STYPE = internal, SSPACE = 8000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(bigint[], float8, jsonb) IS
'the same of arrays of bigint and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features bigint[], target boolean, learner jsonb) (
	SFUNC = _aer_train_array_transition, STYPE = internal, SSPACE = 8000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(bigint[], boolean, jsonb) IS
'the same of arrays of bigint and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features bigint[], target text, learner jsonb) (
	SFUNC = _aer_train_array_transition, STYPE = internal, SSPACE = 8000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(bigint[], text, jsonb) IS
'the same of arrays of bigint and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features numeric[], target float8, learner jsonb) (
	SFUNC = _aer_train_array_transition, STYPE = internal, SSPACE = 8000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(numeric[], float8, jsonb) IS
'the same of arrays of numeric and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features numeric[], target boolean, learner jsonb) (
	SFUNC = _aer_train_array_transition, STYPE = internal, SSPACE = 8000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(numeric[], boolean, jsonb) IS
'the same of arrays of numeric and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features numeric[], target text, learner jsonb) (
	SFUNC = _aer_train_array_transition, STYPE = internal, SSPACE = 8000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(numeric[], text, jsonb) IS
'the same of arrays of numeric and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features boolean[], target float8, learner jsonb) (
	SFUNC = _aer_train_array_transition, STYPE = internal, SSPACE = 8000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(boolean[], float8, jsonb) IS
'the same of arrays of boolean and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features boolean[], target boolean, learner jsonb) (
	SFUNC = _aer_train_array_transition, STYPE = internal, SSPACE = 8000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(boolean[], boolean, jsonb) IS
'the same of arrays of boolean and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features boolean[], target text, learner jsonb) (
	SFUNC = _aer_train_array_transition, STYPE = internal, SSPACE = 8000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(boolean[], text, jsonb) IS
'the same of arrays of boolean and a target of text, which distributed engines can send to their workers';

CREATE FUNCTION _aer_train_row_transition(internal, record, text, jsonb) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_train_row_transition' LANGUAGE C STABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_train_row_transition(internal, record, text, jsonb) IS 'internal: aer_train';

CREATE AGGREGATE aer_train(features record, target text, learner jsonb) (
	SFUNC = _aer_train_row_transition, STYPE = internal, SSPACE = 8000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(record, text, jsonb) IS
'the same on whole rows: aer_train(p.*, ''outcome'', aer_design(budget => 5)) FROM patients p; numeric, boolean and date columns but the target and the primary key are the attributes, by name';

CREATE FUNCTION _aer_train_jsonb_transition(internal, jsonb, float8, jsonb) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_train_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_train_jsonb_transition(internal, jsonb, float8, jsonb) IS 'internal: aer_train';

CREATE AGGREGATE aer_train(features jsonb, target float8, learner jsonb) (
	SFUNC = _aer_train_jsonb_transition, STYPE = internal, SSPACE = 8000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(jsonb, float8, jsonb) IS
'the model that the moments of a design give, or of a learner of the papers, on jsonb objects: aer_train(features, outcome, aer_design(budget => 5, include => (SELECT aer_names(features) FROM patients))); the keys that "include" lists are the attributes, numbers or booleans; a key that is not there, or null, is NULL';

CREATE FUNCTION _aer_train_jsonb_transition(internal, jsonb, boolean, jsonb) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_train_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_train_jsonb_transition(internal, jsonb, boolean, jsonb) IS 'internal: aer_train';

CREATE AGGREGATE aer_train(features jsonb, target boolean, learner jsonb) (
	SFUNC = _aer_train_jsonb_transition, STYPE = internal, SSPACE = 8000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(jsonb, boolean, jsonb) IS
'the same of a boolean target';

CREATE FUNCTION _aer_train_jsonb_transition(internal, jsonb, text, jsonb) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_train_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_train_jsonb_transition(internal, jsonb, text, jsonb) IS 'internal: aer_train';

CREATE AGGREGATE aer_train(features jsonb, target text, learner jsonb) (
	SFUNC = _aer_train_jsonb_transition, STYPE = internal, SSPACE = 8000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(jsonb, text, jsonb) IS
'the same, the target given as the name of its key';

CREATE AGGREGATE aer_train(features anyarray, target anycompatiblenonarray, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(anyarray, anycompatiblenonarray, jsonb, bigint) IS
'by the moments of a design, where a key that names the row decides what is looked at: the model of aer_fit_ridge(aer_moments(features, target, design, key)), in parallel too. Learners, which go by the order of rows, take no key';

CREATE AGGREGATE aer_train(features real[], target float8, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(real[], float8, jsonb, bigint) IS
'the same of arrays of real and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features real[], target boolean, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(real[], boolean, jsonb, bigint) IS
'the same of arrays of real and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features real[], target text, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(real[], text, jsonb, bigint) IS
'the same of arrays of real and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features float8[], target float8, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(float8[], float8, jsonb, bigint) IS
'the same of arrays of float8 and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features float8[], target boolean, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(float8[], boolean, jsonb, bigint) IS
'the same of arrays of float8 and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features float8[], target text, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(float8[], text, jsonb, bigint) IS
'the same of arrays of float8 and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features smallint[], target float8, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(smallint[], float8, jsonb, bigint) IS
'the same of arrays of smallint and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features smallint[], target boolean, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(smallint[], boolean, jsonb, bigint) IS
'the same of arrays of smallint and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features smallint[], target text, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(smallint[], text, jsonb, bigint) IS
'the same of arrays of smallint and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features integer[], target float8, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(integer[], float8, jsonb, bigint) IS
'the same of arrays of integer and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features integer[], target boolean, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(integer[], boolean, jsonb, bigint) IS
'the same of arrays of integer and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features integer[], target text, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(integer[], text, jsonb, bigint) IS
'the same of arrays of integer and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features bigint[], target float8, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(bigint[], float8, jsonb, bigint) IS
'the same of arrays of bigint and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features bigint[], target boolean, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(bigint[], boolean, jsonb, bigint) IS
'the same of arrays of bigint and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features bigint[], target text, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(bigint[], text, jsonb, bigint) IS
'the same of arrays of bigint and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features numeric[], target float8, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(numeric[], float8, jsonb, bigint) IS
'the same of arrays of numeric and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features numeric[], target boolean, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(numeric[], boolean, jsonb, bigint) IS
'the same of arrays of numeric and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features numeric[], target text, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(numeric[], text, jsonb, bigint) IS
'the same of arrays of numeric and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features boolean[], target float8, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(boolean[], float8, jsonb, bigint) IS
'the same of arrays of boolean and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features boolean[], target boolean, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(boolean[], boolean, jsonb, bigint) IS
'the same of arrays of boolean and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features boolean[], target text, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(boolean[], text, jsonb, bigint) IS
'the same of arrays of boolean and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features record, target text, design jsonb, key bigint) (
	SFUNC = _aer_moments_row_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(record, text, jsonb, bigint) IS
'the same on whole rows: aer_train(p.*, ''outcome'', aer_design(budget => 5), p.id) FROM patients p';

CREATE AGGREGATE aer_train(features jsonb, target float8, design jsonb, key bigint) (
	SFUNC = _aer_moments_jsonb_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(jsonb, float8, jsonb, bigint) IS
'by the moments of a design, where a key that names the row decides what is looked at: the model of aer_fit_ridge(aer_moments(features, target, design, key)), in parallel too';

CREATE AGGREGATE aer_train(features jsonb, target boolean, design jsonb, key bigint) (
	SFUNC = _aer_moments_jsonb_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(jsonb, boolean, jsonb, bigint) IS
'the same of a boolean target';

CREATE AGGREGATE aer_train(features jsonb, target text, design jsonb, key bigint) (
	SFUNC = _aer_moments_jsonb_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(jsonb, text, jsonb, bigint) IS
'the same, the target given as the name of its key';

CREATE AGGREGATE aer_train(features record, target text, design jsonb, key text) (
	SFUNC = _aer_moments_row_transition, STYPE = aer_moments, SSPACE = 30000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(record, text, jsonb, text) IS
'an error, which names aer_key: a key is a number';

CREATE FUNCTION _aer_train_many_array_transition(internal, anyarray, anycompatiblenonarray, jsonb[]) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_train_many_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION _aer_train_many_array_transition(internal, anyarray, anycompatiblenonarray, jsonb[]) IS 'internal: aer_train_many';

CREATE AGGREGATE aer_train_many(features anyarray, target anycompatiblenonarray, learners jsonb[]) (
	SFUNC = _aer_train_many_array_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(anyarray, anycompatiblenonarray, jsonb[]) IS
'the models of several designs or learners of one scan, each within its own budget: in their order, each as aer_train would have made it';

CREATE FUNCTION _aer_train_many_array_transition(internal, anyarray, float8, jsonb[]) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_train_many_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION _aer_train_many_array_transition(internal, anyarray, float8, jsonb[]) IS 'internal: aer_train_many';

CREATE AGGREGATE aer_train_many(features real[], target float8, learners jsonb[]) (
	SFUNC = _aer_train_many_array_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(real[], float8, jsonb[]) IS
'the same of arrays of real and a target of float8, which distributed engines can send to their workers';

CREATE FUNCTION _aer_train_many_array_transition(internal, anyarray, boolean, jsonb[]) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_train_many_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION _aer_train_many_array_transition(internal, anyarray, boolean, jsonb[]) IS 'internal: aer_train_many';

CREATE AGGREGATE aer_train_many(features real[], target boolean, learners jsonb[]) (
	SFUNC = _aer_train_many_array_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(real[], boolean, jsonb[]) IS
'the same of arrays of real and a target of boolean, which distributed engines can send to their workers';

CREATE FUNCTION _aer_train_many_array_transition(internal, anyarray, text, jsonb[]) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_train_many_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION _aer_train_many_array_transition(internal, anyarray, text, jsonb[]) IS 'internal: aer_train_many';

CREATE AGGREGATE aer_train_many(features real[], target text, learners jsonb[]) (
	SFUNC = _aer_train_many_array_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(real[], text, jsonb[]) IS
'the same of arrays of real and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train_many(features float8[], target float8, learners jsonb[]) (
	SFUNC = _aer_train_many_array_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(float8[], float8, jsonb[]) IS
'the same of arrays of float8 and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train_many(features float8[], target boolean, learners jsonb[]) (
	SFUNC = _aer_train_many_array_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(float8[], boolean, jsonb[]) IS
'the same of arrays of float8 and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train_many(features float8[], target text, learners jsonb[]) (
	SFUNC = _aer_train_many_array_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(float8[], text, jsonb[]) IS
'the same of arrays of float8 and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train_many(features smallint[], target float8, learners jsonb[]) (
	SFUNC = _aer_train_many_array_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(smallint[], float8, jsonb[]) IS
'the same of arrays of smallint and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train_many(features smallint[], target boolean, learners jsonb[]) (
	SFUNC = _aer_train_many_array_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(smallint[], boolean, jsonb[]) IS
'the same of arrays of smallint and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train_many(features smallint[], target text, learners jsonb[]) (
	SFUNC = _aer_train_many_array_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(smallint[], text, jsonb[]) IS
'the same of arrays of smallint and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train_many(features integer[], target float8, learners jsonb[]) (
	SFUNC = _aer_train_many_array_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(integer[], float8, jsonb[]) IS
'the same of arrays of integer and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train_many(features integer[], target boolean, learners jsonb[]) (
	SFUNC = _aer_train_many_array_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(integer[], boolean, jsonb[]) IS
'the same of arrays of integer and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train_many(features integer[], target text, learners jsonb[]) (
	SFUNC = _aer_train_many_array_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(integer[], text, jsonb[]) IS
'the same of arrays of integer and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train_many(features bigint[], target float8, learners jsonb[]) (
	SFUNC = _aer_train_many_array_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(bigint[], float8, jsonb[]) IS
'the same of arrays of bigint and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train_many(features bigint[], target boolean, learners jsonb[]) (
	SFUNC = _aer_train_many_array_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(bigint[], boolean, jsonb[]) IS
'the same of arrays of bigint and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train_many(features bigint[], target text, learners jsonb[]) (
	SFUNC = _aer_train_many_array_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(bigint[], text, jsonb[]) IS
'the same of arrays of bigint and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train_many(features numeric[], target float8, learners jsonb[]) (
	SFUNC = _aer_train_many_array_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(numeric[], float8, jsonb[]) IS
'the same of arrays of numeric and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train_many(features numeric[], target boolean, learners jsonb[]) (
	SFUNC = _aer_train_many_array_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(numeric[], boolean, jsonb[]) IS
'the same of arrays of numeric and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train_many(features numeric[], target text, learners jsonb[]) (
	SFUNC = _aer_train_many_array_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(numeric[], text, jsonb[]) IS
'the same of arrays of numeric and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train_many(features boolean[], target float8, learners jsonb[]) (
	SFUNC = _aer_train_many_array_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(boolean[], float8, jsonb[]) IS
'the same of arrays of boolean and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train_many(features boolean[], target boolean, learners jsonb[]) (
	SFUNC = _aer_train_many_array_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(boolean[], boolean, jsonb[]) IS
'the same of arrays of boolean and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train_many(features boolean[], target text, learners jsonb[]) (
	SFUNC = _aer_train_many_array_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(boolean[], text, jsonb[]) IS
'the same of arrays of boolean and a target of text, which distributed engines can send to their workers';

CREATE FUNCTION _aer_train_many_row_transition(internal, record, text, jsonb[]) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_train_many_row_transition' LANGUAGE C STABLE PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION _aer_train_many_row_transition(internal, record, text, jsonb[]) IS 'internal: aer_train_many';

CREATE AGGREGATE aer_train_many(features record, target text, learners jsonb[]) (
	SFUNC = _aer_train_many_row_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(record, text, jsonb[]) IS
'the same on whole rows, whose columns are found by name; the target is given as the name of its column';

CREATE FUNCTION _aer_train_many_jsonb_transition(internal, jsonb, float8, jsonb[]) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_train_many_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION _aer_train_many_jsonb_transition(internal, jsonb, float8, jsonb[]) IS 'internal: aer_train_many';

CREATE AGGREGATE aer_train_many(features jsonb, target float8, learners jsonb[]) (
	SFUNC = _aer_train_many_jsonb_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(jsonb, float8, jsonb[]) IS
'the models of several designs or learners of one scan over jsonb objects; each lists its attributes in "include"';

CREATE FUNCTION _aer_train_many_jsonb_transition(internal, jsonb, boolean, jsonb[]) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_train_many_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION _aer_train_many_jsonb_transition(internal, jsonb, boolean, jsonb[]) IS 'internal: aer_train_many';

CREATE AGGREGATE aer_train_many(features jsonb, target boolean, learners jsonb[]) (
	SFUNC = _aer_train_many_jsonb_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(jsonb, boolean, jsonb[]) IS
'the same of a boolean target';

CREATE FUNCTION _aer_train_many_jsonb_transition(internal, jsonb, text, jsonb[]) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_train_many_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION _aer_train_many_jsonb_transition(internal, jsonb, text, jsonb[]) IS 'internal: aer_train_many';

CREATE AGGREGATE aer_train_many(features jsonb, target text, learners jsonb[]) (
	SFUNC = _aer_train_many_jsonb_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(jsonb, text, jsonb[]) IS
'the same, the target given as the name of its key';

CREATE FUNCTION _aer_train_many_array_transition(internal, anyarray, anycompatiblenonarray, jsonb) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_train_many_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION _aer_train_many_array_transition(internal, anyarray, anycompatiblenonarray, jsonb) IS 'internal: aer_train_many';

CREATE AGGREGATE aer_train_many(features anyarray, target anycompatiblenonarray, learner jsonb) (
	SFUNC = _aer_train_many_array_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(anyarray, anycompatiblenonarray, jsonb) IS
'an error, which shows how to write an array of one learner';

CREATE FUNCTION _aer_train_many_row_transition(internal, record, text, jsonb) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_train_many_row_transition' LANGUAGE C STABLE PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION _aer_train_many_row_transition(internal, record, text, jsonb) IS 'internal: aer_train_many';

CREATE AGGREGATE aer_train_many(features record, target text, learner jsonb) (
	SFUNC = _aer_train_many_row_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(record, text, jsonb) IS
'the same of whole rows';

CREATE FUNCTION _aer_train_many_jsonb_transition(internal, jsonb, float8, jsonb) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_train_many_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION _aer_train_many_jsonb_transition(internal, jsonb, float8, jsonb) IS 'internal: aer_train_many';

CREATE AGGREGATE aer_train_many(features jsonb, target float8, learner jsonb) (
	SFUNC = _aer_train_many_jsonb_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(jsonb, float8, jsonb) IS
'the same of jsonb objects';

CREATE FUNCTION _aer_train_many_jsonb_transition(internal, jsonb, boolean, jsonb) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_train_many_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION _aer_train_many_jsonb_transition(internal, jsonb, boolean, jsonb) IS 'internal: aer_train_many';

CREATE AGGREGATE aer_train_many(features jsonb, target boolean, learner jsonb) (
	SFUNC = _aer_train_many_jsonb_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(jsonb, boolean, jsonb) IS
'the same of a boolean target';

CREATE FUNCTION _aer_train_many_jsonb_transition(internal, jsonb, text, jsonb) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_train_many_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION _aer_train_many_jsonb_transition(internal, jsonb, text, jsonb) IS 'internal: aer_train_many';

CREATE AGGREGATE aer_train_many(features jsonb, target text, learner jsonb) (
	SFUNC = _aer_train_many_jsonb_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(jsonb, text, jsonb) IS
'the same, the target given as the name of its key';

CREATE FUNCTION _aer_continue_array_transition(internal, anyarray, anycompatiblenonarray, aer_model) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_continue_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_continue_array_transition(internal, anyarray, anycompatiblenonarray, aer_model) IS 'internal: aer_continue';

CREATE AGGREGATE aer_continue(features anyarray, target anycompatiblenonarray, model aer_model) (
	SFUNC = _aer_continue_array_transition, STYPE = internal, SSPACE = 20000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_continue(anyarray, anycompatiblenonarray, aer_model) IS
'go on training a model: to the bit as if these rows had followed those that it was trained on';

CREATE FUNCTION _aer_continue_array_transition(internal, anyarray, float8, aer_model) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_continue_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_continue_array_transition(internal, anyarray, float8, aer_model) IS 'internal: aer_continue';

CREATE AGGREGATE aer_continue(features real[], target float8, model aer_model) (
	SFUNC = _aer_continue_array_transition, STYPE = internal, SSPACE = 20000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_continue(real[], float8, aer_model) IS
'the same of arrays of real and a target of float8, which distributed engines can send to their workers';

CREATE FUNCTION _aer_continue_array_transition(internal, anyarray, boolean, aer_model) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_continue_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_continue_array_transition(internal, anyarray, boolean, aer_model) IS 'internal: aer_continue';

CREATE AGGREGATE aer_continue(features real[], target boolean, model aer_model) (
	SFUNC = _aer_continue_array_transition, STYPE = internal, SSPACE = 20000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_continue(real[], boolean, aer_model) IS
'the same of arrays of real and a target of boolean, which distributed engines can send to their workers';

CREATE FUNCTION _aer_continue_array_transition(internal, anyarray, text, aer_model) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_continue_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_continue_array_transition(internal, anyarray, text, aer_model) IS 'internal: aer_continue';

CREATE AGGREGATE aer_continue(features real[], target text, model aer_model) (
	SFUNC = _aer_continue_array_transition, STYPE = internal, SSPACE = 20000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_continue(real[], text, aer_model) IS
'the same of arrays of real and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_continue(features float8[], target float8, model aer_model) (
	SFUNC = _aer_continue_array_transition, STYPE = internal, SSPACE = 20000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_continue(float8[], float8, aer_model) IS
'the same of arrays of float8 and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_continue(features float8[], target boolean, model aer_model) (
	SFUNC = _aer_continue_array_transition, STYPE = internal, SSPACE = 20000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_continue(float8[], boolean, aer_model) IS
'the same of arrays of float8 and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_continue(features float8[], target text, model aer_model) (
	SFUNC = _aer_continue_array_transition, STYPE = internal, SSPACE = 20000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_continue(float8[], text, aer_model) IS
'the same of arrays of float8 and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_continue(features smallint[], target float8, model aer_model) (
	SFUNC = _aer_continue_array_transition, STYPE = internal, SSPACE = 20000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_continue(smallint[], float8, aer_model) IS
'the same of arrays of smallint and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_continue(features smallint[], target boolean, model aer_model) (
	SFUNC = _aer_continue_array_transition, STYPE = internal, SSPACE = 20000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_continue(smallint[], boolean, aer_model) IS
'the same of arrays of smallint and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_continue(features smallint[], target text, model aer_model) (
	SFUNC = _aer_continue_array_transition, STYPE = internal, SSPACE = 20000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_continue(smallint[], text, aer_model) IS
'the same of arrays of smallint and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_continue(features integer[], target float8, model aer_model) (
	SFUNC = _aer_continue_array_transition, STYPE = internal, SSPACE = 20000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_continue(integer[], float8, aer_model) IS
'the same of arrays of integer and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_continue(features integer[], target boolean, model aer_model) (
	SFUNC = _aer_continue_array_transition, STYPE = internal, SSPACE = 20000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_continue(integer[], boolean, aer_model) IS
'the same of arrays of integer and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_continue(features integer[], target text, model aer_model) (
	SFUNC = _aer_continue_array_transition, STYPE = internal, SSPACE = 20000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_continue(integer[], text, aer_model) IS
'the same of arrays of integer and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_continue(features bigint[], target float8, model aer_model) (
	SFUNC = _aer_continue_array_transition, STYPE = internal, SSPACE = 20000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_continue(bigint[], float8, aer_model) IS
'the same of arrays of bigint and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_continue(features bigint[], target boolean, model aer_model) (
	SFUNC = _aer_continue_array_transition, STYPE = internal, SSPACE = 20000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_continue(bigint[], boolean, aer_model) IS
'the same of arrays of bigint and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_continue(features bigint[], target text, model aer_model) (
	SFUNC = _aer_continue_array_transition, STYPE = internal, SSPACE = 20000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_continue(bigint[], text, aer_model) IS
'the same of arrays of bigint and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_continue(features numeric[], target float8, model aer_model) (
	SFUNC = _aer_continue_array_transition, STYPE = internal, SSPACE = 20000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_continue(numeric[], float8, aer_model) IS
'the same of arrays of numeric and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_continue(features numeric[], target boolean, model aer_model) (
	SFUNC = _aer_continue_array_transition, STYPE = internal, SSPACE = 20000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_continue(numeric[], boolean, aer_model) IS
'the same of arrays of numeric and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_continue(features numeric[], target text, model aer_model) (
	SFUNC = _aer_continue_array_transition, STYPE = internal, SSPACE = 20000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_continue(numeric[], text, aer_model) IS
'the same of arrays of numeric and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_continue(features boolean[], target float8, model aer_model) (
	SFUNC = _aer_continue_array_transition, STYPE = internal, SSPACE = 20000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_continue(boolean[], float8, aer_model) IS
'the same of arrays of boolean and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_continue(features boolean[], target boolean, model aer_model) (
	SFUNC = _aer_continue_array_transition, STYPE = internal, SSPACE = 20000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_continue(boolean[], boolean, aer_model) IS
'the same of arrays of boolean and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_continue(features boolean[], target text, model aer_model) (
	SFUNC = _aer_continue_array_transition, STYPE = internal, SSPACE = 20000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_continue(boolean[], text, aer_model) IS
'the same of arrays of boolean and a target of text, which distributed engines can send to their workers';

CREATE FUNCTION _aer_continue_row_transition(internal, record, text, aer_model) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_continue_row_transition' LANGUAGE C STABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_continue_row_transition(internal, record, text, aer_model) IS 'internal: aer_continue';

CREATE AGGREGATE aer_continue(features record, target text, model aer_model) (
	SFUNC = _aer_continue_row_transition, STYPE = internal, SSPACE = 20000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_continue(record, text, aer_model) IS
'the same on whole rows, whose columns are found by name';

CREATE FUNCTION _aer_continue_jsonb_transition(internal, jsonb, float8, aer_model) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_continue_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_continue_jsonb_transition(internal, jsonb, float8, aer_model) IS 'internal: aer_continue';

CREATE AGGREGATE aer_continue(features jsonb, target float8, model aer_model) (
	SFUNC = _aer_continue_jsonb_transition, STYPE = internal, SSPACE = 20000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_continue(jsonb, float8, aer_model) IS
'go on training a model on jsonb objects, whose keys are found by name';

CREATE FUNCTION _aer_continue_jsonb_transition(internal, jsonb, boolean, aer_model) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_continue_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_continue_jsonb_transition(internal, jsonb, boolean, aer_model) IS 'internal: aer_continue';

CREATE AGGREGATE aer_continue(features jsonb, target boolean, model aer_model) (
	SFUNC = _aer_continue_jsonb_transition, STYPE = internal, SSPACE = 20000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_continue(jsonb, boolean, aer_model) IS
'the same of a boolean target';

CREATE FUNCTION _aer_continue_jsonb_transition(internal, jsonb, text, aer_model) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_continue_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_continue_jsonb_transition(internal, jsonb, text, aer_model) IS 'internal: aer_continue';

CREATE AGGREGATE aer_continue(features jsonb, target text, model aer_model) (
	SFUNC = _aer_continue_jsonb_transition, STYPE = internal, SSPACE = 20000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_continue(jsonb, text, aer_model) IS
'the same, the target given as the name of its key';

CREATE FUNCTION _aer_evaluate_array_transition(float8[], aer_model, anyarray, anycompatiblenonarray) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_evaluate_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_evaluate_array_transition(float8[], aer_model, anyarray, anycompatiblenonarray) IS 'internal: aer_evaluate';

CREATE AGGREGATE aer_evaluate(model aer_model, features anyarray, target anycompatiblenonarray) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, anyarray, anycompatiblenonarray) IS
'score the rows with a model and say how far off it is: rows, mse, mae, r2, wrong, mse_se, skipped, reads, log_loss, brier, auc. Reads every attribute that has a weight. Of two-valued targets it keeps 24 bytes a row, at most 24 MB';

CREATE FUNCTION _aer_evaluate_array_transition(float8[], aer_model, anyarray, float8) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_evaluate_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_evaluate_array_transition(float8[], aer_model, anyarray, float8) IS 'internal: aer_evaluate';

CREATE AGGREGATE aer_evaluate(model aer_model, features real[], target float8) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, real[], float8) IS
'the same of arrays of real and a target of float8, which distributed engines can send to their workers';

CREATE FUNCTION _aer_evaluate_array_transition(float8[], aer_model, anyarray, boolean) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_evaluate_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_evaluate_array_transition(float8[], aer_model, anyarray, boolean) IS 'internal: aer_evaluate';

CREATE AGGREGATE aer_evaluate(model aer_model, features real[], target boolean) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, real[], boolean) IS
'the same of arrays of real and a target of boolean, which distributed engines can send to their workers';

CREATE FUNCTION _aer_evaluate_array_transition(float8[], aer_model, anyarray, text) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_evaluate_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_evaluate_array_transition(float8[], aer_model, anyarray, text) IS 'internal: aer_evaluate';

CREATE AGGREGATE aer_evaluate(model aer_model, features real[], target text) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, real[], text) IS
'the same of arrays of real and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features float8[], target float8) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, float8[], float8) IS
'the same of arrays of float8 and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features float8[], target boolean) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, float8[], boolean) IS
'the same of arrays of float8 and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features float8[], target text) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, float8[], text) IS
'the same of arrays of float8 and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features smallint[], target float8) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, smallint[], float8) IS
'the same of arrays of smallint and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features smallint[], target boolean) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, smallint[], boolean) IS
'the same of arrays of smallint and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features smallint[], target text) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, smallint[], text) IS
'the same of arrays of smallint and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features integer[], target float8) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, integer[], float8) IS
'the same of arrays of integer and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features integer[], target boolean) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, integer[], boolean) IS
'the same of arrays of integer and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features integer[], target text) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, integer[], text) IS
'the same of arrays of integer and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features bigint[], target float8) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, bigint[], float8) IS
'the same of arrays of bigint and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features bigint[], target boolean) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, bigint[], boolean) IS
'the same of arrays of bigint and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features bigint[], target text) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, bigint[], text) IS
'the same of arrays of bigint and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features numeric[], target float8) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, numeric[], float8) IS
'the same of arrays of numeric and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features numeric[], target boolean) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, numeric[], boolean) IS
'the same of arrays of numeric and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features numeric[], target text) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, numeric[], text) IS
'the same of arrays of numeric and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features boolean[], target float8) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, boolean[], float8) IS
'the same of arrays of boolean and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features boolean[], target boolean) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, boolean[], boolean) IS
'the same of arrays of boolean and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features boolean[], target text) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, boolean[], text) IS
'the same of arrays of boolean and a target of text, which distributed engines can send to their workers';

CREATE FUNCTION _aer_evaluate_row_transition(float8[], aer_model, record, text) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_evaluate_row_transition' LANGUAGE C STABLE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_evaluate_row_transition(float8[], aer_model, record, text) IS 'internal: aer_evaluate';

CREATE AGGREGATE aer_evaluate(model aer_model, features record, target text) (
	SFUNC = _aer_evaluate_row_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, record, text) IS
'the same on whole rows, whose columns are found by name; the target is given as the name of its column';

CREATE FUNCTION _aer_evaluate_jsonb_transition(float8[], aer_model, jsonb, float8) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_evaluate_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_evaluate_jsonb_transition(float8[], aer_model, jsonb, float8) IS 'internal: aer_evaluate';

CREATE AGGREGATE aer_evaluate(model aer_model, features jsonb, target float8) (
	SFUNC = _aer_evaluate_jsonb_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, jsonb, float8) IS
'score jsonb objects with a model and say how far off it is; keys are found by name';

CREATE FUNCTION _aer_evaluate_jsonb_transition(float8[], aer_model, jsonb, boolean) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_evaluate_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_evaluate_jsonb_transition(float8[], aer_model, jsonb, boolean) IS 'internal: aer_evaluate';

CREATE AGGREGATE aer_evaluate(model aer_model, features jsonb, target boolean) (
	SFUNC = _aer_evaluate_jsonb_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, jsonb, boolean) IS
'the same of a boolean target';

CREATE FUNCTION _aer_evaluate_jsonb_transition(float8[], aer_model, jsonb, text) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_evaluate_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_evaluate_jsonb_transition(float8[], aer_model, jsonb, text) IS 'internal: aer_evaluate';

CREATE AGGREGATE aer_evaluate(model aer_model, features jsonb, target text) (
	SFUNC = _aer_evaluate_jsonb_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, jsonb, text) IS
'the same, the target given as the name of its key';

CREATE FUNCTION _aer_confusion_array_transition(bytea, aer_model, anyarray, anycompatiblenonarray) RETURNS bytea
	AS 'MODULE_PATHNAME', 'aer_confusion_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_confusion_array_transition(bytea, aer_model, anyarray, anycompatiblenonarray) IS 'internal: aer_confusion';

CREATE AGGREGATE aer_confusion(model aer_model, features anyarray, target anycompatiblenonarray) (
	SFUNC = _aer_confusion_array_transition, STYPE = bytea,
	FINALFUNC = _aer_confusion_final, COMBINEFUNC = _aer_confusion_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_confusion(aer_model, anyarray, anycompatiblenonarray) IS
'which class was taken for which, by aer_class: SELECT c.* FROM (SELECT aer_confusion(model, x, kind) AS c FROM ...) s, unnest(c) c. Rows in which one is NULL are left out; a class that the model has not seen has cells of its own';

CREATE FUNCTION _aer_confusion_array_transition(bytea, aer_model, anyarray, float8) RETURNS bytea
	AS 'MODULE_PATHNAME', 'aer_confusion_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_confusion_array_transition(bytea, aer_model, anyarray, float8) IS 'internal: aer_confusion';

CREATE AGGREGATE aer_confusion(model aer_model, features real[], target float8) (
	SFUNC = _aer_confusion_array_transition, STYPE = bytea,
	FINALFUNC = _aer_confusion_final, COMBINEFUNC = _aer_confusion_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_confusion(aer_model, real[], float8) IS
'the same of arrays of real and a target of float8, which distributed engines can send to their workers';

CREATE FUNCTION _aer_confusion_array_transition(bytea, aer_model, anyarray, boolean) RETURNS bytea
	AS 'MODULE_PATHNAME', 'aer_confusion_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_confusion_array_transition(bytea, aer_model, anyarray, boolean) IS 'internal: aer_confusion';

CREATE AGGREGATE aer_confusion(model aer_model, features real[], target boolean) (
	SFUNC = _aer_confusion_array_transition, STYPE = bytea,
	FINALFUNC = _aer_confusion_final, COMBINEFUNC = _aer_confusion_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_confusion(aer_model, real[], boolean) IS
'the same of arrays of real and a target of boolean, which distributed engines can send to their workers';

CREATE FUNCTION _aer_confusion_array_transition(bytea, aer_model, anyarray, text) RETURNS bytea
	AS 'MODULE_PATHNAME', 'aer_confusion_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_confusion_array_transition(bytea, aer_model, anyarray, text) IS 'internal: aer_confusion';

CREATE AGGREGATE aer_confusion(model aer_model, features real[], target text) (
	SFUNC = _aer_confusion_array_transition, STYPE = bytea,
	FINALFUNC = _aer_confusion_final, COMBINEFUNC = _aer_confusion_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_confusion(aer_model, real[], text) IS
'the same of arrays of real and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_confusion(model aer_model, features float8[], target float8) (
	SFUNC = _aer_confusion_array_transition, STYPE = bytea,
	FINALFUNC = _aer_confusion_final, COMBINEFUNC = _aer_confusion_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_confusion(aer_model, float8[], float8) IS
'the same of arrays of float8 and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_confusion(model aer_model, features float8[], target boolean) (
	SFUNC = _aer_confusion_array_transition, STYPE = bytea,
	FINALFUNC = _aer_confusion_final, COMBINEFUNC = _aer_confusion_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_confusion(aer_model, float8[], boolean) IS
'the same of arrays of float8 and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_confusion(model aer_model, features float8[], target text) (
	SFUNC = _aer_confusion_array_transition, STYPE = bytea,
	FINALFUNC = _aer_confusion_final, COMBINEFUNC = _aer_confusion_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_confusion(aer_model, float8[], text) IS
'the same of arrays of float8 and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_confusion(model aer_model, features smallint[], target float8) (
	SFUNC = _aer_confusion_array_transition, STYPE = bytea,
	FINALFUNC = _aer_confusion_final, COMBINEFUNC = _aer_confusion_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_confusion(aer_model, smallint[], float8) IS
'the same of arrays of smallint and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_confusion(model aer_model, features smallint[], target boolean) (
	SFUNC = _aer_confusion_array_transition, STYPE = bytea,
	FINALFUNC = _aer_confusion_final, COMBINEFUNC = _aer_confusion_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_confusion(aer_model, smallint[], boolean) IS
'the same of arrays of smallint and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_confusion(model aer_model, features smallint[], target text) (
	SFUNC = _aer_confusion_array_transition, STYPE = bytea,
	FINALFUNC = _aer_confusion_final, COMBINEFUNC = _aer_confusion_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_confusion(aer_model, smallint[], text) IS
'the same of arrays of smallint and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_confusion(model aer_model, features integer[], target float8) (
	SFUNC = _aer_confusion_array_transition, STYPE = bytea,
	FINALFUNC = _aer_confusion_final, COMBINEFUNC = _aer_confusion_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_confusion(aer_model, integer[], float8) IS
'the same of arrays of integer and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_confusion(model aer_model, features integer[], target boolean) (
	SFUNC = _aer_confusion_array_transition, STYPE = bytea,
	FINALFUNC = _aer_confusion_final, COMBINEFUNC = _aer_confusion_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_confusion(aer_model, integer[], boolean) IS
'the same of arrays of integer and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_confusion(model aer_model, features integer[], target text) (
	SFUNC = _aer_confusion_array_transition, STYPE = bytea,
	FINALFUNC = _aer_confusion_final, COMBINEFUNC = _aer_confusion_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_confusion(aer_model, integer[], text) IS
'the same of arrays of integer and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_confusion(model aer_model, features bigint[], target float8) (
	SFUNC = _aer_confusion_array_transition, STYPE = bytea,
	FINALFUNC = _aer_confusion_final, COMBINEFUNC = _aer_confusion_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_confusion(aer_model, bigint[], float8) IS
'the same of arrays of bigint and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_confusion(model aer_model, features bigint[], target boolean) (
	SFUNC = _aer_confusion_array_transition, STYPE = bytea,
	FINALFUNC = _aer_confusion_final, COMBINEFUNC = _aer_confusion_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_confusion(aer_model, bigint[], boolean) IS
'the same of arrays of bigint and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_confusion(model aer_model, features bigint[], target text) (
	SFUNC = _aer_confusion_array_transition, STYPE = bytea,
	FINALFUNC = _aer_confusion_final, COMBINEFUNC = _aer_confusion_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_confusion(aer_model, bigint[], text) IS
'the same of arrays of bigint and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_confusion(model aer_model, features numeric[], target float8) (
	SFUNC = _aer_confusion_array_transition, STYPE = bytea,
	FINALFUNC = _aer_confusion_final, COMBINEFUNC = _aer_confusion_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_confusion(aer_model, numeric[], float8) IS
'the same of arrays of numeric and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_confusion(model aer_model, features numeric[], target boolean) (
	SFUNC = _aer_confusion_array_transition, STYPE = bytea,
	FINALFUNC = _aer_confusion_final, COMBINEFUNC = _aer_confusion_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_confusion(aer_model, numeric[], boolean) IS
'the same of arrays of numeric and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_confusion(model aer_model, features numeric[], target text) (
	SFUNC = _aer_confusion_array_transition, STYPE = bytea,
	FINALFUNC = _aer_confusion_final, COMBINEFUNC = _aer_confusion_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_confusion(aer_model, numeric[], text) IS
'the same of arrays of numeric and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_confusion(model aer_model, features boolean[], target float8) (
	SFUNC = _aer_confusion_array_transition, STYPE = bytea,
	FINALFUNC = _aer_confusion_final, COMBINEFUNC = _aer_confusion_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_confusion(aer_model, boolean[], float8) IS
'the same of arrays of boolean and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_confusion(model aer_model, features boolean[], target boolean) (
	SFUNC = _aer_confusion_array_transition, STYPE = bytea,
	FINALFUNC = _aer_confusion_final, COMBINEFUNC = _aer_confusion_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_confusion(aer_model, boolean[], boolean) IS
'the same of arrays of boolean and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_confusion(model aer_model, features boolean[], target text) (
	SFUNC = _aer_confusion_array_transition, STYPE = bytea,
	FINALFUNC = _aer_confusion_final, COMBINEFUNC = _aer_confusion_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_confusion(aer_model, boolean[], text) IS
'the same of arrays of boolean and a target of text, which distributed engines can send to their workers';

CREATE FUNCTION _aer_confusion_row_transition(bytea, aer_model, record, text) RETURNS bytea
	AS 'MODULE_PATHNAME', 'aer_confusion_row_transition' LANGUAGE C STABLE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_confusion_row_transition(bytea, aer_model, record, text) IS 'internal: aer_confusion';

CREATE AGGREGATE aer_confusion(model aer_model, features record, target text) (
	SFUNC = _aer_confusion_row_transition, STYPE = bytea,
	FINALFUNC = _aer_confusion_final, COMBINEFUNC = _aer_confusion_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_confusion(aer_model, record, text) IS
'the same on whole rows, whose columns are found by name; the target is given as the name of its column';

CREATE FUNCTION _aer_confusion_jsonb_transition(bytea, aer_model, jsonb, float8) RETURNS bytea
	AS 'MODULE_PATHNAME', 'aer_confusion_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_confusion_jsonb_transition(bytea, aer_model, jsonb, float8) IS 'internal: aer_confusion';

CREATE AGGREGATE aer_confusion(model aer_model, features jsonb, target float8) (
	SFUNC = _aer_confusion_jsonb_transition, STYPE = bytea,
	FINALFUNC = _aer_confusion_final, COMBINEFUNC = _aer_confusion_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_confusion(aer_model, jsonb, float8) IS
'the same of jsonb objects, whose keys are found by name';

CREATE FUNCTION _aer_confusion_jsonb_transition(bytea, aer_model, jsonb, boolean) RETURNS bytea
	AS 'MODULE_PATHNAME', 'aer_confusion_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_confusion_jsonb_transition(bytea, aer_model, jsonb, boolean) IS 'internal: aer_confusion';

CREATE AGGREGATE aer_confusion(model aer_model, features jsonb, target boolean) (
	SFUNC = _aer_confusion_jsonb_transition, STYPE = bytea,
	FINALFUNC = _aer_confusion_final, COMBINEFUNC = _aer_confusion_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_confusion(aer_model, jsonb, boolean) IS
'the same of a boolean target';

CREATE FUNCTION _aer_confusion_jsonb_transition(bytea, aer_model, jsonb, text) RETURNS bytea
	AS 'MODULE_PATHNAME', 'aer_confusion_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_confusion_jsonb_transition(bytea, aer_model, jsonb, text) IS 'internal: aer_confusion';

CREATE AGGREGATE aer_confusion(model aer_model, features jsonb, target text) (
	SFUNC = _aer_confusion_jsonb_transition, STYPE = bytea,
	FINALFUNC = _aer_confusion_final, COMBINEFUNC = _aer_confusion_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_confusion(aer_model, jsonb, text) IS
'the same, the target given as the name of its key';

CREATE FUNCTION _aer_measure_array_transition(bytea, aer_model, aer_model[], anyarray, anycompatiblenonarray, bigint) RETURNS bytea
	AS 'MODULE_PATHNAME', 'aer_measure_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_measure_array_transition(bytea, aer_model, aer_model[], anyarray, anycompatiblenonarray, bigint) IS 'internal: aer_measure';

CREATE AGGREGATE aer_measure(model aer_model, fold_models aer_model[], features anyarray, target anycompatiblenonarray, key bigint) (
	SFUNC = _aer_measure_array_transition, STYPE = bytea,
	FINALFUNC = _aer_measure_final, COMBINEFUNC = _aer_measure_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_measure(aer_model, aer_model[], anyarray, anycompatiblenonarray, bigint) IS
'the model, with what its predictions are worth: each row is predicted by the fold model (aer_fold_models) that has not learned from it, which its key says, and what is not known of it is left out. Two values get the link that these rows ask for (slope and offset by Platt''s rule, from 50 rows and 5 of each value on), three or more classes a temperature and an offset each; the errors, as predictions are then made, are columns measured_* of aer_summary(), and aer_calibration(model) has what was told against what came. The link is fitted to the rows that are measured. Rows with NULL features or target are left out; 8 bytes a row for each score and 16 besides, at most a million rows';

CREATE FUNCTION _aer_measure_array_transition(bytea, aer_model, aer_model[], anyarray, float8, bigint) RETURNS bytea
	AS 'MODULE_PATHNAME', 'aer_measure_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_measure_array_transition(bytea, aer_model, aer_model[], anyarray, float8, bigint) IS 'internal: aer_measure';

CREATE AGGREGATE aer_measure(model aer_model, fold_models aer_model[], features real[], target float8, key bigint) (
	SFUNC = _aer_measure_array_transition, STYPE = bytea,
	FINALFUNC = _aer_measure_final, COMBINEFUNC = _aer_measure_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_measure(aer_model, aer_model[], real[], float8, bigint) IS
'the same of arrays of real and a target of float8, which distributed engines can send to their workers';

CREATE FUNCTION _aer_measure_array_transition(bytea, aer_model, aer_model[], anyarray, boolean, bigint) RETURNS bytea
	AS 'MODULE_PATHNAME', 'aer_measure_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_measure_array_transition(bytea, aer_model, aer_model[], anyarray, boolean, bigint) IS 'internal: aer_measure';

CREATE AGGREGATE aer_measure(model aer_model, fold_models aer_model[], features real[], target boolean, key bigint) (
	SFUNC = _aer_measure_array_transition, STYPE = bytea,
	FINALFUNC = _aer_measure_final, COMBINEFUNC = _aer_measure_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_measure(aer_model, aer_model[], real[], boolean, bigint) IS
'the same of arrays of real and a target of boolean, which distributed engines can send to their workers';

CREATE FUNCTION _aer_measure_array_transition(bytea, aer_model, aer_model[], anyarray, text, bigint) RETURNS bytea
	AS 'MODULE_PATHNAME', 'aer_measure_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_measure_array_transition(bytea, aer_model, aer_model[], anyarray, text, bigint) IS 'internal: aer_measure';

CREATE AGGREGATE aer_measure(model aer_model, fold_models aer_model[], features real[], target text, key bigint) (
	SFUNC = _aer_measure_array_transition, STYPE = bytea,
	FINALFUNC = _aer_measure_final, COMBINEFUNC = _aer_measure_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_measure(aer_model, aer_model[], real[], text, bigint) IS
'the same of arrays of real and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_measure(model aer_model, fold_models aer_model[], features float8[], target float8, key bigint) (
	SFUNC = _aer_measure_array_transition, STYPE = bytea,
	FINALFUNC = _aer_measure_final, COMBINEFUNC = _aer_measure_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_measure(aer_model, aer_model[], float8[], float8, bigint) IS
'the same of arrays of float8 and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_measure(model aer_model, fold_models aer_model[], features float8[], target boolean, key bigint) (
	SFUNC = _aer_measure_array_transition, STYPE = bytea,
	FINALFUNC = _aer_measure_final, COMBINEFUNC = _aer_measure_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_measure(aer_model, aer_model[], float8[], boolean, bigint) IS
'the same of arrays of float8 and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_measure(model aer_model, fold_models aer_model[], features float8[], target text, key bigint) (
	SFUNC = _aer_measure_array_transition, STYPE = bytea,
	FINALFUNC = _aer_measure_final, COMBINEFUNC = _aer_measure_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_measure(aer_model, aer_model[], float8[], text, bigint) IS
'the same of arrays of float8 and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_measure(model aer_model, fold_models aer_model[], features smallint[], target float8, key bigint) (
	SFUNC = _aer_measure_array_transition, STYPE = bytea,
	FINALFUNC = _aer_measure_final, COMBINEFUNC = _aer_measure_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_measure(aer_model, aer_model[], smallint[], float8, bigint) IS
'the same of arrays of smallint and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_measure(model aer_model, fold_models aer_model[], features smallint[], target boolean, key bigint) (
	SFUNC = _aer_measure_array_transition, STYPE = bytea,
	FINALFUNC = _aer_measure_final, COMBINEFUNC = _aer_measure_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_measure(aer_model, aer_model[], smallint[], boolean, bigint) IS
'the same of arrays of smallint and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_measure(model aer_model, fold_models aer_model[], features smallint[], target text, key bigint) (
	SFUNC = _aer_measure_array_transition, STYPE = bytea,
	FINALFUNC = _aer_measure_final, COMBINEFUNC = _aer_measure_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_measure(aer_model, aer_model[], smallint[], text, bigint) IS
'the same of arrays of smallint and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_measure(model aer_model, fold_models aer_model[], features integer[], target float8, key bigint) (
	SFUNC = _aer_measure_array_transition, STYPE = bytea,
	FINALFUNC = _aer_measure_final, COMBINEFUNC = _aer_measure_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_measure(aer_model, aer_model[], integer[], float8, bigint) IS
'the same of arrays of integer and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_measure(model aer_model, fold_models aer_model[], features integer[], target boolean, key bigint) (
	SFUNC = _aer_measure_array_transition, STYPE = bytea,
	FINALFUNC = _aer_measure_final, COMBINEFUNC = _aer_measure_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_measure(aer_model, aer_model[], integer[], boolean, bigint) IS
'the same of arrays of integer and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_measure(model aer_model, fold_models aer_model[], features integer[], target text, key bigint) (
	SFUNC = _aer_measure_array_transition, STYPE = bytea,
	FINALFUNC = _aer_measure_final, COMBINEFUNC = _aer_measure_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_measure(aer_model, aer_model[], integer[], text, bigint) IS
'the same of arrays of integer and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_measure(model aer_model, fold_models aer_model[], features bigint[], target float8, key bigint) (
	SFUNC = _aer_measure_array_transition, STYPE = bytea,
	FINALFUNC = _aer_measure_final, COMBINEFUNC = _aer_measure_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_measure(aer_model, aer_model[], bigint[], float8, bigint) IS
'the same of arrays of bigint and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_measure(model aer_model, fold_models aer_model[], features bigint[], target boolean, key bigint) (
	SFUNC = _aer_measure_array_transition, STYPE = bytea,
	FINALFUNC = _aer_measure_final, COMBINEFUNC = _aer_measure_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_measure(aer_model, aer_model[], bigint[], boolean, bigint) IS
'the same of arrays of bigint and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_measure(model aer_model, fold_models aer_model[], features bigint[], target text, key bigint) (
	SFUNC = _aer_measure_array_transition, STYPE = bytea,
	FINALFUNC = _aer_measure_final, COMBINEFUNC = _aer_measure_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_measure(aer_model, aer_model[], bigint[], text, bigint) IS
'the same of arrays of bigint and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_measure(model aer_model, fold_models aer_model[], features numeric[], target float8, key bigint) (
	SFUNC = _aer_measure_array_transition, STYPE = bytea,
	FINALFUNC = _aer_measure_final, COMBINEFUNC = _aer_measure_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_measure(aer_model, aer_model[], numeric[], float8, bigint) IS
'the same of arrays of numeric and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_measure(model aer_model, fold_models aer_model[], features numeric[], target boolean, key bigint) (
	SFUNC = _aer_measure_array_transition, STYPE = bytea,
	FINALFUNC = _aer_measure_final, COMBINEFUNC = _aer_measure_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_measure(aer_model, aer_model[], numeric[], boolean, bigint) IS
'the same of arrays of numeric and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_measure(model aer_model, fold_models aer_model[], features numeric[], target text, key bigint) (
	SFUNC = _aer_measure_array_transition, STYPE = bytea,
	FINALFUNC = _aer_measure_final, COMBINEFUNC = _aer_measure_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_measure(aer_model, aer_model[], numeric[], text, bigint) IS
'the same of arrays of numeric and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_measure(model aer_model, fold_models aer_model[], features boolean[], target float8, key bigint) (
	SFUNC = _aer_measure_array_transition, STYPE = bytea,
	FINALFUNC = _aer_measure_final, COMBINEFUNC = _aer_measure_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_measure(aer_model, aer_model[], boolean[], float8, bigint) IS
'the same of arrays of boolean and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_measure(model aer_model, fold_models aer_model[], features boolean[], target boolean, key bigint) (
	SFUNC = _aer_measure_array_transition, STYPE = bytea,
	FINALFUNC = _aer_measure_final, COMBINEFUNC = _aer_measure_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_measure(aer_model, aer_model[], boolean[], boolean, bigint) IS
'the same of arrays of boolean and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_measure(model aer_model, fold_models aer_model[], features boolean[], target text, key bigint) (
	SFUNC = _aer_measure_array_transition, STYPE = bytea,
	FINALFUNC = _aer_measure_final, COMBINEFUNC = _aer_measure_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_measure(aer_model, aer_model[], boolean[], text, bigint) IS
'the same of arrays of boolean and a target of text, which distributed engines can send to their workers';

CREATE FUNCTION _aer_measure_row_transition(bytea, aer_model, aer_model[], record, text, bigint) RETURNS bytea
	AS 'MODULE_PATHNAME', 'aer_measure_row_transition' LANGUAGE C STABLE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_measure_row_transition(bytea, aer_model, aer_model[], record, text, bigint) IS 'internal: aer_measure';

CREATE AGGREGATE aer_measure(model aer_model, fold_models aer_model[], features record, target text, key bigint) (
	SFUNC = _aer_measure_row_transition, STYPE = bytea,
	FINALFUNC = _aer_measure_final, COMBINEFUNC = _aer_measure_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_measure(aer_model, aer_model[], record, text, bigint) IS
'the same on whole rows, whose columns are found by name; the target is given as the name of its column';

CREATE FUNCTION _aer_measure_jsonb_transition(bytea, aer_model, aer_model[], jsonb, float8, bigint) RETURNS bytea
	AS 'MODULE_PATHNAME', 'aer_measure_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_measure_jsonb_transition(bytea, aer_model, aer_model[], jsonb, float8, bigint) IS 'internal: aer_measure';

CREATE AGGREGATE aer_measure(model aer_model, fold_models aer_model[], features jsonb, target float8, key bigint) (
	SFUNC = _aer_measure_jsonb_transition, STYPE = bytea,
	FINALFUNC = _aer_measure_final, COMBINEFUNC = _aer_measure_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_measure(aer_model, aer_model[], jsonb, float8, bigint) IS
'the same of jsonb objects, whose keys are found by name';

CREATE FUNCTION _aer_measure_jsonb_transition(bytea, aer_model, aer_model[], jsonb, boolean, bigint) RETURNS bytea
	AS 'MODULE_PATHNAME', 'aer_measure_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_measure_jsonb_transition(bytea, aer_model, aer_model[], jsonb, boolean, bigint) IS 'internal: aer_measure';

CREATE AGGREGATE aer_measure(model aer_model, fold_models aer_model[], features jsonb, target boolean, key bigint) (
	SFUNC = _aer_measure_jsonb_transition, STYPE = bytea,
	FINALFUNC = _aer_measure_final, COMBINEFUNC = _aer_measure_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_measure(aer_model, aer_model[], jsonb, boolean, bigint) IS
'the same of a boolean target';

CREATE FUNCTION _aer_measure_jsonb_transition(bytea, aer_model, aer_model[], jsonb, text, bigint) RETURNS bytea
	AS 'MODULE_PATHNAME', 'aer_measure_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_measure_jsonb_transition(bytea, aer_model, aer_model[], jsonb, text, bigint) IS 'internal: aer_measure';

CREATE AGGREGATE aer_measure(model aer_model, fold_models aer_model[], features jsonb, target text, key bigint) (
	SFUNC = _aer_measure_jsonb_transition, STYPE = bytea,
	FINALFUNC = _aer_measure_final, COMBINEFUNC = _aer_measure_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_measure(aer_model, aer_model[], jsonb, text, bigint) IS
'the same, the target given as the name of its key';

CREATE FUNCTION _aer_evaluate_array_transition(float8[], aer_model, anyarray, anycompatiblenonarray, integer) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_evaluate_array_transition' LANGUAGE C VOLATILE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_evaluate_array_transition(float8[], aer_model, anyarray, anycompatiblenonarray, integer) IS 'internal: aer_evaluate';

CREATE AGGREGATE aer_evaluate(model aer_model, features anyarray, target anycompatiblenonarray, budget integer) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, anyarray, anycompatiblenonarray, integer) IS
'an unbiased estimate of the mean squared error (mse, with its standard error mse_se, and r2) from at most "budget" attributes of each row (2 or more; NULL: all), drawn in proportion to the size of their weights. It is the error of the linear prediction, aer_score: where predictions are held to a range or go through a link, no few attributes can tell theirs';

CREATE FUNCTION _aer_evaluate_array_transition(float8[], aer_model, anyarray, float8, integer) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_evaluate_array_transition' LANGUAGE C VOLATILE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_evaluate_array_transition(float8[], aer_model, anyarray, float8, integer) IS 'internal: aer_evaluate';

CREATE AGGREGATE aer_evaluate(model aer_model, features real[], target float8, budget integer) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, real[], float8, integer) IS
'the same of arrays of real and a target of float8, which distributed engines can send to their workers';

CREATE FUNCTION _aer_evaluate_array_transition(float8[], aer_model, anyarray, boolean, integer) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_evaluate_array_transition' LANGUAGE C VOLATILE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_evaluate_array_transition(float8[], aer_model, anyarray, boolean, integer) IS 'internal: aer_evaluate';

CREATE AGGREGATE aer_evaluate(model aer_model, features real[], target boolean, budget integer) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, real[], boolean, integer) IS
'the same of arrays of real and a target of boolean, which distributed engines can send to their workers';

CREATE FUNCTION _aer_evaluate_array_transition(float8[], aer_model, anyarray, text, integer) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_evaluate_array_transition' LANGUAGE C VOLATILE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_evaluate_array_transition(float8[], aer_model, anyarray, text, integer) IS 'internal: aer_evaluate';

CREATE AGGREGATE aer_evaluate(model aer_model, features real[], target text, budget integer) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, real[], text, integer) IS
'the same of arrays of real and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features float8[], target float8, budget integer) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, float8[], float8, integer) IS
'the same of arrays of float8 and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features float8[], target boolean, budget integer) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, float8[], boolean, integer) IS
'the same of arrays of float8 and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features float8[], target text, budget integer) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, float8[], text, integer) IS
'the same of arrays of float8 and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features smallint[], target float8, budget integer) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, smallint[], float8, integer) IS
'the same of arrays of smallint and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features smallint[], target boolean, budget integer) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, smallint[], boolean, integer) IS
'the same of arrays of smallint and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features smallint[], target text, budget integer) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, smallint[], text, integer) IS
'the same of arrays of smallint and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features integer[], target float8, budget integer) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, integer[], float8, integer) IS
'the same of arrays of integer and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features integer[], target boolean, budget integer) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, integer[], boolean, integer) IS
'the same of arrays of integer and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features integer[], target text, budget integer) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, integer[], text, integer) IS
'the same of arrays of integer and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features bigint[], target float8, budget integer) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, bigint[], float8, integer) IS
'the same of arrays of bigint and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features bigint[], target boolean, budget integer) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, bigint[], boolean, integer) IS
'the same of arrays of bigint and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features bigint[], target text, budget integer) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, bigint[], text, integer) IS
'the same of arrays of bigint and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features numeric[], target float8, budget integer) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, numeric[], float8, integer) IS
'the same of arrays of numeric and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features numeric[], target boolean, budget integer) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, numeric[], boolean, integer) IS
'the same of arrays of numeric and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features numeric[], target text, budget integer) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, numeric[], text, integer) IS
'the same of arrays of numeric and a target of text, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features boolean[], target float8, budget integer) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, boolean[], float8, integer) IS
'the same of arrays of boolean and a target of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features boolean[], target boolean, budget integer) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, boolean[], boolean, integer) IS
'the same of arrays of boolean and a target of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features boolean[], target text, budget integer) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, boolean[], text, integer) IS
'the same of arrays of boolean and a target of text, which distributed engines can send to their workers';

CREATE FUNCTION _aer_evaluate_row_transition(float8[], aer_model, record, text, integer) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_evaluate_row_transition' LANGUAGE C VOLATILE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_evaluate_row_transition(float8[], aer_model, record, text, integer) IS 'internal: aer_evaluate';

CREATE AGGREGATE aer_evaluate(model aer_model, features record, target text, budget integer) (
	SFUNC = _aer_evaluate_row_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, record, text, integer) IS
'the same on whole rows, whose columns are found by name; the target is given as the name of its column';

CREATE FUNCTION _aer_evaluate_jsonb_transition(float8[], aer_model, jsonb, float8, integer) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_evaluate_jsonb_transition' LANGUAGE C VOLATILE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_evaluate_jsonb_transition(float8[], aer_model, jsonb, float8, integer) IS 'internal: aer_evaluate';

CREATE AGGREGATE aer_evaluate(model aer_model, features jsonb, target float8, budget integer) (
	SFUNC = _aer_evaluate_jsonb_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, jsonb, float8, integer) IS
'an unbiased estimate of the mean squared error from at most "budget" keys of each jsonb object';

CREATE FUNCTION _aer_evaluate_jsonb_transition(float8[], aer_model, jsonb, boolean, integer) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_evaluate_jsonb_transition' LANGUAGE C VOLATILE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_evaluate_jsonb_transition(float8[], aer_model, jsonb, boolean, integer) IS 'internal: aer_evaluate';

CREATE AGGREGATE aer_evaluate(model aer_model, features jsonb, target boolean, budget integer) (
	SFUNC = _aer_evaluate_jsonb_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, jsonb, boolean, integer) IS
'the same of a boolean target';

CREATE FUNCTION _aer_evaluate_jsonb_transition(float8[], aer_model, jsonb, text, integer) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_evaluate_jsonb_transition' LANGUAGE C VOLATILE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_evaluate_jsonb_transition(float8[], aer_model, jsonb, text, integer) IS 'internal: aer_evaluate';

CREATE AGGREGATE aer_evaluate(model aer_model, features jsonb, target text, budget integer) (
	SFUNC = _aer_evaluate_jsonb_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, jsonb, text, integer) IS
'the same, the target given as the name of its key';
