// Steps that demand a purpose, or a channel, or that the run sends itself: whose answer counts on a link, and what the
// message of each confirms.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { commitOn } from '#src/journey/commit/commit.ts'
import { append } from '#src/journey/journal/append.ts'
import { challengeReplied } from '#src/messaging/challenges/kinds.ts'
import { findLatest, updateChallenge } from '#src/messaging/challenges/store.ts'
import { testOn } from '#test/support/app-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { performDue } from '#test/support/due.ts'
import { ask, createReachable, readLatest } from '#test/support/messaging/challenges.ts'
import { createLinks } from '#test/support/messaging/links.ts'
import { everyScope } from '#test/support/token.ts'
import { moveClock, readProblem } from '#test/support/transactions.ts'
import { createWalker, type Walker } from '#test/support/walker.ts'

const claims = { scope: everyScope, tenant: 'payer' }
const test = testOn(async (db) => {
  return createTestApp(db, undefined, { links: createLinks({ name: 'Acme' }) })
})

const purpose = 'Pix de R$ 1.250,00 para Maria Souza'
const phone = (more: object) => ({ kind: 'module', module: 'phoneConfirmation', id: 'consent', deadlineSeconds: 86_400, ...more }) // prettier-ignore
const stop = { kind: 'stop', outcome: 'approved', reason: 'confirmed' }

async function publish(app: TestApp, ...steps: object[]): Promise<string> {
  const name = `purposes-${randomUUID()}`
  const body = { root: { kind: 'sequence', steps } }
  const answer = await app.call('POST', `/v1/packs/${name}/versions`, { body, claims })
  expect(await answer.clone().json()).not.toHaveProperty('errors')
  return name
}

const make = (app: TestApp, id: string, body: object) =>
  app.call('POST', `/v1/transaction/${id}/lvs`, { body, claims })

/** A link of that pack up to its first step. */
async function begin(app: TestApp, pack: string, id: string, more: object = {}) {
  const { link } = await (await make(app, id, { pack, ...more })).json()
  const walker = createWalker(app.call)
  await walker.open(new URL(link).pathname)
  await walker.press('')
  await walker.press('consent')
  return walker
}

type Kind = 'sms-2fa' | 'whatsapp-2fa'

/** As the vendor brings it. */
const sayYes = (app: TestApp, id: string, kind: Kind) =>
  commitOn(app.deps, id, async (tx, locked) => {
    const record = await findLatest(tx, id, kind)
    if (!record) throw new Error('there is a question')
    const said = { repliedAt: locked.now, replyOption: 1, replyMeaning: 'yes' } as const
    await updateChallenge(tx, record.id, said)
    append(locked, { kind: challengeReplied, module: kind, ref: record.id, code: '1' })
  })

const titleOf = async (walker: Walker) => (await walker.open('/c')).title

test('a link of a step that demands a purpose is not made without one, nor with one that its messages cannot show', async ({
  app,
}) => {
  const pack = await publish(app, phone({ purpose: 'required' }), stop)
  const outer = await publish(app, { kind: 'pack', id: 'inner', pack, version: 1 })
  const other = await publish(app, phone({}), stop)
  const id = await createReachable(app, {}, claims)
  for (const name of [pack, outer]) {
    const without = await readProblem(await make(app, id, { pack: name }))
    expect(without).toMatchObject({ status: 422, code: 'pack-unfit' })
    expect(without.detail).toContain('its step consent demands a purpose')
    const unshown = await readProblem(await make(app, id, { pack: name, purpose: '开户 €' }))
    expect(unshown).toMatchObject({ status: 422, code: 'value-unfit' })
    expect(unshown.errors?.map(({ pointer }) => pointer)).toEqual(['#/purpose'])
    expect(JSON.stringify(unshown)).not.toContain('开户')
    expect((await make(app, id, { pack: name, purpose })).status).toBe(201)
  }
  // Where none is demanded a page may show what no SMS can.
  for (const body of [{}, { purpose: '开户 €' }])
    expect((await make(app, await createReachable(app, {}, claims), { pack: other, ...body })).status).toBe(201) // prettier-ignore
})

