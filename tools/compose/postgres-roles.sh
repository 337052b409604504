#!/bin/sh
# Run once by the postgres image, on an empty volume: a role and databases for each of the two services.
set -eu
psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres <<'SQL'
\getenv atesta_password ATESTA_DB_PASSWORD
\getenv temporal_password TEMPORAL_DB_PASSWORD
create role atesta login password :'atesta_password';
-- What the processes run as: it owns nothing, so it can change no audit row.
create role atesta_run login password :'atesta_password';
create role temporal login password :'temporal_password';
create database atesta owner atesta;
create database temporal owner temporal;
create database temporal_visibility owner temporal;
revoke connect on database atesta, temporal, temporal_visibility from public;
grant connect on database atesta to atesta_run;
SQL
