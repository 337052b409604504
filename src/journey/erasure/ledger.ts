// The erasure ledger: erasures are recorded in the object store too, which is outside of the database’s back-ups. They
// are replayed on a restored database before it is used.
import { z } from 'zod'
import type { ObjectStore } from '#src/platform/object-store.ts'
import type { ErasureDeps } from './deps.ts'
import { commit } from '#src/journey/commit/commit.ts'
import { lockKept } from '#src/journey/transaction/lock.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import type { Db } from '#src/platform/db/client.ts'
import { relationshipClasses } from '#src/platform/tenants/data.ts'
import { apply } from './ask.ts'
import { moveNewest, newestName, noteReplayed } from './newest.ts'
import { type Erasure, findErasureOf, putErasure, readRelationship } from './store.ts'
import { replayWithdrawals } from './withdrawals.ts'

const folder = 'erasures/'

/** A line holds ids, codes and times, and no personal data. */
const Line = z.object({
  receiptId: z.uuid(),
  transactionId: z.uuid(),
  tenant: z.string(),
  mode: z.enum(['sandbox', 'live']),
  status: z.enum(['erased', 'restricted']),
  because: z.enum(['request', 'retention']),
  at: z.iso.datetime(),
  /** For a restricted transaction: the class whose duty applies, and which data beside the record it keeps. */
  keptBy: z
    .object({
      class: z.enum(relationshipClasses),
      covers: z.array(z.enum(['pictures', 'answers'])),
    })
    .exactOptional(),
})
type Line = z.output<typeof Line>

/** Writes one object per receipt; a later state replaces the earlier one. */
export async function writeLine(
  { db, tenants }: Pick<ErasureDeps, 'db' | 'tenants'>,
  store: ObjectStore,
  { receiptId, transactionId, tenant, mode, status, because, at }: Erasure,
): Promise<void> {
  const line = { receiptId, transactionId, tenant, mode, because, at: at.toISOString() }
  const { class: of } = await readRelationship(db, { id: transactionId, createdAt: at })
  const covers = tenants.of(tenant).data.duties[of]?.covers ?? []
  const said: Line =
    status === 'restricted'
      ? { ...line, status, keptBy: { class: of, covers } }
      : { ...line, status: 'erased' }
  await store.put(folder + receiptId, Buffer.from(JSON.stringify(said)))
  await moveNewest(db, store, { kind: 'erasure', id: transactionId, at: said.at })
}

export type Replayed = { lines: number; erased: number; restricted: number; withdrawn: number }

/** Runs after a restore, before the service is used. It may be interrupted and repeated. */
export async function replayLedger(deps: ErasureDeps, store: ObjectStore): Promise<Replayed> {
  const replayed: Replayed = { lines: 0, erased: 0, restricted: 0, withdrawn: 0 }
  for await (const names of store.list(folder))
    for (const name of names) {
      if (name === newestName) continue
      const bytes = await store.get(name)
      if (!bytes) continue
      const line = Line.parse(JSON.parse(Buffer.from(bytes).toString()))
      replayed.lines += 1
      if (await replayLine(deps, line)) replayed[line.status] += 1
    }
  const { lines, withdrawn } = await replayWithdrawals(deps, store)
  return { ...replayed, lines: replayed.lines + lines, withdrawn }
}

/** Resolves to true when something had to be done. */
function replayLine(deps: ErasureDeps, line: Line): Promise<boolean> {
  return commit(deps, async (tx, hold) => {
    const locked = await lockKept(tx, line, line.transactionId)
    const before = await findErasureOf(tx, line, line.transactionId)
    const isDone = locked
      ? await applyAgain({ ...deps, tx, locked: hold(locked) }, line, before)
      : await putReceipt(tx, line, before)
    await noteReplayed(tx, line.transactionId, new Date(line.at))
    return isDone
  })
}

async function applyAgain(
  ctx: InCommit<ErasureDeps>,
  { receiptId, because, keptBy }: Line,
  before: Erasure | undefined,
): Promise<boolean> {
  if (keptBy && ctx.locked.restrictedAt !== null) return false
  await apply(ctx, { receiptId, because, before }, keptBy)
  return true
}

/** Stores the receipt of a transaction that was created after the back-up and so does not exist here. */
async function putReceipt(tx: Db, line: Line, before: Erasure | undefined): Promise<false> {
  const { receiptId, because, transactionId, tenant, mode, at } = line
  const row = { receiptId, because, transactionId, tenant, mode, what: {}, vendors: [] }
  if (!before) await putErasure(tx, { ...row, status: 'done', at: new Date(at), isPending: false })
  return false
}
