// Records histories for the replay tests: `node_modules/.bin/node test/replay/record.ts [scenario…]`.
// Without a name it records what has no history yet. A recorded history is a promise to the workflows that
// run: it is not recorded again to make a test pass; a change of the workflow gets a scenario of its own.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js'
import { capabilities } from '#src/main/capabilities.ts'
import { createFinder } from '#test/support/find-values.ts'
import { startDatabaseProxy } from '#test/support/servers/proxy.ts'
import { type Service, startService } from '#test/support/service.ts'
import { until } from '#test/workflow/client.ts'
import { workflowId } from '#workflows/messages.ts'
import { folder, type History, listHistories, payloadsOf, scrub, writeEvents } from './history.ts'
import { personalValues } from './personal.ts'
import { createScene, listRuns, type Scenario } from './scene.ts'
import { scenarios } from './scenarios/all.ts'
import { openStage, type Stage } from './stage.ts'

function choose(asked: readonly string[]): [string, Scenario][] {
  const unknown = asked.filter((name) => !Object.hasOwn(scenarios, name))
  if (unknown.length > 0)
    throw new Error(`no such scenario; there are ${Object.keys(scenarios).join(', ')}`)
  const recorded = new Set(listHistories())
  return Object.entries(scenarios).filter(([name]) =>
    asked.length > 0 ? asked.includes(name) : !recorded.has(name) && !recorded.has(`${name}-1`),
  )
}

async function record(stage: Stage, name: string, scenario: Scenario): Promise<void> {
  await using parts = new AsyncDisposableStack()
  const { environment, beside, runs = 1, drive, workflow = workflowId } = scenario
  const proxy = await startDatabaseProxy(await stage.createDatabase(name))
  parts.defer(() => proxy.close())
  const service = await startService({
    databaseUrl: proxy.url,
    temporalAddress: stage.temporalAddress,
    bundlePath: stage.bundlePath,
    environment: { TEMPORAL_TASK_QUEUE: `record-${name}`, ...environment },
    offered: beside ? [...capabilities, beside] : capabilities,
  })
  parts.defer(() => service.close())
  const scene = createScene(service, proxy)
  const id = workflow(await drive(scene))
  const runIds = await until(() => listRuns(service.client, id, runs))
  const find = createFinder([
    ...personalValues.map((value) => ({ value })),
    ...scene.secrets.map((value) => ({ value, whole: true })),
  ])
  for (const [index, runId] of runIds.entries()) {
    const history = await readSettled(service, id, runId)
    const found = find(Buffer.from([JSON.stringify(history), ...payloadsOf(history)].join('\n')))
    if (found.length > 0) throw new Error(`${name} holds ${found.join(', ')}`)
    const file = runs > 1 ? `${name}-${index + 1}` : name
    await writeFile(join(folder, `${file}.json`), writeEvents(history))
    console.log(`${file}: ${history.events.length} events`)
  }
}

/** A run's history once no workflow task is under way. */
function readSettled({ client }: Service, id: string, runId: string): Promise<History> {
  return until(async () => {
    const history = await client.workflow.getHandle(id, runId).fetchHistory()
    const last = history.events?.at(-1)
    const isUnderWay =
      !last ||
      last.workflowTaskScheduledEventAttributes ||
      last.workflowTaskStartedEventAttributes ||
      last.workflowExecutionSignaledEventAttributes
    // `historyToJSON` writes what the type says.
    return isUnderWay ? undefined : scrub(JSON.parse(historyToJSON(history)) as History)
  })
}

const chosen = choose(process.argv.slice(2))
if (chosen.length === 0) {
  console.log('Every scenario has its history: name those that are to be recorded again.')
  process.exit()
}
await using stage = await openStage()
for (const [name, scenario] of chosen) await record(stage, name, scenario)
