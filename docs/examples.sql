-- The tables of the examples in README.md and docs/howto.md.  All data are made up.

-- a number from 0 to 1 that looks random and is the same on every machine
CREATE FUNCTION noise(id bigint, number bigint) RETURNS float8 LANGUAGE sql IMMUTABLE
	AS 'SELECT (hashint8extended(id, number) & 1048575) / 1048576::float8';

-- 6,000 patients and the days that they spent in hospital
CREATE TABLE patients AS
SELECT p.*, round((5 + 0.05 * (age - 55) + 0.04 * (systolic - 145) + 2 * smoker::int
	+ 2 * (noise(id, 6) - 0.5))::numeric, 1) AS days
FROM (
	SELECT id, 20 + (70 * noise(id, 1))::int AS age, noise(id, 2) < 0.3 AS smoker,
		(90 + 110 * noise(id, 3))::int AS systolic, (60 + 160 * noise(id, 4))::int AS glucose,
		round((15 + 30 * noise(id, 5))::numeric, 1) AS body_mass,
		(ARRAY['north', 'south'])[1 + (id % 2)] AS ward
	FROM generate_series(1, 6000) id) p;
ALTER TABLE patients ADD PRIMARY KEY (id);

-- three patients who came today
CREATE TABLE admitted (id integer PRIMARY KEY, age integer, smoker boolean, systolic integer,
	glucose integer, body_mass numeric, ward text);
INSERT INTO admitted VALUES
	(6001, 74, true, 172, 140, 27.1, 'south'),
	(6002, 31, false, 118, 95, 22.4, 'north'),
	(6003, 80, true, NULL, NULL, NULL, 'north');

-- what the measurements of a patient cost
CREATE TABLE price_list (name text, price numeric);
INSERT INTO price_list VALUES
	('age', 0), ('smoker', 0), ('ward', 0), ('systolic', 5), ('glucose', 8), ('body_mass', 2);

-- 4,000 visits of 601 patients, who live in 150 towns, and what each visit cost
CREATE TABLE clinic_visits AS
SELECT visit, patient, 'town ' || patient % 150 AS town, 20 + patient % 60 AS age,
	round((200 + 2 * (patient % 60) + 60 * sin(patient % 150) + 30 * sin(7.1 * patient)
		+ 20 * sin(visit ^ 1.7))::numeric) AS cost
FROM (
	SELECT visit, (1 + 600 * abs(sin(visit * 1.3)))::integer AS patient
	FROM generate_series(1, 4000) visit) v;
ALTER TABLE clinic_visits ADD PRIMARY KEY (visit);

-- 5,000 daily sales over 20 months, which vary with the season
CREATE TABLE sales AS
SELECT id, day, price, promotion, round((120 - 8 * price + 20 * promotion::int
	+ 8 * sin((day - date '2024-01-01') / 58.0) + 10 * noise(id, 53))::numeric) AS sold
FROM (
	SELECT id, date '2024-01-01' + (id / 8)::int AS day, noise(id, 51) < 0.2 AS promotion,
		round((4 + 4 * noise(id, 52))::numeric, 2) AS price
	FROM generate_series(1, 5000) id) s;
ALTER TABLE sales ADD PRIMARY KEY (id);

-- 5,000 insurance contracts, which ran for a part of the year, and their claims
CREATE TABLE contracts AS
SELECT id, kilometres, city, years,
	floor((0.05 + 0.1 * city::int + 0.00001 * kilometres) * years + noise(id, 44)) AS claims
FROM (
	SELECT id, round(30000 * noise(id, 41))::float8 AS kilometres, noise(id, 42) < 0.5 AS city,
		round((0.05 + 0.95 * noise(id, 43) ^ 2)::numeric, 2) AS years
	FROM generate_series(1, 5000) id) c;
ALTER TABLE contracts ADD PRIMARY KEY (id);

-- 4,000 customers and what they spend: discounts work for members only, and two opposite quarters
-- of the town are expensive
CREATE TABLE customers AS
SELECT id, member, discount, lat, long, age,
	40 + CASE WHEN member THEN 1.5 * discount ELSE 0 END
		+ 2000 * (lat - 52.5) * (long - 13.4) + age / 10 + 10 * noise(id, 26) AS spent
FROM (
	SELECT id, noise(id, 21) < 0.4 AS member, floor(31 * noise(id, 22)) AS discount,
		round((52.4 + 0.2 * noise(id, 23))::numeric, 3) AS lat,
		round((13.2 + 0.4 * noise(id, 24))::numeric, 3) AS long, 20 + 90 * noise(id, 25) AS age
	FROM generate_series(1, 4000) id) c;
ALTER TABLE customers ADD PRIMARY KEY (id);

-- 8,000 invoices, of which one in fifty is fraud
CREATE TABLE invoices AS
SELECT id, amount, years_known, abroad,
	noise(id, 34) < 1 / (1 + exp(6 - 0.004 * amount - 1.5 * abroad::int + 0.1 * years_known))
		AS fraud
FROM (
	SELECT id, round((900 * noise(id, 31))::numeric)::float8 AS amount,
		(20 * noise(id, 32))::int AS years_known, noise(id, 33) < 0.3 AS abroad
	FROM generate_series(1, 8000) id) i;
ALTER TABLE invoices ADD PRIMARY KEY (id);

-- 2,000 essays and their grades; four attributes of each essay were judged twice
CREATE TABLE essays AS
SELECT essay, clarity, style, grammar, humour, 3 * clarity + style + grammar AS grade
FROM (
	SELECT essay, noise(essay, 1) AS clarity, noise(essay, 2) AS style,
		noise(essay, 3) AS grammar, noise(essay, 4) AS humour
	FROM generate_series(1, 2000) essay) e;
CREATE TABLE judgments AS
SELECT essay, attribute,
	(to_jsonb(e) ->> attribute)::float8 + spread * (noise(essay, 10 * place + judge) - 0.5) AS value
FROM essays e, generate_series(1, 2) judge,
	(VALUES (1, 'clarity', 3), (2, 'style', 2), (3, 'grammar', 0.2), (4, 'humour', 1))
		a (place, attribute, spread);
