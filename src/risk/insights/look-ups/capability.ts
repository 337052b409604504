import type { Capability } from '#src/main/capability.ts'
import { lookUpFacts } from '../facts.ts'
import { lookUpKinds } from './kinds.ts'
import { lookUpTasks } from './tasks.ts'

export const lookUps: Capability = {
  name: 'look-ups',
  kinds: lookUpKinds,
  tasks: lookUpTasks,
  facts: lookUpFacts,
}
