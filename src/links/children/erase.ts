// Erasure in both directions: the children of an erased transaction are erased under their own duties and holds, and
// the parent of an erased child is informed. Each has its own commit after that of the erasure.
import { commit, commitOn } from '#src/journey/commit/commit.ts'
import { askErasure } from '#src/journey/erasure/ask.ts'
import type { ErasureDeps } from '#src/journey/erasure/deps.ts'
import { findErasureOf } from '#src/journey/erasure/store.ts'
import type { Erased, Remains } from '#src/journey/capabilities/remains.ts'
import { type Counts, sum } from '#src/journey/capabilities/erased.ts'
import { lockKept } from '#src/journey/transaction/lock.ts'
import { findPlaces, forgetList, listMade } from '#src/packs/children/store.ts'
import { noteChildren } from './follow.ts'

/** Resolves to the results for the children and parents, for the receipt. */
export const eraseAlong =
  (deps: ErasureDeps): NonNullable<Remains['eraseAlong']> =>
  async (erased) => {
    const { db } = deps
    const [place] = await findPlaces(db, erased.transactionId)
    if (place)
      await commitOn(deps, place.transactionId, async (tx, locked) =>
        noteChildren({ tx, locked }, await findPlaces(tx, erased.transactionId)),
      )
    const counts: Counts[] = []
    for (const id of await listMade(db, erased.transactionId))
      counts.push({ [await eraseChild(deps, erased, id)]: 1 })
    if (erased.status !== 'restricted') await forgetList(db, erased.transactionId)
    return sum(counts)
  }

async function eraseChild(
  deps: ErasureDeps,
  { tenant, mode, because }: Erased,
  id: string,
): Promise<'children' | 'children-restricted' | 'children-held'> {
  return commit(
    deps,
    async (tx, hold) => {
      const locked = await lockKept(tx, { tenant, mode }, id)
      const by = { tenant, mode, actorKind: 'service' } as const
      if (locked) {
        const ctx = { ...deps, tx, locked: hold(locked) }
        if ((await askErasure(ctx, { because, by })) === 'held') return 'children-held'
      }
      const receipt = await findErasureOf(tx, { tenant, mode }, id)
      return receipt?.status === 'restricted' ? 'children-restricted' : 'children'
    },
    { mutexKey: id },
  )
}
