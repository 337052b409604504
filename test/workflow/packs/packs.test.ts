import { randomUUID } from 'node:crypto'
import { describe, expect, inject } from 'vitest'
import { test as database } from '#test/db/fixture.ts'
import { type Service, startService } from '#test/support/service.ts'
import { score } from '#src/modules/score/rules.ts'
import {
  findLatestRun,
  findVersion,
  listModules,
  publishOwnPacks,
  startRun,
} from '#src/packs/store.ts'
import { lockById } from '#src/transaction/store.ts'
import {
  definePack,
  module,
  type Pack,
  parallel,
  sequence,
  type Step,
  stop,
  when,
} from '#workflows/packs/define.ts'
import { createTestClient, kindsOf, only, type TestClient, until } from '../client.ts'
import { withService } from '../fixture.ts'

const test = withService()

/** A module that no worker knows. */
const absent = { key: 'absent' } as const
const late = { key: 'late' } as const

async function publish(service: Service, root: Step, name = `tried-${randomUUID()}`, version = 1) {
  const pack = definePack(name, version, root)
  await publishOwnPacks(service.services.db, [pack])
  return pack
}

/** Starts a run whose modules no answer can show, and nudges. */
async function start(service: Service, client: TestClient, pack: Pack, id: string) {
  const { db } = service.services
  const run = await db.transaction(async (tx) => {
    const locked = await lockById(tx, id)
    const version = await findVersion(tx, pack.name, pack.version)
    if (!locked || !version) throw new Error('transaction and pack are there')
    return startRun(tx, locked, version, true)
  })
  await client.nudge(id)
  return run?.id ?? ''
}

async function readRun(service: Service, id: string, name: string) {
  const { db } = service.services
  const run = await findLatestRun(db, id, name)
  if (!run) throw new Error('there is a run')
  const modules = await listModules(db, run.id)
  const states = Object.fromEntries(modules.map(({ module: key, status }) => [key, status]))
  return { status: run.status, stopReason: run.stopReason, version: run.version, modules: states }
}

describe('a pack query', () => {
  test('of `basic` that waits answers with the completed score', async ({ client }) => {
    const id = await client.create()
    const answer = await client.queryPack('basic', id)
    expect(answer).toMatchObject({ status: 'completed', score: { moduleStatus: 'completed' } })
    expect(answer.score?.results).toHaveLength(1)
    expect(answer).toEqual(await client.queryPack('basic', id))
    only(await client.journal(id), 'pack-started')
  })

  test('asked ten times at once starts one run', async ({ client }) => {
    const id = await client.create()
    const asked = Array.from({ length: 10 }, () => client.queryPack('basic', id))
    const answers = await Promise.all(asked)
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    only(await client.journal(id), 'pack-started')
    only(await client.journal(id), 'module-completed')
  })

  test('by HEAD starts nothing', async ({ client }) => {
    const id = await client.create()
    await client.ask('HEAD', `/v1/packs/basic/${id}`, 404)
    expect(kindsOf(await client.journal(id))).toEqual(['transaction-created'])
    await client.queryPack('basic', id)
    await client.ask('HEAD', `/v1/packs/basic/${id}`, 200)
    only(await client.journal(id), 'pack-started')
  })
})

