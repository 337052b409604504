#!/bin/sh
# Run once by the postgres image, on an empty volume: roles and databases for each of the two services.
set -eu
psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres <<'SQL'
\getenv owner_password ATESTA_DB_OWNER_PASSWORD
\getenv atesta_password ATESTA_DB_PASSWORD
\getenv retention_password ATESTA_DB_RETENTION_PASSWORD
\getenv temporal_password TEMPORAL_DB_PASSWORD
create role atesta login password :'owner_password';
-- What the processes run as: it owns nothing, so it can change no audit row.
create role atesta_run login password :'atesta_password';
-- What retention runs as: it touches no table, and may call what purges.
create role atesta_retain login password :'retention_password';
create role temporal login password :'temporal_password';
create database atesta owner atesta;
create database temporal owner temporal;
create database temporal_visibility owner temporal;
revoke connect on database atesta, temporal, temporal_visibility from public;
grant connect on database atesta to atesta_run, atesta_retain;
SQL
