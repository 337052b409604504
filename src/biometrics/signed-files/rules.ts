// The results that a file's signature can have, with every reason by its code, and who may sign which kind of document.
// Pure.
export const signatureReasons = [
  // Faults of the file.
  'too-large',
  'not-one-file',
  'no-signature',
  'several-signatures',
  'not-whole-file',
  'gap',
  'sub-filter',
  'digest',
  // Faults of its signature.
  'not-cms',
  'padding',
  'not-detached',
  'several-signers',
  'attributes',
  'digest-algorithm',
  'algorithm',
  'no-signer',
  'signature',
  // Faults of the certificates.
  'unknown-authority',
  'path',
  'key-usage',
  'critical-extension',
  'no-signing-time',
  'not-valid-then',
  'signed-later',
  'revocation-unknown',
  'revoked',
  // Faults of the signer.
  'natural-person',
  'unknown-holder',
  'not-an-issuer',
  'signed-long-ago',
  'kind-not-enabled',
  // Faults of the signed content.
  'encrypted',
  'active-content',
  'too-many-pages',
  'no-pictures',
] as const
export type SignatureReason = (typeof signatureReasons)[number]

/** Kinds of documents that are issued as files. */
export const signedKinds = ['CNH', 'CIN'] as const
export type SignedKind = (typeof signedKinds)[number]

/** Who signs the files of a kind; a row of the table. */
export type FileIssuer = {
  readonly kind: SignedKind
  /** Fourteen characters, in the form of the certificate. */
  readonly cnpj: string
  /** Object identifiers of certificate policies, each in full: the certificate must have one of them. */
  readonly policies: readonly string[]
  /** The subject of the certificate, one attribute a line; without it, any certificate of the CNPJ counts. */
  readonly subject?: string | undefined
}

/** The legal person that signed, according to its certificate. */
export type FileSigner = {
  readonly cnpj: string
  readonly policies: readonly string[]
  readonly subject: string
}

/** A genuine signature of an issuer over any bytes. */
export type FileProof = {
  readonly cnpj: string
  readonly policies: readonly string[]
  /** When the file was signed, as stated by the signer, in ISO 8601. */
  readonly signedAt: string
  /** SHA-256 of the certificates in hexadecimal, from the signer's to the root's. */
  readonly chain: readonly string[]
  /** The kinds that this signer issues. */
  readonly kinds: readonly SignedKind[]
}

/**
 * `signed`: an issuer signed the whole file. `altered`: there is an issuer's signature, but the bytes are not those
 * that it signed, as after saving the file in a viewer. `unproven`: nothing is known.
 */
export type SignatureVerdict =
  | { readonly outcome: 'signed'; readonly proof: FileProof }
  | { readonly outcome: 'altered'; readonly reason: SignatureReason; readonly proof: FileProof }
  | { readonly outcome: 'unproven'; readonly reason: SignatureReason }

/** The kinds that a signer issues; empty for one that may sign nothing here. */
export function kindsOf(
  { cnpj, policies, subject }: FileSigner,
  issuers: readonly FileIssuer[],
): SignedKind[] {
  const rows = issuers.filter(
    (row) =>
      row.cnpj === cnpj &&
      row.policies.some((one) => policies.includes(one)) &&
      (row.subject === undefined || row.subject === subject),
  )
  return [...new Set(rows.map(({ kind }) => kind))]
}

const dayMs = 24 * 60 * 60_000

/** An old export may have been replaced since, so the holder must export the file again. */
export const isLongAgo = (signedAt: Date, now: Date, ageMaxDays: number): boolean =>
  now.getTime() - signedAt.getTime() > ageMaxDays * dayMs

/** Accepts only the kinds that the operator has enabled, after trials with genuine files; others count as unsigned. */
export function withEnabledKinds(
  verdict: SignatureVerdict,
  enabled: readonly SignedKind[],
): SignatureVerdict {
  if (verdict.outcome !== 'signed') return verdict
  const kinds = verdict.proof.kinds.filter((kind) => enabled.includes(kind))
  if (kinds.length === 0) return { outcome: 'unproven', reason: 'kind-not-enabled' }
  return { outcome: 'signed', proof: { ...verdict.proof, kinds } }
}
