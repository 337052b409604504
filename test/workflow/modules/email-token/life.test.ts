import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import { createTestClient, kindsOf, only, type TestClient, until } from '#test/workflow/client.ts'
import { withService } from '#test/workflow/fixture.ts'

const test = withService()

async function send(client: TestClient, address?: string): Promise<{ id: string; code: string }> {
  const id = await client.create(address)
  await client.requestToken(id)
  await client.journalWith(id, 'email-token-sent')
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
    only(await client.journal(id), 'email-token-attempt-claimed')
  })

  test('a deferred message is tried again after its back-off, and sent once', async ({
    client,
  }) => {
    const id = await client.create('defer+again@example.com')
    await client.requestToken(id)
    const deferred = only(
      await client.journalWith(id, 'email-token-deferred'),
      'email-token-deferred',
    )
    expect(deferred).toMatchObject({ attempt: 1, code: 'smtp-451', dueAt: deferred.at + 30_000 })

    await client.advance(id, 'PT20S')
    expect(await client.messages(id)).toEqual([])
    await client.advance(id, 'PT10S')
    const entries = await client.journal(id)
    expect(only(entries, 'email-token-sent').attempt).toBe(2)
    await client.advance(id, 'PT30M')
    expect(await client.messages(id)).toHaveLength(1)
  })

  test('a bounce becomes the failure `bounced`, and the record still expires', async ({
    client,
  }) => {
    const { id } = await send(client, 'bounce+hard@example.com')
    await client.journalWith(id, 'email-token-failed')
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
    await client.journalWith(id, 'email-token-failed')
    await client.advance(id, 'PT50M')
    expect(await client.readToken(id)).toMatchObject({
      status: 'Waiting',
      failure: { code: 'recipient-refused' },
    })
    only(await client.journal(id), 'email-token-attempt-claimed')
    expect(await client.messages(id)).toEqual([])
  })

  test('in live mode without a mail server the record fails as `no-provider`', async ({
    service,
    client: sandbox,
  }) => {
    const client = createTestClient(service, { mode: 'live' })
    const id = await client.create()
    await client.requestToken(id)
    const failed = only(await client.journalWith(id, 'email-token-failed'), 'email-token-failed')
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
    expect(kindsOf(await client.journal(id))).not.toContain('email-token-expired')

    await client.advance(id, 'PT1M')
    expect((await client.readToken(id)).expired).toBe(true)
    const expired = only(await client.journal(id), 'email-token-expired')
    expect(expired.at).toBe(Date.parse(expirationTime))
  })

  test('is written by its timer within a second, when nobody moves the clock', async ({
    client,
  }) => {
    const { id } = await send(client)
    const { expirationTime } = await client.readToken(id)
    const { now } = await client.advance(id, 'PT59M57S')
    const aheadMs = Date.parse(now) - Date.now()
    const expired = only(await client.journalWith(id, 'email-token-expired'), 'email-token-expired')
    const writtenAt = Date.now() + aheadMs
    expect(expired.at).toBe(Date.parse(expirationTime))
    expect(writtenAt).toBeGreaterThanOrEqual(expired.at)
    expect(writtenAt).toBeLessThan(expired.at + 1_000)
  })

  test('does not come for a record that is valid: its timer is gone', async ({ client }) => {
    const { id, code } = await send(client)
    await client.validate(id, code)
    const state = await until(async () => {
      const found = await client.state(id)
      return Object.keys(found.emailToken.open).length === 0 ? found : undefined
    })
    expect(state.emailToken.open).toEqual({})
    await client.advance(id, 'P2D')
    expect(kindsOf(await client.journal(id))).not.toContain('email-token-expired')
    expect(await client.readToken(id)).not.toHaveProperty('expired')
  })

  test('comes for the new record only, once an old one is superseded', async ({ client }) => {
    const { id } = await send(client)
    await client.advance(id, 'PT31S')
    await client.requestToken(id)
    const entries = await client.journalWith(id, 'email-token-sent', 2)
    const [first, second] = entries.filter(({ kind }) => kind === 'email-token-opened')
    await client.advance(id, 'P1D')
    const later = await client.journal(id)
    expect(only(later, 'email-token-superseded')).toMatchObject({
      ref: first?.ref,
      reason: second?.ref,
    })
    expect(only(later, 'email-token-expired')).toMatchObject({
      ref: second?.ref,
      at: second?.dueAt,
    })
    expect(await client.messages(id)).toHaveLength(2)
  })

  test('ends a message that is still deferred: it is not sent afterwards', async ({ client }) => {
    const id = await client.create('defer+late@example.com')
    await client.requestToken(id)
    await client.journalWith(id, 'email-token-deferred')
    await client.advance(id, 'P400D')
    only(await client.journal(id), 'email-token-expired')
    expect(await client.messages(id)).toEqual([])
  })
})
