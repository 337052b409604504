// An account that keeps refusing is left alone by whom it refuses: by those that have another one, and by those that must wait.
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { challengeAttempts } from '#src/messaging/challenges/table.ts'
import { test as database } from '#test/db/fixture.ts'
import { newPhone, startCarriers } from '#test/support/messaging/carriers.ts'
import { createPhoneClient } from './client.ts'
import { kindsOf, only } from '#test/workflow/client.ts'
import { startServiceOn } from '#test/workflow/fixture.ts'

database(
  'after five refusals the next message of the tenant goes to the other account at once, and one that has no other waits for the breaker',
  async ({ url }) => {
    await using parts = new AsyncDisposableStack()
    const carriers = await startCarriers({ acme: ['first', 'second'], alone: ['first'] })
    parts.defer(() => carriers.close())
    const service = await startServiceOn(url, { environment: carriers.environment })
    parts.defer(() => service.close())
    const acme = createPhoneClient(service, { tenant: 'acme', mode: 'live' })
    const alone = createPhoneClient(service, { tenant: 'alone', mode: 'live' })
    const ask = async (client: typeof acme) => {
      const id = await client.createWith(newPhone())
      await client.askSms(id)
      return id
    }

    carriers.first.behaviour = { refuse: 20_003, status: 401 }
    for (let count = 0; count < 5; count++)
      await acme.journalWith(await ask(acme), 'challenge-accepted')
    const asked = carriers.first.requests.length
    expect(asked).toBe(5)

    const sixth = await acme.journalWith(await ask(acme), 'challenge-accepted')
    expect(only(sixth, 'challenge-accepted')).toMatchObject({ attempt: 1, provider: 'second' })
    expect(kindsOf(sixth)).not.toContain('challenge-deferred')

    for (let count = 0; count < 5; count++)
      await alone.journalWith(await ask(alone), 'challenge-failed')
    expect(carriers.first.requests).toHaveLength(asked + 5)
    const id = await ask(alone)
    const waiting = only(await alone.journalWith(id, 'challenge-postponed'), 'challenge-postponed')
    expect(waiting).toMatchObject({ attempt: 1, provider: 'first', code: 'account-resting' })
    const { db } = service.services
    expect(
      await db.$count(challengeAttempts, eq(challengeAttempts.challengeId, waiting.ref ?? '')),
    ).toBe(0)
    const waitMs = (waiting.dueAt ?? 0) - waiting.at
    expect(waitMs).toBeGreaterThan(40_000)
    expect(waitMs).toBeLessThanOrEqual(60_000)
    expect(await alone.readSms(id)).not.toHaveProperty('failure')
    expect(carriers.first.requests).toHaveLength(asked + 5)
  },
)
