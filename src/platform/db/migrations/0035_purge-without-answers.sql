-- As before, but first answers are left to their age of a day: none can be of what was erased thirty days ago, and to look for
-- them takes the whole table.
CREATE OR REPLACE FUNCTION purge_erased(before timestamptz, at_most int) RETURNS int
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
  DELETE FROM pack_module WHERE run_id = ANY (runs);
  DELETE FROM pack_run WHERE transaction_id = ANY (ids);
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
  DELETE FROM journal WHERE transaction_id = ANY (ids);
  DELETE FROM submission WHERE id = ANY (ids);
  DELETE FROM transaction WHERE id = ANY (ids);
  RETURN cardinality(ids);
END;
$$;
