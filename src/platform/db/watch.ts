// What a process knows of its database without waiting for traffic: whether it takes writes, how fast it answers, and
// whose clock is right.
import { sql } from 'drizzle-orm'
import { type ClockReading, secondsAhead } from '#src/platform/clock-ahead.ts'
import type { Database } from './client.ts'
import { outageOf } from './outage.ts'

export type DatabaseMeasure = {
  /** Of one read, on a connection that waits for nobody. Undefined while nothing is answered. */
  readonly readSeconds: number | undefined
  /** Of one commit. Undefined where nothing could be committed. */
  readonly writeSeconds: number | undefined
  /** How far the clock of this process is ahead of the database's, at least. */
  readonly aheadSeconds: number | undefined
}

export type DatabaseWatch = {
  measure(): Promise<DatabaseMeasure>
  /** Whether the database took a commit when it was asked last; undefined where nobody can say. */
  takesWrites(): boolean | undefined
}

/** So long a measure is good. */
const goodMs = 20_000
/** A commit that takes longer, as one that waits for a standby which is away, is none. */
const commitMs = 4_000

export function createDatabaseWatch({ db, probe }: Pick<Database, 'db' | 'probe'>): DatabaseWatch {
  let last: { readonly takesWrites: boolean | undefined; readonly until: number } | undefined

  /** As a commit does it, but for any table: it fails where the server is a standby, read-only or out of space. */
  async function write(): Promise<boolean> {
    const [row] = await db.execute<{ isReadOnly: boolean }>(sql`
      with state as materialized (
        select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly"
      )
      select "isReadOnly", case when not "isReadOnly"
        then pg_logical_emit_message(true, 'atesta', '')::text end as written
      from state`)
    return row?.isReadOnly === false
  }

  async function measureWrite(): Promise<number | undefined> {
    const begun = performance.now()
    const deadline = Promise.withResolvers<false>()
    const timer = setTimeout(() => deadline.resolve(false), commitMs)
    let takesWrites: boolean | undefined
    try {
      takesWrites = await Promise.race([write(), deadline.promise])
    } catch (error) {
      // A role that may not ask, and our own queue that is full, say nothing of the server.
      takesWrites = outageOf(error) ? false : undefined
    } finally {
      clearTimeout(timer)
    }
    last = { takesWrites, until: performance.now() + goodMs }
    return takesWrites ? (performance.now() - begun) / 1_000 : undefined
  }

  async function measureRead() {
    try {
      const begun = performance.now()
      const reading = await readClock(probe)
      return {
        readSeconds: (performance.now() - begun) / 1_000,
        aheadSeconds: secondsAhead(reading),
      }
    } catch {
      return { readSeconds: undefined, aheadSeconds: undefined }
    }
  }

  return {
    async measure() {
      const [read, writeSeconds] = await Promise.all([measureRead(), measureWrite()])
      return { ...read, writeSeconds }
    },
    takesWrites: () => (last && last.until > performance.now() ? last.takesWrites : undefined),
  }
}

async function readClock(probe: Database['probe']): Promise<ClockReading> {
  const before = Date.now()
  const [row] = await probe.execute<{ theirs: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as theirs`,
  )
  return { before, theirs: row?.theirs ?? NaN, after: Date.now() }
}
