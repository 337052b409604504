// Describes a file's signature for operators. It names the signer even if the signature proves nothing, so that a
// genuine file shows what the table of issuers and the revocation lists lack.
import {
  climb,
  fingerprintOf,
  listUrlsOf,
  policiesOf,
  type ReadCertificate,
  signerOf,
} from './certificates.ts'
import { checkSignature, type SignatureTrust } from './check.ts'
import { verifySignature } from './cms.ts'
import { findSignatures, readEnvelope } from './envelope.ts'
import { valueOrReason } from './fault.ts'
import type { SignatureVerdict } from './rules.ts'

export type DescribedCertificate = {
  readonly subject: string
  readonly sha256: string
  readonly from: string
  readonly until: string
  readonly policies: readonly string[]
  /** The addresses of the lists by which its issuer revokes it. */
  readonly lists: readonly string[]
}

export type SignatureDescription = {
  readonly verdict: SignatureVerdict
  /** Absent if no signature could be read. */
  readonly signature?: {
    readonly signedAt: string | undefined
    /** A legal person's CNPJ, or the code of the reason why there is none. */
    readonly signer: string
    readonly isChainPinned: boolean
    /** From the signer's certificate upwards. */
    readonly chain: readonly DescribedCertificate[]
  }
}

export function describeSignature(
  pdf: Buffer,
  trust: SignatureTrust,
  now: Date,
): SignatureDescription {
  const verdict = checkSignature(pdf, trust, now)
  const shape = valueOrReason(() => readEnvelope(pdf))
  const candidate = 'value' in shape ? shape.value : findSignatures(pdf)[0]
  const read = candidate && valueOrReason(() => verifySignature(candidate.cms))
  if (!read || 'reason' in read) return { verdict }
  const { signer, certificates, signedAt = candidate.time } = read.value
  const { intermediates, roots } = trust
  const { path, isPinned } = climb(signer, [...certificates, ...intermediates, ...roots], roots)
  const held = valueOrReason(() => signerOf(signer))
  return {
    verdict,
    signature: {
      signedAt: signedAt?.toISOString(),
      signer: 'value' in held ? held.value.cnpj : held.reason,
      isChainPinned: isPinned,
      chain: path.map(describeCertificate),
    },
  }
}

const describeCertificate = (certificate: ReadCertificate): DescribedCertificate => ({
  subject: certificate.x509.subject,
  sha256: fingerprintOf(certificate),
  from: certificate.x509.validFromDate.toISOString(),
  until: certificate.x509.validToDate.toISOString(),
  policies: policiesOf(certificate),
  lists: listUrlsOf(certificate),
})
