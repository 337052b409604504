// `npm run bench -- [--only NAME] [--json FILE] [--cpu-prof DIR]`: each measure beside its
// baseline, in the same run. CPU profiles are of our processes, and slow what they look at.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { note } from '#src/main/local/note.ts'
import type { Measure, Result } from './measure.ts'
import { measures } from './measures.ts'
import { openStage } from './stage.ts'
import { describeResults } from './table.ts'

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { only: text, json: text, 'cpu-prof': text } })

function choose(only: string | undefined): readonly Measure[] {
  if (only === undefined) return measures
  const chosen = measures.filter(({ name }) => name === only)
  if (chosen.length > 0) return chosen
  throw new Error(`--only takes one of: ${measures.map(({ name }) => name).join(', ')}`)
}

async function run(chosen: readonly Measure[], ending: AbortSignal): Promise<Result[]> {
  await using stage = await openStage(values['cpu-prof'])
  // A signal closes what runs below us; the measure under way fails then, and so do we.
  ending.addEventListener('abort', () => void stage[Symbol.asyncDispose]())
  const results: Result[] = []
  for (const measure of chosen) {
    note(`${measure.name} …`)
    const found = await measure.run(stage)
    console.log(describeResults(measure, found))
    results.push(...found)
  }
  return results
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
