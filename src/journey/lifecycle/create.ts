// Creates a transaction: its rows and the first entry of its journal.
import { getTableColumns, sql } from 'drizzle-orm'
import { append } from '#src/journey/journal/append.ts'
import { keepDataKey, type Locked, type Owner } from '#src/journey/transaction/locked.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import { toLocked } from '#src/journey/transaction/row.ts'
import { columns, type RowState } from '#src/journey/transaction/row-columns.ts'
import { fieldsContext } from '#src/journey/transaction/store.ts'
import { submissions, transactions } from '#src/journey/transaction/table.ts'
import type { Db } from '#src/platform/db/client.ts'
import { noteClock } from '#src/platform/db/clock.ts'
import { buildSqlOnce, sendUnawaited } from '#src/platform/db/prepared.ts'
import { insertOne } from '#src/platform/db/rows.ts'
import { newId } from '#src/platform/ids.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { transactionCreated } from './kinds.ts'

/** `child` is for a transaction that a run makes: the id that follows from its position in the list, and the parent. */
export type Creator = Owner & {
  readonly client: string
  readonly child?: { readonly id: string; readonly parentId: string }
}

/** Builds a transaction that is created at this time of the database, and its row with sealed fields. */
export async function newTransaction(
  sealer: Sealer,
  { tenant, mode, client, child }: Creator,
  fields: StoredFields,
  createdAt: Date,
) {
  const id = child?.id ?? newId()
  const { wrapped, key } = await sealer.createKey(tenant, id)
  keepDataKey(sealer, wrapped, key)
  const sealed = sealer.seal(key, fieldsContext(tenant, id), fields)
  const locked = toLocked(
    {
      id,
      tenant,
      mode,
      createdAt,
      key: wrapped,
      fields: sealed,
      corrections: 0,
      takenBack: {},
      restrictedAt: null,
    },
    { ...newState, documentType: fields.documentType, parentId: child?.parentId ?? null },
    createdAt,
  )
  append(locked, { kind: transactionCreated, code: mode })
  const { keyId, wrapped: wrappedKey } = wrapped
  return { locked, row: { id, tenant, mode, client, createdAt, fields: sealed, keyId, wrappedKey } }
}

/** The workflow starts with the first task, so until then the sweep has nothing to find. */
const newState: Omit<RowState, 'documentType' | 'parentId'> = {
  lastSeq: 0,
  seenSeq: 0,
  tasks: [],
  armedAt: null,
  supersededRun: null,
  sweepAt: Infinity,
  sweeps: 0,
  clockOffsetMs: 0,
  pack: null,
  outcome: null,
}

const narrowMembers = Object.entries(getTableColumns(transactions))
  .filter(([, column]) => Object.values(columns).some((one) => one === column))
  .map(([member]) => member)

/** Inserts the row with the transaction's state, whose `agenda` holds the tasks. `where` can prevent the insert. */
export const insertNarrow = (where = sql``) =>
  insertOne(transactions, ['id', 'tenant', 'mode', ...narrowMembers], where)

const wideMembers = [
  'id', 'tenant', 'mode', 'createdAt', 'client', 'fields', 'keyId', 'wrappedKey',
] as const // prettier-ignore

export const insertWide = (where = sql``) => insertOne(submissions, wideMembers, where)

const insertBoth = buildSqlOnce(() => sql`with narrow as (${insertNarrow()}) ${insertWide()}`)

const askClock = buildSqlOnce<{ readonly now: string }>(() => sql`select clock_timestamp() as now`)

/** Stores the fields sealed under a new data key, and begins the journal. */
export async function createTransaction(
  tx: Db,
  sealer: Sealer,
  creator: Creator,
  fields: StoredFields,
): Promise<Locked> {
  const [clock] = await askClock(tx).execute()
  if (!clock) throw new Error('the database has no clock')
  const at = new Date(clock.now)
  noteClock(tx, at)
  const { locked, row } = await newTransaction(sealer, creator, fields, at)
  sendUnawaited(insertBoth(tx).execute({ ...row, ...locked.before, agenda: locked.before.tasks }))
  return locked
}
