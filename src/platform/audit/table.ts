import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#src/platform/db/columns.ts'

/**
 * The actions of people and clients on data, including reads. Append-only: the role of the processes cannot change a
 * row.
 */
export const audit = pgTable(
  'audit',
  {
    /**
     * The number of the database transaction. Rows are shown in its order, once no earlier transaction can still be
     * running.
     */
    tx: bigint('tx', { mode: 'number' })
      .notNull()
      .default(sql`pg_current_xact_id()::text::bigint`),
    seq: bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at')
      .notNull()
      .default(sql`clock_timestamp()`),
    /** `*` means the service itself. */
    tenant: text('tenant').notNull(),
    /** Null where the row belongs to both modes. */
    mode: text('mode').$type<'sandbox' | 'live'>(),
    action: text('action').notNull(),
    actorKind: text('actor_kind').$type<ActorKind>().notNull(),
    /** A keyed hash of a token’s subject, or the id of an API key. */
    actor: text('actor'),
    /** The name or id of what was acted on. */
    object: text('object'),
    transactionId: uuid('transaction_id'),
    requestId: text('request_id'),
    /** Codes, counts and numbers, without personal data. */
    details: jsonb('details').$type<AuditDetails>(),
  },
  (table) => [index('audit_tenant').on(table.tenant, table.tx, table.seq)],
)

export type ActorKind = 'subject' | 'key' | 'link' | 'command' | 'service'
export type AuditDetails = Readonly<Record<string, string | number | boolean>>
