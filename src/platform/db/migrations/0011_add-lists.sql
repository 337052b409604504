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
ALTER TABLE "list_entry_hash" ADD CONSTRAINT "list_entry_hash_entry_id_list_entry_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."list_entry"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outcome_mark" ADD CONSTRAINT "outcome_mark_transaction_id_transaction_outcome_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction_outcome"("transaction_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transaction_outcome" ADD CONSTRAINT "transaction_outcome_transaction_id_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "list_entry_expiry" ON "list_entry" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "list_entry_hash_entry" ON "list_entry_hash" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "outcome_mark_hash" ON "outcome_mark" USING btree ("hash");