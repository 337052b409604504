CREATE TABLE "pack_evidence" (
	"run_id" uuid PRIMARY KEY NOT NULL,
	"kept" "bytea" NOT NULL,
	"bytes" integer NOT NULL,
	"is_too_large" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "pack_run" ADD COLUMN "unanswered_step" text;--> statement-breakpoint
ALTER TABLE "pack_run" ADD COLUMN "rounds_begun" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "pack_evidence" ADD CONSTRAINT "pack_evidence_run_id_pack_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."pack_run"("id") ON DELETE no action ON UPDATE no action;