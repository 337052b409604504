// The configuration fields that accounts of several vendors share.
import { z } from 'zod'

export const secret = z.string().min(1).max(1_000)
/** One, or several while they are replaced: the first is what we use ourselves, all are believed. */
export const secrets = z.union([secret, z.array(secret).min(1).max(5)])
const pathSecret = z.string().min(16).max(200)
/** E.164, or a short code. */
export const number = z
  .string()
  .regex(/^(\+[1-9]\d{7,14}|\d{3,8})$/, 'a number like +5511912340000')
export const url = z.url({ protocol: /^https?$/ }).exactOptional()
/** Unset: it is shared when several tenants can send from it. */
export const shared = z.boolean().exactOptional()

/** Nobody can answer its SMS, as where a name is the sender: it carries tokens, and never a question. */
const oneWay = z.literal(true).exactOptional()

/** Questions on WhatsApp go without a template, with buttons of our own, to who has written within a day. */
export const freeForm = z.boolean().exactOptional()

/** What a message costs, in millionths of the account's currency, where the vendor does not say; an SMS by its parts. */
export const priceMicros = z
  .strictObject({ sms: z.int().min(0).exactOptional(), whatsapp: z.int().min(0).exactOptional() })
  .exactOptional()

/** How an approved template reads, with `{brand}` and `{minutes}`: what clients are shown of a message. */
export const wording = {
  text: z.string().min(1).max(1_024).exactOptional(),
  options: z.strictObject({ 1: z.string().min(1), 2: z.string().min(1) }).exactOptional(),
  /** The option that is the yes, where its label does not say so. */
  yes: z.literal([1, 2]).exactOptional(),
}

/** What a vendor's codes mean, over what its folder says. */
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

/** What the vendor has approved, by message and language. */
export const approved = <T extends z.ZodType>(template: T) =>
  z.partialRecord(
    z.enum(['sms-token', 'sms-2fa', 'whatsapp-2fa', 'whatsapp-2fa-purpose']),
    z.partialRecord(z.enum(['pt-BR', 'en']), template),
  )

/** What every account that reaches phones may say. */
export const phoneAccount = { failureClasses, freeForm, oneWay, priceMicros, shared }

/** The last part of our webhook's path, for vendors that sign nothing. */
export const pathSecrets = z.union([pathSecret, z.array(pathSecret).min(1).max(5)])
