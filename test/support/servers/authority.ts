// A certificate authority of a test, and the certificates that it issues.
import { isIPv4 } from 'node:net'
import { generate } from 'selfsigned'

export type Pair = { readonly key: string; readonly cert: string }
export type Authority = {
  readonly cert: string
  sign(name: string, hosts?: readonly string[], days?: number): Promise<Pair>
}

const usual = { keyType: 'ec', curve: 'P-256', algorithm: 'sha256' } as const
const named = (value: string) => [{ name: 'commonName', value }]

export async function createAuthority(name = 'Tests'): Promise<Authority> {
  const authority = await generate(named(name), {
    ...usual,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  })
  const ca = { key: authority.private, cert: authority.cert }
  return {
    cert: authority.cert,
    async sign(subject, hosts = [], days = 30) {
      const altNames = hosts.map((host) =>
        isIPv4(host) ? { type: 7 as const, ip: host } : { type: 2 as const, value: host },
      )
      const signed = await generate(named(subject), {
        ...usual,
        ca,
        notBeforeDate: new Date(Date.now() - 86_400_000 * (days > 0 ? 1 : 30)),
        notAfterDate: new Date(Date.now() + 86_400_000 * days),
        extensions: altNames.length > 0 ? [{ name: 'subjectAltName', altNames }] : [],
      })
      return { key: signed.private, cert: signed.cert }
    },
  }
}
