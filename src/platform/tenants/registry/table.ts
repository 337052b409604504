import { sql } from 'drizzle-orm'
import { bigint, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#src/platform/db/columns.ts'
import type { RegisteredTenant } from '../settings.ts'

/** Tenants that may use the service, where the registry stands in the database. */
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
