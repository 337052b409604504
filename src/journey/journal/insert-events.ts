// The events of a commit, as a part of the statement that ends it: they cost no statement of their own, and nothing at
// all where nobody is told anything.
import { type SQL, sql } from 'drizzle-orm'
import { newId } from '#src/platform/ids.ts'
import type { Unwritten } from '#src/journey/transaction/entry.ts'
import { events } from './table.ts'

type Ending = { readonly unwritten: readonly Pick<Unwritten, 'seq' | 'at' | 'event'>[] }

/** Undefined where no entry has an event. As one value: the statement's text must not vary with their number. */
export function toJsonEvents({ unwritten }: Ending): string | undefined {
  const told = unwritten.flatMap(({ event, seq, at }) =>
    event ? [{ ...event, seq, at: new Date(at) }] : [],
  )
  if (told.length === 0) return undefined
  // In one order within a commit too.
  const ids = told.map(() => newId()).toSorted()
  return JSON.stringify(told.map((one, index) => ({ ...one, id: ids[index] })))
}

const { placeholder } = sql

/** With placeholders: `id`, `tenant` and `mode` of the transaction, and what `toJsonEvents` gives as `events`. */
export const insertEvents = (): SQL =>
  sql`insert into ${events} (id, tx, tenant, mode, type, transaction_id, seq, at, data)
    select id, pg_current_xact_id()::text::bigint, ${placeholder('tenant')}, ${placeholder('mode')}, type,
      ${placeholder('id')}::uuid, seq, at, data
    from json_to_recordset(${placeholder('events')}::json)
      as one (id uuid, type text, seq integer, at timestamptz, data jsonb)`
