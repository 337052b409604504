// Deletes the keyed hashes of an erased person, by which anyone with the hash keys could confirm a guessed value.
import { sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { forgetSightings } from '#src/journey/velocity/store.ts'

/** In the commit of an erasure. What was sent keeps the hash of its number, for limits and for the person's own opt-outs. */
export async function forgetHashes(tx: Db, id: string): Promise<void> {
  await forgetSightings(tx, id)
  await tx.execute(sql`
    with forgotten_uses as (delete from phone_use where transaction_id = ${id}),
      forgotten_checks as (
        update check_request set request_hash = ''::bytea where transaction_id = ${id} returning id
      )
    update check_attempt set vendor_hash = null
    from check_order, forgotten_checks
    where check_order.check_id = forgotten_checks.id and check_attempt.order_id = check_order.id`)
}
