// A table is named in one place: statements refer to it by its value, so that the compiler and the import rules see who
// reads it.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const files = globSync('src/**/*.ts', { cwd: root })
const tablesIn = (file: string) =>
  [...read(file).matchAll(/pgTable\(\s*'(\w+)'/g)].map(([, name]) => name)
const tables = files.flatMap(tablesIn)

test('every table stands where drizzle-kit looks for it', () => {
  const elsewhere = files.filter((file) => !/\/(?:table|store)\.ts$/.test(file))
  expect(elsewhere.filter((file) => tablesIn(file).length > 0)).toEqual([])
})

test('no statement names a table as text', () => {
  const named = new RegExp(`\\b(?:from|join|into|update) (?:${tables.join('|')})\\b(?![ ]*[.,;:])`)
  const lines = files.flatMap((file) =>
    read(file)
      .split('\n')
      .filter((line) => named.test(line) && !/^\s*(?:\/\/|\*|\/\*\*|import|--)/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(tables.length).toBeGreaterThan(20)
  expect(lines).toEqual([])
})
