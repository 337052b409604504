// Shows which processes are alive: each holds an advisory lock with its number on a connection of its own, which
// PostgreSQL releases when the process ends, however it ends.
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { readAddress } from './address/address.ts'
import { connect } from './client.ts'

export type Presence = {
  /**
   * The number of this process: a positive 32-bit integer, different at each start. Undefined while it holds no lock,
   * because its death would go unnoticed.
   */
  current(): number | undefined
  /** Takes the lock and holds it until `end`; resolves after the first attempt. */
  begin(): Promise<void>
  /**
   * Whether no process holds that number, now and a second ago. False while that is unknown: the database cannot be
   * reached, or could not until a moment ago, so that living processes are still reconnecting.
   */
  isGone(process: number): Promise<boolean>
  /** `listener` is called once for each process that was alive and has ended. */
  onGone(listener: (process: number) => void): void
  end(): Promise<void>
}

/** The first half of these locks’ key; the second half is the number of a process. */
const lockClass = 1_096_041_805
const beatMs = 1_000
/** A process whose connection was cut has reconnected within this time. */
const graceMs = 1_000
/** How long after an outage of the database or the connection other processes may still be reconnecting. */
const returnMs = 5_000
const silenceMs = 3_000

type Look = { readonly alive: ReadonlySet<number>; readonly isSure: boolean }

export function createPresence(url: string, applicationName: string): Presence {
  const number = randomInt(1, 2 ** 31 - 1)
  let asking = 0
  const silence = { isBusy: () => asking > 0, silenceMs }
  const client = connect(readAddress(url), toOptions(applicationName), silence)
  const ending = new AbortController()
  const listeners: ((process: number) => void)[] = []
  /** The processes that were seen alive, and since when each is missing. */
  const known = new Map<number, number | undefined>()
  const asked = new Map<number, Promise<boolean>>()
  let session: { readonly pid: number; readonly since: number } | undefined
  let isHeld = false
  let beating: Promise<void> | undefined

  async function look(): Promise<Look> {
    asking += 1
    try {
      const [row] = await lookBy(client, number)
      if (!row) return { alive: new Set(), isSure: false }
      isHeld = row.held
      // At the first session of a process nothing was lost before.
      if (!session) session = { pid: row.pid, since: -Infinity }
      else if (session.pid !== row.pid) session = { pid: row.pid, since: performance.now() }
      const alive = new Set(row.alive.split(',').map(Number))
      for (const one of alive) known.set(one, undefined)
      const isBack = performance.now() - session.since >= returnMs
      return { alive, isSure: isBack && row.up_ms >= returnMs }
    } catch (error) {
      isHeld = false
      throw error
    } finally {
      asking -= 1
    }
  }

  async function beat(): Promise<void> {
    const { alive, isSure } = await look()
    const now = performance.now()
    for (const [one, since] of known) {
      if (alive.has(one)) continue
      known.set(one, isSure ? (since ?? now) : undefined)
      if (since === undefined || !isSure || now - since < graceMs * 0.9) continue
      known.delete(one)
      if (one !== number) for (const tell of listeners) tell(one)
    }
  }

  async function keepBeating(): Promise<void> {
    while (!ending.signal.aborted) {
      await sleep(beatMs, undefined, { signal: ending.signal }).catch(() => undefined)
      // While the database cannot be reached no process counts as dead.
      if (!ending.signal.aborted) await beat().catch(() => undefined)
    }
  }

  async function isMissing(process: number): Promise<boolean> {
    const { alive, isSure } = await look()
    return isSure && !alive.has(process)
  }

  async function askTwice(process: number): Promise<boolean> {
    if (!(await isMissing(process))) return false
    await sleep(graceMs)
    return isMissing(process)
  }

  return {
    current: () => (isHeld ? number : undefined),
    async begin() {
      await beat().catch(() => undefined)
      beating = keepBeating()
    },
    isGone(process) {
      if (process === number || ending.signal.aborted) return Promise.resolve(false)
      const under = asked.get(process)
      if (under) return under
      const answer = askTwice(process)
        .catch(() => false)
        .finally(() => asked.delete(process))
      asked.set(process, answer)
      return answer
    },
    onGone: (listener) => void listeners.push(listener),
    async end() {
      ending.abort()
      await beating
      isHeld = false
      await client.end({ timeout: 1 })
    },
  }
}

const toOptions = (applicationName: string) => ({
  max: 1,
  connect_timeout: 3,
  backoff: () => 0.25,
  keep_alive: 10,
  onnotice() {},
  connection: { application_name: applicationName, statement_timeout: silenceMs },
})

type Row = {
  readonly pid: number
  readonly held: boolean
  /** How long the server has been up, in milliseconds. */
  readonly up_ms: number
  /** Numbers, separated by commas. */
  readonly alive: string
}

/**
 * Takes the lock if this session does not hold it: a lost session has lost the lock too. The server probes a host that
 * is silent for five seconds, and releases its locks after four more.
 */
const lookBy = (client: Sql, number: number) => client<Row[]>`
  with seen as materialized (
    select objid::bigint as number, pid from pg_locks
    where locktype = 'advisory' and granted and objsubid = 2
      and classid::bigint = ${lockClass}::bigint
      and database = (select oid from pg_database where datname = current_database())
  ), own as materialized (
    select case
      when exists (select from seen where number = ${number}::bigint and pid = pg_backend_pid())
        then true
      when pg_try_advisory_lock(${lockClass}::int, ${number}::int)
        then set_config('tcp_keepalives_idle', '5', false)
          || set_config('tcp_keepalives_interval', '2', false)
          || set_config('tcp_keepalives_count', '2', false) is not null
      else false end as held
  )
  select pg_backend_pid() as pid, held,
    (extract(epoch from clock_timestamp() - pg_postmaster_start_time()) * 1000)::float8 as up_ms,
    concat_ws(',', case when held then ${number}::bigint::text end,
      (select string_agg(number::text, ',') from seen)) as alive
  from own`
