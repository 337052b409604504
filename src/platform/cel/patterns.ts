// Regular expressions of conditions, compiled once each by RE2, whose time is linear in the text.
import { RE2JS } from '@bufbuild/re2'
import { LRUCache } from 'lru-cache'

export type Pattern = {
  /** The number of instructions of the compiled pattern. */
  readonly size: number
  test(text: string): boolean
}

const lengthMax = 500
const sizeMax = 500
const kept = new LRUCache<string, Pattern>({ max: 1_000, memoMethod: compile })

/** Throws an Error of the engine when the text is no pattern. */
export const patternOf = (source: string): Pattern => kept.memo(source)

function compile(source: string): Pattern {
  const compiled = RE2JS.compile(source)
  return { size: compiled.re2().prog.numInst(), test: (text) => compiled.test(text) }
}

/** Says why a text is no acceptable pattern, without quoting it; undefined when it is one. */
export function patternFault(source: string): string | undefined {
  if (source.length > lengthMax) return `a pattern has at most ${lengthMax} characters`
  if (/\{\d{3,}/.test(source)) return 'a pattern repeats at most 99 times'
  try {
    return patternOf(source).size > sizeMax ? 'the pattern has too many repetitions' : undefined
  } catch {
    return 'it is no pattern (RE2)'
  }
}
