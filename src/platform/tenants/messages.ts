// A tenant’s settings for messages, within safe ranges.
import { getCountries } from 'libphonenumber-js/max'
import { z } from 'zod'
import { settingsObject } from './settings-object.ts'

const minutes = (min: number, max: number) => z.int().min(min).max(max).exactOptional()
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time like 08:00')
const timeZone = z
  .string()
  .refine(
    (name) => Intl.supportedValuesOf('timeZone').includes(name),
    'a time zone like America/Sao_Paulo',
  )

/** A missing field has the value of the deployment. */
export const MessageSettings = settingsObject({
  /** The digits of the codes in token messages. */
  codeDigits: z.int().min(6).max(10).exactOptional(),
  emailTokenMinutes: minutes(5, 24 * 60),
  smsTokenMinutes: minutes(2, 10),
  sms2faMinutes: minutes(2, 10),
  whatsapp2faMinutes: minutes(2, 10),
  /** The wrong codes that one record accepts before it is closed. */
  checksMax: z.int().min(3).max(10).exactOptional(),
  /** The most records of one capability that a transaction may open within 60 minutes. */
  sendsMax: z.int().min(1).max(5).exactOptional(),
  /** The pause after the first, second, third and later record within these 60 minutes. */
  cooldownSeconds: z.array(z.int().min(30).max(3_600)).min(1).max(5).exactOptional(),
  /**
   * `shared`: questions carry a reply code where another tenant has an open question to the number; `always`: every
   * question by SMS does.
   */
  replyCode: z.enum(['shared', 'always']).exactOptional(),
  replyCodeDigits: z.int().min(3).max(4).exactOptional(),
  /**
   * `strict`: a typed answer counts only if it is the number or label of an option, with the reply code where there is
   * one.
   */
  replies: z.enum(['plain', 'strict']).exactOptional(),
  /** The most that SMS and WhatsApp messages may cost in 24 hours, in millionths of the accounts’ currency. */
  spendMicrosPerDay: z.int().min(0).exactOptional(),
  /**
   * The countries whose numbers get messages, in place of the deployment’s: `["BR", "PT"]`; the first is assumed for a
   * number without a country code.
   */
  countries: z.array(z.enum(getCountries(), 'a code like BR')).min(1).max(50).exactOptional(),
  /** Numbers must begin with one of these prefixes: `["+5511", "+5521"]`. */
  prefixes: z
    .array(z.string().regex(/^\+[1-9]\d{0,10}$/, 'a prefix like +5511'))
    .min(1)
    .max(200)
    .exactOptional(),
  /**
   * Detects SMS pumping: a prefix (a number without its last four digits) to which at least `sendsMin` messages went
   * within an hour, of which less than `answeredPercentMin` per cent were answered. `watch` counts and logs it; `block`
   * refuses messages to the prefix for `blockMinutes` (429); `off` disables the check.
   */
  pumping: settingsObject({
    action: z.enum(['off', 'watch', 'block']).default('watch'),
    sendsMin: z.int().min(5).max(10_000).default(20),
    answeredPercentMin: z.int().min(1).max(100).default(20),
    blockMinutes: z.int().min(1).max(1_440).default(60),
  }).exactOptional(),
  /** Messages are sent between these times of day; requests outside of them are refused. */
  sendWindow: settingsObject({ from: clockTime, to: clockTime, timeZone }).exactOptional(),
  /**
   * Asks before an SMS whether the SIM was changed within `hours`. `lower` tries the transaction’s other numbers first;
   * `stop` sends nothing. `ifUnknown` decides when the vendor cannot say.
   */
  simSwap: settingsObject({
    hours: z.int().min(1).max(2_400).default(72),
    action: z.enum(['lower', 'stop']),
    ifUnknown: z.enum(['send', 'stop']).default('send'),
  }).exactOptional(),
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
