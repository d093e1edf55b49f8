-- Nanoseconds of processor time that this session took.  The kernel counts when a process
-- gives way, or some hundred times a second.
CREATE OR REPLACE FUNCTION processor() RETURNS float8 LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_sleep(0.0001);
	RETURN split_part(pg_read_file('/proc/self/schedstat'), ' ', 1);
END $$;
