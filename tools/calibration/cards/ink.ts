// What every layout is drawn with: papers, inks, headings and the text of a place.

export const cardWidth = 1_000
const face = {
  sans: 'DejaVu Sans',
  serif: 'DejaVu Serif',
  narrow: 'DejaVu Sans Condensed',
} as const
export type Ink = {
  readonly font: keyof typeof face
  readonly label: Style
  readonly value: Style
}

type Place = readonly [x: number, y: number]
type Style = readonly [size: number, colour: string]

export const text = ([x, y]: Place, [size, fill]: Style, content: string, more = '') =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" ${more}>${escape(content)}</text>`
const escape = (content: string) =>
  content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export const writer =
  ({ label, value }: Ink) =>
  (x: number, y: number, name: string, ...values: readonly string[]) =>
    text([x, y], label, name) +
    values
      .map((one, at) => [one, y + (1.32 + 1.3 * at) * value[0]] as const)
      .map(([one, below]) => text([x, below], value, one, 'font-weight="bold"'))
      .join('')

export const heading = (y: number, size: number, content: string) =>
  text([cardWidth / 2, y], [size, '#1c4a30'], content, 'text-anchor="middle"')

export function paper(
  ink: Ink,
  height: number,
  colours: readonly [string, string, string],
  content: string,
) {
  const lines = Array.from({ length: 30 }, (_, at) => {
    const y = at * 26
    return `<path d="M0 ${y} Q 125 ${y - 40} 250 ${y} T 500 ${y} T 750 ${y} T 1000 ${y}"/>`
  }).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${cardWidth}" height="${height}" font-family="${face[ink.font]}"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="${colours[0]}"/><stop offset="1" stop-color="${colours[1]}"/></linearGradient></defs><rect width="100%" height="100%" rx="28" fill="url(#g)"/><g fill="none" stroke="${colours[2]}">${lines}</g>${content}</svg>`
}

export const green = ['#eef4ee', '#cfe0d4', '#9cc4a4'] as const
export const sand = ['#f5efdf', '#e2d7ba', '#c8b98c'] as const
export const blue = ['#eaf1f6', '#cddfe9', '#9fbfd2'] as const

export const plain: Ink = { font: 'sans', label: [15, '#234'], value: [21, '#111'] }
export const serif: Ink = { font: 'serif', label: [15, '#333'], value: [22, '#111'] }
export const narrow: Ink = { font: 'narrow', label: [16, '#2b4a3a'], value: [24, '#111'] }
