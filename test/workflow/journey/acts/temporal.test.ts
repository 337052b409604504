// What an operator does from the Temporal UI, by Temporal's own client: Cancel, Terminate, and the four updates. What they
// leave in the API, the messages, the timeline and the audit.
import { setTimeout as sleep } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import { WorkflowUpdateFailedError } from '@temporalio/client'
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { expect } from 'vitest'
import { test as database } from '#test/db/fixture.ts'
import { definePack, module, sequence } from '#test/support/packs/build.ts'
import { type Proxy, startDatabaseProxy } from '#test/support/servers/proxy.ts'
import { type Service } from '#test/support/service.ts'
import { type ActUpdate, actUpdates, type TransactionResult } from '#workflows/messages.ts'
import { createTestClient, kindsOf, only, type TestClient, until } from '../../client.ts'
import { startServiceOn } from '#test/workflow/fixture.ts'

type Scene = { readonly service: Service; readonly client: TestClient; readonly proxy: Proxy }

const test = database.extend(
  'scene',
  { scope: 'file' },
  async ({ url }, { onCleanup }): Promise<Scene> => {
    const proxy = await startDatabaseProxy(url)
    const service = await startServiceOn(proxy.url, {
      environment: { IDLE_CLOSE_SECONDS: '1', HISTORY_MAX: '60' },
    })
    onCleanup(async () => {
      await service.close()
      await proxy.close()
    })
    return { service, client: createTestClient(service), proxy }
  },
)

/** Its module is one that no worker knows: it waits until its deadline. */
const waiting = definePack(
  'held',
  1,
  sequence(module({ key: 'absent' }, { deadlineSeconds: 3_000 })),
)

const code: { args: [ActUpdate] } = { args: [{ reason: 'bureau-down' }] }

const statusOf = async (client: TestClient, id: string) => (await client.describe(id)).status.name

const untilStatus = (client: TestClient, id: string, status: string) =>
  until(async () => (await statusOf(client, id)) === status || undefined, 30_000)

/** With a token that was sent. */
async function open(client: TestClient, email?: string): Promise<string> {
  const id = await client.create(email)
  await client.requestToken(id)
  await client.journalWith(
    id,
    email === undefined ? 'challenge-accepted' : 'challenge-attempt-claimed',
  )
  return id
}

const audited = ({ service }: Scene, id: string) =>
  service.services.db.execute(
    sql`select action, actor_kind, actor, details from audit where transaction_id = ${id} order by tx, seq`,
  )

const shownAgenda = (client: TestClient, id: string) =>
  client.ask<{ acts?: unknown[]; tasks: unknown[] }>('GET', `/v1/transaction/${id}/agenda`, 200)

async function detailsOf(client: TestClient, id: string): Promise<string> {
  const { currentDetails = '' } = await client
    .handle(id)
    .query<{ currentDetails?: string }>('__temporal_workflow_metadata')
  return currentDetails
}

test('Cancel ends what is open in one commit, and the run is Canceled; what is asked then begins anew', async ({
  scene,
}) => {
  const { client } = scene
  const id = await open(client)
  await client.startPack(waiting, id)
  await client.nudge(id)
  await client.handle(id).cancel()
  await untilStatus(client, id, 'CANCELLED')
  const entries = await client.journal(id)
  only(entries, 'ended-by-operator')
  const runs = await scene.service.services.db.execute(
    sql`select outcome from pack_run where transaction_id = ${id}`,
  )
  expect([...runs]).toEqual([{ outcome: 'cancelled' }])
  expect(await client.tasks(id)).toEqual([])
  expect(await shownAgenda(client, id)).toMatchObject({
    acts: [{ act: 'end', reason: 'cancelled-in-temporal' }],
  })
  expect(await audited(scene, id)).toMatchObject([
    { action: 'agenda.ended', actor_kind: 'service', actor: 'temporal', details: { reason: 'cancelled-in-temporal' } }, // prettier-ignore
  ])
  expect(await client.messages(id)).toHaveLength(1)

  await client.advance(id, 'PT2M')
  await client.requestToken(id)
  await client.journalWith(id, 'challenge-accepted', 2)
  expect(await statusOf(client, id)).toBe('RUNNING')
  expect(await client.messages(id)).toHaveLength(2)
})

test('Cancel while a message is on its way waits to hear of it, and is one end however often it is said', async ({
  scene: { client },
}) => {
  const id = await open(client, `slow+${randomUUID()}@example.com`)
  await client.handle(id).cancel()
  await client.journalWith(id, 'ended-by-operator')
  await client
    .handle(id)
    .cancel()
    .catch(() => undefined)
  await untilStatus(client, id, 'CANCELLED')
  only(await client.journal(id), 'ended-by-operator')
  only(await client.journal(id), 'challenge-attempt-claimed')
  expect(await client.tasks(id)).toEqual([])
})

