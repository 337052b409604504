// A listener follows the events of all tenants by the published client, and is killed every few seconds.
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

/** `feed`: the place of its credential; `next` is empty where its cursor was lost. */
export type HeardPage = {
  readonly feed: number
  readonly next: string
  readonly events: readonly HeardEvent[]
}

/** What of `atesta-client` is used here, as its build gives it; its own types exist only once it is built. */
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
  /** How often the listener was killed. */
  readonly kills: () => number
  readonly heard: () => HeardEvent[]
  /** It is killed no more, and goes on listening; rejects when it has ended by itself. */
  leave(): Promise<void>
  end(): Promise<void>
}

const client = resolve(import.meta.dirname, '../../../clients/atesta-client')
/** It is killed while it reads, and while nobody answers it. */
const killedMs = [2_000, 15_000] as const
const awayMs = 1_500

export type ListenerPlan = {
  /** Where it writes what it hears. */
  readonly file: string
  /** A credential for each tenant and mode. */
  readonly tokens: readonly string[]
  readonly chance: Chance
}

/** Builds the client of the document that `url` gives. */
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
  // Nobody is left behind by a run that ends early.
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
  // Awaited at the end; what fails before that must not end the process.
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
