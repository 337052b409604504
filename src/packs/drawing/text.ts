// Estimates the width of texts, and cuts and shortens them. No font is measured, so that a drawing is the same on every
// machine.
import { wordings } from './wording.ts'

export const nameSize = 13
export const noteSize = 11

/** Wide characters, such as Chinese ones, count twice. */
const countOf = (text: string): number =>
  Array.from(text).reduce((sum, one) => sum + ((one.codePointAt(0) ?? 0) < 0x1100 ? 1 : 2), 0)

export const widthOf = (text: string, size: number): number =>
  Math.ceil(countOf(text) * 0.58 * size)

/** Cuts a text to at most `widthMax` pixels, with an ellipsis. */
export function cut(text: string, widthMax: number, size: number): string {
  if (widthOf(text, size) <= widthMax) return text
  let kept = ''
  for (const one of text) {
    if (widthOf(`${kept}${one}…`, size) > widthMax) break
    kept += one
  }
  return `${kept.trimEnd()}…`
}

/**
 * The first clause of a condition on one line: the part before the first `&&` or `||`, except a clause that only tests
 * whether something exists.
 */
export function firstClause(condition: string, wording = wordings.en): string {
  const plain = condition.replaceAll(/\s+/g, ' ').trim()
  const inner = unwrapped(plain)
  if (inner !== undefined)
    return plain.startsWith('!')
      ? wording.not(firstClause(inner, wording))
      : firstClause(inner, wording)
  const clauses =
    clausesOf(plain, '||').length > 1 ? clausesOf(plain, '||') : clausesOf(plain, '&&')
  if (clauses.length < 2) return plain
  const telling = clauses.filter((one) => !/^!?has\([^()]*\)$/.test(one))
  const first = firstClause(telling[0] ?? clauses[0] ?? plain, wording)
  return telling.length === 1 || first.endsWith('…') ? first : `${first} …`
}

/** The content of one pair of brackets around the whole text, with or without a leading `!`. */
function unwrapped(text: string): string | undefined {
  const start = text.startsWith('!') ? 1 : 0
  if (text[start] !== '(') return undefined
  const depths = [...signsOf(text.slice(start))]
  const end = depths.find(({ depth }) => depth === 0)
  return end?.at === text.length - start - 1 ? text.slice(start + 1, -1).trim() : undefined
}

function clausesOf(text: string, operator: '&&' | '||'): string[] {
  const ends = [...signsOf(text)].filter(
    ({ at, depth }) => depth === 0 && text.startsWith(operator, at),
  )
  const starts = [0, ...ends.map(({ at }) => at + 2)]
  return starts.map((start, index) => text.slice(start, ends[index]?.at).trim())
}

/** The characters outside of quoted texts: position, and depth of brackets after it. */
function* signsOf(text: string): Generator<{ readonly at: number; readonly depth: number }> {
  let [quote, depth] = ['', 0]
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (quote !== '') {
      if (sign === '\\') at += 1
      else if (sign === quote) quote = ''
    } else if (sign === '"' || sign === "'") quote = sign
    else {
      if ('([{'.includes(sign)) depth += 1
      if (')]}'.includes(sign)) depth -= 1
      yield { at, depth }
    }
  }
}

/** Breaks a text into at most two lines, at a space or before a dot or bracket. */
export function wrap(text: string, widthMax: number, size: number): string[] {
  if (widthOf(text, size) <= widthMax) return [text]
  const start = cut(text, widthMax, size).replace(/…$/, '')
  const at = Math.max(...[' ', '.', '['].map((sign) => start.lastIndexOf(sign)))
  const first = at > start.length / 3 ? start.slice(0, at) : start
  return [first.trimEnd(), cut(text.slice(first.length).trim(), widthMax, size)]
}
