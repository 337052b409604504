// In which order statements leave that are asked for together: as they were asked, whatever they are built by.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'
import type { Sql } from 'postgres'
import { expect, test } from 'vitest'
import type { Db } from '#src/platform/db/client.ts'
import { askInOrder, buildSqlOnce, sendUnawaited } from '#src/platform/db/prepared.ts'

/** A driver that notes what leaves, and answers nothing. */
function openNoting() {
  const left: string[] = []
  const unsafe = (text: string) => {
    left.push(text)
    return Object.assign(Promise.resolve([]), { values: async () => [] })
  }
  const options = { parsers: {}, serializers: {} }
  // Safe because drizzle calls nothing else of a client.
  return { db: drizzle({ client: { unsafe, options } as unknown as Sql }) satisfies Db, left }
}

const once = buildSqlOnce(() => sql`built`)
const ask = {
  built: (db: Db) => once(db).execute({}),
  lazy: (db: Db) => db.execute(sql`lazy`),
  called: async (db: Db) => (await db.execute(sql`called`)).length,
  sent: async (db: Db) => sendUnawaited(db.execute(sql`sent`)),
}
type Kind = keyof typeof ask
const kinds = Object.keys(ask) as Kind[]

test('what is asked in order leaves in that order, whatever it is built by', async () => {
  for (const first of kinds)
    for (const second of kinds)
      for (const third of kinds) {
        const { db, left } = openNoting()
        await askInOrder(
          () => ask[first](db),
          () => ask[second](db),
          () => ask[third](db),
        )
        expect(left).toEqual([first, second, third])
      }
})

test('what is called leaves as it is called: nothing that is built once, or sent, overtakes', async () => {
  const called = kinds.filter((kind) => kind !== 'lazy')
  for (const first of called)
    for (const second of called) {
      const { db, left } = openNoting()
      await Promise.all([ask[first](db), ask[second](db)])
      expect(left).toEqual([first, second])
    }
})

test('no lock is asked for in Promise.all, where a query that is not asked by a call leaves last', () => {
  const root = join(import.meta.dirname, '../../../..')
  const asked = globSync('src/**/*.ts', { cwd: root }).flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('Promise.all([')
      .slice(1)
      .map((rest) => `${file}: ${rest.slice(0, rest.search(/\n? *\]\)/))}`),
  )
  expect(asked.length).toBeGreaterThan(20)
  expect(asked.filter((one) => /\b(?:try)?lock\w*\(|_lock\(|xact_lock/i.test(one))).toEqual([])
})
