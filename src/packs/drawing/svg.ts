// Writes a plan as SVG, with its own colours for light and dark.
import type { Edge, FrameBox, Item, Label, Plan } from './plan.ts'
import { style } from './style.ts'

/** `id`: what the ids within begin with, unique in a page that holds several drawings. */
export type Caption = { readonly id: string; readonly title: string; readonly words: string }

export function toSvg({ width, height, items, edges, frames, labels }: Plan, caption: Caption) {
  const id = escape(caption.id)
  const [w, h] = [round(width), round(height)]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="atesta" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" role="img" aria-labelledby="${id}-t ${id}-d">`,
    `<title id="${id}-t">${escape(caption.title)}</title>`,
    `<desc id="${id}-d">${escape(caption.words)}</desc>`,
    `<style>${style}</style>`,
    `<rect class="ground" width="${w}" height="${h}"/>`,
    ...frames.map(writeFrame),
    ...edges.map(writeEdge),
    ...labels.map(writeLabel),
    ...items.map(writeItem),
    '</svg>\n',
  ].join('\n')
}

const round = (value: number): number => Math.round(value * 10) / 10

/** Characters that XML does not allow become the replacement character. */
const escape = (text: string): string =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- these are what is looked for
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

const rect = ({ x, y, w, h }: Pick<FrameBox, 'x' | 'y' | 'w' | 'h'>, radius: number) =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}" rx="${radius}"/>`

const writeFrame = (frame: FrameBox): string =>
  `<g class="frame ${frame.look}" data-step="${escape(frame.step)}"><title>${escape(frame.title)}</title>${rect(frame, 10)}${writeText('label', frame.x + 10, frame.y + 15, frame.label)}</g>`

const writeText = (name: string, x: number, y: number, text: string): string =>
  `<text${name === '' ? '' : ` class="${name}"`} x="${round(x)}" y="${round(y)}">${escape(text)}</text>`

const writeLabel = ({ x, y, text }: Label): string => writeText('label', x, y, text)

function writeItem(item: Item): string {
  const names = [item.kind === 'box' ? 'node' : item.kind, item.look, item.tone, item.state]
  const step = item.step === undefined ? '' : ` data-step="${escape(item.step)}"`
  const title = item.title === undefined ? '' : `<title>${escape(item.title)}</title>`
  return `<g class="${names.filter(Boolean).join(' ')}"${step}>${title}${writeShape(item)}</g>`
}

function writeShape(item: Item): string {
  const { x, y, w, h, lines } = item
  const [cx, cy] = [x + w / 2, y + h / 2]
  switch (item.kind) {
    case 'box':
      return rect(item, 8) + writeLines(lines, cx, y)
    case 'bar':
      return rect(item, 3)
    case 'choice':
      return [
        `<path d="M${round(cx)} ${round(y)}L${round(x + w)} ${round(cy)}L${round(cx)} ${round(y + h)}L${round(x)} ${round(cy)}Z"/>`,
        writeText('', cx, cy + 5, '?'),
        ...lines.map((line, at) =>
          writeText('condition', cx, y - 8 - 14 * (lines.length - 1 - at), line),
        ),
      ].join('')
    case 'merge':
    case 'start':
      return `<circle cx="${round(cx)}" cy="${round(cy)}" r="${w / 2}"/>`
    case 'end':
      return `<circle cx="${round(cx)}" cy="${round(cy)}" r="${w / 2 - 1}"/>`
  }
}

function writeLines([name = '', note]: readonly string[], x: number, y: number): string {
  return note === undefined
    ? writeText('', x, y + 27, name)
    : writeText('', x, y + 20, name) + writeText('note', x, y + 35, note)
}

function writeEdge({ points, path, arrow }: Edge): string {
  const way = points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('')
  const names = path === undefined ? '' : ` ${path}`
  const tip = arrow ? writeTip(points.at(-1), names) : ''
  return `<path class="edge${names}" d="${way}" stroke-linejoin="round"/>${tip}`
}

/** Lines that point to something come from the left. */
function writeTip(end: readonly [number, number] | undefined, names: string): string {
  if (!end) return ''
  const [x, y] = [round(end[0]), round(end[1])]
  return `<path class="tip${names}" d="M${x} ${y}L${round(x - 7)} ${round(y - 4)}L${round(x - 7)} ${round(y + 4)}Z"/>`
}
