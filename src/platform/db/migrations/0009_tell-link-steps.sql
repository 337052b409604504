ALTER TABLE "image" ADD COLUMN "dropped_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "verification_link_step" ADD COLUMN "examinations" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "verification_link_step" ADD COLUMN "reasons" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "verification_link" ADD COLUMN "purpose" "bytea";--> statement-breakpoint
ALTER TABLE "verification_link" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "image_dropped" ON "image" USING btree ("dropped_at") WHERE "image"."dropped_at" is not null;