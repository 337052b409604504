// Atesta as it is measured: an API and a worker, and the calls of a client.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Client, createClient } from './client.ts'
import { type Environment, serve, type Served, work, type Working } from './processes.ts'
import type { Stage } from './stage.ts'

export type Service = AsyncDisposable & {
  readonly client: Client
  readonly api: Served
  readonly worker: Working
  /** Starts another worker, when the first was killed. */
  startWorker(): Promise<Working>
  /** A process with the engines, their models loaded. */
  startEngines(): Promise<Working>
  /** Process ids by what they are. */
  readonly processes: { readonly api: number; readonly worker: number }
}

/** `environment`: variables of the API and the worker beside those that every process has. */
export async function startService(stage: Stage, environment: Environment = {}): Promise<Service> {
  await using parts = new AsyncDisposableStack()
  const taskQueue = `bench-${randomUUID()}`
  const api = parts.use(await serve(stage, 'src/main/api.ts', taskQueue, environment))
  const client = await createClient(stage, api.url)
  const { id } = await createTransaction(client)
  // A workflow looks at it, which says that the worker works.
  await askForToken(client, id)
  const workers = parts.use(new AsyncDisposableStack())
  const startWorker = async () => {
    const isReady = () => isSeen(stage, id)
    return workers.use(
      await work(stage, { entry: 'src/main/worker.ts', taskQueue }, isReady, environment),
    )
  }
  const startEngines = async () =>
    workers.use(
      await work(
        stage,
        { entry: 'src/main/engines.ts', taskQueue },
        () => areEnginesSeen(stage),
        // As docker-compose.yml starts it.
        { ...environment, MALLOC_ARENA_MAX: '2' },
      ),
    )
  const worker = await startWorker()
  const owned = parts.move()
  return {
    client,
    api,
    worker,
    startWorker,
    startEngines,
    processes: { api: api.pid, worker: worker.pid },
    async [Symbol.asyncDispose]() {
      // What this one leaves unseen nobody would ever see: the next one has another task queue.
      await settle(stage, 10_000).catch(() => undefined)
      await owned.disposeAsync()
    },
  }
}

/** A person nobody is. The address is its own: limits count addresses over all transactions. */
export function makePerson(local = `person-${randomUUID()}`) {
  return {
    documentType: 'CPF',
    document: '52998224725',
    name: 'Ana Exemplo',
    birthdate: '1990-05-17',
    email: `${local}@${randomUUID()}.example`,
    phone: { countryCode: 55, areaCode: 11, number: 912345678 },
  }
}

/** A POST of a careful client, who may repeat it. */
export const keyed = () => ({ headers: { 'idempotency-key': `"${randomUUID()}"` } })

export function createTransaction(
  client: Client,
  person: object = makePerson(),
): Promise<{ id: string }> {
  return client.call('POST', '/v1/transaction', 201, { body: person, ...keyed() })
}

export function askForToken(client: Client, id: string): Promise<unknown> {
  return client.call('POST', `/v1/transaction/${id}/emails/tokens`, 201, keyed())
}

/** Resolves when nothing is due any more, and no message is on its way; rejects when that lasts. */
export async function settle({ sql }: Stage, limitMs = 60_000): Promise<void> {
  const deadline = Date.now() + limitMs
  while (Date.now() < deadline) {
    const [found] = await sql<{ open: boolean }[]>`
      select exists (select from transaction where armed_at is null and agenda <> '[]')
        or exists (
          select from transaction t, jsonb_array_elements(t.agenda) task
          where (task ->> 'dueAt')::float8
            <= extract(epoch from clock_timestamp()) * 1000 + t.clock_offset_ms
        )
        or exists (select from challenge_attempt where ended_at is null) as open`
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
