// A request that makes a change is one commit: idempotency, the lock, the rules' decision, the rows, the journal and
// the first answer. The answer and a nudge follow; nothing waits for the nudge.
import { commit, type CommitDeps } from './commit.ts'
import type { Db } from '#src/platform/db/client.ts'
import { Problem } from '#src/platform/errors.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { lockTransaction } from '#src/journey/transaction/lock.ts'
import type { Locked, Owner } from '#src/journey/transaction/locked.ts'
import { readKey } from '#src/platform/idempotency/read-key.ts'
import type { Keyed } from '#src/platform/idempotency/key.ts'
import { claim, type Claim, complete, hasFirst, toFirst } from '#src/journey/idempotency/store.ts'
import { type AnyAnswer, isRefusal } from '#src/platform/http/reply.ts'
import { ErasedError } from '#src/platform/seal/errors.ts'
import {
  type CallOf,
  type Mounted,
  mount,
  type Principal,
  type ReplyOf,
  type Route,
} from '#src/platform/http/route.ts'

export type ChangeDeps = CommitDeps & { readonly sealer: Sealer }

/** The data for a decision: the request, its commit, and the means to lock its transaction. */
export type Change<R extends Route> = Omit<CallOf<R>, 'principal'> & {
  readonly principal: Principal
  readonly tx: Db
  /** Locks the caller's transaction; throws `not-found` for an unknown or foreign one. */
  readonly lock: (id: string) => Promise<Locked>
  /** Names the transaction that this change has created or locked itself. */
  readonly adopt: (locked: Locked) => Locked
}

/** The change is committed, and its result will be a journal entry after `seq`. */
export type Pending = { readonly pendingSeq: number }
export const pending = (seq: number): Pending => ({ pendingSeq: seq })

/** Waits for a pending result while holding neither connection nor lock; throws `unavailable` at its deadline. */
export type Finish<R extends Route> = (awaited: {
  readonly owner: Owner
  readonly id: string
  readonly seq: number
  /** This request, or its repetition with the same key. */
  readonly call: CallOf<R>
}) => Promise<ReplyOf<R>>

/**
 * `decide` returns its reply or refusal as data, and never throws what its rules refuse: what it has
 * written is committed either way.
 */
export function mountChange<R extends Route>(
  deps: ChangeDeps,
  route: R,
  decide: (change: Change<R>) => Promise<ReplyOf<R> | Pending>,
  finish?: Finish<R>,
): Mounted {
  return mountDecided(deps, route, finish, (keyed, call, owner) =>
    decideInCommit(deps, { keyed, call, owner }, decide),
  )
}

/**
 * As `mountChange`, for a change that one statement can commit; cases that `atOnce` leaves undecided go to `decide`.
 */
export const mountAtOnce = <R extends Route>(
  deps: ChangeDeps,
  route: R,
  {
    atOnce,
    decide,
  }: {
    readonly atOnce: (asking: Asking<R>) => Promise<Decided | undefined>
    readonly decide: (change: Change<R>) => Promise<ReplyOf<R>>
  },
): Mounted =>
  mountDecided(deps, route, undefined, async (keyed, call, owner) => {
    const asking = { keyed, call, owner }
    return (await atOnce(asking)) ?? decideInCommit(deps, asking, decide)
  })

type Preparing<R extends Route, Prepared> = {
  /**
   * Makes what must exist before the commit, such as objects that its rows will name, while holding neither connection
   * nor lock. It is skipped when the idempotency key has an answer already.
   */
  readonly prepare: (call: CallOf<R>, owner: Principal) => Promise<Prepared>
  readonly decide: (change: Change<R>, prepared: Prepared) => Promise<ReplyOf<R> | Pending>
  readonly finish?: Finish<R> | undefined
  /** Runs after the commit or its failure, and frees what was held only for it. */
  readonly release?: (prepared: Prepared) => Promise<void>
}

