// Writes a plan as SVG that is readable without CSS.
import type { Edge, FrameBox, Item, Label, Plan } from './plan.ts'
import { type Colour, paint, paintOf, paintOfFrame, style } from './palette.ts'
import { writeTable } from './table-svg.ts'
import { nameSize, noteSize } from './text.ts'
import { escape, rect, round, writeText } from './xml.ts'

/** `id` is the prefix of the ids inside, unique in a page with several drawings. */
export type Caption = { readonly id: string; readonly title: string; readonly words: string }

const fonts = "system-ui,-apple-system,'Segoe UI',Roboto,'Liberation Sans','DejaVu Sans',sans-serif"

export function toSvg({ width, height, items, edges, frames, labels }: Plan, caption: Caption) {
  const id = escape(caption.id)
  const [w, h] = [round(width), round(height)]
  // Lines that the run took are drawn over the others.
  const lines = edges.toSorted((one, other) => orderOf(one) - orderOf(other))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="atesta" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" font-family="${fonts}" text-anchor="middle" role="img" aria-labelledby="${id}-t ${id}-d">`,
    `<title id="${id}-t">${escape(caption.title)}</title>`,
    `<desc id="${id}-d">${escape(caption.words)}</desc>`,
    `<style>${style}</style>`,
    `<rect width="${w}" height="${h}" ${paint({ fill: 'ground' })}/>`,
    ...frames.map(writeFrame),
    ...lines.map(writeEdge),
    ...labels.map(writeLabel),
    ...items.map(writeItem),
    '</svg>\n',
  ].join('\n')
}

const orderOf = ({ path }: Edge): number => (path === 'taken' ? 1 : 0)
const dashes = {
  solid: '',
  stop: '',
  heavy: '',
  input: '',
  plain: '',
  dashed: '5 4',
  dotted: '2 4',
} as const
const writeDashes = (look: keyof typeof dashes): string =>
  dashes[look] === '' ? '' : ` stroke-dasharray="${dashes[look]}"`

const writeFrame = (frame: FrameBox): string =>
  `<g class="frame ${frame.look}" data-step="${escape(frame.step)}"><title>${escape(frame.title)}</title>${rect(frame, 10, paint(paintOfFrame(frame)) + writeDashes(frame.look))}${writeLabel({ x: frame.x + 12, y: frame.y + 17, text: frame.label })}</g>`

const writeLabel = ({ x, y, text }: Label): string =>
  writeText(x, y, text, `text-anchor="start" font-size="${noteSize}" ${paint({ fill: 'line' })}`)

function writeItem(item: Item): string {
  const names = [item.kind === 'box' ? 'node' : item.kind, item.look, item.tone, item.state]
  const step = item.step === undefined ? '' : ` data-step="${escape(item.step)}"`
  const title = item.title === undefined ? '' : `<title>${escape(item.title)}</title>`
  return `<g class="${names.filter(Boolean).join(' ')}"${step}>${title}${writeShape(item)}</g>`
}

function writeShape(item: Item): string {
  const { x, y, w, h } = item
  const own = paintOf(item)
  const [cx, cy] = [round(x + w / 2), round(y + h / 2)]
  switch (item.kind) {
    case 'box':
      return (
        rect(
          item,
          item.look === 'stop' || item.look === 'input' ? h / 2 : 8,
          paint(own) + writeDashes(item.look ?? 'solid'),
        ) + writeLines(item, own.text)
      )
    case 'choice':
      return `<path d="${hexagon(item)}" ${paint(own)}/>${writeLines(item, own.text)}`
    case 'table':
      return writeTable(item)
    case 'merge':
    case 'start':
      return `<circle cx="${cx}" cy="${cy}" r="${w / 2}" ${paint({ fill: 'line' })}/>`
    case 'end':
      return `<circle cx="${cx}" cy="${cy}" r="${w / 2 - 1}" ${paint({ fill: 'ground', stroke: 'line' })}/>`
  }
}

/** A diamond, stretched to the width of its text. */
function hexagon({ x, y, w, h }: Item): string {
  const [left, top, right, bottom] = [round(x), round(y), round(x + w), round(y + h)]
  const [middle, point] = [round(y + h / 2), 14]
  return `M${left} ${middle}L${left + point} ${top}L${right - point} ${top}L${right} ${middle}L${right - point} ${bottom}L${left + point} ${bottom}Z`
}

function writeLines({ x, y, w, h, lines, isNamed }: Item, fill: Colour): string {
  const sizes = lines.map((_, at) => (at === 0 && isNamed ? nameSize : noteSize))
  const high = sizes.reduce((sum, size) => sum + size + 3, -3)
  let level = y + (h - high) / 2 - 2
  return lines
    .map((line, at) => {
      level += (sizes[at] ?? noteSize) + (at === 0 ? 0 : 3)
      return writeText(x + w / 2, level, line, `font-size="${sizes[at]}" ${paint({ fill })}`)
    })
    .join('')
}

function writeEdge({ points, path, arrow }: Edge): string {
  const way = points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('')
  const names = path === undefined ? [] : [path]
  const stroke = path === 'taken' ? 'text' : path === 'untaken' ? 'faint' : 'line'
  const dashed = path === 'untaken' ? ' stroke-dasharray="3 4"' : ''
  const line = paint({ stroke, width: path === 'taken' ? 2.5 : 1.5 }, ['edge', ...names])
  const tip = arrow ? writeTip(points, paint({ fill: stroke }, ['tip', ...names])) : ''
  return `<path d="${way}" ${line} stroke-linejoin="round"${dashed}/>${tip}`
}

/** An arrowhead for a line from above or from the left. */
function writeTip(points: Edge['points'], more: string): string {
  const [from, to] = points.slice(-2)
  if (!from || !to) return ''
  const [x, y] = [round(to[0]), round(to[1])]
  const back =
    from[0] === to[0]
      ? `L${x - 4} ${y - 7}L${x + 4} ${y - 7}`
      : `L${x - 7} ${y - 4}L${x - 7} ${y + 4}`
  return `<path d="M${x} ${y}${back}Z" ${more}/>`
}
