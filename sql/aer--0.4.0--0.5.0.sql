/* aer--0.4.0--0.5.0.sql: what ALTER EXTENSION aer UPDATE changes of 0.4.0 */

-- complain if script is sourced in psql, rather than via ALTER EXTENSION
\echo Use "ALTER EXTENSION aer UPDATE" to load this file. \quit
