// Takes insights in the caller's commit: the stored set, or a newly derived one.
import type { Db } from '#src/platform/db/client.ts'
import type { Facts, FactsQuery } from '#src/journey/facts/facts.ts'
import type { KnownFacts } from '#src/journey/facts/vocabulary/vocabulary.ts'
import { append } from '#src/journey/journal/append.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import type { StoredTransaction } from '#src/journey/transaction/store.ts'
import { catalogueVersion, deriveInsights } from './catalogue/catalogue.ts'
import { openLookUps } from './look-ups/open.ts'
import type { LookUpName } from './look-ups/port.ts'
import {
  findInsightSet,
  type InsightContent,
  openInsightSet,
  saveInsightSet,
  type StoredSet,
} from './store.ts'
import { defineKind } from '#src/journey/journal/kind.ts'

/**
 * `code` is the number of insights and of alerts among them, `12/3`; `reason` the versions by which they were derived.
 */
export const insightsDerived = defineKind(
  'insights-derived',
  'Insights were derived from what is known: how many, and how many of them alert.',
)

/** After this time facts from look-ups and other transactions are read again. */
const freshMs = 10 * 60_000

/** Whether nothing has happened to the transaction since the set was derived, and it is not too old. */
export function isFresh(
  { seq, derivedAt, versions }: StoredSet,
  { lastSeq }: Pick<StoredTransaction, 'lastSeq'>,
  wanted: string,
  wallNow: Date,
): boolean {
  return seq === lastSeq && versions === wanted && wallNow.getTime() - derivedAt.getTime() < freshMs
}

export type TakeDeps = {
  readonly facts: Facts
  readonly sealer: Sealer
}

export type Taken<Score = undefined> = InsightContent<Score> & { readonly facts: KnownFacts }

/** The name and version of the scorecard for an asked score, and its function. */
export type Scoring<Score> = {
  readonly scorecard: string
  readonly score: (facts: KnownFacts) => Score
}

export const versionsOf = (scorecard?: string): string =>
  scorecard === undefined ? `${catalogueVersion}` : `${catalogueVersion} ${scorecard}`

/**
 * Within a commit, opens the due look-ups, derives insights and stores them. An unchanged set gets no journal entry.
 */
export async function takeInsights<Score = undefined>(
  { facts, sealer }: TakeDeps,
  {
    tx,
    locked,
    asker,
    module,
    runId,
    wanted,
  }: {
    readonly tx: Db
    readonly locked: Locked
    readonly asker: string
    readonly module: string
    /** The run of a pack, if the asker is one. */
    readonly runId?: string
    /** The look-ups that are opened if their answers are missing or old. */
    readonly wanted: readonly LookUpName[]
  },
  scoring?: Scoring<Score>,
): Promise<Taken<Score>> {
  const missing = await openLookUps(tx, locked, wanted)
  const known = await gatherFacts(facts, { db: tx, sealer, transaction: locked })
  const insights = deriveInsights(known)
  const content: InsightContent<Score> = {
    codes: insights.map(({ code }) => code),
    missing,
    ...(scoring && { score: scoring.score(known) }),
  }
  const versions = versionsOf(scoring?.scorecard)
  const before = await findInsightSet(tx, locked.id, asker)
  const same =
    before && before.versions === versions && (await openInsightSet(sealer, locked, before))
  if (!same || JSON.stringify({ ...same, missing }) !== JSON.stringify(content)) {
    const alerts = insights.filter(({ relevance }) => relevance === 'Alerta').length
    append(locked, {
      kind: insightsDerived,
      module,
      ...(runId !== undefined && { ref: runId }),
      code: `${insights.length}/${alerts}`,
      reason: versions,
    })
  }
  await saveInsightSet({ tx, sealer, locked }, { asker, versions }, content)
  return { ...content, facts: known }
}

export async function gatherFacts(
  facts: Facts,
  asked: FactsQuery,
  groups?: ReadonlySet<string>,
): Promise<KnownFacts> {
  // Safe because every source declares its facts with the types of the vocabulary, which a test compares.
  return (await facts.gather(asked, groups)) as KnownFacts
}
