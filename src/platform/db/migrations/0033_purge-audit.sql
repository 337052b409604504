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
