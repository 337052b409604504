// Brings the database to the present schema, before API and worker: `node src/main/migrate.ts`. Migrations run as the
// role of DATABASE_OWNER_URL if it is set, and grant rights to the roles of DATABASE_URL and DATABASE_RETENTION_URL.
import { DrizzleQueryError } from 'drizzle-orm'
import { migrateAs } from '#src/platform/db/migrate.ts'
import { isUnavailable } from '#src/platform/db/errors.ts'
import { describeFault } from '#src/main/process/describe-fault.ts'
import { trust } from '#src/main/ports/egress.ts'

async function main(): Promise<void> {
  const { DATABASE_URL: url, DATABASE_OWNER_URL: owner, EGRESS_CA_FILE: authorities } = process.env
  const { DATABASE_RETENTION_URL: retention } = process.env
  if (!url) throw new Error('DATABASE_URL must name the database')
  if (authorities) trust(authorities)
  await migrateAs({ owner: owner || undefined, running: url, retention: retention || undefined })
  process.stdout.write('The database is at the present schema.\n')
}

try {
  await main()
} catch (error) {
  // The text of a migration is useful, and has no values; those of statements with a password are not drizzle's.
  const isUseful = error instanceof DrizzleQueryError && !isUnavailable(error)
  process.stderr.write(`${describeFault(error)}\n${isUseful ? `${error.query}\n` : ''}`)
  process.exitCode = 1
}
