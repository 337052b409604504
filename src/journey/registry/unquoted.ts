// Finds conditions in `{ }` that need quotes. A comma or a bracket ends a plain text there, so YAML would report many
// errors for one mistake; this reports it once, with the corrected row. Pure.

/** `start` is the index of the condition in the text. */
type Unquoted = { readonly start: number; readonly detail: string }

const keys = /(?<!\w)(?:if|unless|condition|until)\s*:[ \t]+(?=\S)/g
const lookedAt = 1_000
const conditionMax = 4_000
const rowMax = 400

/** Only for a text that does not parse, or that has a key without a value in `{ }`. */
export function findUnquoted(text: string): Unquoted[] {
  return [...text.matchAll(keys)].slice(0, lookedAt).flatMap(({ index, 0: key }) => {
    const start = index + key.length
    if (!isInBraces(text, index) || isQuoted(text, start)) return []
    const end = endOf(text, start)
    const condition = end === undefined ? '' : text.slice(start, end).trimEnd()
    if (end === undefined || !needsQuotes(condition)) return []
    const row = { from: text.lastIndexOf('{', index), start, end: start + condition.length }
    return [{ start, detail: `put the condition in quotes: ${writeRow(text, row)}` }]
  })
}

/** Whether a brace or a comma stands before the key, outside of a comment. */
function isInBraces(text: string, index: number): boolean {
  let at = index - 1
  while (/\s/.test(text[at] ?? '')) at -= 1
  const line = text.slice(text.lastIndexOf('\n', index) + 1, index)
  return '{,'.includes(text[at] ?? ' ') && !/(?:^|\s)#/.test(line)
}

/** Whether the value is one quoted text with nothing after it. */
function isQuoted(text: string, start: number): boolean {
  const quoted = /^(?:"(?:\\.|[^"\\])*"|'(?:''|[^'])*')(?=\s*[,}])/s
  return quoted.test(text.slice(start, start + conditionMax))
}

/** The end of the condition: a comma or brace outside of its own brackets and quotes. */
function endOf(text: string, start: number): number | undefined {
  let depth = 0
  for (let at = start; at < Math.min(text.length, start + conditionMax); at += 1) {
    const sign = text[at] ?? ''
    if (sign === '"' || sign === "'") at = endOfQuoted(text, at)
    else if ('([{'.includes(sign)) depth += 1
    else if (depth === 0 && ',}'.includes(sign)) return at
    else if (')]}'.includes(sign)) depth -= 1
  }
  return undefined
}

function endOfQuoted(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === text[start] || text[at] === '\n') return at
  }
  return text.length
}

/** Whether YAML would read the unquoted condition differently. */
const needsQuotes = (condition: string): boolean =>
  /[,[\]{}]|:\s| #|^[!&*%@`"'#|>?-]/.test(condition)

type Row = { readonly from: number; readonly start: number; readonly end: number }

function writeRow(text: string, { from, start, end }: Row): string {
  const quoted = `'${text.slice(start, end).replaceAll(/\s+/g, ' ').replaceAll("'", "''")}'`
  const close = closingOf(text, end)
  const isShort = close !== undefined && close - from < rowMax
  const row = isShort ? text.slice(from, start) + quoted + text.slice(end, close + 1) : quoted
  return row.replaceAll(/\s*\n\s*/g, ' ')
}

/** The index of the brace that ends the row. */
function closingOf(text: string, start: number): number | undefined {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '"' || text[at] === "'") at = endOfQuoted(text, at)
    else if (text[at] === '{') depth += 1
    else if (text[at] === '}' && depth === 0) return at
    else if (text[at] === '}') depth -= 1
  }
  return undefined
}
