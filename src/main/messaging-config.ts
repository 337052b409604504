// The accounts and wordings of short messages, from a file or a variable: read and checked once at the
// start. An error names the place and what should stand there, never what stands there: it holds secrets.
import { readFileSync } from 'node:fs'
import { isSupportedCountry } from 'libphonenumber-js/max'
import { z } from 'zod'
import { TemplateOverrides } from '#src/messages/content.ts'
import type { CountryCode } from '#src/phones/candidates.ts'
import type { Channel } from '#src/challenges/port.ts'

const secret = z.string().min(1).max(1_000)
/** E.164, or a short code. */
const number = z.string().regex(/^(\+[1-9]\d{7,14}|\d{3,8})$/, 'a number like +5511912340000')
const url = z.url({ protocol: /^https?$/ }).exactOptional()
/** Stands in journals and metrics; `sandbox-` is the sandbox's. */
const naming = 'a name has small letters, digits and hyphens, and is not sandbox-…'
const Name = z.string().regex(/^(?!sandbox-)[a-z][a-z0-9-]{0,39}$/, naming)

const failureClasses = z
  .record(
    z.string().regex(/^[A-Z0-9_-]{1,40}$/),
    z.enum([
      'recipient',
      'recipient-transient',
      'optout',
      'content',
      'account',
      'fraud',
      'rate',
      'transient',
    ]),
  )
  .exactOptional()
/** Unset: it is shared when several tenants can send from it. */
const shared = z.boolean().exactOptional()

/** What the vendor has approved, by message and language. */
const approved = <T extends z.ZodType>(template: T) =>
  z.partialRecord(
    z.enum(['sms-token', 'sms-2fa', 'whatsapp-2fa']),
    z.partialRecord(z.enum(['pt-BR', 'en']), template),
  )

const Twilio = z
  .strictObject({
    vendor: z.literal('twilio'),
    accountSid: z.string().regex(/^AC[0-9a-f]{32}$/, 'AC and 32 hexadecimal digits'),
    authToken: secret,
    apiKey: z.strictObject({ sid: secret, secret }).exactOptional(),
    senders: z
      .strictObject({ sms: number.exactOptional(), whatsapp: number.exactOptional() })
      .default({}),
    messagingServiceSid: z.string().startsWith('MG').exactOptional(),
    baseUrl: url,
    contentSids: approved(
      z.union([z.string(), z.strictObject({ sid: z.string(), payloads: z.boolean() })]),
    ).exactOptional(),
    riskCheck: z.enum(['enable', 'disable']).exactOptional(),
    contentRetention: z.enum(['retain', 'discard']).exactOptional(),
    failureClasses,
    shared,
  })
  .refine(
    ({ senders, messagingServiceSid }) =>
      messagingServiceSid !== undefined || Object.keys(senders).length > 0,
    { message: 'needs senders or a messagingServiceSid', path: ['senders'] },
  )

const Meta = z.strictObject({
  vendor: z.literal('meta'),
  phoneNumberId: z.string().regex(/^\d{5,30}$/, 'the digits of a phone number id'),
  accessToken: secret,
  appSecret: secret,
  verifyToken: secret,
  senderNumber: number,
  graphUrl: url,
  version: z
    .string()
    .regex(/^v\d+\.\d+$/, 'a version like v25.0')
    .exactOptional(),
  // Outside its 24 hours Meta takes nothing but templates.
  templates: approved(z.strictObject({ name: z.string(), language: z.string() })).refine(
    (templates) => templates['whatsapp-2fa']?.['pt-BR'] !== undefined,
    { message: 'needs a template for whatsapp-2fa in pt-BR' },
  ),
  failureClasses,
  shared,
})

const Zenvia = z.strictObject({
  vendor: z.literal('zenvia'),
  token: secret,
  secret: z.string().min(16).max(200),
  senders: z
    .strictObject({ sms: secret.exactOptional(), whatsapp: secret.exactOptional() })
    .refine((senders) => Object.keys(senders).length > 0, { message: 'needs a sender' }),
  baseUrl: url,
  templates: approved(
    z.strictObject({ templateId: z.string(), fields: z.array(z.string()) }),
  ).exactOptional(),
  failureClasses,
  shared,
})

const Account = z.discriminatedUnion('vendor', [Twilio, Meta, Zenvia])
export type Account = z.output<typeof Account>

