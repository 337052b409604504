// What Amazon SES, SendGrid and Postmark report of mails, and what of it is believed.
import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { RawRequest } from '#src/journey/inbox/callback.ts'
import { createSmtp } from '#src/vendors/smtp/adapter.ts'
import { SmtpAccount } from '#src/vendors/smtp/config.ts'
import { sendgridSignatureHolds } from '#src/vendors/smtp/reports/sendgrid.ts'
import { certificateAddress, createSns, sesReport, topicArn } from '#test/support/vendors/sns.ts'

const recordId = '019a9f3c-7c1e-7b6a-9d0e-2f4b8c6d1e35'
const source = `bounce+${recordId}.0123456789abcdef@bounce.acme.example`
const base = {
  vendor: 'smtp',
  url: 'smtp://127.0.0.1:1',
  senders: { email: 'Acme <no-reply@acme.example>' },
} as const

const post = (
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): RawRequest => ({
  method: 'POST',
  url: `https://id.example.test${path}`,
  headers,
  rawBody: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
})

const open = (reports: object, fetchText?: (url: URL) => Promise<string | undefined>) => {
  const account = SmtpAccount.parse({ ...base, reports })
  return createSmtp({ ...account, id: 'relay', shared: false, ...(fetchText && { fetchText }) })
}

describe('Amazon SES', () => {
  const asked: string[] = []
  const sns = createSns()
  const account = open({ vendor: 'ses', topicArns: [topicArn] }, async (url) => {
    asked.push(url.href)
    return url.href === certificateAddress ? sns.pem : '<ConfirmSubscriptionResponse/>'
  })
  const verify = (message: object, path = '/hooks/email/ses') =>
    account.verifyWebhook(post(path, message, { 'content-type': 'text/plain; charset=UTF-8' }))

  test.each(['1', '2'] as const)(
    'a message that SNS has signed (version %s) is believed',
    async (version) => {
      for (const Subject of [undefined, 'Amazon SES Email Event Notification'])
        expect(
          await verify(sns.message({ SignatureVersion: version, ...(Subject && { Subject }) })),
        ).toBe(true)
    },
  )

  test('what was changed, signed by another, of another topic or host, is not; and no other host is asked', async () => {
    const message = sns.message({ Message: sesReport(source, 'Bounce') })
    const before = asked.length
    for (const other of [
      { ...message, Message: sesReport(source, 'Complaint') },
      { ...message, TopicArn: `${topicArn}2` },
      { ...message, Timestamp: new Date(0).toISOString() },
      { ...message, Signature: '' },
      { ...message, Type: 'UnsubscribeConfirmation' },
      createSns().message(),
      sns.message({ TopicArn: 'arn:aws:sns:sa-east-1:999999999999:mail-reports' }),
    ])
      expect(await verify(other)).toBe(false)
    for (const SigningCertURL of [
      certificateAddress.replace('https', 'http'),
      certificateAddress.replace('amazonaws.com', 'amazonaws.com.evil.example'),
      certificateAddress.replace('sns.sa-east-1.', 'bucket.s3.'),
      certificateAddress.replace('.com/', '.com:8443/'),
      certificateAddress.replace('https://', 'https://sns.sa-east-1.amazonaws.com@evil.example/'),
      certificateAddress.replace('.pem', '.txt'),
      `${certificateAddress}?x=1`,
      'nowhere',
    ])
      expect(await verify(sns.message({ SigningCertURL }))).toBe(false)
    expect(new Set(asked.slice(before))).toEqual(new Set())
    expect(await verify(message, '/hooks/email/sendgrid')).toBe(false)
    expect(await verify({ not: 'a message' })).toBe(false)
  })

  test('a certificate that has run out proves nothing', async () => {
    const old = createSns(['200101000000Z', '210101000000Z'])
    const own = open({ vendor: 'ses', topicArns: [topicArn] }, async () => old.pem)
    expect(await own.verifyWebhook(post('/hooks/email/ses', old.message()))).toBe(false)
  })

  test('a subscription is confirmed at SNS alone, and again later when that cannot be reached', async () => {
    const confirmation = (SubscribeURL: string) =>
      post(
        '/hooks/email/ses',
        sns.message({
          Type: 'SubscriptionConfirmation',
          SubscribeURL,
          Token: 't',
          Message: 'You have…',
        }),
      )
    const address = 'https://sns.sa-east-1.amazonaws.com/?Action=ConfirmSubscription&Token=t'
    expect(await account.verifyWebhook(confirmation(address))).toBe(true)
    await account.confirmWebhook?.(confirmation(address))
    expect(asked.at(-1)).toBe(address)
    expect(account.parseWebhook(confirmation(address))).toEqual([])
    await account.confirmWebhook?.(confirmation('https://evil.example/?Action=ConfirmSubscription'))
    expect(asked.at(-1)).toBe(address)
    const away = open({ vendor: 'ses', topicArns: [topicArn] }, async () => undefined)
    await expect(away.confirmWebhook?.(confirmation(address))).rejects.toThrow(
      'SNS cannot be reached',
    )
  })

  const parse = (message: string) =>
    account.parseWebhook(post('/hooks/email/ses', sns.message({ Message: message })))
  test.each([
    ['a status', {}, '5.1.1'],
    ['our sender', { bouncedRecipients: [{ status: '5.7.26' }] }, '5.7.26'],
    ['no address', { bounceSubType: 'NoEmail', bouncedRecipients: [{}] }, '5.1.1'],
    ['its own list', { bounceSubType: 'OnAccountSuppressionList', bouncedRecipients: [] }, '5.1.1'],
    ['nothing more', { bouncedRecipients: [{ status: 'smtp; jane@example.com' }] }, '5.0.0'],
  ])('a permanent bounce with %s names its record and a code, and nobody', (_, more, status) => {
    const events = parse(sesReport(source, 'Bounce', more))
    expect(events).toMatchObject([
      { kind: 'bounce', recordId, status, at: Date.parse('2026-11-22T15:00:00Z') },
    ])
    expect(JSON.stringify(events)).not.toContain('jane')
  })

  test('what passes, is of no mail of ours, or no report, says nothing; a complaint says so', () => {
    expect(parse(sesReport(source, 'Bounce', { bounceType: 'Transient' }))).toEqual([])
    expect(parse(sesReport('no-reply@acme.example', 'Bounce'))).toEqual([])
    expect(parse('Successfully validated SNS topic for Amazon SES event publishing.')).toEqual([])
    expect(parse(sesReport(source, 'Complaint'))).toMatchObject([{ recordId, isComplaint: true }])
  })
})

