CREATE TABLE "engine_host" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"under_way" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "engine_work" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "examination" (
	"id" uuid PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"status" text NOT NULL,
	"failure_code" text,
	"taken_seq" integer NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"input" "bytea" NOT NULL,
	"result" "bytea"
);
--> statement-breakpoint
CREATE TABLE "liveness_challenge" (
	"nonce_hash" "bytea" PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"actions" jsonb NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_by" uuid,
	"poses" jsonb
);
--> statement-breakpoint
CREATE TABLE "image" (
	"id" uuid PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"kind" text NOT NULL,
	"submission_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"bytes" integer NOT NULL,
	"stored_at" timestamp (3) with time zone NOT NULL,
	"dropped_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "picture_mark" (
	"transaction_id" uuid NOT NULL,
	"submission_id" uuid NOT NULL,
	"part" smallint NOT NULL,
	"hash" "bytea" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "picture_mark_submission_id_part_pk" PRIMARY KEY("submission_id","part")
);
--> statement-breakpoint
CREATE TABLE "database_timeline" (
	"id" integer PRIMARY KEY NOT NULL,
	"timeline" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "list_entry" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"list" text NOT NULL,
	"kind" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"role" text,
	"action" text,
	"awaits_second" timestamp (3) with time zone,
	"evidence" text NOT NULL,
	"reference" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "list_entry_value" UNIQUE("tenant","mode","list","kind","hash")
);
--> statement-breakpoint
CREATE TABLE "list_entry_hash" (
	"hash" "bytea" NOT NULL,
	"entry_id" uuid NOT NULL,
	CONSTRAINT "list_entry_hash_hash_entry_id_pk" PRIMARY KEY("hash","entry_id")
);
--> statement-breakpoint
CREATE TABLE "erasure" (
	"receipt_id" uuid PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"status" text NOT NULL,
	"because" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"what" jsonb NOT NULL,
	"is_pending" boolean NOT NULL,
	"vendors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"next_try_at" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transaction_act" (
	"transaction_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"act" text NOT NULL,
	"reason" "bytea" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "transaction_act_transaction_id_seq_pk" PRIMARY KEY("transaction_id","seq")
);
--> statement-breakpoint
CREATE TABLE "legal_hold" (
	"transaction_id" uuid PRIMARY KEY NOT NULL,
	"reason" "bytea" NOT NULL,
	"until" timestamp (3) with time zone,
	"set_at" timestamp (3) with time zone NOT NULL,
	"set_by" text
);
--> statement-breakpoint
CREATE TABLE "relationship" (
	"transaction_id" uuid PRIMARY KEY NOT NULL,
	"class" text NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"set_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "withdrawal" (
	"receipt_id" uuid PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"link_id" uuid NOT NULL,
	"withdrawn_at" timestamp (3) with time zone NOT NULL,
	"examinations" uuid[] NOT NULL,
	"objects" uuid[] NOT NULL,
	"status" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"what" jsonb NOT NULL,
	"next_try_at" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "inbox_key" (
	"day" text PRIMARY KEY NOT NULL,
	"key_id" text NOT NULL,
	"wrapped_key" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_event" (
	"provider" text NOT NULL,
	"dedupe_hash" "bytea" NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "provider_event_provider_dedupe_hash_pk" PRIMARY KEY("provider","dedupe_hash")
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
	"request_id" text,
	CONSTRAINT "journal_transaction_id_seq_pk" PRIMARY KEY("transaction_id","seq")
);
--> statement-breakpoint
CREATE TABLE "registry_live" (
	"kind" text NOT NULL,
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"name" text NOT NULL,
	"shares" jsonb NOT NULL,
	"shadow" jsonb,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "registry_live_kind_tenant_mode_name_pk" PRIMARY KEY("kind","tenant","mode","name")
);
--> statement-breakpoint
CREATE TABLE "registry_rollout" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"name" text NOT NULL,
	"owner" text NOT NULL,
	"version" integer NOT NULL,
	"percent" integer NOT NULL,
	"shadow" integer,
	"message" text,
	"by" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "registry_version" (
	"kind" text NOT NULL,
	"tenant" text NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"sha256" "bytea" NOT NULL,
	"document" jsonb NOT NULL,
	"expanded" jsonb,
	"cases" jsonb,
	"published_at" timestamp (3) with time zone NOT NULL,
	"published_by" text NOT NULL,
	"message" text,
	CONSTRAINT "registry_version_kind_tenant_name_version_pk" PRIMARY KEY("kind","tenant","name","version")
);
--> statement-breakpoint
CREATE TABLE "suspect_task" (
	"transaction_id" uuid NOT NULL,
	"key" text NOT NULL,
	"lane" text NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"apart" boolean DEFAULT false NOT NULL,
	"holder" uuid,
	"held_at" timestamp (3) with time zone,
	CONSTRAINT "suspect_task_transaction_id_key_pk" PRIMARY KEY("transaction_id","key")
);
--> statement-breakpoint
CREATE TABLE "submission" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"client" text NOT NULL,
	"fields" "bytea" NOT NULL,
	"key_id" text NOT NULL,
	"wrapped_key" "bytea",
	"restricted_at" timestamp (3) with time zone,
	"corrections" smallint DEFAULT 0 NOT NULL,
	"taken_back" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transaction" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"clock_offset_ms" bigint DEFAULT 0 NOT NULL,
	"erased_at" timestamp (3) with time zone,
	"restricted_at" timestamp (3) with time zone,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"seen_seq" integer DEFAULT 0 NOT NULL,
	"agenda" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"armed_at" double precision,
	"superseded_run" text,
	"pack" text,
	"outcome" text,
	"document_type" text NOT NULL,
	"parent_id" uuid,
	"sweep_at" double precision NOT NULL,
	"sweeps" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "clock_offset_in_sandbox_only" CHECK ("transaction"."mode" = 'sandbox' or "transaction"."clock_offset_ms" = 0)
);
--> statement-breakpoint
CREATE TABLE "sighting" (
	"transaction_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"parent_id" uuid,
	CONSTRAINT "sighting_transaction_id_kind_hash_at_pk" PRIMARY KEY("transaction_id","kind","hash","at")
);
--> statement-breakpoint
CREATE TABLE "endpoint" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"timeout_ms" integer NOT NULL,
	"description" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"key_id" text NOT NULL,
	"wrapped_key" "bytea" NOT NULL,
	"secrets" "bytea" NOT NULL,
	"headers" "bytea" NOT NULL,
	"shown_secrets" jsonb NOT NULL,
	"header_names" jsonb NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"failing_code" text,
	CONSTRAINT "endpoint_name" UNIQUE("tenant","mode","name")
);
--> statement-breakpoint
CREATE TABLE "pack_child" (
	"transaction_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"step" text NOT NULL,
	"round" integer NOT NULL,
	"place" integer NOT NULL,
	"child_id" uuid,
	"pack_owner" text,
	"pack_name" text,
	"pack_version" integer,
	"fields" "bytea" NOT NULL,
	"link_until" timestamp (3) with time zone,
	"made_at" timestamp (3) with time zone,
	"child_run_id" uuid,
	"status" text NOT NULL,
	"outcome" text,
	"stop_reason" text,
	"cancelled_at" timestamp (3) with time zone,
	"told" text,
	CONSTRAINT "pack_child_run_id_step_round_place_pk" PRIMARY KEY("run_id","step","round","place")
);
--> statement-breakpoint
CREATE TABLE "pack_call" (
	"id" uuid PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"step" text NOT NULL,
	"round" integer NOT NULL,
	"endpoint" text NOT NULL,
	"endpoint_id" uuid,
	"status" text NOT NULL,
	"input" "bytea" NOT NULL,
	"fields" jsonb NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"deadline_at" timestamp (3) with time zone NOT NULL
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
CREATE TABLE "verification_link_capture" (
	"link_id" uuid NOT NULL,
	"part" text NOT NULL,
	"sha256" "bytea" NOT NULL,
	"image_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "verification_link_capture_link_id_part_sha256_pk" PRIMARY KEY("link_id","part","sha256")
);
--> statement-breakpoint
CREATE TABLE "verification_link_session" (
	"id" uuid PRIMARY KEY NOT NULL,
	"link_id" uuid NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "verification_link_session_secret_hash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "verification_link_step" (
	"link_id" uuid NOT NULL,
	"step" text NOT NULL,
	"begun_at" timestamp (3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"pictures" integer DEFAULT 1 NOT NULL,
	"event_digest" "bytea",
	"event_at" timestamp (3) with time zone,
	"review" boolean DEFAULT false NOT NULL,
	"examinations" uuid[] DEFAULT '{}' NOT NULL,
	"outcome" text,
	"reasons" text[] DEFAULT '{}' NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"reviewed_at" timestamp (3) with time zone,
	"reviewed_by" text,
	CONSTRAINT "verification_link_step_link_id_step_pk" PRIMARY KEY("link_id","step")
);
--> statement-breakpoint
CREATE TABLE "verification_link" (
	"id" uuid PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"nonce" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"pack_owner" text NOT NULL,
	"pack_name" text NOT NULL,
	"pack_version" integer NOT NULL,
	"run_id" uuid,
	"redirect_url" text,
	"purpose" "bytea",
	"input" "bytea",
	"session_id" uuid,
	"devices" integer DEFAULT 0 NOT NULL,
	"handover_nonce" text,
	"handover_hash" "bytea",
	"handover_expires_at" timestamp (3) with time zone,
	"consented_at" timestamp (3) with time zone,
	"consent_version" text,
	"consent_language" text,
	"refused_at" timestamp (3) with time zone,
	"disowned_at" timestamp (3) with time zone,
	"withdrawn_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"expired_at" timestamp (3) with time zone,
	"superseded_at" timestamp (3) with time zone,
	"score" integer,
	"scorecard" text,
	"identifier_date" date,
	CONSTRAINT "verification_link_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "account_fault" (
	"account" text NOT NULL,
	"tenant" text NOT NULL,
	"code" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "challenge_attempt" (
	"id" uuid NOT NULL,
	"challenge_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"account" text NOT NULL,
	"sender" text NOT NULL,
	"phone" "bytea" NOT NULL,
	"contact_hash" "bytea" NOT NULL,
	"reply_hash" "bytea",
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
	"inbound_at" timestamp (3) with time zone,
	"user_hash" "bytea",
	"wrong_person_at" timestamp (3) with time zone,
	"prefix_hash" "bytea",
	CONSTRAINT "challenge_attempt_challenge_id_attempt_pk" PRIMARY KEY("challenge_id","attempt"),
	CONSTRAINT "challenge_attempt_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "challenge" (
	"id" uuid PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"challenge_kind" text NOT NULL,
	"channel" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"wall_created_at" timestamp (3) with time zone NOT NULL,
	"phone" "bytea" NOT NULL,
	"contact_hash" "bytea" NOT NULL,
	"prefix_hash" "bytea",
	"document_hash" "bytea",
	"heat" jsonb,
	"content" "bytea" NOT NULL,
	"language" text NOT NULL,
	"nonce" text NOT NULL,
	"page_token_hash" "bytea",
	"reply_code" text,
	"rules" jsonb NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"read_at" timestamp (3) with time zone,
	"replied_at" timestamp (3) with time zone,
	"reply_option" integer,
	"reply_meaning" text,
	"failed_at" timestamp (3) with time zone,
	"failure_code" text,
	"expired_at" timestamp (3) with time zone,
	"superseded_at" timestamp (3) with time zone,
	"denied_at" timestamp (3) with time zone,
	"denied_by_known" boolean DEFAULT false NOT NULL,
	"denial_lifted_at" timestamp (3) with time zone,
	"doubted_at" timestamp (3) with time zone,
	"taken_back_at" timestamp (3) with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	"gone_at" timestamp (3) with time zone,
	CONSTRAINT "challenge_page_token_hash_unique" UNIQUE("page_token_hash")
);
--> statement-breakpoint
CREATE TABLE "doubled_send" (
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "prefix_block" (
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"prefix_hash" "bytea" NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"sent" integer NOT NULL,
	"answered" integer NOT NULL,
	CONSTRAINT "prefix_block_tenant_mode_prefix_hash_pk" PRIMARY KEY("tenant","mode","prefix_hash")
);
--> statement-breakpoint
CREATE TABLE "reply_code" (
	"reply_hash" "bytea" NOT NULL,
	"code" text NOT NULL,
	"challenge_id" uuid NOT NULL,
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reply_code_reply_hash_code_pk" PRIMARY KEY("reply_hash","code")
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
CREATE TABLE "spend_hour" (
	"tenant" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"part" integer NOT NULL,
	"micros" bigint NOT NULL,
	CONSTRAINT "spend_hour_tenant_hour_part_pk" PRIMARY KEY("tenant","hour","part")
);
--> statement-breakpoint
CREATE TABLE "account_template" (
	"account" text NOT NULL,
	"name" text NOT NULL,
	"language" text NOT NULL,
	"usable" boolean NOT NULL,
	"status" text NOT NULL,
	"category" text,
	"quality" text,
	"ttl_seconds" integer,
	"judged_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "account_template_account_name_language_pk" PRIMARY KEY("account","name","language")
);
--> statement-breakpoint
CREATE TABLE "answered_day" (
	"tenant" text NOT NULL,
	"day" timestamp (3) with time zone NOT NULL,
	"answered" integer NOT NULL,
	CONSTRAINT "answered_day_tenant_day_pk" PRIMARY KEY("tenant","day")
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
CREATE TABLE "pumping_look" (
	"id" integer PRIMARY KEY NOT NULL,
	"looked_at" timestamp (3) with time zone NOT NULL,
	"counted_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "suppression" (
	"id" uuid NOT NULL,
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"channel" text NOT NULL,
	"phone_hash" "bytea" NOT NULL,
	"reason" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone,
	"said_by" text,
	"confirmed" boolean DEFAULT true NOT NULL,
	CONSTRAINT "suppression_tenant_mode_channel_phone_hash_pk" PRIMARY KEY("tenant","mode","channel","phone_hash"),
	CONSTRAINT "suppression_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "pack_backtest" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"owner" text NOT NULL,
	"name" text NOT NULL,
	"version" integer,
	"draft" jsonb,
	"against" integer,
	"since" timestamp (3) with time zone NOT NULL,
	"limit" integer NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"total" integer,
	"seen" integer DEFAULT 0 NOT NULL,
	"last_started_at" bigint,
	"last_run" uuid,
	"tally" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "pack_backtest_tried" CHECK (("pack_backtest"."version" is null) <> ("pack_backtest"."draft" is null))
);
--> statement-breakpoint
CREATE TABLE "pack_shadow" (
	"run_id" uuid PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"tally" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "review_comment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"review_id" uuid NOT NULL,
	"by" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"text" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "review" (
	"id" uuid PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"source" text NOT NULL,
	"subject" uuid NOT NULL,
	"step" text DEFAULT '' NOT NULL,
	"pack" text NOT NULL,
	"because" text NOT NULL,
	"offer" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"deadline_at" timestamp (3) with time zone NOT NULL,
	"claimed_by" text,
	"claimed_until" timestamp (3) with time zone,
	"first_by" text,
	"excluded" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"appeal_of" uuid,
	"closed_at" timestamp (3) with time zone,
	"closed_as" text,
	"verdict" text,
	"decided_by" text,
	"reasons" jsonb,
	"note" "bytea",
	"people" integer,
	"seen" "bytea"
);
--> statement-breakpoint
CREATE TABLE "pack_value" (
	"run_id" uuid NOT NULL,
	"step" text NOT NULL,
	"round" integer NOT NULL,
	"by" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"value" "bytea" NOT NULL,
	"bytes" integer NOT NULL,
	CONSTRAINT "pack_value_run_id_step_round_pk" PRIMARY KEY("run_id","step","round")
);
--> statement-breakpoint
CREATE TABLE "pack_evidence" (
	"run_id" uuid PRIMARY KEY NOT NULL,
	"kept" "bytea" NOT NULL,
	"bytes" integer NOT NULL,
	"is_too_large" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pack_module" (
	"run_id" uuid NOT NULL,
	"step" text NOT NULL,
	"status" text NOT NULL,
	"round" integer DEFAULT 1 NOT NULL,
	"afresh" boolean DEFAULT false NOT NULL,
	"again" integer DEFAULT 0 NOT NULL,
	"taken" uuid,
	"tries" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone,
	"deadline_at" timestamp (3) with time zone,
	"held_until" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"failure_code" text,
	CONSTRAINT "pack_module_run_id_step_pk" PRIMARY KEY("run_id","step")
);
--> statement-breakpoint
CREATE TABLE "pack_run" (
	"id" uuid PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"owner" text NOT NULL,
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"shadow" jsonb,
	"implicit" boolean NOT NULL,
	"status" text DEFAULT 'processing' NOT NULL,
	"outcome" text,
	"stop_reason" text,
	"decided_by" text,
	"unanswered_step" text,
	"answers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"rounds" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"rounds_begun" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
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
CREATE TABLE "session" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"actor" text NOT NULL,
	"issuer" text NOT NULL,
	"scopes" jsonb NOT NULL,
	"hash" "bytea" NOT NULL,
	"origin" "bytea" NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"read_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"asked_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"tx" bigint DEFAULT pg_current_xact_id()::text::bigint NOT NULL,
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"tenant" text NOT NULL,
	"mode" text,
	"action" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor" text,
	"object" text,
	"transaction_id" uuid,
	"request_id" text,
	"details" jsonb
);
--> statement-breakpoint
CREATE TABLE "plain_answer" (
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"operation" text NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"answer" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "plain_answer_tenant_mode_operation_key_hash_pk" PRIMARY KEY("tenant","mode","operation","key_hash")
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
CREATE TABLE "seal_key" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"check" "bytea" NOT NULL,
	CONSTRAINT "seal_key_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
CREATE TABLE "tenant" (
	"tenant" text PRIMARY KEY NOT NULL,
	"registered" jsonb NOT NULL,
	"registered_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"version" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "second_ask" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"action" text NOT NULL,
	"object" text NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"person" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "look_up" (
	"transaction_id" uuid NOT NULL,
	"name" text NOT NULL,
	"outcome" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"facts" "bytea",
	CONSTRAINT "look_up_transaction_id_name_pk" PRIMARY KEY("transaction_id","name")
);
--> statement-breakpoint
CREATE TABLE "insight_set" (
	"transaction_id" uuid NOT NULL,
	"asker" text NOT NULL,
	"seq" integer NOT NULL,
	"derived_at" timestamp (3) with time zone NOT NULL,
	"versions" text NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "insight_set_transaction_id_asker_pk" PRIMARY KEY("transaction_id","asker")
);
--> statement-breakpoint
CREATE TABLE "outcome_mark" (
	"transaction_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "outcome_mark_transaction_id_kind_hash_pk" PRIMARY KEY("transaction_id","kind","hash")
);
--> statement-breakpoint
CREATE TABLE "transaction_outcome" (
	"transaction_id" uuid PRIMARY KEY NOT NULL,
	"outcome" text NOT NULL,
	"kind" text,
	"told_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "score_shadow" (
	"run_id" uuid PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"difference" integer NOT NULL,
	"band_from" text NOT NULL,
	"band_to" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "score" (
	"run_id" uuid NOT NULL,
	"step" text NOT NULL,
	"module" text NOT NULL,
	"transaction_id" uuid NOT NULL,
	"scorecard" text NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "score_run_id_step_pk" PRIMARY KEY("run_id","step")
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
CREATE TABLE "check_attempt" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"account" text NOT NULL,
	"claimed_at" timestamp (3) with time zone NOT NULL,
	"claimed_by" integer,
	"sent" integer DEFAULT 1 NOT NULL,
	"outcome" text,
	"code" text,
	"failure_class" text,
	"vendor_hash" "bytea",
	"vendor_id" "bytea",
	"duration_ms" integer,
	"cost_micros" bigint,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "check_attempt_number" UNIQUE("order_id","attempt")
);
--> statement-breakpoint
CREATE TABLE "check_service" (
	"name" text PRIMARY KEY NOT NULL,
	"result" jsonb NOT NULL,
	"loaded_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "check_order" (
	"id" uuid PRIMARY KEY NOT NULL,
	"check_id" uuid NOT NULL,
	"round" integer NOT NULL,
	"service" text NOT NULL,
	"status" text NOT NULL,
	"failure_code" text,
	"legal_basis" jsonb,
	"source" text,
	"authoritative" boolean,
	"result" "bytea",
	"reserved_micros" bigint NOT NULL,
	"spend_day" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "check_spending" (
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"day" text NOT NULL,
	"spent_micros" bigint NOT NULL,
	CONSTRAINT "check_spending_tenant_mode_day_pk" PRIMARY KEY("tenant","mode","day")
);
--> statement-breakpoint
CREATE TABLE "check_request" (
	"id" uuid PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"module" text NOT NULL,
	"port" text NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"subject" "bytea" NOT NULL,
	"every_days" integer,
	"legal_basis" jsonb,
	"round" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"lists_screened_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "hit_judgement" (
	"id" uuid PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"subject" "bytea" NOT NULL,
	"hit" "bytea" NOT NULL,
	"judgement" text NOT NULL,
	"note" "bytea" NOT NULL,
	"judged_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "correction" (
	"transaction_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"names" text[] NOT NULL,
	"before" "bytea" NOT NULL,
	CONSTRAINT "correction_transaction_id_number_pk" PRIMARY KEY("transaction_id","number")
);
--> statement-breakpoint
CREATE TABLE "registry_awaited" (
	"kind" text NOT NULL,
	"tenant" text NOT NULL,
	"mode" text NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"percent" integer NOT NULL,
	"shadow" integer,
	"message" text,
	"by" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "registry_awaited_kind_tenant_mode_name_pk" PRIMARY KEY("kind","tenant","mode","name")
);
--> statement-breakpoint
ALTER TABLE "correction" ADD CONSTRAINT "correction_transaction_id_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "examination" ADD CONSTRAINT "examination_transaction_id_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "liveness_challenge" ADD CONSTRAINT "liveness_challenge_transaction_id_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image" ADD CONSTRAINT "image_transaction_id_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "picture_mark" ADD CONSTRAINT "picture_mark_transaction_id_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_entry_hash" ADD CONSTRAINT "list_entry_hash_entry_id_list_entry_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."list_entry"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transaction_act" ADD CONSTRAINT "transaction_act_transaction_id_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_hold" ADD CONSTRAINT "legal_hold_transaction_id_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "relationship" ADD CONSTRAINT "relationship_transaction_id_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unmatched_event" ADD CONSTRAINT "unmatched_event_day_inbox_key_day_fk" FOREIGN KEY ("day") REFERENCES "public"."inbox_key"("day") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal" ADD CONSTRAINT "journal_transaction_id_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission" ADD CONSTRAINT "submission_id_transaction_id_fk" FOREIGN KEY ("id") REFERENCES "public"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sighting" ADD CONSTRAINT "sighting_transaction_id_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_link_capture" ADD CONSTRAINT "verification_link_capture_link_id_verification_link_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."verification_link"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_link_session" ADD CONSTRAINT "verification_link_session_link_id_verification_link_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."verification_link"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_link_step" ADD CONSTRAINT "verification_link_step_link_id_verification_link_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."verification_link"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_link" ADD CONSTRAINT "verification_link_transaction_id_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenge_attempt" ADD CONSTRAINT "challenge_attempt_challenge_id_challenge_id_fk" FOREIGN KEY ("challenge_id") REFERENCES "public"."challenge"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenge" ADD CONSTRAINT "challenge_transaction_id_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phone_use" ADD CONSTRAINT "phone_use_transaction_id_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_comment" ADD CONSTRAINT "review_comment_transaction_id_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_transaction_id_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pack_value" ADD CONSTRAINT "pack_value_run_id_pack_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."pack_run"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pack_evidence" ADD CONSTRAINT "pack_evidence_run_id_pack_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."pack_run"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pack_module" ADD CONSTRAINT "pack_module_run_id_pack_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."pack_run"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pack_run" ADD CONSTRAINT "pack_run_transaction_id_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "look_up" ADD CONSTRAINT "look_up_transaction_id_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insight_set" ADD CONSTRAINT "insight_set_transaction_id_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outcome_mark" ADD CONSTRAINT "outcome_mark_transaction_id_transaction_outcome_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction_outcome"("transaction_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transaction_outcome" ADD CONSTRAINT "transaction_outcome_transaction_id_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "score" ADD CONSTRAINT "score_transaction_id_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_message" ADD CONSTRAINT "sandbox_message_transaction_id_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "published_entry" ADD CONSTRAINT "published_entry_list_id_published_list_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."published_list"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_attempt" ADD CONSTRAINT "check_attempt_order_id_check_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."check_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_order" ADD CONSTRAINT "check_order_check_id_check_request_id_fk" FOREIGN KEY ("check_id") REFERENCES "public"."check_request"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_request" ADD CONSTRAINT "check_request_transaction_id_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hit_judgement" ADD CONSTRAINT "hit_judgement_transaction_id_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "examination_fingerprint" ON "examination" USING btree ("transaction_id","kind","fingerprint");--> statement-breakpoint
CREATE INDEX "examination_newest" ON "examination" USING btree ("transaction_id","taken_at");--> statement-breakpoint
CREATE INDEX "liveness_challenge_transaction" ON "liveness_challenge" USING btree ("transaction_id","issued_at");--> statement-breakpoint
CREATE INDEX "image_submission" ON "image" USING btree ("submission_id","position");--> statement-breakpoint
CREATE INDEX "image_transaction" ON "image" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "image_aged" ON "image" USING btree ("tenant","mode","stored_at");--> statement-breakpoint
CREATE INDEX "image_dropped" ON "image" USING btree ("dropped_at") WHERE "image"."dropped_at" is not null;--> statement-breakpoint
CREATE INDEX "picture_mark_hash" ON "picture_mark" USING btree ("hash","at");--> statement-breakpoint
CREATE INDEX "picture_mark_transaction" ON "picture_mark" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "picture_mark_at" ON "picture_mark" USING btree ("at");--> statement-breakpoint
CREATE INDEX "list_entry_listed" ON "list_entry" USING btree ("tenant","mode","list","id");--> statement-breakpoint
CREATE INDEX "list_entry_expiry" ON "list_entry" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "list_entry_hash_entry" ON "list_entry_hash" USING btree ("entry_id");--> statement-breakpoint
CREATE UNIQUE INDEX "erasure_transaction" ON "erasure" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "erasure_pending" ON "erasure" USING btree ("next_try_at") WHERE "erasure"."is_pending";--> statement-breakpoint
CREATE INDEX "erasure_restricted" ON "erasure" USING btree ("tenant","mode","receipt_id") WHERE "erasure"."status" = 'restricted';--> statement-breakpoint
CREATE INDEX "withdrawal_link" ON "withdrawal" USING btree ("link_id");--> statement-breakpoint
CREATE INDEX "withdrawal_running" ON "withdrawal" USING btree ("next_try_at") WHERE "withdrawal"."status" = 'running';--> statement-breakpoint
CREATE INDEX "first_answer_age" ON "first_answer" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "provider_event_received" ON "provider_event" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "unmatched_event_due" ON "unmatched_event" USING btree ("next_try_at");--> statement-breakpoint
CREATE INDEX "unmatched_event_received" ON "unmatched_event" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "unmatched_event_day" ON "unmatched_event" USING btree ("day");--> statement-breakpoint
CREATE INDEX "event_owner" ON "event" USING btree ("tenant","mode","tx","id");--> statement-breakpoint
CREATE INDEX "registry_rollout_name" ON "registry_rollout" USING btree ("kind","tenant","name","mode");--> statement-breakpoint
CREATE UNIQUE INDEX "registry_version_sha256" ON "registry_version" USING btree ("kind","tenant","name","sha256");--> statement-breakpoint
CREATE UNIQUE INDEX "suspect_task_alone" ON "suspect_task" USING btree ("lane") WHERE "suspect_task"."holder" is not null;--> statement-breakpoint
CREATE INDEX "submission_key" ON "submission" USING btree ("key_id","id") WHERE "submission"."wrapped_key" is not null;--> statement-breakpoint
CREATE INDEX "submission_listed" ON "submission" USING btree ("tenant","mode","created_at","id") WHERE "submission"."wrapped_key" is not null;--> statement-breakpoint
CREATE INDEX "transaction_sweep" ON "transaction" USING btree ("sweep_at");--> statement-breakpoint
CREATE INDEX "transaction_parent" ON "transaction" USING btree ("parent_id") WHERE "transaction"."parent_id" is not null;--> statement-breakpoint
CREATE INDEX "transaction_erased" ON "transaction" USING btree ("erased_at") WHERE "transaction"."erased_at" is not null;--> statement-breakpoint
CREATE INDEX "transaction_overdue" ON "transaction" USING btree ("sweeps") WHERE "transaction"."sweeps" > 0;--> statement-breakpoint
CREATE INDEX "sighting_hash" ON "sighting" USING btree ("hash","at");--> statement-breakpoint
CREATE INDEX "sighting_aged" ON "sighting" USING btree ("at") WHERE "sighting"."kind" not in ('document', 'phone', 'email', 'reference');--> statement-breakpoint
ALTER TABLE "pack_child" ADD CONSTRAINT "pack_child_transaction_id_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pack_call" ADD CONSTRAINT "pack_call_transaction_id_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pack_child_parent" ON "pack_child" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "pack_child_child" ON "pack_child" USING btree ("child_id");--> statement-breakpoint
CREATE INDEX "pack_call_transaction" ON "pack_call" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "pack_call_run" ON "pack_call" USING btree ("run_id","step");--> statement-breakpoint
CREATE INDEX "pack_call_token" ON "pack_call" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "pack_call_endpoint" ON "pack_call" USING btree ("endpoint_id");--> statement-breakpoint
CREATE INDEX "webhook_delivery_endpoint" ON "webhook_delivery" USING btree ("endpoint_id","id");--> statement-breakpoint
CREATE INDEX "webhook_delivery_due" ON "webhook_delivery" USING btree ("endpoint_id","due_at") WHERE "webhook_delivery"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_endpoint_owner" ON "webhook_endpoint" USING btree ("tenant","mode","id");--> statement-breakpoint
CREATE INDEX "verification_link_session_link" ON "verification_link_session" USING btree ("link_id");--> statement-breakpoint
CREATE INDEX "verification_link_step_review" ON "verification_link_step" USING btree ("closed_at") WHERE "verification_link_step"."outcome" in ('review', 'inconclusive');--> statement-breakpoint
CREATE INDEX "verification_link_transaction" ON "verification_link" USING btree ("transaction_id","created_at");--> statement-breakpoint
CREATE INDEX "verification_link_pack" ON "verification_link" USING btree ("tenant","mode","pack_name","created_at");--> statement-breakpoint
CREATE INDEX "account_fault_at" ON "account_fault" USING btree ("at");--> statement-breakpoint
CREATE INDEX "challenge_attempt_message" ON "challenge_attempt" USING btree ("account","message_hash");--> statement-breakpoint
CREATE INDEX "challenge_attempt_user" ON "challenge_attempt" USING btree ("user_hash") WHERE user_hash is not null;--> statement-breakpoint
CREATE INDEX "challenge_attempt_reply" ON "challenge_attempt" USING btree ("reply_hash","claimed_at");--> statement-breakpoint
CREATE INDEX "challenge_attempt_contact" ON "challenge_attempt" USING btree ("contact_hash","claimed_at");--> statement-breakpoint
CREATE INDEX "challenge_attempt_prefix" ON "challenge_attempt" USING btree ("prefix_hash","claimed_at") WHERE attempt <> 1;--> statement-breakpoint
CREATE INDEX "challenge_transaction" ON "challenge" USING btree ("transaction_id","challenge_kind","created_at");--> statement-breakpoint
CREATE INDEX "challenge_contact" ON "challenge" USING btree ("contact_hash","wall_created_at");--> statement-breakpoint
CREATE INDEX "challenge_prefix" ON "challenge" USING btree ("prefix_hash","wall_created_at");--> statement-breakpoint
CREATE INDEX "doubled_send_tenant" ON "doubled_send" USING btree ("tenant","mode","at");--> statement-breakpoint
CREATE INDEX "reply_code_until" ON "reply_code" USING btree ("until");--> statement-breakpoint
CREATE INDEX "phone_use_phone" ON "phone_use" USING btree ("phone_hash","used_at");--> statement-breakpoint
CREATE INDEX "pack_backtest_running" ON "pack_backtest" USING btree ("tenant") WHERE "pack_backtest"."status" = 'running';--> statement-breakpoint
CREATE INDEX "pack_shadow_latest" ON "pack_shadow" USING btree ("tenant","mode","name","version","at");--> statement-breakpoint
CREATE INDEX "review_comment_review" ON "review_comment" USING btree ("review_id");--> statement-breakpoint
CREATE INDEX "review_comment_transaction" ON "review_comment" USING btree ("transaction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "review_subject" ON "review" USING btree ("subject","step") WHERE "review"."closed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "review_appeal" ON "review" USING btree ("appeal_of");--> statement-breakpoint
CREATE INDEX "review_open" ON "review" USING btree ("tenant","mode","deadline_at") WHERE "review"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "review_listed" ON "review" USING btree ("tenant","mode","id");--> statement-breakpoint
CREATE INDEX "review_transaction" ON "review" USING btree ("transaction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "pack_run_implicit" ON "pack_run" USING btree ("transaction_id","name") WHERE "pack_run"."implicit";--> statement-breakpoint
CREATE INDEX "pack_run_latest" ON "pack_run" USING btree ("transaction_id","name","started_at");--> statement-breakpoint
CREATE INDEX "pack_run_counted" ON "pack_run" USING btree ("tenant","mode","name","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "api_key_hash" ON "api_key" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "api_key_tenant" ON "api_key" USING btree ("tenant","mode","id");--> statement-breakpoint
CREATE INDEX "api_key_made_by" ON "api_key" USING btree ("made_by") WHERE "api_key"."made_by" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "session_hash" ON "session" USING btree ("hash");--> statement-breakpoint
CREATE UNIQUE INDEX "session_origin" ON "session" USING btree ("origin");--> statement-breakpoint
CREATE INDEX "session_actor" ON "session" USING btree ("actor");--> statement-breakpoint
CREATE INDEX "session_tenant" ON "session" USING btree ("tenant","mode","id");--> statement-breakpoint
CREATE INDEX "session_age" ON "session" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "audit_tenant" ON "audit" USING btree ("tenant","tx","seq");--> statement-breakpoint
CREATE INDEX "plain_answer_age" ON "plain_answer" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "second_ask_content" ON "second_ask" USING btree ("tenant","mode","action","object","fingerprint");--> statement-breakpoint
CREATE INDEX "outcome_mark_hash" ON "outcome_mark" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "score_shadow_latest" ON "score_shadow" USING btree ("tenant","mode","name","version","at");--> statement-breakpoint
CREATE INDEX "score_shadow_at" ON "score_shadow" USING btree ("at");--> statement-breakpoint
CREATE INDEX "score_transaction" ON "score" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "sandbox_message_transaction" ON "sandbox_message" USING btree ("transaction_id","created_at");--> statement-breakpoint
CREATE INDEX "sandbox_message_tenant" ON "sandbox_message" USING btree ("tenant","created_at");--> statement-breakpoint
CREATE INDEX "published_list_current" ON "published_list" USING btree ("is_current");--> statement-breakpoint
CREATE INDEX "check_attempt_vendor" ON "check_attempt" USING btree ("vendor_hash");--> statement-breakpoint
CREATE INDEX "check_attempt_claimed" ON "check_attempt" USING btree ("claimed_at");--> statement-breakpoint
CREATE INDEX "check_order_check" ON "check_order" USING btree ("check_id");--> statement-breakpoint
CREATE INDEX "check_order_answered" ON "check_order" USING btree ("ended_at") WHERE "check_order"."result" is not null;--> statement-breakpoint
CREATE INDEX "check_request_transaction" ON "check_request" USING btree ("transaction_id","module");--> statement-breakpoint
CREATE INDEX "check_request_monitored" ON "check_request" USING btree ("id") WHERE "check_request"."every_days" is not null;--> statement-breakpoint
CREATE INDEX "hit_judgement_subject" ON "hit_judgement" USING btree ("tenant","mode","subject");--> statement-breakpoint
CREATE INDEX "hit_judgement_transaction" ON "hit_judgement" USING btree ("transaction_id");--> statement-breakpoint
-- Most commits update this row and none of its indexes: with room on its page the new version stays there.
ALTER TABLE "transaction" SET (fillfactor = 60);
--> statement-breakpoint
-- Rows of what was erased. The processes may delete no row of a journal; the role of retention, or theirs where there is none,
-- may call this (`roles.ts`): what runs as its owner is open to every role of the database by default. Nothing that was erased
-- within thirty days goes, whatever the caller names. First answers are left to their age of a day: to look for them takes the
-- whole table.
CREATE FUNCTION purge_erased(before timestamptz, at_most int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  cutoff timestamptz := least(before, clock_timestamp() - interval '30 days');
  ids uuid[];
  runs uuid[];
BEGIN
  SELECT array_agg(id) INTO ids FROM (
    SELECT id FROM transaction
    WHERE erased_at < cutoff AND agenda = '[]'
      AND NOT EXISTS (SELECT FROM image WHERE transaction_id = transaction.id)
      AND NOT EXISTS (SELECT FROM erasure WHERE transaction_id = transaction.id AND is_pending)
    ORDER BY erased_at LIMIT least(at_most, 1000) FOR UPDATE SKIP LOCKED
  ) old;
  IF ids IS NULL THEN
    RETURN 0;
  END IF;
  SELECT coalesce(array_agg(id), '{}') INTO runs FROM pack_run WHERE transaction_id = ANY (ids);
  DELETE FROM challenge_attempt WHERE challenge_id IN (SELECT id FROM challenge WHERE transaction_id = ANY (ids));
  DELETE FROM challenge WHERE transaction_id = ANY (ids);
  DELETE FROM check_attempt WHERE order_id IN (
    SELECT check_order.id FROM check_order JOIN check_request ON check_request.id = check_id
    WHERE transaction_id = ANY (ids));
  DELETE FROM check_order WHERE check_id IN (SELECT id FROM check_request WHERE transaction_id = ANY (ids));
  DELETE FROM check_request WHERE transaction_id = ANY (ids);
  DELETE FROM hit_judgement WHERE transaction_id = ANY (ids);
  DELETE FROM outcome_mark WHERE transaction_id = ANY (ids);
  DELETE FROM transaction_outcome WHERE transaction_id = ANY (ids);
  DELETE FROM insight_set WHERE transaction_id = ANY (ids);
  DELETE FROM look_up WHERE transaction_id = ANY (ids);
  DELETE FROM score WHERE transaction_id = ANY (ids);
  DELETE FROM score_shadow WHERE run_id = ANY (runs);
  DELETE FROM pack_shadow WHERE run_id = ANY (runs);
  DELETE FROM pack_evidence WHERE run_id = ANY (runs);
  DELETE FROM pack_value WHERE run_id = ANY (runs);
  DELETE FROM pack_call WHERE transaction_id = ANY (ids);
  DELETE FROM pack_child WHERE transaction_id = ANY (ids);
  DELETE FROM pack_module WHERE run_id = ANY (runs);
  DELETE FROM pack_run WHERE transaction_id = ANY (ids);
  DELETE FROM review_comment WHERE transaction_id = ANY (ids);
  DELETE FROM review WHERE transaction_id = ANY (ids);
  DELETE FROM verification_link_capture WHERE link_id IN (SELECT id FROM verification_link WHERE transaction_id = ANY (ids));
  DELETE FROM verification_link_session WHERE link_id IN (SELECT id FROM verification_link WHERE transaction_id = ANY (ids));
  DELETE FROM verification_link_step WHERE link_id IN (SELECT id FROM verification_link WHERE transaction_id = ANY (ids));
  DELETE FROM verification_link WHERE transaction_id = ANY (ids);
  DELETE FROM picture_mark WHERE transaction_id = ANY (ids);
  DELETE FROM examination WHERE transaction_id = ANY (ids);
  DELETE FROM liveness_challenge WHERE transaction_id = ANY (ids);
  DELETE FROM sandbox_message WHERE transaction_id = ANY (ids);
  DELETE FROM phone_use WHERE transaction_id = ANY (ids);
  DELETE FROM sighting WHERE transaction_id = ANY (ids);
  DELETE FROM relationship WHERE transaction_id = ANY (ids);
  DELETE FROM legal_hold WHERE transaction_id = ANY (ids);
  DELETE FROM transaction_act WHERE transaction_id = ANY (ids);
  DELETE FROM correction WHERE transaction_id = ANY (ids);
  DELETE FROM journal WHERE transaction_id = ANY (ids);
  DELETE FROM submission WHERE id = ANY (ids);
  DELETE FROM transaction WHERE id = ANY (ids);
  RETURN cardinality(ids);
END;
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION purge_erased(timestamptz, int) FROM PUBLIC;
--> statement-breakpoint
-- Rows of the audit that are older than an operator keeps them. The processes may not delete one; the role of retention
-- may call this alone (`roles.ts`). Nothing that is younger than a year goes, whatever the caller names, nor what tells of
-- a transaction that is held; whose rows went stands in the audit.
CREATE FUNCTION purge_audit(before timestamptz, at_most int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  cutoff timestamptz := least(before, clock_timestamp() - interval '365 days');
  -- Rows stand in the order of time: the look ends at the first that stays for its age.
  first_kept bigint := coalesce((SELECT seq FROM audit WHERE at >= cutoff ORDER BY seq LIMIT 1), 9223372036854775807);
  purged int;
BEGIN
  WITH gone AS (
    DELETE FROM audit WHERE seq IN (
      SELECT seq FROM audit WHERE seq < first_kept AND NOT EXISTS (
        SELECT FROM legal_hold hold WHERE hold.transaction_id = audit.transaction_id
          AND (hold.until IS NULL OR hold.until > clock_timestamp()))
      ORDER BY seq LIMIT least(at_most, 10000))
    RETURNING tenant
  ), told AS (
    INSERT INTO audit (tenant, action, actor_kind, details)
    SELECT tenant, 'audit.purged', 'command', jsonb_build_object('rows', count(*)) FROM gone GROUP BY tenant
    RETURNING (details ->> 'rows')::int AS count
  )
  SELECT coalesce(sum(count), 0) INTO purged FROM told;
  RETURN purged;
END;
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION purge_audit(timestamptz, int) FROM PUBLIC;
