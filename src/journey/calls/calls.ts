// A call to a vendor is claimed, launched and waited for a little, and what came of it is recorded; what comes
// later is a fact that arrives, and is recorded in a commit of its own. One machinery for every capability.
import { type CommitDeps, commitOn } from '#src/journey/commit/commit.ts'
import { tenantOf } from '#src/journey/commit/shares.ts'
import type { TaskRun } from '#src/journey/commit/task.ts'
import type { Db } from '#src/platform/db/client.ts'
import { Problem } from '#src/platform/errors.ts'
import type { Log } from '#src/platform/log.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import { createBreakers, type CallHealth } from './breaker.ts'
import {
  createBulkheads,
  type Place,
  createPaces,
  createQueues,
  createSlots,
  createPatience,
  within,
} from './capacity.ts'
import { type Claim, claimCall, type Outcome, type VendorCall } from './call.ts'
import { isPassing, writeDown } from './write-down.ts'

const callSettings = {
  /** A call begins so soon after its claim, or not at all. */
  startMs: 2_000,
  /** A call takes so long at most, and an adapter that does not heed that a little longer. */
  vendorMs: 10_000,
  graceMs: 500,
  /** A task waits so long for its call, in one of the worker's 40 slots. */
  patienceMs: 300,
  /** So many tasks of one tenant wait at a time; the next do not. */
  slotsMax: 24,
  /** Calls of one account that one process has under way at once. */
  placesMax: 64,
  drainMs: 7_000,
  /** Between two that come back from a queue, at least. */
  gapMs: 20,
} as const

/** So long after its claim nobody can be calling any more. */
export const abandonedMs = 13_000

export type Calls = {
  /** The number of this process, by which others see it die; undefined: nobody could. */
  process(): number | undefined
  /** Whether every place of the account is taken; after a rest it has few. */
  isFull(account: string): boolean
  /** Every account that was called so far. */
  accounts(): { account: string; underWay: number; restMs: number; queueMs: number }[]
  /** For how long the account is left alone after its failures; 0: it can be used. */
  restMs(account: string): number
  /** For how long it takes no call: it rests, or its pace forbids it. */
  waitMs(account: string): number
  /** For who must wait for the account, because it rests, is full or was called enough: when it comes again, in its tenant's turn. */
  queue(account: string, tenant: string): number
  /** What a vendor said against an account after its answer counts like a refusal. */
  noteFault(account: string): void
  perform<Claimed, Result>(
    deps: CommitDeps,
    run: TaskRun,
    call: VendorCall<Claimed, Result>,
  ): Promise<void>
  /** Goes on beside everything; its failure is nobody's. */
  background(work: Promise<unknown>): void
  /** Launches nothing any more, and waits for what is under way; the rest is left to the look-ups. */
  drain(ms?: number): Promise<void>
}

/** Nobody has a place for it: the task is held, and has not failed. */
const accountsFull = (): Problem =>
  new Problem('unavailable', { reason: 'accounts-full', headers: { 'retry-after': '1' } })

type Settings = { readonly [Name in keyof typeof callSettings]: number }
type Options = Partial<Settings> & {
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
  /** How often an account may be called by this process, where that is configured. */
  readonly perSecondOf?: (account: string) => number | undefined
  readonly process?: () => number | undefined
}

const noPace = () => undefined
const noNumber = () => undefined

