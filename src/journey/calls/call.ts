// A call to a vendor as the shared machinery sees it: what is claimed before it, and what its outcome means.
import type { Task } from '#src/journey/transaction/task.ts'
import type { TaskRun } from '#src/journey/commit/task.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import type { CallHealth } from './breaker.ts'
import type { Place } from './capacity.ts'

export type Outcome<Result> = { readonly result: Result; readonly durationMs: number }

export type VendorCall<Claimed, Result> = {
  /**
   * Runs within a commit, before the claims: the tasks whose calls are claimed in it and made side by side. Without it
   * the call of the task alone.
   */
  tasks?(tx: Db, locked: Locked, task: Task): Promise<readonly Task[]>
  /**
   * Runs within a commit: records the attempt, and takes a place of its account by `reserve`. Undefined when there is
   * nothing to call.
   */
  claim(
    tx: Db,
    locked: Locked,
    task: Task,
    reserve: (account: string) => void,
  ): Promise<Claimed | undefined>
  call(claimed: Claimed, signal: AbortSignal): Promise<Result>
  /** Builds the outcome of a call that was not made (`late`), took too long, or broke off. */
  lost(cause: 'late' | 'timeout' | 'reset'): Result
  /** Judges the health of the account by the outcome. */
  judge(result: Result): CallHealth
  /** Runs within a commit; the outcome may be recorded already. */
  record(tx: Db, locked: Locked, claimed: Claimed, outcome: Outcome<Result>): Promise<void>
  /**
   * Runs outside of a commit when the transaction was erased or restricted during the call, so that nothing can be
   * recorded in it.
   */
  drop?(db: Db, transactionId: string, claimed: Claimed, outcome: Outcome<Result>): Promise<void>
  /** For a claim that has left its task open: moves the task to the time at which the call has ended. */
  postpone?(tx: Db, locked: Locked, claimed: Claimed): Promise<void>
}

export type Claim<Claimed> = {
  readonly claimed: Claimed
  /** The value of `performance.now()` at the claim. */
  readonly at: number
  readonly place: Place
  /** The pack that was started last in the transaction. */
  readonly pack: string | null
}

/** The sandbox's accounts never rest: all tenants share them, and their faults are simulated on a caller's request. */
export async function claimCalls<Claimed, Result>(
  run: TaskRun,
  call: VendorCall<Claimed, Result>,
  reserve: (account: string, tenant: string) => Place,
): Promise<readonly Claim<Claimed>[]> {
  const places = new Set<Place>()
  let claims: readonly Claim<Claimed>[] = []
  try {
    const made = await run.commit(async (tx, locked, own) => {
      const at = performance.now()
      const made: Claim<Claimed>[] = []
      for (const task of (await call.tasks?.(tx, locked, own)) ?? [own]) {
        let place: Place | undefined
        const claimed = await call.claim(tx, locked, task, (account) => {
          places.add((place = reserve(account, locked.tenant)))
        })
        if (claimed !== undefined && place) made.push({ claimed, at, place, pack: locked.pack })
      }
      return made
    })
    claims = made ?? []
    return claims
  } finally {
    const kept = new Set(claims.map(({ place }) => place))
    for (const place of places) if (!kept.has(place)) place.release()
  }
}

/**
 * The ways to treat a send with an unknown outcome. `safe`: a repeat does no harm; `key`: the vendor recognises a
 * repeat by the attempt’s id as idempotency key; `lookup`: it is repeated only if a look-up proves that the message is
 * absent; `never`: it is not repeated.
 */
export type Repeat = 'safe' | 'key' | 'lookup' | 'never'
