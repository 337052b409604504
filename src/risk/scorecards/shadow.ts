// A version that is evaluated beside the one that counts, on the same facts: its difference is kept, and nothing else.
import { and, desc, eq } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { ConditionFailed } from '#src/platform/cel/cel.ts'
import type { CelVariables } from '#src/platform/cel/variables.ts'
import { findLive } from '#src/journey/registry/read.ts'
import type { VersionRef } from '#src/journey/registry/shares.ts'
import type { KnownFacts } from '#src/journey/facts/vocabulary/vocabulary.ts'
import type { InCommit, Owner } from '#src/journey/transaction/locked.ts'
import type { Score } from './compile.ts'
import { findShadow } from './published.ts'
import { scoreShadows } from './table.ts'

type Scored = {
  readonly runId: string
  readonly name: string
  readonly shadow: VersionRef
  readonly score: Score
  /** Its rules may ask for others than those of what counts. */
  readonly gather: (groups: ReadonlySet<string> | undefined) => Promise<KnownFacts>
}

/** Whatever becomes of it, the score that counts stands. */
export async function evaluateShadow(
  { tx, locked }: InCommit,
  variables: CelVariables,
  { runId, name, shadow: ref, score, gather }: Scored,
): Promise<void> {
  const shadow = await findShadow(tx, variables, name, ref)
  if (!shadow) return
  const facts = await gather(shadow.groups)
  const said = attempt(() => shadow.evaluate(facts))
  if (!said) return
  const { tenant, mode, wallNow: at } = locked
  const row = {
    version: ref.version,
    difference: said.value - score.value,
    bandFrom: score.band ?? '-',
    bandTo: said.band ?? '-',
    at,
  }
  await tx
    .insert(scoreShadows)
    .values({ runId, tenant, mode, name, ...row })
    .onConflictDoUpdate({ target: scoreShadows.runId, set: row })
}

/** A rule that cannot be answered with these facts says nothing of the run. */
function attempt(evaluate: () => Score): Score | undefined {
  try {
    return evaluate()
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined
    throw error
  }
}

const countedMax = 10_000

/** Undefined where the caller has no shadow of that name. */
export async function readScorecardShadow(db: Db, { tenant, mode }: Owner, name: string) {
  const { shadow } = await findLive(db, { tenant, mode }, { kind: 'scorecard', name })
  if (!shadow) return undefined
  const found = await db
    .select()
    .from(scoreShadows)
    .where(
      and(
        eq(scoreShadows.tenant, tenant),
        eq(scoreShadows.mode, mode),
        eq(scoreShadows.name, name),
        eq(scoreShadows.version, shadow.version),
      ),
    )
    .orderBy(desc(scoreShadows.at))
    .limit(countedMax)
  const sum = found.reduce((total, { difference }) => total + difference, 0)
  const changed = found.filter(({ bandFrom, bandTo }) => bandFrom !== bandTo)
  const byBands = Map.groupBy(changed, ({ bandFrom, bandTo }) => `${bandFrom}\n${bandTo}`)
  return {
    version: shadow.version,
    compared: found.length,
    same: found.filter(({ difference }) => difference === 0).length,
    meanDifference: found.length === 0 ? 0 : Math.round((100 * sum) / found.length) / 100,
    bands: [...byBands.values()].map((some) => ({
      from: some[0]?.bandFrom ?? '-',
      to: some[0]?.bandTo ?? '-',
      count: some.length,
    })),
  }
}
