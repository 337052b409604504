// Sending an e-mail token: claim the attempt, call the provider, record what came of it. Between the
// claim and the record nothing is certain, so what has no outcome is looked up, never sent again blindly.
import { setTimeout as sleep } from 'node:timers/promises'
import { append } from '#src/journal/append.ts'
import type { Entry, NewEntry } from '#src/journal/entry.ts'
import type { Db } from '#src/db/client.ts'
import { isUnavailable } from '#src/db/errors.ts'
import type { EmailProvider } from '#src/modules/email-token/provider.ts'
import {
  type AttemptOutcome,
  decideAfterLookup,
  decideAfterSend,
  maySend,
} from '#src/modules/email-token/rules.ts'
import {
  type AttemptRow,
  claimAttempt,
  type EmailToken,
  endAttempt,
  findToken,
  listAttempts,
  recordFact,
} from '#src/modules/email-token/store.ts'
import type { Locked } from '#src/transaction/locked.ts'
import { findById, readerNow } from '#src/transaction/store.ts'
import { commit } from './commit.ts'
import type { ActivityDeps } from './deps.ts'
import { writeEmail } from './email-message.ts'
import { beating } from './heartbeat.ts'
import type { Activities, AttemptRef } from './signatures.ts'

type EmailTokenActivities = Pick<
  Activities,
  'sendEmailToken' | 'settleEmailToken' | 'expireEmailToken'
>

const vendorMs = 10_000
/** A send begins so soon after its claim, or not at all; so after both, nobody is sending any more. */
const startMs = 2_000
const about = (ref: string) => ({ module: 'email-token', ref }) as const

export function emailTokenActivities(deps: ActivityDeps): EmailTokenActivities {
  const { db } = deps
  return {
    sendEmailToken: (request) =>
      beating(async () => {
        const claimed = await claim(deps, request)
        if (!claimed.attempt) return claimed.entries
        const { attempt, locked, token, provider } = claimed
        const message = await writeEmail(deps, locked, token, request.attempt)
        const begun = performance.now()
        const signal = AbortSignal.timeout(vendorMs)
        const ids = {
          transactionId: locked.id,
          recordId: token.id,
          attempt: request.attempt,
          attemptId: attempt.id,
          signal,
        }
        // A process that stood still has lost its claim: another one may have looked the attempt up by now.
        const isLate = begun - claimed.at > startMs
        const result = isLate ? late : await provider.send(message, ids)
        const durationMs = Math.round(performance.now() - begun)
        // Where the provider can be asked, an uncertain send is not left uncertain.
        const found = result.kind === 'uncertain' ? await lookUp(provider, attempt.id) : undefined
        const recorded = await insist(() =>
          record(db, request, attempt, durationMs, (now) => {
            const at = { attempt: request.attempt, expiresAt: token.expiresAt, now }
            return found ? decideAfterLookup(found, at) : decideAfterSend(result, at)
          }),
        )
        return [...claimed.entries, ...recorded]
      }),

    settleEmailToken: (request) =>
      beating(async () => {
        const token = await findToken(db, request.ref)
        const attempt = (await listAttempts(db, request.ref)).find(
          ({ attempt: n }) => n === request.attempt,
        )
        if (!token || !attempt || attempt.outcome !== null) return []
        await untilNobodySends(db, request.id, attempt)
        const provider = Object.values(deps.emailProviders).find(
          (one) => one?.id === attempt.provider,
        )
        const found = await lookUp(provider, attempt.id)
        return record(db, request, attempt, null, (now) =>
          decideAfterLookup(found, { attempt: request.attempt, expiresAt: token.expiresAt, now }),
        )
      }),

    async expireEmailToken({ id, ref }) {
      const token = await findToken(db, ref)
      if (!token) return []
      return commit(db, id, async (tx, locked) => {
        // The clocks of two machines may differ by a little; the timer never fires early by more.
        const earlyMs = token.expiresAt - locked.now.getTime()
        if (earlyMs > 1_000) return []
        if (earlyMs > 0) await sleep(earlyMs)
        const current = await findToken(tx, ref)
        if (!current || current.repliedAt !== null || current.expiredAt !== null) return []
        await recordFact(tx, ref, { expiredAt: new Date(token.expiresAt) })
        return append(tx, locked, [
          { kind: 'email-token-expired', ...about(ref), at: token.expiresAt },
        ])
      })
    },
  }
}

