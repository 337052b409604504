CREATE TABLE "score_shadow" (
	"run_id" uuid PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"difference" integer NOT NULL,
	"band_from" text NOT NULL,
	"band_to" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "score_shadow_latest" ON "score_shadow" USING btree ("tenant","mode","name","version","at");