// Children with links: each person walks the run that the parent began, and the sandbox walks them all at once.
import { expect } from 'vitest'
import { test as base } from '#test/db/fixture.ts'
import {
  runEngineTasks,
  scriptedEngines,
  standByEngines,
} from '#test/support/biometrics/engines.ts'
import {
  type Family,
  openFamily,
  ownersPack,
  people,
  sequence,
} from '#test/support/packs/family.ts'
import { createWalker } from '#test/support/walker.ts'

const test = base
  .extend('scripted', { scope: 'file' }, () => scriptedEngines())
  .extend('family', ({ db, scripted: { engines } }) => openFamily(db, { engines }))

/** A form, a document and a face; approved once all are there. */
const walkedPack = sequence(
  {
    kind: 'ask',
    id: 'profile',
    title: 'About you',
    fields: [{ name: 'exposed', type: 'yes-no', label: 'Public office?', required: true }],
  },
  { kind: 'module', module: 'aiDocs', deadlineSeconds: 86_400 },
  { kind: 'module', module: 'facialBiometrics', deadlineSeconds: 86_400 },
  {
    kind: 'decide',
    id: 'verdict',
    rows: [
      { if: 'steps.profile.result.exposed', outcome: 'review', reason: 'exposed' },
      {
        if: 'steps.aiDocs.results[0].status == "Aprovado" && steps.facialBiometrics.results[0].livenessStatus == 1.0',
        outcome: 'approved',
        reason: 'walked',
      },
      { outcome: 'review', reason: 'not-proven' },
    ],
  },
)

async function open(family: Family) {
  const partner = await family.publish(walkedPack)
  const owners = await family.publish(
    ownersPack(`${partner}@1`, { link: true, deadlineSeconds: 7_200 }),
  )
  await standByEngines(family.db)
  const id = await family.begin(owners, people)
  return { owners, id }
}

test('a link is shown to whoever may hand it out, walks the run that is there, and lives until the deadline', async ({
  family,
}) => {
  const { owners, id } = await open(family)
  const [first] = await family.children(owners, id)
  const agenda = await (await family.ask('GET', `/v1/transaction/${id}/agenda`)).json()
  expect(agenda.waiting).toMatchObject({ for: 'person', what: 'partners' })
  const reader = { scope: 'transactions:read' }
  const read = await family.ask('GET', `/v1/packs/${owners}/${id}`, undefined, reader)
  expect((await read.json()).steps.partners.results[0]).not.toHaveProperty('link')
  const child = first?.transactionId ?? ''
  const shown = await (await family.ask('GET', `/v1/transaction/${child}/lvs`)).json()
  expect(shown).toMatchObject({ link: first?.link, status: 'PENDING' })
  const left = Date.parse(shown.expirationDate) - Date.now()
  expect(left).toBeGreaterThan(7_100_000)
  expect(left).toBeLessThanOrEqual(7_200_000)
  const walker = createWalker(family.app.call)
  await walker.open(new URL(first?.link ?? '').pathname)
  await walker.press('')
  expect(walker.seen.text).toContain('action="')
  await walker.press('consent')
  expect(walker.seen.text).toContain('Public office?')
  const runs = await (await family.ask('GET', `/v1/transactions?parent=${id}`)).json()
  expect(runs.transactions).toHaveLength(3)
  const kinds = (await family.timeline(child)).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'pack-started')).toHaveLength(1)
  // Whoever takes back what they agreed to and comes again walks another run, which counts from then on.
  await walker.press('withdraw')
  await family.settle(id)
  expect(await family.children(owners, id)).toMatchObject([
    { status: 'ended', outcome: 'cancelled' },
    {},
    {},
  ])
  await walker.press('return')
  await walker.press('consent')
  await family.settle(id)
  expect(await family.children(owners, id)).toMatchObject([{ status: 'waiting' }, {}, {}])
})

test('the sandbox walks all links to a verdict of the company', async ({ family }) => {
  const { owners, id } = await open(family)
  const walk = async () => {
    const asked = family.ask('POST', `/v1/sandbox/transactions/${id}/walk-links`)
    let isDone = false
    const answered = asked.finally(() => (isDone = true))
    while (!isDone) {
      for (const child of await family.idsOf(id)) await runEngineTasks(family.app.deps, child)
      await Promise.race([answered, new Promise((go) => setTimeout(go, 20))])
    }
    return answered
  }
  const answer = await walk()
  expect(answer.status).toBe(200)
  const { links } = await answer.json()
  expect(links).toHaveLength(3)
  expect(links.map((one: { status: string }) => one.status)).toEqual(['done', 'done', 'done'])
  await family.settle(id)
  expect(await family.read(owners, id)).toMatchObject({ status: 'completed', outcome: 'approved' })
  const other = await family.ask('POST', `/v1/sandbox/transactions/${id}/walk-links`, undefined, {
    tenant: 'other',
  })
  expect(other.status).toBe(404)
})

test('`again` gives a new link to whoever has none that can be walked', async ({ family }) => {
  const { owners, id } = await open(family)
  for (const child of await family.idsOf(id)) await family.pass(child, 7_201)
  await family.pass(id, 7_201)
  const before = await family.read(owners, id)
  expect(before).toMatchObject({ outcome: 'review' })
  expect(before.steps.partners.results[0]).not.toHaveProperty('link')
  const person = { sub: 'ana' }
  const review = await (await family.ask('POST', '/v1/reviews/next', undefined, person)).json()
  const path = `/v1/reviews/${review.id}/decision`
  const again = { outcome: 'again', modules: ['partners'], reasons: ['not-yet'] }
  expect((await family.ask('POST', path, again, person)).status).toBe(200)
  await family.settle(id)
  const links = (await family.children(owners, id)).map(({ link }) => link)
  expect(links).toEqual(people.map(() => expect.stringMatching(/^https?:/)))
})

test('a link that the client makes for a child walks the run that counts, and what is walked of another pack counts for nobody', async ({
  family,
}) => {
  const { owners, id } = await open(family)
  const field = { name: 'ok', type: 'yes-no', label: 'All right?', required: true }
  const weak = await family.publish(
    sequence(
      { kind: 'ask', id: 'weak', title: 'One question', fields: [field] },
      { kind: 'stop', outcome: 'approved', reason: 'said-so' },
    ),
  )
  const [{ transactionId: child = '' } = {}] = await family.children(owners, id)
  const begin = async (body: object) => {
    const answer = await family.ask('POST', `/v1/transaction/${child}/lvs`, body)
    expect(answer.status).toBe(201)
    const walker = createWalker(family.app.call)
    await walker.open(new URL((await answer.json()).link).pathname)
    await walker.press('')
    await walker.press('consent')
    return walker.seen.text
  }
  expect(await begin({ pack: weak })).toContain('All right?')
  const path = `/v1/packs/${weak}/${child}/steps/weak`
  expect((await family.ask('POST', path, { result: { ok: true } })).status).toBe(200)
  await family.settle(id)
  expect(await family.read(weak, child)).toMatchObject({ outcome: 'approved' })
  const [standing] = await family.children(owners, id)
  expect(standing).toMatchObject({ transactionId: child, status: 'waiting' })
  expect(standing).not.toHaveProperty('outcome')
  expect(await begin({})).toContain('Public office?')
  const started = (await family.timeline(child)).filter(({ kind }) => kind === 'pack-started')
  expect(started).toHaveLength(2)
})
