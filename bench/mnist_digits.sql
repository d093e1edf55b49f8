-- Ten digits of MNIST as classes, from 5, 57 and all of 784 pixels of each image.
--
-- Five images of six train, by a hash of their number, the others test.  Beside them
-- ten regressions, each on whether an image is a digit, the largest of which wins; and
-- what the fit of ten classes costs beside that of two (3 or not, of the same images).
--
--	MNIST_DIR=folder scripts/cluster sh -c 'bench/load_mnist $MNIST_DIR && psql -X -f bench/mnist_digits.sql'

\set QUIET on
\pset footer off
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
CREATE VIEW images AS SELECT id, label::text AS digit, pixels, hashint8extended(id, 1) % 6 = 0 AS test FROM mnist;

CREATE TABLE sums (pixels int PRIMARY KEY, moments aer_moments, pair aer_moments);
CREATE TABLE fits (pixels int PRIMARY KEY, model aer_model, ten_seconds float8, two_seconds float8);
INSERT INTO sums SELECT 5, aer_moments(pixels, digit, aer_design(budget => 5), id), aer_moments(pixels, digit = '3', aer_design(budget => 5), id) FROM images WHERE NOT test;
INSERT INTO sums SELECT 57, aer_moments(pixels, digit, aer_design(budget => 57), id), aer_moments(pixels, digit = '3', aer_design(budget => 57), id) FROM images WHERE NOT test;
INSERT INTO sums SELECT 784, aer_moments(pixels, digit, aer_design(), id), aer_moments(pixels, digit = '3', aer_design(), id) FROM images WHERE NOT test;
DO $$
DECLARE
	s record;
	began timestamptz;
	ten float8;
	model aer_model;
BEGIN
	FOR s IN SELECT * FROM sums ORDER BY pixels LOOP
		began := clock_timestamp();
		model := aer_fit_ridge(s.moments);
		ten := EXTRACT(epoch FROM clock_timestamp() - began);
		began := clock_timestamp();
		PERFORM aer_fit_ridge(s.pair);
		INSERT INTO fits VALUES (s.pixels, model, ten, EXTRACT(epoch FROM clock_timestamp() - began));
	END LOOP;
END $$;

-- The regressions alone: the largest score, from the weights of the classes.
CREATE TABLE regressions AS
	SELECT pixels AS looks, class, max(weight) FILTER (WHERE attribute = 0) AS intercept,
		(SELECT array_agg(v.weight ORDER BY v.attribute) FROM aer_weights(f.model) v WHERE v.class = w.class AND v.attribute > 0) AS weights
	FROM fits f, aer_weights(f.model) w GROUP BY pixels, f.model, class;
CREATE TABLE one_by_one AS
	SELECT looks, avg((class <> digit)::int) AS wrong
	FROM (SELECT DISTINCT ON (looks, i.id) looks, i.id, digit, class
		FROM images i, (SELECT looks, class, format('{"weights":%s,"intercept":%s,"learner":{},"rows":1,"draws":0,"reads":0,"skipped":0,"format":2}', to_json(weights), intercept)::aer_model AS model FROM regressions) r
		WHERE test ORDER BY looks, i.id, aer_score(model, pixels) DESC) s
	GROUP BY looks;

\echo
\echo 'MNIST, ten digits, 10,000 images held out'
SELECT f.pixels AS "pixels of each", round((e).error_rate::numeric, 4) AS "share wrong", round(o.wrong::numeric, 4) AS "by ten regressions", round((e).log_loss::numeric, 3) AS "log loss", round((e).brier::numeric, 3) AS brier,
	round(ten_seconds::numeric, 1) AS "fit, s", round(two_seconds::numeric, 1) AS "of two classes, s", round((ten_seconds / two_seconds)::numeric, 1) AS ratio, pg_size_pretty(octet_length(model::text)::bigint) AS "model as text"
FROM (SELECT f.pixels, aer_evaluate(model, i.pixels, digit) AS e FROM fits f, images i WHERE test GROUP BY f.pixels) s JOIN fits f USING (pixels) JOIN one_by_one o ON o.looks = f.pixels ORDER BY 1;
