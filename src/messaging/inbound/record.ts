// Reads records with their attempts once, for all that one commit writes of them.
import { asc, eq, sql } from 'drizzle-orm'
import { type Attempt, isHelp } from '#src/messaging/challenges/sending/attempts.ts'
import { type Challenge, toChallenge } from '#src/messaging/challenges/store.ts'
import { challengeAttempts, challenges } from '#src/messaging/challenges/table.ts'
import { suppressions } from '#src/messaging/phones/table.ts'
import type { Db } from '#src/platform/db/client.ts'
import { buildOnce } from '#src/platform/db/prepared.ts'

export type KnownRecord = {
  readonly challenge: Challenge
  /** In the order of their numbers. */
  readonly attempts: readonly Attempt[]
  /** Messages that helped with an answer, or acknowledged one. */
  readonly helps?: readonly Attempt[]
  /** The attempts of which a vendor has said that there is no such recipient, by their ids. */
  readonly refused?: ReadonlySet<string>
}

/** By their ids, in one statement. */
export async function readRecords(
  tx: Db,
  ids: readonly string[],
): Promise<Map<string, KnownRecord>> {
  const rows = await recordsById(tx).execute({ ids: `{${ids.join(',')}}` })
  const groups = Map.groupBy(rows, ({ challenge }) => challenge.id)
  return new Map(
    [...groups].flatMap(([id, own]) => {
      const [first] = own
      return first ? [[id, toKnown(first, own)]] : []
    }),
  )
}

/** Whether somebody says that the attempt's recipient does not exist: only then there is something to lift. */
const isRefused = sql<boolean>`exists (
  select from ${suppressions}
  where ${suppressions.tenant} = ${challenges.tenant} and ${suppressions.mode} = ${challenges.mode}
    and ${suppressions.channel} = ${challenges.channel}
    and ${suppressions.phoneHash} = ${challengeAttempts.contactHash} and ${suppressions.reason} = 'recipient'
)`

const recordsById = buildOnce((db: Db) =>
  db
    .select({ challenge: challenges, attempt: challengeAttempts, isRefused })
    .from(challenges)
    .leftJoin(challengeAttempts, eq(challengeAttempts.challengeId, challenges.id))
    .where(sql`${challenges.id} = any((${sql.placeholder('ids')}::text)::uuid[])`)
    .orderBy(asc(challenges.id), asc(challengeAttempts.attempt))
    .prepare('records_by_id'),
)

type Row = Awaited<ReturnType<ReturnType<typeof recordsById>['execute']>>[number]

function toKnown({ challenge }: Row, rows: readonly Row[]): KnownRecord {
  const all = rows.flatMap(({ attempt }) => attempt ?? [])
  return {
    challenge: toChallenge(challenge),
    attempts: all.filter((one) => !isHelp(one)),
    helps: all.filter(isHelp),
    refused: new Set(rows.flatMap((row) => (row.attempt && row.isRefused ? row.attempt.id : []))),
  }
}

/** What was read of them is true no longer. */
export function forgetRefusals(records: Map<string, KnownRecord>): void {
  for (const [id, { refused: _, ...record }] of records) records.set(id, record)
}
