// What a file's signature says of the file: every reason by its code, and who may sign which kind of document. Pure.
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

/** Who signs the files of a kind: a row of the table. */
export type FileIssuer = {
  readonly kind: SignedKind
  /** Fourteen characters, as the certificate has them. */
  readonly cnpj: string
  /** Object identifiers of certificate policies, each whole: the certificate bears one of them. */
  readonly policies: readonly string[]
  /** As the certificate has it, one attribute a line; absent: any that bears the CNPJ. */
  readonly subject?: string | undefined
}

/** A legal person, by its certificate. */
export type FileSigner = {
  readonly cnpj: string
  readonly policies: readonly string[]
  readonly subject: string
}

/** A genuine signature of an issuer, over whatever bytes. */
export type FileProof = {
  readonly cnpj: string
  readonly policies: readonly string[]
  /** When it was signed, as the signer says: ISO 8601. */
  readonly signedAt: string
  /** SHA-256 of the certificates, hex, from the signer's to the root's. */
  readonly chain: readonly string[]
  /** Kinds that this signer issues. */
  readonly kinds: readonly SignedKind[]
}

/**
 * `signed`: an issuer's signature over all of the file. `altered`: an issuer's signature is there, and the bytes are not
 * those that it signed; whoever saves a file in a viewer makes such a one too. `unproven`: nothing is known.
 */
export type SignatureVerdict =
  | { readonly outcome: 'signed'; readonly proof: FileProof }
  | { readonly outcome: 'altered'; readonly reason: SignatureReason; readonly proof: FileProof }
  | { readonly outcome: 'unproven'; readonly reason: SignatureReason }

/** The kinds that a signer issues; none: it may sign nothing here. */
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

/** Something exported long ago may have been replaced since: the holder exports it anew. */
export const isLongAgo = (signedAt: Date, now: Date, ageMaxDays: number): boolean =>
  now.getTime() - signedAt.getTime() > ageMaxDays * dayMs

/** As the operator has tried kinds with genuine files; others are as good as unsigned. */
export function withEnabledKinds(
  verdict: SignatureVerdict,
  enabled: readonly SignedKind[],
): SignatureVerdict {
  if (verdict.outcome !== 'signed') return verdict
  const kinds = verdict.proof.kinds.filter((kind) => enabled.includes(kind))
  if (kinds.length === 0) return { outcome: 'unproven', reason: 'kind-not-enabled' }
  return { outcome: 'signed', proof: { ...verdict.proof, kinds } }
}
