// Builds the view of a review, and finds the signs against an approval, from the present facts and those that the run
// saw.
import { listAnswered } from '#src/packs/runs/answer/answers.ts'
import type { EvidenceRecord } from '#src/packs/runs/evidence/evidence.ts'
import type { Run } from '#src/packs/runs/rows.ts'
import { readEvidence } from '#src/packs/runs/evidence/seal-evidence.ts'
import { findRun } from '#src/packs/runs/store.ts'
import type { Version } from '#src/packs/runs/versions.ts'
import { conditionAround, decidingPath } from '#src/packs/document/deciding.ts'
import type { FactsQuery } from '#src/journey/facts/facts.ts'
import type { Db } from '#src/platform/db/client.ts'
import { findSigns, pathOfStep, type Sign, signGroups } from './rules.ts'
import { type Deciding, type FactsRead, factsReadBy, listSeen, type SeenFact } from './seen.ts'
import type { ReviewDeps } from './source.ts'
import type { Review } from './store.ts'

export type ReviewView = { readonly seen: readonly SeenFact[]; readonly against: readonly Sign[] }

type Deps = Pick<ReviewDeps, 'packs' | 'sealer' | 'reviewSources'>

export async function readView(
  deps: Deps,
  db: Db,
  transaction: FactsQuery['transaction'],
  review: Review,
): Promise<ReviewView> {
  const { packs, sealer, reviewSources } = deps
  const { read, kept, deciding } = await readSeenByRun(deps, db, transaction, review)
  const decidingGroups = deciding.values.flatMap(
    (one) => /^facts\.(\w+)\./.exec(one.read)?.[1] ?? [],
  )
  const groups = new Set([...signGroups, ...read.keys(), ...decidingGroups])
  const [now, seen] = await Promise.all([
    packs.facts.gather({ db, sealer, transaction }, groups),
    reviewSources(review.source).readSeen({ sealer }, db, transaction, review),
  ])
  return { seen: listSeen({ now, kept, deciding, read }), against: findSigns(now, seen) }
}

type Looking = Pick<ReviewDeps, 'sealer'> & {
  readonly packs: Pick<ReviewDeps['packs'], 'versions' | 'offered'>
}

type SeenByRun = {
  readonly read: FactsRead
  readonly kept: EvidenceRecord | undefined
  readonly deciding: Deciding
}

/** Reads what the run saw, with the pack version to which the run or link is pinned. */
export async function readSeenByRun(
  { packs, sealer }: Looking,
  db: Db,
  transaction: Pick<FactsQuery['transaction'], 'id' | 'tenant' | 'key'>,
  review: Review,
): Promise<SeenByRun> {
  const { source, subject, pack, tenant } = review
  const run = source === 'pack' ? await findRun(db, subject) : undefined
  const [name = '', number] = pack.split('@')
  const version = run
    ? await packs.versions.find(db, run.owner, run.name, run.version)
    : await packs.versions.findNamed(db, tenant, name, Number(number))
  const read = version ? factsReadBy(version.document.root, source === 'link') : new Map()
  if (!run?.kept || !version) return { read, kept: undefined, deciding: { values: [] } }
  const kept = await readEvidence(db, sealer, transaction, { id: run.id, kept: run.kept })
  return { read, kept, deciding: findDeciding(packs, { run, version, kept }, review.step) }
}

type Seeing = { readonly run: Run; readonly version: Version; readonly kept: EvidenceRecord }

/** The condition that led the run to this review, with the values that it read. */
function findDeciding(
  { offered }: Looking['packs'],
  { run, version: { document }, kept }: Seeing,
  step: string,
): Deciding {
  const asked = pathOfStep(step)
  const path =
    asked === undefined ? decidingPath(document.root, run) : conditionAround(document.root, asked)
  if (path === undefined) return { values: [] }
  const answered = listAnswered({ pack: document, answers: run.answers, kept, offered })
  const last = answered.findLast((one) => one.path === path)
  return { ...(last?.condition && { condition: last.condition }), values: last?.values ?? [] }
}
