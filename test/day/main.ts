// `npm run day -- --messages 50000 --seed 7`: the whole day on a PostgreSQL of its own. The seed is printed, and
// it ends with 1 if a record disagrees with what was seen.
import { parseArgs } from 'node:util'
import { openDatabase } from '#src/db/client.ts'
import { startOwnPostgres } from '#test/support/servers/own-postgres.ts'
import { runDay } from './bank.ts'

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '50000' },
    tenants: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    width: { type: 'string', default: '32' },
  },
})
const seed = Number(values.seed)
console.log(`seed ${seed}`)
const server = await startOwnPostgres()
try {
  const database = openDatabase(server.url, 'day')
  const started = Date.now()
  const seconds = () => ((Date.now() - started) / 1_000).toFixed(0)
  let said = 0
  const { messages, callbacks, replies, faults } = await runDay(database.db, {
    seed,
    tenants: Number(values.tenants),
    messages: Number(values.messages),
    width: Number(values.width),
    progress(told) {
      if (told.messages < said + 1_000) return
      said = told.messages
      console.log(`${seconds()} s: ${said} messages, ${told.faults.length} disagree`)
    },
  })
  await database.close()
  console.log(
    `${messages} messages, ${callbacks} callbacks, ${replies} answers that counted, in ${seconds()} s`,
  )
  for (const fault of faults.slice(0, 50)) console.log(fault)
  console.log(`${faults.length} disagree`)
  if (faults.length > 0) process.exitCode = 1
} finally {
  await server.close()
}
