CREATE TABLE "published_entry" (
	"list_id" uuid NOT NULL,
	"at" integer NOT NULL,
	"content" jsonb NOT NULL,
	CONSTRAINT "published_entry_list_id_at_pk" PRIMARY KEY("list_id","at")
);
--> statement-breakpoint
CREATE TABLE "published_list" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"service" text NOT NULL,
	"version" text NOT NULL,
	"digest" "bytea" NOT NULL,
	"entries" integer NOT NULL,
	"skipped" integer NOT NULL,
	"bytes" bigint NOT NULL,
	"loaded_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone NOT NULL,
	"is_current" boolean NOT NULL,
	CONSTRAINT "published_list_version" UNIQUE("name","version")
);
--> statement-breakpoint
ALTER TABLE "check_request" ADD COLUMN "lists_screened_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "published_entry" ADD CONSTRAINT "published_entry_list_id_published_list_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."published_list"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "published_list_current" ON "published_list" USING btree ("is_current");--> statement-breakpoint
CREATE INDEX "check_request_monitored" ON "check_request" USING btree ("id") WHERE "check_request"."every_days" is not null;