// Texts of a drawing: estimated width, cut and wrapped. No font is measured, so that a drawing is the same wherever it
// is made.

export const nameSize = 13
export const noteSize = 11
const charactersMax = 30

/** Characters of one wide sign, such as a Chinese one, count twice. */
const countOf = (text: string): number =>
  Array.from(text).reduce((sum, one) => sum + ((one.codePointAt(0) ?? 0) < 0x1100 ? 1 : 2), 0)

export const widthOf = (text: string, size: number): number =>
  Math.ceil(countOf(text) * 0.58 * size)

/** At most so many characters, with an ellipsis where it went on. */
export function cut(text: string, max = charactersMax): string {
  if (countOf(text) <= max) return text
  let kept = ''
  for (const one of text) {
    if (countOf(kept + one) > max - 1) break
    kept += one
  }
  return `${kept.trimEnd()}…`
}

const lineMax = 24

/** A condition on two lines over its gate, about 40 characters of it; broken at a space or before a dot or bracket. */
export function wrap(text: string): string[] {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  if (countOf(plain) <= lineMax) return [plain]
  const start = cut(plain, lineMax + 1).replace(/…$/, '')
  const at = Math.max(...[' ', '.', '['].map((sign) => start.lastIndexOf(sign)))
  const first = at > lineMax / 3 ? start.slice(0, at) : start
  return [first.trimEnd(), cut(plain.slice(first.length).trim(), lineMax)]
}
