// What children spend, and how they and forms are counted.
import { expect } from 'vitest'
import { test } from '#test/db/fixture.ts'
import { sandboxChecking } from '#test/support/checking.ts'
import { openFamily, ownersPack, people, sequence } from '#test/support/packs/family.ts'

const checkedPack = sequence(
  { kind: 'module', module: 'backgroundCheck', with: { services: ['BasicInfos'] } },
  {
    kind: 'decide',
    id: 'verdict',
    rows: [
      { unless: 'steps.backgroundCheck.moduleStatus == "completed"', outcome: 'review', reason: 'unchecked' },
      { outcome: 'approved', reason: 'checked' },
    ],
  },
) // prettier-ignore

test('purchases of children count for the cap of the tenant: who is over it is approved by nobody, until a person has the step done again', async ({
  db,
}) => {
  const caps = { micros: 250 }
  const checking = { ...sandboxChecking({ costMicros: 100 }), capOf: () => caps.micros }
  const family = await openFamily(db, { checking })
  const partner = await family.publish(checkedPack)
  const owners = await family.publish(ownersPack(`${partner}@1`))
  const id = await family.begin(owners, people)
  const found = await family.children(owners, id)
  expect(found.map(({ status }) => status).toSorted()).toEqual(['ended', 'ended', 'in-review'])
  expect(await family.read(owners, id)).toMatchObject({ status: 'processing' })

  caps.micros = 1_000
  const person = { sub: 'ana' }
  const review = await (await family.ask('POST', '/v1/reviews/next', undefined, person)).json()
  expect(found.find(({ status }) => status === 'in-review')).toMatchObject({
    transactionId: review.transactionId,
  })
  const again = { outcome: 'again', modules: ['backgroundCheck'], reasons: ['over-cap'] }
  const decided = await family.ask('POST', `/v1/reviews/${review.id}/decision`, again, person)
  expect(decided.status).toBe(200)
  expect(await family.children(owners, id)).toMatchObject(
    found.map(({ status }) => (status === 'ended' ? { status } : { status: 'waiting' })),
  )
  await family.settle(id)
  expect(await family.read(owners, id)).toMatchObject({ status: 'completed', outcome: 'approved' })
  expect(await family.idsOf(id)).toHaveLength(3)
  const changes = (await family.timeline(id)).filter(({ kind }) => kind === 'child-changed')
  expect(changes.filter(({ reason }) => reason === review.transactionId)).toMatchObject([
    { outcome: 'in-review' },
    { outcome: 'approved' },
  ])
})

test('statistics count lists and forms by the names of their steps, with those that failed', async ({
  db,
}) => {
  const family = await openFamily(db)
  const field = { name: 'exposed', type: 'yes-no', label: 'Public office?', required: true }
  const asked = await family.publish(
    sequence(
      { kind: 'ask', id: 'profile', title: 'About you', fields: [field] },
      { kind: 'stop', outcome: 'approved', reason: 'asked' },
    ),
  )
  const owners = await family.publish(ownersPack(`${asked}@1`))
  const id = await family.begin(owners, people)
  await family.begin(owners, [])
  for (const child of await family.idsOf(id))
    await family.ask('POST', `/v1/packs/${asked}/${child}/steps/profile`, { result: { exposed: false } }) // prettier-ignore
  await family.settle(id)
  const modulesOf = async (pack: string) =>
    (await (await family.ask('GET', `/v1/packs/${pack}/statistics?days=1`)).json()).modules
  expect(await modulesOf(owners)).toMatchObject([{ module: 'partners', count: 2, failures: 1 }])
  expect(await modulesOf(asked)).toMatchObject([{ module: 'profile', count: 3, failures: 0 }])
})
