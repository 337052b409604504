// Patterns of conditions: compiled once each, in time that grows with the text alone.
import { RE2JS } from '@bufbuild/re2'
import { LRUCache } from 'lru-cache'

export type Pattern = {
  /** Instructions of its program. */
  readonly size: number
  test(text: string): boolean
}

const lengthMax = 500
const sizeMax = 500
const kept = new LRUCache<string, Pattern>({ max: 1_000, memoMethod: compile })

/** Throws an Error of the engine for what is no pattern. */
export const patternOf = (source: string): Pattern => kept.memo(source)

function compile(source: string): Pattern {
  const compiled = RE2JS.compile(source)
  return { size: compiled.re2().prog.numInst(), test: (text) => compiled.test(text) }
}

/** What keeps a text from being a pattern; it quotes nothing of it. */
export function patternFault(source: string): string | undefined {
  if (source.length > lengthMax) return `a pattern has at most ${lengthMax} characters`
  if (/\{\d{3,}/.test(source)) return 'a pattern repeats at most 99 times'
  try {
    return patternOf(source).size > sizeMax ? 'the pattern has too many repetitions' : undefined
  } catch {
    return 'it is no pattern (RE2)'
  }
}
