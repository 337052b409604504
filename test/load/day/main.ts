// `npm run drill -- --only day --messages 50000 --seed 7`: runs the whole day on its own PostgreSQL. The seed is
// printed, and a disagreeing record sets the exit code 1.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startOwnPostgres } from '#test/support/servers/own-postgres.ts'
import type { ShardOptions, ShardTold } from './shard.ts'

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '50000' },
    tenants: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    width: { type: 'string', default: '32' },
    // The port of the first process; each further one has the next.
    metrics: { type: 'string' },
    processes: { type: 'string', default: String(Math.min(availableParallelism(), 4)) },
  },
})
const seed = Number(values.seed)
const processes = Number(values.processes)
console.log(`seed ${seed}`)
// The data need not survive a crash, because only the outside world fails here.
const server = await startOwnPostgres(['-c', 'fsync=off', '-c', 'full_page_writes=off'])
const shards: ShardTold[] = []
const sum = (read: (shard: ShardTold) => number) =>
  shards.reduce((all, shard) => all + read(shard), 0)
const started = Date.now()
const seconds = () => (Date.now() - started) / 1_000

let said = 0
function tell(): void {
  const messages = sum((shard) => shard.messages)
  if (messages < said + 1_000) return
  said = messages
  const disagree = sum(({ faults }) => faults.length)
  console.log(`${seconds().toFixed(0)} s: ${messages} messages, ${disagree} disagree`)
}

async function runShard(first: number): Promise<void> {
  const tenants = Array.from({ length: Number(values.tenants) }, (_, at) => `bank-${at}`)
  const options: ShardOptions = {
    url: server.url,
    seed,
    tenants: tenants.filter((_, at) => at % processes === first),
    messages: Math.ceil(Number(values.messages) / processes),
    width: Math.ceil(Number(values.width) / processes),
    first,
    step: processes,
    ...(values.metrics !== undefined && { metricsPort: Number(values.metrics) + first }),
  }
  const child = fork(join(import.meta.dirname, 'shard.ts'), { stdio: 'inherit' })
  child.on('message', (told: ShardTold) => {
    shards[first] = told
    tell()
  })
  child.send(options)
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`a part of the day ended with ${code}`)
}

try {
  await Promise.all(Array.from({ length: processes }, (_, first) => runShard(first)))
  const faults = shards.flatMap((shard) => shard.faults)
  const messages = sum((shard) => shard.messages)
  const callbacks = sum((shard) => shard.callbacks)
  const replies = sum((shard) => shard.replies)
  const said = sum(({ words }) => words.said)
  const misread = sum(({ words }) => words.misread)
  const missed = sum(({ words }) => words.missed)
  const perSecond = (messages / seconds()).toFixed(1)
  const cpuMs = (sum((shard) => shard.cpuMs) / messages).toFixed(1)
  console.log(`${messages} messages, ${callbacks} callbacks, ${replies} answers that counted`)
  console.log(
    `${seconds().toFixed(0)} s, ${perSecond} a second, ${cpuMs} ms of processor time each`,
  )
  console.log(
    `${said} answers in words, ${misread} read against their meaning, ${missed} not understood`,
  )
  const failures = Map.groupBy(
    shards.flatMap((shard) => Object.entries(shard.failures)),
    ([code]) => code,
  )
  const met = [...failures.values()].flat().reduce((all, [, times]) => all + times, 0)
  const classes = new Set([...failures.keys()].map((code) => /\((.+)\)/.exec(code)?.[1]))
  console.log(`${met} failures by ${failures.size} codes of vendors, of ${classes.size} classes`)
  for (const fault of faults.slice(0, 50)) console.log(fault)
  console.log(`${faults.length} disagree`)
  if (faults.length > 0) process.exitCode = 1
} finally {
  await server.close()
}
