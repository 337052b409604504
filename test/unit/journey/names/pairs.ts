// The labelled pairs of names. Each set was held out from tuning until it was measured: of the first a fifth, which
// follows from the hash of the pair alone, and then whole sets that were written before the rules changed. What has
// been measured and looked at is tuned on from then on; the third set is the one that no rule was made for.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

export type Pair = {
  readonly of: 'persons' | 'companies'
  readonly label: 'genuine' | 'different'
  readonly part: 'tuning' | 'first' | 'second' | 'third' | 'kinds'
  /** What makes the pair hard. */
  readonly why: string
  readonly one: string
  readonly other: string
}

const labels = ['genuine', 'different'] as const

export const pairs: readonly Pair[] = labels.flatMap((label) => [
  ...read('pairs', 'persons', label),
  ...read('pairs', 'companies', label),
  ...read('second', 'persons', label),
  ...read('third', 'persons', label),
  ...read('kinds', 'companies', label),
])

function read(
  set: 'pairs' | 'second' | 'third' | 'kinds',
  of: Pair['of'],
  label: Pair['label'],
): Pair[] {
  return readRows(`${set}.${of}.${label}.tsv`).map(([why = '', one = '', other = '']) => {
    const part = set === 'pairs' ? partOf(one, other) : set
    return { of, label, part, why, one, other }
  })
}

function readRows(file: string): string[][] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  const [, ...lines] = text.split('\n').filter((line) => line !== '')
  return lines.map((line) => line.split('\t'))
}

function partOf(one: string, other: string): Pair['part'] {
  const [first = 0] = createHash('sha256').update(`${one}\t${other}`).digest()
  return first % 5 === 0 ? 'first' : 'tuning'
}
