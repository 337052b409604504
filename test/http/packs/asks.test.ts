// Forms of packs, answered by the door: POST /v1/packs/{packName}/{transactionId}/steps/{step}.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { test as base } from '#test/db/fixture.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { performDue } from '#test/support/due.ts'
import { createTransaction, moveClock, readProblem } from '#test/support/transactions.ts'

const claims = {
  scope: 'packs:write packs:live reports:read transactions:write transactions:read',
  sub: 'team-risk',
}
const field = (name: string, type: string, more: object = {}) => ({ name, type, label: name, ...more }) // prettier-ignore
const profile = {
  kind: 'ask',
  id: 'profile',
  title: { pt: 'Sobre você' },
  fields: [
    field('occupation', 'text', { required: true, max: 80 }),
    field('income', 'money', { required: true, min: 0 }),
    field('exposed', 'yes-no', { required: true }),
    field('use', 'choice', { options: ['salary', { value: 'business', label: 'Negócio' }] }),
    field('spouse', 'cpf'),
    field('phone', 'phone'),
    field('mail', 'email'),
    field('since', 'date'),
  ],
}
const rows = [
  { if: 'steps.profile.result.exposed', outcome: 'review', reason: 'exposed', unanswered: 'continue' },
  { unless: 'steps.profile.result.income >= 1000.0', outcome: 'review', reason: 'income-low' },
  { if: 'sameDocument(steps.profile.result.spouse, transaction.document)', outcome: 'rejected', reason: 'own-spouse', unanswered: 'continue' },
  { outcome: 'approved', reason: 'fine' },
] // prettier-ignore
const verdict = { kind: 'decide', id: 'verdict', rows }
const whole = { occupation: 'Médica', income: 8_500.5, exposed: false }

type Suite = {
  readonly app: TestApp
  publish(...steps: readonly object[]): Promise<{ readonly path: string; readonly id: string }>
}
const test = base.extend('suite', async ({ db }): Promise<Suite> => {
  const app = await createTestApp(db)
  return {
    app,
    async publish(...steps) {
      const name = `asks-${randomUUID()}`
      const body = { root: { kind: 'sequence', steps } }
      const made = await app.call('POST', `/v1/packs/${name}/versions`, { body, claims })
      expect([made.status, made.status === 201 ? '' : await made.text()]).toEqual([201, ''])
      const id = await createTransaction(app, { name: 'Ana Exemplo' })
      return { path: `/v1/packs/${name}/${id}`, id }
    },
  }
})

const start = async ({ app }: Suite, path: string) =>
  (await app.call('POST', path, { body: {} })).json()
const bring = ({ app }: Suite, path: string, result: unknown) =>
  app.call('POST', `${path}/steps/profile`, { body: { result } })
const read = async ({ app }: Suite, path: string) => (await app.call('GET', path)).json()

test('answers end the form, the run goes on by them, and nothing personal is shown', async ({
  suite,
}) => {
  const { path } = await suite.publish(profile, verdict)
  expect(await start(suite, path)).toMatchObject({
    status: 'processing',
    steps: { profile: { kind: 'ask', moduleStatus: 'processing' } },
  })
  const reached = { phone: '(11) 8765-4321', mail: ' joão@exämple.com.br ' }
  const given = { ...whole, spouse: '529.982.247-25', ...reached, extra: '<script>' }
  const answer = await bring(suite, path, given)
  expect(answer.status).toBe(200)
  const result = { income: 8_500.5, exposed: false }
  expect(await answer.json()).toMatchObject({ kind: 'ask', moduleStatus: 'completed', result })
  const shown = await read(suite, path)
  expect(shown).toMatchObject({ outcome: 'rejected', stopReason: 'own-spouse' })
  expect(shown.steps.profile).toEqual({ kind: 'ask', moduleStatus: 'completed', result })
  const spelled = { phone: '+5511987654321', mail: 'joão@exämple.com.br' }
  const same = { ...given, spouse: '52998224725', ...spelled }
  expect((await bring(suite, path, same)).status).toBe(200)
  expect(await readProblem(await bring(suite, path, whole))).toMatchObject({ code: 'answered' })
})

const attacks: readonly (readonly [string, object, string])[] = [
  ['nothing', {}, '#/result/occupation'],
  ['blanks', { ...whole, occupation: ' \t ' }, '#/result/occupation'],
  ['4 000 letters', { ...whole, occupation: 'x'.repeat(4_000) }, '#/result/occupation'],
  ['a choice that is not offered', { ...whole, use: 'Negócio' }, '#/result/use'],
  ['a choice of a list', { ...whole, use: ['salary'] }, '#/result/use'],
  ['an amount of a tenth of a cent', { ...whole, income: 0.001 }, '#/result/income'],
  ['an amount below nothing', { ...whole, income: -1 }, '#/result/income'],
  ['an amount as text', { ...whole, income: '8500,50' }, '#/result/income'],
  ['yes as text', { ...whole, exposed: 'sim' }, '#/result/exposed'],
  ['a CPF whose digits do not hold', { ...whole, spouse: '52998224724' }, '#/result/spouse'],
  ['a phone that is none', { ...whole, phone: '12' }, '#/result/phone'],
  ['a mail of two domains', { ...whole, mail: 'a@b.com@c.com' }, '#/result/mail'],
  ['a mail with a line of its own', { ...whole, mail: 'a@b.com\nBcc: c@d.com' }, '#/result/mail'],
  ['a day that is none', { ...whole, since: '2026-02-30' }, '#/result/since'],
]

