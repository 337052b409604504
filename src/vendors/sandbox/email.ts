// E-mail of sandbox transactions: stored for the sandbox's list of messages and sent to nobody. The outcome follows the
// address, by the table of magic values in the API's documentation.
import { setTimeout as sleep } from 'node:timers/promises'
import type {
  Mail,
  MessagingAccount,
  OutboundMessage,
  SendContext,
  SendOutcome,
} from '#src/messaging/challenges/port.ts'
import { parseMailbox } from '#src/journey/transaction/mailbox.ts'
import { writeReport } from '#src/vendors/smtp/bounce.ts'
import { rejected } from '#src/vendors/smtp/failure-codes.ts'
import type { SignedCallback, Courier } from './courier.ts'
import type { SandboxStore } from './delivery.ts'

export type SandboxEmailOptions = SandboxStore & {
  /** The display name and the address. */
  readonly from: string
  readonly courier: Pick<Courier, 'follow'>
  /** The time that the magic addresses `slow` and `bounce` take. */
  readonly slowMs?: number
  readonly bounceMs?: number
}

/** The local part decides what happens, alone or followed by `+` and any text. */
export const magicLocalParts = {
  bounce: 'accepted, and reported as undeliverable a second later',
  defer: 'deferred at the first attempt (451), accepted at the second',
  refuse: 'refused at once (550)',
  slow: 'accepted after three seconds',
} as const

/** `find` says whether a message with a lost answer was stored. */
export function createSandboxEmail(options: SandboxEmailOptions): MessagingAccount {
  const { keep, find, from, courier, slowMs = 3000, bounceMs = 1000 } = options

  async function send(message: OutboundMessage, ctx: SendContext): Promise<SendOutcome> {
    const { mail, to } = message
    const magic = readMagic(to)
    if (!mail) return rejected('content', 'no-mail')
    if (!parseMailbox(to)) return rejected('recipient', 'invalid-address')
    if (magic === 'refuse') return rejected('recipient', 'smtp-550')
    if (magic === 'defer' && ctx.attempt === 1) return deferred('smtp-451')
    if (magic === 'slow') {
      await sleep(slowMs, undefined, { signal: ctx.signal }).catch(() => undefined)
    }
    if (ctx.signal.aborted) return deferred('timeout')
    try {
      await keep(toDelivery(message, mail, ctx))
    } catch {
      // The commit may have happened although its answer was lost, which `lookUp` finds out.
      return { kind: 'uncertain', cause: 'reset' }
    }
    // A lost report leaves the record as it is, as happens with real ones.
    const report = { afterMs: bounceMs, write: () => writeBounce(mail, ctx) }
    if (magic === 'bounce') void courier.follow([report], performance.now())
    return { kind: 'accepted', providerMsgId: mail.messageId }
  }

  return {
    id: 'sandbox',
    vendor: 'smtp',
    channels: ['email'],
    senders: { email: from },
    shared: false,
    repeat: 'lookup',
    send,
    async lookUp({ mail }, { attemptId }) {
      return (await find(attemptId)) ? { providerMsgId: mail?.messageId ?? attemptId } : 'absent'
    },
    verifyWebhook: () => false,
    parseWebhook: () => [],
  }
}

const deferred = (code: string): SendOutcome => ({ kind: 'deferred', class: 'transient', code })

const toDelivery = (
  { to, text, code, link }: OutboundMessage,
  { subject, html }: Mail,
  { transactionId, attemptId }: SendContext,
) => ({
  transactionId,
  attemptId,
  channel: 'email' as const,
  content: {
    to,
    subject,
    text,
    html,
    ...(code !== undefined && { code }),
    ...(link !== undefined && { link }),
  },
})

/** The sandbox's mail server delivers a report as a real one would. */
const writeBounce = ({ returnPath: to }: Mail, { recordId }: SendContext): SignedCallback => ({
  path: '/hooks/email/bounces',
  headers: { 'content-type': 'message/rfc822', 'delivered-to-address': to },
  body: writeReport({ to, recordId, action: 'failed', status: '5.1.1' }),
})

function readMagic(address: string): keyof typeof magicLocalParts | undefined {
  const local = /^([a-z]+)(?:\+[^@]*)?@/i.exec(address)?.[1]?.toLowerCase() ?? ''
  // Safe because the name was checked to be an own key of the object.
  return Object.hasOwn(magicLocalParts, local) ? (local as keyof typeof magicLocalParts) : undefined
}
