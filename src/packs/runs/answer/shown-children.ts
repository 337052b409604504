// Shows the children of a run in answers: their ids, states and verdicts, and their links to callers who may hand them
// out.
import type { z } from 'zod'
import type { ModuleAnswer } from '#src/journey/capabilities/module.ts'
import { type Child, listChildrenOf } from '#src/packs/children/store.ts'
import type { Step } from '#src/packs/document/pack.ts'
import { eachSteps } from '#src/packs/document/walk.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { PackDeps } from '../deps.ts'
import { toResult } from '../each/each.ts'
import type { ShownRun } from '../rows.ts'
import type { ShownChild } from '../schema.ts'
import type { Scopes } from './sections.ts'

type ShownChild = z.output<typeof ShownChild>

export type ShownEach = {
  readonly kind: 'each'
  readonly moduleStatus: ModuleAnswer<unknown>['moduleStatus']
  readonly results: ShownChild[]
}

/**
 * Returns the children by step name. `ended` has the sections that were stored when the run ended, with the children as
 * they were then.
 */
export async function shownChildren(
  { db, packs }: { readonly db: Db; readonly packs: Pick<PackDeps, 'childLinks'> },
  root: Step,
  run: Pick<ShownRun, 'id' | 'statuses' | 'begun'>,
  { scopes, ended }: { readonly scopes: Scopes; readonly ended?: Kept | undefined },
): Promise<Record<string, ShownEach>> {
  const steps = eachSteps(root)
  if (steps.length === 0) return {}
  const children = await readNewest(db, run)
  const ids = children.flatMap(({ childId, madeAt }) => (childId && madeAt ? [childId] : []))
  const links =
    scopes.has('transactions:write') && packs.childLinks
      ? await packs.childLinks(db, [...new Set(ids)])
      : new Map<string, string>()
  const withLink = (one: ShownChild): ShownChild => {
    const link = one.transactionId === undefined ? undefined : links.get(one.transactionId)
    return { ...one, ...(link !== undefined && { link }) }
  }
  return Object.fromEntries(
    steps.map(({ id }) => {
      const moduleStatus = run.statuses[id] ?? ('pending' as const)
      // Safe because the section of this step was stored as children.
      const kept = ended?.[id]?.results as ShownChild[] | undefined
      const now = children.filter(({ step }) => step === id).map(toResult)
      return [id, { kind: 'each', moduleStatus, results: (kept ?? now).map(withLink) }]
    }),
  )
}

type Kept = Readonly<Record<string, ModuleAnswer<unknown>>>

/** The children of each step’s newest round. */
async function readNewest(db: Db, { id, begun }: Pick<ShownRun, 'id' | 'begun'>): Promise<Child[]> {
  const all = await listChildrenOf(db, id)
  return all.filter(({ step, round }) => round === (begun[step]?.round ?? 1))
}
