// Reads bounces and complaints of Amazon SES, which arrive through a topic of SNS.
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { VendorEvent } from '#src/messaging/challenges/vendor-events.ts'
import { exchange } from '#src/journey/calls/http.ts'
import { readAddressedRecord } from '../bounce.ts'
import { certificateUrl, readSns, readSnsUrl, type SnsMessage, snsSignatureHolds } from './sns.ts'
import type { ReportReader } from './reader.ts'

/** Reads a text by GET; undefined when it is unavailable now. */
export type FetchText = (url: URL) => Promise<string | undefined>

const fetchMs = 5_000
const certificatesMax = 20

const fetchText: FetchText = async (url) => {
  const signal = AbortSignal.timeout(fetchMs)
  const outcome = await exchange({ method: 'GET', url, headers: {}, signal }, { totalMs: fetchMs })
  return outcome.kind === 'answer' && outcome.status === 200 ? outcome.body : undefined
}

export function createSesReports(topicArns: readonly string[], get = fetchText): ReportReader {
  const certificates = new LRUCache<string, string>({ max: certificatesMax })

  async function readCertificate(url: URL): Promise<string | undefined> {
    const known = certificates.get(url.href)
    const pem = known ?? (await get(url))
    if (pem !== undefined && known === undefined) certificates.set(url.href, pem)
    return pem
  }

  return {
    async verify({ rawBody }) {
      const message = readSns(rawBody)
      const url = message && certificateUrl(message)
      // A stranger's topic must not cause a request for a certificate.
      if (!url || !topicArns.includes(message.TopicArn)) return false
      const pem = await readCertificate(url)
      return pem !== undefined && snsSignatureHolds(message, pem)
    },
    async confirm({ rawBody }) {
      const message = readSns(rawBody)
      if (message?.Type !== 'SubscriptionConfirmation') return
      const url = readSnsUrl(message.SubscribeURL)
      if (url && (await get(url)) === undefined) throw new Error('SNS cannot be reached')
    },
    parse: ({ rawBody }) => parseSes(readSns(rawBody)),
  }
}

const Recipient = z.object({ status: z.string().optional() })
const Mail = z.object({ messageId: z.string(), source: z.string() })

const Report = z.object({
  notificationType: z.string().optional(),
  eventType: z.string().optional(),
  mail: Mail,
  bounce: z
    .object({
      bounceType: z.string(),
      bounceSubType: z.string().optional(),
      bouncedRecipients: z.array(Recipient).default([]),
      timestamp: z.string().optional(),
      feedbackId: z.string().optional(),
    })
    .optional(),
  complaint: z
    .object({ timestamp: z.string().optional(), feedbackId: z.string().optional() })
    .optional(),
})

/** Throws for a message that is not from SES; other messages of the topic, and other events, are ignored. */
function parseSes(message: SnsMessage | undefined): VendorEvent[] {
  if (!message) throw new Error('not a message of SNS')
  if (message.Type !== 'Notification') return []
  const report = readReport(message.Message)
  if (!report) return []
  const recordId = readAddressedRecord(report.mail.source)
  if (recordId === undefined) return []
  const { mail, bounce, complaint } = report
  const about = { kind: 'bounce', recordId } as const
  const type = report.notificationType ?? report.eventType
  if (type === 'Complaint')
    return [
      {
        ...about,
        dedupeKey: `complaint:${mail.messageId}`,
        isComplaint: true,
        ...readTime(complaint?.timestamp),
      },
    ]
  // Failures that SES calls transient are either still being tried, or may pass.
  if (type !== 'Bounce' || bounce?.bounceType !== 'Permanent') return []
  return [
    {
      ...about,
      dedupeKey: `bounce:${mail.messageId}`,
      status: statusOf(bounce),
      ...readTime(bounce.timestamp),
    },
  ]
}

function readReport(json: string): z.output<typeof Report> | undefined {
  try {
    return Report.safeParse(JSON.parse(json)).data
  } catch {
    // The first message after a subscription is a plain sentence.
    return undefined
  }
}

const dead = new Set(['NoEmail', 'Suppressed', 'OnAccountSuppressionList'])

function statusOf({
  bouncedRecipients,
  bounceSubType,
}: NonNullable<z.output<typeof Report>['bounce']>) {
  const given = bouncedRecipients
    .map(({ status }) => status)
    .find((one) => /^5\.\d+\.\d+$/.test(one ?? ''))
  return given ?? (dead.has(bounceSubType ?? '') ? '5.1.1' : '5.0.0')
}

export function readTime(time: string | undefined): { at?: number } {
  const at = Date.parse(time ?? '')
  return Number.isNaN(at) ? {} : { at }
}
