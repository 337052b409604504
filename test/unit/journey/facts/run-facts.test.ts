// What a run may approve on: no limit hides what speaks against, and none lets pass what was proved before.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FactValues } from '#src/journey/facts/facts.ts'
import { groupsLimited, joinFacts } from '#src/journey/facts/run-facts.ts'
import type { FactGroup } from '#src/journey/facts/vocabulary/fact.ts'
import { vocabulary } from '#src/journey/facts/vocabulary/vocabulary.ts'

const groups = Object.entries<FactGroup>(vocabulary)
const modules = [
  ...new Set(
    groups.flatMap(([, group]) => Object.values(group).flatMap((fact) => fact.modules ?? [])),
  ),
]
const value = fc.oneof(fc.boolean(), fc.nat(3), fc.constantFrom('yes', 'no'), fc.array(fc.nat(3)))
const values = fc.record(
  Object.fromEntries(
    groups.map(([name, group]) => [
      name,
      fc.record(Object.fromEntries(Object.keys(group).map((fact) => [fact, value])), {
        requiredKeys: [],
      }),
    ]),
  ),
)
const limited = fc.subarray(modules).map((keys) => Object.fromEntries(keys.map((key) => [key, {}])))

/** Of the groups alone that a limit changes, as they are gathered. */
const gathered = (all: FactValues, limits: object): FactValues => {
  const asked = groupsLimited(limits as Parameters<typeof groupsLimited>[0], Object.keys(all))
  return Object.fromEntries(Object.entries(all).filter(([group]) => asked.has(group)))
}

test('a proof of a limited module is what counts, a sign that speaks stays, and all else is the transaction’s', () => {
  fc.assert(
    fc.property(values, values, limited, (all, counted, limits) => {
      const joined = joinFacts(all, gathered(counted, limits), limits)
      for (const [name, group] of groups)
        for (const [fact, { role, modules: own = [] }] of Object.entries(group)) {
          const [whole, part] = [all[name]?.[fact], counted[name]?.[fact]]
          const isLimited = own.some((module) => Object.hasOwn(limits, module))
          const speaks = Array.isArray(whole)
            ? whole.length > 0
            : whole !== undefined && whole !== false
          const wanted = isLimited && !(role === 'sign' && speaks) ? part : whole
          expect(joined[name]?.[fact]).toEqual(wanted)
        }
    }),
  )
})

test('without a limit nothing is asked for twice', () => {
  expect([...groupsLimited({}, Object.keys(vocabulary))]).toEqual([])
})
