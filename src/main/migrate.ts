// Brings the database to the present schema, before API and worker: `node src/main/migrate.ts`. Migrations run as the
// role of DATABASE_OWNER_URL, where that is set, and give the role of DATABASE_URL what the processes need.
import { describeMissingGuards } from '#src/platform/db/guards.ts'
import { migrateAs } from '#src/platform/db/migrate.ts'

const url = process.env['DATABASE_URL']
const missing = url ? describeMissingGuards() : 'DATABASE_URL must name the database'
if (url && missing === undefined) {
  await migrateAs(process.env['DATABASE_OWNER_URL'] || undefined, url)
  process.stdout.write('The database is at the present schema.\n')
} else {
  process.stderr.write(`${missing}\n`)
  process.exitCode = 1
}
