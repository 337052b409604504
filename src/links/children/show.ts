// The URLs of children's links, for callers who may hand them out.
import { findById, readerNow } from '#src/journey/transaction/store.ts'
import { isWalkable } from '#src/links/lvs/rules.ts'
import { findLatestLink, toEnds, writeAddress } from '#src/links/lvs/store.ts'
import type { PackDeps } from '#src/packs/runs/deps.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'

type Deps = { readonly sealer: Sealer; readonly publicBaseUrl: string }

export const childLinksOf =
  (deps: Deps): NonNullable<PackDeps['childLinks']> =>
  async (db, ids) => {
    const found = await Promise.all(
      ids.map(async (id) => {
        const [child, link] = await Promise.all([findById(db, id), findLatestLink(db, id)])
        if (!child || !link || !isWalkable(toEnds(link), readerNow(child).getTime())) return []
        return [[id, await writeAddress(deps, child, link)] as const]
      }),
    )
    return new Map(found.flat())
  }
