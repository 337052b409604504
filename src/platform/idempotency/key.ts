// Identifies a request with an Idempotency-Key: its owner, its operation, and hashes of key and content.
import type { Sealer } from '#src/platform/seal/sealer.ts'

export type Keyed = {
  readonly tenant: string
  readonly mode: 'sandbox' | 'live'
  readonly operation: string
  readonly lockId: string
  readonly keyHashes: readonly Buffer[]
  /** Hashes of path parameters, query and body, under each hash key. */
  readonly fingerprints: readonly Buffer[]
}

type Request = {
  readonly operation: string
  readonly key: string
  /** Path parameters, query and body as text. */
  readonly asked: readonly string[]
}

export function hashRequest(
  sealer: Sealer,
  { tenant, mode }: Pick<Keyed, 'tenant' | 'mode'>,
  { operation, key, asked }: Request,
): Keyed {
  const keyParts = ['idempotency-key', tenant, mode, operation, key]
  const lockId = sealer.lockId(...keyParts)
  const keyHashes = sealer.hashes(...keyParts)
  const fingerprints = sealer.hashes('idempotency-request', tenant, mode, operation, ...asked)
  return { tenant, mode, operation, lockId, keyHashes, fingerprints }
}
