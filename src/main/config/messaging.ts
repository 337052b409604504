// Reads the accounts and wordings of messages from a file or a variable, and validates them once at the start. An error
// names the position and what is expected there, never the value, which may be a secret.
import { isSupportedCountry } from 'libphonenumber-js/max'
import { z } from 'zod'
import { TemplateOverrides } from '#src/messaging/messages/content.ts'
import type { CountryCode } from '#src/messaging/phones/candidates.ts'
import type { AccountConfig, Vendor } from '#src/vendors/parts/vendor.ts'
import { SimSwapAccount } from '#src/vendors/sim-swap/config.ts'
import { findFaults } from './messaging-faults.ts'
import { readJson } from './read-file.ts'

/** The name appears in journals and metrics; `sandbox` and `sandbox-…` are reserved. */
const naming = 'a name has small letters, digits and hyphens, and is not sandbox-…'
const Name = z.string().regex(/^(?!sandbox(?:-|$))[a-z][a-z0-9-]{0,39}$/, naming)

/** The accounts of each channel, in the order in which they are tried. */
const Channels = z.strictObject({
  email: z.array(Name).exactOptional(),
  sms: z.array(Name).exactOptional(),
  whatsapp: z.array(Name).exactOptional(),
})

/** Builds the schema from those of the vendors, which define their accounts. */
function makeSchema(vendors: readonly Vendor[]) {
  const [first, ...more] = vendors.map(({ config }) => config)
  if (!first) throw new Error('there are no vendors')
  // Safe because every vendor’s schema yields at least the common fields of an account.
  const Account = z.discriminatedUnion('vendor', [first, ...more]) as z.ZodType<AccountConfig>
  const Accounts = z.record(Name, Account, {
    error: ({ code }) => (code === 'invalid_key' ? naming : undefined),
  })
  return z
    .strictObject({
      accounts: Accounts.default({}),
      channels: Channels.default({}),
      /** Wordings that override the built-in ones. */
      templates: TemplateOverrides.default({}),
      /** The account that is asked when a SIM was changed. */
      simSwap: SimSwapAccount.exactOptional(),
      /** The tenants’ own accounts and channels; a channel listed here replaces the deployment’s. */
      tenants: z
        .record(
          z.string().min(1),
          z.strictObject({
            accounts: Accounts.default({}),
            channels: Channels.default({}),
            templates: TemplateOverrides.exactOptional(),
            simSwap: SimSwapAccount.exactOptional(),
          }),
        )
        .default({}),
      /** The countries whose numbers get messages. */
      countries: z
        .array(z.custom<CountryCode>((code) => isSupportedCountry(String(code)), 'a code like BR'))
        .min(1)
        .default(['BR']),
    })
    .superRefine((config, context) => {
      for (const { path, message } of findFaults(vendors, config))
        context.addIssue({ code: 'custom', path: [...path], message })
    })
}
export type MessagingConfig = z.output<ReturnType<typeof makeSchema>>

type Source = {
  readonly file?: string | undefined
  readonly json?: string | undefined
  /**
   * The relay for live e-mail: it becomes an account `smtp`, the deployment’s only one for e-mail unless it lists
   * others.
   */
  readonly smtp?: { readonly url: string; readonly from: string } | undefined
}

/** Without a source no live messages are sent. */
export function readMessagingConfig(
  vendors: readonly Vendor[],
  { file, json, smtp }: Source,
): MessagingConfig {
  const schema = makeSchema(vendors)
  const where = file === undefined ? 'MESSAGING' : 'MESSAGING_FILE'
  const given = file === undefined && json === undefined ? {} : readJson(where, { file, json })
  const result = schema.safeParse(smtp ? withSmtp(given, smtp) : given)
  if (!result.success) throw new Error(`${where}:\n${z.prettifyError(result.error)}`)
  return result.data
}

const Whole = z.looseObject({
  accounts: z.looseObject({}).default({}),
  channels: z.looseObject({}).default({}),
})

/** Anything of another form is left unchanged, and the schema reports it. */
function withSmtp(given: unknown, { url, from }: NonNullable<Source['smtp']>): unknown {
  const { data } = Whole.safeParse(given)
  if (!data) return given
  if ('smtp' in data.accounts) throw new Error('set SMTP_URL, or an account smtp, not both')
  return {
    ...data,
    accounts: { ...data.accounts, smtp: { vendor: 'smtp', url, senders: { email: from } } },
    channels: { email: ['smtp'], ...data.channels },
  }
}
