// The events of a commit, as a part of the statement that ends it: they cost no statement of their own, and nothing at
// all where nobody is told anything.
import { type SQL, sql } from 'drizzle-orm'
import { newId } from '#src/platform/ids.ts'
import type { Unwritten } from './entry.ts'
import { events } from './table.ts'

type Ending = {
  readonly id: string
  readonly tenant: string
  readonly mode: 'sandbox' | 'live'
  readonly unwritten: readonly Pick<Unwritten, 'seq' | 'at' | 'event'>[]
}

/** Undefined where no entry has an event. As one value: the statement's text must not vary with their number. */
export function insertEvents({ id, tenant, mode, unwritten }: Ending): SQL | undefined {
  const told = unwritten.flatMap(({ event, seq, at }) =>
    event ? [{ ...event, seq, at: new Date(at) }] : [],
  )
  if (told.length === 0) return undefined
  // In one order within a commit too.
  const ids = told.map(() => newId()).toSorted()
  const json = JSON.stringify(told.map((one, index) => ({ ...one, id: ids[index] })))
  return sql`insert into ${events} (id, tx, tenant, mode, type, transaction_id, seq, at, data)
    select id, pg_current_xact_id()::text::bigint, ${tenant}, ${mode}, type, ${id}::uuid, seq, at, data
    from json_to_recordset(${json}::json)
      as one (id uuid, type text, seq integer, at timestamptz, data jsonb)`
}
