// A deploy and a roll-back in the middle of everything: workers with the released workflow code and with today's
// take turns, and journeys go on as if nothing were.
import { randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject } from 'vitest'
import type { Entry } from '#src/journey/transaction/entry.ts'
import { startWorker } from '#src/main/worker.ts'
import { unpackRelease } from '#test/replay/release.ts'
import { test as database } from '#test/db/fixture.ts'
import { type Service } from '#test/support/service.ts'
import { createTestClient, type TestClient, until } from './client.ts'
import { startServiceOn } from './fixture.ts'

const journeysMax = 10
const turns = ['released', 'today', 'released', 'today'] as const
const turnMs = 1_500

type Told = { readonly entries: readonly Entry[]; readonly messages: number; readonly pack: string }
type Scene = {
  readonly service: Service
  readonly client: TestClient
  readonly journeys: ReadonlyMap<string, Told>
}

const test = database.extend<{ scene: Scene }>({
  scene: [
    async ({ url }, use) => {
      await using parts = new AsyncDisposableStack()
      const folder = await mkdtemp(join(tmpdir(), 'atesta-deploy-'))
      parts.defer(() => rm(folder, { recursive: true }))
      const released = join(folder, 'workflows.js')
      await unpackRelease(released)
      const service = await startServiceOn(url, { worker: false })
      parts.defer(() => service.close())
      const client = createTestClient(service)
      const ended = Promise.all(Array.from({ length: journeysMax }, (_, n) => travel(client, n)))
      // While nobody works journeys wait; the last worker stays until all have ended.
      const last = await takeTurns(service, { released, today: inject('bundlePath') })
      parts.defer(() => last.disposeAsync())
      await use({ service, client, journeys: new Map(await ended) })
    },
    { scope: 'file' },
  ],
})

async function takeTurns(service: Service, bundles: Record<(typeof turns)[number], string>) {
  let working = new AsyncDisposableStack()
  for (const bundle of turns) {
    await working.disposeAsync()
    working = new AsyncDisposableStack()
    const { services } = service
    const config = { ...services.config, WORKFLOW_BUNDLE: bundles[bundle] }
    const worker = await startWorker({ ...services, config }, working)
    await until(async () => worker.isRunning() || undefined)
    await sleep(turnMs)
  }
  return working
}

/** E-mail token, SMS 2FA and pack, one a little after the other; every third message is slow. */
async function travel(client: TestClient, n: number): Promise<[string, Told]> {
  await sleep(n * 700)
  const email = `${n % 3 === 0 ? 'slow+' : ''}${randomUUID()}@example.com`
  const number = Number(`9${randomInt(1_000, 10_000)}0006`)
  const phone = { countryCode: 55, areaCode: 11, number }
  const body = { documentType: 'cpf', document: '52998224725', email, phone }
  const { id } = await client.ask<{ id: string }>('POST', '/v1/transaction', 201, { body })
  await client.requestToken(id)
  await client.journalWith(id, 'challenge-accepted', 1, 40_000)
  const [message] = await client.messages(id)
  await client.ask('POST', `/v1/transaction/${id}/sms/2fa`, 201)
  await client.validate(id, message?.code ?? '')
  await client.journalWith(id, 'challenge-replied', 1, 40_000)
  const { status } = await client.queryPack('basic', id)
  await client.advance(id, 'PT2H')
  const [entries, messages] = await Promise.all([client.journal(id), client.messages(id)])
  return [id, { entries, messages: messages.length, pack: status }]
}

const count = (entries: readonly Entry[], kind: string) =>
  entries.filter((entry) => entry.kind === kind).length

test('nothing is lost and nothing happens twice', { timeout: 300_000 }, ({ scene }) => {
  for (const { entries, messages, pack } of scene.journeys.values()) {
    const kinds = [
      'challenge-attempt-claimed',
      'challenge-valid',
      'challenge-replied',
      'task-failed',
    ]
    const counted = kinds.map((kind) => count(entries, kind))
    expect({ messages, pack, counted }).toEqual({
      messages: 2,
      pack: 'completed',
      counted: [2, 1, 1, 0],
    })
  }
})

test('no workflow task fails, though both the released code and today’s have told its history', async ({
  scene,
}) => {
  const workers = new Map<string, Set<string>>()
  for (const id of scene.journeys.keys()) {
    const { events } = await scene.client.handle(id).fetchHistory()
    expect(events?.filter((event) => event.workflowTaskFailedEventAttributes)).toEqual([])
    const builds = events?.flatMap(
      (event) => event.workflowTaskCompletedEventAttributes?.workerVersion?.buildId ?? [],
    )
    workers.set(id, new Set(builds))
  }
  const handedOver = [...workers.values()].filter(({ size }) => size === 2)
  expect(handedOver.length).toBeGreaterThan(0)
})
