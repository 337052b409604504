// The account for SIM swaps: an operator or aggregator with CAMARA's SIM Swap, or Twilio's Lookup.
import { z } from 'zod'
import { secret, secrets, url } from '#src/vendors/parts/account-fields.ts'

const CamaraAccount = z.strictObject({
  vendor: z.literal('camara'),
  /** With its version, such as `https://api.operator.example/sim-swap/v2`. */
  baseUrl: z.url({ protocol: /^https?$/ }),
  /** The operation that the operator offers: whether the SIM changed within some hours, or when it changed last. */
  operation: z.enum(['check', 'retrieve-date']).default('check'),
  tokenUrl: z.url({ protocol: /^https?$/ }),
  clientId: secret,
  clientSecret: secrets,
  clientAuth: z.enum(['basic', 'post']).default('basic'),
  scope: z.string().min(1).max(500).exactOptional(),
})
export type CamaraAccount = z.output<typeof CamaraAccount>

const ApiKey = z.strictObject({ sid: secret, secret })

const TwilioLookupAccount = z.strictObject({
  vendor: z.literal('twilio-lookup'),
  /** The credentials of the account or of an API key. */
  credentials: z.union([ApiKey, z.array(ApiKey).min(1).max(5)]),
  baseUrl: url,
})
export type TwilioLookupAccount = z.output<typeof TwilioLookupAccount>

export const SimSwapAccount = z.discriminatedUnion('vendor', [CamaraAccount, TwilioLookupAccount])
export type SimSwapAccount = z.output<typeof SimSwapAccount>
