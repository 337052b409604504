CREATE TABLE "challenge_attempt" (
	"id" uuid NOT NULL,
	"challenge_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"provider" text NOT NULL,
	"sender" text NOT NULL,
	"phone" "bytea" NOT NULL,
	"phone_hash" "bytea" NOT NULL,
	"reply_hash" "bytea" NOT NULL,
	"source" text NOT NULL,
	"claimed_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"outcome" text,
	"code" text,
	"failure_class" text,
	"duration_ms" integer,
	"cost_micros" integer,
	"message_hash" "bytea",
	"message" "bytea",
	"failed_at" timestamp (3) with time zone,
	CONSTRAINT "challenge_attempt_challenge_id_attempt_pk" PRIMARY KEY("challenge_id","attempt"),
	CONSTRAINT "challenge_attempt_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "challenge" (
	"id" uuid PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"capability" text NOT NULL,
	"channel" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"wall_created_at" timestamp (3) with time zone NOT NULL,
	"phone" "bytea" NOT NULL,
	"phone_hash" "bytea" NOT NULL,
	"prefix_hash" "bytea" NOT NULL,
	"document_hash" "bytea" NOT NULL,
	"heat" jsonb NOT NULL,
	"content" "bytea" NOT NULL,
	"language" text NOT NULL,
	"nonce" text NOT NULL,
	"link_hash" "bytea",
	"tag" text,
	"accepted_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"read_at" timestamp (3) with time zone,
	"replied_at" timestamp (3) with time zone,
	"reply_option" integer,
	"failed_at" timestamp (3) with time zone,
	"failure_code" text,
	"expired_at" timestamp (3) with time zone,
	"superseded_at" timestamp (3) with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "challenge_link_hash_unique" UNIQUE("link_hash")
);
--> statement-breakpoint
CREATE TABLE "inbox_key" (
	"day" text PRIMARY KEY NOT NULL,
	"key_id" text NOT NULL,
	"wrapped_key" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "phone_use" (
	"transaction_id" uuid NOT NULL,
	"phone_hash" "bytea" NOT NULL,
	"document_hash" "bytea" NOT NULL,
	"used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "phone_use_transaction_id_phone_hash_pk" PRIMARY KEY("transaction_id","phone_hash")
);
--> statement-breakpoint
CREATE TABLE "provider_event" (
	"provider" text NOT NULL,
	"dedupe_hash" "bytea" NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "provider_event_provider_dedupe_hash_pk" PRIMARY KEY("provider","dedupe_hash")
);
--> statement-breakpoint
CREATE TABLE "send_bucket" (
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"tokens" double precision NOT NULL,
	"granted" double precision NOT NULL,
	"refilled_at" timestamp (6) with time zone NOT NULL,
	CONSTRAINT "send_bucket_tenant_mode_pk" PRIMARY KEY("tenant","mode")
);
--> statement-breakpoint
CREATE TABLE "suppression" (
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"channel" text NOT NULL,
	"phone_hash" "bytea" NOT NULL,
	"reason" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone,
	CONSTRAINT "suppression_tenant_mode_channel_phone_hash_pk" PRIMARY KEY("tenant","mode","channel","phone_hash")
);
--> statement-breakpoint
CREATE TABLE "unmatched_event" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"day" text NOT NULL,
	"event" "bytea" NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"next_try_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "challenge_attempt" ADD CONSTRAINT "challenge_attempt_challenge_id_challenge_id_fk" FOREIGN KEY ("challenge_id") REFERENCES "public"."challenge"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenge" ADD CONSTRAINT "challenge_transaction_id_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phone_use" ADD CONSTRAINT "phone_use_transaction_id_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unmatched_event" ADD CONSTRAINT "unmatched_event_day_inbox_key_day_fk" FOREIGN KEY ("day") REFERENCES "public"."inbox_key"("day") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "challenge_attempt_message" ON "challenge_attempt" USING btree ("provider","message_hash");--> statement-breakpoint
CREATE INDEX "challenge_attempt_reply" ON "challenge_attempt" USING btree ("reply_hash","id");--> statement-breakpoint
CREATE INDEX "challenge_attempt_phone" ON "challenge_attempt" USING btree ("phone_hash","claimed_at");--> statement-breakpoint
CREATE INDEX "challenge_transaction" ON "challenge" USING btree ("transaction_id","capability","created_at");--> statement-breakpoint
CREATE INDEX "challenge_phone" ON "challenge" USING btree ("phone_hash","wall_created_at");--> statement-breakpoint
CREATE INDEX "challenge_prefix" ON "challenge" USING btree ("prefix_hash","wall_created_at");--> statement-breakpoint
CREATE INDEX "phone_use_phone" ON "phone_use" USING btree ("phone_hash","used_at");--> statement-breakpoint
CREATE INDEX "provider_event_received" ON "provider_event" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "unmatched_event_due" ON "unmatched_event" USING btree ("next_try_at");--> statement-breakpoint
CREATE INDEX "unmatched_event_received" ON "unmatched_event" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "unmatched_event_day" ON "unmatched_event" USING btree ("day");