// What a scenario is recorded on: the service with a database and a task queue of its own, and a person
// whose data are in everything that is asked of it.
import type { Client, WorkflowHandle } from '@temporalio/client'
import type { Capability } from '#src/main/capability.ts'
import { commitOn } from '#src/journey/commit/commit.ts'
import type { Db } from '#src/platform/db/client.ts'
import { append } from '#src/journey/journal/append.ts'
import type { NewEntry } from '#src/journey/journal/entry.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import { createBody, person } from '#test/support/person.ts'
import type { Proxy } from '#test/support/servers/proxy.ts'
import type { Service } from '#test/support/service.ts'
import { readSecrets } from '#test/support/transactions.ts'
import { createTestClient, type TestClient, until } from '#test/workflow/client.ts'

export type Scenario = {
  /** Variables of the configuration that differ. */
  readonly environment?: Readonly<Record<string, string>>
  /** A capability beside those of the service. */
  readonly beside?: Capability
  /** How many runs the workflow has at the end; each becomes a file. */
  readonly runs?: number
  /** The workflow's id, by what `drive` resolves to; without it a transaction's. */
  readonly workflow?: (id: string) => string
  /** Resolves to the transaction's id once all has happened. */
  readonly drive: (scene: Scene) => Promise<string>
}

export type Scene = {
  readonly service: Service
  readonly client: TestClient
  readonly db: Db
  /** In front of Postgres, for API and worker alike. */
  readonly proxy: Proxy
  /** Codes and link tokens so far: no history may hold one. */
  readonly secrets: string[]
  /** Creates the person's transaction; `magic` is what the sandbox does with the address. */
  readonly create: (magic?: string) => Promise<string>
  /** Opens an e-mail token, and gives its code. */
  readonly openToken: (id: string) => Promise<string>
  /** Opens one, and waits until its message is sent. */
  readonly sendToken: (id: string) => Promise<string>
  readonly commit: (id: string, work: (tx: Db, locked: Locked) => Promise<void>) => Promise<void>
  readonly write: (id: string, ...entries: readonly NewEntry[]) => Promise<void>
  /** Waits until so many events with these attributes are in the history. */
  readonly untilHistoryHas: (id: string, attributes: Attributes, count?: number) => Promise<void>
}

type History = Awaited<ReturnType<WorkflowHandle['fetchHistory']>>
type Attributes = keyof NonNullable<History['events']>[number]

export function createScene(service: Service, proxy: Proxy): Scene {
  const { deps, db, sealer } = service.services
  const client = createTestClient(service)
  const secrets: string[] = []

  async function openToken(id: string): Promise<string> {
    await client.requestToken(id)
    const { code, pageToken } = await readSecrets({ db, sealer }, id)
    secrets.push(code, pageToken)
    return code
  }

  const commit: Scene['commit'] = async (id, work) => {
    await commitOn(deps, id, work)
  }

  return {
    service,
    client,
    db,
    proxy,
    secrets,
    openToken,
    commit,
    async create(magic) {
      const email = magic === undefined ? person.email : `${magic}+${person.email}`
      const body = { ...createBody(), email }
      const { id } = await client.ask<{ id: string }>('POST', '/v1/transaction', 201, { body })
      return id
    },
    async sendToken(id) {
      const code = await openToken(id)
      await client.journalWith(id, 'challenge-accepted')
      return code
    },
    write: (id, ...entries) => commit(id, async (_tx, locked) => void append(locked, ...entries)),
    async untilHistoryHas(id, attributes, count = 1) {
      // There is a workflow from the first nudge on.
      await service.services.nudger.drain()
      await until(async () => {
        const { events } = await client.handle(id).fetchHistory()
        const found = events?.filter((event) => event[attributes]) ?? []
        return found.length >= count ? found : undefined
      })
    },
  }
}

/** The first runs of a workflow, the oldest first; undefined while there are fewer. */
export async function listRuns(
  client: Client,
  workflow: string,
  count: number,
): Promise<string[] | undefined> {
  const runs: { runId: string; startTime: Date }[] = []
  for await (const run of client.workflow.list({ query: `WorkflowId = '${workflow}'` }))
    runs.push(run)
  if (runs.length < count) return undefined
  return runs
    .toSorted((one, other) => one.startTime.getTime() - other.startTime.getTime())
    .slice(0, count)
    .map(({ runId }) => runId)
}
