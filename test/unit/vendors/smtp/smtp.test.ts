import { createServer } from 'node:net'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Mail, OutboundMessage } from '#src/messaging/challenges/port.ts'
import { createSmtp, type SmtpOptions } from '#src/vendors/smtp/adapter.ts'
import type { Account } from '#src/vendors/parts/vendor.ts'
import { listen } from '#test/support/servers/listen.ts'
import { type Behaviour, type SmtpServer, startSmtp } from '#test/support/servers/smtp.ts'

const recordId = '0198f0aa-0000-7000-8000-000000000001'

const mail: Mail = {
  from: 'somebody@else.example',
  returnPath: `bounce+${recordId}.0011223344556677@acme.example`,
  subject: 'Confirme seu e-mail · Acme',
  html: '<p>Código: <b>918273</b></p>',
  messageId: `<${recordId}.1@acme.example>`,
}

const message: OutboundMessage = {
  channel: 'email',
  to: 'maria.segredo@pessoal.example',
  text: 'Código: 918273',
  language: 'pt-BR',
  variables: [],
  template: 'email-token',
  validSeconds: 3_600,
  code: '918273',
  link: 'https://acme.example/t/token',
  mail,
}

const open = (url: string, changed: Partial<SmtpOptions> = {}) =>
  createSmtp({
    id: 'smtp',
    url,
    senders: { email: 'Acme <no-reply@acme.example>' },
    connections: 20,
    shared: false,
    ...changed,
  })

const contextOf = (attemptId: string, signal = new AbortController().signal) => ({
  transactionId: recordId,
  recordId,
  attempt: 1,
  attemptId,
  signal,
})

const sendWith = (provider: Account, to = message.to) =>
  provider.send({ ...message, to }, contextOf('a1'))

