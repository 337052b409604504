import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#src/platform/db/columns.ts'

/** Who did, changed or saw what. Append-only: the role that the processes run as may not change a row. */
export const audit = pgTable(
  'audit',
  {
    /** Rows are shown in the order of their commits' numbers, once no earlier one can still be under way. */
    tx: bigint('tx', { mode: 'number' })
      .notNull()
      .default(sql`pg_current_xact_id()::text::bigint`),
    seq: bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at')
      .notNull()
      .default(sql`clock_timestamp()`),
    /** `*`: the service itself. */
    tenant: text('tenant').notNull(),
    /** Null where it is of both. */
    mode: text('mode').$type<'sandbox' | 'live'>(),
    action: text('action').notNull(),
    actorKind: text('actor_kind').$type<ActorKind>().notNull(),
    /** A keyed hash of a subject, or the id of an API key. */
    actor: text('actor'),
    /** A name or an id. */
    object: text('object'),
    transactionId: uuid('transaction_id'),
    requestId: text('request_id'),
    /** Codes, counts and numbers. */
    details: jsonb('details').$type<AuditDetails>(),
  },
  (table) => [index('audit_tenant').on(table.tenant, table.tx, table.seq)],
)

export type ActorKind = 'subject' | 'key' | 'link' | 'command' | 'service'
export type AuditDetails = Readonly<Record<string, string | number | boolean>>
