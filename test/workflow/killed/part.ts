// What the parts of this file have in common: each brings its vendors and its journeys to the one kill.
import { expect, vi } from 'vitest'
import type { Db } from '#src/platform/db/client.ts'
import { type Caller, ofKind } from '#test/support/caller.ts'
import type { Environment, Process } from '#test/support/process.ts'

export type Part<Scene> = {
  readonly environment: Environment
  /** What it changes for the worker that comes after. */
  readonly environmentLater?: Environment
  /** Creates its journeys, and waits for what is to be recorded before the kill; `db` is there to hold rows. */
  prepare(url: string, db: Db): Promise<Steps<Scene>>
  close(): Promise<void>
}

/** All parts take each step at once, in this order. */
export type Steps<Scene> = {
  /** Resolves when those who are to wait for a row that the test holds do so. */
  hold(): Promise<void>
  /** Resolves when those calls are under way that no vendor answers; they are given up after ten seconds. */
  hang(): Promise<void>
  /** What stops the worker on the way, and so comes when all others stand where they are to be killed. */
  stop?(worker: Process): Promise<void>
  /** Resolves when a call is under way that the sandbox answers after three seconds, which the kill has to be before. */
  hurry?(): Promise<void>
  /** The worker is gone: nothing is held any more, and the vendors answer. */
  release(): Promise<void>
  /** Another worker is up. */
  goOn(): Promise<Scene>
}

/** Resolves when the timeline has one such entry. */
export const untilJournaled = (caller: Caller, id: string, kind: string): Promise<unknown> =>
  vi.waitFor(async () => expect(ofKind(await caller.timeline(id), kind)).toHaveLength(1), {
    timeout: 45_000,
    interval: 100,
  })

export type Waits = {
  /** From the request to the acceptance of a message that was asked for after the kill, in milliseconds. */
  readonly othersMs: number
}

/** From the request to the acceptance of a message, in milliseconds. */
export async function measureAcceptance(
  caller: Caller,
  id: string,
  ask: () => Promise<unknown>,
): Promise<number> {
  const askedAt = performance.now()
  await ask()
  await untilJournaled(caller, id, 'challenge-accepted')
  return performance.now() - askedAt
}
