// What a run sends itself: when it comes to the step, with what is confirmed, and whose answer counts for it.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { commitOn } from '#src/journey/commit/commit.ts'
import { append } from '#src/journey/journal/append.ts'
import { challengeReplied } from '#src/messaging/challenges/kinds.ts'
import { findLatest, listChallenges, updateChallenge } from '#src/messaging/challenges/store.ts'
import { testOn } from '#test/support/app-fixture.ts'
import type { TestApp } from '#test/support/app.ts'
import { performDue } from '#test/support/due.ts'
import { ask, createReachable, pathOf, readLatest } from '#test/support/messaging/challenges.ts'
import { everyScope } from '#test/support/token.ts'
import { createTransaction, moveClock } from '#test/support/transactions.ts'

const test = testOn()

const claims = { tenant: 'sender', scope: everyScope }
const kind = 'sms-2fa'

const consent = (more: object = {}) => ({
  kind: 'module',
  module: 'phoneConfirmation',
  id: 'consent',
  send: true,
  with: { channels: ['sms'] },
  purpose: 'Pagar R$ {input.amount}',
  deadlineSeconds: 3600,
  ...more,
})
const payout = (...steps: object[]) => ({
  input: {
    type: 'object',
    properties: { amount: { type: 'number', minimum: 0 }, to: { type: 'string' } },
  },
  root: {
    kind: 'sequence',
    steps: [
      ...steps,
      {
        kind: 'decide',
        id: 'verdict',
        rows: [
          { if: 'facts.phones.denied', outcome: 'rejected', reason: 'denied', unanswered: 'continue' },
          {
            unless: 'steps.consent.results.exists(a, has(a.meaning) && a.meaning == "yes")',
            outcome: 'review',
            reason: 'unconfirmed',
          },
          { outcome: 'approved', reason: 'confirmed' },
        ],
      },
    ],
  },
}) // prettier-ignore

async function publish(app: TestApp, document: object): Promise<string> {
  const name = `sends-${randomUUID()}`
  const answer = await app.call('POST', `/v1/packs/${name}/versions`, { body: document, claims })
  expect(await answer.clone().json()).not.toHaveProperty('errors')
  return name
}

async function begin(app: TestApp, name: string, id: string, input: object): Promise<void> {
  const answer = await app.call('POST', `/v1/packs/${name}/${id}`, { body: { input }, claims })
  expect(answer.status).toBe(202)
  await sendDue(app, id)
}

/** What is asked for is not sent, so that it stays open: there are no accounts. */
const sendDue = (app: TestApp, id: string) => performDue(app.deps, id, 1, 'pack-send')

const read = async (app: TestApp, name: string, id: string) =>
  (await app.call('GET', `/v1/packs/${name}/${id}`, { claims, headers: { prefer: 'wait=0' } })).json() // prettier-ignore

/** As a vendor brings it. 1 is yes, 2 is no. */
const reply = (app: TestApp, id: string, option: 1 | 2, ref?: string) =>
  commitOn(app.deps, id, async (tx, locked) => {
    const record = ref ?? (await findLatest(tx, id, kind))?.id
    if (record === undefined) throw new Error('nothing was asked')
    const replyMeaning = option === 1 ? 'yes' : 'no'
    const said = { repliedAt: locked.now, replyOption: option, replyMeaning } as const
    const denied = option === 2 ? { deniedAt: locked.now } : {}
    await updateChallenge(tx, record, { ...said, ...denied })
    append(locked, { kind: challengeReplied, module: kind, ref: record, code: String(option) })
  })

async function start(app: TestApp, step: object, input: object = { amount: 1234.5 }) {
  const name = await publish(app, payout(step))
  const id = await createReachable(app, {}, claims)
  await begin(app, name, id, input)
  return { name, id }
}

test('the run sends what is confirmed once, and its yes ends the step', async ({ app, db }) => {
  const { name, id } = await start(app, consent())
  const { content } = await readLatest(app, id, kind)
  expect(content).toMatchObject({ purpose: 'Pagar R$ 1.234,50' })
  expect(await read(app, name, id)).toMatchObject({ status: 'processing' })
  await sendDue(app, id)
  expect(await listChallenges(db, id, kind)).toHaveLength(1)
  await reply(app, id, 1)
  expect(await read(app, name, id)).toMatchObject({ outcome: 'approved', stopReason: 'confirmed' })
  const timeline = await (await app.call('GET', `/v1/transaction/${id}/timeline`, { claims })).json() // prettier-ignore
  expect(timeline).toContainEqual(expect.objectContaining({ kind: 'message-asked', outcome: kind }))
  expect(JSON.stringify(timeline)).not.toContain('Pagar')
})

test('a no, and a question that went unanswered, approve nothing', async ({ app, db }) => {
  const denied = await start(app, consent())
  await reply(app, denied.id, 2)
  expect(await read(app, denied.name, denied.id)).toMatchObject({ outcome: 'rejected' })
  const silent = await start(app, consent({ optional: true }))
  await moveClock(db, silent.id, 3_601_000)
  await performDue(app.deps, silent.id, 2)
  expect(await read(app, silent.name, silent.id)).toMatchObject({ outcome: 'review' })
})

