import { expect } from 'vitest'
import { kindsOf } from './client.ts'
import { withService } from './fixture.ts'

const test = withService()

test('a whole journey: created, mail sent once, code confirmed, pack completed with what it knows', async ({
  client,
}) => {
  const id = await client.create()
  await client.requestToken(id)
  await client.journalWith(id, 'challenge-accepted')
  const [message, ...others] = await client.messages(id)
  expect(others).toEqual([])
  const code = message?.code ?? ''
  expect(code).toMatch(/^\d{6}$/)
  const record = await client.validate(id, code)
  expect(record.status).toBe('Valid')

  const answer = await client.queryPack('basic', id)
  expect(answer).toMatchObject({
    status: 'completed',
    packVersion: 1,
    score: { moduleStatus: 'completed', results: [{ value: 70 }] },
  })
  expect(kindsOf(await client.journal(id))).toEqual([
    'transaction-created', 'challenge-opened', 'challenge-attempt-claimed', 'challenge-accepted',
    'challenge-valid', 'pack-started', 'module-started', 'score-computed', 'module-completed',
    'pack-ended',
  ]) // prettier-ignore
})

test('the timeline shows the journal, numbered without a gap and in ids and codes', async ({
  client,
}) => {
  const id = await client.create('bela.exemplo@example.com')
  await client.requestToken(id)
  await client.journalWith(id, 'challenge-accepted')
  const timeline = await client.ask<{ seq: number; kind: string; provider?: string }[]>(
    'GET',
    `/v1/transaction/${id}/timeline`,
    200,
  )
  expect(timeline.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
  expect(timeline.at(-1)).toMatchObject({
    kind: 'challenge-accepted',
    provider: 'sandbox',
    attempt: 1,
  })
  expect(JSON.stringify(timeline)).not.toMatch(/bela|52998224725/)
})

test('twelve journeys at once do not meet', async ({ client }) => {
  const addresses = Array.from({ length: 12 }, (_, n) => `person${n}@example.com`)
  const sent = await Promise.all(
    addresses.map(async (address) => {
      const id = await client.create(address)
      await client.requestToken(id)
      await client.journalWith(id, 'challenge-accepted')
      const messages = await client.messages(id)
      await client.validate(id, messages[0]?.code ?? '')
      expect((await client.queryPack('basic', id)).status).toBe('completed')
      return messages.map(({ to }) => to)
    }),
  )
  expect(sent).toEqual(addresses.map((address) => [address]))
})
