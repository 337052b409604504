// The table of the standard is whole, and what it points at is there.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const page = read('docs/asvs.md')

/** How many requirements of levels 1 and 2 each section has, from V1.1 on; of 5.0.0 as it was published. */
const counts = {
  1: { 1: 2, 2: 9, 3: 11, 4: 3, 5: 2 },
  2: { 1: 3, 2: 3, 3: 4, 4: 1 },
  3: { 2: 2, 3: 4, 4: 6, 5: 5, 7: 2 },
  4: { 1: 3, 2: 1, 3: 2, 4: 4 },
  5: { 1: 1, 2: 3, 3: 2, 4: 3 },
  6: { 1: 3, 2: 12, 3: 4, 4: 4, 5: 5, 6: 3, 8: 4 },
  7: { 1: 3, 2: 4, 3: 2, 4: 5, 5: 2, 6: 2 },
  8: { 1: 2, 2: 3, 3: 1, 4: 1 },
  9: { 1: 3, 2: 4 },
  10: { 1: 2, 2: 2, 3: 4, 4: 11, 5: 5, 6: 2, 7: 3 },
  11: { 1: 2, 2: 3, 3: 3, 4: 4, 5: 1, 6: 1 },
  12: { 1: 3, 2: 2, 3: 4 },
  13: { 1: 1, 2: 5, 3: 2, 4: 5 },
  14: { 1: 2, 2: 4, 3: 3 },
  15: { 1: 3, 2: 3, 3: 7 },
  16: { 1: 1, 2: 5, 3: 4, 4: 3, 5: 3 },
  17: { 1: 1, 2: 4, 3: 2 },
}
const ids = Object.entries(counts).flatMap(([chapter, sections]) =>
  Object.entries(sections).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `V${chapter}.${section}.${index + 1}`),
  ),
)

const lines = page
  .split('\n')
  .filter((line) => /^\| V\d/.test(line))
  .map((line) => {
    const [id = '', what = '', how = '', shown = '', state = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    return { id, what, how, shown, state: state.replace(/^\[(\w+)\].*$/, '$1'), cell: state }
  })

test('each of the 253 requirements of levels 1 and 2 stands once, in the order of the standard', () => {
  expect(lines.map(({ id }) => id)).toEqual(ids)
  expect(ids).toHaveLength(253)
})

test('what is met is shown by a test that exists, and all else says why', () => {
  const faulty = lines.filter(({ state, what, how, shown }) => {
    const path = /^`(test\/[\w./-]+\.test\.ts)`$/.exec(shown)?.[1]
    const isShown = path !== undefined && existsSync(join(root, path))
    const isTold = what.length > 2 && how.length > 2 && what.split(' ').length <= 10
    return !isTold || (state === 'met' ? !isShown : shown !== '')
  })
  expect(faulty).toEqual([])
})

test('what is left to the operator leads to a section that there is', () => {
  const sections = [...read('docs/operations.md').matchAll(/^## (.+)$/gm)].map(
    ([, title = '']) => `operations.md#${title.toLowerCase().replaceAll(' ', '-')}`,
  )
  const targets = lines
    .filter(({ state }) => state === 'operator')
    .map(({ cell }) => /^\[operator\]\((.+)\)$/.exec(cell)?.[1] ?? cell)
  expect(targets.filter((one) => !sections.includes(one))).toEqual([])
})

test('the sections of pages that lines quote are there', () => {
  const quoted = lines
    .filter(({ shown }) => shown === '`test/unit/asvs.test.ts`')
    .map(({ how }) => /^"([^"]+)" of ([\w-]+\.md)/.exec(how) ?? [how, how, ''])
  expect(quoted.length).toBeGreaterThan(10)
  const missing = quoted.filter(
    ([, title, file]) => file === '' || !read(`docs/${file}`).includes(`\n## ${title}\n`),
  )
  expect(missing).toEqual([])
})

test('the counts on top are those of the table', () => {
  const told = [...page.matchAll(/^\| (met|operator|n\/a|missed) \| (\d+) \|/gm)].map(
    ([, state = '', count]) => [state, Number(count)],
  )
  const counted = ['met', 'operator', 'n/a', 'missed'].map((state) => [
    state,
    lines.filter((line) => line.state === state).length,
  ])
  expect(told).toEqual(counted)
})
