import { expect, test } from 'vitest'
import { readCodeTable, writeCodeTable } from '#test/support/messaging/code-table.ts'

// The formatter pads cells; what stands in them counts.
const cells = (table: string) =>
  table.split('\n').map((line) =>
    line.split('|').map((cell) =>
      cell
        .replace(/^:?-+:?$/, '-')
        .trim()
        .replace(/^-+$/, '-'),
    ),
  )

test('the table of codes in the documentation is what the service goes by', () => {
  expect(cells(readCodeTable())).toEqual(cells(writeCodeTable()))
})
