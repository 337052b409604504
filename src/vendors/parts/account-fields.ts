// The configuration fields that accounts of several vendors share.
import { z } from 'zod'

export const secret = z.string().min(1).max(1_000)
/** One secret, or several during a replacement: we use the first and accept all. */
export const secrets = z.union([secret, z.array(secret).min(1).max(5)])
const pathSecret = z.string().min(16).max(200)
/** A number in E.164, or a short code. */
export const number = z
  .string()
  .regex(/^(\+[1-9]\d{7,14}|\d{3,8})$/, 'a number like +5511912340000')
export const url = z.url({ protocol: /^https?$/ }).exactOptional()
/** By default the account is shared when several tenants can send from it. */
export const shared = z.boolean().exactOptional()

/** Nobody can answer its SMS, for example because the sender is a name, so it sends tokens and never questions. */
const oneWay = z.literal(true).exactOptional()

/** WhatsApp questions go without a template, with our own buttons, to people who have written within a day. */
export const freeForm = z.boolean().exactOptional()

/**
 * The price of a message in millionths of the account's currency, if the vendor reports none; an SMS is priced per
 * part.
 */
export const priceMicros = z
  .strictObject({ sms: z.int().min(0).exactOptional(), whatsapp: z.int().min(0).exactOptional() })
  .exactOptional()

/** The text of an approved template with `{brand}` and `{minutes}`, so that clients can be shown the message. */
export const wording = {
  text: z.string().min(1).max(1_024).exactOptional(),
  options: z.strictObject({ 1: z.string().min(1), 2: z.string().min(1) }).exactOptional(),
  /** The option that is the yes, where its label does not show it. */
  yes: z.literal([1, 2]).exactOptional(),
}

/** The meaning of vendor codes, which overrides that of the vendor's folder. */
export const failureClasses = z
  .record(
    z.string().regex(/^[A-Z0-9_-]{1,40}$/),
    z.enum([
      'recipient',
      'recipient-later',
      'unrouted',
      'recipient-transient',
      'optout',
      'content',
      'window',
      'account',
      'fraud',
      'rate',
      'transient',
    ]),
  )
  .exactOptional()

/** The approved templates by message and language. */
export const approved = <T extends z.ZodType>(template: T) =>
  z.partialRecord(
    z.enum(['sms-token', 'sms-2fa', 'whatsapp-2fa', 'whatsapp-2fa-purpose']),
    z.partialRecord(z.enum(['pt-BR', 'en']), template),
  )

/** The fields of every account that reaches phones. */
export const phoneAccount = { failureClasses, freeForm, oneWay, priceMicros, shared }

/** The last part of our webhook's path, for vendors that sign nothing. */
export const pathSecrets = z.union([pathSecret, z.array(pathSecret).min(1).max(5)])
