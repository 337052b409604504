import { z } from 'zod'
import { secrets } from '#src/vendors/parts/account-fields.ts'

const pathSecret = z.string().min(16).max(200)

/** The mail service behind the relay, if it reports bounces and complaints by a webhook. */
export const MailReports = z.discriminatedUnion('vendor', [
  z.strictObject({
    vendor: z.literal('ses'),
    /** The topics of Amazon SNS to which SES publishes; messages of other topics are refused. */
    topicArns: z
      .array(
        z.string().regex(/^arn:aws[\w-]*:sns:[a-z0-9-]+:\d{12}:[\w-]{1,256}$/, 'an ARN of SNS'),
      )
      .min(1)
      .max(10),
  }),
  z.strictObject({
    vendor: z.literal('sendgrid'),
    /** The public key of the signed event webhook, in base64 as SendGrid shows it; several during a replacement. */
    publicKeys: secrets,
  }),
  z
    .strictObject({
      vendor: z.literal('postmark'),
      /** A header that the webhook sends; it may be `authorization`. */
      webhookHeader: z
        .strictObject({ name: z.string().regex(/^[A-Za-z0-9-]{1,60}$/), value: secrets })
        .exactOptional(),
      /** The last part of the webhook's path, used when it can send no header, because Postmark signs nothing. */
      secret: z.union([pathSecret, z.array(pathSecret).min(1).max(5)]).exactOptional(),
    })
    .refine(({ webhookHeader, secret }) => webhookHeader ?? secret, {
      message: 'needs a webhookHeader, or a secret in the path',
      path: ['webhookHeader'],
    }),
])
export type MailReports = z.output<typeof MailReports>
