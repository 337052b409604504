// What becomes of children while their parent waits, and after it has ended.
import { expect } from 'vitest'
import { finishErasures } from '#src/journey/erasure/finish.ts'
import { test as base } from '#test/db/fixture.ts'
import { silentMessaging } from '#test/support/messaging/messaging.ts'
import {
  type Family,
  openFamily,
  ownersPack,
  partnerPack,
  people,
  sequence,
  stop,
} from '#test/support/packs/family.ts'

const test = base.extend('family', ({ db }) => openFamily(db))

const [ana, bia, caio] = people

/** A company with these partners, whose children are there. */
async function open(
  family: Family,
  { partners = [ana, bia] as readonly object[], more = {} } = {},
) {
  const partner = await family.publish(partnerPack)
  const owners = await family.publish(ownersPack(`${partner}@1`, more))
  const id = await family.begin(owners, partners)
  const ids = (await family.children(owners, id)).flatMap((one) => one.transactionId ?? [])
  const [first = '', second = ''] = ids
  const judge = (child: string, verdict: string) => family.judge(partner, id, child, verdict)
  return { partner, owners, id, ids, first, second, judge }
}

const outcomeOf = async ({ read }: Family, pack: string, id: string) =>
  (await read(pack, id)).outcome

test('at its deadline the step goes on with what there is; what a child becomes later is an entry and an event, and no new verdict', async ({
  family,
}) => {
  const { owners, id, first, second, judge } = await open(family, {
    more: { deadlineSeconds: 3_600 },
  })
  await judge(first, 'approved')
  await family.pass(id, 3_601)
  expect(await family.read(owners, id)).toMatchObject({
    status: 'completed',
    outcome: 'review',
    stopReason: 'partner-open',
    steps: {
      partners: {
        kind: 'each',
        moduleStatus: 'completed',
        results: [
          { place: 0, status: 'ended', outcome: 'approved', stopReason: 'them' },
          { place: 1, status: 'waiting' },
        ],
      },
    },
  })
  const { runId } = await family.read(owners, id)
  const evidence = await family.ask('GET', `/v1/packs/${owners}/${id}/runs/${runId}/evidence`)
  expect(JSON.stringify(await evidence.json())).toContain(
    '"steps.partners.results[0].outcome","value":"approved"',
  )
  await judge(second, 'rejected')
  const after = await family.read(owners, id)
  expect(after).toMatchObject({ outcome: 'review' })
  expect(after.steps.partners.results[1]).toMatchObject({ status: 'waiting' })
  const changed = (await family.timeline(id)).filter(({ kind }) => kind === 'child-changed')
  expect(changed).toMatchObject([
    { outcome: 'approved', reason: first, module: 'partners' },
    { outcome: 'rejected', reason: second },
  ])
  const told = async () => {
    const answer = await family.ask('GET', '/v1/events?types=child.changed')
    return (await answer.json()).events.map((one: { data: object }) => one.data)
  }
  // What another commit of the database is under way with comes first.
  await expect.poll(told, { timeout: 10_000 }).toEqual([
    expect.objectContaining({
      child: first,
      step: 'partners',
      status: 'ended',
      outcome: 'approved',
    }),
    expect.objectContaining({ child: second, status: 'ended', outcome: 'rejected' }),
  ])
})

test('a review of the parent shows its children as they are, and `again` waits for them', async ({
  family,
}) => {
  const { owners, id, first, second, judge } = await open(family, {
    more: { deadlineSeconds: 3_600 },
  })
  await family.pass(id, 3_601)
  await judge(first, 'approved')
  const person = { sub: 'ana' }
  const review = await (await family.ask('POST', '/v1/reviews/next', undefined, person)).json()
  const shown = await (
    await family.ask('GET', `/v1/reviews/${review.id}`, undefined, person)
  ).json()
  expect(shown).toMatchObject({
    again: ['partners'],
    children: { partners: [{ status: 'ended', outcome: 'approved' }, { status: 'waiting' }] },
  })
  const decided = await family.ask(
    'POST',
    `/v1/reviews/${review.id}/decision`,
    { outcome: 'again', modules: ['partners'], reasons: ['not-yet'] },
    person,
  )
  expect(decided.status).toBe(200)
  await family.settle(id)
  expect(await family.read(owners, id)).toMatchObject({ status: 'processing' })
  expect(await family.idsOf(id)).toHaveLength(2)
  await judge(second, 'approved')
  expect(await family.read(owners, id)).toMatchObject({ status: 'completed', outcome: 'approved' })
})

