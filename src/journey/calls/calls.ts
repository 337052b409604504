// Claims calls to vendors, starts them side by side, waits a short time for them, and records their outcomes in one
// commit. An outcome that comes later is recorded in a commit of its own. All capabilities use this one machinery.
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
import { type Claim, claimCalls, type Outcome, type VendorCall } from './call.ts'
import { isPassing, writeDown } from './write-down.ts'

const callSettings = {
  /** A call starts within this time after its claim, or not at all. */
  startMs: 2_000,
  /** The time limit of a call, and the extra time for an adapter that ignores its abort signal. */
  vendorMs: 10_000,
  graceMs: 500,
  /** The longest time that a task waits for its call; it holds one of the worker’s 40 slots meanwhile. */
  patienceMs: 300,
  /** The most tasks of one tenant that wait for their calls at the same time; further tasks do not wait. */
  slotsMax: 24,
  /** The most concurrent calls of one account in one process. */
  placesMax: 64,
  drainMs: 7_000,
  /** The least time between two tasks that return from a queue. */
  gapMs: 20,
} as const

/** This long after its claim no process can still be calling. */
export const abandonedMs = 13_000

export type Calls = {
  /** The number of this process, by which others notice its end; undefined when it has none. */
  process(): number | undefined
  /** Whether every place of the account is taken; after a rest the account has only a few, for all or for the tenant. */
  isFull(account: string, tenant: string): boolean
  /** Lists every account that was called so far. */
  accounts(): { account: string; underWay: number; restMs: number; queueMs: number }[]
  /** How long the account is not called for the tenant after its failures; 0 when it can be used. */
  restMs(account: string, tenant: string): number
  /** How long the account takes no call of the tenant, because it rests or has reached its rate limit. */
  waitMs(account: string, tenant: string): number
  /**
   * For a task that must wait for the account, because it rests, is full or has reached its rate limit: enters the
   * tenant’s line and returns the milliseconds until the next try.
   */
  queue(account: string, tenant: string): number
  /** Counts an error that a vendor reports after its answer against the account, as a refusal is counted. */
  noteRefusal(account: string, tenant: string): void
  perform<Claimed, Result>(
    deps: CommitDeps,
    run: TaskRun,
    call: VendorCall<Claimed, Result>,
  ): Promise<void>
  /** Lets the work go on in the background; its errors are ignored. */
  background(work: Promise<unknown>): void
  /** Starts no further calls and waits for the running ones; calls that are still open are left to look-ups. */
  drain(ms?: number): Promise<void>
}

/** No account has a free place: the task is postponed and has not failed. */
const accountsFull = (): Problem =>
  new Problem('unavailable', { reason: 'accounts-full', headers: { 'retry-after': '1' } })

type Settings = { readonly [Name in keyof typeof callSettings]: number }
type Options = Partial<Settings> & {
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
  /** How many calls per second this process may make to an account, if it is limited. */
  readonly perSecondOf?: (account: string) => number | undefined
  readonly process?: () => number | undefined
}

type Write = (tx: Db, locked: Locked) => Promise<void>

type Known<Claimed, Result> = {
  readonly call: VendorCall<Claimed, Result>
  readonly claimed: Claimed
  readonly outcome: Outcome<Result>
}

