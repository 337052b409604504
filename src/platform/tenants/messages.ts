// A tenant's settings of messages, within safe ranges.
import { getCountries } from 'libphonenumber-js/max'
import { z } from 'zod'

const minutes = (min: number, max: number) => z.int().min(min).max(max).exactOptional()
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time like 08:00')
const timeZone = z
  .string()
  .refine(
    (name) => Intl.supportedValuesOf('timeZone').includes(name),
    'a time zone like America/Sao_Paulo',
  )

/** A field that is left out is the deployment's. */
export const MessageSettings = z.strictObject({
  /** Of the codes in tokens. */
  codeDigits: z.int().min(6).max(10).exactOptional(),
  emailTokenMinutes: minutes(5, 24 * 60),
  smsTokenMinutes: minutes(2, 10),
  sms2faMinutes: minutes(2, 10),
  whatsapp2faMinutes: minutes(2, 10),
  /** Wrong codes that one record takes. */
  checksMax: z.int().min(3).max(10).exactOptional(),
  /** Records of one capability of a transaction in any 60 minutes. */
  sendsMax: z.int().min(1).max(5).exactOptional(),
  /** After the first, second, third and later record of the window. */
  cooldownSeconds: z.array(z.int().min(30).max(3_600)).min(1).max(5).exactOptional(),
  /** `shared`: a reply code where another tenant has a question open; `always`: for every question by SMS. */
  replyCode: z.enum(['shared', 'always']).exactOptional(),
  replyCodeDigits: z.int().min(3).max(4).exactOptional(),
  /** `strict`: a typed yes is an option's number or label alone, with its reply code where there is one. */
  replies: z.enum(['plain', 'strict']).exactOptional(),
  /** What messages may cost in 24 hours, in millionths of the accounts' currency; SMS and WhatsApp. */
  spendMicrosPerDay: z.int().min(0).exactOptional(),
  /** Whose numbers get messages, over the deployment's: `["BR", "PT"]`; the first is assumed where a number names none. */
  countries: z.array(z.enum(getCountries(), 'a code like BR')).min(1).max(50).exactOptional(),
  /** A number must begin with one of them: `["+5511", "+5521"]`. */
  prefixes: z
    .array(z.string().regex(/^\+[1-9]\d{0,10}$/, 'a prefix like +5511'))
    .min(1)
    .max(200)
    .exactOptional(),
  /**
   * A prefix (a number without its last four digits) to which `sendsMin` messages went in an hour, and less than
   * `answeredPercentMin` per cent of them were answered. `watch`: it is counted and logged; `block`: it gets nothing more for so
   * many minutes (429); `off`: nobody looks.
   */
  pumping: z
    .strictObject({
      action: z.enum(['off', 'watch', 'block']).default('watch'),
      sendsMin: z.int().min(5).max(10_000).default(20),
      answeredPercentMin: z.int().min(1).max(100).default(20),
      blockMinutes: z.int().min(1).max(1_440).default(60),
    })
    .exactOptional(),
  /** Messages are sent from the one time of day to the other; those asked for outside it are refused. */
  sendWindow: z.strictObject({ from: clockTime, to: clockTime, timeZone }).exactOptional(),
  /**
   * Before an SMS: was the SIM changed within so many hours? `lower`: another number of the transaction goes first;
   * `stop`: nothing is sent. `ifUnknown`: what becomes of a message where nobody can say.
   */
  simSwap: z
    .strictObject({
      hours: z.int().min(1).max(2_400).default(72),
      action: z.enum(['lower', 'stop']),
      ifUnknown: z.enum(['send', 'stop']).default('send'),
    })
    .exactOptional(),
})
export type MessageSettings = z.output<typeof MessageSettings>

type Optional = 'spendMicrosPerDay' | 'sendWindow' | 'simSwap' | 'countries' | 'prefixes'

export type Messages = Required<Omit<MessageSettings, Optional>> & Pick<MessageSettings, Optional>

export const messageDefaults: Messages = {
  codeDigits: 6,
  emailTokenMinutes: 60,
  smsTokenMinutes: 10,
  sms2faMinutes: 10,
  whatsapp2faMinutes: 10,
  checksMax: 5,
  sendsMax: 3,
  cooldownSeconds: [30, 60, 120],
  replyCode: 'shared',
  replyCodeDigits: 3,
  replies: 'plain',
  pumping: { action: 'watch', sendsMin: 20, answeredPercentMin: 20, blockMinutes: 60 },
}
