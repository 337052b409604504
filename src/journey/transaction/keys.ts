// Reads and replaces the data keys of transactions when the master key is rotated.
import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import type { KeyHolder, Sealer } from '#src/platform/seal/sealer.ts'
import { submissions } from './table.ts'

const batchSize = 500
const firstId = '00000000-0000-0000-0000-000000000000'

export const submissionKeys: KeyHolder = {
  async needs(db, masterId) {
    // An erased transaction has no key left.
    const [used] = await db
      .select({ id: submissions.id })
      .from(submissions)
      .where(and(eq(submissions.keyId, masterId), isNotNull(submissions.wrappedKey)))
      .limit(1)
    return used !== undefined
  },
  async rewrap(db, sealer, masterId) {
    let total = 0
    let after: string | undefined = firstId
    // Continues after the last row, because rewrapped rows leave dead entries at the front of the index.
    while (after !== undefined) {
      const ids = await rewrapBatch(db, sealer, masterId, after)
      total += ids.length
      after = ids.at(-1)
    }
    return total
  },
}

/** Resolves to the ids of the batch in order; rows that another transaction has locked are skipped. */
function rewrapBatch(db: Db, sealer: Sealer, masterId: string, after: string): Promise<string[]> {
  return db.transaction(async (tx) => {
    const rows = await tx
      .select({
        id: submissions.id,
        tenant: submissions.tenant,
        keyId: submissions.keyId,
        wrapped: submissions.wrappedKey,
      })
      .from(submissions)
      .where(
        and(
          eq(submissions.keyId, masterId),
          isNotNull(submissions.wrappedKey),
          gt(submissions.id, after),
        ),
      )
      .orderBy(asc(submissions.id))
      .limit(batchSize)
      .for('no key update', { skipLocked: true })
    const anew = await Promise.all(
      rows.map(async ({ id, tenant, ...key }) => {
        const { keyId, wrapped } = (await sealer.rewrap(tenant, id, key)) ?? key
        return { id, key_id: keyId, wrapped: wrapped?.toString('hex') }
      }),
    )
    await tx.execute(sql`
      update ${submissions} rotated set key_id = anew.key_id, wrapped_key = decode(anew.wrapped, 'hex')
      from jsonb_to_recordset((${JSON.stringify(anew)}::text)::jsonb)
        as anew(id uuid, key_id text, wrapped text)
      where rotated.id = anew.id`)
    return rows.map(({ id }) => id)
  })
}
