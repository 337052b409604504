import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { createRateLimit, leaseFrom } from '#src/platform/rate-limit/rate-limit.ts'
import { rateBuckets } from '#src/platform/rate-limit/table.ts'
import { explainAll } from '#test/support/explain.ts'
import { ownerTest as test } from '#test/db/fixture.ts'

const log = { warn() {} }
const live = (tenant: string) => ({ tenant, mode: 'live' }) as const
const slow = { perSecond: 0.001, burst: 25 }

const rewind = (seconds: number) =>
  sql`${rateBuckets.refilledAt} - make_interval(secs => ${seconds}::float8)`

test('the first lease makes the bucket, full but for what it takes', async ({ db }) => {
  const takeLease = leaseFrom(db, { perSecond: 0.001, burst: 100 }, 10)
  expect(await takeLease(live('new'))).toEqual({ granted: 10, tokens: 90 })
})

test('a lease takes a batch, then what whole tokens are left, then nothing', async ({ db }) => {
  const takeLease = leaseFrom(db, slow, 10)
  const granted = []
  for (let index = 0; index < 5; index += 1)
    granted.push((await takeLease(live('drained'))).granted)
  expect(granted).toEqual([10, 10, 5, 0, 0])
})

test('the bucket refills by the clock of Postgres, up to the burst and no further', async ({
  db,
}) => {
  const takeLease = leaseFrom(db, slow, 10)
  for (let index = 0; index < 3; index += 1) await takeLease(live('refilled'))
  await db.update(rateBuckets).set({ refilledAt: rewind(2500) })
  const { granted, tokens } = await takeLease(live('refilled'))
  expect(granted).toBe(2)
  expect(tokens).toBeCloseTo(0.5, 2)
  await db.update(rateBuckets).set({ refilledAt: rewind(1_000_000) })
  expect(await takeLease(live('refilled'))).toEqual({ granted: 10, tokens: 15 })
})

test('a clock that was set back takes nothing away', async ({ db }) => {
  const takeLease = leaseFrom(db, slow, 10)
  await takeLease(live('backwards'))
  await db.update(rateBuckets).set({ refilledAt: rewind(-1000) })
  expect(await takeLease(live('backwards'))).toEqual({ granted: 10, tokens: 5 })
})

test('a smaller burst holds for buckets that were filled under a larger one', async ({ db }) => {
  await leaseFrom(db, { perSecond: 1, burst: 1000 }, 10)(live('shrunk'))
  const smaller = leaseFrom(db, { perSecond: 1, burst: 5 }, 10)
  expect((await smaller(live('shrunk'))).granted).toBe(5)
})

test('twenty leases at once share the bucket exactly', async ({ db }) => {
  const takeLease = leaseFrom(db, slow, 10)
  const leases = await Promise.all(Array.from({ length: 20 }, () => takeLease(live('raced'))))
  expect(leases.reduce((sum, { granted }) => sum + granted, 0)).toBe(25)
})

test('tenants and modes have buckets of their own', async ({ db }) => {
  const takeLease = leaseFrom(db, { perSecond: 0.001, burst: 10 }, 10)
  await takeLease(live('apart'))
  expect((await takeLease({ tenant: 'apart', mode: 'sandbox' })).granted).toBe(10)
  expect((await takeLease(live('apart2'))).granted).toBe(10)
  expect((await takeLease(live('apart'))).granted).toBe(0)
})

test('three processes together let through exactly what the bucket holds', async ({ db }) => {
  const limits = [0, 1, 2].map(() => createRateLimit(leaseFrom(db, slow), slow, log))
  const verdicts = await Promise.all(
    limits.flatMap((limit) => Array.from({ length: 30 }, () => limit(live('shared')))),
  )
  expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(25)
  const refused = verdicts.find(({ allowed }) => !allowed)
  expect(refused).toMatchObject({ limit: 25, remaining: 0 })
  expect(refused?.retryAfterSeconds).toBeGreaterThan(900)
})

test('a lease finds its bucket by its key, among many tenants', async ({ db, url }) => {
  await db.execute(sql`
    insert into rate_bucket (tenant, mode, tokens, granted, refilled_at)
    select 'tenant' || n, 'live', 1, 1, now() from generate_series(1, 10000) n`)
  await db.execute(sql`analyze rate_bucket`)
  const plans = await explainAll(url, (own) => leaseFrom(own, slow)(live('tenant1')))
  const [{ scanned } = { scanned: undefined }] = plans
  expect([plans.length, scanned]).toEqual([1, []])
})
