// No yes ever counts for another's question, and no no is lost, as it is built.
import { expect, test } from 'vitest'
import { explore } from '../explore.ts'
import { modelOf } from './model.ts'
import { own, ownWithPurposes, shared, sharedWithPurposes } from './scripts.ts'

test.for([
  ['a sender of two tenants', { ...shared, asksMax: { T1: 1, T2: 1 } }],
  ['and one question that replaces another', { ...shared, answersMax: 1 }],
  ['a sender of one tenant', { ...own, asksMax: { T1: 1, T2: 1 } }],
  ['where one question replaces another', { ...own, answersMax: 1 }],
  ['purposes at a sender of two tenants', { ...sharedWithPurposes, asksMax: { T1: 1, T2: 1 } }],
  ['purposes of one transaction', { ...ownWithPurposes, asksMax: { T1: 2, T2: 0 } }],
] as const)('%s', ([, script]) => {
  const { states, wrong } = explore(modelOf(script))
  expect(wrong).toBeUndefined()
  expect(states).toBeGreaterThan(500)
})
