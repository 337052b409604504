// Reads certificates (RFC 5280), chains them to a pinned root, and finds their holder by the object identifiers of
// ICP-Brasil. A name in a certificate proves nothing, so it is never read.
import { X509Certificate } from 'node:crypto'
import { Certificate } from 'pkijs'
import { bodyOf, bytesOf, childrenOf, type DerNode, nodeAt, readOid } from './der.ts'
import { need } from './fault.ts'
import type { FileSigner } from './rules.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type ReadCertificate = {
  readonly x509: X509Certificate
  readonly parsed: Certificate
}

/** Reads PEM or DER. Throws for anything else. */
export function readCertificate(bytes: Buffer | string): ReadCertificate {
  const x509 = new X509Certificate(bytes)
  return { x509, parsed: Certificate.fromBER(x509.raw) }
}

/** SHA-256 of the DER, in lower-case hexadecimal. */
export const fingerprintOf = ({ x509 }: ReadCertificate): string =>
  x509.fingerprint256.replaceAll(':', '').toLowerCase()

const oid = {
  alternativeNames: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  keyUsage: '2.5.29.15',
  policies: '2.5.29.32',
  distributionPoints: '2.5.29.31',
  naturalPerson: '2.16.76.1.3.1',
  legalPerson: '2.16.76.1.3.3',
  serialNumber: '2.5.4.5',
}
const understood = [
  oid.alternativeNames,
  oid.basicConstraints,
  oid.keyUsage,
  oid.policies,
  oid.distributionPoints,
]

/** The value of an extension with its first node; undefined if the certificate lacks it. */
function extensionOf({ parsed }: ReadCertificate, id: string) {
  const found = parsed.extensions?.find(({ extnID }) => extnID === id)
  if (!found) return undefined
  const der = Buffer.from(found.extnValue.valueBlock.valueHexView)
  return { der, node: nodeAt(der, 0) }
}

export const usage = { sign: 0x80, commit: 0x40, signCertificates: 0x04, signLists: 0x02 } as const

/** Whether the key usage of the certificate has one of the bits, which are all in its first byte. */
export function mayBeUsed(certificate: ReadCertificate, ...bits: readonly number[]): boolean {
  const found = extensionOf(certificate, oid.keyUsage)
  const [, byte = 0] = found ? bodyOf(found.der, found.node) : []
  return bits.some((bit) => (byte & bit) !== 0)
}

/** The number of authorities that may be below; Infinity without a limit. */
function pathMax(certificate: ReadCertificate): number {
  const found = extensionOf(certificate, oid.basicConstraints)
  const [, length] = found ? childrenOf(found.der, found.node) : []
  return found && length ? Number(`0x${bodyOf(found.der, length).toString('hex')}`) : Infinity
}

const pathLength = 5

/** The chain from the signer's certificate upwards, as far as it can be found. */
export function climb(
  leaf: ReadCertificate,
  pool: readonly ReadCertificate[],
  roots: readonly ReadCertificate[],
): { readonly path: ReadCertificate[]; readonly isPinned: boolean } {
  const path = [leaf]
  const isRoot = (one: ReadCertificate) => roots.some(({ x509 }) => x509.raw.equals(one.x509.raw))
  for (let low = leaf; !isRoot(low);) {
    const issued = low
    const up = pool.find((one) => !path.includes(one) && isIssuedBy(issued, one))
    if (!up || path.length === pathLength) return { path, isPinned: false }
    path.push((low = up))
  }
  return { path, isPinned: true }
}

/** The chain from the signer's certificate to a pinned root. Throws `SignatureFault`. */
export function chainOf(
  leaf: ReadCertificate,
  pool: readonly ReadCertificate[],
  roots: readonly ReadCertificate[],
): ReadCertificate[] {
  need(!leaf.x509.ca && mayBeUsed(leaf, usage.sign, usage.commit), 'key-usage')
  const { path, isPinned } = climb(leaf, pool, roots)
  need(isPinned, 'unknown-authority')
  for (const [below, up] of path.slice(1).entries()) {
    need(mayBeUsed(up, usage.signCertificates), 'key-usage')
    need(below <= pathMax(up), 'path')
  }
  const extensions = path.flatMap(({ parsed }) => parsed.extensions ?? [])
  const isStrange = extensions.some((one) => one.critical && !understood.includes(one.extnID))
  need(!isStrange, 'critical-extension')
  return path
}

function isIssuedBy({ x509: low }: ReadCertificate, { x509: up }: ReadCertificate): boolean {
  try {
    return up.ca && low.checkIssued(up) && low.verify(up.publicKey)
  } catch {
    return false
  }
}

