import { defineVendor, signed } from '#src/vendors/parts/vendor.ts'
import type { Hook } from '#src/messaging/inbound/hook.ts'
import { createTwilio } from './adapter.ts'
import { TwilioAccount } from './config.ts'

const twilioHooks: readonly Hook[] = [
  {
    path: '/hooks/twilio/status',
    operationId: 'takeTwilioStatus',
    summary: 'Receive a Twilio status callback',
    description: `For Twilio: a form with \`X-Twilio-Signature\`. ${signed}`,
    bodyLimit: 'form',
    proof: 'signature',
  },
  {
    path: '/hooks/twilio/inbound',
    operationId: 'takeTwilioMessage',
    summary: 'Receive a Twilio inbound message',
    description: `For Twilio: a form with \`X-Twilio-Signature\`; the answer asks for no message. ${signed}`,
    bodyLimit: 'form',
    proof: 'signature',
    reply: { body: '<Response/>', mediaType: 'text/xml' },
  },
]

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
