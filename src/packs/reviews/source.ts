// The sources of reviews, packs and links, and the effects of decisions on them; `main` joins them.
import type { Capability, LiftDenials } from '#src/journey/capabilities/capability.ts'
import type { FactValues } from '#src/journey/facts/facts.ts'
import type { InCommit, Locked } from '#src/journey/transaction/locked.ts'
import type { PackRouteDeps } from '#src/packs/runs/deps.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { ReviewSourceName, ReviewVerdict } from './rules.ts'
import type { Review } from './store.ts'

export type Decision = {
  readonly verdict: ReviewVerdict
  /** The modules to repeat, for the decision `again`. */
  readonly modules: readonly string[]
}

export type ReviewSource = {
  readonly name: ReviewSourceName
  /** The run that the review is about; null when the run of a link's step has been deleted. */
  findRunId(db: Db, review: Review): Promise<string | null>
  /** The keys of the modules that a decision can repeat. */
  listModules(db: Db, review: Review): Promise<readonly string[]>
  /** Whether the decision of a review is in effect, so that it can be appealed. */
  stands(db: Db, review: Review): Promise<boolean>
  /** The facts with which the review was opened, which may have changed since; undefined when they are unknown. */
  readSeen(
    deps: Pick<PackRouteDeps, 'sealer'>,
    db: Db,
    transaction: Pick<Locked, 'id' | 'tenant' | 'key'>,
    review: Review,
  ): Promise<readonly FactValues[] | undefined>
  /** Runs in the commit of the decision; `by` is a keyed hash of a subject, or the id of an API key. */
  apply(
    ctx: InCommit<Pick<PackRouteDeps, 'packs'>>,
    review: Review,
    decision: Decision,
    by: string,
  ): Promise<void>
}

export type ReviewSources = (name: ReviewSourceName) => ReviewSource

/** Throws an Error for an unknown name. */
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

/** Calls all parts in turn, within the commit of the decision. */
export function liftsDenials(
  offered: readonly { readonly liftDenials?: LiftDenials }[],
): LiftDenials {
  const parts = offered.flatMap(({ liftDenials }) => liftDenials ?? [])
  return async (ctx, reviewId) => {
    for (const lift of parts) await lift(ctx, reviewId)
  }
}

export type ReviewDeps = PackRouteDeps & {
  /** The effects of decisions, by the source of the review. */
  readonly reviewSources: ReviewSources
  /** Lifts denials, which only the decision of a review does. */
  readonly liftDenials: LiftDenials
}

export type ReviewCapability<Deps = unknown> = Capability<Deps> & {
  /** The effects of decisions on its reviews. */
  readonly reviews?: ReviewSource
}
