import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type DeliveryReport,
  isBounce,
  readReport,
  readReturnPath,
  returnPath,
  writeReport,
} from '#src/vendors/smtp/bounce.ts'

const mac = (label: string) => createHmac('sha256', 'a key for tests').update(label).digest()
const recordId = '0198f0aa-0000-7000-8000-000000000001'
const address = returnPath(mac, recordId, 'mail.acme.example')

describe('the return path', () => {
  test('names the record, within the 64 characters of a local part', () => {
    expect(address).toMatch(
      /^bounce\+0198f0aa-0000-7000-8000-000000000001\.[0-9a-f]{16}@mail\.acme\.example$/,
    )
    expect(address.indexOf('@')).toBeLessThanOrEqual(64)
    expect(readReturnPath(mac, address)).toBe(recordId)
  })

  test('survives a change of its case, and of its domain', () => {
    expect(readReturnPath(mac, address.toUpperCase())).toBe(recordId)
    expect(readReturnPath(mac, returnPath(mac, recordId, 'other.example'))).toBe(recordId)
  })

  test('of another record, another key or with any other character is not ours', () => {
    const foreign = address.replace('000001', '000002')
    expect(readReturnPath(mac, foreign)).toBeUndefined()
    expect(readReturnPath((label) => mac(`x${label}`), address)).toBeUndefined()
    fc.assert(
      fc.property(fc.string(), fc.string(), (local, rest) => {
        expect(readReturnPath(mac, `bounce+${local}.${rest}@x.example`)).toBeUndefined()
        expect(readReturnPath(mac, local)).toBeUndefined()
      }),
    )
  })
})

const postfix = (recipients: string) =>
  [
    'From: MAILER-DAEMON@mx.example (Mail Delivery System)',
    `To: ${address}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="B/mx.example"',
    '',
    '--B/mx.example',
    'Content-Description: Notification',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    '<maria.segredo@pessoal.example>: host said: 550 5.1.1 no such user',
    '',
    '--B/mx.example',
    'Content-Description: Delivery report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    'Original-Envelope-Id: 0198f0aa-ffff-7000-8000-00000000ffff',
    'Arrival-Date: Mon,  3 Aug 2026 12:00:00 +0000 (UTC)',
    '',
    recipients,
    '',
    '--B/mx.example',
    'Content-Description: Undelivered Message Headers',
    'Content-Type: text/rfc822-headers',
    '',
    'Subject: Confirme seu e-mail',
    'Action: failed',
    '',
    '--B/mx.example--',
  ].join('\r\n')

const recipient = (action: string, status: string) =>
  [
    'Final-Recipient: rfc822; maria.segredo@pessoal.example',
    `Action: ${action}`,
    `Status: ${status}`,
    'Diagnostic-Code: smtp; 550 5.1.1 no such user',
  ].join('\r\n')

describe('a delivery report', () => {
  test.each<[string, string, boolean]>([
    ['failed', '5.1.1', true],
    ['Failed', '5.7.23', true],
    ['failed', '4.4.7', false],
    ['delayed', '4.4.1', false],
    ['relayed', '2.0.0', false],
    ['delivered', '2.0.0', false],
  ])('%s %s is a bounce: %s', async (action, status, bounced) => {
    const report = await readReport(mac, postfix(recipient(action, status)), address)
    expect(report).toEqual({ recordId, action: action.toLowerCase(), status })
    expect(report && isBounce(report)).toBe(bounced)
  })

  test('of several recipients tells of the failed one', async () => {
    const several = `${recipient('relayed', '2.0.0')}\r\n\r\n${recipient('failed', '5.2.1')}`
    expect(await readReport(mac, postfix(several), address)).toMatchObject({ status: '5.2.1' })
  })

  test('counts for the address it came to, not for what stands in it', async () => {
    const raw = postfix(recipient('failed', '5.1.1'))
    expect(await readReport(mac, raw, address)).toMatchObject({ recordId })
    expect(await readReport(mac, raw, 'bounce+x.0011223344556677@acme.example')).toBeUndefined()
  })

  test('is nothing when it is an answer of the holidays, empty, torn or too long', async () => {
    const holidays = `From: a@b.example\r\nTo: ${address}\r\nSubject: Férias\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n`
    const torn = postfix(recipient('failed', '5.1.1')).slice(0, 500)
    const long = `${'x'.repeat(1024 * 1024)}${postfix(recipient('failed', '5.1.1'))}`
    for (const raw of [holidays, '', torn, long]) {
      expect(await readReport(mac, raw, address)).toBeUndefined()
    }
  })

  test('any bytes are read without an error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), async (bytes) => {
        expect(await readReport(mac, bytes, address)).toBeUndefined()
      }),
    )
  })

  test('that the sandbox writes is read like any other', async () => {
    const report: DeliveryReport = { recordId, action: 'failed', status: '5.1.1' }
    expect(await readReport(mac, writeReport({ to: address, ...report }), address)).toEqual(report)
  })
})
