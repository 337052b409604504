// What can become of an e-mail token.
import type { Scenario } from '../scene.ts'

/** Wrong code, right code, pack, and closed because nothing is open. */
const journey: Scenario = {
  environment: { IDLE_CLOSE_SECONDS: '2' },
  async drive({ client, service, create, sendToken }) {
    const id = await create()
    await client.state(id)
    const code = await sendToken(id)
    const wrong = { code: String((Number(code) + 1) % 1_000_000).padStart(6, '0') }
    await service.call('POST', `/v1/transaction/${id}/emails/tokens/validation`, { body: wrong })
    await client.journalWith(id, 'email-token-check-failed')
    await client.validate(id, code)
    await client.queryPack('basic', id)
    await client.handle(id).result()
    return id
  },
}

const sent: Scenario = {
  async drive({ create, sendToken }) {
    const id = await create()
    await sendToken(id)
    return id
  },
}

/** By its own timer. */
const expired: Scenario = {
  async drive({ client, create, sendToken }) {
    const id = await create()
    await sendToken(id)
    await client.advance(id, 'PT59M57S')
    await client.journalWith(id, 'email-token-expired')
    return id
  },
}

const deferred: Scenario = {
  async drive({ client, create, openToken }) {
    const id = await create('defer')
    await openToken(id)
    await client.journalWith(id, 'email-token-deferred')
    await client.advance(id, 'PT20S')
    await client.advance(id, 'PT10S')
    await client.journalWith(id, 'email-token-sent')
    return id
  },
}

const refused: Scenario = {
  async drive({ client, create, openToken }) {
    const id = await create('refuse')
    await openToken(id)
    await client.journalWith(id, 'email-token-failed')
    return id
  },
}

const bounced: Scenario = {
  async drive({ client, create, sendToken }) {
    const id = await create('bounce')
    await sendToken(id)
    await client.journalWith(id, 'email-token-failed')
    await client.nudge(id)
    return id
  },
}

/** The connection is lost after the last byte. */
const uncertain: Scenario = {
  mode: 'live',
  async drive({ client, create, openToken }) {
    const id = await create('live')
    await openToken(id)
    await client.journalWith(id, 'email-token-uncertain')
    return id
  },
}

/** The first record gives way to a second one, which expires. */
const superseded: Scenario = {
  async drive({ client, create, sendToken, openToken }) {
    const id = await create()
    await sendToken(id)
    await client.advance(id, 'PT31S')
    await openToken(id)
    await client.journalWith(id, 'email-token-sent', 2)
    await client.advance(id, 'P1D')
    return id
  },
}

/** The workflow that asked for the send is gone: the next one looks up what became of it. */
const settled: Scenario = {
  runs: 2,
  async drive({ client, create, openToken }) {
    const id = await create('slow')
    await openToken(id)
    await client.journalWith(id, 'email-token-attempt-claimed')
    await client.restart(id)
    await client.journalWith(id, 'email-token-sent')
    await client.advance(id, 'PT30M')
    return id
  },
}

export const emailTokenScenarios = {
  journey,
  'token-sent': sent,
  'token-expired': expired,
  'token-deferred': deferred,
  'token-refused': refused,
  'token-bounced': bounced,
  'token-uncertain': uncertain,
  'token-superseded': superseded,
  'token-settled': settled,
} as const
