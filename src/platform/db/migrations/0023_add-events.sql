CREATE TABLE "event" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tx" bigint NOT NULL,
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"type" text NOT NULL,
	"transaction_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"data" jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "event_owner" ON "event" USING btree ("tenant","mode","tx","id");