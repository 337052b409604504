// Monitors the database without waiting for requests: whether it takes writes, how fast it answers, and the difference
// of the clocks.
import { sql } from 'drizzle-orm'
import { type ClockReading, secondsAhead } from '#src/platform/clock-ahead.ts'
import type { Database } from './client.ts'
import { outageOf } from './outage.ts'

export type DatabaseMeasure = {
  /** The duration of one read on a connection of its own; undefined while there is no answer. */
  readonly readSeconds: number | undefined
  /** The duration of one commit; undefined when nothing could be committed. */
  readonly writeSeconds: number | undefined
  /** The least number of seconds by which the clock of this process is ahead of the database’s. */
  readonly aheadSeconds: number | undefined
}

export type DatabaseWatch = {
  measure(): Promise<DatabaseMeasure>
  /** Whether the last test commit succeeded; undefined when that is unknown. */
  takesWrites(): boolean | undefined
}

/** How long a measurement is good. */
const goodMs = 20_000
/** A commit that takes longer counts as failed; it may wait for a standby that is away. */
const commitMs = 4_000

export function createDatabaseWatch({ db, probe }: Pick<Database, 'db' | 'probe'>): DatabaseWatch {
  let last: { readonly takesWrites: boolean | undefined; readonly until: number } | undefined

  /** A write without a table: like a commit it fails where the server is a standby, read-only or out of disk space. */
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
      // A role without the right, or our own full queue, says nothing about the server.
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
