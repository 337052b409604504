import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import { z } from 'zod'
import { capabilities } from '#src/main/capabilities.ts'
import type { Capability } from '#src/main/capability.ts'
import {
  computes,
  defineModule,
  type ModuleRef,
  type ModuleRun,
  waitsFor,
} from '#src/journey/capabilities/module.ts'
import type { Service } from '#test/support/service.ts'
import { score } from '#src/risk/score/module.ts'
import { findLatestRun } from '#src/packs/runs/store.ts'
import { publishPacks } from '#test/support/packs/publish.ts'
import { growing } from '#test/support/packs/growing.ts'
import { definePack, module, parallel, sequence, stop, when } from '#test/support/packs/build.ts'
import type { Step } from '#src/packs/document/pack.ts'
import { kindsOf, only } from '../client.ts'
import { withService } from '../fixture.ts'

/** Modules that wait for what never comes, and one that no worker knows. */
const absent = { key: 'absent' } as const
const late = { key: 'late' } as const
const unknown = { key: 'unknown' } as const

/** Its first computation of each run fails. */
const shaky = { key: 'shaky' } as const

const offer = (ref: ModuleRef, runs: ModuleRun): Capability => ({
  name: ref.key,
  module: defineModule(
    ref,
    z.object({}),
    async (_db, { moduleStatus }) => ({ moduleStatus, results: [] }),
    { runs },
  ),
})
const never = waitsFor(async () => false)
const tried = new Set<string>()
const onceMore = computes(async ({ runId }) => {
  if (!tried.has(runId)) {
    tried.add(runId)
    throw new Error('a fault')
  }
})
const offered = [...capabilities, offer(absent, never), offer(late, never), offer(shaky, onceMore)]
const test = withService({}, offered)

const define = (root: Step, name = `tried-${randomUUID()}`, version = 1) =>
  definePack(name, version, root)

async function publish(service: Service, root: Step, name?: string, version?: number) {
  const pack = define(root, name, version)
  await publishPacks(service.services.db, [pack])
  return pack
}

async function readRun(service: Service, id: string, name: string) {
  const run = await findLatestRun(service.services.db, id, name)
  if (!run) throw new Error('there is a run')
  const { status, stopReason, version, statuses: modules } = run
  return { status, stopReason, version, modules }
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
      when([score], 'score.results[0].value >= 0.0', stop('rejected', 'good-enough')),
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
      when([score], 'score.results[0].value < 0.0', module(absent), stop('rejected', 'not-needed')),
    )
    const pack = define(root)
    const id = await client.create()
    await client.startPack(pack, id)
    const entries = await client.journalWith(id, 'pack-ended')
    expect(only(entries, 'module-skipped').module).toBe('absent')
    expect(await readRun(service, id, pack.name)).toMatchObject({
      status: 'completed',
      stopReason: 'not-needed',
      modules: { score: 'completed', absent: 'skipped' },
    })
  })

  test('whose condition cannot be answered takes neither branch, and holds for review', async ({
    client,
    service,
  }) => {
    const root = sequence(
      module(score),
      when(
        [score],
        'score.results[7].value < 30.0',
        stop('rejected', 'low'),
        stop('rejected', 'high'),
      ),
    )
    const { name } = await publish(service, root)
    const id = await client.create()
    const answer = await client.queryPack(name, id)
    expect(answer).toMatchObject({
      status: 'completed',
      outcome: 'review',
      stopReason: 'unanswered',
      unansweredStep: '/steps/1',
      score: { moduleStatus: 'completed' },
    })
    expect(only(await client.journal(id), 'condition-answered').code).toBe('unanswered')
  })

  test('waits for a time by the clock of its transaction, and goes on by what was brought before', async ({
    client,
    service,
  }) => {
    const signal = { type: 'object', properties: { yes: { type: 'boolean' } } } as const
    const root = sequence(
      { kind: 'wait', id: 'pause', for: 'P1D' },
      { kind: 'wait', id: 'word', signal },
      { kind: 'when', condition: 'steps.word.result.yes', run: stop('done', 'said') },
    )
    const { name } = await publish(service, root)
    const id = await client.create()
    await client.ask('POST', `/v1/packs/${name}/${id}`, 202, { body: {} })
    const body = { result: { yes: true } }
    await client.ask('POST', `/v1/packs/${name}/${id}/steps/word`, 200, { body })
    await client.advance(id, 'PT23H59M')
    expect(await client.queryPack(name, id)).toMatchObject({ status: 'processing' })
    await client.advance(id, 'PT1M')
    expect(await client.queryPack(name, id)).toMatchObject({ status: 'completed', outcome: 'done' })
    const entries = await client.journal(id)
    const began = entries.find(({ module: step }) => step === 'pause')
    const ended = entries.findLast(({ module: step }) => step === 'pause')
    expect(ended).toMatchObject({ kind: 'module-completed', at: began?.dueAt })
  })

  test('runs what stands in parallel although its neighbour hangs; that fails at its deadline', async ({
    client,
    service,
  }) => {
    const root = parallel(module(absent, { deadlineSeconds: 60 }), module(score))
    const pack = define(root)
    const id = await client.create()
    await client.startPack(pack, id)
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

  test('of a stored version whose condition may grow, behind a deadline, ends in a review and the worker goes on', async ({
    client,
    service,
  }) => {
    const root = sequence(
      module(absent, { deadlineSeconds: 60 }),
      when([score], growing, stop('rejected', 'grown')),
    )
    const pack = define(sequence(module(score), root))
    const id = await client.create()
    await client.startPack(pack, id)
    await client.journalWith(id, 'module-started', 2)
    await client.advance(id, 'PT1M')
    const entries = await client.journalWith(id, 'pack-ended')
    expect(only(entries, 'condition-answered').code).toBe('unanswered')
    expect(await client.queryPack(pack.name, id)).toMatchObject({
      status: 'partial',
      outcome: 'review',
      stopReason: 'unanswered',
    })
    // The worker that took the deadline is the one that takes the next.
    const next = await client.create()
    expect(await client.queryPack('basic', next)).toMatchObject({ status: 'completed' })
    expect((await client.tasks(id)).map(({ task }) => task)).toEqual(['review-look'])
    expect(await readRun(service, id, pack.name)).toMatchObject({ stopReason: 'unanswered' })
  })

  test('stops on a module that fails, where it says so, and begins nothing behind it', async ({
    client,
    service,
  }) => {
    const root = sequence(module(absent, { deadlineSeconds: 60, onFailure: 'fail' }), module(score))
    const pack = define(root)
    const id = await client.create()
    await client.startPack(pack, id)
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
    const pack = define(root)
    const id = await client.create()
    await client.requestToken(id)
    await client.startPack(pack, id)
    const entries = await client.journalWith(id, 'module-started', 2)
    await client.journalWith(id, 'challenge-accepted')
    const dueAt = (key: string) =>
      entries.find(({ kind, module: of }) => kind === 'module-started' && of === key)?.dueAt
    await client.advance(id, 'P2D')
    const fired = (await client.journal(id)).filter(({ kind }) =>
      ['module-failed', 'challenge-expired'].includes(kind),
    )
    expect(fired.map(({ module: of, at }) => [of, at])).toEqual([
      ['absent', dueAt('absent')],
      ['late', dueAt('late')],
      ['email-token', only(await client.journal(id), 'challenge-opened').dueAt],
    ])
    expect((await readRun(service, id, pack.name)).status).toBe('partial')
  })
})

