ALTER TABLE "review" ADD COLUMN "people" integer;--> statement-breakpoint
ALTER TABLE "review" ADD COLUMN "seen" "bytea";