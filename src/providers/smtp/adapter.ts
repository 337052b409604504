// Live e-mail over SMTP. What a mail server says quotes addresses, so nothing of its text leaves this
// file: errors become results with codes of ours.
import type { Readable } from 'node:stream'
import { createTransport, type NodemailerError } from 'nodemailer'
import type {
  EmailProvider,
  OutboundEmail,
  SendContext,
} from '#src/modules/email-token/provider.ts'
import type { SendResult } from '#src/modules/email-token/send-result.ts'
import { isMailbox } from './address.ts'

export type SmtpOptions = {
  /** `smtp://user:password@host:587` or `smtps://…`; `?requireTLS=true` refuses to go on in the clear. */
  readonly url: string
  /** From the look-up of the host's name to the end of STARTTLS. */
  readonly connectMs?: number
  /** For everything, waiting for a free connection included. */
  readonly totalMs?: number
}

/** `close` lets messages under way finish. */
export type SmtpEmail = EmailProvider & { close(): void }

export function createSmtpEmail(options: SmtpOptions): SmtpEmail {
  const { url, connectMs = 5000, totalMs = 10_000 } = options
  const bodies = new Map<string, Readable>()
  const transport = createTransport({
    url,
    pool: true,
    // The pool would send a message again when its connection closes: whether to is not its decision.
    maxRequeues: 0,
    idleTimeout: 30_000,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    // Above the total, which the signal keeps: this one also counts while a connection is idle.
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
    id: 'smtp',
    async send(message, ctx) {
      if (!isMailbox(message.to)) return rejected('recipient', 'invalid-address')
      const signal = AbortSignal.any([ctx.signal, AbortSignal.timeout(totalMs)])
      try {
        await transport.sendMail({ ...toMail(message, ctx), signal })
        return { kind: 'accepted', providerMsgId: message.messageId }
      } catch (error) {
        // The body is read once the server has answered DATA: from then on it may have arrived.
        const mayHaveLeft = bodies.get(message.messageId)?.readableDidRead ?? false
        return toResult(readFailure(error), mayHaveLeft)
      } finally {
        bodies.delete(message.messageId)
      }
    },
    close: () => transport.close(),
  }
}

function toMail(message: OutboundEmail, { recordId }: SendContext) {
  const { to, from, returnPath, subject, text, html, messageId, language } = message
  return {
    from,
    to,
    envelope: { from: returnPath, to },
    subject,
    text,
    html,
    messageId,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'OOF, AutoReply',
      'Content-Language': language === 'pt' ? 'pt-BR' : 'en',
    },
    dsn: {
      id: recordId,
      return: 'headers',
      notify: ['failure', 'delay'],
      recipient: `rfc822;${to}`,
    },
  }
}

type Failure = {
  readonly code: NodemailerError['code'] | undefined
  /** `RCPT TO`, `DATA`, … */
  readonly command: string | undefined
  readonly responseCode: number | undefined
  /** A 5xx that asking again would get again. */
  readonly permanent: boolean | undefined
  /** `5.1.1`, where the server gives one. */
  readonly enhanced: string | undefined
}

function readFailure(error: unknown): Failure {
  // Safe because every field is optional and read as unknown text or number.
  const { code, command, responseCode, permanent, response } = error as NodemailerError
  const enhanced = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(String(response ?? ''))?.[1]
  return { code, command, responseCode, permanent, enhanced }
}

function toResult(failure: Failure, mayHaveLeft: boolean): SendResult {
  if (failure.responseCode) return toReplyResult(failure, `smtp-${failure.responseCode}`)
  switch (failure.code) {
    case 'EENVELOPE':
      return rejected('recipient', 'invalid-address')
    case 'EMESSAGE':
      return rejected('content', 'too-large')
    case 'EAUTH':
    case 'ENOAUTH':
    case 'EOAUTH2':
      return { kind: 'deferred', class: 'account', code: 'auth' }
    case undefined:
    default: {
      if (!mayHaveLeft) return { kind: 'deferred', class: 'transient', code: nameOf(failure.code) }
      const timedOut = failure.code === 'ETIMEDOUT' || failure.code === 'EABORT'
      return { kind: 'uncertain', cause: timedOut ? 'timeout' : 'reset' }
    }
  }
}

/** The server answered, so nothing is uncertain: what it refused did not leave. */
function toReplyResult(
  { code, command, permanent, enhanced, responseCode }: Failure,
  smtp: string,
): SendResult {
  if (code === 'EAUTH') return { kind: 'deferred', class: 'account', code: smtp }
  if (!permanent) return { kind: 'deferred', class: 'transient', code: smtp }
  if (command === 'DATA') return rejected('content', smtp)
  // Relaying denied, a blocked sender: said about us, and no reason to call the address bad.
  const aboutUs = responseCode === 530 || enhanced?.startsWith('5.7.')
  if (command === 'RCPT TO' && !aboutUs) return rejected('recipient', smtp)
  return { kind: 'deferred', class: 'account', code: smtp }
}

const rejected = (reason: 'recipient' | 'content', code: string): SendResult => ({
  kind: 'rejected',
  class: reason,
  code,
  permanent: true,
})

const names: Record<string, string> = {
  ECONNECTION: 'connection',
  ESOCKET: 'connection',
  ETIMEDOUT: 'timeout',
  EABORT: 'timeout',
  EDNS: 'dns',
  ETLS: 'tls',
  EPROTOCOL: 'protocol',
}

const nameOf = (code: string | undefined): string => names[code ?? ''] ?? 'unknown'
