CREATE TABLE "review" (
	"id" uuid PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"source" text NOT NULL,
	"subject" uuid NOT NULL,
	"step" text DEFAULT '' NOT NULL,
	"pack" text NOT NULL,
	"because" text NOT NULL,
	"offer" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"deadline_at" timestamp (3) with time zone NOT NULL,
	"claimed_by" text,
	"claimed_until" timestamp (3) with time zone,
	"first_by" text,
	"excluded" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"appeal_of" uuid,
	"closed_at" timestamp (3) with time zone,
	"closed_as" text,
	"verdict" text,
	"decided_by" text,
	"reasons" jsonb,
	"note" "bytea"
);
--> statement-breakpoint
CREATE TABLE "pack_evidence" (
	"run_id" uuid PRIMARY KEY NOT NULL,
	"kept" "bytea" NOT NULL,
	"bytes" integer NOT NULL,
	"is_too_large" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "pack_module" ADD COLUMN "afresh" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "pack_run" ADD COLUMN "decided_by" text;--> statement-breakpoint
ALTER TABLE "pack_run" ADD COLUMN "unanswered_step" text;--> statement-breakpoint
ALTER TABLE "pack_run" ADD COLUMN "rounds_begun" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_transaction_id_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pack_evidence" ADD CONSTRAINT "pack_evidence_run_id_pack_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."pack_run"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "review_subject" ON "review" USING btree ("subject","step") WHERE "review"."closed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "review_appeal" ON "review" USING btree ("appeal_of");--> statement-breakpoint
CREATE INDEX "review_open" ON "review" USING btree ("tenant","mode","deadline_at") WHERE "review"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "review_listed" ON "review" USING btree ("tenant","mode","id");--> statement-breakpoint
CREATE INDEX "review_transaction" ON "review" USING btree ("transaction_id");