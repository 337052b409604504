// Wraps every data key anew under the current master key; what is sealed stays as it is. May be stopped
// at any point and run again, and runs beside the service.
import { and, eq, isNotNull, ne } from 'drizzle-orm'
import type { Db } from '#src/db/client.ts'
import { transactions } from '#src/transaction/table.ts'
import type { Sealer } from './sealer.ts'

const batchSize = 500

/** Resolves to how many data keys were wrapped anew. */
export async function rotateMasterKey(db: Db, sealer: Sealer, currentId: string): Promise<number> {
  let total = 0
  for (;;) {
    const done = await db.transaction((tx) => rotateBatch(tx, sealer, currentId))
    total += done
    if (done === 0) return total
  }
}

async function rotateBatch(tx: Db, sealer: Sealer, currentId: string): Promise<number> {
  const rows = await tx
    .select({
      id: transactions.id,
      tenant: transactions.tenant,
      keyId: transactions.keyId,
      wrapped: transactions.wrappedKey,
    })
    .from(transactions)
    .where(and(ne(transactions.keyId, currentId), isNotNull(transactions.wrappedKey)))
    .limit(batchSize)
    .for('no key update')
  for (const { id, tenant, keyId, wrapped } of rows) {
    const anew = await sealer.rewrap(tenant, id, { keyId, wrapped })
    if (!anew) throw new Error('a key of another master key is wrapped anew')
    await tx
      .update(transactions)
      .set({ keyId: anew.keyId, wrappedKey: anew.wrapped })
      .where(eq(transactions.id, id))
  }
  return rows.length
}
