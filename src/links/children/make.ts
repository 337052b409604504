// Makes the children of a step, each in a commit of its own: the transaction, its run and its link.
import { assert } from '#src/platform/assert.ts'
import { commit, commitOn } from '#src/journey/commit/commit.ts'
import { createTransaction, type Creator } from '#src/journey/lifecycle/create.ts'
import type { Creating } from '#src/journey/lifecycle/creating.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import { findById, readerNow } from '#src/journey/transaction/store.ts'
import { replaceLink } from '#src/links/lvs/make.ts'
import type { LinkDeps } from '#src/links/lvs/deps.ts'
import { isWalkable } from '#src/links/lvs/rules.ts'
import { findLatestLink, toEnds, writeAddress } from '#src/links/lvs/store.ts'
import { type Child, claimChild, noteChildRun } from '#src/packs/children/store.ts'
import type { PackDeps } from '#src/packs/runs/deps.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'

export type ChildDeps = LinkDeps & { readonly creating: Creating }

/** A child with everything that its creation needs. */
export type Making = {
  readonly child: Child
  readonly childId: string
  readonly creator: Creator
  readonly fields: StoredFields
  /** For how long its link is valid; undefined without a link. */
  readonly linkMs: number | undefined
}

/** Does nothing when the child exists already, or the parent’s run has ended meanwhile. */
export async function makeChild(deps: ChildDeps, making: Making): Promise<void> {
  const { child, childId, creator, fields, linkMs } = making
  await commit(
    deps,
    async (tx, hold) => {
      if (!(await claimChild(tx, child, childId))) return
      const { sealer, packs, creating } = deps
      const locked = hold(await createTransaction(tx, sealer, creator, fields))
      await creating.add({ tx, sealer, locked, fields })
      const { packOwner, packName, packVersion } = pinOf(child)
      const version = await packs.versions.find(tx, packOwner, packName, packVersion)
      assert(version, 'the version of the child’s pack is not stored')
      const run = await packs.start(tx, locked, { version }, { implicit: false })
      await noteChildRun(tx, childId, pinOf(child), run.id)
      if (linkMs !== undefined) await addLink({ ...deps, tx, locked }, child, run.id, linkMs)
    },
    { mutexKey: childId },
  )
}

/** Replaces the link of a child when it is no longer valid, for a step that waits again. */
export async function renewLink(
  deps: ChildDeps,
  { child, childId, linkMs }: Pick<Making, 'child' | 'childId' | 'linkMs'>,
): Promise<void> {
  const { childRunId } = child
  if (linkMs === undefined || childRunId === null) return
  await commitOn(
    deps,
    childId,
    async (tx, locked) => {
      const latest = await findLatestLink(tx, childId)
      const isOver = !latest || !isWalkable(toEnds(latest), locked.now.getTime())
      const isDone = latest !== undefined && latest.completedAt !== null
      if (isOver && !isDone) await addLink({ ...deps, tx, locked }, child, childRunId, linkMs)
    },
    { by: 'client' },
  )
}

const addLink = (ctx: InCommit<LinkDeps>, child: Child, runId: string, linkMs: number) =>
  replaceLink(ctx, {
    ...pinOf(child),
    redirectUrl: null,
    runId,
    expiresAt: new Date(ctx.locked.now.getTime() + linkMs),
  })

function pinOf({ packOwner, packName, packVersion }: Child) {
  assert(packOwner !== null && packName !== null && packVersion !== null, 'a child has a pack')
  return { packOwner, packName, packVersion }
}

type AddressDeps = { readonly sealer: Sealer; readonly publicBaseUrl: string }

/** The URLs of children’s links, for callers who may hand them out. */
export const childLinksOf =
  (deps: AddressDeps): NonNullable<PackDeps['childLinks']> =>
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
