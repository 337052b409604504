DROP INDEX "image_retention";--> statement-breakpoint
ALTER TABLE "image" ADD COLUMN "mode" text;--> statement-breakpoint
CREATE INDEX "image_aged" ON "image" USING btree ("tenant","mode","stored_at");--> statement-breakpoint
CREATE INDEX "image_unfilled" ON "image" USING btree ("id") WHERE "image"."mode" is null;