import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { digest, instant, sealed } from '#src/platform/db/columns.ts'
import type { ShownSecret } from './signing.ts'

/** Where a tenant wants its events to be sent. */
export const webhookEndpoints = pgTable(
  'webhook_endpoint',
  {
    id: uuid('id').primaryKey(),
    tenant: text('tenant').notNull(),
    mode: text('mode').$type<'sandbox' | 'live'>().notNull(),
    url: text('url').notNull(),
    /** Null: all. */
    types: jsonb('types').$type<readonly string[]>(),
    description: text('description'),
    createdAt: instant('created_at').notNull(),
    /** Its own data key, and what it signs with. */
    keyId: text('key_id').notNull(),
    wrappedKey: digest('wrapped_key').notNull(),
    secrets: sealed('secrets').notNull(),
    /** What of its secrets everybody may see. */
    shownSecrets: jsonb('shown_secrets').$type<readonly ShownSecret[]>().notNull(),
    /** Events behind this place were not given to it yet. */
    cursorTx: bigint('cursor_tx', { mode: 'number' }).notNull(),
    cursorId: uuid('cursor_id').notNull(),
    /** Tries in a row that have failed, and since when. */
    failures: integer('failures').notNull().default(0),
    failingSince: instant('failing_since'),
    /** Nothing is tried before. */
    restsUntil: instant('rests_until'),
    disabledAt: instant('disabled_at'),
    disabledReason: text('disabled_reason').$type<DisabledReason>(),
  },
  (table) => [index('webhook_endpoint_owner').on(table.tenant, table.mode, table.id)],
)

/** `client`: by `PATCH`. `gone`: it has answered 410. `failing`: it has taken nothing for three days. */
export type DisabledReason = 'client' | 'gone' | 'failing'

export type DeliveryStatus = 'pending' | 'delivered' | 'failed'

/** One try: the status of the answer, or why there was none. */
export type Try = {
  readonly at: string
  readonly status?: number
  readonly error?: string
  readonly durationMs: number
}

/** An event on its way to one endpoint. No reference: what is gone leaves its log to be forgotten with its age. */
export const webhookDeliveries = pgTable(
  'webhook_delivery',
  {
    id: uuid('id').primaryKey(),
    endpointId: uuid('endpoint_id').notNull(),
    /** The event; of a test its own. */
    eventId: uuid('event_id').notNull(),
    type: text('type').notNull(),
    status: text('status').$type<DeliveryStatus>().notNull(),
    /** When it is tried next; while a process is at it, when another one may. */
    dueAt: instant('due_at').notNull(),
    /** Tries since it was made or sent again. */
    attempts: integer('attempts').notNull().default(0),
    /** When these began. */
    since: instant('since').notNull(),
    /** The last twenty. */
    tries: jsonb('tries').$type<readonly Try[]>().notNull(),
  },
  (table) => [
    index('webhook_delivery_endpoint').on(table.endpointId, table.id),
    index('webhook_delivery_due')
      .on(table.endpointId, table.dueAt)
      .where(sql`${table.status} = 'pending'`),
  ],
)
