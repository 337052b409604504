// Issuers as a configuration describes them, in tests.
import { IssuersConfig, type IssuerConfig } from '#src/platform/http/auth/issuers.ts'
import type { Provider } from './provider.ts'

type Described = Readonly<Record<string, unknown>>

/** Checked as the process checks it; what is not said is the usual. */
export function describeIssuers(...issuers: readonly Described[]): IssuerConfig[] {
  return IssuersConfig.parse({
    issuers: issuers.map((one, index) => ({
      name: `issuer-${index + 1}`,
      audience: 'atesta',
      tenants: [`tenant-${index + 1}`],
      modes: ['sandbox', 'live'],
      scopes: 'exact',
      ...one,
    })),
  }).issuers
}

export const of = ({ issuer, jwksUrl }: Provider, more: Described = {}): Described => ({
  issuer,
  jwksUrl,
  ...more,
})
