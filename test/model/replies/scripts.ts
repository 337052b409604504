// What is explored: a sender of two tenants and one of a single tenant, with and without purposes.
import type { Script } from './world.ts'

const two = { T1: 'acme', T2: 'globex' } as const
const one = { T1: 'acme', T2: 'acme' } as const

export const shared: Script = {
  tenants: two,
  isShared: true,
  purposes: [undefined],
  asksMax: { T1: 2, T2: 1 },
  answersMax: 2,
}
export const own: Script = { ...shared, tenants: one, isShared: false }

const withPurposes = { purposes: ['a', 'b'], asksMax: { T1: 2, T2: 1 } }
export const sharedWithPurposes: Script = { ...shared, ...withPurposes, answersMax: 1 }
export const ownWithPurposes: Script = { ...own, ...withPurposes, answersMax: 1 }