describe('SendGrid', () => {
  const vector = {
    key: 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE83T4O/n84iotIvIW4mdBgQ/7dAfSmpqIM8kF9mN1flpVKS3GRqe62gw+2fNNRaINXvVpiglSI8eNEc6wEA3F+g==',
    signature:
      'MEUCIGHQVtGj+Y3LkG9fLcxf3qfI10QysgDWmMOVmxG0u6ZUAiEAyBiXDWzM+uOe5W0JuG+luQAbPIqHh89M15TluLtEZtM=',
    time: '1600112502',
    body: '[{"email":"hello@world.com","event":"dropped","reason":"Bounced Address","sg_event_id":"ZHJvcC0xMDk5NDkxOS1MUnpYbF9OSFN0T0doUTRrb2ZTbV9BLTA","sg_message_id":"LRzXl_NHStOGhQ4kofSm_A.filterdrecv-p3mdw1-756b745b58-kmzbl-18-5F5FC76C-9.0","smtp-id":"<LRzXl_NHStOGhQ4kofSm_A@ismtpd0039p1iad1.sendgrid.net>","timestamp":1600112492}]\r\n',
  }
  const signed = (signature: string, time: string) => ({
    'x-twilio-email-event-webhook-signature': signature,
    'x-twilio-email-event-webhook-timestamp': time,
  })
  const own = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const ownKey = own.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const account = open({ vendor: 'sendgrid', publicKeys: [vector.key, ownKey] })
  const verify = (body: string, headers: Record<string, string>, path = '/hooks/email/sendgrid') =>
    account.verifyWebhook(post(path, body, headers))

  test('the published vector is believed, and nothing that differs from it by a byte', () => {
    const { signature, time, body } = vector
    expect(verify(body, signed(signature, time))).toBe(true)
    expect(verify(body.trimEnd(), signed(signature, time))).toBe(false)
    expect(verify(body, signed(signature, '1600112503'))).toBe(false)
    expect(verify(body, signed(signature.replace('GHQ', 'GHR'), time))).toBe(false)
    expect(verify(body, {})).toBe(false)
    expect(verify(body, signed(signature, time), '/hooks/email/ses')).toBe(false)
    const stranger = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).publicKey
    expect(sendgridSignatureHolds(stranger, post('', body, signed(signature, time)))).toBe(false)
    expect(createPublicKey(own.privateKey).equals(own.publicKey)).toBe(true)
  })

  test('while a key is replaced both are believed, and one that is none is refused at the start', () => {
    const time = '1700000000'
    const signature = sign('sha256', Buffer.from(`${time}[]`), own.privateKey).toString('base64')
    expect(verify('[]', signed(signature, time))).toBe(true)
    expect(() => open({ vendor: 'sendgrid', publicKeys: 'none' })).toThrow(
      /publicKeys: not a public key/,
    )
  })

  const parse = (event: object) =>
    account.parseWebhook(
      post('/hooks/email/sendgrid', [
        {
          email: 'jane@example.com',
          timestamp: 1_700_000_000,
          sg_event_id: 'e1',
          rid: `${recordId}.1`,
          ...event,
        },
      ]),
    )
  test.each([
    [
      { event: 'bounce', type: 'bounce', status: '5.1.1', reason: 'jane@example.com' },
      { status: '5.1.1' },
    ],
    [{ event: 'bounce', type: 'blocked', status: '5.7.1' }, { status: '5.7.1' }],
    [{ event: 'bounce', type: 'blocked', status: '' }, { status: '5.7.1' }],
    [{ event: 'bounce' }, { status: '5.0.0' }],
    [{ event: 'dropped', reason: 'Bounced Address' }, { status: '5.1.1' }],
    [{ event: 'dropped', reason: 'Spam Reporting Address' }, { isComplaint: true }],
    [{ event: 'spamreport' }, { isComplaint: true }],
    [
      {
        event: 'bounce',
        status: '5.1.1',
        rid: undefined,
        'smtp-id': `<${recordId}.1@bounce.acme.example>`,
      },
      { status: '5.1.1' },
    ],
  ])('%j becomes %j of its record, and names nobody', (event, said) => {
    const events = parse(event)
    expect(events).toMatchObject([{ kind: 'bounce', recordId, at: 1_700_000_000_000, ...said }])
    expect(JSON.stringify(events)).not.toContain('jane')
  })

  test('delivered, deferred, opened and dropped for a bad header say nothing, nor does a mail of another', () => {
    for (const event of ['delivered', 'deferred', 'open', 'processed'])
      expect(parse({ event })).toEqual([])
    expect(parse({ event: 'dropped', reason: 'Invalid SMTPAPI header' })).toEqual([])
    expect(parse({ event: 'bounce', rid: undefined })).toEqual([])
    expect(() => account.parseWebhook(post('', '{"jane":1}'))).toThrow(/^not a list of SendGrid$/)
  })
})

