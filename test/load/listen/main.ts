// `npm run drill -- --only listen --journeys 10000 --seed 7`: a client that only listens follows journeys with kills and restarts
// between, on servers of their own. The seed is printed, and it ends with 1 if an outcome is missing, wrong or there
// twice.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import { freePort } from '#src/main/local/ports.ts'
import { createChance } from '#test/load/chance.ts'
import { assemble } from '#test/load/drill/assembled.ts'
import { openStage, type Stage } from '#test/load/stage.ts'
import { createFleet } from '#test/support/process.ts'
import { mintToken } from '#test/support/token.ts'
import { buildClient, type ClientPackage } from './client-package.ts'
import { findFaults, type HeardEvent, listenedClaims, type Outcome, readLines } from './heard.ts'
import { type Journey, publishPacks, readPack, runJourney } from './journeys.ts'
import { startApi, startListener, startWorker } from './processes.ts'
import { makeTrouble } from './trouble.ts'

const { values } = parseArgs({
  options: {
    journeys: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    width: { type: 'string', default: '24' },
    /** Between two kills, beside what is usual. */
    pauses: { type: 'string', default: '1' },
    /** No journey begins after so many; what has begun is followed to its end. */
    minutes: { type: 'string', default: '600' },
  },
})
const [count, seed, width, pauses] = [values.journeys, values.seed, values.width, values.pauses].map(Number) as [number, number, number, number] // prettier-ignore
let begun = Date.now()
const say = (line: string) => console.log(`${((Date.now() - begun) / 1_000).toFixed(0)} s: ${line}`)
console.log(`seed ${seed}`)

async function readTruth(stage: Stage, atesta: Parameters<typeof readPack>[0], all: Journey[]) {
  const sql = postgres(stage.database.url, { max: 1, onnotice() {} })
  const rows = await sql<{ id: string }[]>`
    select id from event where tenant = ${listenedClaims.tenant}`
  await sql.end()
  const outcomes = new Map<string, Outcome>()
  const left = all.values()
  const read = async () => {
    for (const one of left) outcomes.set(one.id, await readPack(atesta, one))
  }
  await Promise.all(Array.from({ length: width }, read))
  return { ids: new Set(rows.map(({ id }) => id)), outcomes }
}

await using stage = await openStage()
await using parts = new AsyncDisposableStack()
const { options } = await assemble(stage.folder, stage.options, ['api', 'worker'])
const limits = [
  'RATE_LIMIT_PER_SECOND',
  'RATE_LIMIT_BURST',
  'MESSAGE_RATE_PER_SECOND',
  'MESSAGE_RATE_BURST',
  'EMAIL_TOKENS_PER_MINUTE',
]
const fleet = createFleet({
  ...options,
  environment: {
    ...options.environment,
    ...Object.fromEntries(limits.map((name) => [name, '100000'])),
    IDLE_CLOSE_SECONDS: '5',
    LOG_LEVEL: 'info',
  },
})
parts.defer(() => fleet.close())
const port = await freePort()
const url = `http://127.0.0.1:${port}`
const [api, worker] = await Promise.all([startApi(fleet, port), startWorker(fleet)])
const client = await buildClient(url)
// Safe because it is what the build of the package gives.
const { createAtesta } = (await import(pathToFileURL(client).href)) as ClientPackage
const scope = 'transactions:read transactions:write packs:write packs:live'
const atesta = createAtesta({
  baseUrl: url,
  credential: () => mintToken({ ...listenedClaims, scope }),
  retries: 200,
  maxWaitMs: 2_000,
})
await publishPacks(atesta)
const file = join(stage.folder, 'heard.jsonl')
const listener = startListener(file, url, client)
parts.defer(async () => void (await listener.kill()))

const readHeard = (): HeardEvent[] =>
  (existsSync(file) ? readLines(wholeLines(readFileSync(file, 'utf8'))) : []).flatMap(
    ({ events }) => events,
  )
const wholeLines = (text: string) => text.slice(0, text.lastIndexOf('\n') + 1)

begun = Date.now()
say('everything runs')
const journeys: Journey[] = []
const stuck: string[] = []
const over = new AbortController()
const trouble = makeTrouble({
  seed,
  pauses,
  of: {
    api,
    worker,
    listener,
    postgres: { kill: () => stage.database.kill(), restart: () => stage.database.restart() },
  },
  progress: () => journeys.length / count,
  signal: over.signal,
})
const sayHow = () => {
  const kills = JSON.stringify(trouble.killed)
  say(`${journeys.length} journeys, ${readHeard().length} events heard, killed ${kills}`)
}
let started = 0
const drive = async () => {
  const until = begun + Number(values.minutes) * 60_000
  while (started < count && Date.now() < until) {
    started += 1
    await runJourney(atesta, createChance(seed, started)).then(
      (journey) => journeys.push(journey),
      (error: unknown) => stuck.push(error instanceof Error ? error.message : String(error)),
    )
    if (journeys.length % 500 === 0) sayHow()
  }
}
await Promise.all(Array.from({ length: width }, drive))
over.abort()
await trouble.over
sayHow()

const truth = await readTruth(stage, atesta, journeys)
const deadline = Date.now() + 120_000
while (readHeard().length < truth.ids.size && Date.now() < deadline) await sleep(500)
// A last look would bring what comes twice.
await sleep(2_000)
const heard = readHeard()
const faults = [...stuck, ...findFaults(heard, truth, journeys)]
for (const fault of faults.slice(0, 20)) console.log(fault)
say(
  `${heard.length} events were heard of ${truth.ids.size}; ${truth.outcomes.size} outcomes, ${faults.length} faults`,
)
if (faults.length > 0) process.exitCode = 1
await parts.disposeAsync()
await stage[Symbol.asyncDispose]()
// Connections of fetch may keep the process open after their servers are gone.
process.exit()
