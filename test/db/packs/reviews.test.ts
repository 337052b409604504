// What the alarm sees of reviews that nobody decides.
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { showLoad } from '#src/packs/reviews/load.ts'
import { reviews } from '#src/packs/reviews/table.ts'
import { createMetrics } from '#src/platform/metrics.ts'
import { test } from '#test/db/fixture.ts'
import { askReview, decide, openReviews, takeNext } from '#test/support/reviews.ts'

test('open and overdue reviews are counted per tenant and mode, and decided ones no more', async ({
  db,
}) => {
  const own = await openReviews(db)
  const metrics = createMetrics()
  const read = async () => {
    await showLoad(db, metrics)
    const { reviewsOpen, reviewsOverdue, reviewOverdueSeconds, reviewOldestSeconds } = metrics
    const gauges = await Promise.all(
      [reviewsOpen, reviewsOverdue, reviewOverdueSeconds, reviewOldestSeconds].map((one) =>
        one.get(),
      ),
    )
    return gauges.map(({ values }) => values.map(({ labels, value }) => ({ ...labels, value })))
  }
  const about = { tenant: 'acme', mode: 'sandbox' }
  await askReview(own)
  await askReview(own)
  expect(await read()).toEqual([
    [{ ...about, value: 2 }],
    [{ ...about, value: 0 }],
    [{ ...about, value: 0 }],
    [{ ...about, value: expect.any(Number) }],
  ])
  await db.update(reviews).set({
    deadlineAt: sql`clock_timestamp() - interval '1 hour'`,
    openedAt: sql`clock_timestamp() - interval '2 hours'`,
  })
  const [, overdue, [oldest] = [], [first] = []] = await read()
  expect(first?.value).toBeGreaterThan(7_199)
  expect(overdue).toEqual([{ ...about, value: 2 }])
  // Both ends are read in microseconds, and written as fractions.
  expect(oldest?.value).toBeGreaterThan(3_599)
  for (let n = 0; n < 2; n += 1) await decide(own.app, await takeNext(own.app), 'rejected')
  expect(await read()).toEqual([[], [], [], []])
})
