CREATE TABLE "registry_rollout" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"name" text NOT NULL,
	"owner" text NOT NULL,
	"version" integer NOT NULL,
	"percent" integer NOT NULL,
	"shadow" integer,
	"message" text,
	"by" text,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "registry_rollout_name" ON "registry_rollout" USING btree ("kind","tenant","name","mode");