test('Cancel of a run with nothing open is Canceled too', async ({ scene }) => {
  const { client } = scene
  const id = await client.create()
  await client.nudge(id)
  await client.handle(id).cancel()
  await until(
    async () => ['CANCELLED', 'COMPLETED'].includes(await statusOf(client, id)) || undefined,
  )
  expect(await audited(scene, id)).toEqual([])
})

test('Cancel with PostgreSQL away waits, and is done when it is back', async ({
  scene: { client, proxy },
}) => {
  const id = await open(client)
  await proxy.down()
  await client.handle(id).cancel()
  await sleep(1_500)
  expect(await statusOf(client, id)).toBe('RUNNING')
  await proxy.up()
  await untilStatus(client, id, 'CANCELLED')
  only(await client.journal(id), 'ended-by-operator')
  expect(await client.tasks(id)).toEqual([])
})

test('Cancel beside a request: whatever a client has asked for after the end is done', async ({
  scene: { client },
  url,
}) => {
  const id = await open(client)
  await client.advance(id, 'PT2M')
  const own = postgres(url, { max: 1, onnotice() {} })
  try {
    const asked = await own.begin(async (tx) => {
      await tx`select from transaction where id = ${id} for no key update`
      await client.handle(id).cancel()
      await untilWaits(own.options.database, url)
      // It waits in the process behind the end, whose commit waits for this lock.
      const asking = client.requestToken(id)
      await sleep(300)
      return { asking }
    })
    await asked.asking
  } finally {
    await own.end()
  }
  await client.journalWith(id, 'challenge-accepted', 2)
  expect(await client.messages(id)).toHaveLength(2)
  only(await client.journal(id), 'ended-by-operator')
  expect((await client.tasks(id)).map(({ task }) => task)).toContain('challenge-expire')
})

/** Until one waits for a lock that another holds. */
async function untilWaits(name: string, url: string): Promise<void> {
  const looking = postgres(url, { max: 1, onnotice() {} })
  try {
    await until(async () => {
      const [row] = await looking<{ count: number }[]>`
        select count(*)::int from pg_stat_activity
        where datname = ${name} and wait_event_type = 'Lock'`
      return (row?.count ?? 0) > 0 || undefined
    }, 15_000)
  } finally {
    await looking.end()
  }
}

test('a run that has continued keeps summary and link, and is cancelled like any other', async ({
  scene: { client, service },
}) => {
  const id = await open(client)
  const { runId } = await client.describe(id)
  while ((await client.describe(id)).runId === runId) await client.advance(id, 'PT1M')
  const details = await until(async () => (await detailsOf(client, id)) || undefined)
  expect(details).toContain('CPF, no pack yet')
  expect(details).toContain(`(${service.url}/console/transactions/${id})`)
  expect(details).not.toContain('Begun anew')
  await client.handle(id).cancel()
  await untilStatus(client, id, 'CANCELLED')
  expect(await client.tasks(id)).toEqual([])
})

test('Terminate heals with the next commit, and the next run says why it began', async ({
  scene: { client },
}) => {
  const id = await open(client)
  await client.handle(id).terminate()
  await client.advance(id, 'PT2M')
  await client.requestToken(id)
  await client.journalWith(id, 'challenge-accepted', 2)
  const details = await until(async () => (await detailsOf(client, id)) || undefined)
  expect(details).toContain('Begun anew: the run before it had ended with work left')
})

test('a run that is begun anew in the place of a cancelled one ends what that had to end', async ({
  scene: { client, service },
}) => {
  const id = await open(client)
  const { runId } = await client.describe(id)
  await service.services.runs.beginAnew({ id, tenant: 'acme', mode: 'sandbox' }, 'died', runId)
  await client.journalWith(id, 'ended-by-operator')
  await untilStatus(client, id, 'COMPLETED')
  expect(only(await client.journal(id), 'ended-by-operator').ref).toBe(runId)
  expect(await client.tasks(id)).toEqual([])
})

