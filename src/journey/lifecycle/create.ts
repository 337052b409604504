import { sql } from 'drizzle-orm'
import { append } from '#src/journey/journal/append.ts'
import { keepDataKey, type Locked, type Owner } from '#src/journey/transaction/locked.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import { toLocked } from '#src/journey/transaction/row.ts'
import { stateColumns } from '#src/journey/transaction/row-columns.ts'
import { fieldsContext } from '#src/journey/transaction/store.ts'
import { submissions, transactions } from '#src/journey/transaction/table.ts'
import type { Db } from '#src/platform/db/client.ts'
import { buildSqlOnce } from '#src/platform/db/prepared.ts'
import { newId } from '#src/platform/ids.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { transactionCreated } from './kinds.ts'
import type { OnCreated } from '#src/journey/capabilities/capability.ts'

const { placeholder } = sql

/** A workflow is started with the first task: until then there is nothing to sweep for. */
const insertBoth = buildSqlOnce<
  Readonly<Record<string, unknown>> & { readonly created_at: string }
>(
  () => sql`
    with narrow as (
      insert into ${transactions} (id, tenant, mode, sweep_at, document_type)
      values (${placeholder('id')}, ${placeholder('tenant')}, ${placeholder('mode')}, 'infinity',
        ${placeholder('documentType')})
      returning ${stateColumns}
    ), stored as (
      insert into ${submissions} (id, tenant, mode, created_at, fields, key_id, wrapped_key, client)
      select ${placeholder('id')}::uuid, ${placeholder('tenant')}, ${placeholder('mode')}, clock_timestamp(),
        ${placeholder('fields')}::bytea, ${placeholder('keyId')}, ${placeholder('wrapped')}::bytea,
        ${placeholder('client')}::text
      from narrow
      returning created_at
    )
    select narrow.*, created_at from narrow, stored`,
)

/** Stores the fields sealed under a new data key, and begins the journal. */
export async function createTransaction(
  tx: Db,
  sealer: Sealer,
  { tenant, mode, client }: Owner & { readonly client: string },
  fields: StoredFields,
): Promise<Locked> {
  const id = newId()
  const { wrapped, key } = await sealer.createKey(tenant, id)
  keepDataKey(sealer, wrapped, key)
  const sealed = sealer.seal(key, fieldsContext(tenant, id), fields)
  const [row] = await insertBoth(tx).execute({
    id,
    tenant,
    mode,
    client,
    ...wrapped,
    documentType: fields.documentType,
    fields: sealed,
  })
  if (!row) throw new Error('the insert gave no row')
  const createdAt = new Date(row.created_at)
  const locked = toLocked(
    { id, tenant, mode, createdAt, key: wrapped, fields: sealed, restrictedAt: null },
    row,
    createdAt,
  )
  append(locked, { kind: transactionCreated, code: mode })
  return locked
}

/** All parts at once, on one connection. */
export const onCreated =
  (parts: readonly OnCreated[]): OnCreated =>
  async (creation) => {
    await Promise.all(parts.map((part) => part(creation)))
  }
