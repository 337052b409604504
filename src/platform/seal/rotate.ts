// Rewraps every data key under the current master key; sealed data stay as they are. It may be stopped at any point and
// run again, and runs beside the service.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#src/platform/db/client.ts'
import type { KeyHolder, Sealer } from './sealer.ts'
import type { Keyring } from './keys.ts'

/** The pause before rows that others had locked are tried again. */
const heldMs = 100

/** Resolves to the number of rewrapped data keys; after that no other master key of the keyring is needed. */
export async function rotateMasterKey(
  db: Db,
  sealer: Sealer,
  { master, masterIds }: Keyring,
  holders: readonly KeyHolder[],
): Promise<number> {
  let total = 0
  for (const id of masterIds.filter((one) => one !== master.currentId))
    for (const holder of holders) total += await rewrapAll(db, sealer, id, holder)
  return total
}

async function rewrapAll(db: Db, sealer: Sealer, masterId: string, holder: KeyHolder) {
  let total = 0
  while (await holder.needs(db, masterId)) {
    const done = await holder.rewrap(db, sealer, masterId)
    total += done
    if (done === 0) await sleep(heldMs)
  }
  return total
}
