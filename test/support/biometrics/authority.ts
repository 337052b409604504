// A certificate authority for tests, with the object identifiers of ICP-Brasil. It issues genuine certificates and
// forged ones.
import { createHash } from 'node:crypto'
import * as asn1 from 'asn1js'
import * as pki from 'pkijs'
import { type ReadCertificate, readCertificate } from '#src/biometrics/signed-files/certificates.ts'
import { type RevocationList, readRevocationList } from '#src/biometrics/signed-files/revocation.ts'

/** A certificate with its key. */
export type Identity = {
  readonly certificate: pki.Certificate
  readonly key: CryptoKey
  readonly read: ReadCertificate
}

export type Profile = {
  readonly name: string
  /** The subject’s `serialNumber`, in which electronic seals have the CNPJ. */
  readonly serialNumber?: string
  /** Makes the certificate an authority’s, with this path length. */
  readonly authority?: number
  readonly policies?: readonly string[]
  /** `otherName` values by object identifier. */
  readonly others?: Readonly<Record<string, string>>
  readonly from?: Date
  readonly until?: Date
  readonly keyUsage?: number
  readonly critical?: string
  readonly key?: 'RSA' | 'EC'
}

const dayMs = 24 * 60 * 60_000
export const daysAgo = (days: number): Date => new Date(Date.now() - days * dayMs)
let serials = 1_000

const algorithms = {
  EC: { name: 'ECDSA', namedCurve: 'P-256' },
  RSA: {
    name: 'RSASSA-PKCS1-v1_5',
    modulusLength: 2048,
    publicExponent: Uint8Array.of(1, 0, 1),
    hash: 'SHA-256',
  },
} as const

/** Without an issuer the certificate is self-signed. */
export async function issue(profile: Profile, issuer?: Identity): Promise<Identity> {
  const pair = await crypto.subtle.generateKey(algorithms[profile.key ?? 'EC'], true, [
    'sign',
    'verify',
  ])
  const { publicKey, privateKey } = pair
  const certificate = new pki.Certificate()
  certificate.version = 2
  certificate.serialNumber = new asn1.Integer({ value: ++serials })
  certificate.subject = nameOf(profile)
  certificate.issuer = issuer?.certificate.subject ?? certificate.subject
  certificate.notBefore.value = profile.from ?? daysAgo(300)
  certificate.notAfter.value = profile.until ?? daysAgo(-300)
  await certificate.subjectPublicKeyInfo.importKey(publicKey)
  certificate.extensions = extensionsOf(profile)
  await certificate.sign(issuer?.key ?? privateKey, 'SHA-256')
  const der = Buffer.from(certificate.toSchema(true).toBER())
  return { certificate, key: privateKey, read: readCertificate(der) }
}

function nameOf({ name, serialNumber }: Profile): pki.RelativeDistinguishedNames {
  const parts = {
    '2.5.4.6': 'BR',
    '2.5.4.10': 'ICP-Teste',
    '2.5.4.3': name,
    ...(serialNumber && { '2.5.4.5': serialNumber }),
  }
  return new pki.RelativeDistinguishedNames({
    typesAndValues: Object.entries(parts).map(
      ([type, value]) =>
        new pki.AttributeTypeAndValue({ type, value: new asn1.Utf8String({ value }) }),
    ),
  })
}

function extensionsOf({ authority, policies = [], others = {}, ...profile }: Profile) {
  const isAuthority = authority !== undefined
  const keyUsage = profile.keyUsage ?? (isAuthority ? 0x06 : 0xc0)
  const extension = (extnID: string, critical: boolean, value: asn1.AsnType) =>
    new pki.Extension({ extnID, critical, extnValue: value.toBER() })
  const bits = new asn1.BitString({ valueHex: Uint8Array.of(keyUsage).buffer, unusedBits: 1 })
  const basic = new pki.BasicConstraints({ cA: true, pathLenConstraint: authority ?? 0 })
  const sequence = (...value: asn1.AsnType[]) => new asn1.Sequence({ value })
  const oid = (value: string) => new asn1.ObjectIdentifier({ value })
  const wrap = (value: asn1.AsnType) =>
    new asn1.Constructed({ idBlock: { tagClass: 3, tagNumber: 0 }, value: [value] })
  const otherName = ([id, text]: [string, string]) =>
    new asn1.Constructed({
      idBlock: { tagClass: 3, tagNumber: 0 },
      value: [
        oid(id),
        wrap(
          new asn1.OctetString({ valueHex: new Uint8Array(Buffer.from(text, 'latin1')).buffer }),
        ),
      ],
    })
  return [
    extension('2.5.29.15', true, bits),
    ...(isAuthority ? [extension('2.5.29.19', true, basic.toSchema())] : []),
    ...(policies.length > 0
      ? [extension('2.5.29.32', false, sequence(...policies.map((one) => sequence(oid(one)))))]
      : []),
    ...(Object.keys(others).length > 0
      ? [extension('2.5.29.17', false, sequence(...Object.entries(others).map(otherName)))]
      : []),
    ...(profile.critical === undefined ? [] : [extension(profile.critical, true, new asn1.Null())]),
  ]
}

