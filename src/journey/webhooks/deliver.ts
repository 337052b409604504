// Sends what is due, in every worker: rounds that write down what has ended, give events to endpoints, and take as many
// deliveries as there are places. A delivery is of an endpoint and no part of a transaction, so neither an agenda nor
// its workflow knows of it: rows that processes take from each other are enough, and outlive each of them.
import { setTimeout as sleep } from 'node:timers/promises'
import { keepConnections } from '#src/journey/calls/http.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Log } from '#src/platform/log.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { WebhookSettings } from './address.ts'
import { type ClaimedDelivery, claimDue } from './claim.ts'
import { type Disabled, type TriedDelivery, record } from './record.ts'
import { createSigners } from './secrets.ts'
import { placesOf } from './rules.ts'
import { isDelivered, send } from './send.ts'
import { spread } from './spread.ts'

export type DeliverDeps = {
  readonly db: Db
  readonly sealer: Sealer
  readonly webhooks: WebhookSettings
  readonly log: Log
  readonly onSent: (outcome: 'delivered' | 'failed', seconds: number) => void
  readonly onDisabled: (disabled: Disabled) => void
}

/** Calls that a process has under way: where one tenant has them all, the next one that ends is another's. */
const callsMax = 200
/** Between two rounds; the least is for an endpoint that takes what it gets and for which more waits. */
const [idleMs, busyMs, leastMs] = [500, 200, 25]
/** Once so many calls to it have ended, such an endpoint gets more. */
const freedPlaces = placesOf(0) / 2
/** A connection that has served is kept so long for the next event, and so many to one server. */
const [keptMs, keptMax] = [5_000, 32]
/** What is under way at the end may take so long. */
const lastMs = 2_000
/** Longer than a try: nobody else takes what is under way. */
const leaseMoreMs = 30_000

export type Deliverer = {
  /** One round; resolves to whether there was anything to do. */
  round(): Promise<boolean>
  /** Rounds until the signal; what is under way then is waited for, and written down. */
  run(signal: AbortSignal): Promise<void>
}

export function createDeliverer(deps: DeliverDeps): Deliverer {
  const { db, sealer, webhooks, log } = deps
  const open = createSigners(sealer)
  const kept = keepConnections(keptMax, keptMs)
  const busy = new Map<string, number>()
  const calls = new Set<Promise<void>>()
  const ended: TriedDelivery[] = []
  const ending = new AbortController()
  /** Endpoints all of whose places were taken by the last round. */
  const crowded = new Set<string>()
  let hurry = () => {}

  async function attempt(claimed: ClaimedDelivery): Promise<void> {
    const { signal } = ending
    const sent = await send(claimed, await open(claimed.endpoint), {
      settings: webhooks,
      kept,
      signal,
    })
    // Nobody knows what became of it: its lease ends, and it is tried again.
    if (ending.signal.aborted) return
    deps.onSent(isDelivered(sent) ? 'delivered' : 'failed', sent.tried.durationMs / 1_000)
    ended.push({ claimed, sent })
  }

  function start(claimed: ClaimedDelivery): void {
    const { id } = claimed.endpoint
    busy.set(id, (busy.get(id) ?? 0) + 1)
    const call = attempt(claimed)
      // Its lease ends, and it is tried again.
      .catch((error: unknown) => log.warn({ error, webhook: id }, 'a webhook could not be sent'))
      .finally(() => {
        calls.delete(call)
        leave(id)
      })
    calls.add(call)
  }

  function leave(id: string): void {
    const left = (busy.get(id) ?? 1) - 1
    if (left > 0) busy.set(id, left)
    else busy.delete(id)
    if (left <= freedPlaces && crowded.delete(id)) hurry()
  }

  async function writeDown(): Promise<boolean> {
    const done = ended.splice(0)
    try {
      for (const disabled of await record(db, done)) deps.onDisabled(disabled)
    } catch (error) {
      // What has been written down twice reads the same.
      ended.unshift(...done)
      throw error
    }
    return done.length > 0
  }

  async function round(): Promise<boolean> {
    const hasEnded = await writeDown()
    const found = await spread(db)
    const max = callsMax - calls.size
    const leaseMs = webhooks.timeoutMs + leaseMoreMs
    const claimed = max > 0 ? await claimDue(db, { busy, max, leaseMs }) : []
    for (const one of claimed) start(one)
    crowded.clear()
    for (const [id, count] of busy) if (count >= placesOf(0)) crowded.add(id)
    return hasEnded || found > 0 || claimed.length > 0
  }

  /** An endpoint that could take more ends it early. */
  async function pause(ms: number, signal: AbortSignal): Promise<void> {
    const early = new AbortController()
    hurry = () => early.abort()
    await sleep(leastMs, undefined, { signal })
    signal.addEventListener('abort', hurry)
    await sleep(ms - leastMs, undefined, { signal: early.signal }).catch(() => undefined)
    signal.removeEventListener('abort', hurry)
  }

  return {
    round,
    async run(signal) {
      while (!signal.aborted) {
        const isBusy = await round().catch((error: unknown) => {
          log.warn({ error }, 'webhooks wait')
          return false
        })
        const waitMs = isBusy || calls.size > 0 ? busyMs : idleMs
        await pause(waitMs, signal).catch(() => undefined)
      }
      await Promise.race([Promise.all(calls), sleep(lastMs)])
      ending.abort()
      await Promise.all(calls)
      await writeDown().catch(() => undefined)
      kept[Symbol.dispose]()
    },
  }
}
