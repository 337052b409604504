CREATE TABLE "tenant" (
	"tenant" text PRIMARY KEY NOT NULL,
	"registered" jsonb NOT NULL,
	"registered_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"version" bigint NOT NULL
);
