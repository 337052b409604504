// Steps by their names: a module as often as a pack wants it, each asked in its own way, each with its own answer.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { TestApp } from '#test/support/app.ts'
import { test } from '#test/db/fixture.ts'
import { createTestApp } from '#test/support/app.ts'
import { answer } from '#test/support/messaging/callbacks.ts'
import { silentMessaging } from '#test/support/messaging/messaging.ts'
import { accounts, createWithPhone, newPhone, sendRecord } from '#test/support/hooks.ts'
import { createTransaction, readProblem } from '#test/support/transactions.ts'

const claims = { scope: 'packs:write packs:live transactions:write reports:read', sub: 'team' }
const sequence = (...steps: object[]) => ({ kind: 'sequence', steps })
const stop = (outcome: string, reason: string) => ({ kind: 'stop', outcome, reason })

async function openApp(db: TestApp['db']): Promise<TestApp> {
  const messaging = silentMessaging({ accounts: Object.values(accounts) })
  return { ...(await createTestApp(db, undefined, { messaging })), db }
}

async function publish(app: TestApp, root: object) {
  const name = `steps-${randomUUID()}`
  const answered = await app.call('POST', `/v1/packs/${name}/versions`, { body: { root }, claims })
  return { name, answered }
}

const query = async (app: TestApp, name: string, id: string) =>
  (await app.call('GET', `/v1/packs/${name}/${id}`, { headers: { prefer: 'wait=0' } })).json()

test('two steps of one module have results of their own, and the section of the module both', async ({
  db,
}) => {
  const app = await openApp(db)
  const { name } = await publish(
    app,
    sequence(
      { kind: 'module', module: 'score', id: 'plain', with: { card: 'identity@1' } },
      { kind: 'module', module: 'score', id: 'strict', card: 'identity@2' },
      {
        kind: 'when',
        id: 'differ',
        condition:
          'steps.plain.results[0].value == steps.strict.results[0].value && size(steps.strict.results) == 1',
        run: stop('rejected', 'same'),
        otherwise: stop('approved', 'other'),
      },
    ),
  )
  const id = await createTransaction(app)
  const found = await query(app, name, id)
  expect(found).toMatchObject({
    status: 'completed',
    score: { moduleStatus: 'completed' },
    steps: {
      plain: {
        module: 'score',
        with: { card: 'identity@1' },
        moduleStatus: 'completed',
        results: [{ scorecard: 'identity@1' }],
      },
      strict: {
        module: 'score',
        moduleStatus: 'completed',
        results: [{ scorecard: 'identity@2' }],
      },
    },
  })
  expect(
    found.score.results.map(({ scorecard }: { scorecard: string }) => scorecard).toSorted(),
  ).toEqual(['identity@1', 'identity@2'])
  const runs = await app.call('GET', `/v1/packs/${name}/runs`, { claims })
  expect(runs.status).toBe(200)
})

const consent = (id: string) => ({ kind: 'module', module: 'phoneConfirmation', id, fresh: true })

test('each answer counts for one fresh step, of questions asked after it began', async ({ db }) => {
  const app = await openApp(db)
  const { name } = await publish(
    app,
    sequence(consent('first'), consent('second'), stop('approved', 'both')),
  )
  const phone = newPhone()
  const id = await createWithPhone(app, phone, {})
  const before = await sendRecord(app, { id, phone })
  const waiting = async () => {
    const { outcome, steps } = await query(app, name, id)
    return [steps.first.moduleStatus, steps.second.moduleStatus, outcome]
  }
  expect(await waiting()).toEqual(['processing', 'pending', undefined])
  await answer(app, before, '1')
  expect(await waiting()).toEqual(['processing', 'pending', undefined])
  await answer(app, await sendRecord(app, { id, phone }), '1')
  expect(await waiting()).toEqual(['completed', 'processing', undefined])
  await answer(app, await sendRecord(app, { id, phone }), '1')
  expect(await waiting()).toEqual(['completed', 'completed', 'approved'])
})

test('beside each other two steps take one answer each, and so do two runs', async ({ db }) => {
  const app = await openApp(db)
  const both = { kind: 'parallel', steps: [consent('first'), consent('second')] }
  const { name } = await publish(app, sequence(both, stop('approved', 'both')))
  const phone = newPhone()
  const id = await createWithPhone(app, phone, {})
  const path = `/v1/packs/${name}/${id}`
  const runIds: string[] = []
  for (let n = 0; n < 2; n += 1)
    runIds.push((await (await app.call('POST', path, { body: {} })).json()).runId)
  const completed = async () => {
    const runs = runIds.map(async (one) => (await app.call('GET', `${path}/runs/${one}`)).json())
    const steps = (await Promise.all(runs)).flatMap((run) => [run.steps.first, run.steps.second])
    return steps.filter(({ moduleStatus }) => moduleStatus === 'completed').length
  }
  for (let answers = 1; answers <= 3; answers += 1) {
    await answer(app, await sendRecord(app, { id, phone }), '1')
    expect(await completed()).toBe(answers)
  }
})

test.for<[string, object, string, string]>([
  [
    'a module that takes nothing',
    { module: 'emailToken', with: { tries: 2 } },
    '/with/tries',
    'emailToken takes no tries',
  ],
  [
    'an option that the module has not',
    { module: 'score', with: { tries: 2 } },
    '/with/tries',
    'score takes no tries, but card',
  ],
  [
    'a value that is none of its own',
    { module: 'phoneConfirmation', with: { channels: ['fax'] } },
    '/with/channels/0',
    'must be one of: ',
  ],
  [
    'a card of what no card computes',
    { module: 'emailToken', card: 'identity@1' },
    '/card',
    'emailToken takes no card',
  ],
])('422 for %s', async ([, step, place, detail], { db }) => {
  const app = await openApp(db)
  const { answered } = await publish(app, sequence({ kind: 'module', ...step }))
  const { code, errors } = await readProblem(answered)
  expect([answered.status, code]).toEqual([422, 'invalid-document'])
  expect(errors).toContainEqual(
    expect.objectContaining({
      pointer: `#/root/steps/0${place}`,
      detail: expect.stringContaining(detail),
    }),
  )
})
