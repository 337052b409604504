// The magic endings, one by one, through the whole service: the workflow sends, the sandbox's vendors call back with
// their signatures, and the records and the journal say what happened.
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import type { Entry } from '#src/journey/transaction/entry.ts'
import type { Ending } from '#src/vendors/sandbox/plan.ts'
import type { SandboxMessage } from '#src/sandbox/schema.ts'
import { type TestClient, until } from '../client.ts'
import { withService } from '../fixture.ts'

const test = withService()

type Record2fa = {
  readonly status: string
  readonly text: string
  readonly expired?: boolean
  readonly failure?: { readonly code: string }
  readonly reply?: { readonly option: number }
}
type Channel = 'sms' | 'whatsapp'

let people = 0

/** A question to a number of its own with this ending. */
async function ask(client: TestClient, channel: Channel, ending: Ending | '4321') {
  const number = Number(`98${String(100 + people++)}${ending}`)
  const id = await createWith(client, number)
  const path = `/v1/transaction/${id}/${channel === 'sms' ? 'sms' : 'whatsapps'}/2fa`
  await client.ask('POST', path, 201)
  return {
    id,
    number,
    again: (status: number) => client.ask('POST', path, status),
    read: async () => (await client.ask<[Record2fa]>('GET', path, 200))[0],
    /** The record once it is in this state. */
    become: (status: string) =>
      until(async () => {
        const [record] = await client.ask<[Record2fa]>('GET', path, 200)
        return record.status === status ? record : undefined
      }),
    with: (kind: string, count = 1) => client.journalWith(id, kind, count),
    messages: () => client.messages(id),
  }
}

async function createWith(client: TestClient, number: number): Promise<string> {
  const phone = { countryCode: 55, areaCode: 11, number }
  const body = { documentType: 'cpf', document: '52998224725', phone }
  return (await client.ask<{ id: string }>('POST', '/v1/transaction', 201, { body })).id
}

const reports = ['sent', 'delivered', 'read', 'undeliverable', 'replied', 'reply-ignored']

/** What came from outside, without `challenge-`, in its order. */
const reported = (entries: readonly Entry[]) =>
  entries
    .map(({ kind }) => kind.replace(/^challenge-/, ''))
    .filter((kind) => reports.includes(kind))

/** Long enough for what must not come any more. */
const quiet = () => sleep(700)

