// takeSesEvent, takeSendgridEvents, takePostmarkEvent, takePostmarkEventByHeader: what the services of relays report.
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { expect } from 'vitest'
import { createMacs } from '#src/journey/inbox/macs.ts'
import { createSmtp } from '#src/vendors/smtp/adapter.ts'
import { bounceLabel, returnPath } from '#src/vendors/smtp/bounce.ts'
import type { MailReports } from '#src/vendors/smtp/reports/config.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import type { Db } from '#src/platform/db/client.ts'
import { createTestApp } from '#test/support/app.ts'
import { performDue } from '#test/support/due.ts'
import { emailToken } from '#src/messaging/tokens/module.ts'
import { definePack, module } from '#test/support/packs/build.ts'
import { publishPacks } from '#test/support/packs/publish.ts'
import { test } from '#test/db/fixture.ts'
import { silentMessaging } from '#test/support/messaging/messaging.ts'
import { startSmtp } from '#test/support/servers/smtp.ts'
import {
  countRows,
  createToken,
  createTransaction,
  readProblem,
  unknownId,
} from '#test/support/transactions.ts'
import { certificateAddress, createSns, sesReport, topicArn } from '#test/support/vendors/sns.ts'

const sns = createSns()
const keys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const publicKeys = keys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
/** One for the whole file: the inbox has one key a day. */
const sealer = createSealer(openKeyring(createKeyring()))
const secret = 'only-postmark-knows-it'

const services = {
  ses: { vendor: 'ses', topicArns: [topicArn] },
  sendgrid: { vendor: 'sendgrid', publicKeys },
  postmark: { vendor: 'postmark', secret },
} as const satisfies Record<string, MailReports>
type Service = keyof typeof services

