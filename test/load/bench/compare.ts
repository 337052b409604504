// Compares the service with its baseline in alternating rounds: rates, CPU time, latencies of single calls.
import { arrive } from '#test/load/arrivals.ts'
import { createChance } from '#test/load/chance.ts'
import { type Clocked, createLatencies, drive, alternate, median } from '#test/load/drive.ts'
import { type Result, toResult, toRanks } from './measure.ts'
import { readCpuMs } from '#test/load/proc.ts'
import { settle } from '#test/load/service.ts'
import type { Stage } from '#test/load/stage.ts'

export type Side = {
  readonly stage: Stage
  /** Process ids by name. */
  readonly processes: Readonly<Record<string, number>>
  readonly go: (clock: Clocked) => Promise<void>
  /** Waits for the work that a round leaves behind, so that its CPU time is included. */
  readonly finish?: () => Promise<void>
}
/** The number of runs in each round, how many of them are concurrent, and the number of rounds. */
type Plan = { readonly callers: number; readonly count: number; readonly rounds: number }
type Compared = Awaited<ReturnType<typeof compare>>

type Sides = { readonly ours: Side; readonly bare: Side }

export async function compare(sides: Sides, plan: Plan) {
  const ours = createRecord()
  const bare = createRecord()
  await alternate(
    plan.rounds,
    () => runRound(sides.ours, plan, ours),
    () => runRound(sides.bare, plan, bare),
  )
  return { ours, bare, callers: plan.callers }
}

type Rate = { readonly perSecond: number; readonly seconds: number; readonly rounds: number }

/**
 * Latencies at a fixed rate, of arrivals that wait for no answer: below saturation nothing of them is a queue of the
 * callers themselves. Both sides get the same arrivals. Rejects when one of them fails.
 */
export async function compareAtRate(sides: Sides, { rounds, ...rate }: Rate) {
  const [ours, bare] = [createLatencies(), createLatencies()]
  const turn =
    ({ stage, go }: Side, { clock }: typeof ours) =>
    async () => {
      const { refused } = await arrive({ ...rate, chance: createChance(7, 0) }, () => go(clock))
      if (refused.size > 0) throw new Error([...refused.keys()].join('; '))
      await settle(stage)
    }
  await alternate(rounds, turn(sides.ours, ours), turn(sides.bare, bare))
  return { ours: ours.latencies, bare: bare.latencies }
}

const createRecord = () => ({
  ...createLatencies(),
  perSecond: [] as number[],
  /** By process the CPU time of each unit of work. */
  cpuMs: {} as Record<string, number[]>,
})

/** The CPU time is read after all work that the round has caused. */
async function runRound(
  { stage, processes, go, finish }: Side,
  { callers, count }: Plan,
  record: ReturnType<typeof createRecord>,
): Promise<void> {
  const read = () =>
    Object.entries(processes).map(([name, pid]) => [name, readCpuMs([pid])] as const)
  const before = new Map(read())
  const seconds = await drive(callers, count, () => go(record.clock))
  await settle(stage)
  await finish?.()
  record.perSecond.push(count / seconds)
  for (const [name, cpuMs] of read()) {
    const each = (cpuMs - (before.get(name) ?? 0)) / count
    record.cpuMs[name] = [...(record.cpuMs[name] ?? []), each]
  }
}

/** The rate per second and the CPU time of each unit: `name` and `name-cpu`. */
export function toRates(name: string, unit: string, { ours, bare }: Compared): Result[] {
  return [
    toResult({
      name,
      value: median(ours.perSecond),
      baseline: median(bare.perSecond),
      unit,
      higherIsBetter: true,
    }),
    toResult({
      name: `${name}-cpu`,
      value: sumOf(ours.cpuMs),
      baseline: sumOf(bare.cpuMs),
      unit: 'ms CPU each',
      higherIsBetter: false,
    }),
  ]
}

const sumOf = (cpuMs: Record<string, number[]>) =>
  Object.values(cpuMs).reduce((sum, each) => sum + median(each), 0)

export const describeCpu = ({ ours, bare }: Compared) =>
  `${describeProcesses(ours.cpuMs)}; bare: ${describeProcesses(bare.cpuMs)}`

const describeProcesses = (cpuMs: Record<string, number[]>) =>
  Object.entries(cpuMs)
    .map(([name, each]) => `${name} ${median(each).toFixed(1)}`)
    .join(', ')

/** p50 and p99 of single calls: `name-<call>-p50-at-<callers>`. */
export function toCalls(
  name: string,
  calls: readonly string[],
  { ours, bare, callers }: Compared,
): Result[] {
  return calls.flatMap((call) =>
    toRanks(
      (rank) => `${name}-${call}-${rank}-at-${callers}`,
      ours.latencies.get(call) ?? [],
      bare.latencies.get(call) ?? [],
    ),
  )
}
