// Brings the database to the present schema, before API and worker: `node src/main/migrate.ts`. Migrations run as the
// role of DATABASE_OWNER_URL, where that is set, and give the role of DATABASE_URL what the processes need.
import { migrateAs } from '#src/platform/db/migrate.ts'

const url = process.env['DATABASE_URL']
if (url === undefined || url === '') {
  process.stderr.write('DATABASE_URL must name the database\n')
  process.exitCode = 1
} else {
  await migrateAs(process.env['DATABASE_OWNER_URL'] || undefined, url)
  process.stdout.write('The database is at the present schema.\n')
}
