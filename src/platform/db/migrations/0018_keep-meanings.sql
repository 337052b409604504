ALTER TABLE "challenge" ADD COLUMN "reply_meaning" text;--> statement-breakpoint
ALTER TABLE "challenge" ADD COLUMN "denied_by_known" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "challenge" ADD COLUMN "denial_lifted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "challenge" ADD COLUMN "doubted_at" timestamp (3) with time zone;