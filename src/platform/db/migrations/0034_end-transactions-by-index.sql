ALTER TABLE "first_answer" DROP CONSTRAINT "first_answer_transaction_id_transaction_id_fk";
--> statement-breakpoint
CREATE INDEX "score_transaction" ON "score" USING btree ("transaction_id");