export function createCalls({
  log,
  perSecondOf = noPace,
  process = noNumber,
  ...changed
}: Options): Calls {
  const settings: Settings = { ...callSettings, ...changed }
  const breakers = createBreakers()
  const placesOf = (account: string) => breakers.placesOf(account, settings.placesMax)
  const bulkheads = createBulkheads(placesOf)
  const paces = createPaces(perSecondOf)
  const queues = createQueues()
  const patience = createPatience(settings.patienceMs)
  const slots = createSlots(settings.slotsMax)
  const underWay = new Set<Promise<unknown>>()
  const ending = new AbortController()
  let draining = false

  return {
    process,
    isFull: (account) => bulkheads.isFull(account),
    accounts: () =>
      bulkheads.list().map(({ account, taken }) => ({
        account,
        underWay: taken,
        restMs: breakers.openMs(account),
        queueMs: queues.lengthMs(account),
      })),
    restMs: (account) => breakers.openMs(account),
    waitMs,
    queue: (account, tenant) => queues.enter(account, tenant, waitMs(account), gapOf(account)),

    noteFault: (account) => note(account, 'fault'),

    async perform(deps, run, call) {
      const claim = await claimCall(run, call, reserve)
      if (!claim) return run.commitLast(async () => {})
      const { id: transaction, key: task } = run
      const tenant = tenantOf(transaction)
      const { pack, place } = claim
      // What reads the answer may take this process with it: then the line is what is left.
      log.info({ transaction, tenant, task, pack, account: place.account }, 'a call begins')
      const calling = launch(claim, call)
      track(calling)
      // A task that stays open costs an entry when its call is not waited for.
      const usualMs = call.postpone ? settings.patienceMs : patience.waitMs(claim.place.account)
      const waitMs = slots.isFull(tenant) ? 0 : usualMs
      const outcome = await slots.hold(tenant, () => within(waitMs, calling))
      const known = { claimed: claim.claimed, call }
      if (outcome) return recordNow(deps, run, { ...known, outcome })
      track(calling.then((late) => recordLate(deps, run, { ...known, outcome: late })))
      if (call.postpone)
        await run.commitAnyway(async (tx, locked) => call.postpone?.(tx, locked, claim.claimed))
    },

    background: track,

    async drain(ms = settings.drainMs) {
      draining = true
      await within(ms, untilNothingIsUnderWay())
      ending.abort()
    },
  }

  function note(account: string, verdict: CallHealth): void {
    if (breakers.note(account, verdict))
      log.warn({ account }, 'account keeps failing, left alone for a minute')
  }

  function waitMs(account: string): number {
    return Math.max(breakers.openMs(account), paces.waitMs(account))
  }

  /** Between two calls: as its configuration says, or as many as its places work off. */
  function gapOf(account: string): number {
    const perSecond = perSecondOf(account)
    if (perSecond !== undefined) return 1_000 / perSecond
    // Of one that has not answered yet, or does no longer, the worst is expected.
    const usualMs = patience.averageMs(account) ?? settings.vendorMs
    const callMs = Math.max(usualMs, bulkheads.oldestMs(account))
    return Math.max(settings.gapMs, callMs / settings.placesMax)
  }

  function reserve(account: string): Place {
    const mayCall = !draining && paces.waitMs(account) === 0
    const place = mayCall ? bulkheads.reserve(account) : undefined
    if (!place) throw accountsFull()
    paces.note(account)
    return place
  }

  async function launch<Claimed, Result>(
    { claimed, at, place }: Claim<Claimed>,
    call: VendorCall<Claimed, Result>,
  ): Promise<Outcome<Result>> {
    const begun = performance.now()
    try {
      // A process that stood still has lost its claim: the attempt may have been looked up by now.
      if (begun - at > settings.startMs) return { result: call.lost('late'), durationMs: 0 }
      const signal = AbortSignal.timeout(settings.vendorMs)
      const answer = call.call(claimed, signal).catch(() => call.lost('reset'))
      const inTime = await within(settings.vendorMs + settings.graceMs, answer)
      const result = inTime ?? call.lost('timeout')
      const durationMs = Math.round(performance.now() - begun)
      const verdict = call.judge(result)
      // A question about an earlier call is answered fast by a vendor that takes none.
      if (verdict !== 'nothing') patience.note(place.account, durationMs)
      note(place.account, verdict)
      return { result, durationMs }
    } finally {
      place.release()
    }
  }

  type Write = (tx: Db, locked: Locked) => Promise<void>
  type Known<Claimed, Result> = {
    readonly call: VendorCall<Claimed, Result>
    readonly claimed: Claimed
    readonly outcome: Outcome<Result>
  }

  /** In the answer of the task; an outage leaves it to the process, and the task is held. */
  async function recordNow<Claimed, Result>(
    deps: CommitDeps,
    run: TaskRun,
    known: Known<Claimed, Result>,
  ): Promise<void> {
    try {
      await recordBy((write) => run.commitAnyway(write), deps, run, known)
    } catch (error) {
      if (isPassing(error)) track(recordLate(deps, run, known))
      throw error
    }
  }

  function recordLate<Claimed, Result>(
    deps: CommitDeps,
    run: TaskRun,
    known: Known<Claimed, Result>,
  ): Promise<void> {
    const inCommit = (write: Write) => commitOn(deps, run.id, write)
    return writeDown(() => recordBy(inCommit, deps, run, known), { log, signal: ending.signal })
  }

  async function recordBy<Claimed, Result>(
    inCommit: (write: Write) => Promise<unknown>,
    { db }: CommitDeps,
    { id }: TaskRun,
    { call, claimed, outcome }: Known<Claimed, Result>,
  ): Promise<void> {
    let isThere = false
    await inCommit(async (tx, locked) => {
      isThere = true
      await call.record(tx, locked, claimed, outcome)
    })
    if (!isThere) await call.drop?.(db, id, claimed, outcome)
  }

  function track(work: Promise<unknown>): void {
    const tracked = work.catch(() => undefined).finally(() => underWay.delete(tracked))
    underWay.add(tracked)
  }

  async function untilNothingIsUnderWay(): Promise<void> {
    while (underWay.size > 0) await Promise.all(underWay)
  }
}
