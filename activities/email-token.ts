// Sending an e-mail token: claim the attempt, call the provider, record what came of it. Between the
// claim and the record nothing is certain, so what has no outcome is looked up, never sent again blindly.
import { append } from '#src/journal/append.ts'
import type { Entry, NewEntry } from '#src/journal/entry.ts'
import type { Db } from '#src/db/client.ts'
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
import { callVendor, insist, untilDue, untilNobodySends } from './sending.ts'
import type { Activities, AttemptRef } from './signatures.ts'

type EmailTokenActivities = Pick<
  Activities,
  'sendEmailToken' | 'settleEmailToken' | 'expireEmailToken'
>

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
        const ids = {
          transactionId: locked.id,
          recordId: token.id,
          attempt: request.attempt,
          attemptId: attempt.id,
        }
        const { result, durationMs } = await callVendor(claimed.at, (signal) =>
          provider.send(message, { ...ids, signal }),
        )
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
        const found = await findById(db, request.id)
        const claimedAt = attempt.claimedAt.getTime()
        await untilNobodySends(found ? readerNow(found).getTime() - claimedAt : Infinity)
        const provider = Object.values(deps.emailProviders).find(
          (one) => one?.id === attempt.provider,
        )
        const left = await lookUp(provider, attempt.id)
        return record(db, request, attempt, null, (now) =>
          decideAfterLookup(left, { attempt: request.attempt, expiresAt: token.expiresAt, now }),
        )
      }),

    async expireEmailToken({ id, ref }) {
      const token = await findToken(db, ref)
      if (!token) return []
      return commit(db, id, async (tx, locked) => {
        if (!(await untilDue(token.expiresAt - locked.now.getTime()))) return []
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

async function lookUp(provider: EmailProvider | undefined, attemptId: string) {
  return provider?.lookup
    ? insist(async () => provider.lookup?.(attemptId) ?? 'unknown')
    : 'unknown'
}
