CREATE TABLE "account_fault" (
	"account" text NOT NULL,
	"code" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
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
ALTER TABLE "challenge_attempt" ADD COLUMN "prefix_hash" "bytea";--> statement-breakpoint
ALTER TABLE "account_template" ADD COLUMN "ttl_seconds" integer;--> statement-breakpoint
CREATE INDEX "account_fault_at" ON "account_fault" USING btree ("at");--> statement-breakpoint
CREATE INDEX "doubled_send_tenant" ON "doubled_send" USING btree ("tenant","mode","at");--> statement-breakpoint
CREATE INDEX "challenge_attempt_prefix" ON "challenge_attempt" USING btree ("prefix_hash","claimed_at") WHERE attempt <> 1;--> statement-breakpoint
CREATE INDEX "challenge_prefix" ON "challenge" USING btree ("prefix_hash","wall_created_at");