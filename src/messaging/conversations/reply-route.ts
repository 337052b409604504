// Finds the record of a typed answer by its account and number. The hash names no tenant, so this is the one hash that
// crosses tenants; accounts keep sandbox and live apart.
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { toMatchKey } from '#src/messaging/phones/candidates.ts'
import type { KeyedHash } from '#src/messaging/phones/hash.ts'

export type ReplyRoute = {
  /** Of the advisory lock under which codes are drawn. */
  readonly lockId: string
  readonly current: Buffer
  /** Under every hash key. */
  readonly all: readonly Buffer[]
}

/** How WhatsApp names a person at an account, to who may not see the number. */
export function hashUser(sealer: Sealer, account: string, userId: string): KeyedHash {
  const parts = ['whatsapp-user', account, userId]
  return { current: sealer.hash(...parts), all: sealer.hashes(...parts) }
}

/** `account` is the id of an account of ours; Brazilian numbers count without their ninth digit. */
export function hashReplyRoute(sealer: Sealer, account: string, e164: string): ReplyRoute {
  const parts = ['reply-route', account, toMatchKey(e164)]
  return {
    lockId: sealer.lockId(...parts),
    current: sealer.hash(...parts),
    all: sealer.hashes(...parts),
  }
}
