// Runs one batch of a backtest: reads the next past runs, evaluates the version on their recorded results, and adds up
// the comparisons.
import { assert } from '#src/platform/assert.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Pack } from '#src/packs/document/pack.ts'
import { readEvidence } from '#src/packs/runs/evidence/seal-evidence.ts'
import type { PackDeps } from '#src/packs/runs/deps.ts'
import { outcomeOf, type BacktestVerdict, undecidable } from './evaluate.ts'
import { verdictOf } from './verdict.ts'
import {
  type Backtest,
  countPastRuns,
  findBacktest,
  type PastRow,
  readPastRuns,
  saveBatch,
} from './store.ts'
import { addUp, type Tally, tallyOf } from './tally.ts'
import { findTriedPack } from './tried.ts'

type Deps = Pick<PackDeps, 'offered' | 'facts' | 'versions' | 'sealer'> & {
  readonly db: Db
  readonly reads: Db
}

export type BatchOutcome = {
  readonly isDone: boolean
  readonly seen: number
  readonly total: number
}

const batchSize = 2_000
/** The runs per batch; between two batches the process does other work. */
const atOnce = 100

/** Undefined when the backtest does not exist yet. A repeated batch counts nothing twice. */
export async function runBatch(deps: Deps, id: string): Promise<BatchOutcome | undefined> {
  const { db, reads } = deps
  const before = await findBacktest(db, id)
  if (!before) return undefined
  const { status, seen, limit } = before
  const total = before.total ?? (await countPastRuns(reads, before))
  if (status !== 'running') return { isDone: true, seen, total }
  const tried = await findTriedPack({ reads, packs: deps }, before)
  assert(tried, 'the backtest’s version is not stored')

  const runs = await readPastRuns(reads, before, Math.min(batchSize, limit - seen))
  const tallies = await evaluateAll(deps, tried, runs)
  const now = seen + runs.length
  const isDone = runs.length < batchSize || now >= limit
  const last = runs.at(-1)
  await saveBatch(db, before, {
    isDone,
    total: isDone ? now : Math.max(total, now),
    seen: now,
    lastStartedAt: last?.startedAt ?? before.lastStartedAt,
    lastRun: last?.id ?? before.lastRun,
    tally: addUp([before.tally, ...tallies]),
  })
  return { isDone, seen: now, total }
}

async function evaluateAll(deps: Deps, pack: Pack, runs: readonly PastRow[]): Promise<Tally[]> {
  const tallies: Tally[] = []
  const alive = runs.filter(({ erased }) => !erased)
  for (let at = 0; at < alive.length; at += atOnce) {
    const some = alive.slice(at, at + atOnce).map((run) => tally(deps, pack, run))
    tallies.push(...(await Promise.all(some)))
  }
  return tallies
}

async function tally(deps: Deps, pack: Pack, run: PastRow): Promise<Tally> {
  return tallyOf(run.transactionId, outcomeOf(run), await verdictOnRow(deps, pack, run))
}

/** A run without recorded evidence, or with more than is kept, is undecidable. */
async function verdictOnRow(deps: Deps, pack: Pack, run: PastRow): Promise<BacktestVerdict> {
  const { reads, sealer, versions } = deps
  if (!run.kept || !run.wrappedKey) return undecidable('no-evidence')
  const key = { keyId: run.keyId, wrapped: run.wrappedKey }
  const owning = { tenant: run.tenant, mode: run.mode, id: run.transactionId, key }
  const [kept, version] = await Promise.all([
    readEvidence(reads, sealer, owning, { id: run.id, kept: run.kept }),
    versions.find(reads, run.owner, run.name, run.version),
  ])
  if (!version) return undecidable('no-evidence')
  const { answers } = run
  return verdictOf(deps, reads, pack, { owning, pack: version.document, answers, kept })
}

export const progressOf = ({ status, seen, total }: Backtest): number =>
  status === 'completed' ? 1 : total === null || total === 0 ? 0 : Math.min(1, seen / total)
