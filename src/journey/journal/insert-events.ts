// Inserts the events of a commit within its last statement, so that they cost no statement of their own.
import { type SQL, sql } from 'drizzle-orm'
import { newId } from '#src/platform/ids.ts'
import type { Unwritten } from '#src/journey/transaction/entry.ts'
import { events } from './table.ts'

type Ending = { readonly unwritten: readonly Pick<Unwritten, 'seq' | 'at' | 'event'>[] }

/**
 * Undefined when no entry has an event. One parameter for all events, so that the statement’s text does not vary with
 * their number.
 */
export function toJsonEvents({ unwritten }: Ending): string | undefined {
  const told = unwritten.flatMap(({ event, seq, at }) =>
    event ? [{ ...event, seq, at: new Date(at) }] : [],
  )
  if (told.length === 0) return undefined
  // The ids ascend, so that the events of a commit are ordered too.
  const ids = told.map(() => newId()).toSorted()
  return JSON.stringify(told.map((one, index) => ({ ...one, id: ids[index] })))
}

const { placeholder } = sql

/** Uses the placeholders `id`, `tenant` and `mode` of the transaction, and `events` from `toJsonEvents`. */
export const insertEvents = (where = sql``): SQL =>
  sql`insert into ${events} (id, tx, tenant, mode, type, transaction_id, seq, at, data)
    select id, pg_current_xact_id()::text::bigint, ${placeholder('tenant')}, ${placeholder('mode')}, type,
      ${placeholder('id')}::uuid, seq, at, data
    from json_to_recordset(${placeholder('events')}::json)
      as one (id uuid, type text, seq integer, at timestamptz, data jsonb)${where}`
