// Creates a self-signed certificate for this start, for phones on the local network: browsers allow a camera only over
// https. They warn once.
import { isIPv4 } from 'node:net'
import { generate } from 'selfsigned'

export type Certificate = { readonly key: string; readonly cert: string }

/** Valid for these names and IPv4 addresses, for `days`; P-256. */
export async function makeCertificate(
  hosts: readonly string[],
  now = new Date(),
  days = 30,
): Promise<Certificate> {
  const altNames = hosts.map((host) =>
    isIPv4(host) ? { type: 7 as const, ip: host } : { type: 2 as const, value: host },
  )
  const { private: key, cert } = await generate(
    [{ name: 'commonName', value: 'Atesta local start' }],
    {
      keyType: 'ec',
      curve: 'P-256',
      algorithm: 'sha256',
      notBeforeDate: now,
      notAfterDate: new Date(now.getTime() + days * 86_400_000),
      extensions: [{ name: 'subjectAltName', altNames }],
    },
  )
  return { key, cert: `${cert}\n` }
}
