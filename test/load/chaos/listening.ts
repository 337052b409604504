// Runs a listener that follows the events of all tenants with the published client, and kills it every few seconds.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Chance } from '#test/load/chance.ts'

export type HeardEvent = {
  readonly id: string
  readonly type: string
  readonly transactionId: string
  readonly data: Readonly<Record<string, string | number>>
}

/** `feed`: the index of its credential; `next` is empty if its cursor was lost. */
export type HeardPage = {
  readonly feed: number
  readonly next: string
  readonly events: readonly HeardEvent[]
}

/** The exports of `atesta-client` that are used here; its own types exist only after its build. */
export type ClientPackage = {
  readonly createAtesta: (options: {
    readonly baseUrl: string
    readonly credential: () => Promise<string>
    readonly retries: number
    readonly maxWaitMs: number
  }) => unknown
  readonly followEvents: (
    atesta: unknown,
    options: object,
  ) => AsyncGenerator<Omit<HeardPage, 'feed'>>
}

export type Listening = {
  /** The number of kills. */
  readonly kills: () => number
  readonly heard: () => HeardEvent[]
  /** Stops the kills; the listener continues. Rejects when it has ended by itself. */
  leave(): Promise<void>
  end(): Promise<void>
}

const client = resolve(import.meta.dirname, '../../../clients/atesta-client')
/** The range of times between kills: some hit a read, others a wait for an answer. */
const killedMs = [2_000, 15_000] as const
const awayMs = 1_500

export type ListenerPlan = {
  /** The file for the events. */
  readonly file: string
  /** A credential for each tenant and mode. */
  readonly tokens: readonly string[]
  readonly chance: Chance
}

/** Builds the client from the OpenAPI document at `url`. */
export async function startListening(
  url: string,
  { file, tokens, chance }: ListenerPlan,
): Promise<Listening> {
  const build = [join(client, 'build.mjs'), `${url}/openapi.json`]
  await promisify(execFile)(process.execPath, build)
  const args = [join(import.meta.dirname, 'listener.ts'), file, url, join(client, 'dist/index.js')]
  const start = () =>
    spawn(process.execPath, [...args, ...tokens], { stdio: ['ignore', 'ignore', 'inherit'] })
  let [child, kills] = [start(), 0]
  // A run that ends early must leave no process behind.
  process.once('exit', () => void child.kill('SIGKILL'))
  const kill = async () => {
    const ended = once(child, 'exit')
    if (child.exitCode !== null) throw new Error('the listener has ended by itself')
    child.kill('SIGKILL')
    await ended
  }
  const leaving = new AbortController()
  const { signal } = leaving
  const killing = (async () => {
    for (;;) {
      await wait(chance.between(...killedMs), undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      await kill()
      kills += 1
      await wait(chance.between(0, awayMs))
      child = start()
    }
  })()
  // Awaited at the end; an earlier failure must not end the process.
  killing.catch(() => undefined)
  return {
    kills: () => kills,
    heard() {
      const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
      const lines = text
        .slice(0, text.lastIndexOf('\n') + 1)
        .split('\n')
        .filter(Boolean)
      return lines.flatMap((line) => (JSON.parse(line) as HeardPage).events)
    },
    async leave() {
      leaving.abort()
      await killing
    },
    end: kill,
  }
}
