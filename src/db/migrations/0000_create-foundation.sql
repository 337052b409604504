CREATE TABLE "first_answer" (
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"operation" text NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"transaction_id" uuid NOT NULL,
	"pending_seq" integer,
	"answer" "bytea",
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "first_answer_tenant_mode_operation_key_hash_pk" PRIMARY KEY("tenant","mode","operation","key_hash")
);
--> statement-breakpoint
CREATE TABLE "rate_bucket" (
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"tokens" double precision NOT NULL,
	"granted" double precision NOT NULL,
	"refilled_at" timestamp (6) with time zone NOT NULL,
	CONSTRAINT "rate_bucket_tenant_mode_pk" PRIMARY KEY("tenant","mode")
);
--> statement-breakpoint
CREATE TABLE "journal" (
	"transaction_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"module" text,
	"ref" text,
	"code" text,
	"reason" text,
	"attempt" integer,
	"provider" text,
	"duration_ms" integer,
	"cost_micros" bigint,
	"due_at" timestamp (3) with time zone,
	CONSTRAINT "journal_transaction_id_seq_pk" PRIMARY KEY("transaction_id","seq")
);
--> statement-breakpoint
CREATE TABLE "email_token_attempt" (
	"id" uuid NOT NULL,
	"token_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"provider" text NOT NULL,
	"claimed_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"outcome" text,
	CONSTRAINT "email_token_attempt_token_id_attempt_pk" PRIMARY KEY("token_id","attempt"),
	CONSTRAINT "email_token_attempt_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "email_token" (
	"id" uuid PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"replied_at" timestamp (3) with time zone,
	"expired_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"failure_code" text,
	"superseded_at" timestamp (3) with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	"language" text NOT NULL,
	"nonce" text NOT NULL,
	"link_hash" "bytea" NOT NULL,
	"address_hash" "bytea" NOT NULL,
	"wall_created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "email_token_link_hash_unique" UNIQUE("link_hash")
);
--> statement-breakpoint
CREATE TABLE "score" (
	"run_id" uuid PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"scorecard" text NOT NULL,
	"value" integer NOT NULL,
	"reason" text NOT NULL,
	"reasons" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pack_module" (
	"run_id" uuid NOT NULL,
	"module" text NOT NULL,
	"status" text NOT NULL,
	"started_at" timestamp (3) with time zone,
	"deadline_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"failure_code" text,
	CONSTRAINT "pack_module_run_id_module_pk" PRIMARY KEY("run_id","module")
);
--> statement-breakpoint
CREATE TABLE "pack_run" (
	"id" uuid PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"implicit" boolean NOT NULL,
	"status" text DEFAULT 'processing' NOT NULL,
	"stop_reason" text,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "pack_version" (
	"tenant" text NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"document" jsonb NOT NULL,
	"sha256" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "pack_version_tenant_name_version_pk" PRIMARY KEY("tenant","name","version")
);
--> statement-breakpoint
CREATE TABLE "sandbox_message" (
	"id" uuid PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"tenant" text NOT NULL,
	"channel" text NOT NULL,
	"attempt_id" uuid NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sandbox_message_attempt_id_unique" UNIQUE("attempt_id")
);
--> statement-breakpoint
CREATE TABLE "seal_key" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"check" "bytea" NOT NULL,
	CONSTRAINT "seal_key_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
CREATE TABLE "transaction" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"fields" "bytea" NOT NULL,
	"key_id" text NOT NULL,
	"wrapped_key" "bytea",
	"erased_at" timestamp (3) with time zone,
	"clock_offset_ms" bigint DEFAULT 0 NOT NULL,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"wake_seq" integer DEFAULT 0 NOT NULL,
	"seen_seq" integer DEFAULT 0 NOT NULL,
	"idle_seq" integer DEFAULT 0 NOT NULL,
	"next_nudge_at" timestamp (3) with time zone NOT NULL,
	"nudge_attempts" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "clock_offset_in_sandbox_only" CHECK ("transaction"."mode" = 'sandbox' or "transaction"."clock_offset_ms" = 0)
);
--> statement-breakpoint
ALTER TABLE "first_answer" ADD CONSTRAINT "first_answer_transaction_id_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal" ADD CONSTRAINT "journal_transaction_id_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_token_attempt" ADD CONSTRAINT "email_token_attempt_token_id_email_token_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."email_token"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_token" ADD CONSTRAINT "email_token_transaction_id_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "score" ADD CONSTRAINT "score_transaction_id_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pack_module" ADD CONSTRAINT "pack_module_run_id_pack_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."pack_run"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pack_run" ADD CONSTRAINT "pack_run_transaction_id_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_message" ADD CONSTRAINT "sandbox_message_transaction_id_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "first_answer_age" ON "first_answer" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "email_token_transaction" ON "email_token" USING btree ("transaction_id","created_at");--> statement-breakpoint
CREATE INDEX "email_token_address" ON "email_token" USING btree ("address_hash","wall_created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "pack_run_implicit" ON "pack_run" USING btree ("transaction_id","name") WHERE "pack_run"."implicit";--> statement-breakpoint
CREATE INDEX "pack_run_latest" ON "pack_run" USING btree ("transaction_id","name","started_at");--> statement-breakpoint
CREATE INDEX "sandbox_message_transaction" ON "sandbox_message" USING btree ("transaction_id","created_at");--> statement-breakpoint
CREATE INDEX "sandbox_message_tenant" ON "sandbox_message" USING btree ("tenant","created_at");--> statement-breakpoint
CREATE INDEX "transaction_unseen" ON "transaction" USING btree ("next_nudge_at") WHERE "transaction"."wake_seq" > "transaction"."seen_seq";--> statement-breakpoint
CREATE INDEX "transaction_open" ON "transaction" USING btree ("id") WHERE "transaction"."last_seq" > "transaction"."idle_seq";--> statement-breakpoint
CREATE INDEX "transaction_key" ON "transaction" USING btree ("key_id");