// The colours of a tenant on pages: which text colour can be read on them, and which shade of them can be read as text.

type Colour = readonly [red: number, green: number, blue: number]

/** Black or white, whichever has the greater contrast (WCAG); undefined when the text is no `#rrggbb`. */
export function textOn(colour: string | undefined): '#000' | '#fff' | undefined {
  const rgb = read(colour)
  if (!rgb) return undefined
  const luminance = measure(rgb)
  return (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05) ? '#000' : '#fff'
}

/**
 * The ground of each colour scheme on which text is harder to read: the page in the light one, the card in the dark
 * one.
 */
const light = '#f3f5f9'
const dark = '#1b212b'

/**
 * CSS custom properties for both colour schemes: bar and buttons in the colour itself, links and focus rings in its
 * nearest legible shade; empty without a usable colour.
 */
export function accentOf(colour: string | undefined): string {
  const text = textOn(colour)
  if (text === undefined || colour === undefined) return ''
  return `:root{--button:${colour};--on-button:${text};--accent:${readable(colour, light)}}@media (prefers-color-scheme:dark){:root{--accent:${readable(colour, dark)}}}`
}

/** The least contrast of text (WCAG 2.2, 1.4.3). */
const contrastMin = 4.5
const shades = 20

/** Mixes the colour with just enough black or white to be legible on the ground. */
function readable(colour: string, ground: string): string {
  const [rgb, behind] = [read(colour), read(ground)]
  if (!rgb || !behind) return colour
  const below = measure(behind)
  const end = below > 0.5 ? 0 : 1
  const mixed = Array.from({ length: shades + 1 }, (_, at) =>
    rgb.map((part) => Math.round((part + ((end - part) * at) / shades) * 255) / 255),
  )
  const found = mixed.find((one) => {
    const above = measure(one)
    return (Math.max(above, below) + 0.05) / (Math.min(above, below) + 0.05) >= contrastMin
  })
  return write(found ?? [end, end, end])
}

function read(colour: string | undefined): Colour | undefined {
  const found = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour ?? '')
  if (!found) return undefined
  const [, red = '', green = '', blue = ''] = found
  const part = (hex: string) => Number.parseInt(hex, 16) / 255
  return [part(red), part(green), part(blue)]
}

const write = (rgb: readonly number[]): string =>
  `#${rgb.map((part) => Math.round(part * 255).toString(16).padStart(2, '0')).join('')}` // prettier-ignore

function measure(rgb: readonly number[]): number {
  const [r = 0, g = 0, b = 0] = rgb.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
