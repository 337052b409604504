// GET /v1/transaction/{id}/related.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { recordMarks } from '#src/biometrics/pictures/store.ts'
import { commitOn } from '#src/journey/commit/commit.ts'
import { recordSightings } from '#src/journey/velocity/store.ts'
import { audit } from '#src/platform/audit/table.ts'
import { eraseTransaction } from '#test/support/erase.ts'
import { askReview, personOf, type Reviewing } from '#test/support/reviews.ts'
import { createTransaction, unknownId } from '#test/support/transactions.ts'
import { test } from './fixture.ts'

/** A tenant of its own, so that nothing else is related. */
const someone = () => personOf('ana', { tenant: `t-${randomUUID().slice(0, 8)}` })
type Who = ReturnType<typeof someone>

const documents = ['52998224725', '39053344705', '11144477735', '12345678909', '98765432100']
const ofDocument = (at: number) => ({ documentType: 'CPF', document: documents[at] ?? '' })
const ofPhone = (number: number) => ({ phone: { countryCode: 55, areaCode: 11, number } })

const create = (own: Reviewing, claims: Who, at: number, more: object = {}) =>
  createTransaction(own.app, { ...ofDocument(at), ...more }, claims)

const related = async ({ app }: Reviewing, id: string, claims: Who) => {
  const answer = await app.call('GET', `/v1/transaction/${id}/related`, { claims })
  expect(answer.status).toBe(200)
  return answer.json()
}

test('200: what shares a phone, a device or a picture, and what shares something with that, by ids, counts and codes', async ({
  db,
  own,
}) => {
  const who = someone()
  const one = await create(own, who, 0, ofPhone(987650001))
  const byPhone = await create(own, who, 1, ofPhone(987650001))
  const byDevice = await create(own, who, 2, ofPhone(987650003))
  const byBoth = await create(own, who, 3, ofPhone(987650003))
  await create(own, who, 4, ofPhone(987650009))
  const marked = { bytes: ['a'.repeat(64)], look: '0123456789abcdef' }
  for (const id of [one, byDevice])
    await commitOn(own.app.deps, id, async (tx, locked) => {
      const ctx = { tx, sealer: own.app.sealer, locked }
      await recordSightings(ctx, [{ kind: 'device', value: 'a-device' }])
      await recordMarks(ctx, randomUUID(), marked)
    })
  const { counts, related: found, isCut } = await related(own, one, who)
  expect(isCut).toBe(false)
  expect(counts).toEqual([
    { kind: 'phone', transactions: 1 },
    { kind: 'device', transactions: 1 },
    { kind: 'picture', transactions: 1 },
  ])
  const createdAt = expect.any(String)
  expect(found).toEqual([
    { transactionId: byDevice, createdAt, steps: 1, by: expect.any(Array) },
    { transactionId: byPhone, createdAt, steps: 1, by: ['phone'] },
    { transactionId: byBoth, createdAt, steps: 2, by: ['phone'], via: byDevice },
  ])
  expect(found[0].by.toSorted()).toEqual(['device', 'picture'])
  const rows = await db
    .select()
    .from(audit)
    .where(eq(audit.tenant, who.tenant ?? ''))
  expect(rows.map(({ action }) => action)).toContain('related.searched')
})

test('200: with what became of it, and without what is erased', async ({ own }) => {
  const who = someone()
  const one = await create(own, who, 0)
  const waits = await askReview(own, who)
  const { related: found } = await related(own, one, who)
  expect(found).toMatchObject([
    { transactionId: waits, by: ['document'], outcome: 'review', review: 'open' },
  ])
  await commitOn(own.app.deps, waits, async (tx, locked) => {
    await eraseTransaction(tx, locked)
  })
  expect(await related(own, one, who)).toEqual({ counts: [], related: [], isCut: false })
})

test('200: never of another tenant or mode, whatever they share; 403 without the scope, 404 of others', async ({
  own,
}) => {
  const [who, other] = [someone(), someone()]
  const one = await create(own, who, 0, ofPhone(987650001))
  await create(own, other, 0, ofPhone(987650001))
  await create(own, { ...who, mode: 'live' } as Who, 0, ofPhone(987650001))
  expect((await related(own, one, who)).related).toEqual([])
  const ask = async (id: string, claims: Who) =>
    (await own.app.call('GET', `/v1/transaction/${id}/related`, { claims })).status
  expect(await ask(one, other)).toBe(404)
  expect(await ask(unknownId, who)).toBe(404)
  expect(await ask(one, { ...who, scope: 'reports:read transactions:read' })).toBe(403)
})