describe('a composition', () => {
  test('whose condition holds stops with its reason', async ({ client, service }) => {
    const root = sequence(
      module(score),
      when([score], 'score.results[0].value >= 0.0', stop('good-enough')),
    )
    const { name } = await publish(service, root)
    const id = await client.create()
    expect(await client.queryPack(name, id)).toMatchObject({
      status: 'completed',
      stopReason: 'good-enough',
      score: { moduleStatus: 'completed' },
    })
    const entries = await client.journal(id)
    expect(only(entries, 'condition-answered')).toMatchObject({ code: 'yes', reason: '/steps/1' })
    expect(kindsOf(entries).slice(-2)).toEqual(['pack-stopped', 'pack-ended'])
  })

  test('goes the other way on no, and skips the modules that it never reaches', async ({
    client,
    service,
  }) => {
    const root = sequence(
      module(score),
      when([score], 'score.results[0].value < 0.0', module(absent), stop('not-needed')),
    )
    const pack = await publish(service, root)
    const id = await client.create()
    await start(service, client, pack, id)
    const entries = await client.journalWith(id, 'pack-ended')
    expect(only(entries, 'module-skipped').module).toBe('absent')
    expect(await readRun(service, id, pack.name)).toMatchObject({
      status: 'completed',
      stopReason: 'not-needed',
      modules: { score: 'completed', absent: 'skipped' },
    })
  })

  test('whose condition cannot be answered goes on without either branch, and is partial', async ({
    client,
    service,
  }) => {
    const root = sequence(
      module(score),
      when([score], 'score.results[7].value < 30.0', stop('low'), stop('high')),
    )
    const { name } = await publish(service, root)
    const id = await client.create()
    const answer = await client.queryPack(name, id)
    expect(answer).toMatchObject({ status: 'partial', score: { moduleStatus: 'completed' } })
    expect(answer).not.toHaveProperty('stopReason')
    expect(only(await client.journal(id), 'condition-answered').code).toBe('failed')
  })

  test('runs what stands in parallel although its neighbour hangs; that fails at its deadline', async ({
    client,
    service,
  }) => {
    const root = parallel(module(absent, { deadlineSeconds: 60 }), module(score))
    const pack = await publish(service, root)
    const id = await client.create()
    await start(service, client, pack, id)
    const entries = await client.journalWith(id, 'module-completed')
    expect(only(entries, 'module-completed').module).toBe('score')
    const started = entries.find(
      ({ kind, module: key }) => kind === 'module-started' && key === 'absent',
    )
    await client.advance(id, 'PT1M')
    const failed = only(await client.journal(id), 'module-failed')
    expect(failed).toMatchObject({ module: 'absent', code: 'deadline', at: started?.dueAt })
    expect(await readRun(service, id, pack.name)).toMatchObject({
      status: 'partial',
      modules: { score: 'completed', absent: 'failed' },
    })
  })

  test('stops on a module that fails, where it says so, and begins nothing behind it', async ({
    client,
    service,
  }) => {
    const root = sequence(module(absent, { deadlineSeconds: 60, onFailure: 'stop' }), module(score))
    const pack = await publish(service, root)
    const id = await client.create()
    await start(service, client, pack, id)
    await client.journalWith(id, 'module-started')
    await client.advance(id, 'PT1M')
    expect(await readRun(service, id, pack.name)).toMatchObject({
      status: 'partial',
      stopReason: 'module-failed',
      modules: { absent: 'failed', score: 'skipped' },
    })
  })

  test('fails overdue modules in the order of their deadlines, each at its own', async ({
    client,
    service,
  }) => {
    const root = parallel(
      module(late, { deadlineSeconds: 600 }),
      module(absent, { deadlineSeconds: 60 }),
    )
    const pack = await publish(service, root)
    const id = await client.create()
    await client.requestToken(id)
    await start(service, client, pack, id)
    const entries = await client.journalWith(id, 'module-started', 2)
    await client.journalWith(id, 'email-token-sent')
    const dueAt = (key: string) =>
      entries.find(({ kind, module: of }) => kind === 'module-started' && of === key)?.dueAt
    await client.advance(id, 'P2D')
    const fired = (await client.journal(id)).filter(({ kind }) =>
      ['module-failed', 'email-token-expired'].includes(kind),
    )
    expect(fired.map(({ module: of, at }) => [of, at])).toEqual([
      ['absent', dueAt('absent')],
      ['late', dueAt('late')],
      ['email-token', only(await client.journal(id), 'email-token-opened').dueAt],
    ])
    expect((await readRun(service, id, pack.name)).status).toBe('partial')
  })
})

describe('a module that no worker knows', () => {
  test('is given up for a technical reason without a deadline, and the pack is partial', async ({
    client,
    service,
  }) => {
    const pack = await publish(service, sequence(module(absent), module(score)))
    const id = await client.create()
    await start(service, client, pack, id)
    // Each move is longer than a failed step is left alone.
    for (let n = 0; n < 6; n++) await client.advance(id, 'PT6S')
    expect(only(await client.journal(id), 'module-failed')).toMatchObject({
      module: 'absent',
      code: 'internal',
    })
    await client.journalWith(id, 'pack-ended')
    expect(await readRun(service, id, pack.name)).toMatchObject({
      status: 'partial',
      modules: { absent: 'failed', score: 'completed' },
    })
  })
})

describe('versions', () => {
  const stopped = (reason: string) =>
    sequence(module(score), when([score], 'score.results[0].value >= 0.0', stop(reason)))

  test('a finished run keeps its version when a newer one is published; a new run gets that', async ({
    client,
    service,
  }) => {
    const { name } = await publish(service, stopped('one'))
    const id = await client.create()
    expect(await client.queryPack(name, id)).toMatchObject({ packVersion: 1, stopReason: 'one' })
    await publish(service, stopped('two'), name, 2)
    expect(await client.queryPack(name, id)).toMatchObject({ packVersion: 1, stopReason: 'one' })
    await client.ask('POST', `/v1/packs/${name}/${id}`, 202, { body: {} })
    expect(await client.queryPack(name, id)).toMatchObject({ packVersion: 2, stopReason: 'two' })
  })

  const idle = database.extend<{ sleeping: Service }>({
    sleeping: async ({ url }, use) => {
      const service = await startService({
        databaseUrl: url,
        temporalAddress: inject('temporalAddress'),
        bundlePath: inject('bundlePath'),
        worker: false,
      })
      await use(service)
      await service.close()
    },
  })

  idle('a run under way is told by the version that it began with', async ({ sleeping }) => {
    const client = createTestClient(sleeping)
    const { name } = await publish(sleeping, stopped('one'))
    const id = await client.create()
    const begun = await client.queryPack(name, id, 'wait=0')
    expect(begun).toMatchObject({ status: 'processing', packVersion: 1 })
    await publish(sleeping, stopped('two'), name, 2)
    await sleeping.work()
    const answer = await until(async () => {
      const now = await client.queryPack(name, id)
      return now.status === 'processing' ? undefined : now
    })
    expect(answer).toMatchObject({ status: 'completed', packVersion: 1, stopReason: 'one' })
  })
})
