// Maps a mail server's refusals and a connection's errors to our failure classes, by codes only because their texts
// quote addresses.
import type { NodemailerError } from 'nodemailer'
import type { SendOutcome } from '#src/messaging/challenges/port.ts'

/** `mayHaveLeft` says that the server has got the message, so without its answer the outcome is unknown. */
export const readFailure = (error: unknown, mayHaveLeft: boolean): SendOutcome =>
  toResult(readError(error), mayHaveLeft)

type Failure = {
  /** `ESMTPUTF8` comes from our patch: the server accepts only ASCII before the @. */
  readonly code: NodemailerError['code'] | undefined
  /** The SMTP command: `RCPT TO`, `DATA`, … */
  readonly command: string | undefined
  readonly responseCode: number | undefined
  /** A 5xx that a repeat would get again. */
  readonly permanent: boolean | undefined
  /** `5.1.1`, where the server gives one. */
  readonly enhanced: string | undefined
}

function readError(error: unknown): Failure {
  // Safe because every field is optional and read as unknown text or number.
  const { code, command, responseCode, permanent, response } = error as NodemailerError
  const enhanced = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(String(response ?? ''))?.[1]
  return { code, command, responseCode, permanent, enhanced }
}

function toResult(failure: Failure, mayHaveLeft: boolean): SendOutcome {
  if (failure.responseCode) return toReplyResult(failure, `smtp-${failure.responseCode}`)
  switch (failure.code) {
    case 'ESMTPUTF8':
      return rejected('recipient', 'no-smtputf8')
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

/** The code for a mailbox that does not exist. */
const noMailbox = '5.1.1'

/** The server has answered, so a refused message surely did not leave. */
function toReplyResult(
  { code, command, permanent, enhanced, responseCode }: Failure,
  smtp: string,
): SendOutcome {
  if (code === 'EAUTH') return { kind: 'deferred', class: 'account', code: smtp }
  if (!permanent) return { kind: 'deferred', class: 'transient', code: smtp }
  // A refusal of relaying or of the sender concerns us, so neither the address nor the text is at fault, at whatever
  // stage it comes.
  const aboutUs = responseCode === 530 || enhanced?.startsWith('5.7.')
  if (command === 'DATA' && !aboutUs) return rejected('content', smtp)
  if (command === 'RCPT TO' && !aboutUs)
    return rejected('recipient', enhanced === noMailbox ? `${smtp}-${noMailbox}` : smtp)
  return { kind: 'deferred', class: 'account', code: smtp }
}

export const rejected = (reason: 'recipient' | 'content', code: string): SendOutcome => ({
  kind: 'rejected',
  class: reason,
  code,
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
