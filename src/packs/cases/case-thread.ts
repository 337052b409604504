// Runs test cases in a worker thread, so that a publisher’s expensive cases delay nobody else.
import { Worker } from 'node:worker_threads'
import type { CaseReport, RunCases } from './report.ts'

/** A thread that runs longer is terminated. */
const limitMs = 15_000
const threadsMax = 2

let running = 0
const waiting: (() => void)[] = []

/** At most two threads at once; further publishers wait in order. */
export const runCasesApart: RunCases = async (pack, cases, { offered, facts }) => {
  if (running >= threadsMax) await new Promise<void>((resolve) => waiting.push(resolve))
  running += 1
  try {
    const seen = offered.map(({ key, seen: fields, isSearch, services }) => ({
      key,
      seen: fields,
      isSearch,
      ...(services && { services }),
    }))
    const vocabulary = { offered: seen, facts: { variables: facts.variables } }
    return await runInThread({ pack, cases, vocabulary })
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

/** The input of the thread, plain data only. */
export type CasesInput = {
  readonly pack: Parameters<RunCases>[0]
  readonly cases: Parameters<RunCases>[1]
  readonly vocabulary: Parameters<RunCases>[2]
}

async function runInThread(workerData: CasesInput): Promise<CaseReport> {
  const worker = new Worker(new URL('thread.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  })
  const limit = setTimeout(() => void worker.terminate(), limitMs)
  try {
    return await new Promise<CaseReport>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('the cases were not run in time')))
    })
  } finally {
    clearTimeout(limit)
    await worker.terminate()
  }
}
