// Keyed hashes of numbers, mailboxes and documents, for look-ups across transactions. They include tenant and mode, so
// that they never match data of another tenant or mode.
import { assert } from '#src/platform/assert.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { Documented } from '#src/journey/transaction/document-schema.ts'
import { mailboxKey, parseMailbox } from '#src/journey/transaction/mailbox.ts'
import { documentValue } from '#src/journey/velocity/sighting.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { toMatchKey } from './candidates.ts'

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

/** Equal for all spellings of one mailbox; a text that is no address stands only for itself. */
export function toMailbox(address: string): string {
  const mailbox = parseMailbox(address)
  return mailbox ? mailboxKey(mailbox) : address.trim().toLowerCase()
}
