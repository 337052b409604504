// Where reviews come from, and what a decision does there: packs and links, each its own, joined by `main`.
import type { Capability, LiftDenials } from '#src/journey/capabilities/capability.ts'
import type { FactValues } from '#src/journey/facts/facts.ts'
import type { InCommit, Locked } from '#src/journey/transaction/locked.ts'
import type { PackRouteDeps } from '#src/packs/runs/deps.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { ReviewSourceName, ReviewVerdict } from './rules.ts'
import type { Review } from './store.ts'

export type Decision = {
  readonly verdict: ReviewVerdict
  /** Of `again`: what is to be done anew. */
  readonly modules: readonly string[]
}

export type ReviewSource = {
  readonly name: ReviewSourceName
  /** What can be done anew about a review: modules, by their keys. */
  listModules(db: Db, review: Review): Promise<readonly string[]>
  /** Whether the decision of a review is what counts now, so that it can be appealed against. */
  stands(db: Db, review: Review): Promise<boolean>
  /** Facts that it was brought here with, which need not be those of now; undefined where they are not known. */
  readSeen(
    deps: Pick<PackRouteDeps, 'sealer'>,
    db: Db,
    transaction: Pick<Locked, 'id' | 'tenant' | 'key'>,
    review: Review,
  ): Promise<readonly FactValues[] | undefined>
  /** In the commit of the decision; `by`: a keyed hash of a subject, or the id of a key. */
  apply(
    ctx: InCommit<Pick<PackRouteDeps, 'packs'>>,
    review: Review,
    decision: Decision,
    by: string,
  ): Promise<void>
}

export type ReviewSources = (name: ReviewSourceName) => ReviewSource

/** Throws an Error where nobody has that name. */
export function reviewSources(
  offered: readonly { readonly reviews?: ReviewSource }[],
): ReviewSources {
  const known = offered.flatMap(({ reviews }) => reviews ?? [])
  return (name) => {
    const found = known.find((one) => one.name === name)
    if (!found) throw new Error(`no capability decides reviews of ${name}`)
    return found
  }
}

/** All of them, one after the other, in the commit of the decision. */
export function liftsDenials(
  offered: readonly { readonly liftDenials?: LiftDenials }[],
): LiftDenials {
  const parts = offered.flatMap(({ liftDenials }) => liftDenials ?? [])
  return async (ctx, reviewId) => {
    for (const lift of parts) await lift(ctx, reviewId)
  }
}

export type ReviewDeps = PackRouteDeps & {
  /** What the decision of a review does, by what came to it. */
  readonly reviewSources: ReviewSources
  /** A review alone lifts a denial. */
  readonly liftDenials: LiftDenials
}

export type ReviewCapability<Deps = unknown> = Capability<Deps> & {
  /** What the decisions of its reviews do. */
  readonly reviews?: ReviewSource
}
