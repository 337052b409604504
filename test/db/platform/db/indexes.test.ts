// An index is built beside those who write: a migration keeps nobody waiting for as long as that takes.
import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import postgres from 'postgres'
import { expect } from 'vitest'
import { sql } from 'drizzle-orm'
import { indexesOf } from '#src/platform/db/indexes.ts'
import { migrate } from '#src/platform/db/migrate.ts'
import { ownerTest } from '#test/db/fixture.ts'

const migrationsFolder = join(import.meta.dirname, '../../../../src/platform/db/migrations')

ownerTest('every index of the migrations is there once they have run', async ({ db }) => {
  const rows = await db.execute<{ name: string }>(
    sql`select indexname as name from pg_indexes where schemaname = 'public'`,
  )
  const there = new Set([...rows].map(({ name }) => name))
  const expected = [...indexesOf(readMigrationFiles({ migrationsFolder })).keys()]
  expect(expected.length).toBeGreaterThan(20)
  expect(expected.filter((name) => !there.has(name))).toEqual([])
})

ownerTest('one that is missing or half made is built while the table is written to, and two migrations may meet', async ({
  db,
  url,
}) => {
  const isValid = async () => {
    const [row] = await db.execute(sql`
      select indisvalid as valid from pg_index where indexrelid = to_regclass('sighting_aged')`)
    return row?.['valid']
  }
  await db.execute(sql`
    update pg_index set indisvalid = false where indexrelid = to_regclass('sighting_aged')`)
  expect(await isValid()).toBe(false)
  const writer = postgres(url, { max: 2, onnotice() {} })
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const writing = writer.begin(async (tx) => {
    await tx`lock table sighting in row exclusive mode`
    begun.resolve()
    await end.promise
  })
  await begun.promise
  const both = Promise.all([migrate(url), migrate(url)])
  // It has begun, and waits for who was writing; another writes at once.
  const builds = async () => {
    const rows = await writer`
      select 1 from pg_stat_activity where datname = current_database() and state = 'active'
        and query like '% index concurrently %' and pid <> pg_backend_pid()`
    return rows.length
  }
  await expect.poll(builds, { timeout: 10_000 }).toBe(1)
  await writer`set statement_timeout = '1s'`
  await writer`delete from sighting`
  end.resolve()
  await Promise.all([writing, both])
  expect(await isValid()).toBe(true)
  await writer.end()
}) // prettier-ignore