const Accounts = z.record(Name, Account, {
  error: ({ code }) => (code === 'invalid_key' ? naming : undefined),
})
/** Per channel the accounts' names, in the order in which they are tried. */
const Channels = z.strictObject({
  sms: z.array(Name).exactOptional(),
  whatsapp: z.array(Name).exactOptional(),
})

export const MessagingConfig = z
  .strictObject({
    accounts: Accounts.default({}),
    channels: Channels.default({}),
    /** Wordings over the built-in ones. */
    templates: TemplateOverrides.default({}),
    /** What one tenant has of its own; a channel that it names replaces the deployment's. */
    tenants: z
      .record(
        z.string().min(1),
        z.strictObject({
          accounts: Accounts.default({}),
          channels: Channels.default({}),
          templates: TemplateOverrides.exactOptional(),
        }),
      )
      .default({}),
    /** Whose numbers get messages. */
    countries: z
      .array(z.custom<CountryCode>((code) => isSupportedCountry(String(code)), 'a code like BR'))
      .min(1)
      .default(['BR']),
  })
  .superRefine((config, context) => {
    for (const { path, message } of findFaults(config))
      context.addIssue({ code: 'custom', path: [...path], message })
  })
export type MessagingConfig = z.output<typeof MessagingConfig>

/** Which channels an account's senders make possible. */
export function channelsOf(account: Account): Channel[] {
  switch (account.vendor) {
    case 'meta':
      return ['whatsapp']
    case 'zenvia':
      return channels.filter((channel) => account.senders[channel] !== undefined)
    case 'twilio': {
      const { senders, messagingServiceSid } = account
      const hasSms = messagingServiceSid !== undefined || senders.sms !== undefined
      return [
        ...(hasSms ? ['sms' as const] : []),
        ...(senders.whatsapp ? ['whatsapp' as const] : []),
      ]
    }
  }
}

const channels = ['sms', 'whatsapp'] as const

type Fault = { readonly path: readonly string[]; readonly message: string }
type Given = Pick<MessagingConfig, 'accounts' | 'channels'> & {
  readonly tenants: Readonly<Record<string, Pick<MessagingConfig, 'accounts' | 'channels'>>>
}

function findFaults({ accounts, channels: lists, tenants }: Given): Fault[] {
  const owners = Object.entries(tenants)
  const names = [accounts, ...owners.map(([, one]) => one.accounts)].flatMap(Object.keys)
  return [
    ...findListFaults([], lists, accounts),
    ...owners.flatMap(([tenant, own]) => [
      ...findListFaults(['tenants', tenant], own.channels, { ...accounts, ...own.accounts }),
      ...Object.keys(own.accounts)
        .filter((name) => names.filter((other) => other === name).length > 1)
        .map((name) => ({
          path: ['tenants', tenant, 'accounts', name],
          message: 'another account has this name',
        })),
    ]),
  ]
}

function findListFaults(
  path: readonly string[],
  lists: MessagingConfig['channels'],
  accounts: Readonly<Record<string, Account>>,
): Fault[] {
  return channels.flatMap((channel) =>
    (lists[channel] ?? []).flatMap((name, index, all) => {
      const at = [...path, 'channels', channel, String(index)]
      const account = Object.hasOwn(accounts, name) ? accounts[name] : undefined
      if (!account) return [{ path: at, message: `there is no account ${name}` }]
      if (!channelsOf(account).includes(channel))
        return [{ path: at, message: `account ${name} has no sender for ${channel}` }]
      return all.indexOf(name) === index ? [] : [{ path: at, message: `${name} stands twice` }]
    }),
  )
}

/** Without a source nobody carries live messages. */
export function readMessagingConfig(source: {
  readonly file?: string | undefined
  readonly json?: string | undefined
}): MessagingConfig {
  if (source.file === undefined && source.json === undefined) return MessagingConfig.parse({})
  const where = source.file === undefined ? 'MESSAGING' : 'MESSAGING_FILE'
  let content: unknown
  try {
    content = JSON.parse(
      source.file === undefined ? (source.json ?? '') : readFileSync(source.file, 'utf8'),
    )
  } catch {
    // What the parser says quotes the text.
    throw new Error(`${where} cannot be read, or is not JSON`)
  }
  const result = MessagingConfig.safeParse(content)
  if (!result.success) throw new Error(`${where}:\n${z.prettifyError(result.error)}`)
  return result.data
}
