// A migration meets what is there already: who holds a table is waited for, a database of before is refused.
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { expect } from 'vitest'
import { checkSchema } from '#src/main/ports/check-database.ts'
import { migrate } from '#src/platform/db/migrate.ts'
import { createLog } from '#src/platform/log.ts'
import { ownerTest } from '#test/db/fixture.ts'

ownerTest(
  'a table that somebody holds keeps the migration waiting shortly, and it comes again',
  async ({ url }) => {
    const holder = postgres(url, { max: 1, onnotice() {} })
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = holder.begin(async (tx) => {
      await tx`lock table drizzle.__drizzle_migrations in access exclusive mode`
      begun.resolve()
      await end.promise
    })
    await begun.promise
    const patience = { ms: 50, tries: 1, pauseMs: 0 }
    await expect(migrate(url, {}, patience)).rejects.toThrow('A table stays locked')
    const again = migrate(url, {}, { ms: 50, tries: 40, pauseMs: 50 })
    end.resolve()
    await Promise.all([holding, again])
    await holder.end()
  },
)

ownerTest(
  'a database by migrations of before 0.1.0 is refused in one sentence, by processes and migration',
  async ({ db, url }) => {
    const log = await createLog('info', 'test', { write() {} })
    const [first, last] = [1_795_326_883_354, 1_795_787_527_407]
    await db.execute(sql`delete from drizzle.__drizzle_migrations`)
    await db.execute(sql`
      insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', ${first}), ('y', ${last})`)
    const sentence = /^The database is of before 0\.1\.0.*: delete it, .*\.$/
    await expect(checkSchema(db, log)).rejects.toThrow(sentence)
    await expect(migrate(url)).rejects.toThrow(sentence)
  },
)
