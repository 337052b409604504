// Live SMS over real HTTP: every outcome of a send, the account or number that is next, and one message.
import { describe, expect } from 'vitest'
import { listAttempts } from '#src/messaging/challenges/attempts.ts'
import { test as database } from '#test/db/fixture.ts'
import {
  newPhone,
  senderOf,
  startCarriers,
  takenFor,
  toE164,
} from '#test/support/messaging/carriers.ts'
import { createPhoneClient, type PhoneClient } from './client.ts'
import { kindsOf, only, until } from '#test/workflow/client.ts'
import { startServiceOn } from '#test/workflow/fixture.ts'

const tenants = {
  acme: ['first', 'second'],
  alone: ['first'],
  unreachable: ['dead', 'second'],
} as const

const test = database
  .extend('carriers', { scope: 'file' }, async ({}, { onCleanup }) => {
    const carriers = await startCarriers(tenants)
    onCleanup(() => carriers.close())
    return carriers
  })
  .extend('service', { scope: 'file' }, async ({ url, carriers }, { onCleanup }) => {
    const service = await startServiceOn(url, { environment: carriers.environment })
    onCleanup(() => service.close())
    return service
  })
  .extend(
    'as',
    async ({
      service,
      carriers,
    }): Promise<(tenant: keyof typeof tenants | 'nobody') => PhoneClient> => {
      for (const server of [carriers.first, carriers.second]) {
        server.behaviour = 'accept'
        server.atTaking = undefined
        server.next.length = 0
      }
      return (tenant) => createPhoneClient(service, { tenant, mode: 'live' })
    },
  )

const refOf = (entries: Awaited<ReturnType<PhoneClient['journal']>>) =>
  only(entries, 'challenge-opened').ref ?? ''

describe('a message that the first account takes', () => {
  test('arrives once, is followed by its reports, and answered by what the person types', async ({
    as,
    carriers,
    service,
  }) => {
    const client = as('acme')
    const phone = newPhone()
    const id = await client.createWith(phone)
    const asked = await client.askSms(id)
    const journal = await client.journalWith(id, 'challenge-accepted')
    expect(only(journal, 'challenge-attempt-claimed')).toMatchObject({
      module: 'sms-2fa',
      attempt: 1,
      provider: 'first',
      code: 'phone',
    })
    const accepted = only(journal, 'challenge-accepted')
    expect(accepted).toMatchObject({ attempt: 1, provider: 'first' })
    expect(accepted.durationMs).toBeGreaterThanOrEqual(0)
    const [message, ...others] = takenFor(carriers.first, phone)
    if (!message) throw new Error('the vendor has taken it')
    expect(others).toEqual([])
    expect(message).toMatchObject({ body: asked.text, from: senderOf.first })
    expect((await client.readSms(id)).status).toBe('Waiting')

    for (const status of ['sent', 'delivered'])
      expect(await carriers.first.post(carriers.first.statusOf(message, status))).toBe(200)
    expect((await client.readSms(id)).status).toBe('Delivered')
    const inbound = `${service.url}/hooks/twilio/inbound`
    const reply = { From: toE164(phone), To: senderOf.first, Body: 'sim' }
    expect(await carriers.first.post(carriers.first.inbound(inbound, reply))).toBe(200)
    expect(await client.readSms(id)).toMatchObject({ status: 'Replied', text: 'Sim' })
    // Twilio knows what it cost only a while later.
    expect(await client.tasks(id)).toMatchObject([{ task: 'challenge-price' }])
    expect(kindsOf(await client.journal(id))).toEqual([
      'transaction-created',
      'challenge-opened',
      'challenge-attempt-claimed',
      'challenge-accepted',
      'challenge-sent',
      'challenge-delivered',
      'challenge-replied',
    ])
  })

  test('carries a code that is right', async ({ as, carriers }) => {
    const client = as('acme')
    const phone = newPhone()
    const id = await client.createWith(phone)
    await client.askSmsToken(id)
    await client.journalWith(id, 'challenge-accepted')
    const [message] = takenFor(carriers.first, phone)
    const [code = ''] = /\b\d{6}\b/.exec(message?.body ?? '') ?? []
    expect((await client.validateSms(id, code)).status).toBe('Valid')
  })
})

