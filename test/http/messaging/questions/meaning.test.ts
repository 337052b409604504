// What a pack takes for the phone's yes: what the reply says in the words of its question, and never its number.
import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { phoneConfirmation } from '#src/messaging/questions/module.ts'
import type { TestApp } from '#test/support/app.ts'
import { definePack, module, sequence } from '#test/support/packs/build.ts'
import { publishPacks } from '#test/support/packs/publish.ts'
import { test } from '#test/db/fixture.ts'
import { createTestApp } from '#test/support/app.ts'
import { answer } from '#test/support/messaging/callbacks.ts'
import { accounts, createWithPhone, newPhone, sendRecord } from '#test/support/hooks.ts'
import { silentMessaging } from '#test/support/messaging/messaging.ts'

type Wording = { readonly options: { 1: string; 2: string }; readonly yes?: 1 | 2 }

async function answerStepUp(db: TestApp['db'], wording: Wording | undefined, text: string) {
  const question = { text: '{brand}: responda {1} ou {2} em {minutes} min', ...wording }
  const templates = wording ? { 'sms-2fa': { 'pt-BR': question } } : {}
  const messaging = silentMessaging({ accounts: Object.values(accounts), templates })
  const app: TestApp = { ...(await createTestApp(db, undefined, { messaging })), db }
  const phone = newPhone()
  const id = await createWithPhone(app, phone, {})
  const query = async () => {
    const path = `/v1/packs/step-up/${id}`
    return (await app.call('GET', path, { headers: { prefer: 'wait=0' } })).json()
  }
  await query()
  const sent = await sendRecord(app, { id, phone })
  await answer(app, sent, text)
  const { packVersion, outcome, stopReason, phoneConfirmation } = await query()
  const [{ option, meaning }] = phoneConfirmation.results
  return { packVersion, outcome, stopReason, option, meaning }
}

const turned = { options: { 1: 'Não', 2: 'Sim' } }
const approved = { outcome: 'approved', stopReason: 'phone-confirmed' }
const denied = { outcome: 'review', stopReason: 'denied' }
// The face is asked for.
const unproven = { outcome: undefined, stopReason: undefined }

describe('step-up approves by a yes alone, whatever number it has', () => {
  test.for<[string, string, Wording | undefined, object]>([
    ['the wording of the service', '1', undefined, { ...approved, option: 1, meaning: 'yes' }],
    ['the wording of the service', '2', undefined, { ...denied, option: 2, meaning: 'no' }],
    ['a wording that names its yes', '2', { options: { 1: 'Bloquear', 2: 'Fui eu' }, yes: 2 }, { ...approved, option: 2, meaning: 'yes' }], // prettier-ignore
    ['a wording that names its yes', '1', { options: { 1: 'Bloquear', 2: 'Fui eu' }, yes: 2 }, { ...denied, option: 1, meaning: 'no' }], // prettier-ignore
    ['labels the other way round', '2', turned, { ...approved, option: 2, meaning: 'yes' }],
    ['labels the other way round', 'sim', turned, { ...approved, option: 2, meaning: 'yes' }],
    ['labels the other way round', '1', turned, { ...denied, option: 1, meaning: 'no' }],
    ['two that say no', '1', { options: { 1: 'Não', 2: 'Nunca' } }, { ...unproven, option: 1, meaning: 'option' }], // prettier-ignore
    ['two that say yes', '1', { options: { 1: 'Sim', 2: 'Confirmo' } }, { ...unproven, option: 1, meaning: 'option' }], // prettier-ignore
    ['two that say neither', '1', { options: { 1: 'Boleto', 2: 'Pix' } }, { ...unproven, option: 1, meaning: 'option' }], // prettier-ignore
    ['a yes and what is neither', '2', { options: { 1: 'Sim', 2: 'Pix' } }, { ...unproven, option: 2, meaning: 'option' }], // prettier-ignore
  ])('%s, answered by %s', async ([, text, wording, expected], { db }) => {
    expect(await answerStepUp(db, wording, text)).toEqual({ packVersion: 4, ...expected })
  })
})

test('who says later that the number is another person’s takes its yes back, and no older yes of it counts', async ({
  db,
}) => {
  const messaging = silentMessaging({ accounts: Object.values(accounts) })
  const app: TestApp = { ...(await createTestApp(db, undefined, { messaging })), db }
  const name = `taken-${randomUUID()}`
  const asks = {
    kind: 'when',
    condition: 'facts.phones.newestAnswer == "yes" || facts.phones.verifiedByReply',
    run: { kind: 'stop', outcome: 'approved', reason: 'said-yes' },
    otherwise: { kind: 'stop', outcome: 'review', reason: 'said-nothing' },
  } as const
  await publishPacks(db, [definePack(name, 1, sequence(module(phoneConfirmation), asks))])
  const sent = await sendRecord(app)
  const verdict = async () => {
    const run = await app.call('POST', `/v1/packs/${name}/${sent.id}`, { body: {} })
    const { outcome, stopReason, phoneConfirmation: section } = await run.json()
    return [outcome, stopReason, section.results[0]?.meaning]
  }
  await answer(app, sent, '1')
  expect(await verdict()).toEqual(['approved', 'said-yes', 'yes'])
  await answer(app, sent, 'numero errado')
  expect(await verdict()).toEqual(['review', 'unanswered', undefined])
})