describe('a number that ends in', () => {
  test.concurrent.for([
    ['0001', 'sms', 'Delivered', ['sent', 'delivered']],
    ['0001', 'whatsapp', 'Read', ['sent', 'delivered', 'read']],
    ['4321', 'sms', 'Delivered', ['sent', 'delivered']],
    ['4321', 'whatsapp', 'Read', ['sent', 'delivered', 'read']],
    ['0004', 'sms', 'Delivered', ['delivered', 'sent']],
    ['0005', 'sms', 'Delivered', ['sent', 'delivered']],
    ['0005', 'whatsapp', 'Read', ['sent', 'delivered', 'read']],
    ['0011', 'sms', 'Delivered', ['sent', 'delivered']],
    ['0011', 'whatsapp', 'Read', ['sent', 'delivered', 'read']],
    ['0012', 'sms', 'Sent', ['sent']],
    ['0012', 'whatsapp', 'Read', ['sent', 'read']],
  ] as const)('%s is reported on %s and its record is %s', async (row, { client }) => {
    const [ending, channel, status, facts] = row
    const asked = await ask(client, channel, ending)
    await asked.become(status)
    await asked.with(`challenge-${facts.at(-1) ?? 'sent'}`)
    await quiet()
    expect(reported(await client.journal(asked.id))).toEqual(facts)
    expect(await asked.read()).toMatchObject({ status })
    expect(await asked.messages()).toHaveLength(1)
  })

  test.concurrent('0002 is refused by SMS and reported as failed on WhatsApp, and the record says why', async ({
    client,
  }) => {
    for (const channel of ['sms', 'whatsapp'] as const) {
      const asked = await ask(client, channel, '0002')
      await asked.with('challenge-failed')
      expect(await asked.read()).toMatchObject({ status: 'Waiting', failure: {} })
      // Unlike in live mode the number is not remembered: who tests sees the same again.
      const other = await createWith(client, asked.number)
      const path = `/v1/transaction/${other}/${channel === 'sms' ? 'sms' : 'whatsapps'}/2fa`
      await client.ask('POST', path, 201)
      await client.journalWith(other, 'challenge-failed')
    }
  })

  test.concurrent('0003 stays Waiting, because nothing is ever reported', async ({ client }) => {
    const asked = await ask(client, 'whatsapp', '0003')
    await asked.with('challenge-accepted')
    await quiet()
    expect(await asked.read()).toMatchObject({ status: 'Waiting' })
    expect(await asked.messages()).toHaveLength(1)
  })

  test.concurrent.for([
    ['0006', 'sms', 1, 'Sim'],
    ['0007', 'sms', 2, 'Não'],
    ['0006', 'whatsapp', 1, 'Sim'],
    ['0007', 'whatsapp', 2, 'Não'],
  ] as const)('%s answers by itself on %s with option %i', async (row, { client }) => {
    const [ending, channel, option, label] = row
    const asked = await ask(client, channel, ending)
    const record = await asked.become('Replied')
    if (channel === 'sms') expect(record.text).toBe(label)
    else expect(record.reply).toMatchObject({ option })
    const replied = (await asked.with('challenge-replied')).find(
      ({ kind }) => kind === 'challenge-replied',
    )
    expect(replied?.code).toBe(String(option))
  })

  test.concurrent('0008 answers when the record has expired, and that does not count', async ({
    client,
  }) => {
    const asked = await ask(client, 'whatsapp', '0008')
    await asked.become('Read')
    await client.advance(asked.id, 'PT11M')
    const entries = await asked.with('challenge-reply-ignored')
    expect(entries.find(({ kind }) => kind === 'challenge-reply-ignored')?.code).toBe('late')
    expect(await asked.read()).toMatchObject({ status: 'Read', expired: true })
  })

  test.concurrent('0009 is tried a second time, and arrives once', async ({ client }) => {
    const asked = await ask(client, 'sms', '0009')
    await asked.become('Delivered')
    const entries = await client.journal(asked.id)
    const claims = entries.filter(({ kind }) => kind === 'challenge-attempt-claimed')
    expect(claims.map(({ attempt }) => attempt)).toEqual([1, 2])
    expect(await asked.messages()).toHaveLength(1)
  })

  test.concurrent.for(['sms', 'whatsapp'] as const)(
    '0010 leaves the outcome open on %s, is not sent again, and arrives',
    async (channel, { client }) => {
      const asked = await ask(client, channel, '0010')
      await asked.with('challenge-uncertain')
      await asked.with('challenge-delivered')
      await client.advance(asked.id, 'PT30S')
      await quiet()
      const entries = await client.journal(asked.id)
      expect(entries.filter(({ kind }) => kind === 'challenge-attempt-claimed')).toHaveLength(1)
      expect(await asked.messages()).toHaveLength(1)
      expect((await asked.read()).failure).toBeUndefined()
    },
  )

  test.concurrent('0013 has failed, and then has arrived after all', async ({ client }) => {
    for (const channel of ['sms', 'whatsapp'] as const) {
      const asked = await ask(client, channel, '0013')
      await asked.with('challenge-delivered')
      expect(reported(await client.journal(asked.id)).at(-1)).toBe('delivered')
      expect((await asked.read()).failure).toBeUndefined()
    }
  })

  test.concurrent('0014 gets nothing more, until it says START', async ({ client }) => {
    const asked = await ask(client, 'sms', '0014')
    const entries = await asked.with('challenge-reply-ignored')
    expect(entries.find(({ kind }) => kind === 'challenge-reply-ignored')?.code).toBe('opted-out')
    const other = await createWith(client, asked.number)
    await client.ask('POST', `/v1/transaction/${other}/sms/2fa`, 204)
    const [message] = await asked.messages()
    await reply(client, message, { text: 'start' })
    await client.ask('POST', `/v1/transaction/${other}/sms/2fa`, 201)
  })
})

test('who answers by SMS answers the tenant that wrote, not another with an open question', async ({
  client,
  service,
}) => {
  const number = Number(`98${String(100 + people++)}4321`)
  const questions = []
  for (const tenant of ['acme', 'globex']) {
    const claims = { tenant }
    const call = async (method: string, path: string, body?: object) =>
      (await service.call(method, path, { claims, ...(body && { body }) })).json()
    const phone = { countryCode: 55, areaCode: 11, number }
    const { id } = await call('POST', '/v1/transaction', {
      documentType: 'cpf',
      document: '52998224725',
      phone,
    })
    await call('POST', `/v1/transaction/${id}/sms/2fa`)
    await client.journalWith(id, 'challenge-delivered')
    questions.push({ id, call })
  }
  const [first, second] = questions
  if (!first || !second) throw new Error('both asked')
  const [message] = await client.messages(first.id)
  await reply(client, message, { option: 2 })
  expect(await first.call('GET', `/v1/transaction/${first.id}/sms/2fa`)).toMatchObject([
    { status: 'Replied', text: 'Não' },
  ])
  expect(await second.call('GET', `/v1/transaction/${second.id}/sms/2fa`)).toMatchObject([
    { status: 'Delivered' },
  ])
})

test('a WhatsApp account without the ninth digit taps its button like any other', async ({
  client,
}) => {
  const phone = { countryCode: 55, areaCode: 31, number: 987_650_100 + people++ }
  const body = { documentType: 'cpf', document: '52998224725', phone }
  const { id } = await client.ask<{ id: string }>('POST', '/v1/transaction', 201, { body })
  const path = `/v1/transaction/${id}/whatsapps/2fa`
  await client.ask('POST', path, 201)
  await client.journalWith(id, 'challenge-read')
  const [message] = await client.messages(id)
  await reply(client, message, { option: 1 })
  expect(await client.ask('GET', path, 200)).toMatchObject([
    { status: 'Replied', reply: { option: 1 } },
  ])
})

const reply = (client: TestClient, message: SandboxMessage | undefined, body: object) =>
  client.ask('POST', `/v1/sandbox/messages/${message?.id ?? ''}/reply`, 202, { body })
