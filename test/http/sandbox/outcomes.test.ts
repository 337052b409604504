// Outcomes that are chosen on the hosted page, the funnel that is counted of what people do there, and the way from page
// to page.
import { expect } from 'vitest'
import type { PhoneMessage } from '#src/vendors/sandbox/phone.ts'
import { test as database } from '#test/db/fixture.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { runEngineTasks, scriptedEngines } from '#test/support/biometrics/engines.ts'
import { createLinks } from '#test/support/messaging/links.ts'
import { createTransaction, readProblem } from '#test/support/transactions.ts'
import { createWalker } from '#test/support/walker.ts'
import { begin, readLvs } from '../links/pictures.ts'

const answered: { option: unknown; to: PhoneMessage }[] = []
const test = database
  .extend('scripted', { scope: 'file' }, () => scriptedEngines())
  .extend('app', { scope: 'file' }, async ({ db, scripted: { engines } }) => {
    const phone = {
      reply: async (to: PhoneMessage, reply: object) => {
        answered.push({ option: 'option' in reply && reply.option, to })
        return true
      },
    }
    const links = createLinks({ name: 'Acme' })
    return createTestApp(db, undefined, { engines, links, phone })
  })

const fields = { name: 'Ana Exemplo', birthdate: '1990-05-17' }

/** Presses outcomes one after the other; what engines are to look at, they look at. */
async function choose(app: TestApp, outcomes: readonly string[]) {
  const { id, walker } = await begin(app, fields)
  expect(walker.seen.text).toContain('Ambiente de teste')
  const home = walker.path
  for (const outcome of outcomes) {
    expect(walker.seen.text).toContain(`/sandbox/${outcome}"`)
    const answer = await walker.post(`${home}/sandbox/${outcome}`, { key: walker.key })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, home])
    if (!outcome.startsWith('email')) await runEngineTasks(app.deps, id)
    await walker.open('/c')
  }
  return { id, walker, lvs: await readLvs(app, id) }
}

test('each outcome that is chosen goes the way that a person’s own goes', async ({ app }) => {
  const done = await choose(app, ['email-right', 'document-approved', 'face-live'])
  expect(done.lvs).toMatchObject({ status: 'COMPLETED', score: 90 })
  const forged = await choose(app, ['email-right', 'document-other-cpf'])
  expect(forged.lvs).toMatchObject({ status: 'COMPLETED', reviewPending: false })
  expect(forged.lvs.score).toBeLessThanOrEqual(20)
  const other = await choose(app, ['email-right', 'document-approved', 'face-spoof', 'face-spoof'])
  expect(other.lvs.steps).toContainEqual({
    step: 'facialBiometrics',
    outcome: 'rejected',
    reasons: ['spoof-suspected'],
  })
  const device = await choose(app, ['email-right', 'document-approved', 'face-virtual'])
  expect(device.lvs).toMatchObject({ status: 'PENDING', reviewPending: true, score: null })
})

test('in live nothing is offered, and what is pressed all the same does nothing', async ({
  app,
}) => {
  const claims = { mode: 'live' } as const
  const id = await createTransaction(app, fields, claims)
  const { link } = await (await app.call('GET', `/v1/transaction/${id}/lvs`, { claims })).json()
  const walker = createWalker(app.call)
  await walker.open(new URL(link).pathname)
  await walker.press('')
  await walker.press('consent')
  expect(walker.seen.text).not.toContain('Ambiente de teste')
  expect(walker.seen.text).not.toContain('/sandbox/')
  await walker.post(`${walker.path}/sandbox/email-right`, { key: walker.key })
  expect((await walker.open('/c')).title).toContain('Confirme seu e-mail')
})

test('the funnel counts who came to which step and what became of it, and nothing of anybody', async ({
  app,
}) => {
  const scope = 'reports:read'
  const read = async (query = '', claims: object = { scope }) =>
    app.call('GET', `/v1/packs/link/funnel${query}`, { claims })
  const before = await (await read()).json()
  const { walker } = await choose(app, ['email-right', 'document-approved'])
  await walker.press('face-skip')
  await begin(app, fields)
  const answer = await read()
  const after = await answer.json()
  expect(answer.status).toBe(200)
  const [now, then] = [after.versions[0], before.versions[0]]
  const grown = (of: object, from: object) =>
    Object.fromEntries(
      Object.entries(of)
        .filter(([, value]) => typeof value === 'number')
        .map(([name, value]) => [
          name,
          value - (Object.entries(from).find(([one]) => one === name)?.[1] ?? 0),
        ]),
    )
  expect(grown(now, then)).toMatchObject({ made: 2, opened: 2, consented: 2, completed: 1 })
  const stepOf = (version: typeof now, step: string) =>
    version.steps.find((one: { step: string }) => one.step === step)
  const step = (name: string) => grown(stepOf(now, name), stepOf(then, name))
  expect(step('emailToken')).toMatchObject({ begun: 2, done: 1, open: 1, left: 0 })
  expect(step('aiDocs')).toMatchObject({ begun: 1, done: 1, tries: 1 })
  expect(step('facialBiometrics')).toMatchObject({ begun: 1, done: 0, skipped: 1, tries: 0 })
  expect(stepOf(now, 'emailToken').p50Seconds).toBeGreaterThanOrEqual(0)
  // Another tenant has made none, and another mode neither.
  for (const own of [{ tenant: 'other' }, { mode: 'live', tenant: 'other' }])
    expect((await (await read('', { scope, ...own })).json()).versions).toEqual([])
  expect((await read('?days=0')).status).toBe(400)
  const refused = await read('', { scope: 'transactions:read' })
  expect([refused.status, (await readProblem(refused)).code]).toEqual([403, 'scope-missing'])
  const nothing = await app.call('GET', '/v1/packs/nothing/funnel', { claims: { scope } })
  expect([nothing.status, (await readProblem(nothing)).code]).toEqual([404, 'no-pack'])
})

test('a browser finds the console, the reference and the phone at /, and from the reference the others', async ({
  app,
}) => {
  const headers = { authorization: '', accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  const home = await app.call('GET', '/', { headers })
  expect(home.status).toBe(200)
  const pages = ['/console', '/docs', '/console/sandbox']
  const text = await home.text()
  expect([...text.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href)).toEqual(pages)
  const reference = await (await app.call('GET', '/docs', { headers })).text()
  expect(reference).toContain('href="/console"')
})
