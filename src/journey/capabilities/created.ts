// Extensions of the creation of a transaction, run in its commit: a sighting, a check that starts by itself.
import type { Db } from '#src/platform/db/client.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'

export type Creation = {
  readonly tx: Db
  readonly sealer: Sealer
  /** Entries are appended to it, as in every commit. */
  readonly locked: Locked
  readonly fields: StoredFields
}

/** A capability's part; it refuses nothing, because the transaction is stored by then. */
export type OnCreated = (creation: Creation) => Promise<void>
