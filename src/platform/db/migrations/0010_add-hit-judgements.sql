CREATE TABLE "hit_judgement" (
	"id" uuid PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"subject" "bytea" NOT NULL,
	"hit" "bytea" NOT NULL,
	"judgement" text NOT NULL,
	"note" "bytea" NOT NULL,
	"judged_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "hit_judgement" ADD CONSTRAINT "hit_judgement_transaction_id_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "hit_judgement_subject" ON "hit_judgement" USING btree ("tenant","mode","subject");--> statement-breakpoint
CREATE INDEX "hit_judgement_transaction" ON "hit_judgement" USING btree ("transaction_id");