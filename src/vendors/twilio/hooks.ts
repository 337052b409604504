import { type Hook, signed } from '#src/vendors/parts/vendor.ts'

export const twilioHooks: readonly Hook[] = [
  {
    path: '/hooks/twilio/status',
    operationId: 'takeTwilioStatus',
    summary: 'Report what became of a Twilio message',
    description: `For Twilio: a form with \`X-Twilio-Signature\`. ${signed}`,
    proof: 'signature',
  },
  {
    path: '/hooks/twilio/inbound',
    operationId: 'takeTwilioMessage',
    summary: 'Hand over an answer that came to a Twilio sender',
    description: `For Twilio: a form with \`X-Twilio-Signature\`; the answer asks for no message. ${signed}`,
    proof: 'signature',
    reply: { body: '<Response/>', mediaType: 'text/xml' },
  },
]
