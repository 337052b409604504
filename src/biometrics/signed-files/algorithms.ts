// The accepted algorithms by object identifier; a weaker or unknown one proves nothing.

const digests: Readonly<Record<string, string>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}

/** RSA (PKCS #1 v1.5) and ECDSA. */
const signatures: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
}
const rsa = '1.2.840.113549.1.1.1'

export const digestNames: readonly string[] = Object.values(digests)

/** The name in `node:crypto`; undefined for an algorithm that is not accepted. */
export const hashOfDigest = (oid: string): string | undefined => digests[oid]

/** `digest`: the digest of the signature if the algorithm names only that of the key. */
export const hashOfSignature = (oid: string, digest?: string): string | undefined =>
  oid === rsa ? digest : signatures[oid]
