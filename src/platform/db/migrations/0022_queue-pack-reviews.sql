-- Runs that had ended with the outcome review before there was a queue: of each pack the newest of a transaction.
INSERT INTO "review" ("id", "transaction_id", "tenant", "mode", "source", "subject", "pack", "because", "opened_at", "deadline_at")
SELECT gen_random_uuid(), r."transaction_id", t."tenant", t."mode", 'pack', r."id", r."name" || '@' || r."version",
	coalesce(r."stop_reason", 'review'), r."ended_at", r."ended_at" + interval '1 day'
FROM "pack_run" r
JOIN "transaction" t ON t."id" = r."transaction_id"
WHERE r."outcome" = 'review' AND r."ended_at" IS NOT NULL AND r."decided_by" IS NULL AND t."erased_at" IS NULL
	AND NOT EXISTS (SELECT FROM "review" q WHERE q."subject" = r."id")
	AND NOT EXISTS (SELECT FROM "pack_run" n
		WHERE n."transaction_id" = r."transaction_id" AND n."name" = r."name" AND n."started_at" > r."started_at")
ON CONFLICT DO NOTHING;
