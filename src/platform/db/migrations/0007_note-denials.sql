ALTER TABLE "challenge_attempt" ADD COLUMN "wrong_person_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "challenge" ADD COLUMN "denied_at" timestamp (3) with time zone;