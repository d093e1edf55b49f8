--
-- types.sql: the types: trained models, moments, judgments, each with its text and binary, equality, hash and casts
--

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
