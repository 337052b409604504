// A process says at its start whether the database fits it, as the role that it runs as.
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { checkSchema } from '#src/main/ports/check-database.ts'
import { createLog } from '#src/platform/log.ts'
import { readSchemaState } from '#src/platform/db/schema-state.ts'
import { ownerTest, test } from '#test/db/fixture.ts'

const future = { tag: '9999_of-tomorrow', when: 9_999_999_999_999 }

test('the role of the processes sees that nothing is missing and nothing newer', async ({ db }) => {
  expect(await readSchemaState(db)).toEqual({ missing: [], newer: 0, isForeign: false })
})

test('a migration of this release that has not run is named', async ({ db }) => {
  expect(await readSchemaState(db, [future])).toMatchObject({ missing: [future.tag] })
})

ownerTest(
  'a release older than the schema says so and goes on; a database without one is refused',
  async ({ db }) => {
    const lines: string[] = []
    const log = await createLog('info', 'test', { write: (line: string) => void lines.push(line) })
    await db.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', ${future.when})`,
    )
    expect(await readSchemaState(db)).toEqual({ missing: [], newer: 1, isForeign: false })
    await checkSchema(db, log)
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ newer: 1, level: 40 }),
    ])
    await db.execute(sql`delete from drizzle.__drizzle_migrations`)
    await expect(checkSchema(db, log)).rejects.toThrow(
      /lacks \d+ migration.*0000_create-schema.*migrate\.ts/,
    )
    await db.execute(sql`drop schema drizzle cascade`)
    await expect(checkSchema(db, log)).rejects.toThrow('0000_create-schema')
  },
)
