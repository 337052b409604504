// The hash by which the record of a typed reply is found, of account and number. It does not include the tenant, and is
// the only hash that spans tenants; accounts keep sandbox and live apart.
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { toMatchKey } from '#src/messaging/phones/candidates.ts'
import type { KeyedHash } from '#src/messaging/phones/hash.ts'

export type ReplyRoute = {
  /** The id of the advisory lock under which codes are drawn. */
  readonly lockId: string
  readonly current: Buffer
  /** The hashes under every hash key. */
  readonly all: readonly Buffer[]
}

/** A hash of WhatsApp’s id of a person at an account, for persons who hide the number. */
export function hashUser(sealer: Sealer, account: string, userId: string): KeyedHash {
  const parts = ['whatsapp-user', account, userId]
  return { current: sealer.hash(...parts), all: sealer.hashes(...parts) }
}

/** `account` is the id of one of our accounts; Brazilian numbers count without their ninth digit. */
export function hashReplyRoute(sealer: Sealer, account: string, e164: string): ReplyRoute {
  const parts = ['reply-route', account, toMatchKey(e164)]
  return {
    lockId: sealer.lockId(...parts),
    current: sealer.hash(...parts),
    all: sealer.hashes(...parts),
  }
}