/** As `mountChange`, for a change that stores objects before its rows name them. */
export function mountPrepared<R extends Route, Prepared>(
  deps: ChangeDeps,
  route: R,
  { prepare, decide, finish, release }: Preparing<R, Prepared>,
): Mounted {
  return mountDecided(deps, route, finish, async (keyed, call, owner) => {
    const isKnown = keyed !== undefined && (await hasFirst(deps.db, keyed))
    const prepared = isKnown ? undefined : { value: await prepare(call, owner) }
    const decideWith = (change: Change<R>) => {
      // The first answer, which is kept for a day, was deleted in this very moment.
      if (!prepared) throw new Problem('unavailable', { reason: 'first-answer-gone' })
      return decide(change, prepared.value)
    }
    try {
      return await decideInCommit(deps, { keyed, call, owner }, decideWith)
    } finally {
      if (prepared) await release?.(prepared.value)
    }
  })
}

function mountDecided<R extends Route>(
  deps: ChangeDeps,
  route: R,
  finish: Finish<R> | undefined,
  decideOnce: (keyed: Keyed | undefined, call: CallOf<R>, owner: Principal) => Promise<Decided>,
): Mounted {
  return mount(route, async (call) => {
    const owner = call.principal
    if (!owner)
      throw new Error(`${route.operationId} makes a change and was mounted without credentials`)
    const keyed = readKey(deps.sealer, route, call, owner)
    const { result, id = '' } = await decideOnce(keyed, call, owner)
    // Safe because an answer of this operation was made by `decide`, now or the first time.
    if (!('pendingSeq' in result)) return result as ReplyOf<R>
    if (!finish)
      throw new Error(`${route.operationId} left a result pending and cannot wait for one`)
    const answer = await finish({ owner, id, seq: result.pendingSeq, call })
    if (keyed) await complete(deps.db, deps.sealer, keyed, answer)
    return answer
  })
}

export type Decided = {
  readonly result: AnyAnswer | Pending
  readonly id?: string
  /** The request was decided before, so no answer is stored again. */
  readonly repeated?: true
}

export type Asking<R extends Route> = {
  readonly keyed: Keyed | undefined
  readonly call: CallOf<R>
  readonly owner: Principal
}

function decideInCommit<R extends Route>(
  deps: ChangeDeps,
  { keyed, call, owner: principal }: Asking<R>,
  decide: (change: Change<R>) => Promise<ReplyOf<R> | Pending>,
): Promise<Decided> {
  const { sealer } = deps
  return commit<Decided>(
    deps,
    async (tx, hold) => {
      const first = keyed && (await decideByClaim(claim(tx, sealer, keyed)))
      if (first) return first
      let id: string | undefined
      const adopt = (locked: Locked) => {
        id = locked.id
        return hold(locked)
      }
      const result = await decide({
        ...call,
        principal,
        tx,
        adopt,
        async lock(wanted) {
          const locked = await lockTransaction(tx, principal, wanted)
          if (!locked) throw new Problem('not-found')
          return adopt(locked)
        },
      })
      return id === undefined ? { result } : { result, id }
    },
    {
      mutexKey: mutexKeyOf(call),
      keepsFirstAnswer: async ({ result, repeated }, locked) =>
        keyed && !repeated ? toFirst({ sealer, locked }, keyed, result) : undefined,
    },
  )
}

/** Callers of one transaction wait for each other before they take a connection. */
function mutexKeyOf({ request }: CallOf<Route>): string | undefined {
  const named = Object.entries(request.param ?? {}).filter(
    ([name]) => name === 'id' || name === 'transactionId',
  )
  return named.map(([, value]) => String(value))[0]
}

/** The earlier request with the key, or its answer; undefined when this request is the first. */
export async function decideByClaim(claiming: Promise<Claim>): Promise<Decided | undefined> {
  const found = await claiming.catch((error: unknown) => {
    if (error instanceof ErasedError) throw new Problem('not-found')
    throw error
  })
  switch (found.kind) {
    case 'first':
      return undefined
    case 'in-progress':
      throw new Problem('idempotency-in-progress')
    case 'reused':
      throw new Problem('idempotency-key-reused')
    case 'restricted':
      throw new Problem('not-found')
    case 'pending':
      return { result: { pendingSeq: found.seq }, id: found.transactionId, repeated: true }
    case 'replay':
      return { result: replayed(found.answer), repeated: true }
  }
}

function replayed(answer: AnyAnswer): AnyAnswer {
  const headers = { ...answer.headers, 'Idempotent-Replayed': 'true' }
  return isRefusal(answer) ? { ...answer, headers } : { ...answer, headers }
}
