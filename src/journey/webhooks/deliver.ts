// Sends due deliveries in every worker, in rounds: record the results, assign events to endpoints, and claim as many
// deliveries as there are places. Deliveries belong to an endpoint and not to a transaction, so no agenda or workflow
// is involved: processes share them through rows with leases.
import { setTimeout as sleep } from 'node:timers/promises'
import { keepConnections } from '#src/journey/calls/http.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Log } from '#src/platform/log.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { type ClaimedDelivery, claimDue } from './claim.ts'
import { type Disabled, type TriedDelivery, record } from './record.ts'
import { createSigners } from '#src/journey/receivers/secrets.ts'
import { placesOf } from './rules.ts'
import { isDelivered, send, type WebhookSettings } from './send.ts'
import { spread } from './spread.ts'
import { webhookKind } from './table.ts'

export type DeliverDeps = {
  readonly db: Db
  readonly sealer: Sealer
  readonly webhooks: WebhookSettings
  readonly log: Log
  readonly onSent: (outcome: 'delivered' | 'failed', seconds: number) => void
  readonly onDisabled: (disabled: Disabled) => void
}

/** The most concurrent calls of a process; when one tenant has them all, the next free one goes to another tenant. */
const callsMax = 200
/**
 * The pauses between two rounds. The shortest one is for an endpoint that answers fast and has more deliveries waiting.
 */
const [idleMs, busyMs, leastMs] = [500, 200, 25]
/** An endpoint without free places gets more deliveries once its running calls have fallen to this number. */
const freedPlaces = placesOf(0) / 2
/** How long an idle connection is kept for the next event, and the most per server. */
const [keptMs, keptMax] = [5_000, 32]
/** How long running calls are awaited at the end. */
const lastMs = 2_000
/** Added to the time limit of a try, so that no other process takes a running delivery. */
const leaseMoreMs = 30_000

export type Deliverer = {
  /** Runs one round; resolves to whether there was any work. */
  round(): Promise<boolean>
  /** Runs rounds until the signal; then waits for the running calls and records their results. */
  run(signal: AbortSignal): Promise<void>
}

export function createDeliverer(deps: DeliverDeps): Deliverer {
  const { db, sealer, webhooks, log } = deps
  const open = createSigners(sealer, webhookKind)
  const kept = keepConnections(keptMax, keptMs)
  const busy = new Map<string, number>()
  const calls = new Set<Promise<void>>()
  const ended: TriedDelivery[] = []
  const ending = new AbortController()
  /** The endpoints whose places were all in use after the last round. */
  const crowded = new Set<string>()
  let hurry = () => {}

  async function attempt(claimed: ClaimedDelivery): Promise<void> {
    const { signal } = ending
    const sent = await send(claimed, await open(claimed.endpoint), {
      settings: webhooks,
      kept,
      signal,
    })
    // The result is unknown when the process ends, so the delivery is tried again after its lease.
    if (ending.signal.aborted) return
    deps.onSent(isDelivered(sent) ? 'delivered' : 'failed', sent.tried.durationMs / 1_000)
    ended.push({ claimed, sent })
  }

  function start(claimed: ClaimedDelivery): void {
    const { id } = claimed.endpoint
    busy.set(id, (busy.get(id) ?? 0) + 1)
    const call = attempt(claimed)
      // The delivery is tried again after its lease.
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
      // Recording a result twice is harmless.
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

  /** An endpoint with free places ends the pause early. */
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
