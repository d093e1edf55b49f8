-- The same for gnuplot: a block for each method, pairs in the order of ridge's errors.
WITH means AS (
	SELECT first, second, method, avg(mse) AS mse FROM pairs GROUP BY first, second, method),
ranked AS (
	SELECT first, second, row_number() OVER (ORDER BY mse) AS place FROM means WHERE method = 'ridge, all pixels')
SELECT CASE WHEN place = 1 THEN chr(10) || chr(10) || '"' || method || '"' || chr(10) ELSE '' END
	|| concat_ws(' ', place, first || '/' || second, mse)
FROM means JOIN ranked USING (first, second)
ORDER BY method, place;
