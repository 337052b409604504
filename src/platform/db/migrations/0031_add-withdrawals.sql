CREATE TABLE "withdrawal" (
	"receipt_id" uuid PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"link_id" uuid NOT NULL,
	"withdrawn_at" timestamp (3) with time zone NOT NULL,
	"examinations" uuid[] NOT NULL,
	"objects" uuid[] NOT NULL,
	"status" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"what" jsonb NOT NULL,
	"next_try_at" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "withdrawal_link" ON "withdrawal" USING btree ("link_id");--> statement-breakpoint
CREATE INDEX "withdrawal_running" ON "withdrawal" USING btree ("next_try_at") WHERE "withdrawal"."status" = 'running';