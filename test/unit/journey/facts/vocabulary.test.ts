// Whoever offers a fact offers it under the name and the type that everybody knows.
import { expect, test } from 'vitest'
import { capabilities } from '#src/main/capabilities.ts'
import type { FactGroup } from '#src/journey/facts/vocabulary/fact.ts'
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

test('a fact of modules names modules that there are, and says whether it is a sign or a proof', () => {
  const keys = capabilities.flatMap(({ module }) => module?.key ?? [])
  const roles = Object.values<FactGroup>(vocabulary).flatMap((group) => Object.values(group))
  const brought = roles.filter(({ modules }) => modules !== undefined)
  expect(brought.length).toBeGreaterThan(60)
  expect(brought.filter(({ role }) => role !== 'sign' && role !== 'proof')).toEqual([])
  expect(
    brought.flatMap(({ modules = [] }) => modules.filter((key) => !keys.includes(key))),
  ).toEqual([])
})
