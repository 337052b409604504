-- What was rolled out before is known from the audit, and from what is live.
INSERT INTO "registry_rollout" ("id", "kind", "tenant", "mode", "name", "owner", "version", "percent", "shadow", "at")
SELECT gen_random_uuid(), split_part("told"."action", '.', 1), "told"."tenant", "told"."mode", "told"."object",
	CASE WHEN EXISTS (
		SELECT 1 FROM "registry_version" "own"
		WHERE "own"."kind" = split_part("told"."action", '.', 1) AND "own"."tenant" = "told"."tenant"
			AND "own"."name" = "told"."object"
	) THEN "told"."tenant" ELSE '*' END,
	("told"."details" ->> 'version')::integer, coalesce(("told"."details" ->> 'percent')::integer, 100),
	("told"."details" ->> 'shadow')::integer, "told"."at"
FROM "audit" "told"
WHERE "told"."action" IN ('pack.rolled-out', 'scorecard.rolled-out') AND "told"."mode" IS NOT NULL
	AND "told"."object" IS NOT NULL AND "told"."details" ->> 'version' IS NOT NULL;--> statement-breakpoint
INSERT INTO "registry_rollout" ("id", "kind", "tenant", "mode", "name", "owner", "version", "percent", "at")
SELECT gen_random_uuid(), "live"."kind", "live"."tenant", "live"."mode", "live"."name", "share" ->> 'owner',
	("share" ->> 'version')::integer, ("share" ->> 'percent')::integer, "live"."changed_at"
FROM "registry_live" "live", jsonb_array_elements("live"."shares") "share";
