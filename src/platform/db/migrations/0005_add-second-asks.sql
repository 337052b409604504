CREATE TABLE "second_ask" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"action" text NOT NULL,
	"object" text NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"person" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "second_ask_content" ON "second_ask" USING btree ("tenant","mode","action","object","fingerprint");