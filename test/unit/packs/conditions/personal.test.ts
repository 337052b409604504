// Personal text is compared and asked for, and no condition reads a person out of it, however it comes to it.
import { expect, test } from 'vitest'
import { findUnofferedFaults } from '#src/packs/conditions/unoffered.ts'
import { vocabulary } from '#test/support/packs/own-pack.ts'
import { definePack, module, sequence, stop, when } from '#test/support/packs/build.ts'

const score = { key: 'score' } as const

function faultsOf(condition: string): string[] {
  const root = sequence(module(score), when([score], condition, stop('approved', 'x')))
  const pack = definePack('own', 1, root)
  return findUnofferedFaults(pack, vocabulary).map(({ detail }) => detail)
}

test.for([
  'transaction.name.startsWith("A")',
  'transaction["name"].startsWith("A")',
  '[transaction].all(t, t.name.startsWith("A"))',
  '[transaction][0].name.startsWith("A")',
  '{"a": transaction}["a"].name.startsWith("A")',
  '(true ? transaction : transaction).name.startsWith("A")',
  'transaction["na" + "me"].startsWith("A")',
  'optional.of(transaction).value().name.startsWith("A")',
  '[transaction.address].exists(a, a.city.startsWith("A"))',
  '[transaction.name].exists(n, n.startsWith("A"))',
  'transaction.address["ci" + "ty"].startsWith("A")',
  'transaction.exists(key, key == "name")',
])('is refused: %s', (condition) => {
  expect(faultsOf(condition).join()).toContain('transaction')
})

test.for([
  'transaction.name == "Ana"',
  'has(transaction.name)',
  'has(transaction.address) && transaction.address.state.startsWith("S")',
  'transaction.address.city != "Recife"',
  '["SP", "RJ"].exists(t, t == "SP")',
  'transaction.genericFields["campaign"].startsWith("spring")',
])('is not refused: %s', (condition) => {
  expect(faultsOf(condition)).toEqual([])
})