describe('Postmark', () => {
  const secret = 'only-postmark-knows-it'
  const webhookHeader = { name: 'Authorization', value: 'Basic YTpi' }
  const account = open({ vendor: 'postmark', secret, webhookHeader })

  test('a header or the path proves it, at its own path alone', () => {
    const verify = (path: string, headers = {}) => account.verifyWebhook(post(path, '{}', headers))
    expect(verify('/hooks/email/postmark', { authorization: 'Basic YTpi' })).toBe(true)
    expect(verify(`/hooks/email/postmark/${secret}`)).toBe(true)
    for (const path of [
      '/hooks/email/postmark',
      '/hooks/email/postmark/guess',
      `/hooks/email/ses/${secret}`,
    ])
      expect(verify(path)).toBe(false)
    expect(() => SmtpAccount.parse({ ...base, reports: { vendor: 'postmark' } })).toThrow(
      /webhookHeader/,
    )
  })

  const parse = (report: object) =>
    account.parseWebhook(
      post('/hooks/email/postmark', {
        RecordType: 'Bounce',
        MessageServer: 'x',
        ID: 42,
        MessageID: 'm',
        Email: 'jane@example.com',
        Metadata: { rid: `${recordId}.1` },
        BouncedAt: '2026-11-22T15:00:00Z',
        Details: 'smtp;550 <jane@example.com> unknown',
        ...report,
      }),
    )
  test.each([
    [{ Type: 'HardBounce', TypeCode: 1 }, { status: '5.1.1' }],
    [{ Type: 'HardBounce', Details: 'smtp;550 5.7.26 unauthenticated' }, { status: '5.7.26' }],
    [{ Type: 'BadEmailAddress' }, { status: '5.1.1' }],
    [{ Type: 'Blocked' }, { status: '5.7.1' }],
    [{ Type: 'DMARCPolicy' }, { status: '5.7.1' }],
    [{ RecordType: 'SpamComplaint', Type: 'SpamComplaint' }, { isComplaint: true }],
  ])('%j becomes %j of its record, and names nobody', (report, said) => {
    const events = parse(report)
    expect(events).toMatchObject([
      { kind: 'bounce', recordId, at: Date.parse('2026-11-22T15:00:00Z'), ...said },
    ])
    expect(JSON.stringify(events)).not.toContain('jane')
  })

  test('what passes, and what is about something else, says nothing', () => {
    for (const Type of ['Transient', 'SoftBounce', 'AutoResponder', 'toString'])
      expect(parse({ Type })).toEqual([])
    expect(parse({ RecordType: 'Delivery' })).toEqual([])
    expect(parse({ Type: 'HardBounce', Metadata: {} })).toEqual([])
    expect(() => account.parseWebhook(post('', '[]'))).toThrow(/^not a webhook of Postmark$/)
  })
})
