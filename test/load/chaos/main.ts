// `npm run chaos -- --seed 7 --minutes 3 [--engines] [--travellers 9]`: runs a complete deployment under load, with
// failures drawn from the seed. At the end everything is checked from outside; a broken promise sets the exit code 1.
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkAll } from './checks/all.ts'
import { createChance } from '#test/load/chance.ts'
import { createEvents } from './events.ts'
import { happen } from './happen.ts'
import { startListening } from './listening.ts'
import { startLoad } from './load.ts'
import { openOperator } from './operator.ts'
import { planDay } from './plan.ts'
import { createPresence, watch } from './presence.ts'
import { type Stack, startStack } from './stack.ts'

const text = { type: 'string' } as const
const { values } = parseArgs({
  options: { seed: text, minutes: text, travellers: text, engines: { type: 'boolean' } },
})
const seed = readNumber('seed', values.seed, 1)
const minutes = readNumber('minutes', values.minutes, 3)
const travellers = readNumber('travellers', values.travellers, 9)
const engines = values.engines ?? false

function readNumber(name: string, given: string | undefined, usual: number): number {
  const value = Number(given ?? usual)
  if (Number.isFinite(value) && value >= 0) return value
  throw new Error(`--${name} takes a number`)
}

const begun = Date.now()
const say = (line: string) =>
  console.log(`${((Date.now() - begun) / 1_000).toFixed(1).padStart(7)}  ${line}`)

const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())

async function run(): Promise<boolean> {
  say(`seed ${seed}, ${minutes} minutes, ${travellers} travellers`)
  await using stack = await startStack({ engines, diskMb: Math.round(400 + 25 * minutes) })
  say(`the stack is up${stack.lacking.map((one) => `; without ${one}`).join('')}`)
  const presence = createPresence({
    apis: namesOf(stack, 'api'),
    workers: namesOf(stack, 'worker'),
  })
  const { thereMs } = presence
  await using operator = await openOperator(stack)
  const { cancelled } = operator
  const load = await startLoad(stack, { seed, travellers, engines, thereMs, cancelled })
  const file = join(stack.folder, 'heard.jsonl')
  const listener = { file, tokens: await load.listenerTokens(), chance: createChance(seed, -1) }
  const listening = await startListening(stack.publicUrl, listener)
  const events = watch(createEvents(stack, seed, operator), presence)
  const planned = planDay(seed, minutes * 60_000, events.sorts)
  const count = await happen(planned, events, say, ending.signal)
  if (ending.signal.aborted) return false
  const there = (thereMs() / 1_000).toFixed(0)
  say(`${count} events are over, everything was there for ${there} s; journeys are finished`)
  // When the user ends the run, journeys without an answer are not awaited.
  await Promise.race([load.end(), once(ending.signal, 'abort')])
  if (ending.signal.aborted) return false
  const { journeys } = load
  const outcomes = Map.groupBy(journeys, ({ outcome = 'not ended' }) => outcome)
  const ended = [...outcomes].map(([outcome, some]) => `${some.length} ${outcome}`)
  say(`${journeys.length} journeys: ${ended.join(', ')}`)
  await listening.leave()
  const checks = await checkAll(stack, { ...load, operator }, listening)
  await listening.end()
  for (const { name, looked, wrong } of checks) {
    say(`${wrong.length === 0 ? '✓' : '✗'} ${name} (${looked})`)
    for (const one of wrong.slice(0, 20)) say(`    ${one}`)
    if (wrong.length > 20) say(`    and ${wrong.length - 20} more`)
  }
  const isKept = checks.every(({ wrong }) => wrong.length === 0)
  if (isKept) await rm(stack.logFile, { force: true })
  else say(`what the processes said: ${stack.logFile}`)
  return isKept
}

const namesOf = ({ parts }: Stack, kind: string) =>
  parts.flatMap((part) => (part.kind === kind ? [part.name] : []))

try {
  if (!(await run())) process.exitCode = 1
} catch (error) {
  say(`FAILED: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  process.exitCode = 1
}
// Connections of clients may keep the process running after their servers have ended.
process.exit()
