// Reads a record with its attempts once, for all that one commit writes of it.
import {
  type Attempt,
  isHelp,
  listAllAttempts,
} from '#src/messaging/challenges/sending/attempts.ts'
import { type Challenge, findChallenge } from '#src/messaging/challenges/store.ts'
import type { Db } from '#src/platform/db/client.ts'

export type KnownRecord = {
  readonly challenge: Challenge
  /** In the order of their numbers. */
  readonly attempts: readonly Attempt[]
  /** Messages that helped with an answer, or acknowledged one. */
  readonly helps?: readonly Attempt[]
}

/** By their ids; what is asked is asked at once, on one connection. */
export async function readRecords(
  tx: Db,
  ids: readonly string[],
): Promise<Map<string, KnownRecord>> {
  const found = await Promise.all(
    ids.map(async (id) => {
      const [challenge, all] = await Promise.all([findChallenge(tx, id), listAllAttempts(tx, id)])
      const helps = all.filter(isHelp)
      const attempts = all.filter((one) => !isHelp(one))
      return challenge ? [{ challenge, attempts, helps }] : []
    }),
  )
  return new Map(found.flat().map((record) => [record.challenge.id, record]))
}
