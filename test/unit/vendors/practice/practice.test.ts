// What users of messages and mail have met, one line a case (test/data/practice.jsonl).
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { OutboundMessage } from '#src/messaging/challenges/port.ts'
import { readReply } from '#src/messaging/replies/read-reply.ts'
import { parseMeta } from '#src/vendors/meta/events.ts'
import { createSmtp } from '#src/vendors/smtp/adapter.ts'
import { isBounce, readReport, returnPath } from '#src/vendors/smtp/bounce.ts'
import { listen } from '#test/support/servers/listen.ts'
import { startSmtp } from '#test/support/servers/smtp.ts'

type Given = Readonly<Record<string, string>> & { readonly utf8?: boolean }
type Case = {
  readonly id: string
  readonly kind: string
  readonly do: string | Given
  readonly right: string
}

const cases = readFileSync(join(import.meta.dirname, '../../../data/practice.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Case)
const ofKind = (kind: string) => cases.filter((one) => one.kind === kind)

const phoneNumberId = '106540352242922'

test.for(ofKind('whatsapp'))('$id: what the platform writes is nobody’s answer', (one) => {
  const message = { from: '5511987654321', id: 'wamid.1', timestamp: '1750091045' }
  const value = {
    metadata: { phone_number_id: phoneNumberId },
    messages: [{ ...message, ...(one.do as Given) }],
  }
  const entry = [{ id: '1', changes: [{ field: 'messages', value }] }]
  const rawBody = Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry }))
  const events = parseMeta({ rawBody, headers: {}, url: '', method: 'POST' })
  expect(events.map(({ kind }) => kind)).toEqual(one.right === 'nobody' ? [] : ['inbound'])
})

test.for(ofKind('reply'))('$id: $do is $right', (one) => {
  const options = [
    { option: 1, label: 'Sim' },
    { option: 2, label: 'Não' },
  ]
  const question = { options, language: 'pt', isStrict: false, isOpen: true } as const
  expect(readReply({ kind: 'text', text: one.do as string }, question).meaning).toBe(one.right)
})

describe('a report to the return path of a mail', () => {
  const mac = (label: string) => Buffer.from(label.padEnd(32, '.').slice(-32))
  const recordId = '0198f0aa-0000-7000-8000-000000000001'

  test.for(ofKind('bounce'))('$id: is $right', async (one) => {
    const { type, encoding, recipient, action, status } = one.do as Given
    const fields = `Reporting-MTA: dns; mx.example\r\n\r\nFinal-Recipient: ${recipient}\r\nAction: ${action}\r\nStatus: ${status}\r\n`
    const isBase64 = encoding === 'base64'
    const raw = [
      'From: MAILER-DAEMON@mx.example',
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
      '',
      '--b',
      'Content-Type: text/plain; charset=utf-8',
      '',
      'It could not be delivered.',
      '--b',
      `Content-Type: ${type}`,
      `Content-Transfer-Encoding: ${isBase64 ? 'base64' : '8bit'}`,
      '',
      isBase64 ? Buffer.from(fields).toString('base64') : fields,
      '--b--',
      '',
    ].join('\r\n')
    const report = await readReport(mac, raw, returnPath(mac, recordId, 'acme.example'))
    expect(report !== undefined && isBounce(report)).toBe(one.right === 'bounced')
  })
})

/** Any server: what came of one mail to the address. */
async function sendTo(url: string, to: string): Promise<string> {
  const account = createSmtp({
    id: 'smtp',
    url,
    senders: { email: 'Acme <no-reply@acme.example>' },
    connections: 2,
    shared: false,
  })
  const message: OutboundMessage = {
    channel: 'email',
    to,
    text: 'Código',
    language: 'pt-BR',
    variables: [],
    template: 'email-token',
    validSeconds: 3_600,
    mail: {
      from: 'somebody@else.example',
      returnPath: 'bounce+1.00@acme.example',
      subject: 'Código',
      html: '<p>Código</p>',
      messageId: '<1@acme.example>',
    },
  }
  const signal = new AbortController().signal
  const ids = { transactionId: '1', recordId: '1', attempt: 1, attemptId: 'a1', signal }
  const outcome = await account.send(message, ids)
  account.close?.()
  return 'code' in outcome ? outcome.code : outcome.kind
}

/** A server without extensions that writes down what it is told, letter by letter. */
async function startBare() {
  const lines: string[] = []
  const server = createServer((socket) => {
    socket.setEncoding('utf8').write('220 mx.example\r\n')
    let isText = false
    let rest = ''
    socket.on('data', (chunk: string) => {
      const told = `${rest}${chunk}`.split('\r\n')
      rest = told.pop() ?? ''
      for (const line of told) {
        if (isText && line !== '.') continue
        isText = line === 'DATA'
        lines.push(line)
        socket.write(isText ? '354 go on\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 mx.example\r\n')
      }
    })
    socket.on('error', () => undefined)
  })
  const port = await listen(server)
  return { url: `smtp://127.0.0.1:${port}`, lines, [Symbol.dispose]: () => void server.close() }
} // prettier-ignore

test.for(ofKind('mail'))('$id: to such a server it is $right', async (one) => {
  const { to = '', utf8 } = one.do as Given
  await using server = await startSmtp({ utf8: utf8 === true })
  const said = await sendTo(server.url, to)
  expect([said, server.mails.length]).toEqual([one.right, one.right === 'accepted' ? 1 : 0])
})

test.for(ofKind('wire'))('$id: on the wire the recipient is $right', async (one) => {
  const { to = '' } = one.do as Given
  using server = await startBare()
  expect(await sendTo(server.url, to)).toBe('accepted')
  expect(server.lines.filter((line) => line.startsWith('RCPT'))).toEqual([`RCPT TO:<${one.right}>`])
})
