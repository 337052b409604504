// The erasure ledger: what was erased stands in the object store too, where the database's back-ups do not reach. A
// restored database is told of it before anybody uses it.
import { z } from 'zod'
import type { ObjectStore } from '#src/biometrics/images/port.ts'
import type { ServiceDeps } from '#src/main/capability.ts'
import { commit } from '#src/journey/commit/commit.ts'
import { lockKept } from '#src/journey/transaction/lock.ts'
import { relationshipClasses } from '#src/platform/tenants/data.ts'
import { apply } from './ask.ts'
import { type Erasure, findErasureOf, putErasure, readRelationship } from './store.ts'
import { replayWithdrawals } from './withdrawals.ts'

const folder = 'erasures/'

/** Ids, codes and times. */
const Line = z.object({
  receiptId: z.uuid(),
  transactionId: z.uuid(),
  tenant: z.string(),
  mode: z.enum(['sandbox', 'live']),
  status: z.enum(['erased', 'restricted']),
  because: z.enum(['request', 'retention']),
  at: z.iso.datetime(),
  /** Of a restricted one: whose duty keeps it, and what beside its record. */
  keptBy: z
    .object({
      class: z.enum(relationshipClasses),
      covers: z.array(z.enum(['pictures', 'answers'])),
    })
    .exactOptional(),
})
type Line = z.output<typeof Line>

/** One object for each receipt: what comes later of it replaces what was. */
export async function writeLine(
  { db, tenants }: Pick<ServiceDeps, 'db' | 'tenants'>,
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
}

export type Replayed = { lines: number; erased: number; restricted: number; withdrawn: number }

/** After a restore, before the service is used. May be stopped and said again. */
export async function replayLedger(deps: ServiceDeps, store: ObjectStore): Promise<Replayed> {
  const replayed: Replayed = { lines: 0, erased: 0, restricted: 0, withdrawn: 0 }
  for await (const names of store.list(folder))
    for (const name of names) {
      const bytes = await store.get(name)
      if (!bytes) continue
      const line = Line.parse(JSON.parse(Buffer.from(bytes).toString()))
      replayed.lines += 1
      if (await replayLine(deps, line)) replayed[line.status] += 1
    }
  const { lines, withdrawn } = await replayWithdrawals(deps, store)
  return { ...replayed, lines: replayed.lines + lines, withdrawn }
}

/** Whether something was to be done. */
function replayLine(deps: ServiceDeps, line: Line): Promise<boolean> {
  const { receiptId, because, transactionId, tenant, mode, at } = line
  const owner = { tenant, mode }
  return commit(deps, async (tx, hold) => {
    const locked = await lockKept(tx, owner, transactionId)
    const before = await findErasureOf(tx, owner, transactionId)
    if (!locked) {
      if (before) return false
      // It was made after the back-up, and is not there: its receipt is.
      const row = { receiptId, because, transactionId, tenant, mode, what: {}, vendors: [] }
      await putErasure(tx, { ...row, status: 'done', at: new Date(at), isPending: false })
      return false
    }
    if (line.keptBy && locked.restrictedAt !== null) return false
    await apply({ ...deps, tx, locked: hold(locked) }, { receiptId, because, before }, line.keptBy)
    return true
  })
}
