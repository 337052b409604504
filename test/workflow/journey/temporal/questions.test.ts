// The questions of the operations guide, asked of a real server: each finds what it is about and nothing else.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { open } from '#src/journey/agenda/effects.ts'
import type { Waiting } from '#src/journey/transaction/task.ts'
import { commitOn } from '#src/journey/commit/commit.ts'
import { append } from '#src/journey/journal/append.ts'
import { defineKind } from '#src/journey/journal/kind.ts'
import { createBacktests } from '#src/journey/temporal/backtests.ts'
import { newId } from '#src/platform/ids.ts'
import { test as database } from '#test/db/fixture.ts'
import { openStage, type Stage } from '../agenda/harness.ts'
import { until } from '../../client.ts'

const hourMs = 3_600_000
const asked = defineKind('question-asked', 'Opens a task that waits.', (tasks, entry) =>
  open(tasks, entry, {
    key: `waits:${entry.seq}`,
    task: 'waits',
    does: `wait for ${entry.code}`,
    // Safe because the test names one of them.
    waits: entry.code as Waiting,
    dueAt: entry.at + hourMs,
  }),
)

const test = database.extend<{ stage: Stage }>({
  stage: [
    async ({ url }, use) => {
      const stage = await openStage(url, [])
      await stage.work()
      await use(stage)
      await stage.close()
    },
    { scope: 'file' },
  ],
})

/** As the guide has them, by their question. */
const guide = readFileSync(join(import.meta.dirname, '../../../../docs/operations.md'), 'utf8')
const questions = new Map(
  [...guide.matchAll(/^\| (?<question>[^|]+\?) \| `(?<query>[^`]+)` \|$/gm)].map(
    ({ groups = {} }) => [groups['question'] ?? '', groups['query'] ?? ''],
  ),
)

/** Only of this test's runs: the server is everybody's. */
async function ask(stage: Stage, query: string): Promise<string[]> {
  const found: string[] = []
  const own = `${query} AND TaskQueue = '${stage.taskQueue}'`
  for await (const { workflowId } of stage.client.workflow.list({ query: own }))
    found.push(workflowId)
  return found.toSorted()
}

test('the ten questions of the guide find what they are about', async ({ stage }) => {
  const waits = async (code: Waiting) => {
    const id = await stage.create()
    await stage.write(id, { kind: asked, code })
    return `transaction/${id}`
  }
  const waiting = {
    vendor: await waits('vendor'),
    engine: await waits('engine'),
    reply: await waits('reply'),
    client: await waits('client'),
    review: await waits('review'),
  }
  const decided = await stage.create()
  await commitOn(stage.deps, decided, async (_tx, locked) => {
    locked.pack = 'onboarding@3'
    locked.outcome = 'rejected'
    append(locked, { kind: asked, code: 'time' })
  })
  const ended = await waits('time')
  await until(() =>
    stage.client.workflow
      .getHandle(ended)
      .terminate()
      .catch(() => undefined),
  )
  const backtest = newId()
  await createBacktests(stage.client, stage.taskQueue).start({ id: backtest, tenant: 'acme' })

  const ofDecided = `transaction/${decided}`
  const expected: Record<string, readonly string[]> = {
    'What is going on for a tenant?': [...Object.values(waiting), ofDecided],
    'What waits for a vendor, and since before when?': [waiting.vendor],
    'What waits for the engines?': [waiting.engine],
    'Whose replies are awaited?': [waiting.reply],
    'What is left to clients: a code, a picture, a module?': [waiting.client],
    'What waits for a reviewer?': [waiting.review],
    // That a run in trouble has it is the server's own promise.
    'Which runs cannot go on?': [],
    'Which were ended or have failed, and why?': [ended],
    'What became of a pack?': [ofDecided],
    'Which tries of a version over past runs are under way?': [`backtest/${backtest}`],
  }
  expect([...questions.keys()]).toEqual(Object.keys(expected))
  for (const [question, query] of questions) {
    const wanted = (expected[question] ?? []).toSorted()
    // Until this test's own time has come.
    const now = query.replace(/'2026-[^']+'/, `'${new Date(Date.now() + hourMs).toISOString()}'`)
    const found = await until(async () => {
      const list = await ask(stage, now)
      return list.length === wanted.length ? list : undefined
    })
    expect.soft(found, question).toEqual(wanted)
  }
  await stage.client.workflow.getHandle(`backtest/${backtest}`).terminate()
})

test('a nudge says what has changed, and the summary what the run is about', async ({ stage }) => {
  const id = await stage.create({ kind: asked, code: 'client' })
  const described = await until(() =>
    stage
      .handle(id)
      .describe()
      .catch(() => undefined),
  )
  expect(await described.staticSummary()).toBe('CPF, no pack yet')
  const sooner = defineKind('question-sooner', 'Opens a task.', (tasks, entry) =>
    open(tasks, entry, { key: `sooner:${entry.seq}`, task: 'waits', dueAt: entry.at + 60_000 }),
  )
  await stage.write(id, { kind: sooner })
  const codes = await until(async () => {
    const { events } = await stage.handle(id).fetchHistory()
    const signals = (events ?? []).flatMap(
      ({ workflowExecutionSignaledEventAttributes: signal }) => signal?.input?.payloads ?? [],
    )
    return signals.length > 1
      ? signals.map(({ data }) => String(Buffer.from(data ?? [])))
      : undefined
  })
  expect(codes).toEqual(['"client"', '"vendor"'])
})
