// The same work done by the service and by its baseline, in turns: rates, CPU time, times of single calls.
import { type Clocked, createLatencies, drive, alternate, median } from '#test/load/drive.ts'
import { type Result, toResult, toRanks } from './measure.ts'
import { readCpuMs } from '#test/load/proc.ts'
import { settle } from '#test/load/service.ts'
import type { Stage } from '#test/load/stage.ts'

export type Side = {
  readonly stage: Stage
  /** Process ids by what they are. */
  readonly processes: Readonly<Record<string, number>>
  readonly go: (clock: Clocked) => Promise<void>
  /** What a round leaves behind, and its CPU time contains. */
  readonly finish?: () => Promise<void>
}
/** So many times in each round, and so many of them at once. */
type Plan = { readonly callers: number; readonly count: number; readonly rounds: number }
type Compared = Awaited<ReturnType<typeof compare>>

export async function compare(sides: { ours: Side; bare: Side }, plan: Plan) {
  const ours = createRecord()
  const bare = createRecord()
  await alternate(
    plan.rounds,
    () => runRound(sides.ours, plan, ours),
    () => runRound(sides.bare, plan, bare),
  )
  return { ours, bare, callers: plan.callers }
}

const createRecord = () => ({
  ...createLatencies(),
  perSecond: [] as number[],
  /** Of each of what is done, by process. */
  cpuMs: {} as Record<string, number[]>,
})

/** CPU time is taken until all is done that it has caused. */
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

/** How many a second, and what each costs: `name` and `name-cpu`. */
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
