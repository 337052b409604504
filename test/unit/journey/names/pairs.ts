// The labelled pairs of names. Which fifth is held out from tuning follows from the hash of the pair alone.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

export type Pair = {
  readonly of: 'persons' | 'companies'
  readonly label: 'genuine' | 'different'
  readonly part: 'tuning' | 'held-out'
  /** What makes the pair hard. */
  readonly why: string
  readonly one: string
  readonly other: string
}

export const pairs: readonly Pair[] = (['persons', 'companies'] as const).flatMap((of) =>
  (['genuine', 'different'] as const).flatMap((label) =>
    readRows(`pairs.${of}.${label}.tsv`).map(([why = '', one = '', other = '']) => ({
      of,
      label,
      part: partOf(one, other),
      why,
      one,
      other,
    })),
  ),
)

function readRows(file: string): string[][] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  const [, ...lines] = text.split('\n').filter((line) => line !== '')
  return lines.map((line) => line.split('\t'))
}

function partOf(one: string, other: string): Pair['part'] {
  const [first = 0] = createHash('sha256').update(`${one}\t${other}`).digest()
  return first % 5 === 0 ? 'held-out' : 'tuning'
}