/** A call that is under way, and how long its task waits for it. */
type Launched<Claimed, Result> = Omit<Known<Claimed, Result>, 'outcome'> & {
  readonly waitMs: number
  readonly calling: Promise<Outcome<Result>>
  /** Set as soon as the outcome is known. */
  outcome?: Outcome<Result>
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
  const bulkheads = createBulkheads((...of) => breakers.placesOf(settings.placesMax, ...of))
  const paces = createPaces(perSecondOf)
  const queues = createQueues()
  const patience = createPatience(settings.patienceMs)
  const slots = createSlots(settings.slotsMax)
  const underWay = new Set<Promise<unknown>>()
  const ending = new AbortController()
  const waitMs = (account: string, tenant: string) =>
    Math.max(breakers.openMs(account, tenant), paces.waitMs(account))
  let draining = false

  return {
    process,
    isFull: (...of) => bulkheads.isFull(...of),
    accounts: () =>
      bulkheads.list().map(({ account, taken }) => ({
        account,
        underWay: taken,
        restMs: breakers.longestOpenMs(account),
        queueMs: queues.lengthMs(account),
      })),
    restMs: (...of) => breakers.openMs(...of),
    waitMs,
    queue: (account, tenant) =>
      queues.enter(account, tenant, waitMs(account, tenant), gapOf(account)),

    noteRefusal: (account, tenant) => note(account, 'refused', tenant),

    async perform(deps, run, call) {
      const claims = await claimCalls(run, call, reserve)
      if (claims.length === 0) return run.commitLast(async () => {})
      const launched = claims.map((claim) => begin(run, claim, call))
      await waitFor(tenantOf(run.id), launched)
      const known = launched.flatMap(({ claimed, outcome }) =>
        outcome ? { call, claimed, outcome } : [],
      )
      const late = launched.filter(({ outcome }) => !outcome)
      for (const { claimed, calling } of late)
        track(calling.then((outcome) => recordLate(deps, run, { call, claimed, outcome })))
      const postponed = call.postpone ? late : []
      if (known.length + postponed.length > 0) await recordNow(deps, run, known, postponed)
    },

    background: track,

    async drain(ms = settings.drainMs) {
      draining = true
      await within(ms, untilNothingIsUnderWay())
      ending.abort()
    },
  }

  function begin<Claimed, Result>(
    { id: transaction, key: task }: TaskRun,
    claim: Claim<Claimed>,
    call: VendorCall<Claimed, Result>,
  ): Launched<Claimed, Result> {
    const { claimed, pack, place } = claim
    const { account } = place
    // Reading the answer may crash this process; then this log line is what remains.
    log.info({ transaction, tenant: tenantOf(transaction), task, pack, account }, 'a call begins')
    // A task that stays open costs a journal entry if its call is not waited for, so it waits the full time.
    const waitMs = call.postpone ? settings.patienceMs : patience.waitMs(account)
    const launched: Launched<Claimed, Result> = {
      call,
      claimed,
      waitMs,
      calling: launch(claim, call),
    }
    track(launched.calling.then((outcome) => (launched.outcome = outcome)))
    return launched
  }

  /** Until the longest of them has answered or is not waited for any more. */
  function waitFor(
    tenant: string | undefined,
    launched: readonly Pick<Launched<unknown, unknown>, 'calling' | 'waitMs'>[],
  ): Promise<unknown> {
    const isFull = slots.isFull(tenant)
    const all = () =>
      Promise.all(launched.map(({ calling, waitMs }) => within(isFull ? 0 : waitMs, calling)))
    return slots.hold(tenant, all)
  }

  function note(account: string, verdict: CallHealth, tenant: string): void {
    const opened = breakers.note(account, verdict, tenant)
    const about = opened === 'tenant' ? { account, tenant } : { account }
    if (opened) log.warn(about, 'account keeps failing, left alone for a minute')
  }

  /** The time between two calls: by the configured rate, or so that the account’s places can keep up. */
  function gapOf(account: string): number {
    const perSecond = perSecondOf(account)
    if (perSecond !== undefined) return 1_000 / perSecond
    // For an account that has not answered yet, or no longer answers, the longest duration is assumed.
    const usualMs = patience.averageMs(account) ?? settings.vendorMs
    const callMs = Math.max(usualMs, bulkheads.oldestMs(account))
    return Math.max(settings.gapMs, callMs / settings.placesMax)
  }

  function reserve(account: string, tenant: string): Place {
    const mayCall = !draining && paces.waitMs(account) === 0
    const place = mayCall ? bulkheads.reserve(account, tenant) : undefined
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
      // A process that was suspended has lost its claim: a look-up may have settled the attempt meanwhile.
      if (begun - at > settings.startMs) return { result: call.lost('late'), durationMs: 0 }
      const signal = AbortSignal.timeout(settings.vendorMs)
      const answer = call.call(claimed, signal).catch(() => call.lost('reset'))
      const inTime = await within(settings.vendorMs + settings.graceMs, answer)
      const result = inTime ?? call.lost('timeout')
      const durationMs = Math.round(performance.now() - begun)
      const verdict = call.judge(result)
      // Look-ups of earlier calls are left out, because a vendor that accepts no calls may still answer them fast.
      if (verdict !== 'nothing') patience.note(place.account, durationMs)
      note(place.account, verdict, place.tenant)
      return { result, durationMs }
    } finally {
      place.release()
    }
  }

  /**
   * Records the outcomes within the task. If the database is down, or one of several cannot be recorded, the process
   * keeps trying in the background, each alone, and the task is postponed.
   */
  async function recordNow<Claimed, Result>(
    deps: CommitDeps,
    run: TaskRun,
    known: readonly Known<Claimed, Result>[],
    postponed: readonly Launched<Claimed, Result>[],
  ): Promise<void> {
    const inCommit = (write: Write) =>
      run.commitAnyway(async (tx, locked) => {
        await write(tx, locked)
        for (const { call, claimed } of postponed) await call.postpone?.(tx, locked, claimed)
      })
    try {
      await recordBy(inCommit, deps, run, known)
    } catch (error) {
      if (isPassing(error) || known.length > 1)
        for (const one of known) track(recordLate(deps, run, one))
      throw error
    }
  }

  function recordLate<Claimed, Result>(
    deps: CommitDeps,
    run: TaskRun,
    known: Known<Claimed, Result>,
  ): Promise<void> {
    const inCommit = (write: Write) => commitOn(deps, run.id, write)
    return writeDown(() => recordBy(inCommit, deps, run, [known]), { log, signal: ending.signal })
  }

  async function recordBy<Claimed, Result>(
    inCommit: (write: Write) => Promise<unknown>,
    { db }: CommitDeps,
    { id }: TaskRun,
    known: readonly Known<Claimed, Result>[],
  ): Promise<void> {
    let isThere = false
    await inCommit(async (tx, locked) => {
      isThere = true
      for (const { call, claimed, outcome } of known)
        await call.record(tx, locked, claimed, outcome)
    })
    if (isThere) return
    for (const { call, claimed, outcome } of known) await call.drop?.(db, id, claimed, outcome)
  }

  function track(work: Promise<unknown>): void {
    const tracked = work.catch(() => undefined).finally(() => underWay.delete(tracked))
    underWay.add(tracked)
  }

  async function untilNothingIsUnderWay(): Promise<void> {
    while (underWay.size > 0) await Promise.all(underWay)
  }
}