test('a child in review has a verdict once a person has decided', async ({ family }) => {
  const { owners, id, first, second, judge } = await open(family)
  await judge(first, 'approved')
  await judge(second, 'review')
  expect(await family.children(owners, id)).toMatchObject([{}, { status: 'in-review' }])
  const person = { sub: 'ana' }
  const review = await (await family.ask('POST', '/v1/reviews/next', undefined, person)).json()
  expect(review).toMatchObject({ transactionId: second })
  await family.ask(
    'POST',
    `/v1/reviews/${review.id}/decision`,
    { outcome: 'approved', reasons: ['seen'] },
    person,
  )
  await family.settle(id)
  expect(await outcomeOf(family, owners, id)).toBe('approved')
})

test('children end with a parent that ends otherwise than as review, is cancelled, or is ended by an operator', async ({
  family,
}) => {
  const partner = await family.publish(partnerPack)
  // Somebody's word ends the parent beside whoever has not come yet.
  const owners = await family.publish({
    kind: 'parallel',
    steps: [
      { kind: 'each', id: 'partners', in: 'transaction.partners', pack: `${partner}@1` },
      sequence(
        { kind: 'wait', id: 'word', signal: { type: 'object' }, deadlineSeconds: 60 },
        stop('rejected', 'word-given'),
      ),
    ],
  })
  const ends: readonly [string, (id: string) => Promise<Response>][] = [
    [
      'rejected',
      (id) => family.ask('POST', `/v1/packs/${owners}/${id}/steps/word`, { result: {} }),
    ],
    [
      'cancelled',
      async (id) => {
        const { runId } = await family.read(owners, id)
        return family.ask('DELETE', `/v1/packs/${owners}/${id}/runs/${runId}`)
      },
    ],
    [
      'cancelled',
      (id) =>
        family.ask(
          'POST',
          `/v1/transaction/${id}/agenda/end`,
          { reason: 'a test' },
          { sub: 'ana' },
        ),
    ],
  ]
  for (const [outcome, end] of ends) {
    const id = await family.begin(owners, [ana, bia])
    expect((await end(id)).status).toBe(200)
    await family.settle(id)
    expect(await outcomeOf(family, owners, id)).toBe(outcome)
    const listed = await (await family.ask('GET', `/v1/transactions?parent=${id}`)).json()
    expect(listed.transactions).toHaveLength(2)
    for (const { packs } of listed.transactions)
      expect(packs).toMatchObject([{ outcome: 'cancelled' }])
  }
})

test('a correction of the parent changes no list that was read; a further round reads it again', async ({
  family,
}) => {
  const partner = await family.publish(partnerPack)
  const owners = await family.publish(
    sequence(
      {
        kind: 'repeat',
        id: 'rounds',
        timesMax: 2,
        until: 'steps.partners.results.all(p, p.outcome == "approved")',
        run: { kind: 'each', id: 'partners', in: 'transaction.partners', pack: `${partner}@1` },
      },
      stop('approved', 'done'),
    ),
  )
  const id = await family.begin(owners, [ana])
  const [before] = await family.children(owners, id)
  const patched = await family.ask('PATCH', `/v1/transaction/${id}`, { partners: [ana, caio] })
  expect(patched.status).toBe(200)
  await family.settle(id)
  expect(await family.children(owners, id)).toEqual([before])
  await family.judge(partner, id, before?.transactionId ?? '', 'rejected')
  await family.settle(id)
  const after = await family.children(owners, id)
  expect(after).toMatchObject([{ status: 'waiting' }, { status: 'waiting' }])
  expect(after[0]?.transactionId).not.toBe(before?.transactionId)
  expect(await family.idsOf(id)).toHaveLength(3)
})

