// Brings the database to the present schema, before API and worker: `node src/main/migrate.ts`.
import { migrate } from '#src/platform/db/migrate.ts'

const url = process.env['DATABASE_URL']
if (url === undefined || url === '') {
  process.stderr.write('DATABASE_URL must name the database\n')
  process.exitCode = 1
} else {
  await migrate(url)
  process.stdout.write('The database is at the present schema.\n')
}