/** A live mail that the relay has taken, and how its service reports of it. */
async function openMail(db: Db, service: Service) {
  const server = await startSmtp()
  let reachable = true
  const relay = createSmtp({
    id: `relay-${service}`,
    url: server.url,
    senders: { email: 'Acme <no-reply@acme.example>' },
    connections: 2,
    reports: services[service],
    shared: false,
    fetchText: async (url) =>
      reachable ? (url.href === certificateAddress ? sns.pem : '<ok/>') : undefined,
  })
  const claims = { tenant: randomUUID(), mode: 'live' } as const
  const app = await createTestApp(db, sealer, { messaging: silentMessaging({ accounts: [relay] }) })
  const email = `jane-${randomUUID()}@example.com`
  const id = await createTransaction(app, { email }, claims)
  const { ref } = await createToken(app, id, claims)
  // On a busy machine the first connection of a process may be given up, and its mail goes a moment later.
  const sending = async () => {
    await performDue(app.deps, id)
    return server.mails.length
  }
  await expect.poll(sending).toBe(1)
  const source = (record: string) =>
    returnPath(createMacs(app.sealer)(bounceLabel)[0], record, 'bounces.example.test')
  const post = (path: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
    app.call('POST', path, { body, headers: { authorization: '', ...headers } })
  const bodyOf = (what: 'bounce' | 'complaint', record: string): string => {
    const rid = `${record}.1`
    switch (service) {
      case 'ses':
        return JSON.stringify(
          sns.message({
            Message: sesReport(source(record), what === 'bounce' ? 'Bounce' : 'Complaint'),
          }),
        )
      case 'sendgrid':
        return JSON.stringify([
          what === 'bounce'
            ? { event: 'bounce', type: 'bounce', status: '5.1.1', rid, sg_event_id: randomUUID() }
            : { event: 'spamreport', rid, sg_event_id: randomUUID() },
        ])
      case 'postmark':
        return JSON.stringify({
          RecordType: what === 'bounce' ? 'Bounce' : 'SpamComplaint',
          Type: what === 'bounce' ? 'HardBounce' : 'SpamComplaint',
          ID: randomUUID(),
          Metadata: { rid },
        })
    }
  }
  const deliver = (body: string, headers: Readonly<Record<string, string>> = {}) => {
    if (service === 'ses')
      return post('/hooks/email/ses', body, { 'content-type': 'text/plain', ...headers })
    if (service === 'postmark')
      return post(`/hooks/email/postmark/${secret}`, body, {
        'content-type': 'application/json',
        ...headers,
      })
    const time = String(Math.floor(Date.now() / 1_000))
    const signature = sign('sha256', Buffer.from(time + body), keys.privateKey).toString('base64')
    return post('/hooks/email/sendgrid', body, {
      'content-type': 'application/json',
      'x-twilio-email-event-webhook-signature': signature,
      'x-twilio-email-event-webhook-timestamp': time,
      ...headers,
    })
  }
  return {
    app,
    server,
    ref,
    bodyOf: (what: 'bounce' | 'complaint', record = ref) => bodyOf(what, record),
    deliver,
    post,
    read: async () =>
      (await app.call('GET', `/v1/transaction/${id}/emails/tokens`, { claims })).json(),
    /** Of another transaction to the same mailbox. */
    async again() {
      const other = await createTransaction(app, { email }, claims)
      return (await app.call('POST', `/v1/transaction/${other}/emails/tokens`, { claims })).status
    },
    id,
    claims,
    loseSns: () => void (reachable = false),
    async [Symbol.asyncDispose]() {
      relay.close?.()
      await server.close()
    },
  }
}

const all = ['ses', 'sendgrid', 'postmark'] as const

test.for(all)(
  '200: %s: a dead mailbox is the failure of its record, and gets nothing more of the tenant',
  async (service, { db }) => {
    await using mail = await openMail(db, service)
    expect(mail.server.mails).toHaveLength(1)
    const body = mail.bodyOf('bounce')
    expect((await mail.deliver(body)).status).toBe(200)
    expect(await mail.read()).toMatchObject({ status: 'Waiting', failure: { code: 'bounced' } })
    expect(await mail.again()).toBe(422)
    const before = await countRows(db)
    // Repeated, as by whoever has recorded it.
    expect((await mail.deliver(body)).status).toBe(200)
    expect(await countRows(db)).toEqual(before)
  },
)

test.for(all)(
  '200: %s: a complaint changes no record, and nothing more goes there',
  async (service, { db }) => {
    await using mail = await openMail(db, service)
    expect((await mail.deliver(mail.bodyOf('complaint'))).status).toBe(200)
    expect(await mail.read()).not.toHaveProperty('failure')
    expect(await mail.again()).toBe(422)
  },
)

test('a pack that waits for a token ends without one when the mailbox takes no more', async ({
  db,
}) => {
  await publishPacks(db, [definePack('with-mail', 1, module(emailToken))])
  for (const what of ['bounce', 'complaint'] as const) {
    await using mail = await openMail(db, 'postmark')
    const status = async () => {
      const path = `/v1/packs/with-mail/${mail.id}`
      const headers = { prefer: 'wait=0' }
      const { claims } = mail
      const shown = await (await mail.app.call('GET', path, { headers, claims })).json()
      return [shown.status, shown.emailToken.moduleStatus]
    }
    expect((await status())[0]).toBe('processing')
    expect((await mail.deliver(mail.bodyOf(what))).status).toBe(200)
    expect((await status())[0]).toBe('completed')
  }
})

test('the mails of SendGrid and Postmark bring their record along', async ({ db }) => {
  for (const [service, header] of [
    ['sendgrid', /^X-SMTPAPI: \{"unique_args":\{"rid":"[0-9a-f-]{36}\.1"\}\}/im],
    ['postmark', /^X-PM-Metadata-rid: [0-9a-f-]{36}\.1/im],
  ] as const) {
    await using mail = await openMail(db, service)
    expect(mail.server.mails[0]?.raw.replace(/\r\n[ \t]+/g, ' ').replace(/ "/g, '"')).toMatch(
      header,
    )
  }
})

test.for(all)('401: %s: what is forged is refused, and loses nothing', async (service, { db }) => {
  await using mail = await openMail(db, service)
  const before = await countRows(db)
  const body = mail.bodyOf('bounce')
  // Of SNS the signature stands in the body.
  const forged = service === 'ses' ? body.replace('5.1.1', '5.2.1') : body
  expect((await mail.post(`/hooks/email/${service}`, forged)).status).toBe(401)
  expect(await countRows(db)).toEqual(before)
  expect((await mail.deliver(body)).status).toBe(200)
})

test.for(['sendgrid', 'postmark'] as const)(
  '413, 400: %s: what is too large or no report is refused, and loses nothing',
  async (service, { db }) => {
    await using mail = await openMail(db, service)
    const before = await countRows(db)
    const huge = await mail.deliver(`[${' '.repeat(30 * 1024 * 1024)}]`)
    expect(await readProblem(huge)).toMatchObject({ status: 413, code: 'payload-too-large' })
    const other = await mail.deliver('"a text"')
    expect(await readProblem(other)).toMatchObject({ status: 400, code: 'invalid-request' })
    expect(await countRows(db)).toEqual(before)
    // The type of its content is not what a report is known by.
    const body = mail.bodyOf('bounce')
    expect((await mail.deliver(body, { 'content-type': 'text/html' })).status).toBe(200)
    expect(await mail.read()).toMatchObject({ failure: { code: 'bounced' } })
  },
)

test.for(all)(
  '200: %s: a record that is not there, or that another account has sent, is not touched',
  async (service, { db }) => {
    await using mail = await openMail(db, service)
    expect((await mail.deliver(mail.bodyOf('bounce', unknownId))).status).toBe(200)
    const other = service === 'ses' ? 'postmark' : 'ses'
    await using stranger = await openMail(db, other)
    expect((await mail.deliver(mail.bodyOf('bounce', stranger.ref))).status).toBe(200)
    expect(await stranger.read()).not.toHaveProperty('failure')
    expect(await mail.read()).not.toHaveProperty('failure')
  },
)

test('503: a subscription that cannot be confirmed now is asked for again', async ({ db }) => {
  await using mail = await openMail(db, 'ses')
  const body = JSON.stringify(
    sns.message({
      Type: 'SubscriptionConfirmation',
      SubscribeURL: 'https://sns.sa-east-1.amazonaws.com/?Action=ConfirmSubscription',
      Token: 't',
    }),
  )
  expect((await mail.deliver(body)).status).toBe(200)
  mail.loseSns()
  expect((await mail.deliver(body)).status).toBe(503)
})
