// Reviews of runs whose evidence is not kept: too large, or absent.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { z } from 'zod'
import { computes, defineModule } from '#src/journey/capabilities/module.ts'
import { capabilities } from '#src/main/capabilities.ts'
import type { Db } from '#src/platform/db/client.ts'
import { reviews } from '#src/packs/reviews/table.ts'
import { evidenceMaxBytes } from '#src/packs/runs/evidence/evidence.ts'
import { packEvidence } from '#src/packs/runs/table.ts'
import { audit } from '#src/platform/audit/table.ts'
import { test as base } from '#test/db/fixture.ts'
import { definePack, module, sequence, stop } from '#test/support/packs/build.ts'
import { publishPacks } from '#test/support/packs/publish.ts'
import { ana, askReview, bia, decide, openReviews, takeNext } from '#test/support/reviews.ts'
import { testIssuer } from '#test/support/app.ts'
import { readProblem } from '#test/support/transactions.ts'

const test = base.extend<{ queue: Db }>({
  // A queue of its own for each test.
  queue: async ({ db }, use) => {
    await db.delete(reviews)
    await use(db)
  },
})

/** A run that ends with review, having seen so many bytes. */
async function askAfter(db: Db, bytes: number) {
  const text = 'x'.repeat(bytes)
  const large = defineModule(
    { key: 'large' },
    z.object({ text: z.string() }),
    async () => ({ moduleStatus: 'completed', results: [{ text }] }),
    { runs: computes(async () => {}), seen: { text: 'string' } },
  )
  const offered = [...capabilities, { name: 'large', module: large }]
  const { app } = await openReviews(db, { offered })
  const name = `large-${randomUUID()}`
  const root = sequence(module({ key: 'large' }), stop('review', 'list-hit'))
  await publishPacks(db, [definePack(name, 1, root)])
  await askReview({ app, name })
  const review = await takeNext(app)
  const shown = await (await app.call('GET', `/v1/reviews/${review}`, { claims: ana })).json()
  return { app, review, against: shown.against }
}

test('202: approving what a run saw beyond 64 KiB takes two people, and the review and its audit say why', async ({
  queue: db,
}) => {
  const { app, review, against } = await askAfter(db, evidenceMaxBytes)
  expect(against).toEqual(['evidence-missing'])
  const first = await decide(app, review, 'approved')
  expect([first.status, await first.json()]).toEqual([202, { awaiting: 'second' }])
  await takeNext(app, bia)
  expect((await decide(app, review, 'approved', { claims: bia })).status).toBe(200)
  const rows = await db.select().from(audit).where(eq(audit.object, review))
  expect(rows.find(({ action }) => action === 'review.decided')?.details).toMatchObject({
    people: 2,
    against: 'evidence-missing',
  })
})

test('200: within 64 KiB one person approves, and rejecting takes one whatever is kept', async ({
  queue: db,
}) => {
  const small = await askAfter(db, evidenceMaxBytes / 2)
  expect(small.against).toEqual([])
  expect((await decide(small.app, small.review, 'approved')).status).toBe(200)
  const large = await askAfter(db, evidenceMaxBytes)
  expect((await decide(large.app, large.review, 'rejected')).status).toBe(200)
})

test('202: a run whose evidence is absent is approved by two people', async ({ queue: db }) => {
  const own = await openReviews(db)
  await askReview(own)
  const review = await takeNext(own.app)
  await db.delete(packEvidence)
  expect((await decide(own.app, review, 'approved')).status).toBe(202)
})

test('403: a program alone approves nothing whose evidence is absent', async ({ queue: db }) => {
  const own = await openReviews(db, { issuers: [testIssuer()] })
  await askReview(own)
  const review = await takeNext(own.app)
  await db.delete(packEvidence)
  const refused = await decide(own.app, review, 'approved')
  expect([refused.status, (await readProblem(refused)).code]).toEqual([403, 'person-needed'])
})
