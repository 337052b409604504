// Sends live e-mail over SMTP. A mail server's texts quote addresses, so errors become our own codes before they leave
// this folder.
import type { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import type { Mail, OutboundMessage, SendContext } from '#src/messaging/challenges/port.ts'
import { parseMailbox } from '#src/journey/transaction/mailbox.ts'
import type { Account, AccountDefaults } from '#src/vendors/parts/vendor.ts'
import type { SmtpAccount } from './config.ts'
import { readReports, reportHeaders } from './reports/reports.ts'
import type { FetchText } from './reports/ses.ts'
import { readFailure, rejected } from './failure-codes.ts'

export type SmtpOptions = Omit<SmtpAccount, 'vendor' | 'shared'> &
  Omit<AccountDefaults, 'publicBaseUrl'> & {
    /** From the look-up of the host's name to the end of STARTTLS. */
    readonly connectMs?: number
    /** Fetches certificates and confirms subscriptions. */
    readonly fetchText?: FetchText
    /** The limit of the whole call, including the wait for a free connection. */
    readonly totalMs?: number
  }

/** A repeat would send a second message, and no mail server can be asked whether it has the first. */
export function createSmtp(options: SmtpOptions): Account {
  const { id, url, senders, connections, connectMs = 5000, totalMs = 10_000 } = options
  const bodies = new Map<string, Readable>()
  const transport = createTransport({
    url,
    ...(options.proxy !== undefined && { proxy: options.proxy }),
    pool: true,
    maxConnections: connections,
    // The pool would otherwise send a message again when its connection closes, which only the caller may decide.
    maxRequeues: 0,
    idleTimeout: 30_000,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    // Longer than the total limit, which the signal enforces, because this one also counts while a connection is idle.
    socketTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  transport.use('stream', (mail, done) => {
    const { messageId } = mail.data
    if (messageId && mail.message) mail.message.processFunc((body) => remember(messageId, body))
    done()
  })
  const remember = (messageId: string, body: Readable) => {
    bodies.set(messageId, body)
    return body
  }
  return {
    id,
    vendor: 'smtp',
    channels: ['email'],
    senders,
    shared: options.shared,
    repeat: 'never',
    async send(message, ctx) {
      const { mail } = message
      if (!mail) return rejected('content', 'no-mail')
      const mailbox = parseMailbox(message.to)
      if (!mailbox) return rejected('recipient', 'invalid-address')
      const signal = AbortSignal.any([ctx.signal, AbortSignal.timeout(totalMs)])
      try {
        const to = `${mailbox.local}@${mailbox.domain}`
        const own = { from: senders.email, to, headers: reportHeaders(options.reports, ctx) }
        await transport.sendMail({ ...toMail(message, mail, own, ctx), signal })
        return { kind: 'accepted', providerMsgId: mail.messageId }
      } catch (error) {
        // The body is read once the server has answered DATA, so from then on the message may have arrived.
        const mayHaveLeft = bodies.get(mail.messageId)?.readableDidRead ?? false
        return readFailure(error, mayHaveLeft)
      } finally {
        bodies.delete(mail.messageId)
      }
    },
    ...readReports(options.reports, options.fetchText),
    close: () => transport.close(),
  }
}

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)

type Envelope = {
  readonly from: string
  readonly to: string
  readonly headers: ReturnType<typeof reportHeaders>
}

function toMail(
  { text, language }: OutboundMessage,
  { subject, html, returnPath, messageId, logo }: Mail,
  { from, to, headers }: Envelope,
  { recordId }: SendContext,
) {
  return {
    from,
    to,
    envelope: { from: returnPath, to },
    subject,
    text,
    html,
    messageId,
    ...(logo && {
      attachments: [
        {
          cid: logo.cid,
          content: logo.base64,
          encoding: 'base64',
          contentType: logo.mediaType,
          contentDisposition: 'inline' as const,
          filename: `logo.${logo.mediaType.slice('image/'.length)}`,
        },
      ],
    }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'OOF, AutoReply',
      'Content-Language': language,
      ...headers,
    },
    dsn: {
      id: recordId,
      return: 'headers',
      notify: ['failure', 'delay'],
      // Addresses with other letters have a report format of their own (RFC 6533, 3), which older servers refuse.
      ...(isAscii(to) && { recipient: `rfc822;${to}` }),
    },
  }
}
