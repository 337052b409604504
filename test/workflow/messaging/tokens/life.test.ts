import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import { createTestClient, kindsOf, only, type TestClient } from '#test/workflow/client.ts'
import { withService } from '#test/workflow/fixture.ts'

const test = withService()

async function send(client: TestClient, address?: string): Promise<{ id: string; code: string }> {
  const id = await client.create(address)
  await client.requestToken(id)
  await client.journalWith(id, 'challenge-accepted')
  const [message] = await client.messages(id)
  return { id, code: message?.code ?? '' }
}

describe('sending', () => {
  test('however often the workflow is nudged, the message is sent once', async ({
    client,
    service,
  }) => {
    const { id } = await send(client)
    for (let n = 0; n < 20; n++) {
      service.services.nudger.nudge({ id, tenant: 'acme', mode: 'sandbox' })
      await sleep(5)
    }
    await service.services.nudger.drain()
    await client.advance(id, 'PT10M')
    expect(await client.messages(id)).toHaveLength(1)
    only(await client.journal(id), 'challenge-attempt-claimed')
  })

  test('a deferred message is tried again after its back-off, and sent once', async ({
    client,
  }) => {
    const id = await client.create('defer+again@example.com')
    await client.requestToken(id)
    const deferred = only(await client.journalWith(id, 'challenge-deferred'), 'challenge-deferred')
    expect(deferred).toMatchObject({ attempt: 1, code: 'smtp-451' })
    // Spread by up to a fifth, so that not all come back at once.
    const waitMs = (deferred.dueAt ?? 0) - deferred.at
    expect(waitMs).toBeGreaterThanOrEqual(30_000)
    expect(waitMs).toBeLessThanOrEqual(36_000)

    await client.advance(id, 'PT20S')
    expect(await client.messages(id)).toEqual([])
    await client.advance(id, 'PT16S')
    const entries = await client.journal(id)
    expect(only(entries, 'challenge-accepted').attempt).toBe(2)
    await client.advance(id, 'PT30M')
    expect(await client.messages(id)).toHaveLength(1)
  })

  test('a bounce becomes the failure `bounced`, and the record still expires', async ({
    client,
  }) => {
    const { id } = await send(client, 'bounce+hard@example.com')
    await client.journalWith(id, 'challenge-failed')
    expect((await client.readToken(id)).failure?.code).toBe('bounced')
    await client.advance(id, 'PT1H')
    expect(await client.readToken(id)).toMatchObject({
      expired: true,
      failure: { code: 'bounced' },
    })
    expect(await client.messages(id)).toHaveLength(1)
  })

  test('a refused address fails at once and is not tried again', async ({ client }) => {
    const id = await client.create('refuse+me@example.com')
    await client.requestToken(id)
    await client.journalWith(id, 'challenge-failed')
    await client.advance(id, 'PT50M')
    expect(await client.readToken(id)).toMatchObject({
      status: 'Waiting',
      failure: { code: 'recipient-refused' },
    })
    only(await client.journal(id), 'challenge-attempt-claimed')
    expect(await client.messages(id)).toEqual([])
  })

  test('in live mode without a mail server the record fails as `no-provider`', async ({
    service,
    client: sandbox,
  }) => {
    const client = createTestClient(service, { mode: 'live' })
    const id = await client.create()
    await client.requestToken(id)
    const failed = only(await client.journalWith(id, 'challenge-failed'), 'challenge-failed')
    expect(failed.code).toBe('no-provider')
    expect((await client.readToken(id)).failure?.code).toBe('no-provider')
    await expect(sandbox.readToken(id)).rejects.toThrow('404')
  })
})

describe('expiry', () => {
  test('comes at the exact moment, and not before', async ({ client }) => {
    const { id } = await send(client)
    const { expirationTime } = await client.readToken(id)
    await client.advance(id, 'PT59M')
    expect((await client.readToken(id)).expired).toBeUndefined()
    expect(kindsOf(await client.journal(id))).not.toContain('challenge-expired')

    await client.advance(id, 'PT1M')
    expect((await client.readToken(id)).expired).toBe(true)
    const expired = only(await client.journal(id), 'challenge-expired')
    expect(expired.at).toBe(Date.parse(expirationTime))
  })

  test('is written by its timer within a second, when nobody moves the clock', async ({
    client,
  }) => {
    const lateMs = async () => {
      const { id } = await send(client)
      const { expirationTime } = await client.readToken(id)
      const before = Date.now()
      const now = Date.parse((await client.advance(id, 'PT59M57S')).now)
      const after = Date.now()
      const expired = only(await client.journalWith(id, 'challenge-expired'), 'challenge-expired')
      const seenAt = Date.now()
      expect(expired.at).toBe(Date.parse(expirationTime))
      // The service read its clock at some moment of the request: each bound takes its own end.
      expect(now + seenAt - before).toBeGreaterThanOrEqual(expired.at)
      return now + seenAt - after - expired.at
    }
    // The least of three: a busy machine may hold up one.
    let late = await lateMs()
    for (let tries = 1; tries < 3 && late >= 1_000; tries += 1)
      late = Math.min(late, await lateMs())
    expect(late).toBeLessThan(1_000)
  })

  test('does not come for a record that is valid: its task is gone', async ({ client }) => {
    const { id, code } = await send(client)
    await client.validate(id, code)
    expect(await client.tasks(id)).toEqual([])
    await client.advance(id, 'P2D')
    expect(kindsOf(await client.journal(id))).not.toContain('challenge-expired')
    expect(await client.readToken(id)).not.toHaveProperty('expired')
  })

  test('comes for the new record only, once an old one is superseded', async ({ client }) => {
    const { id } = await send(client)
    await client.advance(id, 'PT31S')
    await client.requestToken(id)
    const entries = await client.journalWith(id, 'challenge-accepted', 2)
    const [first, second] = entries.filter(({ kind }) => kind === 'challenge-opened')
    await client.advance(id, 'P1D')
    const later = await client.journal(id)
    expect(only(later, 'challenge-superseded')).toMatchObject({
      ref: first?.ref,
      reason: second?.ref,
    })
    expect(only(later, 'challenge-expired')).toMatchObject({ ref: second?.ref, at: second?.dueAt })
    expect(await client.messages(id)).toHaveLength(2)
  })

  test('ends a message that is still deferred: it is not sent afterwards', async ({ client }) => {
    const id = await client.create('defer+late@example.com')
    await client.requestToken(id)
    await client.journalWith(id, 'challenge-deferred')
    await client.advance(id, 'P400D')
    only(await client.journal(id), 'challenge-expired')
    expect(await client.messages(id)).toEqual([])
  })
})