describe('a refusal at first acceptance', () => {
  test('of the account lets the next one try at once', async ({ as, carriers }) => {
    const client = as('acme')
    carriers.first.behaviour = { refuse: 21_408, status: 403 }
    const phone = newPhone()
    const id = await client.createWith(phone)
    await client.askSms(id)
    const journal = await client.journalWith(id, 'challenge-accepted')
    expect(only(journal, 'challenge-deferred')).toMatchObject({
      attempt: 1,
      provider: 'first',
      code: 'twilio-21408',
      reason: 'account',
    })
    expect(only(journal, 'challenge-accepted')).toMatchObject({ attempt: 2, provider: 'second' })
    expect(takenFor(carriers.first, phone)).toEqual([])
    expect(takenFor(carriers.second, phone)).toHaveLength(1)
  })

  test('of the account fails the record where there is no other', async ({ as, carriers }) => {
    const client = as('alone')
    carriers.first.behaviour = { refuse: 21_408, status: 403 }
    const id = await client.createWith(newPhone())
    await client.askSms(id)
    const failed = only(await client.journalWith(id, 'challenge-failed'), 'challenge-failed')
    expect(failed).toMatchObject({ code: 'provider-failed', reason: 'twilio-21408', attempt: 1 })
    expect((await client.readSms(id)).failure?.code).toBe('provider-failed')
  })

  test('of the number lets the next number try, with the first account, and remembers the number', async ({
    as,
    carriers,
  }) => {
    const client = as('acme')
    const [wrong, right] = [newPhone(), newPhone()]
    carriers.first.next.push({ refuse: 21_211 })
    const id = await client.createWith(wrong, right)
    await client.askSms(id)
    const journal = await client.journalWith(id, 'challenge-accepted')
    const claims = journal.filter(({ kind }) => kind === 'challenge-attempt-claimed')
    expect(claims).toMatchObject([
      { attempt: 1, provider: 'first', code: 'phone' },
      { attempt: 2, provider: 'first', code: 'phones[0]' },
    ])
    expect(takenFor(carriers.first, wrong)).toEqual([])
    expect(takenFor(carriers.first, right)).toHaveLength(1)
    // Another transaction does not begin with the number that is known to be wrong.
    const next = await client.createWith(wrong, newPhone())
    await client.askSms(next)
    const claim = only(
      await client.journalWith(next, 'challenge-accepted'),
      'challenge-attempt-claimed',
    )
    expect(claim.code).toBe('phones[0]')
  })

  test('of the only number fails the record as recipient-refused', async ({ as, carriers }) => {
    const client = as('acme')
    carriers.first.next.push({ refuse: 21_614 })
    // One account may be wrong about a number.
    carriers.second.next.push({ refuse: 21_614 })
    const id = await client.createWith(newPhone())
    await client.askSms(id)
    await client.journalWith(id, 'challenge-failed')
    expect((await client.readSms(id)).failure?.code).toBe('recipient-refused')
    expect([carriers.first.next, carriers.second.next]).toEqual([[], []])
  })

  test('because the person opted out ends it: no other account, no other number', async ({
    as,
    carriers,
  }) => {
    const client = as('acme')
    const [phone, other] = [newPhone(), newPhone()]
    carriers.first.next.push({ refuse: 21_610 })
    const id = await client.createWith(phone, other)
    await client.askSms(id)
    const journal = await client.journalWith(id, 'challenge-failed')
    expect(kindsOf(journal)).not.toContain('challenge-deferred')
    expect((await client.readSms(id)).failure?.code).toBe('opted-out')
    for (const server of [carriers.first, carriers.second])
      for (const one of [phone, other]) expect(takenFor(server, one)).toEqual([])
  })

  test('for too many requests is tried again with the same account after its wait', async ({
    as,
    carriers,
  }) => {
    const client = as('acme')
    const phone = newPhone()
    carriers.first.next.push('rate')
    const id = await client.createWith(phone)
    await client.askSms(id)
    const journal = await client.journalWith(id, 'challenge-accepted')
    const deferred = only(journal, 'challenge-deferred')
    const waitMs = (deferred.dueAt ?? 0) - deferred.at
    expect(deferred).toMatchObject({ code: 'twilio-20429', reason: 'rate' })
    expect(waitMs).toBeGreaterThanOrEqual(5_000)
    expect(waitMs).toBeLessThanOrEqual(6_000)
    const accepted = only(journal, 'challenge-accepted')
    expect(accepted).toMatchObject({ attempt: 2, provider: 'first' })
    expect(accepted.at).toBeGreaterThanOrEqual(deferred.dueAt ?? 0)
    expect(takenFor(carriers.first, phone)).toHaveLength(1)
  })

  test('is not tried again when the person has opted out meanwhile', async ({
    as,
    carriers,
    service,
  }) => {
    const client = as('acme')
    const phone = newPhone()
    const earlier = await client.createWith(phone)
    await client.askSms(earlier)
    await client.journalWith(earlier, 'challenge-accepted')
    carriers.first.next.push('rate')
    const id = await client.createWith(phone, newPhone())
    await client.askSms(id)
    await client.journalWith(id, 'challenge-deferred')
    const inbound = `${service.url}/hooks/twilio/inbound`
    const fields = { From: toE164(phone), To: senderOf.first, Body: 'Sair!' }
    expect(await carriers.first.post(carriers.first.inbound(inbound, fields))).toBe(200)
    await client.journalWith(id, 'challenge-failed')
    expect((await client.readSms(id)).failure?.code).toBe('opted-out')
    expect(takenFor(carriers.first, phone)).toHaveLength(1)
  })

  test('of a connection that nobody takes lets the next account try at once', async ({
    as,
    carriers,
  }) => {
    const client = as('unreachable')
    const phone = newPhone()
    const id = await client.createWith(phone)
    await client.askSms(id)
    const journal = await client.journalWith(id, 'challenge-accepted')
    expect(only(journal, 'challenge-deferred').code).toBe('unreachable-connect')
    expect(only(journal, 'challenge-accepted').provider).toBe('second')
    expect(takenFor(carriers.second, phone)).toHaveLength(1)
  })

  test('is not even asked for where the tenant has no account', async ({ as }) => {
    const client = as('nobody')
    const id = await client.createWith(newPhone())
    await client.askSms(id)
    await client.journalWith(id, 'challenge-failed')
    expect((await client.readSms(id)).failure?.code).toBe('no-provider')
  })
})