type Claimed =
  | { readonly entries: Entry[]; readonly attempt?: undefined }
  | {
      readonly entries: Entry[]
      /** By `performance.now()`. */
      readonly at: number
      readonly attempt: AttemptRow
      readonly locked: Locked
      readonly token: EmailToken
      readonly provider: EmailProvider
    }

async function claim(
  { db, emailProviders }: ActivityDeps,
  { id, ref, attempt: n }: AttemptRef,
): Promise<Claimed> {
  let claimed: Claimed = { entries: [] }
  const entries = await commit(db, id, async (tx, locked) => {
    const [token, attempts] = await Promise.all([findToken(tx, ref), listAttempts(tx, ref)])
    const sends = attempts.filter(
      ({ outcome }) => outcome === 'email-token-sent' || outcome === 'email-token-uncertain',
    )
    if (!token || !maySend(token, sends.length, locked.now.getTime())) return []
    const provider = emailProviders[locked.mode]
    if (!provider) return fail(tx, locked, ref, n)
    const attempt = await claimAttempt(tx, {
      tokenId: ref,
      attempt: n,
      provider: provider.id,
      claimedAt: locked.now,
    })
    if (!attempt) return []
    claimed = { entries: [], at: performance.now(), attempt, locked, token, provider }
    return append(tx, locked, [
      { kind: 'email-token-attempt-claimed', ...about(ref), attempt: n, provider: provider.id },
    ])
  })
  return { ...claimed, entries }
}

async function fail(tx: Db, locked: Locked, ref: string, attempt: number): Promise<Entry[]> {
  await recordFact(tx, ref, { failedAt: locked.now, failureCode: 'no-provider' })
  return append(tx, locked, [
    { kind: 'email-token-failed', ...about(ref), code: 'no-provider', attempt },
  ])
}

function record(
  db: Db,
  { id, ref, attempt: n }: AttemptRef,
  { id: attemptId, provider }: AttemptRow,
  durationMs: number | null,
  decide: (now: number) => AttemptOutcome,
): Promise<Entry[]> {
  return commit(db, id, async (tx, locked) => {
    const outcome = decide(locked.now.getTime())
    if (!(await endAttempt(tx, attemptId, outcome.kind, locked.now))) return []
    if (outcome.kind === 'email-token-failed' || outcome.kind === 'email-token-uncertain')
      await recordFact(tx, ref, { failedAt: locked.now, failureCode: outcome.code })
    const entry: NewEntry = { ...outcome, ...about(ref), attempt: n, provider, durationMs }
    return append(tx, locked, [entry])
  })
}

const late = { kind: 'deferred', class: 'transient', code: 'late' } as const

/** While the worker that claimed may still be sending, finding nothing proves nothing. */
async function untilNobodySends(db: Db, id: string, { claimedAt }: AttemptRow): Promise<void> {
  const found = await findById(db, id)
  const ageMs = found ? readerNow(found).getTime() - claimedAt.getTime() : Infinity
  await sleep(Math.max(0, startMs + vendorMs - ageMs))
}

async function lookUp(provider: EmailProvider | undefined, attemptId: string) {
  return provider?.lookup
    ? insist(async () => provider.lookup?.(attemptId) ?? 'unknown')
    : 'unknown'
}

/** The outcome of a send is known here alone: Postgres may be away for a while before it is stored. */
async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!isUnavailable(error) || tries >= 40) throw error
      await sleep(500)
    }
  }
}
