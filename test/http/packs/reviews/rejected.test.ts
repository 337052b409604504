// What a person has rejected is known of whoever comes with the same document, and by whom two must approve.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { gatherFacts } from '#src/risk/insights/take.ts'
import { findById } from '#src/journey/transaction/store.ts'
import { reviews } from '#src/packs/reviews/table.ts'
import { eraseTransaction } from '#test/support/erase.ts'
import { lockById } from '#src/journey/transaction/lock.ts'
import { bia, decide, personOf, type Reviewing, takeNext } from '#test/support/reviews.ts'
import { createTransaction, moveClock } from '#test/support/transactions.ts'
import { eq } from 'drizzle-orm'
import type { Claims } from '#test/support/token.ts'
import { test } from './fixture.ts'

const [document, other] = ['52998224725', '39053344705']
const someone = () => personOf('ana', { tenant: `t-${randomUUID().slice(0, 8)}` })

async function readRejected({ app }: Reviewing, id: string): Promise<unknown> {
  const { db, sealer, packs } = app.deps
  const found = await findById(db, id)
  if (!found) throw new Error('it was created')
  const now = new Date()
  const transaction = { ...found, now, wallNow: now }
  return (await gatherFacts(packs.facts, { db, sealer, transaction })).reviews?.rejected
}

const come = (own: Reviewing, claims: Claims, fields: object = { document }) =>
  createTransaction(own.app, { ...fields }, claims)

/** A run of the document that a person decides; the id of its review. */
async function judge({ app, name }: Reviewing, claims: Claims, id: string, outcome: string) {
  await app.call('GET', `/v1/packs/${name}/${id}`, { claims })
  const review = await takeNext(app, claims)
  expect((await decide(app, review, outcome, { claims })).status).toBe(200)
  return review
}

test('a rejection is known of this transaction and of each other one of the document, of the tenant and mode alone', async ({
  own,
}) => {
  const claims = someone()
  const before = await come(own, claims)
  expect(await readRejected(own, before)).toBe(false)
  const rejected = await come(own, claims)
  await judge(own, claims, rejected, 'rejected')
  for (const id of [before, rejected, await come(own, claims)])
    expect(await readRejected(own, id)).toBe(true)
  for (const id of [
    await come(own, claims, { document: other }),
    await come(own, someone()),
    await come(own, { ...claims, mode: 'live' }),
  ])
    expect(await readRejected(own, id)).toBe(false)
})

test('no approval is a rejection', async ({ own }) => {
  const claims = someone()
  await judge(own, claims, await come(own, claims), 'approved')
  expect(await readRejected(own, await come(own, claims))).toBe(false)
})

test('after 90 days, and after an erasure, it counts no more', async ({ own, db }) => {
  const claims = someone()
  const rejected = await come(own, claims)
  await judge(own, claims, rejected, 'rejected')
  const later = await come(own, claims)
  const dayMs = 86_400_000
  await moveClock(db, rejected, 89 * dayMs)
  expect(await readRejected(own, later)).toBe(true)
  await moveClock(db, rejected, 2 * dayMs)
  expect(await readRejected(own, later)).toBe(false)
  const another = await come(own, claims)
  await judge(own, claims, another, 'rejected')
  expect(await readRejected(own, later)).toBe(true)
  await db.transaction(async (tx) => {
    const locked = await lockById(tx, another)
    if (locked) await eraseTransaction(tx, locked)
  })
  expect(await readRejected(own, later)).toBe(false)
})

test('an appeal that approves takes it back, one that rejects does not', async ({ own }) => {
  for (const [outcome, known] of [
    ['approved', false],
    ['rejected', true],
  ] as const) {
    const claims = someone()
    const review = await judge(own, claims, await come(own, claims), 'rejected')
    const second = { ...bia, ...claims, sub: 'bia' }
    const asked = await own.app.call('POST', `/v1/reviews/${review}/appeal`, { claims })
    const { id: appeal } = await asked.json()
    expect(asked.status).toBe(201)
    expect(await takeNext(own.app, second)).toBe(appeal)
    expect((await decide(own.app, appeal, outcome, { claims: second })).status).toBe(200)
    const rows = await own.app.deps.db.select().from(reviews).where(eq(reviews.id, appeal))
    expect(rows[0]?.verdict).toBe(outcome)
    expect(await readRejected(own, await come(own, claims))).toBe(known)
  }
})

test('202: one person alone does not approve against an entry that two people have set to reject', async ({
  own,
}) => {
  const claims = someone()
  const scope = 'lists:write transactions:write transactions:read reviews:write'
  const body = { kind: 'document', documentType: 'cpf', document, role: 'author', action: 'reject', evidence: 'own-case' } // prettier-ignore
  for (const [sub, status] of [
    ['ana', 202],
    ['bia', 201],
  ] as const)
    expect(
      (await own.app.call('POST', '/v1/lists/deny', { body, claims: { ...claims, scope, sub } }))
        .status,
    ).toBe(status)
  const id = await come(own, claims)
  await own.app.call('GET', `/v1/packs/${own.name}/${id}`, { claims })
  const review = await takeNext(own.app, claims)
  const shown = await own.app.call('GET', `/v1/reviews/${review}`, { claims })
  expect((await shown.json()).against).toEqual(['denied-entry'])
  expect((await decide(own.app, review, 'approved', { claims })).status).toBe(202)
})
