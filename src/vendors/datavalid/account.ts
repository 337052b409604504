// An account of Datavalid in the configuration. A key alone starts nothing there, so what is missing is said at the start.
import { z } from 'zod'
import { faceBands } from '#src/screening/wire/official.ts'
import { secret } from '#src/vendors/parts/account-fields.ts'

/** The error for a field that is absent. */
const needs = (what: string) => ({
  error: ({ code, input }: { readonly code?: string; readonly input?: unknown }) =>
    code === 'invalid_type' && input === undefined
      ? `Datavalid v5 refuses every request without privacidade, which needs ${what}`
      : undefined,
})

/** Where a token of consent is fetched for each operation: an endpoint of the operator's. */
const Consent = z.strictObject(
  {
    url: z.url({ protocol: /^https?$/ }),
    /** Sent there as a bearer. */
    token: secret.exactOptional(),
    /** The company that the person consents to, as SENATRAN has accredited it. */
    cnpj: z.string().regex(/^[0-9A-Z]{14}$/, 'a CNPJ without punctuation'),
  },
  needs('consent { url, cnpj }: your endpoint that gets a SENATRAN token for one operation'),
)

const share = z.number().min(0).max(1)

export const accountFields = {
  baseUrl: z.url({ protocol: /^https?$/ }).default('https://gateway.apiserpro.serpro.gov.br'),
  /** `/datavalid-demonstracao/v5` is the demonstration. */
  path: z
    .string()
    .regex(/^(\/[\w-]+)+$/, 'a path')
    .default('/datavalid/v5'),
  key: secret,
  secret,
  template: z
    .string(needs('template: the id_template that you have registered with the tax office'))
    .min(1)
    .max(100),
  consent: Consent,
  /** From which similarity on it is the same face, and below which surely another. */
  match: share.default(faceBands.match),
  noMatch: share.default(faceBands.noMatch),
}
