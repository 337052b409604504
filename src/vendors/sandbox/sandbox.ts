// The accounts of sandbox transactions: messages are stored for the sandbox's mailbox and phone and sent to nobody, and
// their reports are posted to our own endpoints, as in live mode.
import type { SandboxOptions } from './delivery.ts'
import type { MessagingAccount } from '#src/messaging/challenges/port.ts'
import type { Channel } from '#src/messaging/wire/channel.ts'
import type { SandboxPhone } from './phone.ts'
import { createCourier } from './courier.ts'
import { createSandboxEmail } from './email.ts'
import { createPhoneAccount, toAnswer } from './messages.ts'
import { speakMeta } from './meta.ts'
import { speakTwilio } from './twilio.ts'

export type SandboxAccounts = Readonly<Record<Channel, MessagingAccount>>

/** `close` drops the callbacks that were not posted yet. */
export type Sandbox = SandboxPhone & {
  /** Each tenant has its own senders, so that a reply to one tenant never reaches another. */
  of(tenant: string): SandboxAccounts
  close(): void
}

/** Few, because a tester waits for the answer. */
const retriesOfReply = 2

export function createSandbox(options: SandboxOptions): Sandbox {
  const { publicBaseUrl, secrets, emailFrom: from, keep, find } = options
  const courier = createCourier(options.post)
  const twilio = speakTwilio({
    publicBaseUrl: publicBaseUrl.replace(/\/$/, ''),
    authTokens: secrets('twilio'),
  })
  const meta = speakMeta({ appSecrets: secrets('meta') })
  const email = createSandboxEmail({ keep, find, from, courier })
  return {
    of: (tenant) => ({
      email,
      sms: createPhoneAccount(twilio, tenant, options, courier),
      whatsapp: createPhoneAccount(meta, tenant, options, courier),
    }),
    async reply({ channel, to, sender, providerMsgId, options: offered }, reply, replyId) {
      const dialect = channel === 'sms' ? twilio : meta
      const answer = toAnswer(offered, reply)
      if (!answer) return false
      const letter = { phone: to, sender, messageId: providerMsgId }
      return courier.deliver(dialect.writeAnswer(letter, replyId, answer), retriesOfReply)
    },
    close: () => courier.close(),
  }
}
