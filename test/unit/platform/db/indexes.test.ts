// Which indexes are built beside the writers of a table, and which ones with the migrations.
import { expect, test } from 'vitest'
import { indexesOf, withoutIndexes } from '#src/platform/db/indexes.ts'

const migration = (...sql: string[]) => ({ sql, bps: true, folderMillis: 0, hash: '' })
const [onOld, onNew, dropped, unique] = [
  '-- Why.\nCREATE INDEX "old_at" ON "old" USING btree ("at");',
  'CREATE INDEX "new_at" ON "new" USING btree ("at");',
  'CREATE INDEX "old_short" ON "old" USING btree ("id");',
  'CREATE UNIQUE INDEX "old_one" ON "old" USING btree ("id");',
]
const drop = 'DROP INDEX "old_short";'
const all = [migration('ALTER TABLE "old" …', onOld, dropped), migration(onNew, unique, drop)]

test('those of a table that is there are left out, but for what a later statement names, and unique ones', () => {
  const kept = withoutIndexes(all, new Set(['old']))
  expect(kept.map(({ sql }) => sql)).toEqual([
    ['ALTER TABLE "old" …', dropped],
    [onNew, unique, drop],
  ])
  expect(withoutIndexes(all, new Set())).toEqual(all)
})

test('what is there at the end is what was made and not dropped', () => {
  expect([...indexesOf(all).keys()]).toEqual(['old_at', 'new_at'])
})
