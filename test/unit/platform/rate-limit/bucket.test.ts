import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { addLease, batchSize, measure, noLease } from '#src/platform/rate-limit/bucket.ts'
import { createRateLimit, type TakeLease } from '#src/platform/rate-limit/rate-limit.ts'

const rate = { perSecond: 10, burst: 20 }
const log = { warn() {} }
const acme = { tenant: 'acme', mode: 'live' } as const

/** A shared bucket as Postgres keeps it, on a clock that the test moves. */
function sharedBucket({ perSecond, burst } = rate) {
  const clock = { ms: 1_000_000 }
  const batch = batchSize({ perSecond, burst })
  let tokens = burst
  let at = clock.ms
  let leases = 0
  const takeLease: TakeLease = async () => {
    leases += 1
    tokens = Math.min(burst, tokens + ((clock.ms - at) / 1000) * perSecond)
    at = clock.ms
    const granted = Math.min(batch, Math.floor(tokens))
    tokens -= granted
    return { granted, tokens }
  }
  const now = () => clock.ms
  return { clock, now, takeLease, leases: () => leases }
}

const allowedOf = async (limit: ReturnType<typeof createRateLimit>, count: number) => {
  const verdicts = await Promise.all(Array.from({ length: count }, () => limit(acme)))
  return verdicts.filter(({ allowed }) => allowed).length
}

describe('the arithmetic', () => {
  test('leases a tenth of a second, and never less than one token', () => {
    expect(batchSize({ perSecond: 500, burst: 1000 })).toBe(50)
    expect(batchSize({ perSecond: 500, burst: 20 })).toBe(2)
    expect(batchSize({ perSecond: 0.5, burst: 3 })).toBe(1)
  })

  test('leaves an empty bucket alone until it holds a token', () => {
    const lease = addLease(noLease, { granted: 0, tokens: 0.25 }, rate, 1000)
    expect(lease).toEqual({ own: 0, shared: 0.25, emptyUntil: 1075 })
    expect(measure(lease, false, rate, 1000)).toEqual({
      allowed: false,
      limit: 20,
      remaining: 0,
      resetSeconds: 2,
      retryAfterSeconds: 1,
    })
  })

  test('leaves it alone for a moment too when only a rounding error is missing', () => {
    const lease = addLease(noLease, { granted: 0, tokens: 1 - 1e-16 }, rate, 1e12)
    expect(lease.emptyUntil).toBe(1e12 + 1)
  })

  test('never shows less than nothing, more than the limit, or a wait where none is', () => {
    fc.assert(
      fc.property(
        fc.record({
          own: fc.double({ min: 0, max: 100, noNaN: true }),
          shared: fc.double({ min: 0, max: 100, noNaN: true }),
          emptyUntil: fc.integer({ min: 0, max: 10_000 }),
        }),
        fc.boolean(),
        fc.integer({ min: 0, max: 10_000 }),
        (lease, allowed, nowMs) => {
          const seen = measure(lease, allowed, rate, nowMs)
          expect(seen.remaining).toBeGreaterThanOrEqual(0)
          expect(seen.remaining).toBeLessThanOrEqual(rate.burst)
          expect(seen.resetSeconds).toBeGreaterThanOrEqual(0)
          expect(Number.isInteger(seen.remaining) && Number.isInteger(seen.resetSeconds)).toBe(true)
          expect(seen.retryAfterSeconds > 0).toBe(!allowed)
        },
      ),
    )
  })
})