test('the four updates do what the API does, refuse in a sentence, and stand in timeline and audit', async ({
  scene,
}) => {
  const { client } = scene
  const id = await open(client, `defer+${randomUUID()}@example.com`)
  await client.journalWith(id, 'challenge-deferred')
  const run = client.handle(id)
  expect(await run.executeUpdate(actUpdates.pause, code)).toEqual({ act: 'pause', paused: true, tasks: 3 }) // prettier-ignore
  expect(await shownAgenda(client, id)).toMatchObject({
    waiting: { for: 'operator' },
    acts: [{ act: 'pause', reason: 'bureau-down' }],
  })
  await expectRefusal(run.executeUpdate(actUpdates.pause, code), 'It is paused: resume it first.')
  expect(await run.executeUpdate(actUpdates.resume, code)).toMatchObject({ paused: false })
  await expectRefusal(run.executeUpdate(actUpdates.resume, code), 'It is not paused.')
  expect(await client.messages(id)).toEqual([])
  await run.executeUpdate(actUpdates['try-now'], code)
  await client.journalWith(id, 'challenge-accepted')
  expect(await client.messages(id)).toHaveLength(1)
  await expectRefusal(run.executeUpdate(actUpdates['try-now'], code), 'Nothing was put off.')
  const ended = await run.executeUpdate(actUpdates.end, code)
  expect(ended).toMatchObject({ act: 'end', paused: false })
  const kinds = ['agenda-paused', 'agenda-resumed', 'agenda-tried-now', 'ended-by-operator']
  expect(kindsOf(await client.journal(id)).filter((kind) => kinds.includes(kind))).toEqual(kinds)
  expect(await audited(scene, id)).toEqual(
    ['paused', 'resumed', 'tried-now', 'ended'].map((act) => ({
      action: `agenda.${act}`,
      actor_kind: 'service',
      actor: 'temporal',
      details: { reason: 'bureau-down' },
    })),
  )
})

test('an update whose reason is no code is refused in a sentence, and leaves nothing in the history', async ({
  scene: { client },
}) => {
  const id = await open(client)
  const run = client.handle(id)
  for (const reason of ['Ana Maria asked for it', '', 'X', 'a'.repeat(41)])
    await expectRefusal(run.executeUpdate(actUpdates.end, { args: [{ reason }] }), /^Say why as a code/) // prettier-ignore
  const { events } = await run.fetchHistory()
  expect(JSON.stringify(events)).not.toContain('Ana Maria')
  expect(await client.tasks(id)).toHaveLength(1)
})

test('an update with PostgreSQL away waits, and counts once however often it is sent', async ({
  scene: { client, proxy },
}) => {
  const id = await open(client)
  const run = client.handle(id)
  const updateId = randomUUID()
  await proxy.down()
  const first = await run.startUpdate(actUpdates.pause, { ...code, updateId, waitForStage: 'ACCEPTED' }) // prettier-ignore
  await sleep(1_000)
  await proxy.up()
  const done = { act: 'pause', paused: true, tasks: 2 }
  expect(await first.result()).toEqual(done)
  expect(await run.executeUpdate(actUpdates.pause, { ...code, updateId })).toEqual(done)
  only(await client.journal(id), 'agenda-paused')
})

test('a run ends with the codes of what became of it, and a query says what came and what follows', async ({
  scene: { client },
}) => {
  const id = await open(client)
  await client.queryPack('basic', id)
  await client.nudge(id)
  await client.agenda(id)
  expect(await client.handle(id).query('readAgenda')).toEqual({
    came: expect.arrayContaining([expect.stringMatching(/^\*\*pack-ended\*\* \(.*completed.*\) at /)]),
    follows: [expect.stringMatching(/^\*\*expire e-mail token\*\* will be due at /)],
  }) // prettier-ignore
  const [message] = await client.messages(id)
  await client.validate(id, message?.code ?? '')
  await client.nudge(id)
  const result: TransactionResult = await client.handle(id).result()
  expect(result).toEqual({ pack: 'basic@1', outcome: 'completed', reason: 'nothing-left' })
})

test('a run that is paused says when its tasks are due by the clock, and no time that never comes', async ({
  scene: { client },
}) => {
  const id = await open(client)
  await client.handle(id).executeUpdate(actUpdates.pause, code)
  await client.nudge(id)
  const { follows } = await client.handle(id).query<{ follows: string[] }>('readAgenda')
  expect(follows).toContainEqual(expect.stringMatching(/^\*\*wait for an operator\*\* \(/))
  const year = new Date().getUTCFullYear()
  const far = follows.filter((line) => line.includes(`${year + 10}-`) || line.includes(`${year + 9}-`)) // prettier-ignore
  expect(far).toEqual([])
})

async function expectRefusal(asked: Promise<unknown>, sentence: string | RegExp): Promise<void> {
  const refused = await asked.then(() => undefined, (error: unknown) => error) // prettier-ignore
  expect(refused).toBeInstanceOf(WorkflowUpdateFailedError)
  const { cause } = refused as WorkflowUpdateFailedError
  expect(cause?.message).toMatch(sentence)
}
