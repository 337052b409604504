// Names of persons by what makes two writings of one name differ, or two people's look alike: scripts, letters of
// passports, romanisations, particles, order, initials, what registers add, and equal days of birth.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PersonIndex } from '#src/journey/names/find/person-index.ts'
import { comparePersonNames, readPersonName } from '#src/journey/names/persons.ts'

type Row = {
  readonly kind: string
  readonly one: string
  readonly other: string
  readonly right: string
}

const [, ...lines] = readFileSync(new URL('kinds.persons.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
const rows = lines.map((line): Row => {
  const [kind = '', one = '', other = '', right = ''] = line.split('\t')
  return { kind, one, other, right }
})

const compare = ({ kind }: Row, one: string, other: string) =>
  comparePersonNames(one, other, { isBornSame: kind === 'born alike' })

test.for(rows)('$kind: $one and $other: $right', (row) => {
  const { one, other, right } = row
  const { verdict } = compare(row, one, other)
  expect(right.split(' ')).toContain(verdict)
  expect(compare(row, other, one).verdict).toBe(verdict)
})

test('each kind has ten pairs at least of one person, and of two', () => {
  const kinds = [...new Set(rows.map(({ kind }) => kind))].filter(
    (kind) => !kind.startsWith('born'),
  )
  const count = (kind: string, isOther: boolean) =>
    rows.filter((row) => row.kind === kind && row.right.includes('other') === isOther).length
  for (const kind of kinds) expect(count(kind, false), kind).toBeGreaterThanOrEqual(10)
  for (const kind of kinds) expect(count(kind, true), kind).toBeGreaterThanOrEqual(10)
})

test('nobody who is listed under one spelling is missed when asked by the other', () => {
  const index = new PersonIndex()
  const listed = rows.map(({ one }) => readPersonName(one))
  for (const name of listed) index.add(name)
  const missed = rows.filter((row, at) => {
    const sought = readPersonName(row.other)
    const { verdict, reasons } = comparePersonNames(sought, listed[at] ?? sought)
    const isNothing = verdict === 'other' || reasons.includes('other-script')
    return !isNothing && !index.find(sought).includes(at)
  })
  expect(missed).toEqual([])
})