test('422 with the place of each field that does not fit, and the form goes on waiting', async ({
  suite,
}) => {
  const { path } = await suite.publish(profile, verdict)
  await start(suite, path)
  for (const [name, result, pointer] of attacks) {
    const problem = await readProblem(await bring(suite, path, result))
    expect([name, problem.status, problem.errors?.[0]?.pointer]).toEqual([name, 422, pointer])
    expect(JSON.stringify(problem)).not.toContain('xxx')
  }
  expect((await bring(suite, path, whole)).status).toBe(200)
  expect(await read(suite, path)).toMatchObject({ outcome: 'approved' })
})

test('answers that come early count when the run comes there; after the deadline they are late, and nobody is approved', async ({
  suite,
}) => {
  const pause = { kind: 'wait', id: 'pause', for: 'PT1H' }
  const early = await suite.publish(pause, profile, verdict)
  await start(suite, early.path)
  expect((await bring(suite, early.path, whole)).status).toBe(200)
  await moveClock(suite.app.deps.db, early.id, 3_600_000)
  await performDue(suite.app.deps, early.id)
  expect(await read(suite, early.path)).toMatchObject({ outcome: 'approved' })
  for (const [optional, status] of [
    [false, 'failed'],
    [true, 'skipped'],
  ] as const) {
    const form = { ...profile, deadlineSeconds: 60, ...(optional && { optional }) }
    const late = await suite.publish(form, verdict)
    await start(suite, late.path)
    await moveClock(suite.app.deps.db, late.id, 61_000)
    expect(await readProblem(await bring(suite, late.path, whole))).toMatchObject({
      status: 409,
      code: 'not-waiting',
    })
    await performDue(suite.app.deps, late.id)
    expect(await read(suite, late.path)).toMatchObject({
      outcome: 'review',
      unansweredStep: 'verdict.income-low',
      steps: { profile: { moduleStatus: status } },
    })
  }
})

test('a repeated form is asked anew in each round, and a form of an erased transaction is nobody’s', async ({
  suite,
}) => {
  const again = {
    kind: 'repeat',
    id: 'again',
    timesMax: 3,
    until: '!steps.profile.result.exposed',
    run: profile,
  }
  const { path, id } = await suite.publish(again, verdict)
  await start(suite, path)
  const exposed = { ...whole, exposed: true }
  expect(await (await bring(suite, path, exposed)).json()).toMatchObject({ status: 'processing' })
  expect(await read(suite, path)).toMatchObject({
    steps: { profile: { moduleStatus: 'processing' } },
  })
  const scope = 'data:erase'
  const erased = await suite.app.call('DELETE', `/v1/transaction/${id}`, { claims: { scope } })
  expect(erased.status).toBe(202)
  expect((await bring(suite, path, whole)).status).toBe(404)
})

test('a pack with a form that cannot be is refused at its place, and its labels are kept as text', async ({
  suite: { app },
}) => {
  const publish = (fields: unknown, more: object = {}) =>
    app.call('POST', `/v1/packs/f-${randomUUID()}/versions`, {
      body: { root: { kind: 'sequence', steps: [{ ...profile, fields, ...more }] } },
      claims,
    })
  const [first] = profile.fields
  for (const [fields, pointer] of [
    [[{ ...first, label: 'x'.repeat(4_000) }], '#/root/steps/0/fields/0/label'],
    [[], '#/root/steps/0/fields'],
    [[{ ...first, name: 'true' }], '#/root/steps/0/fields/0/name'],
    [[first, first], '#/root/steps/0/fields/1/name'],
    [[{ ...first, type: 'html' }], '#/root/steps/0/fields/0/type'],
    [[{ ...first, type: 'choice' }], '#/root/steps/0/fields/0/options'],
    [
      Array.from({ length: 65 }, (_, at) => ({ ...first, name: `f${at}` })),
      '#/root/steps/0/fields',
    ],
  ] as const) {
    const problem = await readProblem(await publish(fields))
    expect([problem.status, problem.errors?.[0]?.pointer]).toEqual([422, pointer])
  }
  const label = '<img src=x onerror=alert(1)>'
  expect((await publish([{ ...first, label }])).status).toBe(201)
})
