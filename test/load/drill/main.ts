// `npm run drill`: failure scenarios that the test suites have no time for, and clients by other generators. With
// `--only restore,rolling` it runs some of them, and with `--cases worker,engines` the cases of a part by these names.
// A failure sets the exit code 1. `--only` with day, dashboards, films, lines, listen, replies, scale or strip starts
// that program with the arguments after its name, such as `--only scale --only curve`.
import { parseArgs } from 'node:util'
import { alarms } from './alarms.ts'
import { backlog } from './backlog.ts'
import { clients } from './clients/clients.ts'
import { certificate } from './certificate.ts'
import { disk } from './disk.ts'
import { flood } from './flood.ts'
import { front } from './front.ts'
import { image } from './image.ts'
import type { Part } from './part.ts'
import { programNames, runProgram } from './programs.ts'
import { restore } from './restore.ts'
import { rolling } from './rolling.ts'
import { shapes } from './shapes.ts'
import { webhooks } from './webhooks.ts'
import { workers } from './workers.ts'

const parts: readonly Part[] = [
  restore,
  rolling,
  front,
  certificate,
  workers,
  alarms,
  disk,
  flood,
  image,
  webhooks,
  backlog,
  shapes,
  ...clients,
]

const ended = await runProgram(process.argv.slice(2))
if (ended !== undefined) process.exit(ended)

const { values } = parseArgs({ options: { only: { type: 'string' }, cases: { type: 'string' } } })
const only = values.only?.split(',')
const unknown = only?.filter((name) => parts.every((part) => part.name !== name)) ?? []
if (unknown.length > 0) {
  const names = [...parts.map(({ name }) => name), ...programNames].join(', ')
  process.stderr.write(`There is no ${unknown.join(', ')}: it is one of ${names}.\n`)
  process.exit(1)
}

for (const part of parts.filter(({ name }) => only?.includes(name) ?? true)) {
  console.log(`\n${part.name}: ${part.proves}`)
  const lacking = await part.lacks?.()
  if (lacking !== undefined) {
    console.log(`  skipped: ${lacking}`)
    continue
  }
  try {
    await part.run((line) => console.log(`  ${line}`), values.cases?.split(','))
  } catch (error) {
    console.log(`  FAILED: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
}
// Connections of fetch may keep the process running after their servers have ended.
process.exit()
