// The block of a table: its name, and a line per row with name, condition and verdict.
import { type Block, place, shorten } from './blocks.ts'
import type { Table, TableRow } from './shapes.ts'
import type { RowItem } from './plan.ts'
import { cut, nameSize, noteSize, widthOf } from './text.ts'
import type { Wording } from './wording.ts'
import { sayRow } from './words.ts'

const head = 30
const rowHeight = 24
const padding = 14
const gap = 18
/** The greatest widths of name, condition and verdict. */
const columnMax = [180, 320, 210] as const

export function table(figure: Table, room: number, wording: Wording): Block {
  const { name, rows, pointer, goesOn, reach } = figure
  const texts = rows.map(textsOf)
  const columns = columnsOf(texts, room)
  const w = columns.reduce((sum, one) => sum + one + gap, 2 * padding - gap)
  return place(
    {
      kind: 'table',
      w,
      h: head + rows.length * rowHeight + 6,
      step: pointer,
      title: wording.first(name),
      lines: [cut(name, w - 2 * padding, nameSize)],
      rows: rows.map((row, at) => ({
        ...toItem(row, texts[at] ?? [], columns, head + at * rowHeight),
        title: sayRow(row, wording),
      })),
    },
    { ends: !goesOn || figure.isLast === true, reach },
  )
}

/** For a run the values that were read are shown in place of the condition. */
function textsOf({ name, asked, outcome, reason, state, values = [] }: TableRow): string[] {
  return [
    `${state === undefined ? '' : marks[state]}${name}`,
    values.length > 0 ? values.map(shorten).join(', ') : asked,
    reason === name ? outcome : `${outcome}: ${reason}`,
  ]
}

/** Columns are as wide as their widest text, and shrink in proportion to their greatest widths. */
function columnsOf(texts: readonly (readonly string[])[], room: number): number[] {
  const most = columnMax.reduce((sum, one) => sum + one, 0)
  const share = Math.min(1, (room - 2 * padding - 2 * gap) / most)
  return columnMax.map((max, at) => {
    const widest = Math.max(60, ...texts.map((one) => widthOf(one[at] ?? '', noteSize)))
    return Math.min(widest, max * share)
  })
}

function toItem(
  row: TableRow,
  texts: readonly string[],
  columns: readonly number[],
  top: number,
): Omit<RowItem, 'title'> {
  const { pointer: step, tone, state } = row
  let left = padding
  const cells = texts.map((text, at) => {
    const cell = { left, text: cut(text, columns[at] ?? 0, noteSize) }
    left += (columns[at] ?? 0) + gap
    return cell
  })
  return {
    step,
    top,
    h: rowHeight,
    cells,
    ...(tone && { tone }),
    ...(state && { state }),
  }
}

const marks = { ended: '■ ', held: '□ ', unknown: '? ', no: '', unasked: '' } as const
