import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#src/platform/db/client.ts'
import type { Log } from '#src/platform/log.ts'
import { sqlState } from '#src/platform/db/errors.ts'
import { addLease, batchSize, type Lease, measure, noLease, type Rate } from './bucket.ts'
import { rateBuckets } from './table.ts'

/** The state of a tenant’s limit after this request. Seconds are whole, rounded up. */
type RateVerdict = {
  allowed: boolean
  /** The most requests at once. */
  limit: number
  remaining: number
  resetSeconds: number
  /** 0 when allowed. */
  retryAfterSeconds: number
}

type Tenant = { readonly tenant: string; readonly mode: 'sandbox' | 'live' }

/** Takes one request from a tenant’s rate. It never throws: while PostgreSQL is away every request passes. */
export type RateLimit = (tenant: Tenant) => Promise<RateVerdict>

/** Takes up to a batch of tokens from the shared bucket; `tokens` is the rest in it. */
export type TakeLease = (tenant: Tenant) => Promise<{ granted: number; tokens: number }>

/** The rate of a tenant that has its own. */
export type RateOf = (tenant: string) => Rate

const toRateOf = (rate: Rate | RateOf): RateOf => (typeof rate === 'function' ? rate : () => rate)

type Held = { lease: Lease; asking?: Promise<void> | undefined }

const leaseDeadlineMs = 500
const pauseMs = 1000

/**
 * A token bucket per tenant and mode, shared by all processes through leases: most requests use only memory, and the
 * processes together exceed the rate by at most one batch each.
 */
export function createRateLimit(
  takeLease: TakeLease,
  rate: Rate | RateOf,
  log: Pick<Log, 'warn'>,
  // A monotonic clock: one that is set back would block a tenant for as long.
  now: () => number = () => performance.now(),
): RateLimit {
  const rateOf = toRateOf(rate)
  const held = new Map<string, Held>()
  let pausedUntil = 0

  /** All requests of a tenant that find no token left share one lease. */
  async function refill(one: Held, tenant: Tenant): Promise<void> {
    one.asking ??= withDeadline(takeLease(tenant))
      .then((answer) => {
        one.lease = addLease(one.lease, answer, rateOf(tenant.tenant), now())
      })
      .catch((error: unknown) => {
        pausedUntil = now() + pauseMs
        log.warn({ sqlState: sqlState(error) }, 'rate limit is open: no lease to be had')
      })
      .finally(() => {
        one.asking = undefined
      })
    return one.asking
  }

  return async function rateLimit(tenant) {
    const key = `${tenant.mode}/${tenant.tenant}`
    const one = held.get(key) ?? { lease: noLease }
    held.set(key, one)
    const own = rateOf(tenant.tenant)
    while (one.lease.own < 1) {
      if (now() < pausedUntil) return measure(one.lease, true, own, now())
      if (now() < one.lease.emptyUntil) return measure(one.lease, false, own, now())
      await refill(one, tenant)
    }
    one.lease = { ...one.lease, own: one.lease.own - 1 }
    return measure(one.lease, true, own, now())
  }
}

async function withDeadline<T>(work: Promise<T>): Promise<T> {
  const deadline = Promise.withResolvers<never>()
  const timer = setTimeout(() => deadline.reject(new Error('no lease in time')), leaseDeadlineMs)
  try {
    return await Promise.race([work, deadline.promise])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Leases from PostgreSQL by one statement, which refills the bucket by the database’s clock once it holds the row’s
 * lock. `buckets` is a table with the columns of `rate_bucket`.
 */
export function leaseFrom(
  db: Db,
  rate: Rate | RateOf,
  givenBatch?: number,
  buckets: PgTable = rateBuckets,
): TakeLease {
  const rateOf = toRateOf(rate)
  return async function takeLease({ tenant, mode }) {
    const own = rateOf(tenant)
    const { perSecond, burst } = own
    const batch = givenBatch ?? batchSize(own)
    const first = Math.min(batch, Math.floor(burst))
    const [row] = await db.execute<{ granted: number; tokens: number }>(sql`
      insert into ${buckets} as bucket (tenant, mode, tokens, granted, refilled_at)
      values (${tenant}, ${mode}, ${burst - first}, ${first}, clock_timestamp())
      on conflict (tenant, mode) do update set (tokens, granted, refilled_at) = (
        select available - taken, taken, moment
        from (select clock_timestamp() as moment) clock,
          lateral (select least(${burst}::float8, bucket.tokens + ${perSecond}::float8 *
            greatest(0, extract(epoch from moment - bucket.refilled_at)::float8)) as available) filled,
          lateral (select least(${batch}::float8, floor(available)) as taken) lease
      )
      returning granted, tokens`)
    if (!row) throw new Error('the upsert of a rate bucket returned no row')
    return { granted: Number(row.granted), tokens: Number(row.tokens) }
  }
}
