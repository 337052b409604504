// Keyed hashes of numbers, mailboxes and documents, for what is asked across transactions. Tenant and mode are
// part of each: nothing of another tenant or mode can be found by them.
import { assert } from '#src/platform/assert.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { toMatchKey } from './candidates.ts'
import { domainToASCII } from 'node:url'

export type KeyedHash = {
  readonly current: Buffer
  /** Under every hash key, the current one first. */
  readonly all: readonly Buffer[]
}

/** `lockId` is of the advisory lock under which messages to the number are counted. */
export type PhoneHash = KeyedHash & { readonly lockId: string }

/** One and the same for a Brazilian number with and without its ninth digit. */
export function hashPhone(sealer: Sealer, owner: Owner, e164: string): PhoneHash {
  const parts = partsOf('phone', owner, toMatchKey(e164))
  return { lockId: sealer.lockId(...parts), ...hashParts(sealer, parts) }
}

/** Of the number without its last four digits. */
export function hashPrefix(sealer: Sealer, owner: Owner, e164: string): KeyedHash {
  return hashParts(sealer, partsOf('phone-prefix', owner, toMatchKey(e164).slice(0, -4)))
}

/** Of an e-mail address, by its mailbox: no other spelling has limits or suppressions of its own. */
export function hashMailbox(sealer: Sealer, { tenant, mode }: Owner, email: string): PhoneHash {
  const parts = ['email-address', tenant, mode, toMailbox(email)]
  return { lockId: sealer.lockId(...parts), ...hashParts(sealer, parts) }
}

export function hashDocument(
  sealer: Sealer,
  owner: Owner,
  { documentType, document }: Pick<StoredFields, 'documentType' | 'document'>,
): KeyedHash {
  return hashParts(sealer, [...partsOf('document', owner, documentType), document])
}

const partsOf = (label: string, { tenant, mode }: Owner, value: string) =>
  [label, tenant, mode, value] as const

function hashParts(sealer: Sealer, parts: readonly string[]): KeyedHash {
  const all = sealer.hashes(...parts)
  const [current] = all
  assert(current, 'no hash key')
  return { current, all }
}

const gmail = new Set(['gmail.com', 'googlemail.com'])

/** One and the same for every spelling: letter case, a subaddress (RFC 5233), Gmail's dots, and how the domain is written. */
export function toMailbox(address: string): string {
  const given = address.trim().normalize('NFKC')
  const at = given.lastIndexOf('@')
  const local = withoutSubaddress(given.slice(0, Math.max(at, 0)).toLowerCase())
  const domain = toDomain(given.slice(at + 1))
  return gmail.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}

/** A local part that begins with a plus has no subaddress. */
const withoutSubaddress = (local: string) => local.replace(/(?<=.)\+.*$/s, '')

/** In ASCII, and without the dot of the root at its end; as it stands where it is no domain. */
function toDomain(text: string): string {
  const ascii = domainToASCII(text) || text.toLowerCase()
  return ascii.replace(/\.+$/, '')
}
