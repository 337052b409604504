import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { RegisteredTenant } from '../settings.ts'
import { bigint, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#src/platform/db/columns.ts'

/**
 * Tenants that may use the service, where the registry stands in the database.
 * @public drizzle-kit reads it.
 */
export const tenantsTable = pgTable('tenant', {
  tenant: text('tenant').primaryKey(),
  registered: jsonb('registered').$type<RegisteredTenant>().notNull(),
  registeredAt: instant('registered_at')
    .notNull()
    .default(sql`clock_timestamp()`),
  changedAt: instant('changed_at')
    .notNull()
    .default(sql`clock_timestamp()`),
  /** Counts the changes of all, so that a process sees by one number that there was one. */
  version: bigint('version', { mode: 'number' }).notNull(),
})

export type TenantRow = typeof tenantsTable.$inferSelect

export const listTenants = (db: Db): Promise<TenantRow[]> =>
  db.select().from(tenantsTable).orderBy(asc(tenantsTable.tenant))

export async function findTenant(db: Db, tenant: string): Promise<TenantRow | undefined> {
  const [row] = await db.select().from(tenantsTable).where(eq(tenantsTable.tenant, tenant))
  return row
}

/** Of the last change; 0 before the first. */
export async function readVersion(db: Db): Promise<number> {
  const [row] = await db
    .select({ version: sql<string>`coalesce(max(${tenantsTable.version}), 0)` })
    .from(tenantsTable)
  return Number(row?.version ?? 0)
}

/** Takes the place of what is there. Changes come one after the other, so that none has the number of another. */
export async function putTenant(
  tx: Db,
  tenant: string,
  registered: RegisteredTenant,
): Promise<{ row: TenantRow; isNew: boolean }> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('tenant-registry', 0))`)
  const there = await findTenant(tx, tenant)
  const version = (await readVersion(tx)) + 1
  const changed = { registered, version, changedAt: new Date() }
  const [row] = await tx
    .insert(tenantsTable)
    .values({ tenant, ...changed })
    .onConflictDoUpdate({ target: tenantsTable.tenant, set: changed })
    .returning()
  if (!row) throw new Error('the upsert gave no row')
  return { row, isNew: !there }
}

/** By name. What a newer release has written and this one does not know is left out. */
export async function readRegistered(db: Db): Promise<Record<string, RegisteredTenant>> {
  const rows = await listTenants(db)
  return Object.fromEntries(
    rows.map(({ tenant, registered }) => [tenant, RegisteredTenant.strip().parse(registered)]),
  )
}
