// Measures the engines in their threads against the bare engine in a loop: calls with four selfies, and pages of
// documents. Two workers are compared with two such loops, each with the machine to itself.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { percentile } from '#test/load/drive.ts'
import { type Measure, type Result, toResult } from '#test/load/bench/measure.ts'

type Load = {
  readonly perSecond: number
  readonly times: readonly number[]
  readonly rssMb: number
  readonly startMs: number
}

const count = 8

export const engines: Measure = {
  name: 'engines',
  against: 'the bare engine in a loop, times the workers',
  aims: {
    'engines-faces-1': 0.85,
    'engines-faces-2': 0.75,
    'engines-documents-1': 0.85,
    'engines-documents-2': 0.75,
  },
  limitSeconds: 400,
  async run() {
    const results: Result[] = []
    for (const what of ['faces', 'documents']) {
      const bare = await load('bare', what, count, 1, 1)
      for (const workers of [1, 2]) {
        // One caller more than workers, so that no worker waits for a caller.
        const ours = await load('threads', what, count * workers, workers, workers + 1)
        results.push(...describe(`engines-${what}`, workers, ours, bare))
      }
    }
    return results
  },
}

function describe(name: string, workers: number, ours: Load, bare: Load): Result[] {
  const line = (label: string, value: number, baseline: number, unit: string) =>
    toResult({ name: `${name}${label}-${workers}`, value, baseline, unit, higherIsBetter: false })
  const rate = { value: ours.perSecond, baseline: bare.perSecond * workers }
  return [
    toResult({ name: `${name}-${workers}`, ...rate, unit: 'calls/s', higherIsBetter: true }),
    line('-p50', percentile(ours.times, 0.5), percentile(bare.times, 0.5), 'ms'),
    line('-p99', percentile(ours.times, 0.99), percentile(bare.times, 0.99), 'ms'),
    line('-memory', ours.rssMb, bare.rssMb, 'MB'),
    line('-start', ours.startMs, bare.startMs, 'ms'),
  ]
}

/** Runs the load in a process of its own, to measure its memory and start separately. */
async function load(...args: readonly (string | number)[]): Promise<Load> {
  const file = join(import.meta.dirname, '../bare/engines.ts')
  const child = spawn(process.execPath, [file, ...args.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`the engines have ended with ${String(code)}`)
  // Safe because our own script has printed it.
  return JSON.parse(Buffer.concat(chunks).toString()) as Load
}
