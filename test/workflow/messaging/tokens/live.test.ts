// Live mode over a real SMTP conversation: every outcome of a send, and none of them twice.
import { describe, expect } from 'vitest'
import { test as database } from '#test/db/fixture.ts'
import { startSmtp } from '#test/support/servers/smtp.ts'
import { readSecrets } from '#test/support/transactions.ts'
import { createTestClient, kindsOf, only } from '#test/workflow/client.ts'
import { startServiceOn } from '#test/workflow/fixture.ts'

const test = database
  .extend('smtp', { scope: 'file' }, async ({}, { onCleanup }) => {
    const smtp = await startSmtp()
    onCleanup(() => smtp.close())
    return smtp
  })
  .extend('service', { scope: 'file' }, async ({ url, smtp }, { onCleanup }) => {
    const service = await startServiceOn(url, { environment: { SMTP_URL: smtp.url } })
    onCleanup(() => service.close())
    return service
  })
  .extend('client', ({ service }) => createTestClient(service, { mode: 'live' }))

describe('a live message', () => {
  test('that the mail server accepts arrives once, and its code is right', async ({
    client,
    service,
    smtp,
  }) => {
    smtp.behaviour = 'accept'
    smtp.mails.length = 0
    const id = await client.create('carla.exemplo@example.com')
    await client.requestToken(id)
    const sent = only(await client.journalWith(id, 'challenge-accepted'), 'challenge-accepted')
    expect(sent).toMatchObject({ provider: 'smtp', attempt: 1 })
    expect(sent.durationMs).toBeGreaterThanOrEqual(0)
    expect(smtp.mails.map(({ envelopeTo }) => envelopeTo)).toEqual([['carla.exemplo@example.com']])
    const { code } = await readSecrets(service.services, id)
    expect(smtp.mails[0]?.raw).toContain(code)
    expect((await client.validate(id, code)).status).toBe('Valid')
  })

  test('to an address that is refused fails, and is not tried again', async ({ client, smtp }) => {
    smtp.behaviour = 'refuse'
    smtp.mails.length = 0
    const id = await client.create()
    await client.requestToken(id)
    await client.journalWith(id, 'challenge-failed')
    expect((await client.readToken(id)).failure?.code).toBe('recipient-refused')
    expect(await client.tasks(id)).toMatchObject([{ task: 'challenge-expire' }])
    expect(smtp.mails).toEqual([])
  })

  test('that is deferred is due again after its back-off', async ({ client, smtp }) => {
    smtp.behaviour = 'defer'
    const id = await client.create()
    await client.requestToken(id)
    const deferred = only(await client.journalWith(id, 'challenge-deferred'), 'challenge-deferred')
    expect(deferred.code).toBe('smtp-451')
    expect((deferred.dueAt ?? 0) - deferred.at).toBeGreaterThanOrEqual(30_000)
    expect((deferred.dueAt ?? 0) - deferred.at).toBeLessThanOrEqual(36_000)
    expect(await client.readToken(id)).not.toHaveProperty('failure')
    smtp.behaviour = 'accept'
  })

  test('whose connection is lost after the last byte is uncertain, and never sent again', async ({
    client,
    service,
    smtp,
  }) => {
    smtp.behaviour = 'reset'
    smtp.mails.length = 0
    const id = await client.create()
    await client.requestToken(id)
    await client.journalWith(id, 'challenge-failed')
    expect((await client.readToken(id)).failure?.code).toBe('send-uncertain')
    smtp.behaviour = 'accept'

    // Neither a nudge nor a workflow that begins anew sends it again.
    await client.restart(id)
    expect((await client.agenda(id)).tasks).toMatchObject([{ task: 'challenge-expire' }])
    expect(smtp.mails).toHaveLength(1)
    expect(kindsOf(await client.journal(id))).toEqual([
      'transaction-created',
      'challenge-opened',
      'challenge-attempt-claimed',
      'challenge-uncertain',
      'challenge-failed',
    ])
    // It may have arrived: its code counts.
    const { code } = await readSecrets(service.services, id)
    expect((await client.validate(id, code)).status).toBe('Valid')
  })
})
