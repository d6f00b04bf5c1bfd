#!/bin/sh
# Run once by PostgreSQL's container when it makes its data folder: the role that the server uses.
# What it may do with the room's tables, `upcard room grant` says once they are there.
set -eu

psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
    --set database="$POSTGRES_DB" <<'SQL'
\getenv password SERVER_PASSWORD
CREATE ROLE upcard_server LOGIN PASSWORD :'password'
    NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS;
REVOKE ALL ON DATABASE :"database" FROM PUBLIC;
GRANT CONNECT ON DATABASE :"database" TO upcard_server;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
SQL
