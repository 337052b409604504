// A call to a vendor, as the machinery sees it: what is claimed before it, and what its outcome means.
import type { Task } from '#src/journey/transaction/task.ts'
import type { TaskRun } from '#src/journey/commit/task.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import type { CallHealth } from './breaker.ts'
import type { Place } from './capacity.ts'

export type Outcome<Result> = { readonly result: Result; readonly durationMs: number }

export type VendorCall<Claimed, Result> = {
  /**
   * Within a commit: writes the attempt down, and takes a place of its account by `reserve`. Undefined: there
   * is nothing to call.
   */
  claim(
    tx: Db,
    locked: Locked,
    task: Task,
    reserve: (account: string) => void,
  ): Promise<Claimed | undefined>
  call(claimed: Claimed, signal: AbortSignal): Promise<Result>
  /** The outcome of a call that was not made, took too long, or broke. */
  lost(cause: 'late' | 'timeout' | 'reset'): Result
  /** What the outcome says of the account. */
  judge(result: Result): CallHealth
  /** Within a commit; it may find that the outcome is known already. */
  record(tx: Db, locked: Locked, claimed: Claimed, outcome: Outcome<Result>): Promise<void>
  /** Outside of a commit: the transaction was erased or restricted meanwhile, and nothing of it can be recorded. */
  drop?(db: Db, transactionId: string, claimed: Claimed, outcome: Outcome<Result>): Promise<void>
  /** Where the claim has left the task open: moves it to when the call is over. */
  postpone?(tx: Db, locked: Locked, claimed: Claimed): Promise<void>
}

export type Claim<Claimed> = {
  readonly claimed: Claimed
  /** By `performance.now()`. */
  readonly at: number
  readonly place: Place
  /** The pack that was started last. */
  readonly pack: string | null
}

/** The place is taken before the claim counts, and given back when it does not. */
export async function claimCall<Claimed, Result>(
  run: TaskRun,
  call: VendorCall<Claimed, Result>,
  reserve: (account: string) => Place,
): Promise<Claim<Claimed> | undefined> {
  const places: Place[] = []
  let claim: Claim<Claimed> | undefined
  try {
    claim = await run.commit(async (tx, locked, task) => {
      const at = performance.now()
      const claimed = await call.claim(tx, locked, task, (account) => {
        places.push(reserve(account))
      })
      const [place] = places
      return claimed !== undefined && place ? { claimed, at, place, pack: locked.pack } : undefined
    })
    return claim
  } finally {
    if (!claim) for (const place of places) place.release()
  }
}

/**
 * What a repeat of a send with an unknown outcome does: nothing bad, or nothing because the vendor knows the
 * attempt's id as idempotency key; it is repeated only where a look-up proves the message absent; or never.
 */
export type Repeat = 'safe' | 'key' | 'lookup' | 'never'
