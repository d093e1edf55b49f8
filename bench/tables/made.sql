-- The tables of list.tsv that are made here, in a schema of their own.
CREATE SCHEMA made;
SET search_path = made;

-- uniform between 0 and 1: the k-th number of an object, the same on every machine
CREATE FUNCTION chance(id bigint, k bigint) RETURNS float8 IMMUTABLE
	RETURN (hashint8extended(id, k) & 2147483647) / 2147483648.0;

-- about standard normal
CREATE FUNCTION normal(id bigint, k bigint) RETURNS float8 IMMUTABLE
	RETURN sqrt(3) * (chance(id, 4 * k) + chance(id, 4 * k + 1)
		+ chance(id, 4 * k + 2) + chance(id, 4 * k + 3) - 2);

-- groups: clinics have effects and slopes, and "beds" identifies the clinic
CREATE VIEW clinics AS
SELECT clinic, 20 + floor(400 * chance(clinic, 1))::int AS beds, x, z,
	2 * normal(clinic, 1001) + (1 + .7 * normal(clinic, 1002)) * x + z ^ 2 + normal(i, 12) AS y
FROM generate_series(1, 5000) i,
	LATERAL (SELECT (150 * chance(i, 1) ^ 2)::int AS clinic, normal(i, 10) AS x,
		normal(i, 11) AS z) AS row;

-- time: a season, and one slope that drifts
CREATE VIEW drift AS
SELECT day, x, z, 2 * sin(day / 58.0) + x * (1 + day / 500.0) + z + normal(i, 12) AS y
FROM generate_series(1, 6000) i,
	LATERAL (SELECT (1000 * chance(i, 1))::int AS day, normal(i, 10) AS x,
		normal(i, 11) AS z) AS row;

CREATE VIEW towns AS
SELECT 'town ' || town AS town, x, 2 * normal(town, 1001) + x + .5 * normal(i, 12) AS y
FROM generate_series(1, 6000) i,
	LATERAL (SELECT (300 * chance(i, 1))::int AS town, normal(i, 10) AS x) AS row;

CREATE VIEW few AS
SELECT 1000 + code * 7 AS code, x, z, normal(code, 1001) + x * z + normal(i, 12) AS y
FROM generate_series(1, 4000) i,
	LATERAL (SELECT (600 * chance(i, 1))::int AS code, normal(i, 10) AS x,
		normal(i, 11) AS z) AS row;

-- a voucher has no effect, and the noise has heavy tails
CREATE VIEW vouchers AS
SELECT 50000 + (400 * chance(i, 1))::int AS voucher, x, abs(x) + normal(i, 12) ^ 3 AS y
FROM generate_series(1, 5000) i, LATERAL (SELECT normal(i, 10) AS x) AS row;

CREATE VIEW crossed AS
SELECT person, 'item ' || item AS item, x,
	(normal(person, 1001) + normal(item, 1002) + x > 2 * chance(i, 60) - 1)::int AS y
FROM generate_series(1, 20000) i,
	LATERAL (SELECT (1500 * chance(i, 1) ^ 2)::int AS person, (800 * chance(i, 2) ^ 2)::int AS item,
		normal(i, 10) AS x) AS row;

CREATE VIEW products AS
SELECT 'product ' || product AS product, x, CASE
	WHEN 1.5 * normal(product, 1001) + x + normal(i, 12) < -1 THEN 'returned'
	WHEN 1.5 * normal(product, 1002) + normal(i, 13) > 1 THEN 'exchanged'
	ELSE 'kept' END AS y
FROM generate_series(1, 8000) i,
	LATERAL (SELECT (250 * chance(i, 1))::int AS product, normal(i, 10) AS x) AS row;