test('the messages of that step confirm the purpose of its link, and nothing that was asked before ends it', async ({
  app,
  db,
}) => {
  const pack = await publish(app, phone({ purpose: 'required' }), stop)
  const id = await createReachable(app, {}, claims)
  expect((await ask(app, 'sms-2fa', id, { claims })).status).toBe(201)
  await moveClock(db, id, 120_000)
  const walker = await begin(app, pack, id, { purpose })
  // That question is none of this step, so the page does not wait for its answer.
  expect(walker.seen.text).toContain('/step/phone-sms"')
  expect(walker.seen.text).not.toContain('role="status"')
  await sayYes(app, id, 'sms-2fa')
  expect(await titleOf(walker)).toContain('Confirme seu celular')
  await walker.press('phone-sms')
  expect((await readLatest(app, id, 'sms-2fa')).content).toMatchObject({ purpose })
  // By the other channel, and once more after the time for an answer, it confirms the same.
  await walker.press('phone-whatsapp')
  expect((await readLatest(app, id, 'whatsapp-2fa')).content).toMatchObject({ purpose })
  await moveClock(db, id, 3_700_000)
  await walker.open('/c')
  await walker.press('phone-sms')
  expect((await readLatest(app, id, 'sms-2fa')).content).toMatchObject({ purpose })
  await sayYes(app, id, 'sms-2fa')
  expect(await titleOf(walker)).toContain('Pronto')
})

test('a fresh step waits for no question of before, and says that another cannot leave at once', async ({
  app,
}) => {
  const pack = await publish(app, phone({ fresh: true }), stop)
  const id = await createReachable(app, {}, claims)
  expect((await ask(app, 'sms-2fa', id, { claims })).status).toBe(201)
  const walker = await begin(app, pack, id)
  expect(walker.seen.text).not.toContain('role="status"')
  await walker.press('phone-sms')
  expect(walker.seen.text).toContain('mensagens demais')
  await sayYes(app, id, 'sms-2fa')
  expect(await titleOf(walker)).toContain('Confirme seu celular')
  await walker.press('phone-sms')
  await sayYes(app, id, 'sms-2fa')
  expect(await titleOf(walker)).toContain('Pronto')
})

test('a step of one channel offers no other, and asks by no other', async ({ app, db }) => {
  const pack = await publish(app, phone({ with: { channels: ['sms'] } }), stop)
  const id = await createReachable(app, {}, claims)
  const walker = await begin(app, pack, id)
  expect(walker.seen.text).toContain('/step/phone-sms"')
  expect(walker.seen.text).not.toContain('/step/phone-whatsapp"')
  const forged = await walker.post(`${walker.path}/step/phone-whatsapp`, { key: walker.key })
  expect(forged.status).toBe(303)
  expect(await findLatest(db, id, 'whatsapp-2fa')).toBeUndefined()
  await walker.press('phone-sms')
  await sayYes(app, id, 'sms-2fa')
  expect(await titleOf(walker)).toContain('Pronto')
})

test('what the run has sent is asked for again with its own words, also after its time, and its yes ends the step', async ({
  app,
  db,
}) => {
  const own = { send: true, with: { channels: ['sms'] }, purpose: 'Abrir conta' }
  const pack = await publish(app, phone(own), stop)
  const id = await createReachable(app, {}, claims)
  const walker = await begin(app, pack, id, { purpose: 'Outra coisa' })
  // Until the run has sent it there is nothing that a person could repeat.
  expect(await findLatest(db, id, 'sms-2fa')).toBeUndefined()
  await walker.press('phone-sms')
  expect(walker.seen.text).toContain('mensagens demais')
  await performDue(app.deps, id, 1, 'pack-send')
  const first = await readLatest(app, id, 'sms-2fa')
  expect(first.content).toMatchObject({ purpose: 'Abrir conta' })
  await moveClock(db, id, 3_700_000)
  await walker.open('/c')
  await walker.press('phone-sms')
  const second = await readLatest(app, id, 'sms-2fa')
  expect(second.ref).not.toBe(first.ref)
  expect(second.content).toMatchObject({ purpose: 'Abrir conta' })
  await sayYes(app, id, 'sms-2fa')
  expect(await titleOf(walker)).toContain('Pronto')
})
