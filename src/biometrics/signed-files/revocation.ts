// Reads certificate revocation lists (RFC 5280, 5). They are walked and not decoded, since those of large authorities
// have tens of thousands of entries, and trusted only by their signature.
import { verify } from 'node:crypto'
import { hashOfSignature } from './algorithms.ts'
import { mayBeUsed, type ReadCertificate, subjectBytes, usage } from './certificates.ts'
import {
  bodyOf,
  bytesOf,
  childrenOf,
  type DerNode,
  nodeAt,
  nodesIn,
  readHex,
  readOid,
  readTime,
  trimHex,
} from './der.ts'
import { need } from './fault.ts'

export type RevocationList = {
  readonly issuer: Buffer
  readonly thisUpdate: Date
  readonly nextUpdate: Date
  /** Serial numbers in hexadecimal without leading zeros. */
  readonly revoked: ReadonlySet<string>
  readonly tbs: Buffer
  readonly algorithm: string
  readonly signature: Buffer
}

/**
 * Undefined for anything else, and for a list with an unknown critical extension, such as deltas and indirect lists.
 */
export function readRevocationList(der: Buffer): RevocationList | undefined {
  try {
    const [tbs, algorithm, bits] = childrenOf(der, nodeAt(der, 0))
    if (!tbs || !algorithm || !bits) return undefined
    const fields = childrenOf(der, tbs)
    if (fields[0]?.tag === tags.integer) fields.shift()
    const [inner, issuer, thisUpdate, nextUpdate, ...more] = fields
    if (!inner || !issuer || !thisUpdate || !nextUpdate || !isTime(nextUpdate)) return undefined
    if (!bytesOf(der, inner).equals(bytesOf(der, algorithm))) return undefined
    const entries = more.find(({ tag }) => tag === tags.sequence)
    const extensions = more.find(({ tag }) => tag === tags.extensions)
    if (extensions && hasCritical(der, childrenOf(der, extensions)[0])) return undefined
    const revoked = entries ? readEntries(der, entries) : new Set<string>()
    const [oid] = childrenOf(der, algorithm)
    if (!revoked || !oid) return undefined
    return {
      issuer: bytesOf(der, issuer),
      thisUpdate: readTime(der, thisUpdate),
      nextUpdate: readTime(der, nextUpdate),
      revoked,
      tbs: bytesOf(der, tbs),
      algorithm: readOid(der, oid),
      signature: bodyOf(der, bits).subarray(1),
    }
  } catch {
    return undefined
  }
}

const tags = { integer: 0x02, sequence: 0x30, boolean: 0x01, extensions: 0xa0 }
const isTime = ({ tag }: DerNode): boolean => tag === 0x17 || tag === 0x18

function readEntries(der: Buffer, { body, end }: DerNode): Set<string> | undefined {
  const revoked = new Set<string>()
  for (const entry of nodesIn(der, body, end)) {
    const [serial, , extensions] = childrenOf(der, entry)
    if (!serial || hasCritical(der, extensions)) return undefined
    revoked.add(readHex(der, serial))
  }
  return revoked
}

const hasCritical = (der: Buffer, extensions: DerNode | undefined): boolean =>
  extensions !== undefined &&
  childrenOf(der, extensions).some((one) =>
    childrenOf(der, one).some(({ tag, body }) => tag === tags.boolean && der[body] !== 0),
  )

export const isFresh = (
  { thisUpdate, nextUpdate }: Pick<RevocationList, 'thisUpdate' | 'nextUpdate'>,
  now: Date,
): boolean => thisUpdate <= now && now < nextUpdate

/**
 * Requires a fresh list of its issuer for each certificate of the chain, which does not revoke it. Throws
 * `SignatureFault`. The date of a revocation does not matter, since only the signer states when the file was signed.
 */
export function needUnrevoked(
  chain: readonly ReadCertificate[],
  lists: readonly RevocationList[],
  now: Date,
): void {
  for (const [at, certificate] of chain.slice(0, -1).entries()) {
    const issuer = chain[at + 1]
    need(issuer, 'revocation-unknown')
    const own = lists.filter((list) => isFresh(list, now) && isListOf(list, issuer))
    const serial = trimHex(certificate.x509.serialNumber)
    need(!own.some(({ revoked }) => revoked.has(serial)), 'revoked')
    need(own.length > 0, 'revocation-unknown')
  }
}

function isListOf(list: RevocationList, issuer: ReadCertificate): boolean {
  const hash = hashOfSignature(list.algorithm)
  if (hash === undefined || !list.issuer.equals(subjectBytes(issuer))) return false
  if (!mayBeUsed(issuer, usage.signLists)) return false
  return verify(hash, list.tbs, issuer.x509.publicKey, list.signature)
}
