// The worker thread that runs test cases.
import { parentPort, workerData } from 'node:worker_threads'
import type { CasesInput } from './case-thread.ts'
import { runCases } from './report.ts'

// Safe because only `case-thread.ts` starts it.
const { pack, cases, vocabulary } = workerData as CasesInput
parentPort?.postMessage(await runCases(pack, cases, vocabulary))
