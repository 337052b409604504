// Reads records with their attempts once per commit.
import { asc, eq, type SQL, sql } from 'drizzle-orm'
import { type Attempt, isHelp } from '#src/messaging/challenges/attempts.ts'
import { toChallenge } from '#src/messaging/challenges/store.ts'
import type { Challenge } from '#src/messaging/challenges/challenge.ts'
import { challengeAttempts, challenges } from '#src/messaging/challenges/table.ts'
import { suppressions } from '#src/messaging/phones/table.ts'
import type { Db } from '#src/platform/db/client.ts'
import { buildOnce } from '#src/platform/db/prepared.ts'

export type KnownRecord = {
  readonly challenge: Challenge
  /** The record’s attempts by number. */
  readonly attempts: readonly Attempt[]
  /** The help messages and acknowledgements of the record. */
  readonly helps?: readonly Attempt[]
  /** The ids of attempts whose recipient a vendor has reported as non-existent. */
  readonly refused?: ReadonlySet<string>
}

/** Reads records by their ids (at least one) in one statement. */
export async function readRecords(
  tx: Db,
  ids: readonly string[],
): Promise<Map<string, KnownRecord>> {
  const [id, ...others] = ids
  const rows = await (others.length === 0
    ? recordById(tx).execute({ id })
    : recordsById(tx).execute({ ids: `{${ids.join(',')}}` }))
  const groups = Map.groupBy(rows, ({ challenge }) => challenge.id)
  return new Map(
    [...groups].flatMap(([id, own]) => {
      const [first] = own
      return first ? [[id, toKnown(first, own)]] : []
    }),
  )
}

/** Whether a suppression says that the attempt’s recipient does not exist: only then is there something to lift. */
const isRefused = sql<boolean>`exists (
  select from ${suppressions}
  where ${suppressions.tenant} = ${challenges.tenant} and ${suppressions.mode} = ${challenges.mode}
    and ${suppressions.channel} = ${challenges.channel}
    and ${suppressions.phoneHash} = ${challengeAttempts.contactHash} and ${suppressions.reason} = 'recipient'
)`

const recordsWhere = (isAsked: SQL) =>
  buildOnce((db: Db) =>
    db
      .select({ challenge: challenges, attempt: challengeAttempts, isRefused })
      .from(challenges)
      .leftJoin(challengeAttempts, eq(challengeAttempts.challengeId, challenges.id))
      .where(isAsked)
      .orderBy(asc(challenges.id), asc(challengeAttempts.attempt))
      .prepare('records'),
  )

/**
 * Nearly always there is one id. It has its own statement, because PostgreSQL plans a statement with a list again each
 * time.
 */
const recordById = recordsWhere(eq(challenges.id, sql.placeholder('id')))
const recordsById = recordsWhere(
  sql`${challenges.id} = any(array(select unnest((${sql.placeholder('ids')}::text)::uuid[])))`,
)

type Row = Awaited<ReturnType<ReturnType<typeof recordById>['execute']>>[number]

function toKnown({ challenge }: Row, rows: readonly Row[]): KnownRecord {
  const all = rows.flatMap(({ attempt }) => attempt ?? [])
  return {
    challenge: toChallenge(challenge),
    attempts: all.filter((one) => !isHelp(one)),
    helps: all.filter(isHelp),
    refused: new Set(rows.flatMap((row) => (row.attempt && row.isRefused ? row.attempt.id : []))),
  }
}

/** Drops the refusals that were read, because they may be outdated. */
export function forgetRefusals(records: Map<string, KnownRecord>): void {
  for (const [id, { refused: _, ...record }] of records) records.set(id, record)
}
