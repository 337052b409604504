import type { Capability } from '#src/journey/capabilities/capability.ts'
import type { RiskDeps } from '../deps.ts'
import { lookUpFacts } from '../facts.ts'
import { lookUpKinds } from './kinds.ts'
import { lookUpTasks } from './tasks.ts'

export const lookUps: Capability<RiskDeps> = {
  name: 'look-ups',
  kinds: lookUpKinds,
  tasks: lookUpTasks,
  facts: lookUpFacts,
}
