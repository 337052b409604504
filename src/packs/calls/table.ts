import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { transactionColumn } from '#src/journey/transaction/table.ts'
import { digest, instant, sealed } from '#src/platform/db/columns.ts'

/**
 * `open`: it is tried until it is answered; `later`: the answer comes by `replyTo`; `by-hand`: somebody answers in the
 * sandbox.
 */
export type CallStatus = 'open' | 'later' | 'by-hand' | 'ended'

/** The calls of steps to systems of the tenant; one row for all tries of one call. */
export const packCalls = pgTable(
  'pack_call',
  {
    /** Derived from run, step and round, and sent as `webhook-id` of all its tries. */
    id: uuid('id').primaryKey(),
    ...transactionColumn,
    runId: uuid('run_id').notNull(),
    step: text('step').notNull(),
    /** Counts repeat steps and a person’s requests to run the step again alike. */
    round: integer('round').notNull(),
    /**
     * The endpoint's name, and the id of the row that had it then; the id is null in a sandbox without such an
     * endpoint.
     */
    endpoint: text('endpoint').notNull(),
    endpointId: uuid('endpoint_id'),
    status: text('status').$type<CallStatus>().notNull(),
    /** The values that are sent, as of the beginning of the step, and the names of their fields. */
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
