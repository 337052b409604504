// Workers killed at random moments while journeys run: all of them end, and nothing happens twice.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, vi } from 'vitest'
import type { TimelineEntry } from '#src/journal/schema.ts'
import { type Caller, createCaller, ofKind } from '#test/support/caller.ts'
import { test } from '#test/db/fixture.ts'
import { createFleet, type Fleet } from '#test/support/process.ts'
import { countUnseen } from '#test/support/transactions.ts'

const journeysMax = 10
const killsMax = 3
const untilDone = { timeout: 90_000, interval: 250 }

/** Resolves to the transaction's id when its pack has ended. */
async function walk(caller: Caller, n: number): Promise<string> {
  // Spread over the kills, so that each of them meets journeys at every step.
  await sleep(n * 400)
  const id = await caller.create(`journey-${n}@example.com`)
  expect(await caller.askToken(id)).toMatchObject({ status: 201 })
  const code = await vi.waitFor(async () => {
    const [message] = await caller.messages(id)
    return message?.code ?? expect.fail('no message yet')
  }, untilDone)
  expect(await caller.validate(id, code)).toMatchObject({ status: 200, body: { status: 'Valid' } })
  await vi.waitFor(async () => {
    const { body } = await caller.queryPack(id, 5)
    expect(body['status']).toBe('completed')
  }, untilDone)
  return id
}

/** Kills the only worker a random while after it has come up, again and again; the last one stays. */
async function keepKilling(fleet: Fleet): Promise<void> {
  for (let kill = 0; kill < killsMax; kill++) {
    const worker = await fleet.startWorker()
    await sleep(200 + Math.random() * 1_500)
    await worker.kill()
  }
  await fleet.startWorker()
}

/** An attempt is claimed once and has one outcome at most; a look-up may have proved it absent. */
function expectNothingTwice(timeline: readonly TimelineEntry[]): void {
  expect(timeline.map(({ seq }) => seq)).toEqual(timeline.map((_, index) => index + 1))
  const kinds = ['challenge-attempt-claimed', 'challenge-accepted', 'challenge-deferred']
  for (const kind of kinds) {
    const attempts = ofKind(timeline, kind).map(({ attempt }) => attempt)
    expect(new Set(attempts).size).toBe(attempts.length)
  }
  for (const { outcome } of ofKind(timeline, 'challenge-deferred')) expect(outcome).toBe('absent')
  for (const kind of ['pack-started', 'module-started', 'module-completed', 'pack-ended'])
    expect(ofKind(timeline, kind)).toHaveLength(1)
  expect(ofKind(timeline, 'challenge-valid')).toHaveLength(1)
}

test(
  'whenever workers are killed every journey ends, each message is there once, and no step is lost or repeated',
  { timeout: 120_000 },
  async ({ url, db }) => {
    await using parts = new AsyncDisposableStack()
    const fleet = createFleet({
      databaseUrl: url,
      temporalAddress: inject('temporalAddress'),
      bundlePath: inject('bundlePath'),
    })
    parts.defer(() => fleet.close())
    const caller = createCaller((await fleet.startApi()).url)
    const journeys = Array.from({ length: journeysMax }, (_, n) => walk(caller, n))
    const [ids] = await Promise.all([Promise.all(journeys), keepKilling(fleet)])
    for (const id of ids) {
      expectNothingTwice(await caller.timeline(id))
      expect(await caller.messages(id)).toHaveLength(1)
    }
    expect(await countUnseen(db)).toBe(0)
  },
)
