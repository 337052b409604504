// The configuration of a Datavalid account. Credentials alone are not enough there, so missing settings are reported at
// the start.
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

/** The operator's endpoint that gives a consent token for each operation. */
const Consent = z.strictObject(
  {
    url: z.url({ protocol: /^https?$/ }),
    /** Sent to that endpoint as a bearer token. */
    token: secret.exactOptional(),
    /** The company that the person consents to, as accredited by SENATRAN. */
    cnpj: z.string().regex(/^[0-9A-Z]{14}$/, 'a CNPJ without punctuation'),
  },
  needs('consent { url, cnpj }: your endpoint that gets a SENATRAN token for one operation'),
)

const share = z.number().min(0).max(1)

export const accountFields = {
  baseUrl: z.url({ protocol: /^https?$/ }).default('https://gateway.apiserpro.serpro.gov.br'),
  /** `/datavalid-demonstracao/v5` is the demonstration service. */
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
  /** Similarities: the face is the same from `match` on, and surely another below `noMatch`. */
  match: share.default(faceBands.match),
  noMatch: share.default(faceBands.noMatch),
}
