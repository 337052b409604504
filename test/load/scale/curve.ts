// Measures p50 and p99 by the rate of arrivals, up to saturation.
import { p50, p99 } from '#test/load/drive.ts'
import { journey, type Traveller } from '#test/load/journey.ts'
import { readCpuMs } from '#test/load/proc.ts'
import { createChance } from '#test/load/chance.ts'
import { arrive, type Arrived } from '#test/load/arrivals.ts'

export type Point = {
  readonly perSecond: number
  /** The rate that was drawn, which rarely equals the planned one. */
  readonly camePerSecond: number
  readonly donePerSecond: number
  readonly refused: number
  /** Milliseconds. */
  readonly times: Readonly<Record<string, { readonly p50: number; readonly p99: number }>>
  /** The processors in use, by process: 1 is one processor. */
  readonly processors: Readonly<Record<string, number>>
}

export type CurvePlan = {
  readonly traveller: Traveller
  readonly rates: readonly number[]
  readonly seconds: number
  readonly processes: Readonly<Record<string, number>>
  readonly settle: () => Promise<void>
  readonly say: (line: string) => void
}

const shown = ['create', 'token', 'mail', 'validate', 'pack', 'whole']
/** Below this share of completed arrivals the queue grows without limit, so the measurement stops. */
const keptUp = 0.85

export async function measureCurve(plan: CurvePlan): Promise<Point[]> {
  const { traveller, rates, seconds, settle, say } = plan
  const points: Point[] = []
  for (const [index, perSecond] of rates.entries()) {
    const before = readAll(plan.processes)
    const chance = createChance(1, index)
    const arrived = await arrive({ perSecond, seconds, chance }, (clock) =>
      journey(traveller, clock),
    )
    const cpuMs = spent(before, readAll(plan.processes))
    const camePerSecond = Math.round((arrived.asked / seconds) * 100) / 100
    const point = { perSecond, camePerSecond, ...toPoint(arrived, cpuMs) }
    points.push(point)
    say(describe(point, arrived))
    await settle()
    if (point.donePerSecond < camePerSecond * keptUp) break
  }
  return points
}

const readAll = (processes: CurvePlan['processes']) =>
  Object.fromEntries(Object.entries(processes).map(([name, pid]) => [name, readCpuMs([pid])]))

const spent = (before: Record<string, number>, after: Record<string, number>) =>
  Object.fromEntries(Object.entries(after).map(([name, ms]) => [name, ms - (before[name] ?? 0)]))

function toPoint(arrived: Arrived, cpuMs: Record<string, number>) {
  const { asked, done, seconds, latencies } = arrived
  const round = (value: number) => Math.round(value * 10) / 10
  return {
    donePerSecond: Math.round((done / seconds) * 100) / 100,
    refused: asked - done,
    times: Object.fromEntries(
      shown.map((name) => [
        name,
        { p50: round(p50(latencies, name)), p99: round(p99(latencies, name)) },
      ]),
    ),
    processors: Object.fromEntries(
      Object.entries(cpuMs).map(([name, ms]) => [name, Math.round(ms / seconds / 10) / 100]),
    ),
  }
}

function describe(point: Point, { refused }: Arrived) {
  const { perSecond, camePerSecond, donePerSecond, times, processors } = point
  const shownTimes = Object.entries(times).map(
    ([name, one]) => `${name} ${one.p50.toFixed(0)}/${one.p99.toFixed(0)}`,
  )
  const used = Object.entries(processors).map(([name, share]) => `${name} ${share}`)
  const why = [...refused].map(([reason, count]) => `\n    ${count} × ${reason}`).join('')
  return `${perSecond}/s: ${camePerSecond}/s came, ${donePerSecond}/s done; p50/p99 ms: ${shownTimes.join(', ')}; processors: ${used.join(', ')}${why}`
}
