// Finds the step names for journal entries of runs: the journal stores the positions of conditions and reviews, and
// only the run’s version has their names.
import { inArray } from 'drizzle-orm'
import type { ReadDetails } from '#src/journey/capabilities/details.ts'
import { nameOfStep, stepAt } from '#src/packs/document/walk.ts'
import {
  conditionAnswered,
  personAnswered,
  personAsked,
  personAwaited,
  roundBegan,
  roundLeft,
  stepDeferred,
  tableAnswered,
} from '#src/packs/runs/kinds.ts'
import { packRuns } from '#src/packs/runs/table.ts'
import { createVersions } from '#src/packs/runs/versions.ts'

/** The kinds of entries whose `reason` is a position. */
const placed: ReadonlySet<string> = new Set(
  [
    conditionAnswered,
    personAnswered,
    personAsked,
    personAwaited,
    roundBegan,
    roundLeft,
    stepDeferred,
    tableAnswered,
  ].map(({ name }) => name),
)

// A separate cache of versions is safe, because published versions never change.
const versions = createVersions()

export const stepNames: ReadDetails = async ({ db, entries }) => {
  const asked = entries.flatMap(({ seq, kind, ref, reason }) =>
    placed.has(kind) && ref !== null && reason !== null ? [{ seq, ref, place: reason }] : [],
  )
  if (asked.length === 0) return new Map()
  const ids = [...new Set(asked.map(({ ref }) => ref))]
  const runs = await db.select().from(packRuns).where(inArray(packRuns.id, ids))
  const found = runs.map(async ({ id, owner, name, version }) => {
    const { document } = (await versions.find(db, owner, name, version)) ?? {}
    return [id, document?.root] as const
  })
  const roots = new Map(await Promise.all(found))
  return new Map(
    asked.flatMap(({ seq, ref, place }) => {
      const root = roots.get(ref)
      const step = root && stepAt(root, place)
      return step ? [[seq, { step: nameOfStep(step, place) }] as const] : []
    }),
  )
}
