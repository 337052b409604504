// Atesta as it is measured: an API and a worker, and the calls of a client.
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Client, createClient } from '#test/load/client.ts'
import { type Environment, serve, type Served, work, type Working } from './processes.ts'
import type { Stage } from '#test/load/stage.ts'

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

/** The first transaction of the service that was started last: what others have left nobody works at any more. */
const firsts = new WeakMap<Stage, string>()

/** `environment`: variables of the API and the worker beside those that every process has. */
export async function startService(stage: Stage, environment: Environment = {}): Promise<Service> {
  await using parts = new AsyncDisposableStack()
  const taskQueue = `bench-${randomUUID()}`
  const api = parts.use(await serve(stage, 'src/main/api.ts', taskQueue, environment))
  const client = await createClient(stage, api.url)
  const { id } = await createTransaction(client)
  firsts.set(stage, id)
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

/**
 * A person nobody is, and each another one: limits count addresses over all transactions, and of what many have shown the
 * newest 500 are looked at for each.
 */
export function makePerson(local = `person-${randomUUID()}`) {
  const at = new Date(Date.UTC(1950, 0, 1) + randomInt(20_000) * 86_400_000)
  return {
    documentType: 'CPF',
    document: makeCpf(),
    name: `Ana ${makeName()} ${makeName()}`,
    birthdate: at.toISOString().slice(0, 10),
    email: `${local}@${randomUUID()}.example`,
    phone: { countryCode: 55, areaCode: 11, number: randomInt(910_000_000, 999_999_999) },
  }
}

const syllables = ['ba', 'ce', 'do', 'fi', 'lu', 'ma', 'ne', 'po', 'ri', 'su', 'ta', 've']
const makeName = () =>
  Array.from({ length: 4 }, () => syllables[randomInt(syllables.length)]).join('')

/** With check digits that hold. */
function makeCpf(): string {
  const digits = Array.from({ length: 9 }, () => randomInt(10))
  for (const length of [9, 10]) {
    const sum = digits.reduce((total, digit, index) => total + digit * (length + 1 - index), 0)
    digits.push(((sum * 10) % 11) % 10)
  }
  return digits.join('')
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
