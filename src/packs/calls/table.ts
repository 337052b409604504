import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { transactionColumn } from '#src/journey/transaction/table.ts'
import { digest, instant, sealed } from '#src/platform/db/columns.ts'

/** `open`: it is tried until it is answered; `later`: it is answered by `replyTo`; `by-hand`: in the sandbox. */
export type CallStatus = 'open' | 'later' | 'by-hand' | 'ended'

/** The calls of steps to systems of the tenant; one row for all tries of one call. */
export const packCalls = pgTable(
  'pack_call',
  {
    /** Derived from run, step and round: `webhook-id` of all its tries. */
    id: uuid('id').primaryKey(),
    ...transactionColumn,
    runId: uuid('run_id').notNull(),
    step: text('step').notNull(),
    /** Over repeats and what a person wanted anew alike. */
    round: integer('round').notNull(),
    /** The name of the endpoint, and which one it was then; null in the sandbox where there is none. */
    endpoint: text('endpoint').notNull(),
    endpointId: uuid('endpoint_id'),
    status: text('status').$type<CallStatus>().notNull(),
    /** What is sent, as the step began, and the names of its fields. */
    input: sealed('input').notNull(),
    fields: jsonb('fields').$type<readonly string[]>().notNull(),
    /** The digest of the token in `replyTo`. */
    tokenHash: digest('token_hash').notNull(),
    attempts: integer('attempts').notNull().default(0),
    openedAt: instant('opened_at').notNull(),
    deadlineAt: instant('deadline_at').notNull(),
  },
  (table) => [
    index('pack_call_transaction').on(table.transactionId),
    index('pack_call_run').on(table.runId, table.step),
    index('pack_call_token').on(table.tokenHash),
    index('pack_call_endpoint').on(table.endpointId),
  ],
)
