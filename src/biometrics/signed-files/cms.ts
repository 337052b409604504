// Verifies the signature itself (CMS, RFC 5652; CAdES, RFC 5126): one signer, detached, with signed attributes. pkijs
// parses it and node:crypto verifies it, because pkijs alone accepts files that were changed.
import { createHash, verify } from 'node:crypto'
import { fromBER, type OctetString, type UTCTime } from 'asn1js'
import { ContentInfo, IssuerAndSerialNumber, SignedData, type SignerInfo } from 'pkijs'
import { digestNames, hashOfDigest, hashOfSignature } from './algorithms.ts'
import { type ReadCertificate, readCertificate } from './certificates.ts'
import { firstNode } from './der.ts'
import { attempt, need } from './fault.ts'

export type VerifiedSignature = {
  readonly signer: ReadCertificate
  readonly certificates: readonly ReadCertificate[]
  /** The digest that the signed bytes must have. */
  readonly digest: { readonly hash: string; readonly value: Buffer }
  /** The time in the signed attributes; absent if only the file's dictionary states it. */
  readonly signedAt: Date | undefined
}

const attribute = {
  contentType: '1.2.840.113549.1.9.3',
  digest: '1.2.840.113549.1.9.4',
  time: '1.2.840.113549.1.9.5',
  certificate: '1.2.840.113549.1.9.16.2.47',
}
const plainData = '1.2.840.113549.1.7.1'

/** Verifies the signature over its attributes, but not yet the signer or the signed bytes. Throws `SignatureFault`. */
export function verifySignature(padded: Buffer): VerifiedSignature {
  const first = firstNode(padded)
  need(first, 'not-cms')
  need(
    padded.subarray(first.end).every((byte) => byte === 0),
    'padding',
  )
  const data = attempt(() => readSignedData(padded.subarray(0, first.end)), 'not-cms')
  const [info, ...others] = data.signerInfos
  need(info && others.length === 0, 'several-signers')
  need(!data.encapContentInfo.eContent && info.signedAttrs, 'not-detached')
  const hash = hashOfDigest(info.digestAlgorithm.algorithmId)
  need(hash, 'digest-algorithm')
  const certificates = attempt(() => readCertificates(data), 'not-cms')
  const signer = findSigner(certificates, info)
  const attributes = attempt(() => readAttributes(info), 'attributes')
  need(isBoundTo(signer, attributes.certificate), 'no-signer')
  const made = hashOfSignature(info.signatureAlgorithm.algorithmId, hash)
  need(made, 'algorithm')
  const over = Buffer.from(info.signedAttrs.encodedValue)
  const value = Buffer.from(info.signature.valueBlock.valueHexView)
  const holds = attempt(() => verify(made, over, signer.x509.publicKey, value), 'signature')
  need(holds, 'signature')
  return {
    signer,
    certificates,
    digest: { hash, value: attributes.digest },
    signedAt: attributes.time,
  }
}

/** Whether these are the bytes that were signed. */
export function isOver(
  { digest: { hash, value } }: VerifiedSignature,
  signed: readonly Buffer[],
): boolean {
  const made = createHash(hash)
  for (const part of signed) made.update(part)
  return made.digest().equals(value)
}

function readSignedData(der: Buffer): SignedData {
  const { result, offset } = fromBER(der)
  need(offset === der.length, 'not-cms')
  return new SignedData({ schema: new ContentInfo({ schema: result }).content })
}

const readCertificates = ({ certificates = [] }: SignedData): ReadCertificate[] =>
  certificates.map((one) => readCertificate(Buffer.from(one.toSchema().toBER())))

function findSigner(
  certificates: readonly ReadCertificate[],
  { sid }: SignerInfo,
): ReadCertificate {
  need(sid instanceof IssuerAndSerialNumber, 'no-signer')
  const found = certificates.find(
    ({ parsed }) =>
      parsed.serialNumber.isEqual(sid.serialNumber) && parsed.issuer.isEqual(sid.issuer),
  )
  need(found, 'no-signer')
  return found
}

/** Refuses an attribute that occurs twice, because the parser and the verifier could each use a different one. */
function readAttributes({ signedAttrs }: SignerInfo) {
  const all = signedAttrs?.attributes ?? []
  const valueOf = (type: string): unknown => {
    const found = all.filter((one) => one.type === type)
    need(found.length < 2 && (found[0]?.values.length ?? 1) === 1, 'attributes')
    return found[0]?.values[0]
  }
  // Safe because a value of another type has no such block, and is then refused.
  const contentType = valueOf(attribute.contentType) as { getValue(): string } | undefined
  const digest = valueOf(attribute.digest) as OctetString | undefined
  const time = valueOf(attribute.time) as UTCTime | undefined
  const certificate = valueOf(attribute.certificate) as OctetString | undefined
  need(contentType?.getValue() === plainData && digest, 'attributes')
  return {
    digest: Buffer.from(digest.valueBlock.valueHexView),
    time: time?.toDate(),
    certificate: certificate && Buffer.from(certificate.toBER()),
  }
}

/** Whether the attribute that names the certificate (RFC 5035) has its hash, by any of the algorithms. */
const isBoundTo = ({ x509 }: ReadCertificate, named: Buffer | undefined): boolean =>
  !named || digestNames.some((name) => named.includes(createHash(name).update(x509.raw).digest()))