test('only the yes to what the step has sent counts: not one to a question before, to another purpose or of another step', async ({
  app,
  db,
}) => {
  const name = await publish(
    app,
    payout(consent({ deadlineSeconds: 20_000 }), consent({ id: 'second', purpose: 'Segundo' })),
  )
  const id = await createReachable(app, {}, claims)
  expect((await ask(app, kind, id, { claims, body: { purpose: 'Pagar R$ 10' } })).status).toBe(201)
  const before = await readLatest(app, id, kind)
  await begin(app, name, id, { amount: 10 })
  // Within the cool-down nothing is sent; what was asked before is not what the step asks.
  expect(await listChallenges(db, id, kind)).toHaveLength(1)
  await reply(app, id, 1, before.ref)
  expect((await read(app, name, id)).steps.consent.moduleStatus).toBe('processing')
  await moveClock(db, id, 31_000)
  await sendDue(app, id)
  expect(await listChallenges(db, id, kind)).toHaveLength(2)
  await moveClock(db, id, 61_000)
  const other = await ask(app, kind, id, { claims, body: { purpose: 'Pagar R$ 10.000' } })
  expect(other.status).toBe(201)
  await reply(app, id, 1)
  expect((await read(app, name, id)).steps.consent.moduleStatus).toBe('processing')
  // The same asked again by a client, or by a link, is the same question.
  await moveClock(db, id, 3_600_000)
  expect((await ask(app, kind, id, { claims, body: { purpose: 'Pagar R$ 10' } })).status).toBe(201)
  await reply(app, id, 1)
  const { steps, outcome } = await read(app, name, id)
  expect([steps.consent.moduleStatus, steps.second.moduleStatus, outcome]).toEqual([
    'completed',
    'processing',
    undefined,
  ])
})

test.for<[string, object, object]>([
  ['an amount that nobody has named', {}, consent()],
  ['a text that no message shows', { to: '支付' }, consent({ purpose: 'Pagar a {input.to}' })],
  ['a text that is too long', { to: 'a'.repeat(80) }, consent({ purpose: 'Pagar a {input.to}' })],
  ['a text of two lines', { to: 'a\nb' }, consent({ purpose: 'Pagar a {input.to}' })],
])('nothing is sent, and nothing approved, with %s', async ([, input, step], { app, db }) => {
  const { name, id } = await start(app, step, input)
  expect(await listChallenges(db, id, kind)).toHaveLength(0)
  expect(await read(app, name, id)).toMatchObject({ status: 'partial', outcome: 'review' })
})

test('whoever has no phone is asked nothing, and whoever has proved the address is sent nothing', async ({
  app,
  db,
}) => {
  const name = await publish(app, payout(consent()))
  const id = await createTransaction(app, {}, claims)
  await begin(app, name, id, { amount: 1 })
  expect(await read(app, name, id)).toMatchObject({ outcome: 'review' })
  const address = { kind: 'module', module: 'emailToken', send: true, deadlineSeconds: 60 }
  const mails = await publish(app, { root: { kind: 'sequence', steps: [address] } })
  const sentTo = async (one: string) => (await listChallenges(db, one, 'email-token')).length
  await app.call('GET', `/v1/packs/${mails}/${id}`, { claims, headers: { prefer: 'wait=0' } })
  await sendDue(app, id)
  expect(await sentTo(id)).toBe(1)
  const { code } = await readLatest(app, id, 'email-token')
  const path = `${pathOf['email-token'](id)}/validation`
  expect((await app.call('POST', path, { body: { code }, claims })).status).toBe(200)
  expect(await read(app, mails, id)).toMatchObject({ status: 'completed' })
  await app.call('POST', `/v1/packs/${mails}/${id}`, { body: {}, claims })
  await sendDue(app, id)
  expect(await sentTo(id)).toBe(1)
  expect(await read(app, mails, id)).toMatchObject({ status: 'completed' })
})

test.for<[string, object, string, RegExp]>([
  ['a text without sending it', consent({ send: undefined }), '/purpose', /send: true/],
  ['required of what the run sends', consent({ purpose: 'required' }), '/purpose', /write the text/],
  ['braces that do not match', consent({ purpose: 'Pagar {input.amount' }), '/purpose', /between/],
  ['a field that is not there', consent({ purpose: 'Pagar {input.sum}' }), '/purpose', /sum/],
  ['a yes or no in a text', consent({ purpose: 'Pagar {input.amount > 1.0}' }), '/purpose', /neither text/],
  ['a personal field in an expression', consent({ purpose: '{"a " + transaction.name}' }), '/purpose', /name/],
  ['a module that sends nothing', { kind: 'module', module: 'score', send: true }, '/send', /no message/],
])('422 for %s', async ([, step, place, detail], { app }) => {
  const answer = await app.call('POST', `/v1/packs/s-${randomUUID()}/versions`, { body: payout(step), claims })
  expect(answer.status).toBe(422)
  expect((await answer.json()).errors).toContainEqual(
    expect.objectContaining({ pointer: `#/root/steps/0${place}`, detail: expect.stringMatching(detail) }),
  )
}) // prettier-ignore

test('a personal field stands alone in what the person is shown', async ({ app }) => {
  const name = await publish(app, payout(consent({ purpose: 'Conta de {transaction.name}' })))
  const id = await createReachable(app, { name: 'Ana Souza' }, claims)
  await begin(app, name, id, {})
  const { content } = await readLatest(app, id, kind)
  expect(content).toMatchObject({ purpose: 'Conta de Ana Souza' })
})
