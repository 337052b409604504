// `npm run bench -- [--only NAME] [--json FILE] [--cpu-prof DIR]`: each measure beside its
// baseline, in the same run. A measure that fails or takes too long says so, and the rest goes on. CPU profiles are of our processes, and slow what they look at.
import { writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { note } from '#src/main/local/note.ts'
import type { Measure, Result } from './measure.ts'
import { measures } from './measures.ts'
import { endProcesses } from './processes.ts'
import { openStage, type Stage } from './stage.ts'
import { describeResults } from './table.ts'

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { only: text, json: text, 'cpu-prof': text } })

function choose(only: string | undefined): readonly Measure[] {
  if (only === undefined) return measures
  const chosen = measures.filter(({ name }) => name === only)
  if (chosen.length > 0) return chosen
  throw new Error(`--only takes one of: ${measures.map(({ name }) => name).join(', ')}`)
}

type Failed = { readonly name: string; readonly failed: string }

async function run(chosen: readonly Measure[], ending: AbortSignal): Promise<(Result | Failed)[]> {
  await using stage = await openStage(values['cpu-prof'])
  // A signal closes what runs below us; the measure under way fails then, and so do we.
  ending.addEventListener('abort', () => void stage[Symbol.asyncDispose]())
  const results: (Result | Failed)[] = []
  for (const measure of chosen) {
    note(`${measure.name} …`)
    try {
      const found = await runInTime(measure, stage)
      console.log(describeResults(measure, found))
      results.push(...found)
    } catch (error) {
      if (ending.aborted) throw error
      const failed = error instanceof Error ? error.message : String(error)
      console.log(`\n${measure.name} has failed: ${failed}`)
      results.push({ name: measure.name, failed })
      process.exitCode = 1
    }
  }
  return results
}

const limitSecondsDefault = 300
/** For what a measure that was ended still has to put away. */
const endingMs = 20_000

async function runInTime(measure: Measure, stage: Stage): Promise<Result[]> {
  const { limitSeconds = limitSecondsDefault } = measure
  const running = measure.run(stage)
  const over = new AbortController()
  const late = wait(limitSeconds * 1_000, undefined, { signal: over.signal })
  try {
    const found = await Promise.race([running, late])
    if (found) return found
    await endProcesses()
    await Promise.race([running.catch(() => undefined), wait(endingMs)])
    throw new Error(`it has taken more than ${limitSeconds} s`)
  } finally {
    over.abort()
    late.catch(() => undefined)
  }
}

const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())

try {
  const results = await run(choose(values.only), ending.signal)
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`)
} catch (error) {
  note(ending.signal.aborted ? 'ended' : error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
// Clients of the SDK may keep the process open after their servers are gone.
process.exit()
