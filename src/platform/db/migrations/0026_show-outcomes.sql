ALTER TABLE "transaction" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "transaction" ADD COLUMN "document_type" text;