// Evaluates another version beside the one that counts, on the same facts, and stores only the difference.
import { createHash } from 'node:crypto'
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { ConditionFailed } from '#src/platform/cel/cel.ts'
import type { CelVariables } from '#src/platform/cel/variables.ts'
import { findLive } from '#src/journey/registry/read.ts'
import type { VersionRef } from '#src/journey/registry/shares.ts'
import type { KnownFacts } from '#src/journey/facts/vocabulary/vocabulary.ts'
import type { InCommit, Owner } from '#src/journey/transaction/locked.ts'
import type { Score } from './score.ts'
import { findShadow } from './published-scorecards.ts'
import { scoreShadows } from './table.ts'

type Scored = {
  readonly runId: string
  readonly name: string
  readonly shadow: VersionRef
  /** The score of the run, or one for each of its subjects. */
  readonly scores: readonly { readonly subject?: string; readonly score: Score }[]
  /** Gathers further facts, because its rules may read others than those of the version that counts. */
  readonly gather: (groups: ReadonlySet<string> | undefined) => Promise<KnownFacts>
}

/** A failure here does not affect the scores that count. */
export async function evaluateShadow(
  { tx, locked }: InCommit,
  variables: CelVariables,
  { runId, name, shadow: ref, scores, gather }: Scored,
): Promise<void> {
  const shadow = await findShadow(tx, variables, name, ref)
  if (!shadow) return
  const facts = await gather(shadow.groups)
  const { tenant, mode, wallNow: at } = locked
  const rows = scores.flatMap(({ subject, score }) => {
    const said = attempt(() =>
      subject === undefined ? shadow.evaluate(facts) : shadow.rate(facts, subject),
    )
    if (!said) return []
    const difference = said.value - score.value
    const bands = { bandFrom: score.band ?? '-', bandTo: said.band ?? '-' }
    const id = subject === undefined ? runId : partIdOf(runId, subject)
    return [{ runId: id, tenant, mode, name, version: ref.version, difference, ...bands, at }]
  })
  if (rows.length === 0) return
  await tx
    .insert(scoreShadows)
    .values(rows)
    .onConflictDoUpdate({
      target: scoreShadows.runId,
      set: {
        version: sql`excluded.version`,
        difference: sql`excluded.difference`,
        bandFrom: sql`excluded.band_from`,
        bandTo: sql`excluded.band_to`,
        at: sql`excluded.at`,
      },
    })
}

/** Each subject of a run has one row, however often it is rated. The 32 digits are a UUID for Postgres. */
const partIdOf = (runId: string, subject: string): string =>
  createHash('sha256').update(`${runId}\0${subject}`).digest('hex').slice(0, 32)

/** A rule that fails over these facts gives no comparison. */
function attempt(evaluate: () => Score | undefined): Score | undefined {
  try {
    return evaluate()
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined
    throw error
  }
}

const countedMax = 10_000
const keptDays = 400
const forgottenAtOnce = 1_000

/** Deletes a batch of old comparisons; resolves to their number. */
export async function forgetOldShadows(db: Db): Promise<number> {
  const old = db
    .select({ runId: scoreShadows.runId })
    .from(scoreShadows)
    // The statement's own time, because a clock that runs on during the statement could use no index.
    .where(lt(scoreShadows.at, sql`statement_timestamp() - make_interval(days => ${keptDays})`))
    .limit(forgottenAtOnce)
  const gone = await db
    .delete(scoreShadows)
    .where(inArray(scoreShadows.runId, old))
    .returning({ runId: scoreShadows.runId })
  return gone.length
}

/** Undefined when the caller has no shadow of that name. */
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
