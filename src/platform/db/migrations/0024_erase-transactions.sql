CREATE TABLE "erasure" (
	"receipt_id" uuid PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"status" text NOT NULL,
	"because" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"what" jsonb NOT NULL,
	"is_pending" boolean NOT NULL,
	"vendors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"next_try_at" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "legal_hold" (
	"transaction_id" uuid PRIMARY KEY NOT NULL,
	"reason" "bytea" NOT NULL,
	"until" timestamp (3) with time zone,
	"set_at" timestamp (3) with time zone NOT NULL,
	"set_by" text
);
--> statement-breakpoint
CREATE TABLE "relationship" (
	"transaction_id" uuid PRIMARY KEY NOT NULL,
	"class" text NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"set_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "sighting_at";--> statement-breakpoint
ALTER TABLE "submission" ADD COLUMN "restricted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "transaction" ADD COLUMN "restricted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "legal_hold" ADD CONSTRAINT "legal_hold_transaction_id_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "relationship" ADD CONSTRAINT "relationship_transaction_id_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "erasure_transaction" ON "erasure" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "erasure_pending" ON "erasure" USING btree ("next_try_at") WHERE "erasure"."is_pending";--> statement-breakpoint
CREATE INDEX "erasure_restricted" ON "erasure" USING btree ("tenant","mode","receipt_id") WHERE "erasure"."status" = 'restricted';--> statement-breakpoint
CREATE INDEX "submission_listed" ON "submission" USING btree ("tenant","mode","created_at","id") WHERE "submission"."wrapped_key" is not null;--> statement-breakpoint
CREATE INDEX "sighting_aged" ON "sighting" USING btree ("at") WHERE "sighting"."kind" not in ('document', 'phone', 'email');