// Helpers that write SVG elements as text.

export const round = (value: number): number => Math.round(value * 10) / 10

/** Escapes a text for XML; characters that XML does not allow become the replacement character. */
export const escape = (text: string): string =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- these are what is looked for
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

type Place = { readonly x: number; readonly y: number; readonly w: number; readonly h: number }

/** `more` are further attributes. */
export const rect = ({ x, y, w, h }: Place, radius: number, more: string): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}" rx="${radius}" ${more}/>`

export const writeText = (x: number, y: number, text: string, more: string): string =>
  `<text x="${round(x)}" y="${round(y)}" ${more}>${escape(text)}</text>`
