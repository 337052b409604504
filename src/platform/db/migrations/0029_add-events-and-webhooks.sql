CREATE TABLE "event" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tx" bigint NOT NULL,
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"type" text NOT NULL,
	"transaction_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"data" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_delivery" (
	"id" uuid PRIMARY KEY NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"tries" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoint" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"url" text NOT NULL,
	"types" jsonb,
	"description" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"key_id" text NOT NULL,
	"wrapped_key" "bytea" NOT NULL,
	"secrets" "bytea" NOT NULL,
	"shown_secrets" jsonb NOT NULL,
	"cursor_tx" bigint NOT NULL,
	"cursor_id" uuid NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"rests_until" timestamp (3) with time zone,
	"disabled_at" timestamp (3) with time zone,
	"disabled_reason" text
);
--> statement-breakpoint
CREATE INDEX "event_owner" ON "event" USING btree ("tenant","mode","tx","id");--> statement-breakpoint
CREATE INDEX "webhook_delivery_endpoint" ON "webhook_delivery" USING btree ("endpoint_id","id");--> statement-breakpoint
CREATE INDEX "webhook_delivery_due" ON "webhook_delivery" USING btree ("endpoint_id","due_at") WHERE "webhook_delivery"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_endpoint_owner" ON "webhook_endpoint" USING btree ("tenant","mode","id");