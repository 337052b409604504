import type { ApiKey } from './schema.ts'
import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import type { Scope } from '#src/platform/http/auth/scopes-schema.ts'
import { newId } from '#src/platform/ids.ts'
import { hashKey, makeKey } from './key.ts'
import { index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { digest, instant, ownerColumns } from '#src/platform/db/columns.ts'

/** Credentials of tenants without an OIDC issuer. Only a hash of the key is stored; the key is shown once. */
export const apiKeys = pgTable(
  'api_key',
  {
    id: uuid('id').primaryKey(),
    ...ownerColumns,
    name: text('name').notNull(),
    scopes: jsonb('scopes').$type<readonly Scope[]>().notNull(),
    hash: digest('hash').notNull(),
    createdAt: instant('created_at')
      .notNull()
      .default(sql`clock_timestamp()`),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    /** Rounded down to the hour. */
    lastUsedAt: instant('last_used_at'),
    /** The key with which this one was created, and the key that it replaces. */
    madeBy: uuid('made_by'),
    replaces: uuid('replaces'),
  },
  (table) => [
    uniqueIndex('api_key_hash').on(table.hash),
    index('api_key_tenant').on(table.tenant, table.mode, table.id),
    index('api_key_made_by')
      .on(table.madeBy)
      .where(sql`${table.madeBy} is not null`),
  ],
)

export type ApiKeyRow = typeof apiKeys.$inferSelect
export type Owner = { readonly tenant: string; readonly mode: 'sandbox' | 'live' }

export type NewKey = Owner & {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly expiresAt: Date
  readonly madeBy?: string | undefined
  readonly replaces?: string | undefined
}

/** Returns the row with the key, which is not stored. */
export async function insertKey(tx: Db, given: NewKey): Promise<{ row: ApiKeyRow; key: string }> {
  const key = makeKey()
  const [row] = await tx
    .insert(apiKeys)
    .values({ ...given, id: newId(), hash: hashKey(key) })
    .returning()
  if (!row) throw new Error('the insert gave no row')
  return { row, key }
}

/** The rows of the keys with these hashes that are valid now. */
export const findGood = (db: Db, hashes: readonly Buffer[]): Promise<ApiKeyRow[]> =>
  db
    .select()
    .from(apiKeys)
    .where(
      and(
        inArray(apiKeys.hash, [...hashes]),
        isNull(apiKeys.revokedAt),
        gt(apiKeys.expiresAt, sql`clock_timestamp()`),
      ),
    )

const isOf = ({ tenant, mode }: Owner, id: string) =>
  and(eq(apiKeys.id, id), eq(apiKeys.tenant, tenant), eq(apiKeys.mode, mode))

export const listKeys = (db: Db, { tenant, mode }: Owner, limit: number): Promise<ApiKeyRow[]> =>
  db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.tenant, tenant), eq(apiKeys.mode, mode)))
    .orderBy(desc(apiKeys.id))
    .limit(limit)

export async function lockKey(tx: Db, owner: Owner, id: string): Promise<ApiKeyRow | undefined> {
  const [row] = await tx.select().from(apiKeys).where(isOf(owner, id)).for('update')
  return row
}

export async function shortenKey(tx: Db, id: string, expiresAt: Date): Promise<void> {
  await tx.update(apiKeys).set({ expiresAt }).where(eq(apiKeys.id, id))
}

/**
 * Revokes a key with all keys that were created with it, directly or through others: whoever stole it may have made
 * them. Returns the ids.
 */
export async function revokeKeys(tx: Db, { tenant, mode }: Owner, id: string): Promise<string[]> {
  const revoked = await tx.execute<{ id: string }>(sql`
    with recursive family(id) as (
      select ${apiKeys.id} from ${apiKeys}
      where ${apiKeys.id} = ${id} and tenant = ${tenant} and mode = ${mode}
      union
      select child.id from ${apiKeys} child join family on child.made_by = family.id
    )
    update ${apiKeys} set revoked_at = clock_timestamp()
    where id in (select family.id from family) and revoked_at is null
    returning id`)
  return revoked.map((row) => row.id)
}

/** Writes at most once an hour; a second call in the same hour changes nothing. */
export async function noteUse(db: Db, id: string): Promise<void> {
  await db.execute(sql`
    update ${apiKeys} set last_used_at = date_trunc('hour', clock_timestamp())
    where id = ${id}
      and (last_used_at is null or last_used_at < date_trunc('hour', clock_timestamp()))`)
}

export function toWire(row: ApiKeyRow): ApiKey {
  const { id, name, mode, createdAt, expiresAt, revokedAt, lastUsedAt, replaces } = row
  return {
    id,
    name,
    scopes: row.scopes.filter((one) => one !== 'tenants:admin'),
    mode,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    ...(revokedAt && { revokedAt: revokedAt.toISOString() }),
    ...(lastUsedAt && { lastUsedAt: lastUsedAt.toISOString() }),
    ...(replaces !== null && { replaces }),
  }
}
