// Statements that are built once, and statements that nobody waits for.
import { eq, sql } from 'drizzle-orm'
import { integer, pgTable, timestamp } from 'drizzle-orm/pg-core'
import { expect, onTestFinished } from 'vitest'
import { type Db, openDatabase } from '#src/platform/db/client.ts'
import { sqlState } from '#src/platform/db/errors.ts'
import { buildOnce, buildSqlOnce, sendUnawaited } from '#src/platform/db/prepared.ts'
import { ownerTest as test } from '#test/db/fixture.ts'

const notes = pgTable('built_note', {
  id: integer('id').primaryKey(),
  at: timestamp('at', { withTimezone: true }),
})

async function open(url: string): Promise<Db> {
  const database = openDatabase(url, 'prepared', 2)
  onTestFinished(() => database.close())
  await database.db.execute(sql`drop table if exists built_note`)
  await database.db.execute(sql`create table built_note (id int primary key, at timestamptz)`)
  return database.db
}

const { placeholder } = sql
const insert = buildOnce((db: Db) =>
  db
    .insert(notes)
    .values({ id: placeholder('id'), at: placeholder('at') })
    .prepare('insert_note'),
)
const byId = buildOnce((db: Db) =>
  db
    .select()
    .from(notes)
    .where(eq(notes.id, placeholder('id')))
    .prepare('note_by_id'),
)
const count = buildSqlOnce<{ readonly n: number }>(
  () => sql`select count(*)::int as n from ${notes} where id >= ${placeholder('from')}`,
)
const countAll = async (db: Db) => (await count(db).execute({ from: 0 }))[0]?.n

test('what is built once is asked on the handle that it is given, and null is a value', async ({
  url,
}) => {
  const db = await open(url)
  const at = new Date('2026-11-23T10:00:00Z')
  await insert(db).execute({ id: 1, at })
  const undone = db.transaction(async (tx) => {
    await insert(tx).execute({ id: 2, at: null })
    expect(await byId(tx).execute({ id: 2 })).toEqual([{ id: 2, at: null }])
    expect(await byId(db).execute({ id: 2 })).toEqual([])
    expect([await countAll(tx), await countAll(db)]).toEqual([2, 1])
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await byId(db).execute({ id: 1 })).toEqual([{ id: 1, at }])
  expect(await countAll(db)).toBe(1)
})

test('what is sent and fails undoes its commit, and in a savepoint nothing beyond it', async ({
  url,
}) => {
  const db = await open(url)
  const twice = db.transaction(async (tx) => {
    sendUnawaited(insert(tx).execute({ id: 1, at: null }))
    sendUnawaited(insert(tx).execute({ id: 1, at: null }))
    sendUnawaited(insert(tx).execute({ id: 2, at: null }))
  })
  expect(sqlState(await twice.catch((error: unknown) => error))).toBe('23505')
  expect(await countAll(db)).toBe(0)
  await db.transaction(async (tx) => {
    sendUnawaited(insert(tx).execute({ id: 1, at: null }))
    const inner = tx.transaction(async (deeper) => {
      sendUnawaited(insert(deeper).execute({ id: 2, at: null }))
      sendUnawaited(insert(deeper).execute({ id: 1, at: null }))
    })
    expect(sqlState(await inner.catch((error: unknown) => error))).toBe('23505')
    sendUnawaited(insert(tx).execute({ id: 3, at: null }))
  })
  expect([await countAll(db), await byId(db).execute({ id: 2 })]).toEqual([2, []])
})

test('savepoints within one another are undone apart, and hold nobody up', async ({ url }) => {
  const db = await open(url)
  const add = (tx: Db, id: number) => insert(tx).execute({ id, at: null })
  const ids = async () =>
    (await db.select().from(notes)).map(({ id }) => id).toSorted((a, b) => a - b)
  await db.transaction(async (tx) => {
    await tx.transaction(async (outer) => {
      await outer.transaction(async (inner) => {
        await add(inner, 1)
        expect(await countAll(inner)).toBe(1)
      })
      const undone = outer.transaction(async (inner) => {
        await add(inner, 2)
        throw new Error('undone')
      })
      await expect(undone).rejects.toThrow('undone')
      await add(outer, 3)
    })
    const undone = tx.transaction(async (outer) => {
      await outer.transaction((inner) => add(inner, 4))
      throw new Error('both undone')
    })
    await expect(undone).rejects.toThrow('both undone')
    const failed = tx.transaction((outer) => outer.transaction((inner) => add(inner, 1)))
    expect(sqlState(await failed.catch((error: unknown) => error))).toBe('23505')
    await tx.transaction(async (outer) => {
      expect(await countAll(outer)).toBe(2)
      await outer.transaction((inner) => add(inner, 6))
    })
    await add(tx, 5)
  })
  expect(await ids()).toEqual([1, 3, 5, 6])
})
