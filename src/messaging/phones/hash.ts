// Keyed hashes of numbers, mailboxes and documents, for look-ups across transactions. They include tenant and mode, so
// that they never match data of another tenant or mode.
import { assert } from '#src/platform/assert.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { Documented } from '#src/journey/transaction/document-schema.ts'
import { documentValue } from '#src/journey/velocity/sighting.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { toMatchKey } from './candidates.ts'
import { domainToASCII } from 'node:url'

export type KeyedHash = {
  readonly current: Buffer
  /** The hashes under every hash key, the current one first. */
  readonly all: readonly Buffer[]
}

/** `lockId` is the advisory lock under which messages to the number are counted. */
export type PhoneHash = KeyedHash & { readonly lockId: string }

/** The same hash for a Brazilian number with and without its ninth digit. */
export function hashPhone(sealer: Sealer, owner: Owner, e164: string): PhoneHash {
  const parts = partsOf('phone', owner, toMatchKey(e164))
  return { lockId: sealer.lockId(...parts), ...hashParts(sealer, parts) }
}

/** A hash of the number without its last four digits. */
export function hashPrefix(sealer: Sealer, owner: Owner, e164: string): KeyedHash {
  return hashParts(sealer, partsOf('phone-prefix', owner, toMatchKey(e164).slice(0, -4)))
}

/** A hash of the mailbox of an e-mail address, so that other spellings share its limits and suppressions. */
export function hashMailbox(sealer: Sealer, { tenant, mode }: Owner, email: string): PhoneHash {
  const parts = ['email-address', tenant, mode, toMailbox(email)]
  return { lockId: sealer.lockId(...parts), ...hashParts(sealer, parts) }
}

export function hashDocument(sealer: Sealer, owner: Owner, documented: Documented): KeyedHash {
  return hashParts(sealer, partsOf('document', owner, documentValue(documented)))
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

/**
 * The same mailbox for every spelling: letter case, subaddress (RFC 5233), Gmail’s dots, and notations of the domain.
 */
export function toMailbox(address: string): string {
  const given = address.trim().normalize('NFKC')
  const at = given.lastIndexOf('@')
  const local = withoutSubaddress(given.slice(0, Math.max(at, 0)).toLowerCase())
  const domain = toDomain(given.slice(at + 1))
  return gmail.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}

/** A local part that begins with a plus has no subaddress. */
const withoutSubaddress = (local: string) => local.replace(/(?<=.)\+.*$/s, '')

/** The domain in ASCII without a trailing dot; unchanged where it is no domain. */
function toDomain(text: string): string {
  const ascii = domainToASCII(text) || text.toLowerCase()
  return ascii.replace(/\.+$/, '')
}
