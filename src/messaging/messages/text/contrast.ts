// Chooses black or white text for a background colour.

/** The one with the greater contrast (WCAG); undefined when the text is no `#rrggbb`. */
export function textOn(colour: string | undefined): '#000' | '#fff' | undefined {
  const rgb = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour ?? '')?.slice(1)
  if (!rgb) return undefined
  const luminance = measure(rgb.map((part) => Number.parseInt(part, 16) / 255))
  return (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05) ? '#000' : '#fff'
}

function measure(rgb: readonly number[]): number {
  const [r = 0, g = 0, b = 0] = rgb.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