test('an erased child leaves the parent its list, and is no verdict', async ({ family }) => {
  const { owners, id, first, second, judge } = await open(family)
  await judge(first, 'approved')
  expect((await family.ask('DELETE', `/v1/transaction/${first}`)).status).toBe(202)
  await finishErasures({ deps: family.app.deps, objects: undefined })
  await judge(second, 'approved')
  expect(await family.read(owners, id)).toMatchObject({
    outcome: 'review',
    stopReason: 'partner-open',
    transaction: { partners: [{ name: 'Ana Souza' }, { name: 'Bia Lima' }] },
    steps: { partners: { results: [{ status: 'erased' }, { outcome: 'approved' }] } },
  })
})

test('the erasure of a parent erases its children but for who is held, and its receipt counts both', async ({
  family,
}) => {
  const { id, first, second } = await open(family, { partners: people })
  const held = await family.ask('PUT', `/v1/transaction/${second}/hold`, { reason: 'Order 7' })
  expect(held.status).toBe(200)
  const { receiptId } = await (await family.ask('DELETE', `/v1/transaction/${id}`)).json()
  expect((await family.ask('GET', `/v1/transaction/${first}`)).status).toBe(200)
  await finishErasures({ deps: family.app.deps, objects: undefined })
  const receipt = await (await family.ask('GET', `/v1/erasures/${receiptId}`)).json()
  expect(receipt.status).toBe('done')
  expect(receipt.what).toEqual(
    expect.arrayContaining([
      { kind: 'children', count: 2 },
      { kind: 'children-held', count: 1 },
    ]),
  )
  expect((await family.ask('GET', `/v1/transaction/${first}`)).status).toBe(404)
  expect((await family.ask('GET', `/v1/transaction/${second}`)).status).toBe(200)
})

test('of an erased parent a child that the law keeps is restricted, and the receipt counts it apart', async ({
  db,
}) => {
  const duties = { customer: { days: 1_825, covers: ['answers' as const] } }
  const tenant = 'of-duties'
  const messaging = silentMessaging({ settings: { [tenant]: { data: { duties } } } })
  const family = await openFamily(db, { messaging }, tenant)
  const { id, first, second } = await open(family)
  const path = `/v1/transaction/${second}/relationship`
  expect((await family.ask('PUT', path, { class: 'customer' })).status).toBe(200)
  const { receiptId } = await (await family.ask('DELETE', `/v1/transaction/${id}`)).json()
  await finishErasures({ deps: family.app.deps, objects: undefined })
  const { what } = await (await family.ask('GET', `/v1/erasures/${receiptId}`)).json()
  expect(what).toEqual(
    expect.arrayContaining([
      { kind: 'children', count: 1 },
      { kind: 'children-restricted', count: 1 },
    ]),
  )
  expect((await family.ask('GET', `/v1/transaction/${first}`)).status).toBe(404)
  expect((await family.ask('GET', `/v1/transaction/${second}`)).status).toBe(404)
  const legal = { scope: 'transactions:read legal:read' }
  expect((await family.ask('GET', `/v1/transaction/${second}`, undefined, legal)).status).toBe(200)
  // Nobody walks it any more, and no list of anybody has it.
  expect((await (await family.ask('GET', `/v1/transactions?parent=${id}`)).json()).transactions).toEqual([]) // prettier-ignore
})

test('children that are lists themselves: the parent waits for the last of them', async ({
  family,
}) => {
  const partner = await family.publish(partnerPack)
  const inner = await family.publish(
    ownersPack(`${partner}@1`, { max: 2, min: 0, in: 'transaction.legalRepresentatives' }),
  )
  const outer = await family.publish(
    ownersPack(
      { cnpj: `${inner}@1`, cpf: `${partner}@1` },
      { max: 5, with: { legalRepresentatives: 'transaction.legalRepresentatives' } },
    ),
  )
  const id = await family.begin(outer, [{ document: '12.ABC.345/01DE-35' }, ana], {
    legalRepresentatives: [bia],
  })
  const [firm = '', person = ''] = (await family.children(outer, id)).flatMap(
    (one) => one.transactionId ?? [],
  )
  await family.settle(firm)
  const [deep = ''] = (await family.children(inner, firm)).flatMap((one) => one.transactionId ?? [])
  await family.judge(partner, id, person, 'approved')
  expect(await family.children(outer, id)).toMatchObject([
    { status: 'waiting' },
    { status: 'ended' },
  ])
  await family.judge(partner, firm, deep, 'approved')
  await family.settle(id)
  expect(await outcomeOf(family, outer, id)).toBe('approved')
})
