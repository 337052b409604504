import { defineVendor } from '#src/vendors/parts/vendor.ts'
import { createTwilio } from './adapter.ts'
import { TwilioAccount } from './config.ts'
import { twilioHooks } from './hooks.ts'

export const twilio = defineVendor({
  name: 'twilio',
  config: TwilioAccount,
  channelsOf: ({ senders, messagingServiceSid }: TwilioAccount) => [
    ...(messagingServiceSid !== undefined || senders.sms !== undefined ? (['sms'] as const) : []),
    ...(senders.whatsapp === undefined ? [] : (['whatsapp'] as const)),
  ],
  open: (account, given) => createTwilio({ ...account, ...given }),
  hooks: twilioHooks,
})
