ALTER TABLE "verification_link_step" ADD COLUMN "begun_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "verification_link" ADD COLUMN "tenant" text;--> statement-breakpoint
ALTER TABLE "verification_link" ADD COLUMN "mode" text;--> statement-breakpoint
CREATE INDEX "verification_link_pack" ON "verification_link" USING btree ("tenant","mode","pack_name","created_at");