import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { digest, instant, ownerColumns, sealed } from '#src/platform/db/columns.ts'
import type { ShownSecret } from '#src/journey/receivers/signing.ts'

/** A tenant’s webhook endpoints. */
export const webhookEndpoints = pgTable(
  'webhook_endpoint',
  {
    id: uuid('id').primaryKey(),
    ...ownerColumns,
    url: text('url').notNull(),
    /** Null for all types. */
    types: jsonb('types').$type<readonly string[]>(),
    description: text('description'),
    createdAt: instant('created_at').notNull(),
    /** The endpoint’s own data key and its signing secrets. */
    keyId: text('key_id').notNull(),
    wrappedKey: digest('wrapped_key').notNull(),
    secrets: sealed('secrets').notNull(),
    /** The public part of the secrets. */
    shownSecrets: jsonb('shown_secrets').$type<readonly ShownSecret[]>().notNull(),
    /** The cursor: events after it are not assigned to the endpoint yet. */
    cursorTx: bigint('cursor_tx', { mode: 'number' }).notNull(),
    cursorId: uuid('cursor_id').notNull(),
    /** The number of tries in a row that failed, and the time of the first one. */
    failures: integer('failures').notNull().default(0),
    failingSince: instant('failing_since'),
    /** No try is made before this time. */
    restsUntil: instant('rests_until'),
    disabledAt: instant('disabled_at'),
    disabledReason: text('disabled_reason').$type<DisabledReason>(),
  },
  (table) => [index('webhook_endpoint_owner').on(table.tenant, table.mode, table.id)],
)

/** Names the webhook as the holder of the key that seals its secrets. */
export const webhookKind = { holder: 'webhook', table: 'webhook_endpoint' } as const

export type WebhookRow = typeof webhookEndpoints.$inferSelect

/** `client`: by `PATCH`. `gone`: the receiver answered 410. `failing`: every try failed for three days. */
export type DisabledReason = 'client' | 'gone' | 'failing'

export type DeliveryStatus = 'pending' | 'delivered' | 'failed'

/** One try: the status of the answer, or the reason why there is none. */
export type Try = {
  readonly at: string
  readonly status?: number
  readonly error?: string
  readonly durationMs: number
}

/**
 * The delivery of an event to one endpoint. There is no foreign key: the log outlives its endpoint until it expires.
 */
export const webhookDeliveries = pgTable(
  'webhook_delivery',
  {
    id: uuid('id').primaryKey(),
    endpointId: uuid('endpoint_id').notNull(),
    /** The event’s id; a test has an id of its own. */
    eventId: uuid('event_id').notNull(),
    type: text('type').notNull(),
    status: text('status').$type<DeliveryStatus>().notNull(),
    /** The time of the next try; while a process is sending, the end of its lease. */
    dueAt: instant('due_at').notNull(),
    /** The number of tries since it was created or sent again. */
    attempts: integer('attempts').notNull().default(0),
    /** When the delivery was created, or last sent again by hand. */
    since: instant('since').notNull(),
    /** The last twenty tries. */
    tries: jsonb('tries').$type<readonly Try[]>().notNull(),
  },
  (table) => [
    index('webhook_delivery_endpoint').on(table.endpointId, table.id),
    index('webhook_delivery_due')
      .on(table.endpointId, table.dueAt)
      .where(sql`${table.status} = 'pending'`),
  ],
)