describe('a module that no worker knows', () => {
  test('is held for one that does, and fails at its deadline', async ({ client, service }) => {
    const root = sequence(module(unknown, { deadlineSeconds: 600 }), module(score))
    const pack = define(root)
    const id = await client.create()
    await client.startPack(pack, id)
    const begun = await client.journalWith(id, 'step-deferred')
    expect(only(begun, 'step-deferred')).toMatchObject({
      module: 'unknown',
      code: 'unknown-module',
    })
    // Longer than a task that keeps failing is left alone: it would be looked at again.
    await sleep(6_500)
    expect(await client.journal(id)).toEqual(begun)
    await client.advance(id, 'PT10M')
    expect(only(await client.journal(id), 'module-failed')).toMatchObject({
      module: 'unknown',
      code: 'deadline',
    })
    expect(await readRun(service, id, pack.name)).toMatchObject({
      status: 'partial',
      modules: { unknown: 'failed', score: 'completed' },
    })
  })
})

test('a computation that fails is tried again by the workflow', async ({ client, service }) => {
  const pack = define(sequence(module(shaky), module(score)))
  const id = await client.create()
  await client.startPack(pack, id)
  const entries = await client.journalWith(id, 'pack-ended')
  expect(only(entries, 'step-deferred')).toMatchObject({ module: 'shaky', code: 'internal' })
  expect(await readRun(service, id, pack.name)).toMatchObject({
    status: 'completed',
    modules: { shaky: 'completed', score: 'completed' },
  })
})

describe('versions', () => {
  const stopped = (reason: string) =>
    sequence(
      module(score),
      when([score], 'score.results[0].value >= 0.0', stop('rejected', reason)),
    )

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

  test('a run under way is told by the version that it began with', async ({ client, service }) => {
    const root = (reason: string) =>
      sequence(module(absent, { deadlineSeconds: 60 }), stop('rejected', reason))
    const { name } = await publish(service, root('one'))
    const id = await client.create()
    const begun = await client.queryPack(name, id, 'wait=0')
    expect(begun).toMatchObject({ status: 'processing', packVersion: 1 })
    await publish(service, root('two'), name, 2)
    await client.advance(id, 'PT1M')
    expect(await client.queryPack(name, id)).toMatchObject({
      status: 'partial',
      packVersion: 1,
      stopReason: 'one',
    })
  })
})
