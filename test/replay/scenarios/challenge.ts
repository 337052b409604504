// Journeys of a person: messages that are sent, answered, tried at another number; a pack at the end.
import { createBody } from '#test/support/person.ts'
import { wrongCode } from '#test/support/transactions.ts'
import type { Scenario, Scene } from '../scene.ts'

/** Wrong code, right code, pack, and closed because nothing is open. */
const journey: Scenario = {
  environment: { IDLE_CLOSE_SECONDS: '1' },
  async drive({ client, create, sendToken }) {
    const id = await create()
    const code = await sendToken(id)
    const path = `/v1/transaction/${id}/emails/tokens/validation`
    await client.ask('POST', path, 422, { body: { code: wrongCode(code) } })
    await client.validate(id, code)
    await client.queryPack('basic', id)
    // What has only closed tasks has told nobody: the workflow finds out when the token would expire.
    await client.advance(id, 'PT1H')
    await client.handle(id).result()
    return id
  },
}

const numbered = (ending: string) => ({
  countryCode: 55,
  areaCode: 11,
  number: Number(`97384${ending}`),
})

/** The person's transaction, with these numbers instead of their own. */
async function createWith({ client, secrets }: Scene, ...endings: string[]): Promise<string> {
  const [phone, ...phones] = endings.map(numbered)
  secrets.push(...endings.map((ending) => `97384${ending}`))
  const body = { ...createBody(), phone, Phones: phones }
  return (await client.ask<{ id: string }>('POST', '/v1/transaction', 201, { body })).id
}

/** The vendor refuses the first number, and takes the second; nobody answers, and the question expires. */
const nextNumber: Scenario = {
  async drive(scene) {
    const id = await createWith(scene, '0002', '0003')
    await scene.client.ask('POST', `/v1/transaction/${id}/sms/2fa`, 201)
    await scene.client.journalWith(id, 'challenge-accepted')
    await scene.client.advance(id, 'PT10M')
    return id
  },
}

const replied: Scenario = {
  async drive(scene) {
    const id = await createWith(scene, '0006')
    await scene.client.ask('POST', `/v1/transaction/${id}/whatsapps/2fa`, 201)
    await scene.client.journalWith(id, 'challenge-replied')
    await scene.client.advance(id, 'PT10M')
    return id
  },
}

/** The vendor gives no answer; the call is looked up later. */
const uncertain: Scenario = {
  async drive(scene) {
    const id = await createWith(scene, '0010')
    await scene.client.ask('POST', `/v1/transaction/${id}/sms/2fa`, 201)
    await scene.client.journalWith(id, 'challenge-delivered')
    await scene.client.advance(id, 'PT1M')
    return id
  },
}

export const challengeScenarios = {
  journey,
  'next-number': nextNumber,
  replied,
  uncertain,
} as const