describe('smtp', () => {
  let server: SmtpServer
  let provider: Account

  beforeEach(async () => {
    server = await startSmtp()
    provider = open(server.url, { connectMs: 30_000, totalMs: 30_000 })
  })
  afterEach(async () => {
    provider.close?.()
    await server.close()
  })

  test('the mail carries its return path, Message-ID, language, both bodies and the marks of a machine', async () => {
    await sendWith(provider)
    const [received] = server.mails
    expect(received).toMatchObject({
      envelopeFrom: mail.returnPath,
      envelopeTo: [message.to],
      dsnId: recordId,
    })
    const parsed = await PostalMime.parse(received?.raw ?? '')
    const headers = Object.fromEntries(parsed.headers.map(({ key, value }) => [key, value]))
    expect(headers).toMatchObject({
      'auto-submitted': 'auto-generated',
      'content-language': 'pt-BR',
      'message-id': mail.messageId,
    })
    expect(parsed).toMatchObject({
      subject: mail.subject,
      from: { name: 'Acme', address: 'no-reply@acme.example' },
      html: expect.stringContaining('<b>918273</b>'),
      text: expect.stringContaining('Código: 918273'),
    })
  })

  test('the tenant’s picture comes within the mail, shown by its id and no attachment', async () => {
    const logo = { mediaType: 'image/png', base64: 'iVBORw0KGgo=', cid: 'logo@atesta' }
    await provider.send({ ...message, mail: { ...mail, logo } }, contextOf('a1'))
    const parsed = await PostalMime.parse(server.mails[0]?.raw ?? '')
    expect(parsed.attachments).toMatchObject([
      { contentId: '<logo@atesta>', mimeType: 'image/png', disposition: 'inline', related: true },
    ])
  })

  test.each<[Behaviour, object]>([
    ['refuse', { kind: 'rejected', class: 'recipient', code: 'smtp-550-5.1.1' }],
    ['deny-relay', { kind: 'deferred', class: 'account', code: 'smtp-554' }],
    ['refuse-sender', { kind: 'deferred', class: 'account', code: 'smtp-550' }],
    ['defer', { kind: 'deferred', class: 'transient', code: 'smtp-451' }],
    ['refuse-policy', { kind: 'deferred', class: 'account', code: 'smtp-550' }],
    ['refuse-content', { kind: 'rejected', class: 'content', code: 'smtp-554' }],
    ['defer-content', { kind: 'deferred', class: 'transient', code: 'smtp-451' }],
    ['hang-before-greeting', { kind: 'deferred', class: 'transient', code: 'timeout' }],
    ['hang-at-recipient', { kind: 'deferred', class: 'transient', code: 'timeout' }],
    ['reset-at-recipient', { kind: 'deferred', class: 'transient', code: 'connection' }],
    ['hang', { kind: 'uncertain', cause: 'timeout' }],
    ['reset', { kind: 'uncertain', cause: 'reset' }],
  ])(
    'a server that does %s gives one result, and one message at most',
    async (behaviour, result) => {
      server.behaviour = behaviour
      // Long enough to get to where it matters, also on a busy machine.
      const hurriedMs = behaviour === 'hang' ? 2_000 : 500
      const hurried = open(server.url, { connectMs: hurriedMs, totalMs: hurriedMs })
      const asked = behaviour.startsWith('hang') ? hurried : provider
      expect(await sendWith(asked)).toMatchObject(result)
      hurried.close?.()
      await new Promise((resolve) => setTimeout(resolve, 100))
      const seen = ['refuse-policy', 'refuse-content', 'defer-content', 'hang', 'reset'].includes(
        behaviour,
      )
        ? 1
        : 0
      expect(server.mails).toHaveLength(seen)
    },
  )

  test('a server that refused one message takes the next one', async () => {
    server.behaviour = 'refuse'
    await sendWith(provider)
    server.behaviour = 'accept'
    expect((await sendWith(provider)).kind).toBe('accepted')
  })

  test('a connection that was cut while idle costs no message', async () => {
    await sendWith(provider)
    await server.close()
    const result = await sendWith(provider)
    expect(result).toEqual({ kind: 'deferred', class: 'transient', code: 'connection' })
    expect(server.mails).toHaveLength(1)
  })

  test('nobody listening, and a name that nobody has, are deferred', async () => {
    const probe = createServer()
    const port = await listen(probe)
    await new Promise((resolve) => probe.close(resolve))
    const refused = open(`smtp://127.0.0.1:${port}`, { connectMs: 300 })
    expect(await sendWith(refused)).toEqual({
      kind: 'deferred',
      class: 'transient',
      code: 'connection',
    })
    const unknown = open('smtp://relay.invalid:25', { connectMs: 300 })
    expect(await sendWith(unknown)).toMatchObject({ kind: 'deferred', class: 'transient' })
    refused.close?.()
    unknown.close?.()
  })

  test('a refused log-in is the operator’s affair: deferred, nothing said about the person', async () => {
    const guarded = await startSmtp({ auth: true })
    const user = open(guarded.url)
    guarded.refuseAuth = true
    expect(await sendWith(user)).toEqual({ kind: 'deferred', class: 'account', code: 'smtp-535' })
    guarded.refuseAuth = false
    expect((await sendWith(user)).kind).toBe('accepted')
    user.close?.()
    await guarded.close()
  })

  test.each([
    'maria@x.example, outra@x.example',
    'maria@x.example\r\nRCPT TO:<outra@x.example>',
    'Maria <maria@x.example>',
    'equipe: maria@x.example;',
    'maria',
    '',
  ])('%j is not one address: nothing is sent', async (to) => {
    expect(await sendWith(provider, to)).toMatchObject({
      kind: 'rejected',
      code: 'invalid-address',
    })
    expect(server.mails).toEqual([])
  })

  test('twenty at once arrive once each', async () => {
    const patient = open(server.url)
    const sends = Array.from({ length: 20 }, (_, index) => {
      const messageId = `<r${index}.1@acme.example>`
      return patient.send({ ...message, mail: { ...mail, messageId } }, contextOf(`a${index}`))
    })
    const results = await Promise.all(sends)
    expect(results.filter(({ kind }) => kind === 'accepted')).toHaveLength(20)
    expect(server.mails).toHaveLength(20)
    patient.close?.()
  })

  test('five that hang hold none of the others up, as long as there are connections', async () => {
    const patient = open(server.url, { connections: 6, totalMs: 3_000 })
    server.behaviour = 'hang-at-recipient'
    const hanging = Array.from({ length: 5 }, () => sendWith(patient))
    await expect.poll(() => server.connections()).toBe(5)
    server.behaviour = 'accept'
    expect((await sendWith(patient)).kind).toBe('accepted')
    patient.close?.()
    await server.close()
    await Promise.all(hanging)
  })

  test('a send given up before anything left is deferred, at once', async () => {
    const slow = open(server.url, { totalMs: 30_000 })
    server.behaviour = 'hang-at-recipient'
    const began = Date.now()
    const result = await slow.send(message, contextOf('a1', AbortSignal.timeout(150)))
    expect(result).toEqual({ kind: 'deferred', class: 'transient', code: 'timeout' })
    expect(Date.now() - began).toBeLessThan(15_000)
    slow.close?.()
  })

  test('a message that is no mail is refused, and nothing is sent', async () => {
    const { mail: _, ...text } = message
    const result = await provider.send(text, contextOf('a1'))
    expect(result).toEqual({ kind: 'rejected', class: 'content', code: 'no-mail' })
    expect(server.mails).toEqual([])
  })
})
