// Extensions of the creation of a transaction, run in its commit: a sighting, a check that starts by itself.
import type { Checking } from '#src/screening/orders/port.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Log } from '#src/platform/log.ts'
import type { Metrics } from '#src/platform/metrics.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'

export type Creation = {
  readonly tx: Db
  readonly sealer: Sealer
  /** Entries are appended to it, as in every commit. */
  readonly locked: Locked
  readonly fields: StoredFields
  readonly checking: Checking
  readonly metrics: Metrics
  readonly log: Log
}

/** A capability's part; it refuses nothing, because the transaction is stored by then. */
export type OnCreated = (creation: Creation) => Promise<void>

type Given = Pick<Creation, 'checking' | 'metrics' | 'log'>
export type RunCreated = (creation: Omit<Creation, keyof Given>) => Promise<void>

/** All parts at once, on one connection. */
export function onCreated(
  offered: readonly { readonly created?: OnCreated }[],
  given: Given,
): RunCreated {
  const parts = offered.flatMap(({ created }) => created ?? [])
  return async (creation) => {
    await Promise.all(parts.map((part) => part({ ...creation, ...given })))
  }
}
