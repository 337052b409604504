// What a client of the service does in these tests, over HTTP; and how they wait for what follows.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { WorkflowNotFoundError } from '@temporalio/client'
import { eq } from 'drizzle-orm'
import { foldAgenda } from '#src/journey/agenda/rebuild.ts'
import type { Agenda, Tasks } from '#src/journey/transaction/task.ts'
import { capabilities } from '#src/main/capabilities.ts'
import { commitOn } from '#src/journey/commit/commit.ts'
import type { Entry } from '#src/journey/transaction/entry.ts'
import { readJournal } from '#src/journey/journal/read.ts'
import type { EmailTokenRecord } from '#src/messaging/tokens/schema.ts'
import { publishPacks } from '#test/support/packs/publish.ts'
import type { SandboxMessage } from '#src/sandbox/schema.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import type { CallOptions } from '#test/support/app.ts'
import type { Service } from '#test/support/service.ts'
import type { Claims } from '#test/support/token.ts'
import { agendaQuery, workflowId } from '#workflows/messages.ts'
import type { Pack } from '#src/packs/document/pack.ts'

export type PackAnswer = {
  readonly status: 'processing' | 'partial' | 'completed'
  readonly packVersion: number
  readonly stopReason?: string
  readonly createdAt: string
  readonly score?: { readonly moduleStatus: string; readonly results: { value: number }[] }
}

export type TestClient = ReturnType<typeof createTestClient>

export function createTestClient(service: Service, claims: Claims = {}) {
  /** Throws when the answer has another status. */
  async function ask<T>(method: string, path: string, status: number, options: CallOptions = {}) {
    const response = await service.call(method, path, { claims, ...options })
    const text = await response.text()
    if (response.status !== status)
      throw new Error(`${method} ${path}: ${response.status} instead of ${status}: ${text}`)
    // The reply is checked against its schema by the tests of the HTTP side.
    return (text === '' ? undefined : JSON.parse(text)) as T
  }

  const tokens = (id: string) => `/v1/transaction/${id}/emails/tokens`

  const journal = (id: string): Promise<Entry[]> => readJournal(service.services.db, id)

  const handle = (id: string) => service.client.workflow.getHandle(workflowId(id))

  async function nudge(id: string): Promise<void> {
    const { tenant = 'acme', mode = 'sandbox' } = claims
    service.services.nudger.nudge({ id, tenant, mode })
    await service.services.nudger.drain()
  }

  return {
    ask,
    journal,

    /** With an address of its own, because addresses have limits. */
    async create(email = `${randomUUID()}@example.com`): Promise<string> {
      const body = { documentType: 'cpf', document: '52998224725', email }
      return (await ask<{ id: string }>('POST', '/v1/transaction', 201, { body })).id
    },
    requestToken: (id: string) => ask<EmailTokenRecord>('POST', tokens(id), 201),
    readToken: (id: string) => ask<EmailTokenRecord>('GET', tokens(id), 200),
    validate: (id: string, code: string) =>
      ask<EmailTokenRecord>('POST', `${tokens(id)}/validation`, 200, { body: { code } }),
    messages: (id: string) =>
      ask<SandboxMessage[]>('GET', `/v1/sandbox/messages?transactionId=${id}`, 200),
    advance: (id: string, duration: string) =>
      ask<{ now: string }>('POST', `/v1/sandbox/transactions/${id}/clock`, 200, {
        body: { advance: duration },
      }),
    queryPack: (name: string, id: string, prefer = 'wait=20') =>
      ask<PackAnswer>('GET', `/v1/packs/${name}/${id}`, 200, { headers: { prefer } }),

    /** The journal once it holds `count` entries of a kind. */
    journalWith: (id: string, kind: string, count = 1, withinMs?: number): Promise<Entry[]> =>
      until(async () => {
        const entries = await journal(id)
        return entries.filter((entry) => entry.kind === kind).length >= count ? entries : undefined
      }, withinMs),

    handle,
    describe: (id: string) => handle(id).describe(),
    /** What the workflow is told of the whole journal. It is nudged, because what only closes tasks nudges nobody. */
    async agenda(id: string): Promise<Agenda> {
      await nudge(id)
      return until(async () => {
        const [agenda, entries] = await Promise.all([
          handle(id).query(agendaQuery).catch(ignoreNotFound),
          journal(id),
        ])
        return agenda && agenda.seq === entries.at(-1)?.seq ? agenda : undefined
      })
    },
    /** What remains to be done, as the row has it. */
    async tasks(id: string): Promise<Tasks> {
      const [row] = await service.services.db
        .select({ tasks: transactions.agenda })
        .from(transactions)
        .where(eq(transactions.id, id))
      if (!row) throw new Error('the transaction is there')
      return row.tasks
    },
    /** A run of a pack whose answer nobody asks for; resolves to its id. */
    async startPack(pack: Pack, id: string): Promise<string> {
      const { deps } = service.services
      await publishPacks(deps.db, [pack])
      const run = await commitOn(deps, id, (tx, locked) =>
        deps.packs.start(
          tx,
          locked,
          { version: { ...pack, owner: '*', document: pack } },
          { implicit: true },
        ),
      )
      if (!run) throw new Error('the transaction is there')
      return run.id
    },
    /** Ends the workflow as an operator would, then nudges as the next request would. */
    async restart(id: string): Promise<void> {
      await service.services.nudger.drain()
      await handle(id).terminate()
      await nudge(id)
    },
    nudge,
  }
}

/** Asks again and again until there is an answer; rejects after 90 s, or what is given. */
export async function until<T>(ask: () => Promise<T | undefined>, withinMs = 90_000): Promise<T> {
  const deadline = Date.now() + withinMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (Date.now() > deadline) throw new Error(`it did not happen within ${withinMs} ms`)
    await sleep(50)
  }
}

/** As a careful client sends pictures: a 503 is no answer, and the same again is the same submission. */
export const untilTaken = <T>(send: () => Promise<T>): Promise<T> =>
  until(
    () =>
      send().catch((error: unknown) => {
        if (!String(error).includes(': 503 ')) throw error
        return undefined
      }),
    100_000,
  )

export const submitLiveness = (client: TestClient, id: string, body: object) =>
  untilTaken(() =>
    client.ask<{ livenessStatus: number }>(
      'POST',
      `/v1/transaction/${id}/facial-biometrics/liveness`,
      201,
      { body },
    ),
  )

/** No request waits for its nudge, so there may be no workflow yet. */
function ignoreNotFound(error: unknown): undefined {
  if (!(error instanceof WorkflowNotFoundError)) throw error
}

const kinds = capabilities.flatMap((one) => one.kinds ?? [])

/** The agenda that a journal leads to. */
export const foldTasks = (entries: readonly Entry[]): Tasks => foldAgenda(entries, kinds)

export const kindsOf = (entries: readonly Entry[]): string[] => entries.map(({ kind }) => kind)

/** One entry of a kind; throws when there is none, or another. */
export function only(entries: readonly Entry[], kind: string): Entry {
  const found = entries.filter((entry) => entry.kind === kind)
  const [first] = found
  if (!first || found.length > 1) throw new Error(`${found.length} entries of ${kind}, not one`)
  return first
}
