// `npm run bench -- [--only NAME] [--json FILE] [--cpu-prof DIR]`: runs each measure beside its baseline in the same
// run. A measure that fails or takes too long is reported, and the others go on; the whole ends within twenty minutes.
// CPU profiles cover our own processes and slow them down.
import { writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { note } from '#src/main/local/note.ts'
import type { Measure, Result } from './measure.ts'
import { measures } from './measures.ts'
import { startOwnPostgres } from '#test/support/servers/own-postgres.ts'
import { createBareTables } from './bare/tables.ts'
import { openStage, type Stage } from '#test/load/stage.ts'
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

async function run(chosen: readonly Measure[], ending: AbortSignal): Promise<void> {
  const folder = values['cpu-prof']
  const nodeArgs = folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}`]
  await using stage = await openStage(() => startOwnPostgres(), { nodeArgs })
  await createBareTables(stage.sql)
  // A signal closes the stage, so that the running measure fails and the bench ends.
  ending.addEventListener('abort', () => void stage[Symbol.asyncDispose]())
  const results: (Result | Failed)[] = []
  const begun = performance.now()
  for (const measure of chosen) {
    note(`${measure.name} …`)
    const since = performance.now()
    try {
      const found = await runInTime(measure, stage, wholeSeconds - (since - begun) / 1_000)
      console.log(describeResults(measure, found))
      results.push(...found)
    } catch (error) {
      if (ending.aborted) throw error
      const failed = error instanceof Error ? error.message : String(error)
      console.log(`\n${measure.name} has failed: ${failed}`)
      results.push({ name: measure.name, failed })
      process.exitCode = 1
    }
    note(`${measure.name} took ${((performance.now() - since) / 1_000).toFixed(0)} s`)
    keep(results)
  }
}

/** Writes the results after each measure, so that a bench that is ended early keeps them. */
function keep(results: readonly (Result | Failed)[]): void {
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`)
}

const limitSecondsDefault = 300
/** The time limit of all measures together, without start and end. */
const wholeSeconds = 1_170
/** The time in which a measure that was ended can clean up. */
const endingMs = 20_000

async function runInTime(measure: Measure, stage: Stage, leftSeconds: number): Promise<Result[]> {
  if (leftSeconds < 5) throw new Error('there was no time left for it')
  const limitSeconds = Math.min(measure.limitSeconds ?? limitSecondsDefault, leftSeconds)
  const running = measure.run(stage)
  const over = new AbortController()
  const late = wait(limitSeconds * 1_000, undefined, { signal: over.signal })
  try {
    const found = await Promise.race([running, late])
    if (found) return found
    await stage.endProcesses()
    await Promise.race([running.catch(() => undefined), wait(endingMs)])
    throw new Error(`it has taken more than ${limitSeconds.toFixed(0)} s`)
  } finally {
    over.abort()
    late.catch(() => undefined)
  }
}

const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())

try {
  await run(choose(values.only), ending.signal)
} catch (error) {
  note(ending.signal.aborted ? 'ended' : error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
// Clients of the SDK may keep the process running after their servers have ended.
process.exit()
