// Wraps every data key anew under the current master key; what is sealed stays as it is. May be stopped
// at any point and run again, and runs beside the service.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#src/platform/db/client.ts'
import type { KeyHolder, Sealer } from './sealer.ts'
import type { Keyring } from './keys.ts'

/** Until what somebody else held is tried again. */
const heldMs = 100

/** Resolves to how many data keys were wrapped anew; then no other master key of the keyring is needed. */
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
