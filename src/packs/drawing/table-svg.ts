// Writes a table as SVG: a frame, its name, and a line for each row.
import type { Item, RowItem } from './plan.ts'
import { type Colour, paint } from './palette.ts'
import { nameSize, noteSize } from './text.ts'
import { escape, rect, round, writeText } from './xml.ts'

const start = 'text-anchor="start"'

export function writeTable(item: Item): string {
  const { x, y, lines, rows = [] } = item
  const [name = ''] = lines
  return [
    rect(item, 8, paint({ fill: 'ground', stroke: 'line' })),
    writeText(x + 14, y + 20, name, `${start} font-size="${nameSize}" ${paint({ fill: 'text' })}`),
    ...rows.map((row) => writeRow(row, item)),
  ].join('')
}

function writeRow(row: RowItem, { x, y, w }: Item): string {
  const { top, h, tone, state, cells, step, title } = row
  const level = y + top
  const edge = paint({ stroke: 'faint', width: 1 })
  const line = `<path d="M${round(x)} ${round(level)}L${round(x + w)} ${round(level)}" ${edge}/>`
  const ground =
    state === 'ended'
      ? rect(
          { x: x + 2, y: level + 1, w: w - 4, h: h - 2 },
          4,
          paint({ fill: tone ? `${tone}Ground` : 'ground' }),
        )
      : ''
  // Rows that do not hold are drawn faintly; the others have the colour of their verdict.
  const isBack = state === 'no' || state === 'unasked'
  const plain: Colour = isBack ? 'line' : 'text'
  const own: Colour = isBack ? 'line' : (tone ?? 'text')
  const colours = [state === undefined ? plain : own, plain, own]
  const texts = cells.map(({ left, text }, at) =>
    writeText(
      x + left,
      level + 16,
      text,
      `${start} font-size="${noteSize}" ${paint({ fill: colours[at] ?? 'text' })}`,
    ),
  )
  const names = ['row', ...(state ? [state] : [])].join(' ')
  return `<g class="${names}" data-step="${escape(step)}"><title>${escape(title)}</title>${line}${ground}${texts.join('')}</g>`
}
