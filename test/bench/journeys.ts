// Whole journeys: create, e-mail token, read the code, validate it, ask for the pack and wait for it.
import { setTimeout as wait } from 'node:timers/promises'
import { note } from '#src/main/local/note.ts'
import { startBare } from './bare/journey.ts'
import type { Client } from './client.ts'
import { type Clocked, createLatencies, drive, p50, p99, takeTurns } from './load.ts'
import { type Measure, median, type Result, toResult } from './measure.ts'
import { readCpuMs } from './proc.ts'
import { askForToken, createTransaction, keyed, settle, startService } from './service.ts'
import type { Stage } from './stage.ts'

const many = { callers: 20, journeys: 100, rounds: 5 }
const single = { callers: 1, journeys: 10, rounds: 3 }

export const journeys: Measure = {
  name: 'journeys',
  against: 'a bare Temporal workflow: start, and one update with a local activity per step',
  aims: { journeys: 1 },
  async run(stage) {
    await using service = await startService(stage)
    await using bare = await startBare(stage)
    const ours = (clock: Clocked) => journey(service.client, clock)
    const sides = {
      ours: { stage, processes: { ...stage.processes, ...service.processes }, go: ours },
      bare: {
        stage,
        processes: { ...stage.processes, worker: bare.worker.pid },
        go: (clock: Clocked) => bare.journey(clock),
      },
    }
    await compare(sides, { callers: 10, journeys: 20, rounds: 1 }) // warms both up
    const few = await compare(sides, single)
    const full = await compare(sides, many)
    note(
      `CPU ms of a journey: ${describeCpu(full.ours.cpuMs)}; bare: ${describeCpu(full.bare.cpuMs)}`,
    )
    return [...toRates(full), ...toCalls(few), ...toCalls(full)]
  },
}

async function journey(client: Client, clock: Clocked): Promise<void> {
  const { id } = await clock('create', () => createTransaction(client))
  await clock('token', () => askForToken(client, id))
  const code = await clock('mail', () => readCode(client, id))
  const path = `/v1/transaction/${id}/emails/tokens/validation`
  await clock('validate', () => client.call('POST', path, 200, { body: { code }, ...keyed() }))
  const { status } = await clock('pack', () =>
    client.call<{ status: string }>('GET', `/v1/packs/basic/${id}`, 200, {
      headers: { prefer: 'wait=30' },
    }),
  )
  if (status !== 'completed') throw new Error(`a pack is ${status} after its wait`)
}

/** Between two looks for the message: its reader is slower than that, and each look is a load. */
const lookPauseMs = 150

async function readCode(client: Client, id: string): Promise<string> {
  for (;;) {
    await wait(lookPauseMs)
    const path = `/v1/sandbox/messages?transactionId=${id}`
    const [message] = await client.call<{ code: string }[]>('GET', path, 200)
    if (message) return message.code
  }
}

type Side = {
  readonly stage: Stage
  /** Process ids by what they are. */
  readonly processes: Readonly<Record<string, number>>
  readonly go: (clock: Clocked) => Promise<void>
}
type Plan = typeof many
type Compared = Awaited<ReturnType<typeof compare>>

async function compare(sides: { ours: Side; bare: Side }, plan: Plan) {
  const ours = createRecord()
  const bare = createRecord()
  await takeTurns(
    plan.rounds,
    () => runRound(sides.ours, plan, ours),
    () => runRound(sides.bare, plan, bare),
  )
  return { ours, bare, callers: plan.callers }
}

const createRecord = () => ({
  ...createLatencies(),
  perSecond: [] as number[],
  /** Of each journey, by process. */
  cpuMs: {} as Record<string, number[]>,
})

/** CPU time is taken until all is done that the journeys have caused. */
async function runRound(
  { stage, processes, go }: Side,
  { callers, journeys: count }: Plan,
  record: ReturnType<typeof createRecord>,
): Promise<void> {
  const read = () =>
    Object.entries(processes).map(([name, pid]) => [name, readCpuMs([pid])] as const)
  const before = new Map(read())
  const seconds = await drive(callers, count, () => go(record.clock))
  await settle(stage)
  record.perSecond.push(count / seconds)
  for (const [name, cpuMs] of read()) {
    const each = (cpuMs - (before.get(name) ?? 0)) / count
    record.cpuMs[name] = [...(record.cpuMs[name] ?? []), each]
  }
}

function toRates({ ours, bare }: Compared): Result[] {
  return [
    toResult({
      name: 'journeys',
      value: median(ours.perSecond),
      baseline: median(bare.perSecond),
      unit: 'journeys/s',
      higherIsBetter: true,
    }),
    toResult({
      name: 'journeys-cpu',
      value: sumOf(ours.cpuMs),
      baseline: sumOf(bare.cpuMs),
      unit: 'ms CPU each',
      higherIsBetter: false,
    }),
  ]
}

const sumOf = (cpuMs: Record<string, number[]>) =>
  Object.values(cpuMs).reduce((sum, each) => sum + median(each), 0)

const describeCpu = (cpuMs: Record<string, number[]>) =>
  Object.entries(cpuMs)
    .map(([name, each]) => `${name} ${median(each).toFixed(1)}`)
    .join(', ')

function toCalls({ ours, bare, callers }: Compared): Result[] {
  return ['create', 'token', 'validate', 'pack'].flatMap((call) =>
    [p50, p99].map((rank) =>
      toResult({
        name: `journeys-${call}-${rank === p50 ? 'p50' : 'p99'}-at-${callers}`,
        value: rank(ours.latencies, call),
        baseline: rank(bare.latencies, call),
        unit: 'ms',
        higherIsBetter: false,
      }),
    ),
  )
}
