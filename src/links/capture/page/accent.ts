// The tenant's colour, with a text colour of sufficient contrast.

/** Custom properties for both colour schemes; empty where there is no colour that can be used. */
export function accentOf(colour: string | undefined): string {
  const rgb = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour ?? '')?.slice(1)
  if (!rgb) return ''
  const luminance = measure(rgb.map((part) => Number.parseInt(part, 16) / 255))
  // Whichever of the two has the greater contrast, as WCAG measures it.
  const text = (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05) ? '#000' : '#fff'
  return `:root{--button:${colour};--on-button:${text}}`
}

function measure(rgb: readonly number[]): number {
  const [r = 0, g = 0, b = 0] = rgb.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
