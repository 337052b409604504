CREATE TABLE "api_key" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"name" text NOT NULL,
	"scopes" jsonb NOT NULL,
	"hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"made_by" uuid,
	"replaces" uuid
);
--> statement-breakpoint
CREATE UNIQUE INDEX "api_key_hash" ON "api_key" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "api_key_tenant" ON "api_key" USING btree ("tenant","mode","id");--> statement-breakpoint
CREATE INDEX "api_key_made_by" ON "api_key" USING btree ("made_by") WHERE "api_key"."made_by" is not null;