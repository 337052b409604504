// Who decides an appeal: a person who signed in, and nobody who took part in deciding before.
import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { reviews } from '#src/packs/reviews/table.ts'
import {
  ana,
  askReview,
  bia,
  caio,
  decide,
  next,
  personOf,
  type Reviewing,
  takeNext,
} from '#test/support/reviews.ts'
import { type Answer, createTestApp, testIssuer } from '#test/support/app.ts'
import type { Claims } from '#test/support/token.ts'
import { readProblem } from '#test/support/transactions.ts'
import { test } from './fixture.ts'

const dora = personOf('dora')

const appeal = async ({ app }: Reviewing, id: string, claims: Claims): Promise<string> => {
  const answer = await app.call('POST', `/v1/reviews/${id}/appeal`, { claims })
  expect(answer.status).toBe(201)
  return (await answer.json()).id
}

/** Who of them the queue has nothing for. */
async function listRefused({ app }: Reviewing, people: Record<string, Claims>) {
  const refused: string[] = []
  for (const [name, claims] of Object.entries(people))
    if ((await next(app, claims)).status === 204) refused.push(name)
  return refused
}

/** A program with a key that Ana has made. */
async function makeProgram({ app }: Reviewing) {
  const body = { name: 'program', scopes: ['reviews:write'] }
  const claims = { ...ana, scope: `${ana.scope} keys:write` }
  const { key } = await (await app.call('POST', '/v1/api-keys', { body, claims })).json()
  const headers = { authorization: `Bearer ${key}` }
  const call = (path: string, sent?: object): Promise<Answer> =>
    app.call('POST', `/v1/${path}`, { headers, ...(sent && { body: sent }) })
  return {
    next: () => call('reviews/next'),
    claim: (id: string) => call(`reviews/${id}/claim`),
    decide: (id: string, outcome: string) =>
      call(`reviews/${id}/decision`, { outcome, reasons: ['seen'] }),
  }
}

const codeOf = async (answer: Response) => [answer.status, (await readProblem(answer)).code]

/** Ana and Bia differ, and Caio agrees with Ana. */
async function decideByThree({ app }: Reviewing, id: string): Promise<void> {
  for (const [claims, outcome, status] of [
    [ana, 'approved', 202],
    [bia, 'rejected', 202],
    [caio, 'approved', 200],
  ] as const) {
    await takeNext(app, claims)
    expect((await decide(app, id, outcome, { claims })).status).toBe(status)
  }
}

async function askOfTwo(own: Reviewing): Promise<string> {
  await askReview(own)
  const { db } = own.app.deps
  const [review] = await db
    .update(reviews)
    .set({ offer: { people: 2 } })
    .returning({ id: reviews.id })
  return review?.id ?? ''
}

test('nobody who took part in a decision of two gets its appeal, whoever they agreed with', async ({
  own,
}) => {
  const review = await askOfTwo(own)
  await decideByThree(own, review)
  const opened = await appeal(own, review, bia)
  expect(await listRefused(own, { ana, bia, caio })).toEqual(['ana', 'bia', 'caio'])
  expect(await takeNext(own.app, dora)).toBe(opened)
})

test('of two who differ each gets the review again, and an appeal too until one has decided it', async ({
  own,
}) => {
  const review = await askOfTwo(own)
  await takeNext(own.app, ana)
  await decide(own.app, review, 'approved', { claims: ana })
  await takeNext(own.app, bia)
  await decide(own.app, review, 'rejected', { claims: bia })
  expect(await takeNext(own.app, ana)).toBe(review)
  expect((await decide(own.app, review, 'rejected', { claims: ana })).status).toBe(200)

  const opened = await appeal(own, review, caio)
  await takeNext(own.app, caio)
  await decide(own.app, opened, 'approved', { claims: caio })
  await takeNext(own.app, dora)
  await decide(own.app, opened, 'rejected', { claims: dora })
  expect(await takeNext(own.app, caio)).toBe(opened)
  expect((await decide(own.app, opened, 'rejected', { claims: caio })).status).toBe(200)
  await appeal(own, opened, caio)
  expect(await listRefused(own, { ana, bia, caio, dora })).toHaveLength(4)
})

test('204 and 403: no program gets an appeal, nor keeps or decides one', async ({ own }) => {
  await askReview(own)
  const review = await takeNext(own.app, ana)
  await decide(own.app, review, 'rejected')
  const opened = await appeal(own, review, bia)
  const program = await makeProgram(own)
  expect((await program.next()).status).toBe(204)
  expect(await codeOf(await program.claim(opened))).toEqual([403, 'person-needed'])
  expect(await codeOf(await program.decide(opened, 'approved'))).toEqual([403, 'person-needed'])
  expect(await takeNext(own.app, bia)).toBe(opened)
  expect((await decide(own.app, opened, 'approved', { claims: bia })).status).toBe(200)
})

test('403: an appeal that a program has in hand is not prolonged, and not decided', async ({
  db,
  own,
}) => {
  const nobody = await createTestApp(db, own.app.sealer, { issuers: [testIssuer()] })
  await askReview(own)
  const review = await takeNext(own.app, ana)
  await decide(own.app, review, 'rejected')
  const opened = await appeal(own, review, bia)
  await takeNext(own.app, bia)
  const before = await db.select().from(reviews).where(eq(reviews.id, opened))
  expect((await next(nobody, bia)).status).toBe(204)
  const kept = await nobody.call('POST', `/v1/reviews/${opened}/claim`, { claims: bia })
  expect(await codeOf(kept)).toEqual([403, 'person-needed'])
  const decided = await decide(nobody, opened, 'approved', { claims: bia })
  expect(await codeOf(decided)).toEqual([403, 'person-needed'])
  expect(await db.select().from(reviews).where(eq(reviews.id, opened))).toEqual(before)
})

test('whoever appeals against what a program decided does not get the appeal, and another person does', async ({
  own,
}) => {
  const program = await makeProgram(own)
  await askReview(own)
  const { id: review } = await (await program.next()).json()
  expect((await program.decide(review, 'rejected')).status).toBe(200)
  const opened = await appeal(own, review, ana)
  expect(await listRefused(own, { ana })).toEqual(['ana'])
  expect(await takeNext(own.app, bia)).toBe(opened)
  expect((await decide(own.app, opened, 'approved', { claims: bia })).status).toBe(200)
  // Nor one against the appeal.
  await appeal(own, opened, caio)
  expect(await listRefused(own, { ana, bia })).toEqual(['ana', 'bia'])
  expect((await next(own.app, caio)).status).toBe(200)
})

test('whoever decided does not get the appeal, even of a review that lists nobody', async ({
  db,
  own,
}) => {
  await askReview(own)
  const review = await takeNext(own.app, ana)
  await decide(own.app, review, 'rejected')
  await appeal(own, review, bia)
  await db
    .update(reviews)
    .set({ excluded: sql`'[]'::jsonb` })
    .where(eq(reviews.id, review))
  expect(await listRefused(own, { ana })).toEqual(['ana'])
})
