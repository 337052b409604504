// A task of which its worker dies does not go round: beside it everybody goes on, and it waits apart for an operator.
import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { randomUUID } from 'node:crypto'
import { expect, inject } from 'vitest'
import { createKeyring } from '#src/platform/seal/keys.ts'
import type { Entry } from '#src/journey/transaction/entry.ts'
import { test as base } from '#test/db/fixture.ts'
import { createFleet, type Environment, type Fleet, type Process } from '#test/support/process.ts'
import { jwtSecret } from '#test/support/token.ts'
import { until } from '../../client.ts'
import { openStage, type Stage } from '../agenda/harness.ts'
import { workAsked, workDone } from './deadly.ts'

const here = import.meta.dirname
const keyring = JSON.stringify(createKeyring())

type Scene = {
  readonly stage: Stage
  readonly environment: Environment
  /** How often a worker has died by itself. */
  readonly deaths: () => number
  /** From now on a worker that has died is started again so much later. */
  readonly delay: (ms: number) => void
  /** Where the worker of now shows its metrics. */
  readonly metrics: () => Promise<string>
  /** From now on workers start so. */
  readonly change: (environment: Environment) => Promise<void>
}

const test = base.extend<{ scene: Scene }>({
  scene: async ({ ownUrl: url }, use) => {
    await using parts = new AsyncDisposableStack()
    const stage = await openStage(url, [])
    parts.defer(() => stage.close())
    const environment = {
      TEMPORAL_TASK_QUEUE: stage.taskQueue,
      KEYRING: keyring,
      NODE_OPTIONS: '--max-old-space-size=160',
    }
    let metricsUrl = ''
    const fleet = createFleet({
      databaseUrl: url,
      temporalAddress: inject('temporalAddress'),
      bundlePath: inject('bundlePath'),
      environment,
      folder: join(here, 'parts'),
      onLine(line) {
        const shown = /"metricsUrl":"([^"]+)"/.exec(line)
        if (shown) metricsUrl = shown[1] ?? ''
      },
    })
    parts.defer(() => fleet.close())
    const keeper = await keepWorker(fleet)
    parts.defer(() => keeper.end())
    await use({
      stage,
      environment: {
        ...environment,
        DATABASE_URL: url,
        TEMPORAL_ADDRESS: inject('temporalAddress'),
        JWT_SECRET: jwtSecret,
      },
      deaths: keeper.deaths,
      delay: (ms) => keeper.delay(ms),
      metrics: async () => (await fetch(metricsUrl)).text(),
      change: (environment) => keeper.change(environment),
    })
  },
})

/** As a container's host does: one that has died is started again. */
async function keepWorker(fleet: Fleet) {
  let deaths = 0
  let isEnding = false
  let delayMs = 0
  let changed: Environment = {}
  let worker: Process
  let restarting = Promise.resolve()
  const watch = (one: Process) => {
    worker = one
    void one.exited.then(() => {
      if (isEnding || worker !== one) return
      deaths += 1
      restarting = restart()
    })
  }
  /** It may die before it is up: what is due is begun at once. */
  async function restart(): Promise<void> {
    await sleep(delayMs)
    for (;;)
      try {
        return watch(await fleet.startWorker(changed))
      } catch {
        if (isEnding) return
        deaths += 1
      }
  }
  watch(await fleet.startWorker())
  return {
    deaths: () => deaths,
    delay(ms: number) {
      delayMs = ms
    },
    async change(environment: Environment) {
      changed = environment
      await restarting
      const former = worker
      const next = await fleet.startWorker(changed)
      watch(next)
      await former.kill()
    },
    async end() {
      isEnding = true
      await restarting.catch(() => undefined)
    },
  }
}

const ask = (stage: Stage, code: string) => {
  const ref = randomUUID()
  return stage.create({ kind: workAsked, ref, code })
}

const countOf = (entries: readonly Entry[], kind: string) =>
  entries.filter((entry) => entry.kind === kind).length

const isDone = async (stage: Stage, id: string) =>
  countOf(await stage.journal(id), workDone.name) > 0 ? true : undefined

test('a task that kills its worker is set apart after four deaths, all beside it go on, and a command lets it be tried again', async ({
  scene,
}) => {
  const { stage, deaths, delay } = scene
  // Longer than a workflow task may take: the server takes it back, and the next worker counts before it gets it.
  delay(11_000)
  const poison = await ask(stage, 'abort')
  const beside = await Promise.all(Array.from({ length: 5 }, () => ask(stage, 'work')))
  const isApart = async () =>
    countOf(await stage.journal(poison), 'task-set-apart') > 0 ? true : undefined
  const later: string[] = []
  let counted = 0
  await until(async () => {
    if (deaths() > 0) delay(0)
    // Somebody is always near it.
    if (deaths() > counted) later.push(await ask(stage, 'work'))
    counted = deaths()
    return isApart()
  }, 200_000)
  await until(async () =>
    (await Promise.all([...beside, ...later].map((id) => isDone(stage, id)))).every(Boolean)
      ? true
      : undefined,
  )
  const journal = await stage.journal(poison)
  expect(deaths()).toBeLessThanOrEqual(4)
  expect([1, 2]).toContain(countOf(journal, 'worker-died'))
  expect(countOf(journal, 'task-begun-alone')).toBe(2)
  for (const id of [...beside, ...later]) {
    const entries = await stage.journal(id)
    expect([countOf(entries, 'task-set-apart'), countOf(entries, workDone.name)]).toEqual([0, 1])
  }
  await until(async () =>
    /atesta_suspect_tasks\{state="apart"\} 1\n/.test(await scene.metrics().catch(() => ''))
      ? true
      : undefined,
  )

  await scene.change({ BRAND: 'mended' })
  expect(await isDone(stage, poison)).toBeUndefined()
  const said = await promisify(execFile)(
    process.execPath,
    [join(here, '../../../../src/main/commands/try-apart.ts'), poison],
    { env: scene.environment },
  )
  expect(said.stdout).toMatch(`${poison}: work:`)
  await until(() => isDone(stage, poison))
})

test('a worker whose heap is full counts its death against what it had under way before it ends', async ({
  scene,
}) => {
  const { stage, deaths } = scene
  const poison = await ask(stage, 'exhaust-slowly')
  const died = await until(async () => {
    const journal = await stage.journal(poison)
    return countOf(journal, 'worker-died') > 0 ? deaths() : undefined
  }, 120_000)
  expect(died).toBe(0)
})
