// The thread in which test cases run.
import { parentPort, workerData } from 'node:worker_threads'
import type { CasesInput } from './case-thread.ts'
import { runCases } from './report.ts'

// Safe because `case-thread.ts` alone starts it.
const { pack, cases, vocabulary } = workerData as CasesInput
parentPort?.postMessage(await runCases(pack, cases, vocabulary))
