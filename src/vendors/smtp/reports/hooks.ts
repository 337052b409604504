// The endpoints at which services of relays report bounces and complaints.
import { z } from 'zod'
import { signed } from '#src/vendors/parts/vendor.ts'
import type { Hook } from '#src/messaging/inbound/hook.ts'

export const reportPaths = {
  ses: '/hooks/email/ses',
  sendgrid: '/hooks/email/sendgrid',
  postmark: '/hooks/email/postmark',
} as const

export const reportHooks: readonly Hook[] = [
  {
    path: reportPaths.ses,
    operationId: 'takeSesEvent',
    summary: 'Receive a bounce or complaint of Amazon SES',
    description: `For Amazon SNS, to which SES publishes: JSON that SNS has signed, of a topic that an account names; a subscription is confirmed. ${signed}`,
    // SNS sends at most 256 KiB to an endpoint, and within JSON each character may take two bytes.
    bodyLimit: 'json',
    proof: 'signature',
  },
  {
    path: reportPaths.sendgrid,
    operationId: 'takeSendgridEvents',
    summary: 'Receive bounces and complaints of SendGrid',
    description: `For SendGrid’s signed event webhook: JSON with \`X-Twilio-Email-Event-Webhook-Signature\`. ${signed}`,
    bodyLimit: 'callback',
    proof: 'signature',
  },
  {
    path: reportPaths.postmark,
    operationId: 'takePostmarkEventByHeader',
    summary: 'Receive a bounce or complaint of Postmark, authenticated by a header',
    description: `For Postmark, which signs nothing: a header of the webhook proves it. ${signed}`,
    bodyLimit: 'callback',
    proof: 'signature',
  },
  {
    path: `${reportPaths.postmark}/{secret}`,
    operationId: 'takePostmarkEvent',
    summary: 'Receive a bounce or complaint of Postmark',
    description: `For Postmark, which signs nothing: the path is known to it and to us alone. ${signed}`,
    bodyLimit: 'callback',
    request: {
      param: z.object({
        secret: z.string().min(1).max(200).meta({ description: 'The secret of the account.' }),
      }),
    },
    proof: 'signature',
  },
]
