// Lines side by side: nothing is lost, and what is the same stays beside itself.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareLines, type Row } from '#src/journey/registry/compare-lines.ts'
import { writeDocument } from '#src/journey/registry/write-document.ts'
import { processorMs } from '#test/support/machine/processor.ts'

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 })
const side = (rows: readonly Row[], name: 'left' | 'right') =>
  rows.flatMap((row) => row[name] ?? [])

/** The longest common part, by the textbook. */
function commonOf(left: readonly string[], right: readonly string[]): number {
  const table = Array.from(
    { length: left.length + 1 },
    () => Array(right.length + 1).fill(0) as number[],
  )
  for (const [i, one] of left.entries())
    for (const [j, other] of right.entries()) {
      const [above, row] = [table[i] ?? [], table[i + 1] ?? []]
      row[j + 1] = one === other ? (above[j] ?? 0) + 1 : Math.max(above[j + 1] ?? 0, row[j] ?? 0)
    }
  return table.at(-1)?.at(-1) ?? 0
}

test('each side reads as its text, and as many lines as can be are the same', () => {
  fc.assert(
    fc.property(lines, lines, (left, right) => {
      const rows = compareLines(left, right)
      expect(side(rows, 'left')).toEqual(left)
      expect(side(rows, 'right')).toEqual(right)
      for (const { same, ...row } of rows)
        expect(row.left === row.right && 'left' in row).toBe(same)
      expect(rows.filter(({ same }) => same)).toHaveLength(commonOf(left, right))
    }),
  )
})

test('a changed line stands beside what it was', () => {
  expect(compareLines(['a', 'b', 'c'], ['a', 'x', 'c'])).toEqual([
    { left: 'a', right: 'a', same: true },
    { left: 'b', right: 'x', same: false },
    { left: 'c', right: 'c', same: true },
  ])
})

test('two documents as large as can be that share nothing are compared in bounded time', async () => {
  const text = (sign: string) => Array.from({ length: 4_000 }, (_, at) => `${sign}${at}`)
  const [left, right] = [text('a'), text('b')]
  expect(await processorMs(() => compareLines(left, right))).toBeLessThan(1_000)
  expect(compareLines(left, right)).toHaveLength(4_000)
})

test('a document reads the same whatever the order of its keys', () => {
  const one = { root: { kind: 'module', module: 'score', deadlineSeconds: 30 } }
  const other = { root: { deadlineSeconds: 30, module: 'score', kind: 'module' } }
  expect(writeDocument(other)).toBe(writeDocument(one))
  expect(writeDocument(one)).toBe('root:\n  kind: module\n  module: score\n  deadlineSeconds: 30\n')
})
