// How a name in other letters is read, and how much such a reading says.
import { expect, test } from 'vitest'
import { comparabilityOf, fold } from '#src/journey/names/fold.ts'
import { rowsOf } from '#test/support/rows.ts'

test.for(rowsOf<[string, string, string]>('names/readings'))(
  '%s is read as %j: %s',
  ([text, words, comparability]) => {
    expect(fold(text).words.join(' ')).toBe(words)
    expect(comparabilityOf(text)).toBe(comparability)
  },
)
