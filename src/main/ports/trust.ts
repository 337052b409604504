// The authorities of EGRESS_CA_FILE.
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/** Beside the public authorities, for every connection over TLS that this process opens. The answer takes it back. */
export function trust(file: string): () => void {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, ...readCertificates(file)])
  return () => setDefaultCACertificates(before)
}

const pem = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

/** Throws where the file cannot be read, or holds something else. */
function readCertificates(file: string): string[] {
  try {
    const found = readFileSync(file, 'utf8').match(pem) ?? []
    if (found.length === 0) throw new Error('empty')
    return found.map((one) => new X509Certificate(one).toString())
  } catch (cause) {
    throw new Error(`EGRESS_CA_FILE names no readable certificates in PEM: ${file}`, { cause })
  }
}
