-- Tables that the parts of the experiments share; made once per cluster.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
-- what cross-validation says of each candidate
CREATE TABLE IF NOT EXISTS tuned (experiment text, name text, radius float8, step float8, lambda float8, mse float8, se float8);
-- points of learning curves; zero: the squared error of predicting 0
CREATE TABLE IF NOT EXISTS curves (experiment text, repeat int, name text, rows int, reads bigint, mse float8, wrong float8, zero float8);
-- models of pairs of digits
CREATE TABLE IF NOT EXISTS pairs (first int, second int, split int, method text, mse float8, wrong float8, looks float8, radius float8, lambda float8);
