// The table of what users have met: each case of it names the test that fails where the answer is wrong.
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

/** `test` is a file by its name without folder and ending, and a title in it; `row` what stands there for the case. */
type Proven = {
  readonly id: string
  readonly case: string
  readonly test: string
  readonly row?: string
}

const folder = new URL('../', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')
const linesOf = (name: string) => read(name).trimEnd().split('\n')
const proven = linesOf('data/practice-tests.jsonl').map((line) => JSON.parse(line) as Proven)
const sources = globSync('**/*.{ts,tsx}', { cwd: folder })
const rows = read('data/practice.jsonl')

/** A test with the tables that it plays, whose texts JSON has escaped. */
const withTables = (text: string): string =>
  Array.from(text.matchAll(/\browsOf(?:<[^>]*>)?\('([\w/-]+)'\)/g), ([, name]) =>
    read(`data/cases/${name}.jsonl`).replaceAll(String.raw`\"`, '"'),
  ).join('') + text

test('the table has every case once, in order', () => {
  const ids = Array.from({ length: 92 }, (_, at) => `p-${String(at + 1).padStart(3, '0')}`)
  expect(proven.map(({ id }) => id)).toEqual(ids)
})

test.for(proven)('$id, $case: its test is there', ({ test: named, row = '' }) => {
  const [file = '', title = ''] = named.split(' › ')
  const texts = sources
    .filter((path) => basename(path).replace(/(?:\.test)?\.tsx?$/, '') === file)
    .map((path) => withTables(read(path)) + (file === 'practice' ? rows : ''))
  expect(texts.filter((text) => text.includes(title) && text.includes(row))).not.toEqual([])
})
