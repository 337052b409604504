// Ends a child whose result nobody waits for: its run is cancelled and its link closed. The review of a run that has
// ended stays open.
import { commitOn } from '#src/journey/commit/commit.ts'
import { append } from '#src/journey/journal/append.ts'
import { linkExpired } from '#src/links/lvs/kinds.ts'
import { isOpen } from '#src/links/lvs/rules.ts'
import { findLatestLink, toEnds, updateLink } from '#src/links/lvs/store.ts'
import type { Child } from '#src/packs/children/store.ts'
import type { ChildDeps } from './make.ts'

export async function endChild(
  deps: ChildDeps,
  { childId, childRunId, packName, madeAt }: Child,
): Promise<void> {
  if (childId === null || childRunId === null || packName === null || madeAt === null) return
  await commitOn(
    deps,
    childId,
    async (tx, locked) => {
      await deps.packs.cancel(tx, locked, packName, childRunId)
      const link = await findLatestLink(tx, childId)
      if (link?.runId !== childRunId || !isOpen(toEnds(link))) return
      await updateLink(tx, link.id, { expiredAt: locked.now })
      append(locked, { kind: linkExpired, ref: link.id, code: 'ended-by-parent' })
    },
    { by: 'client' },
  )
}