export type ListOptions = {
  readonly revoked?: readonly Identity[]
  readonly thisUpdate?: Date
  readonly nextUpdate?: Date
}

/** Returns a certificate revocation list in DER. */
export async function listRevoked(
  issuer: Identity,
  { revoked = [], thisUpdate = daysAgo(1), nextUpdate = daysAgo(-6) }: ListOptions = {},
): Promise<Buffer> {
  const list = new pki.CertificateRevocationList()
  list.version = 1
  list.issuer = issuer.certificate.subject
  list.thisUpdate = new pki.Time({ value: thisUpdate })
  list.nextUpdate = new pki.Time({ value: nextUpdate })
  if (revoked.length > 0)
    list.revokedCertificates = revoked.map(
      ({ certificate }) =>
        new pki.RevokedCertificate({
          userCertificate: certificate.serialNumber,
          revocationDate: new pki.Time({ value: thisUpdate }),
        }),
    )
  await list.sign(issuer.key, 'SHA-256')
  return Buffer.from(list.toSchema(true).toBER())
}

export function readList(der: Buffer): RevocationList {
  const list = readRevocationList(der)
  if (!list) throw new Error('the list of a test is none')
  return list
}

export type SignOptions = {
  /** Certificates that are included in the signature. */
  readonly chain?: readonly Identity[]
  /** Null: the signature states no time. */
  readonly signedAt?: Date | null
  readonly hash?: 'SHA-1' | 'SHA-256' | 'SHA-512'
  /** A second signer. */
  readonly beside?: Identity
  /** The content is included in the signature. */
  readonly attached?: boolean
  readonly attributes?: 'none' | 'digest-twice'
  /** The certificate that the signing-certificate attribute names instead of the signer’s. */
  readonly names?: Identity
}

/** A detached signature over the bytes, in DER. */
export async function signBytes(
  content: Buffer,
  signer: Identity,
  { chain = [], attached = false, beside, ...options }: SignOptions = {},
): Promise<Buffer> {
  const signers = beside ? [signer, beside] : [signer]
  const certificates = [...signers, ...chain].map(({ certificate }) => certificate)
  const hash = options.hash ?? 'SHA-256'
  const bytes = new Uint8Array(content)
  const data = new pki.SignedData({
    encapContentInfo: new pki.EncapsulatedContentInfo({
      eContentType: '1.2.840.113549.1.7.1',
      ...(attached && { eContent: new asn1.OctetString({ valueHex: bytes.buffer }) }),
    }),
    signerInfos: signers.map((one) => signerInfoOf(bytes, one, { ...options, hash })),
    certificates,
  })
  for (const [at, { key }] of signers.entries()) await data.sign(key, at, hash, bytes.buffer)
  const wrapped = new pki.ContentInfo({
    contentType: '1.2.840.113549.1.7.2',
    content: data.toSchema(true),
  })
  return Buffer.from(wrapped.toSchema().toBER())
}

function signerInfoOf(
  bytes: Uint8Array,
  { certificate }: Identity,
  { hash = 'SHA-256', attributes, signedAt = new Date(), names }: SignOptions,
): pki.SignerInfo {
  const octets = (value: Buffer) => new asn1.OctetString({ valueHex: new Uint8Array(value).buffer })
  const attribute = (type: string, value: asn1.AsnType) =>
    new pki.Attribute({ type, values: [value] })
  const digest = octets(createHash(hash.replace('-', '')).update(bytes).digest())
  const named = names && createHash('sha256').update(names.read.x509.raw).digest()
  const signed = [
    attribute('1.2.840.113549.1.9.3', new asn1.ObjectIdentifier({ value: '1.2.840.113549.1.7.1' })),
    attribute('1.2.840.113549.1.9.4', digest),
    ...(attributes === 'digest-twice' ? [attribute('1.2.840.113549.1.9.4', digest)] : []),
    ...(signedAt
      ? [attribute('1.2.840.113549.1.9.5', new asn1.UTCTime({ valueDate: signedAt }))]
      : []),
    ...(named
      ? [attribute('1.2.840.113549.1.9.16.2.47', new asn1.Sequence({ value: [octets(named)] }))]
      : []),
  ]
  return new pki.SignerInfo({
    version: 1,
    sid: new pki.IssuerAndSerialNumber({
      issuer: certificate.issuer,
      serialNumber: certificate.serialNumber,
    }),
    ...(attributes !== 'none' && {
      signedAttrs: new pki.SignedAndUnsignedAttributes({ type: 0, attributes: signed }),
    }),
  })
}
