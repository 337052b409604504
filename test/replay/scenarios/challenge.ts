// What can become of an SMS token, SMS 2FA or WhatsApp 2FA; numbers end in what the sandbox does with them.
import { readLatest } from '#test/support/challenges.ts'
import { createBody } from '#test/support/person.ts'
import { wrongCode } from '#test/support/transactions.ts'
import type { Scenario, Scene } from '../scene.ts'

const numbered = (ending: string) => ({
  countryCode: 55,
  areaCode: 11,
  number: Number(`97384${ending}`),
})

/** The person's transaction, with these numbers instead of their own. */
async function createWith({ client, service, secrets }: Scene, ...endings: string[]) {
  const [phone, ...phones] = endings.map(numbered)
  secrets.push(...endings.map((ending) => `97384${ending}`))
  const body = { ...createBody(), phone, Phones: phones }
  const { id } = await client.ask<{ id: string }>('POST', '/v1/transaction', 201, { body })
  await service.services.nudger.drain()
  return id
}

const ask = ({ client }: Scene, id: string, path: 'sms/2fa' | 'sms/tokens' | 'whatsapps/2fa') =>
  client.ask('POST', `/v1/transaction/${id}/${path}`, 201)

/** Accepted, sent, delivered, answered. */
const answered: Scenario = {
  async drive(scene) {
    const id = await createWith(scene, '0006')
    await ask(scene, id, 'sms/2fa')
    await scene.client.journalWith(id, 'challenge-replied')
    return id
  },
}

/** Read, answered with a tap, and tapped again: the second one does not count. */
const answeredTwice: Scenario = {
  async drive(scene) {
    const { client } = scene
    const id = await createWith(scene, '0001')
    await ask(scene, id, 'whatsapps/2fa')
    await client.journalWith(id, 'challenge-read')
    const [message] = await client.messages(id)
    for (const option of [1, 2])
      await client.ask('POST', `/v1/sandbox/messages/${message?.id}/reply`, 202, {
        body: { option },
      })
    await client.journalWith(id, 'challenge-reply-ignored')
    await client.nudge(id)
    return id
  },
}

/** Wrong code, right code. */
const validated: Scenario = {
  async drive(scene) {
    const { client, db, service, secrets } = scene
    const id = await createWith(scene, '0003')
    await ask(scene, id, 'sms/tokens')
    await client.journalWith(id, 'challenge-accepted')
    const { code, linkToken } = await readLatest(db, service.services.sealer, id, 'sms-token')
    secrets.push(code, linkToken)
    const path = `/v1/transaction/${id}/sms/tokens/validation`
    await client.ask('POST', path, 422, { body: { code: wrongCode(code) } })
    await client.ask('POST', path, 200, { body: { code } })
    await client.journalWith(id, 'challenge-valid')
    return id
  },
}

/** The vendor refuses the first number, and takes the second. */
const nextNumber: Scenario = {
  async drive(scene) {
    const id = await createWith(scene, '0002', '0003')
    await ask(scene, id, 'sms/2fa')
    await scene.client.journalWith(id, 'challenge-accepted')
    return id
  },
}

/** It accepts the first, and reports later that there is no such number. */
const undeliverable: Scenario = {
  async drive(scene) {
    const id = await createWith(scene, '0002', '0003')
    await ask(scene, id, 'whatsapps/2fa')
    await scene.client.journalWith(id, 'challenge-accepted', 2)
    return id
  },
}

/** There is no other number. */
const refused: Scenario = {
  async drive(scene) {
    const id = await createWith(scene, '0002')
    await ask(scene, id, 'sms/2fa')
    await scene.client.journalWith(id, 'challenge-failed')
    return id
  },
}

const rateLimited: Scenario = {
  async drive(scene) {
    const id = await createWith(scene, '0009')
    await ask(scene, id, 'sms/2fa')
    await scene.client.journalWith(id, 'challenge-deferred')
    await scene.client.advance(id, 'PT2S')
    await scene.client.advance(id, 'PT8S')
    await scene.client.journalWith(id, 'challenge-delivered')
    return id
  },
}

/** No answer; then a callback says that it went out, before anybody looks it up. */
const uncertain: Scenario = {
  async drive(scene) {
    const id = await createWith(scene, '0010')
    await ask(scene, id, 'sms/2fa')
    await scene.client.journalWith(id, 'challenge-uncertain')
    await scene.client.journalWith(id, 'challenge-delivered')
    await scene.client.advance(id, 'PT30S')
    return id
  },
}

/** The first gives way to a second one, which expires. */
const expired: Scenario = {
  async drive(scene) {
    const { client } = scene
    const id = await createWith(scene, '0003')
    await ask(scene, id, 'sms/tokens')
    await client.journalWith(id, 'challenge-accepted')
    await client.advance(id, 'PT31S')
    await ask(scene, id, 'sms/tokens')
    await client.journalWith(id, 'challenge-accepted', 2)
    await client.advance(id, 'PT9M')
    await client.advance(id, 'PT1M')
    return id
  },
}

/** The workflow that asked for the send is gone: the next one waits for a callback, then looks it up. */
const settled: Scenario = {
  runs: 2,
  async drive(scene) {
    const { client } = scene
    const id = await createWith(scene, '0010')
    await ask(scene, id, 'whatsapps/2fa')
    await client.journalWith(id, 'challenge-attempt-claimed')
    await client.restart(id)
    await client.journalWith(id, 'challenge-uncertain')
    await client.journalWith(id, 'challenge-accepted')
    await client.advance(id, 'PT30S')
    return id
  },
}

export const challengeScenarios = {
  'challenge-answered': answered,
  'challenge-answered-twice': answeredTwice,
  'challenge-validated': validated,
  'challenge-next-number': nextNumber,
  'challenge-undeliverable': undeliverable,
  'challenge-refused': refused,
  'challenge-rate-limited': rateLimited,
  'challenge-uncertain': uncertain,
  'challenge-expired': expired,
  'challenge-settled': settled,
} as const
