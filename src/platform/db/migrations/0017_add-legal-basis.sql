ALTER TABLE "check_order" ADD COLUMN "legal_basis" jsonb;--> statement-breakpoint
ALTER TABLE "check_request" ADD COLUMN "legal_basis" jsonb;--> statement-breakpoint
CREATE INDEX "check_attempt_claimed" ON "check_attempt" USING btree ("claimed_at");