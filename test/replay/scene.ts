// What a scenario is recorded on: the service with a database and a task queue of its own, and a person
// whose data are in everything that is asked of it.
import type { Client } from '@temporalio/client'
import { append } from '#src/journal/append.ts'
import type { NewEntry } from '#src/journal/entry.ts'
import { findVersion, publishOwnPacks, startRun } from '#src/packs/store.ts'
import type { Locked } from '#src/transaction/locked.ts'
import { lockById } from '#src/transaction/store.ts'
import type { Db } from '#src/db/client.ts'
import { createBody, person } from '#test/support/person.ts'
import type { Service } from '#test/support/service.ts'
import { readSecrets } from '#test/support/transactions.ts'
import { createTestClient, type TestClient } from '#test/workflow/client.ts'
import type { Pack } from '#workflows/packs/define.ts'
import { workflowId } from '#workflows/messages.ts'

export type Scenario = {
  /** Variables of the configuration that differ. */
  readonly environment?: Readonly<Record<string, string>>
  /** `live` sends over SMTP, to a server that cuts the connection after the last byte. */
  readonly mode?: 'sandbox' | 'live'
  /** How many runs the workflow has at the end; each becomes a file. */
  readonly runs?: number
  /** Resolves to the transaction's id once all has happened. */
  readonly drive: (scene: Scene) => Promise<string>
}

export type Scene = {
  readonly service: Service
  readonly client: TestClient
  readonly db: Db
  /** Codes and link tokens so far: no history may hold one. */
  readonly secrets: string[]
  /** Creates the person's transaction; `magic` is what the sandbox does with the address. */
  readonly create: (magic?: string) => Promise<string>
  /** Opens an e-mail token, and gives its code. */
  readonly openToken: (id: string) => Promise<string>
  /** Opens one, and waits until its message is sent. */
  readonly sendToken: (id: string) => Promise<string>
  /** Publishes the pack, starts a run of it, and nudges. */
  readonly startPack: (id: string, pack: Pack) => Promise<void>
  /** In one commit with the transaction locked, and no nudge after it. */
  readonly commit: <T>(id: string, work: (tx: Db, locked: Locked) => Promise<T>) => Promise<T>
  readonly write: (id: string, entries: readonly NewEntry[]) => Promise<void>
}

export function createScene(service: Service, mode: 'sandbox' | 'live'): Scene {
  const { db, sealer } = service.services
  const client = createTestClient(service, { mode })
  const secrets: string[] = []

  async function openToken(id: string): Promise<string> {
    await client.requestToken(id)
    const { code, linkToken } = await readSecrets(db, sealer, id)
    secrets.push(code, linkToken)
    return code
  }

  const commit: Scene['commit'] = (id, work) =>
    db.transaction(async (tx) => {
      const locked = await lockById(tx, id)
      if (!locked) throw new Error('the transaction is there')
      return work(tx, locked)
    })

  return {
    service,
    client,
    db,
    secrets,
    openToken,
    commit,
    async create(magic) {
      const email = magic === undefined ? person.email : `${magic}+${person.email}`
      const body = { ...createBody(), email }
      const { id } = await client.ask<{ id: string }>('POST', '/v1/transaction', 201, { body })
      // From here on there is a workflow to ask.
      await service.services.nudger.drain()
      return id
    },
    async sendToken(id) {
      const code = await openToken(id)
      await client.journalWith(id, 'email-token-sent')
      return code
    },
    async startPack(id, pack) {
      await publishOwnPacks(db, [pack])
      await commit(id, async (tx, locked) => {
        const version = await findVersion(tx, pack.name, pack.version)
        if (!version) throw new Error('the pack is published')
        await startRun(tx, locked, version, true)
      })
      await client.nudge(id)
    },
    write: (id, entries) =>
      commit(id, async (tx, locked) => {
        await append(tx, locked, entries)
      }),
  }
}

/** Every run of a transaction's workflow, the oldest first; undefined while there are fewer than `count`. */
export async function listRuns(
  client: Client,
  id: string,
  count: number,
): Promise<string[] | undefined> {
  const runs: { runId: string; startTime: Date }[] = []
  for await (const run of client.workflow.list({ query: `WorkflowId = '${workflowId(id)}'` }))
    runs.push(run)
  if (runs.length < count) return undefined
  return runs
    .toSorted((one, other) => one.startTime.getTime() - other.startTime.getTime())
    .map(({ runId }) => runId)
}
