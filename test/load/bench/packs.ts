// Measures runs of a pack of five modules, requested over HTTP and awaited: from facts only, with one outside call
// among them, and beside a thousand runs that wait for their clients.
import { note } from '#src/main/local/note.ts'
import { startBarePacks } from './bare/packs.ts'
import { type Client, createClient, untilAnswered } from '#test/load/client.ts'
import { compare, describeCpu, toCalls, toRates } from './compare.ts'
import { createLatencies, type Clocked, drive, p50 } from '#test/load/drive.ts'
import { measureDecide } from './packs-decide.ts'
import { type Measure, type Result, toResult } from './measure.ts'
import { serversOf, type Service, settle, startService } from '#test/load/service.ts'
import { createTransaction } from '#test/load/journey.ts'
import type { Stage } from '#test/load/stage.ts'
import { countStatements } from './statements.ts'

const warm = { callers: 10, count: 20, rounds: 1 }
const single = { callers: 1, count: 10, rounds: 3 }
const many = { callers: 20, count: 30, rounds: 2 }
const counted = 10
const runs = [warm, single, many].reduce((sum, one) => sum + one.count * one.rounds, counted)
const waitingRuns = 1_000
/** The time for a thousand workflows to become idle on a busy machine. */
const restMs = 90_000

/** The transactions have no phone, so the fifth module has nothing to do. */
const fromFacts = ['score', 'rating', 'insights', 'cardCheck', 'phoneConfirmation']
/** The check asks the sandbox’s source for three services, so three calls are claimed, made and recorded. */
const withCall = [...fromFacts.slice(0, 4), 'backgroundCheck']

/** Without an address, card or phone there is nothing to look up and no person to wait for. */
const person = { documentType: 'CPF', document: '52998224725', name: 'Ana Exemplo' }

export const packs: Measure = {
  name: 'packs',
  against: 'a bare Temporal workflow: start, and an activity for each of the same modules',
  aims: {
    packs: 1.5,
    'packs-run-p50-at-1': 0.4,
    'packs-run-p50-at-20': 0.5,
    'packs-beside-1000-waiting-p50': 1.2,
    'packs-call': 1,
    'packs-call-cpu': 1.2,
    'packs-decide': 0.5,
  },
  async run(stage) {
    await using service = await startService(stage, { IDLE_CLOSE_SECONDS: '0.1' })
    const client = await createClient(service.api.url, { scope: 'packs:write packs:live' })
    await publish(client, 'facts', fromFacts)
    await publish(client, 'call', withCall)
    await publish(client, 'waits', ['biometricsScore'])
    await using bare = await startBarePacks(stage, 'ordinary')
    await using local = await startBarePacks(stage, 'local')
    const ours = { stage, service, client }
    return [
      ...(await compareWith(ours, bare, 'packs', 'facts')),
      ...(await compareWith(ours, local, 'packs-local', 'facts')),
      ...(await compareWith(ours, bare, 'packs-call', 'call')),
      await measureDecide(ours, (name, id) => query(client, name, id)),
      await measureBesideWaiting(ours),
    ]
  },
}

type Ours = { readonly stage: Stage; readonly service: Service; readonly client: Client }
type Bare = Awaited<ReturnType<typeof startBarePacks>>

async function compareWith(
  { stage, service, client }: Ours,
  bare: Bare,
  name: string,
  pack: string,
): Promise<Result[]> {
  const ids = await prepare(stage, client, runs)
  const runOurs = () => query(client, pack, ids.pop() ?? '')
  const runBare = () => bare.run(bare.transaction)
  const sides = {
    ours: { stage, processes: service.processes, go: (clock: Clocked) => clock('run', runOurs) },
    bare: {
      stage,
      processes: { ...serversOf(stage), worker: bare.worker.pid },
      go: (clock: Clocked) => clock('run', runBare),
    },
  }
  await compare(sides, warm)
  const few = await compare(sides, single)
  const full = await compare(sides, many)
  note(`CPU ms of a run of ${pack}: ${describeCpu(full)}`)
  const statements = {
    value: await countEach(stage, runOurs),
    baseline: await countEach(stage, runBare),
  }
  return [
    ...toRates(name, 'runs/s', full),
    ...toCalls(name, ['run'], few),
    ...toCalls(name, ['run'], full),
    toResult({
      name: `${name}-statements`,
      ...statements,
      unit: 'statements each',
      higherIsBetter: false,
    }),
  ]
}

/** Counts the statements of one run, including its follow-up work and sweeps. */
async function countEach(stage: Stage, run: () => Promise<void>): Promise<number> {
  const all = await countStatements(stage, async () => {
    await drive(1, counted, run)
    await settle(stage, restMs)
  })
  return all / counted
}

/** One caller’s run while a thousand runs of another pack wait for their clients, against the same run before. */
async function measureBesideWaiting({ stage, client }: Ours): Promise<Result> {
  const ids = await prepare(stage, client, 60)
  const measure = async () => {
    const { latencies, clock } = createLatencies()
    await drive(1, 30, () => clock('run', () => query(client, 'facts', ids.pop() ?? '')))
    return p50(latencies, 'run')
  }
  const baseline = await measure()
  const waiting = await prepare(stage, client, waitingRuns)
  await drive(10, waitingRuns, async () => {
    await client.call('POST', `/v1/packs/waits/${waiting.pop()}`, 202)
  })
  await settle(stage, restMs)
  const value = await measure()
  const name = 'packs-beside-1000-waiting-p50'
  return toResult({ name, value, baseline, unit: 'ms', higherIsBetter: false })
}

/** Creates transactions and waits until the work of their creation is done. */
async function prepare(stage: Stage, client: Client, count: number): Promise<string[]> {
  const ids: string[] = []
  await drive(10, count, async () => {
    ids.push((await createTransaction(client, person)).id)
  })
  await settle(stage, restMs)
  return ids
}

async function publish(client: Client, name: string, modules: readonly string[]): Promise<void> {
  const steps = modules.map((module) => ({ kind: 'module', module }))
  const body = { root: { kind: 'parallel', steps } }
  await client.call('POST', `/v1/packs/${name}/versions`, 201, { body })
}

/** A busy machine may answer 503; then the caller repeats the request, and the time counts. */
async function query(client: Client, name: string, id: string): Promise<void> {
  const headers = { prefer: 'wait=30' }
  await untilAnswered('the answer of a pack', async () => {
    const { status, text } = await client.send('GET', `/v1/packs/${name}/${id}`, { headers })
    if (status === 503) return undefined
    if (status === 200 && text.includes('"status":"completed","packVersion"')) return true
    throw new Error(`a pack answered ${status}: ${text}`)
  })
}
