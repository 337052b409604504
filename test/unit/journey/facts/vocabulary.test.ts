// Whoever offers a fact offers it under the name and the type that everybody knows.
import { expect, test } from 'vitest'
import { capabilities } from '#src/main/capabilities.ts'
import { vocabulary } from '#src/journey/facts/vocabulary/vocabulary.ts'

const known = new Map(
  Object.entries(vocabulary).flatMap(([group, facts]) =>
    Object.entries(facts).map(([name, { type }]) => [`${group}.${name}`, type] as const),
  ),
)
const offered = capabilities.flatMap(({ facts }) =>
  Object.entries(facts?.variables ?? {}).flatMap(([group, fields]) =>
    Object.entries(fields).map(([name, type]) => [`${group}.${name}`, type] as const),
  ),
)

test('every fact that is offered is in the vocabulary, with its type', () => {
  expect(
    offered.filter(([name, type]) => JSON.stringify(known.get(name)) !== JSON.stringify(type)),
  ).toEqual([])
})
