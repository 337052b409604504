// The table of names: what people, companies and lists really write, and what the comparator may say of each pair.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compareCompanyNames } from '#src/journey/names/companies.ts'
import { comparePersonNames } from '#src/journey/names/persons.ts'

type Case = {
  readonly id: string
  readonly kind: 'person' | 'company'
  readonly a: string
  readonly b: string
  /** Days, or what is known of them. */
  readonly bornA?: string
  readonly bornB?: string
  readonly right: string
  readonly also?: readonly string[]
  readonly why: string
}

const text = readFileSync(new URL('../../../data/names.jsonl', import.meta.url), 'utf8')
const cases = text
  .trim()
  .split('\n')
  // Safe because the file is ours.
  .map((line) => JSON.parse(line) as Case)

/** The very day: a year says less. */
const isBornSame = ({ bornA, bornB }: Case) => bornA?.length === 10 && bornA === bornB

test.for(cases)('$id: $a and $b, $why', (one) => {
  const { kind, right, also = [] } = one
  const compare = (a: string, b: string) =>
    kind === 'person'
      ? comparePersonNames(a, b, { isBornSame: isBornSame(one) })
      : compareCompanyNames(a, b)
  const { verdict } = compare(one.a, one.b)
  expect([right, ...also]).toContain(verdict)
  expect(compare(one.b, one.a).verdict).toBe(verdict)
})
