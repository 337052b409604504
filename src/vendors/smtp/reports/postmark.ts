// Reads Postmark's webhooks of bounces and complaints. They are not signed, so a header or the path authenticates them.
import { z } from 'zod'
import type { VendorEvent } from '#src/messaging/challenges/vendor-events.ts'
import type { RawRequest } from '#src/journey/inbox/callback.ts'
import { readMark } from '#src/journey/calls/attempt-id.ts'
import { knowsHeader, knowsPath } from '#src/vendors/parts/path-secret.ts'
import type { MailReports } from './config.ts'
import type { ReportReader } from './reader.ts'
import { readTime } from './ses.ts'

type Options = Extract<MailReports, { vendor: 'postmark' }>

export const createPostmarkReports = ({ webhookHeader, secret }: Options): ReportReader => ({
  verify: (request) => knowsHeader(webhookHeader, request) || knowsPath(secret ?? [], request),
  parse: parsePostmark,
})

const Report = z.object({
  RecordType: z.string(),
  Type: z.string().optional(),
  ID: z.union([z.number(), z.string()]).optional(),
  MessageID: z.string().optional(),
  Metadata: z.record(z.string(), z.unknown()).optional().catch(undefined),
  BouncedAt: z.string().optional(),
  /** Of these two texts only an enhanced status code is read. */
  Description: z.string().optional(),
  Details: z.string().optional(),
})
type Report = z.output<typeof Report>

/** The status of each type, for texts without a code; other types are temporary or not about bounces. */
const statusOf: Readonly<Record<string, string>> = {
  HardBounce: '5.1.1',
  BadEmailAddress: '5.1.1',
  // The receiver refuses the sender, not the address.
  Blocked: '5.7.1',
  DMARCPolicy: '5.7.1',
  SpamNotification: '5.7.1',
}

function parsePostmark({ rawBody }: RawRequest): VendorEvent[] {
  const report = readReport(rawBody)
  const { recordId } = readMark(toText(report.Metadata?.['rid']))
  const said = recordId === undefined ? undefined : meaningOf(report)
  if (recordId === undefined || !said) return []
  const dedupeKey = `bounce:${report.RecordType}:${report.ID ?? report.MessageID ?? recordId}`
  return [{ kind: 'bounce', dedupeKey, recordId, ...said, ...readTime(report.BouncedAt) }]
}

function readReport(rawBody: Uint8Array): Report {
  try {
    return Report.parse(JSON.parse(Buffer.from(rawBody).toString()))
  } catch {
    // The parser's error is dropped, because it quotes the body.
    throw new Error('not a webhook of Postmark')
  }
}

function meaningOf({ RecordType, Type = '', Description = '', Details = '' }: Report) {
  if (RecordType === 'SpamComplaint' || Type === 'SpamComplaint')
    return { isComplaint: true } as const
  if (RecordType !== 'Bounce' || !Object.hasOwn(statusOf, Type)) return undefined
  const given = /\b5\.\d{1,3}\.\d{1,3}\b/.exec(`${Details} ${Description}`)?.[0]
  return { status: given ?? statusOf[Type] ?? '5.0.0' }
}

const toText = (value: unknown) => (typeof value === 'string' ? value : undefined)
