-- Medians over the pairs of digits, beside the paper's.
CREATE TEMP VIEW means AS
SELECT first, second, method, avg(mse) AS mse, avg(wrong) AS wrong, avg(looks) AS looks, count(*) AS splits
FROM pairs GROUP BY first, second, method;
\echo Medians over the pairs of digits (of the mean over splits); the paper: Cesa-Bianchi,
\echo Shalev-Shwartz and Shamir 2010
SELECT m.method, count(*) AS pairs, max(m.splits) AS splits, round(avg(m.looks)::numeric, 1) AS "looks an image",
	round(percentile_cont(0.5) WITHIN GROUP (ORDER BY m.mse)::numeric, 3) AS "squared error", paper.mse AS paper,
	round(100 * percentile_cont(0.5) WITHIN GROUP (ORDER BY m.wrong)::numeric, 1) AS "% wrong", paper.wrong AS "paper's",
	round(max(m.mse)::numeric, 3) AS worst, count(*) FILTER (WHERE m.mse < aer.mse AND m.method <> 'AER') AS "below AER"
FROM means m LEFT JOIN (VALUES ('AER', 0.320, 3.5), ('Baseline', 0.815, NULL), ('ridge, all pixels', 0.110, 1.3), ('lasso, all pixels', 0.222, 1.1)) paper (method, mse, wrong) USING (method)
	JOIN means aer ON aer.method = 'AER' AND (aer.first, aer.second) = (m.first, m.second)
GROUP BY m.method, paper.mse, paper.wrong ORDER BY "squared error";
\echo
SELECT first || ' and ' || second AS pair, method, round(mse::numeric, 3) AS mse FROM means ORDER BY first, second, method
\crosstabview pair method mse
