CREATE TABLE "picture_mark" (
	"transaction_id" uuid NOT NULL,
	"submission_id" uuid NOT NULL,
	"part" smallint NOT NULL,
	"hash" "bytea" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "picture_mark_submission_id_part_pk" PRIMARY KEY("submission_id","part")
);
--> statement-breakpoint
ALTER TABLE "picture_mark" ADD CONSTRAINT "picture_mark_transaction_id_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "picture_mark_hash" ON "picture_mark" USING btree ("hash","at");--> statement-breakpoint
CREATE INDEX "picture_mark_transaction" ON "picture_mark" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "picture_mark_at" ON "picture_mark" USING btree ("at");