// The roots of ICP-Brasil that are believed for signatures, as ITI publishes them. Not believed: v8 and v9 (revoked), v10
// and v11 (servers and code alone), v6 and v7, whose keys not every OpenSSL reads.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fingerprintOf, type ReadCertificate, readCertificate } from './certificates.ts'

/** SHA-256 of the DER, by file. */
export const rootFingerprints: Readonly<Record<string, string>> = {
  'ICP-Brasilv4.crt': 'f0c15afd258fb674e7a96e1a50ff873149364b9ec70d4d93c7a9f1eb6060d020',
  'ICP-Brasilv5.crt': 'caa53fc6091c6951887c976e378f6ef89aa6377c55d97b6475422b71ed7e9b17',
  'ICP-Brasilv12.crt': 'd8478e37ce19c690cf657381e68fe600e4e1a042536830f06847e03e554c4b01',
  'ICP-Brasilv13.crt': '2b07d0bc02c4a6e0478ed22d0d99e8f97e1827b269097696a7feb6aad30c3ac8',
}

/** Throws where a file is not the one that was pinned. */
export function readRoots(): ReadCertificate[] {
  return Object.entries(rootFingerprints).map(([name, fingerprint]) => {
    const root = readCertificate(readFileSync(join(import.meta.dirname, 'roots', name)))
    if (fingerprintOf(root) !== fingerprint) throw new Error(`${name} is not the root of that name`)
    return root
  })
}