/**
 * The legal person that signed, by DOC-ICP-04, and Resolução CG ICP-Brasil 211/2024 for electronic seals. Throws
 * `SignatureFault` for any other signer.
 */
export function signerOf(certificate: ReadCertificate): FileSigner {
  const others = otherNames(certificate)
  need(!others.has(oid.naturalPerson), 'natural-person')
  const policies = policiesOf(certificate)
  const isSeal = policies.some((one) => /^2\.16\.76\.1\.2\.20[12]\./.test(one))
  const { typesAndValues } = certificate.parsed.subject
  const serial = typesAndValues.find(({ type }) => String(type) === oid.serialNumber)
  const cnpj = others.get(oid.legalPerson) ?? (isSeal ? textOf(serial?.value) : undefined)
  need(cnpj !== undefined && /^[0-9A-Z]{12}\d{2}$/.test(cnpj), 'unknown-holder')
  return { cnpj, policies, subject: certificate.x509.subject }
}

/** The values of `otherName`, which are octets or strings. */
function otherNames(certificate: ReadCertificate): Map<string, string> {
  const found = extensionOf(certificate, oid.alternativeNames)
  if (!found) return new Map()
  const { der } = found
  const names = childrenOf(der, found.node).filter(({ tag }) => tag === 0xa0)
  return new Map(
    names.map((name) => {
      const [id, wrapped] = childrenOf(der, name)
      const [value] = wrapped ? childrenOf(der, wrapped) : []
      return [id ? readOid(der, id) : '', value ? bodyOf(der, value).toString('latin1') : '']
    }),
  )
}

export function policiesOf(certificate: ReadCertificate): string[] {
  const found = extensionOf(certificate, oid.policies)
  if (!found) return []
  const ids = childrenOf(found.der, found.node).map((policy) => childrenOf(found.der, policy)[0])
  return ids.flatMap((id) => (id ? readOid(found.der, id) : []))
}

/**
 * The addresses of revocation lists that a certificate names, shown to operators; the service never fetches them by
 * itself.
 */
export function listUrlsOf(certificate: ReadCertificate): string[] {
  const found = extensionOf(certificate, oid.distributionPoints)
  if (!found) return []
  const uris = (node: DerNode): string[] => {
    if (node.tag === uri) return [bodyOf(found.der, node).toString('latin1')]
    return (node.tag & 0x20) === 0 ? [] : childrenOf(found.der, node).flatMap(uris)
  }
  return uris(found.node)
}

const uri = 0x86

const textOf = (value: { readonly valueBlock: unknown } | undefined): string | undefined => {
  const block = value?.valueBlock
  const held = typeof block === 'object' && block !== null && 'value' in block ? block.value : ''
  return typeof held === 'string' ? held : undefined
}

/** The bytes of the subject, by which the issuers of revocation lists are compared. */
export function subjectBytes({ x509: { raw } }: ReadCertificate): Buffer {
  const [tbs] = childrenOf(raw, nodeAt(raw, 0))
  const fields: DerNode[] = tbs ? childrenOf(raw, tbs) : []
  // Certificates of version 1 leave out the version.
  const at = fields[0]?.tag === 0xa0 ? 5 : 4
  const subject = fields[at]
  return subject ? bytesOf(raw, subject) : Buffer.alloc(0)
}

/**
 * The pinned roots of ICP-Brasil, as ITI publishes them: SHA-256 of the DER, by file. Not trusted: v8 and v9 (revoked),
 * v10 and v11 (only for servers and code), and v6 and v7, whose keys not every OpenSSL reads.
 */
export const rootFingerprints: Readonly<Record<string, string>> = {
  'ICP-Brasilv4.crt': 'f0c15afd258fb674e7a96e1a50ff873149364b9ec70d4d93c7a9f1eb6060d020',
  'ICP-Brasilv5.crt': 'caa53fc6091c6951887c976e378f6ef89aa6377c55d97b6475422b71ed7e9b17',
  'ICP-Brasilv12.crt': 'd8478e37ce19c690cf657381e68fe600e4e1a042536830f06847e03e554c4b01',
  'ICP-Brasilv13.crt': '2b07d0bc02c4a6e0478ed22d0d99e8f97e1827b269097696a7feb6aad30c3ac8',
}

/** Throws if a file is not the pinned one. */
export function readRoots(): ReadCertificate[] {
  return Object.entries(rootFingerprints).map(([name, fingerprint]) => {
    const root = readCertificate(readFileSync(join(import.meta.dirname, 'roots', name)))
    if (fingerprintOf(root) !== fingerprint) throw new Error(`${name} is not the root of that name`)
    return root
  })
}
