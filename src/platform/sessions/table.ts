import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { digest, instant, ownerColumns, sealed } from '#src/platform/db/columns.ts'

/**
 * The sessions of people in the console, each in one browser. The sealed part can be opened only with the browser’s
 * token.
 */
export const sessions = pgTable(
  'session',
  {
    id: uuid('id').primaryKey(),
    ...ownerColumns,
    /** A keyed hash of the subject, the same as in audit rows. */
    actor: text('actor').notNull(),
    /** The name of the issuer in the configuration. */
    issuer: text('issuer').notNull(),
    scopes: jsonb('scopes').$type<readonly string[]>().notNull(),
    /** A hash of the token in the browser’s cookie. */
    hash: digest('hash').notNull(),
    /** A hash of what opened the session: a one-time link or the state of a sign-in. None opens a second session. */
    origin: digest('origin').notNull(),
    content: sealed('content').notNull(),
    createdAt: instant('created_at')
      .notNull()
      .default(sql`clock_timestamp()`),
    /** Rounded to the minute. */
    lastUsedAt: instant('last_used_at')
      .notNull()
      .default(sql`clock_timestamp()`),
    /** When the issuer last stated the person's rights (`readAt`), and when it was last asked (`askedAt`). */
    readAt: instant('read_at')
      .notNull()
      .default(sql`clock_timestamp()`),
    askedAt: instant('asked_at'),
    expiresAt: instant('expires_at').notNull(),
    /** Set when the person signed out, the session was revoked, or a newer one replaced it. */
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
