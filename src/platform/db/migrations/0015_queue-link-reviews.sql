-- What stood in the list of links' reviews before there was one queue.
INSERT INTO "review" ("id", "transaction_id", "tenant", "mode", "source", "subject", "step", "pack", "because", "opened_at", "deadline_at")
SELECT gen_random_uuid(), l."transaction_id", t."tenant", t."mode", 'link', l."id", s."step", l."pack_name" || '@' || l."pack_version",
	CASE s."outcome" WHEN 'review' THEN 'asked-for' ELSE 'inconclusive' END,
	coalesce(s."closed_at", l."created_at"), coalesce(s."closed_at", l."created_at") + interval '1 day'
FROM "verification_link_step" s
JOIN "verification_link" l ON l."id" = s."link_id"
JOIN "transaction" t ON t."id" = l."transaction_id"
WHERE s."outcome" IN ('review', 'inconclusive') AND l."superseded_at" IS NULL AND t."erased_at" IS NULL
ON CONFLICT DO NOTHING;
