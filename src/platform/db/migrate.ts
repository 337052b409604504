// Brings a database to the present schema. One at a time: `migrate()` of drizzle takes no lock itself.
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate as run } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'

const migrationLock = 4_172_006_511

export async function migrate(url: string): Promise<void> {
  const client = postgres(url, { max: 1, connect_timeout: 10, onnotice() {} })
  const db = drizzle(client)
  try {
    await db.execute(sql`select pg_advisory_lock(${migrationLock})`)
    await run(db, { migrationsFolder: join(import.meta.dirname, 'migrations') })
  } finally {
    await client.end()
  }
}
