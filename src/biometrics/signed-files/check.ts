// Checks the signature of a file, in this order: its shape, the signature over its attributes, the chain to a pinned
// root, validity when it was signed, revocation of each certificate, who signed, the bytes, their age, and the
// contents.
import { chainOf, fingerprintOf, type ReadCertificate, signerOf } from './certificates.ts'
import { isOver, type VerifiedSignature, verifySignature } from './cms.ts'
import { type Envelope, findSignatures, readEnvelope, refuseContent } from './envelope.ts'
import { need, valueOrReason } from './fault.ts'
import {
  type FileIssuer,
  type FileProof,
  isLongAgo,
  kindsOf,
  type SignatureReason,
  type SignatureVerdict,
} from './rules.ts'
import { needUnrevoked, type RevocationList } from './revocation.ts'

export type SignatureTrust = {
  /** A chain must end in one of these certificates. */
  readonly roots: readonly ReadCertificate[]
  /** The known authorities below the roots; a file may contain others. */
  readonly intermediates: readonly ReadCertificate[]
  readonly lists: readonly RevocationList[]
  readonly issuers: readonly FileIssuer[]
  readonly ageMaxDays: number
}

/** Never throws for the contents of a file. `now` is wall time, because revocation lists use it. */
export function checkSignature(pdf: Buffer, trust: SignatureTrust, now: Date): SignatureVerdict {
  const shape = valueOrReason(() => readEnvelope(pdf))
  if ('reason' in shape) return judgeMisshapen(pdf, { trust, now, reason: shape.reason })
  const envelope = shape.value
  const found = valueOrReason(() => readProof(envelope, trust, now))
  if ('reason' in found) return { outcome: 'unproven', reason: found.reason }
  const { proof, signature } = found.value
  if (!isOver(signature, envelope.signed)) return { outcome: 'altered', reason: 'digest', proof }
  const held = valueOrReason(() => {
    need(envelope.isPlainCms, 'sub-filter')
    need(!isLongAgo(new Date(proof.signedAt), now, trust.ageMaxDays), 'signed-long-ago')
    refuseContent(pdf)
  })
  return 'reason' in held
    ? { outcome: 'unproven', reason: held.reason }
    : { outcome: 'signed', proof }
}

/** Judges a file of a shape that no issuer makes: it counts as altered if it contains an issuer's signature. */
function judgeMisshapen(
  pdf: Buffer,
  { trust, now, reason }: { trust: SignatureTrust; now: Date; reason: SignatureReason },
): SignatureVerdict {
  for (const candidate of findSignatures(pdf)) {
    const found = valueOrReason(() => readProof(candidate, trust, now))
    if ('value' in found) return { outcome: 'altered', reason, proof: found.value.proof }
  }
  return { outcome: 'unproven', reason }
}

/** How far in the future a signature may be dated, because the signer's clock may be ahead. */
const aheadMs = 10 * 60_000

function readProof(
  { cms, time }: Pick<Envelope, 'cms' | 'time'>,
  { roots, intermediates, lists, issuers }: SignatureTrust,
  now: Date,
): { readonly proof: FileProof; readonly signature: VerifiedSignature } {
  const signature = verifySignature(cms)
  const pool = [...signature.certificates, ...intermediates, ...roots]
  const chain = chainOf(signature.signer, pool, roots)
  const signedAt = signature.signedAt ?? time
  need(signedAt, 'no-signing-time')
  need(signedAt.getTime() <= now.getTime() + aheadMs, 'signed-later')
  need(
    chain.every((one) => isValidAt(one, signedAt)),
    'not-valid-then',
  )
  needUnrevoked(chain, lists, now)
  const signer = signerOf(signature.signer)
  const kinds = kindsOf(signer, issuers)
  need(kinds.length > 0, 'not-an-issuer')
  const { cnpj, policies } = signer
  const proof = {
    cnpj,
    policies,
    signedAt: signedAt.toISOString(),
    chain: chain.map(fingerprintOf),
    kinds,
  }
  return { proof, signature }
}

const isValidAt = ({ x509 }: ReadCertificate, at: Date): boolean =>
  x509.validFromDate <= at && at <= x509.validToDate
