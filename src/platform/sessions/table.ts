import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { digest, instant, ownerColumns, sealed } from '#src/platform/db/columns.ts'

/** People who are signed in to the console, each in one browser. What only the browser’s token opens is sealed by it. */
export const sessions = pgTable(
  'session',
  {
    id: uuid('id').primaryKey(),
    ...ownerColumns,
    /** A keyed hash of the subject, as audit rows have it. */
    actor: text('actor').notNull(),
    /** The name of the issuer in the configuration. */
    issuer: text('issuer').notNull(),
    scopes: jsonb('scopes').$type<readonly string[]>().notNull(),
    /** A hash of the token in the browser’s cookie. */
    hash: digest('hash').notNull(),
    /** A hash of what it was opened with, a one-time link or the state of a sign-in: none opens a second session. */
    origin: digest('origin').notNull(),
    content: sealed('content').notNull(),
    createdAt: instant('created_at')
      .notNull()
      .default(sql`clock_timestamp()`),
    /** To the minute. */
    lastUsedAt: instant('last_used_at')
      .notNull()
      .default(sql`clock_timestamp()`),
    /** When the issuer said last what the person may do, and when it was asked again. */
    readAt: instant('read_at')
      .notNull()
      .default(sql`clock_timestamp()`),
    askedAt: instant('asked_at'),
    expiresAt: instant('expires_at').notNull(),
    /** Signed out, revoked, or given up for a newer one. */
    endedAt: instant('ended_at'),
  },
  (table) => [
    uniqueIndex('session_hash').on(table.hash),
    uniqueIndex('session_origin').on(table.origin),
    index('session_actor').on(table.actor),
    index('session_tenant').on(table.tenant, table.mode, table.id),
    index('session_age').on(table.createdAt),
  ],
)

export type SessionRow = typeof sessions.$inferSelect
