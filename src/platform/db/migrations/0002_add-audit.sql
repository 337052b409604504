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
ALTER TABLE "journal" ADD COLUMN "request_id" text;--> statement-breakpoint
CREATE INDEX "audit_tenant" ON "audit" USING btree ("tenant","tx","seq");--> statement-breakpoint
INSERT INTO "audit" ("tenant", "mode", "at", "action", "actor_kind", "object", "details")
SELECT "tenant", "mode", "at", "kind" || '.' || "action",
	CASE WHEN "by" = 'service' THEN 'service' ELSE 'subject' END, "name",
	jsonb_strip_nulls(jsonb_build_object('version', "version", 'percent', "percent", 'shadow', "shadow", 'by', "by"))
FROM "registry_audit" ORDER BY "at";--> statement-breakpoint
CREATE FUNCTION "audit_registry"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "audit" ("tenant", "mode", "at", "action", "actor_kind", "object", "details")
	VALUES (NEW."tenant", NEW."mode", NEW."at", NEW."kind" || '.' || NEW."action",
		CASE WHEN NEW."by" = 'service' THEN 'service' ELSE 'subject' END, NEW."name",
		jsonb_strip_nulls(jsonb_build_object('version', NEW."version", 'percent', NEW."percent", 'shadow', NEW."shadow", 'by', NEW."by")));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "audit_registry" AFTER INSERT ON "registry_audit" FOR EACH ROW EXECUTE FUNCTION "audit_registry"();