describe('what the vendor reports before its answer is there', () => {
  test('is kept, and the answer does not write over it', async ({ as, carriers, service }) => {
    const client = as('acme')
    const phone = newPhone()
    carriers.first.atTaking = async (message) => {
      if (message.to !== toE164(phone)) return
      await carriers.first.post(carriers.first.statusOf(message, 'delivered'))
    }
    const id = await client.createWith(phone)
    await client.askSms(id)
    const journal = await client.journalWith(id, 'challenge-delivered')
    expect(kindsOf(journal)).toEqual([
      'transaction-created',
      'challenge-opened',
      'challenge-attempt-claimed',
      'challenge-accepted',
      'challenge-delivered',
    ])
    const { db } = service.services
    const attempt = await until(async () => {
      const [one] = await listAttempts(db, refOf(journal))
      return one?.durationMs == null ? undefined : one
    })
    expect(attempt).toMatchObject({ outcome: 'accepted', attempt: 1 })
    expect((await client.readSms(id)).status).toBe('Delivered')
    expect((await client.tasks(id)).map(({ task }) => task).toSorted()).toEqual([
      'challenge-expire',
      'challenge-price',
    ])
    expect(takenFor(carriers.first, phone)).toHaveLength(1)
    expect(kindsOf(await client.journal(id))).toHaveLength(journal.length)
  })

  test('a reply too: the record is answered, and the answer of the vendor adds what is missing', async ({
    as,
    carriers,
    service,
  }) => {
    const client = as('acme')
    const phone = newPhone()
    const inbound = `${service.url}/hooks/twilio/inbound`
    carriers.first.atTaking = async ({ to }) => {
      if (to !== toE164(phone)) return
      const fields = { From: to, To: senderOf.first, Body: '1' }
      await carriers.first.post(carriers.first.inbound(inbound, fields))
    }
    const id = await client.createWith(phone)
    await client.askSms(id)
    const journal = await client.journalWith(id, 'challenge-accepted')
    expect(only(journal, 'challenge-replied').code).toBe('1')
    expect(await client.readSms(id)).toMatchObject({ status: 'Replied', text: 'Sim' })
    const left = (await client.tasks(id)).map(({ task }) => task)
    expect(left).toEqual(['challenge-follow'])
    expect(takenFor(carriers.first, phone)).toHaveLength(1)
  })

  test('a wrong number too: the next number is tried, and the lost answer changes nothing', async ({
    as,
    carriers,
  }) => {
    const client = as('acme')
    const [wrong, right] = [newPhone(), newPhone()]
    carriers.first.next.push('reset')
    carriers.first.atTaking = async (message) => {
      if (message.to !== toE164(wrong)) return
      const fields = { ErrorCode: '21614' }
      await carriers.first.post(carriers.first.statusOf(message, 'undelivered', fields))
    }
    const id = await client.createWith(wrong, right)
    await client.askSms(id)
    const journal = await client.journalWith(id, 'challenge-accepted', 2)
    expect(only(journal, 'challenge-undeliverable')).toMatchObject({
      attempt: 1,
      code: 'twilio-21614',
    })
    expect(kindsOf(journal)).not.toContain('challenge-uncertain')
    expect(takenFor(carriers.first, wrong)).toHaveLength(1)
    expect(takenFor(carriers.first, right)).toHaveLength(1)
  })
})

describe('what is reported after a message was accepted', () => {
  test('a number that is unknown lets the next one try, as long as nothing has arrived', async ({
    as,
    carriers,
  }) => {
    const client = as('acme')
    const [wrong, right] = [newPhone(), newPhone()]
    const id = await client.createWith(wrong, right)
    await client.askSms(id)
    await client.journalWith(id, 'challenge-accepted')
    const [message] = takenFor(carriers.first, wrong)
    if (!message) throw new Error('the vendor has taken it')
    const fields = { ErrorCode: '21614' }
    await carriers.first.post(carriers.first.statusOf(message, 'undelivered', fields))
    const journal = await client.journalWith(id, 'challenge-accepted', 2)
    expect(journal.findLast(({ kind }) => kind === 'challenge-attempt-claimed')).toMatchObject({
      attempt: 2,
      code: 'phones[0]',
    })
    expect(takenFor(carriers.first, right)).toHaveLength(1)
    expect(await client.readSms(id)).not.toHaveProperty('failure')
  })
})
