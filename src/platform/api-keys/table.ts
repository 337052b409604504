import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { digest, instant } from '#src/platform/db/columns.ts'
import type { Scope } from '#src/platform/http/auth/scopes-schema.ts'

/** Credentials of tenants without an issuer. The key itself is nowhere but with whoever it was shown to. */
export const apiKeys = pgTable(
  'api_key',
  {
    id: uuid('id').primaryKey(),
    tenant: text('tenant').notNull(),
    mode: text('mode').$type<'sandbox' | 'live'>().notNull(),
    name: text('name').notNull(),
    scopes: jsonb('scopes').$type<readonly Scope[]>().notNull(),
    hash: digest('hash').notNull(),
    createdAt: instant('created_at')
      .notNull()
      .default(sql`clock_timestamp()`),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    /** To the hour. */
    lastUsedAt: instant('last_used_at'),
    /** The key that made it, and the one that it takes the place of. */
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
