DROP INDEX "sighting_at";--> statement-breakpoint
CREATE INDEX "submission_listed" ON "submission" USING btree ("tenant","mode","created_at","id") WHERE "submission"."wrapped_key" is not null;--> statement-breakpoint
CREATE INDEX "sighting_aged" ON "sighting" USING btree ("at") WHERE "sighting"."kind" not in ('document', 'phone', 'email');