// The service as it is measured: an API and a worker, the calls of a client, and the wait until all work is done.
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#src/main/local/ports.ts'
import type { Environment, Fleet, Process } from '#test/support/process.ts'
import { type Client, createClient } from './client.ts'
import { askForToken, createTransaction } from './journey.ts'
import { generous, type Stage } from './stage.ts'

export type Service = AsyncDisposable & {
  readonly client: Client
  readonly api: Process & { readonly url: string }
  readonly worker: Process
  /** Starts another worker after the first was killed. */
  startWorker(): Promise<Process>
  /** Starts a process with the engines; resolves when their models are loaded. */
  startEngines(): Promise<Process>
  /** Process ids by name, including those of the servers. */
  readonly processes: Readonly<Record<'postgres' | 'temporal' | 'api' | 'worker', number>>
}

/** The first transaction of the service that was started last: earlier ones have no worker any more. */
const firsts = new WeakMap<Stage, string>()

/** The processes of the service or its baseline, with the settings for measurements. */
export const openMeasuredFleet = (stage: Stage, environment: Environment = {}): Fleet =>
  stage.openFleet(
    { ...generous, LOG_LEVEL: 'warn', IMAGES_FOLDER: '', ...environment },
    { detached: true },
  )

/** Starts a program that listens at PORT. */
export async function serve(fleet: Fleet, file: string): Promise<Service['api']> {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const one = await fleet.start(file, () => fetch(url).then(() => true), { PORT: port })
  return { ...one, url }
}

/** `environment`: variables of the API and the worker, besides those of every process. */
export async function startService(stage: Stage, environment: Environment = {}): Promise<Service> {
  await using parts = new AsyncDisposableStack()
  const fleet = parts.use(openMeasuredFleet(stage, environment))
  const api = await serve(fleet, 'src/main/api.ts')
  const all: Process[] = [api]
  const client = await createClient(api.url)
  const { id } = await createTransaction(client)
  firsts.set(stage, id)
  // When a workflow reads this transaction, the worker is running.
  await askForToken(client, id)
  const start = async (name: string, isUp: () => Promise<boolean>, changed?: Environment) => {
    const one = await fleet.start(`src/main/${name}.ts`, isUp, changed)
    all.push(one)
    return one
  }
  const startWorker = () => start('worker', () => isSeen(stage, id))
  const worker = await startWorker()
  const owned = parts.move()
  return {
    client,
    api,
    worker,
    startWorker,
    // With the same setting as in docker-compose.yml.
    startEngines: () => start('engines', () => areEnginesSeen(stage), { MALLOC_ARENA_MAX: '2' }),
    processes: { ...serversOf(stage), api: api.pid, worker: worker.pid },
    async [Symbol.asyncDispose]() {
      // Unread transactions would stay so, because the next service has another task queue.
      await settle(stage, 10_000).catch(() => undefined)
      // The processes are ended in order, so that they write their profiles.
      await Promise.all(all.map((one) => one.end()))
      await owned.disposeAsync()
    },
  }
}

export const serversOf = ({ database, temporal }: Stage) => ({
  postgres: database.pid(),
  temporal: temporal.pid(),
})

/** Resolves when no task is due and no message is being sent; rejects after the time limit. */
export async function settle(stage: Stage, limitMs = 60_000): Promise<void> {
  const { sql } = stage
  const first = firsts.get(stage) ?? '00000000-0000-0000-0000-000000000000'
  const deadline = Date.now() + limitMs
  while (Date.now() < deadline) {
    const [found] = await sql<{ open: boolean }[]>`
      select exists (
          select from transaction where id >= ${first} and armed_at is null and agenda <> '[]'
        )
        or exists (
          select from transaction t, jsonb_array_elements(t.agenda) task
          where t.id >= ${first} and (task ->> 'dueAt')::float8
            <= extract(epoch from clock_timestamp()) * 1000 + t.clock_offset_ms
        )
        or exists (
          select from challenge_attempt a join challenge c on c.id = a.challenge_id
          where c.transaction_id >= ${first} and a.ended_at is null
        ) as open`
    if (!found?.open) return
    await wait(50)
  }
  throw new Error('the workflows do not come to rest')
}

async function isSeen({ sql }: Stage, id: string): Promise<boolean> {
  const [found] = await sql<{ seen: boolean }[]>`
    select seen_seq > 0 as seen from transaction where id = ${id}`
  return found?.seen ?? false
}

async function areEnginesSeen({ sql }: Stage): Promise<boolean> {
  const [found] = await sql<{ seen: boolean }[]>`
    select exists (select from engine_host where seen_at > clock_timestamp() - interval '5 s') as seen`
  return found?.seen ?? false
}
