#!/bin/sh
# Brings Temporal's two databases to the schema of this admin-tools image; does nothing when they are there.
# Reads SQL_PLUGIN, SQL_HOST, SQL_PORT, SQL_USER and SQL_PASSWORD.
set -eu
for database in temporal temporal_visibility; do
  case $database in
    temporal) schema=postgresql/v12/temporal ;;
    *) schema=postgresql/v12/visibility ;;
  esac
  temporal-sql-tool --database "$database" setup-schema --version 0.0
  temporal-sql-tool --database "$database" update-schema --schema-name "$schema"
done
