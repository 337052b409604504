// Reads bounces. The return path of each message names its record and proves that we wrote it, so a report counts for
// that record whatever its text says.
import { timingSafeEqual } from 'node:crypto'
import PostalMime, { type Attachment } from 'postal-mime'

/** The label of the keyed function for bounces. */
export const bounceLabel = 'email-bounce'

/** A keyed function of at least 8 bytes, made from a secret that the caller keeps. */
export type BounceMac = (label: string) => Buffer

/** For example `bounce+<recordId>.<mac>@<domain>`; with a UUID the local part stays within its 64 characters. */
export function returnPath(mac: BounceMac, recordId: string, domain: string): string {
  return `bounce+${recordId}.${proof(mac, recordId).toString('hex')}@${domain}`
}

const proof = (mac: BounceMac, recordId: string) =>
  mac(`bounce\0v1\0${recordId.toLowerCase()}`).subarray(0, 8)

/** The record that one of our own addresses names, in lower case; undefined when we did not write the address. */
export function readReturnPath(mac: BounceMac, address: string): string | undefined {
  // Letter case is ignored, because mail servers may change it on the way.
  const [, recordId, given] =
    /^bounce\+([0-9a-z-]{1,40})\.([0-9a-f]{16})@[^@\s]+$/.exec(address.toLowerCase()) ?? []
  if (recordId === undefined || given === undefined) return undefined
  return timingSafeEqual(Buffer.from(given, 'hex'), proof(mac, recordId)) ? recordId : undefined
}

/** The record that an address of this form names, for a caller with another proof that it is ours. */
export const readAddressedRecord = (address: string): string | undefined =>
  /^<?bounce\+([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[0-9a-f]{16}@/.exec(
    address.toLowerCase(),
  )?.[1]

export type DeliveryReport = {
  readonly recordId: string
  readonly action: 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded'
  /** The enhanced status code, for example `5.1.1`. */
  readonly status: string
}

/** Only a final refusal counts; delays, relays and temporary states do not. */
export function isBounce({ action, status }: DeliveryReport): boolean {
  return action === 'failed' && status.startsWith('5.')
}

const sizeMax = 1024 * 1024

/** The second type is for addresses with other letters, and has the same fields (RFC 6533, 3). */
const reportTypes = new Set(['message/delivery-status', 'message/global-delivery-status'])

/**
 * Reads a delivery status report that arrived at `to`. Undefined when it is no such report, larger than 1 MiB, or sent
 * to an address that is not ours.
 */
export async function readReport(
  mac: BounceMac,
  raw: string | Uint8Array,
  to: string,
): Promise<DeliveryReport | undefined> {
  const recordId = readReturnPath(mac, to)
  if (!recordId || raw.length > sizeMax) return undefined
  // The parser refuses mail that is nested too deeply, which then counts as no report.
  const mail = await PostalMime.parse(raw, { maxNestingDepth: 20 }).catch(() => undefined)
  const part = mail?.attachments.find(({ mimeType }) => reportTypes.has(mimeType))
  const found = part && worstRecipient(toText(part.content))
  return found && { recordId, ...found }
}

const toText = (content: Attachment['content']) =>
  typeof content === 'string' ? content : new TextDecoder().decode(content)

/** The first group of fields is about the message; each further one is about a recipient. */
function worstRecipient(fields: string): Omit<DeliveryReport, 'recordId'> | undefined {
  const recipients = fields
    .split(/\r?\n[ \t]*\r?\n/)
    .map(readRecipient)
    .filter((recipient) => recipient !== undefined)
  return recipients.find(({ action }) => action === 'failed') ?? recipients[0]
}

/** White space may stand before the colon (RFC 5322, 4.5), and a comment before the value. */
const before = String.raw`[ \t]*:\s*(?:\([^()]*\)\s*)?`
const actionField = new RegExp(
  String.raw`^action${before}(failed|delayed|delivered|relayed|expanded)\b`,
  'im',
)
const statusField = new RegExp(String.raw`^status${before}([245]\.\d{1,3}\.\d{1,3})\b`, 'im')

function readRecipient(group: string): Omit<DeliveryReport, 'recordId'> | undefined {
  const action = actionField.exec(group)?.[1]
  const status = statusField.exec(group)?.[1]
  // Safe because the pattern lists exactly the actions of the type.
  return action && status
    ? { action: action.toLowerCase() as DeliveryReport['action'], status }
    : undefined
}

/** A report as a mail server would send it to `to`, for the sandbox. It names no recipient. */
export function writeReport({ to, ...report }: DeliveryReport & { to: string }): string {
  const boundary = `report-${report.recordId}`
  return [
    'From: MAILER-DAEMON@sandbox.invalid',
    `To: ${to}`,
    'Subject: Delivery Status Notification',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=delivery-status; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    'The message could not be delivered.',
    '',
    `--${boundary}`,
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; sandbox.invalid',
    `Original-Envelope-Id: ${report.recordId}`,
    '',
    'Final-Recipient: rfc822; recipient@sandbox.invalid',
    `Action: ${report.action}`,
    `Status: ${report.status}`,
    '',
    `--${boundary}--`,
    '',
  ].join('\r\n')
}
