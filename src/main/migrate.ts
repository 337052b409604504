// Brings the database to the present schema, before API and worker: `node src/main/migrate.ts`.
import { describeMissingGuards } from '#src/platform/db/guards.ts'
import { migrate } from '#src/platform/db/migrate.ts'

const url = process.env['DATABASE_URL']
const missing = url ? describeMissingGuards() : 'DATABASE_URL must name the database'
if (url && missing === undefined) {
  await migrate(url)
  process.stdout.write('The database is at the present schema.\n')
} else {
  process.stderr.write(`${missing}\n`)
  process.exitCode = 1
}
