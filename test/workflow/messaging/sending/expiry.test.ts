// A question that nobody answers ends at the second it was to end, and what was still to be sent is not sent.
import { expect } from 'vitest'
import { newPhone, startCarriers } from '#test/support/messaging/carriers.ts'
import { test as database } from '#test/db/fixture.ts'
import { createPhoneClient } from './client.ts'
import { kindsOf, only } from '#test/workflow/client.ts'
import { withService, startServiceOn } from '#test/workflow/fixture.ts'

const test = withService()

/** The sandbox accepts a message to it, and reports nothing. */
const silent = () => ({
  ...newPhone(),
  number: 960_000_003 + 10_000 * Math.floor(Math.random() * 3_000),
})

test('the expiry fires at its moment, once, and the record says so', async ({ service }) => {
  const client = createPhoneClient(service)
  const id = await client.createWith(silent())
  const { expirationTime } = await client.askSms(id)
  await client.journalWith(id, 'challenge-accepted')
  await client.advance(id, 'PT9M50S')
  expect(await client.readSms(id)).not.toHaveProperty('expired')
  await client.advance(id, 'PT5M')
  expect(await client.readSms(id)).toMatchObject({ status: 'Waiting', expired: true })
  const journal = await client.journal(id)
  expect(only(journal, 'challenge-expired').at).toBe(Date.parse(expirationTime))
  expect(await client.tasks(id)).toEqual([])
})

test('a newer question replaces the one before: it neither expires nor is sent again', async ({
  service,
}) => {
  const client = createPhoneClient(service)
  const id = await client.createWith(silent())
  await client.askSms(id)
  await client.journalWith(id, 'challenge-accepted')
  await client.advance(id, 'PT31S')
  await client.askSms(id)
  const journal = await client.journalWith(id, 'challenge-accepted', 2)
  const [first, second] = journal.filter(({ kind }) => kind === 'challenge-opened')
  await client.advance(id, 'PT11M')
  const after = await client.journal(id)
  expect(only(after, 'challenge-superseded').ref).toBe(first?.ref)
  expect(only(after, 'challenge-expired').ref).toBe(second?.ref)
})

database(
  'a send that is deferred to after the expiry is given up at once, one before it is made',
  async ({ url }) => {
    await using parts = new AsyncDisposableStack()
    const carriers = await startCarriers({ acme: ['first'] })
    parts.defer(() => carriers.close())
    const service = await startServiceOn(url, { environment: carriers.environment })
    parts.defer(() => service.close())
    const client = createPhoneClient(service, { mode: 'live' })
    carriers.first.next.push({ refuse: 20_429, status: 429, retryAfter: 601 })
    const id = await client.createWith(newPhone())
    await client.askSms(id)
    const journal = await client.journalWith(id, 'challenge-failed')
    expect(only(journal, 'challenge-failed')).toMatchObject({
      code: 'provider-failed',
      reason: 'twilio-20429',
    })
    expect(kindsOf(journal)).not.toContain('challenge-deferred')
    expect(carriers.first.messages).toEqual([])
  },
)