describe('a process', () => {
  test('lets the burst through at once and not one request more', async () => {
    const { takeLease, now } = sharedBucket()
    expect(await allowedOf(createRateLimit(takeLease, rate, log, now), 100)).toBe(20)
  })

  test('asks for one lease at a time, however many requests wait', async () => {
    const { takeLease, now } = sharedBucket({ perSecond: 500, burst: 1000 })
    let open = 0
    const counted: TakeLease = async (tenant) => {
      open += 1
      expect(open).toBe(1)
      await new Promise((resolve) => {
        setTimeout(resolve, 1)
      })
      open -= 1
      return takeLease(tenant)
    }
    const limit = createRateLimit(counted, { perSecond: 500, burst: 1000 }, log, now)
    expect(await allowedOf(limit, 120)).toBe(120)
  })

  test('a clock that is set back holds nobody up', async () => {
    const bucket = sharedBucket({ perSecond: 100, burst: 1 })
    const now = Date.now.bind(Date)
    let lostMs = 0
    using _ = vi.spyOn(Date, 'now').mockImplementation(() => now() - lostMs)
    const limit = createRateLimit(bucket.takeLease, { perSecond: 100, burst: 1 }, log)
    expect(await allowedOf(limit, 2)).toBe(1)
    lostMs = 180_000
    bucket.clock.ms += 10
    await expect.poll(() => allowedOf(limit, 1)).toBe(1)
  })

  test('asks once per batch, and not at all while the bucket is known to be empty', async () => {
    const bucket = sharedBucket({ perSecond: 100, burst: 100 })
    const limit = createRateLimit(bucket.takeLease, { perSecond: 100, burst: 100 }, log, bucket.now)
    await allowedOf(limit, 100)
    expect(bucket.leases()).toBe(10)
    await allowedOf(limit, 500)
    expect(bucket.leases()).toBe(11)
    bucket.clock.ms += 10
    expect(await allowedOf(limit, 5)).toBe(1)
  })

  test('says when the next request is taken, and then takes it', async () => {
    const { takeLease, now, clock } = sharedBucket({ perSecond: 0.25, burst: 1 })
    const limit = createRateLimit(takeLease, { perSecond: 0.25, burst: 1 }, log, now)
    expect(await limit(acme)).toMatchObject({ allowed: true, remaining: 0, resetSeconds: 4 })
    expect(await limit(acme)).toMatchObject({ allowed: false, retryAfterSeconds: 4 })
    clock.ms += 4000
    expect(await limit(acme)).toMatchObject({ allowed: true, retryAfterSeconds: 0 })
  })

  test('counts tenants and modes apart', async () => {
    const { now } = sharedBucket()
    const asked: unknown[] = []
    const takeLease: TakeLease = async (tenant) => {
      asked.push(tenant)
      return { granted: 1, tokens: 0 }
    }
    const limit = createRateLimit(takeLease, rate, log, now)
    const tenants = [acme, { ...acme, mode: 'sandbox' }, { ...acme, tenant: 'other' }] as const
    for (const tenant of tenants) await limit(tenant)
    expect(asked).toEqual(tenants)
  })

  test('lets everything through while no lease can be had, and asks again after a second', async () => {
    const { takeLease, now, clock, leases } = sharedBucket()
    let failures = 0
    const failing: TakeLease = async (tenant) => {
      if (clock.ms > 1_000_999) return takeLease(tenant)
      failures += 1
      throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
    }
    const limit = createRateLimit(failing, rate, log, now)
    expect(await allowedOf(limit, 100)).toBe(100)
    expect([failures, leases()]).toEqual([1, 0])
    clock.ms += 1000
    expect(await allowedOf(limit, 100)).toBe(20)
  })

  test('does not wait for a database that hangs', async () => {
    const limit = createRateLimit(() => new Promise(() => {}), rate, log)
    const startedAt = performance.now()
    expect(await allowedOf(limit, 10)).toBe(10)
    expect(performance.now() - startedAt).toBeLessThan(20_000)
  })
})

test('processes together exceed rate and burst by one batch each at most, at any moment', async () => {
  const steps = fc.array(
    fc.record({
      process: fc.nat({ max: 2 }),
      waitMs: fc.nat({ max: 300 }),
      count: fc.nat({ max: 40 }),
    }),
    { maxLength: 40 },
  )
  const rates = fc.record({
    perSecond: fc.integer({ min: 1, max: 200 }),
    burst: fc.integer({ min: 1, max: 200 }),
  })
  await fc.assert(
    fc.asyncProperty(rates, steps, async (given, walk) => {
      const { takeLease, now, clock } = sharedBucket(given)
      const limits = [0, 1, 2].map(() => createRateLimit(takeLease, given, log, now))
      const startedAt = clock.ms
      let allowed = 0
      for (const { process, waitMs, count } of walk) {
        clock.ms += waitMs
        const limit = limits[process]
        if (limit) allowed += await allowedOf(limit, count)
        const earned = given.burst + ((clock.ms - startedAt) / 1000) * given.perSecond
        expect(allowed).toBeLessThanOrEqual(earned + 1e-6)
      }
    }),
  )
})

test('a tenant that has a rate of its own is held to it, and others to theirs', async () => {
  const takeLease: TakeLease = async ({ tenant }) => ({
    granted: tenant === 'small' ? 1 : 50,
    tokens: 0,
  })
  const rateOf = (tenant: string) =>
    tenant === 'small' ? { perSecond: 1, burst: 2 } : { perSecond: 500, burst: 1_000 }
  const limit = createRateLimit(takeLease, rateOf, log)
  expect((await limit({ tenant: 'small', mode: 'live' })).limit).toBe(2)
  expect((await limit({ tenant: 'large', mode: 'live' })).limit).toBe(1_000)
})
