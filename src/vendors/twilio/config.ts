import { z } from 'zod'
import {
  approved,
  number,
  phoneAccount,
  secret,
  secrets,
  url,
  wording,
} from '#src/vendors/parts/account-fields.ts'

/** `payloads`: the template's buttons take their ids from the variables after those of its text. */
const Content = z.union([
  z.string(),
  z.strictObject({ sid: z.string(), payloads: z.boolean(), ...wording }),
])
export type TwilioContent = z.output<typeof Content>

const ApiKey = z.strictObject({ sid: secret, secret })

export const TwilioAccount = z
  .strictObject({
    vendor: z.literal('twilio'),
    accountSid: z.string().regex(/^AC[0-9a-f]{32}$/, 'AC and 32 hexadecimal digits'),
    /** Signs callbacks, and authenticates requests when there is no API key. Each is tried until Twilio accepts one. */
    authToken: secrets,
    apiKey: z.union([ApiKey, z.array(ApiKey).min(1).max(5)]).exactOptional(),
    /** A WhatsApp number, too, is written without `whatsapp:`. */
    senders: z
      .strictObject({ sms: number.exactOptional(), whatsapp: number.exactOptional() })
      .default({}),
    /** For SMS. Without a number the service chooses one, and its id is used as the sender. */
    messagingServiceSid: z.string().startsWith('MG').exactOptional(),
    baseUrl: url,
    contentSids: approved(Content).exactOptional(),
    /** Twilio's guard against SMS pumping; unset leaves Twilio's default. */
    riskCheck: z.enum(['enable', 'disable']).exactOptional(),
    /** `discard`: Twilio stores no text, so a lost answer can no longer be looked up. */
    contentRetention: z.enum(['retain', 'discard']).exactOptional(),
    ...phoneAccount,
  })
  .refine(
    ({ senders, messagingServiceSid }) =>
      messagingServiceSid !== undefined || Object.keys(senders).length > 0,
    { message: 'needs senders or a messagingServiceSid', path: ['senders'] },
  )
export type TwilioAccount = z.output<typeof TwilioAccount>
