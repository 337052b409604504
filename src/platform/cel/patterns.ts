// Patterns of conditions: compiled once each, in time that grows with the text alone.
import { RE2JS } from '@bufbuild/re2'

export type Pattern = {
  /** Instructions of its program. */
  readonly size: number
  test(text: string): boolean
}

const lengthMax = 500
const sizeMax = 500
const keptMax = 1_000
const kept = new Map<string, Pattern>()

/** Throws an Error of the engine for what is no pattern. */
export function patternOf(source: string): Pattern {
  const known = kept.get(source)
  if (known) return known
  const compiled = RE2JS.compile(source)
  const pattern = {
    size: compiled.re2().prog.numInst(),
    test: (text: string) => compiled.test(text),
  }
  kept.set(source, pattern)
  const [oldest] = kept.keys()
  if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest)
  return pattern
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
