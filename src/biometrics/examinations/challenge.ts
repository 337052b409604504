// Chooses the head poses of a challenge, which is for one submission and valid for two minutes.
import { randomBytes, randomInt } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import { append } from '#src/journey/journal/append.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { InCommit, Locked } from '#src/journey/transaction/locked.ts'
import { readFields } from '#src/journey/transaction/store.ts'
import { documentValue } from '#src/journey/velocity/sighting.ts'
import { countSightings, recordSightings } from '#src/journey/velocity/store.ts'
import { livenessChallengeIssued } from './kinds.ts'
import { type PromptedPose, posesWanted } from '#src/biometrics/movement/pacing-rules.ts'
import {
  type Action,
  type MovementKind,
  challengesMax,
  chooseActions,
} from '#src/biometrics/movement/rules.ts'
import { livenessChallenges } from './table.ts'

/**
 * How long a challenge is valid. An approach, moving near and away instead of turning, is for people who need more
 * time.
 */
const expiryMs = { turn: 120_000, approach: 300_000 } as const
const windowMs = 24 * 60 * 60_000
/**
 * The most challenges of one transaction in the window, because somebody could otherwise wait for the order of turns
 * that a film shows.
 */
const issuedMax = 5
/** The most challenges of one document over all its transactions, in live mode. */
const documentMax = 10
const documentRetrySeconds = 3_600

export type IssuedChallenge = {
  readonly nonce: string
  readonly actions: readonly Action[]
  readonly expiresAt: Date
  /** The number of turns that a paced challenge asks for one by one. */
  readonly poses?: number
}

/**
 * Runs in the caller's commit; a refusal says in how many seconds another challenge is possible. `isPaced` asks for the
 * movements one by one.
 */
export async function issueChallenge(
  { tx, sealer, locked }: InCommit<{ readonly sealer: Sealer }>,
  { kind = 'turn', isPaced = false }: { readonly kind?: MovementKind; readonly isPaced?: boolean },
): Promise<IssuedChallenge | { readonly retryAfterSeconds: number }> {
  const now = locked.now.getTime()
  const recent = await tx
    .select({ issuedAt: livenessChallenges.issuedAt })
    .from(livenessChallenges)
    .where(
      and(
        eq(livenessChallenges.transactionId, locked.id),
        gt(livenessChallenges.issuedAt, new Date(now - windowMs)),
      ),
    )
    .orderBy(livenessChallenges.issuedAt)
  const oldest = recent.at(-issuedMax)
  if (oldest) return { retryAfterSeconds: (oldest.issuedAt.getTime() + windowMs - now) / 1_000 }
  const document = {
    kind: 'challenged-document',
    value: documentValue(await readFields(sealer, locked)),
  } as const
  if (locked.mode === 'live') {
    const asked = { of: document, count: 'attempts', withinMs: windowMs } as const
    const [issued = 0] = await countSightings(tx, sealer, locked, [asked])
    if (issued >= documentMax) return { retryAfterSeconds: documentRetrySeconds }
  }
  await recordSightings({ tx, sealer, locked }, [document])
  const nonce = randomBytes(16).toString('base64url')
  // The further movements of a paced challenge are chosen only when their time has come.
  const all = chooseActions(kind, randomInt(challengesMax))
  const actions = isPaced ? all.slice(0, 1) : all
  const expiresAt = new Date(now + expiryMs[kind])
  await tx.insert(livenessChallenges).values({
    nonceHash: hashNonce(sealer, locked, nonce),
    transactionId: locked.id,
    actions,
    issuedAt: locked.now,
    expiresAt,
    ...(isPaced && { poses: [] }),
  })
  append(locked, { kind: livenessChallengeIssued, module: 'liveness' })
  return { nonce, actions, expiresAt, ...(isPaced && { poses: posesWanted }) }
}

export type BoundChallenge = {
  readonly actions: readonly Action[]
  /** The poses that a paced challenge has asked for so far. */
  readonly poses: readonly PromptedPose[] | null
}

/**
 * Binds the nonce to this submission for good: the same submission may use it again, another never. Undefined when it
 * is unknown, belongs to another transaction, had expired when the event arrived, or is bound already.
 */
export async function bindChallenge(
  { tx, sealer, locked }: InCommit<{ readonly sealer: Sealer }>,
  bound: { readonly nonce: string; readonly submissionId: string; readonly arrivedAt: Date },
): Promise<BoundChallenge | undefined> {
  const hashes = hashesOfNonce(sealer, locked, bound.nonce).map((hash) => hash.toString('hex'))
  const [row] = await tx.execute<BoundChallenge>(sql`
    update ${livenessChallenges} set used_by = ${bound.submissionId}::uuid
    where nonce_hash in (select decode(hex, 'hex') from unnest(string_to_array(${hashes.join(',')}, ',')) hex)
      and transaction_id = ${locked.id} and expires_at > ${bound.arrivedAt.toISOString()}::timestamptz
      and (used_by is null or used_by = ${bound.submissionId}::uuid)
    returning actions, poses`)
  return row
}

/** The hash by the current key comes first. */
export const hashesOfNonce = (sealer: Sealer, locked: Locked, nonce: string): readonly Buffer[] =>
  sealer.hashes(...partsOf(locked, nonce))

const partsOf = ({ tenant, mode, id }: Locked, nonce: string) =>
  ['liveness-nonce', tenant, mode, id, nonce] as const

const hashNonce = (sealer: Sealer, locked: Locked, nonce: string): Buffer =>
  sealer.hash(...partsOf(locked, nonce))
