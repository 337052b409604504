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
  /** A counter of changes over all tenants, so that a process notices a change by one number. */
  version: bigint('version', { mode: 'number' }).notNull(),
})

/** The action that takes two people, as it is named in their requests and in the audit. */
export const publishingLowered = 'tenant.publishing-lowered'

export type TenantRow = typeof tenantsTable.$inferSelect

export const listTenants = (db: Db): Promise<TenantRow[]> =>
  db.select().from(tenantsTable).orderBy(asc(tenantsTable.tenant))

export async function findTenant(db: Db, tenant: string): Promise<TenantRow | undefined> {
  const [row] = await db.select().from(tenantsTable).where(eq(tenantsTable.tenant, tenant))
  return row
}

/** The number of the last change; 0 before the first. */
export async function readVersion(db: Db): Promise<number> {
  const [row] = await db
    .select({ version: sql<string>`coalesce(max(${tenantsTable.version}), 0)` })
    .from(tenantsTable)
  return Number(row?.version ?? 0)
}

/** Inserts or replaces a tenant. The lock serialises changes, so that each has a number of its own. */
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

/**
 * The registered tenants by name. Fields that this release does not know are dropped, because a newer one may have
 * written them.
 */
export async function readRegistered(db: Db): Promise<Record<string, RegisteredTenant>> {
  const rows = await listTenants(db)
  return Object.fromEntries(
    rows.map(({ tenant, registered }) => [tenant, RegisteredTenant.strip().parse(registered)]),
  )
}
