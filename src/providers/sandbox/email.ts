// E-mail of sandbox transactions: kept for the sandbox's list of messages, sent to nobody. What
// happens follows the address, as the table of magic values in the API's documentation says.
import { setTimeout as sleep } from 'node:timers/promises'
import type { EmailProvider, OutboundEmail } from '#src/modules/email-token/provider.ts'
import type { SendResult } from '#src/modules/email-token/send-result.ts'
import { isMailbox } from '#src/providers/smtp/address.ts'
import { writeReport } from '#src/providers/smtp/bounce.ts'

/** A message to keep. `attemptId` is unique: keeping the same one again changes nothing. */
export type SandboxDelivery = {
  readonly message: OutboundEmail
  readonly transactionId: string
  readonly attemptId: string
}

export type SandboxEmailOptions = {
  readonly deliver: (delivery: SandboxDelivery) => Promise<void>
  readonly find: (attemptId: string) => Promise<boolean>
  /** Takes a delivery report as it would arrive by mail, and the address it was sent to. */
  readonly bounce: (rawMime: string, returnPath: string) => Promise<void>
  /** How long the magic addresses `slow` and `bounce` take. */
  readonly slowMs?: number
  readonly bounceMs?: number
}

/** `close` drops the bounces that have not been reported yet. */
export type SandboxEmail = EmailProvider & { close(): void }

/** The local part, alone or followed by `+` and anything, decides what happens. */
export const magicLocalParts = {
  bounce: 'accepted, and reported as undeliverable a second later',
  defer: 'deferred at the first attempt (451), accepted at the second',
  refuse: 'refused at once (550)',
  slow: 'accepted after three seconds',
} as const

export function createSandboxEmail(options: SandboxEmailOptions): SandboxEmail {
  const { deliver, find, bounce, slowMs = 3000, bounceMs = 1000 } = options
  const bounces = new Set<NodeJS.Timeout>()

  function bounceLater(recordId: string, to: string): void {
    const timer = setTimeout(() => {
      bounces.delete(timer)
      const report = writeReport({ to, recordId, action: 'failed', status: '5.1.1' })
      // A report that is lost is what happens to real ones: the record stays as it is.
      bounce(report, to).catch(() => undefined)
    }, bounceMs)
    timer.unref()
    bounces.add(timer)
  }

  return {
    id: 'sandbox',
    async send(message, { transactionId, recordId, attempt, attemptId, signal }) {
      const magic = readMagic(message.to)
      if (!isMailbox(message.to)) return refused('invalid-address')
      if (magic === 'refuse') return refused('smtp-550')
      if (magic === 'defer' && attempt === 1) {
        return { kind: 'deferred', class: 'transient', code: 'smtp-451' }
      }
      const waited = magic !== 'slow' || (await sleep(slowMs, true, { signal }).catch(() => false))
      if (!waited || signal.aborted) {
        return { kind: 'deferred', class: 'transient', code: 'timeout' }
      }
      try {
        await deliver({ message, transactionId, attemptId })
      } catch {
        // The commit may have happened before its answer was lost: `lookup` can tell.
        return { kind: 'uncertain', cause: 'reset' }
      }
      if (magic === 'bounce') bounceLater(recordId, message.returnPath)
      return { kind: 'accepted', providerMsgId: message.messageId }
    },
    lookup: async (attemptId) => ((await find(attemptId)) ? 'sent' : 'absent'),
    close() {
      for (const timer of bounces) clearTimeout(timer)
      bounces.clear()
    },
  }
}

const refused = (code: string): SendResult => ({
  kind: 'rejected',
  class: 'recipient',
  code,
  permanent: true,
})

function readMagic(address: string): keyof typeof magicLocalParts | undefined {
  const local = /^([a-z]+)(?:\+[^@]*)?@/i.exec(address)?.[1]?.toLowerCase() ?? ''
  // Safe because the name is one of the object's own.
  return Object.hasOwn(magicLocalParts, local) ? (local as keyof typeof magicLocalParts) : undefined
}
