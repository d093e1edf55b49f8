-- What a log says of a table is what aer_moments says of its rows: each number within 1e-9 of the larger.
CREATE FUNCTION near(a float8, b float8) RETURNS boolean LANGUAGE sql AS
	$$ SELECT a IS NOT DISTINCT FROM b OR abs(a - b) <= 1e-9 * greatest(abs(a), abs(b), 1) $$;
CREATE FUNCTION differs(followed aer_moments, moments aer_moments) RETURNS bigint LANGUAGE sql AS $$
	SELECT count(*) FROM aer_attributes(followed) f FULL JOIN aer_attributes(moments) m USING (attribute)
	WHERE (f.name, f.reads, f.missing, f.unknown) IS DISTINCT FROM (m.name, m.reads, m.missing, m.unknown)
		OR NOT near(f.mean, m.mean) OR NOT near(f.sd, m.sd) OR NOT near(f.correlation, m.correlation) $$;
-- The rows of a log that were not shown before (problems as t/016_errors.pl looks for them): what they have, without bytes.
CREATE TABLE shown (log regclass, id bigint);
CREATE FUNCTION news(log regclass) RETURNS TABLE (added boolean, removed boolean, problem text) LANGUAGE plpgsql AS $$
BEGIN
	RETURN QUERY EXECUTE format('SELECT added IS NOT NULL, removed IS NOT NULL, ''ERROR:  '' || problem FROM %s WHERE id > 0 AND id NOT IN (SELECT id FROM shown WHERE log = $1) ORDER BY id', log) USING log;
	EXECUTE format('INSERT INTO shown SELECT $1, id FROM %s', log) USING log;
END $$;
