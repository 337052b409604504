import { expect, test } from 'vitest'
import { comparePersonNames, readPersonName } from '#src/journey/names/persons.ts'
import { rowsOf } from '#test/support/rows.ts'

test.for(rowsOf<[string, string, string, string[]]>('names/persons'))(
  '%s and %s: %s',
  ([one, other, verdict, reasons]) => {
    const found = comparePersonNames(one, other)
    expect(found.verdict).toBe(verdict)
    expect(found.reasons).toEqual(expect.arrayContaining([...reasons]))
    expect(comparePersonNames(other, one)).toEqual(found)
  },
)

test('a name is read once and compared often', () => {
  const [one, other] = ['SILVA, João Pedro da', 'JOAO P SILVA']
  expect(comparePersonNames(readPersonName(one), readPersonName(other))).toEqual(
    comparePersonNames(one, other),
  )
})

test('a text longer than any name is none, even its own', () => {
  const long = 'Maria Aparecida '.repeat(20)
  expect(comparePersonNames(long, long)).toEqual({ verdict: 'doubtful', reasons: ['unreadable'] })
  const grown = `Maria ${'ﷺ'.repeat(190)}`
  expect(comparePersonNames(grown, 'Maria Lima').verdict).not.toBe('same')
})

test('reasons quote nothing of a name', () => {
  const { reasons } = comparePersonNames('Ana Paula Souza', 'Ana P. Sousa Lima')
  expect(reasons).toEqual(['surname-added', 'little-shared', 'spelling', 'initial'])
})
