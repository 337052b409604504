// Chooses the webhook reader of an account, and the headers by which the webhook can name a mail's record.
import type { MessagingAccount, SendContext } from '#src/messaging/challenges/port.ts'
import type { RawRequest } from '#src/journey/inbox/callback.ts'
import { markOf } from '#src/journey/calls/attempt-id.ts'
import type { MailReports } from './config.ts'
import { reportPaths } from './hooks.ts'
import { createPostmarkReports } from './postmark.ts'
import type { ReportReader } from './reader.ts'
import { createSendgridReports } from './sendgrid.ts'
import { createSesReports, type FetchText } from './ses.ts'

type Reading = Pick<MessagingAccount, 'verifyWebhook' | 'parseWebhook' | 'confirmWebhook'>

const silent: Reading = { verifyWebhook: () => false, parseWebhook: () => [] }

/** An account without reports accepts none; an account with them accepts only its own service's path. */
export function readReports(reports: MailReports | undefined, get?: FetchText): Reading {
  if (!reports) return silent
  const reader = createReader(reports, get)
  const path = reportPaths[reports.vendor]
  const isOwn = ({ url }: RawRequest) => {
    const pathname = URL.parse(url)?.pathname ?? ''
    return pathname === path || pathname.startsWith(`${path}/`)
  }
  return {
    verifyWebhook: (request) => isOwn(request) && reader.verify(request),
    parseWebhook: (request) => reader.parse(request),
    confirmWebhook: async (request) => reader.confirm?.(request),
  }
}

function createReader(reports: MailReports, get: FetchText | undefined): ReportReader {
  switch (reports.vendor) {
    case 'ses':
      return createSesReports(reports.topicArns, get)
    case 'sendgrid':
      return createSendgridReports(reports.publicKeys)
    case 'postmark':
      return createPostmarkReports(reports)
  }
}

/** Leaves an ASCII header unencoded, because the service would not read an encoded one as JSON. */
const asItIs = (value: string) => ({ prepared: true, value }) as const

/** SES needs no header, because it reports the return path, which names the record. */
export function reportHeaders(
  reports: MailReports | undefined,
  ctx: Pick<SendContext, 'recordId' | 'attempt'>,
): Readonly<Record<string, { readonly prepared: true; readonly value: string }>> {
  switch (reports?.vendor) {
    case 'sendgrid':
      return { 'X-SMTPAPI': asItIs(JSON.stringify({ unique_args: { rid: markOf(ctx) } })) }
    case 'postmark':
      return { 'X-PM-Metadata-rid': asItIs(markOf(ctx)) }
    case 'ses':
    case undefined:
      return {}
  }
}
