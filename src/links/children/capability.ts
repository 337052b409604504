import type { Capability } from '#src/journey/capabilities/capability.ts'
import type { ErasureDeps } from '#src/journey/erasure/deps.ts'
import { eachKinds } from '#src/packs/runs/each/each-kinds.ts'
import { eraseAlong } from './erase.ts'
import type { ChildDeps } from './make.ts'
import { childTasks, keepOwed } from './tasks.ts'

/** The transactions that runs make for the elements of a list. */
export const children: Capability<ChildDeps & ErasureDeps> = {
  name: 'children',
  kinds: eachKinds,
  tasks: childTasks,
  ended: () => keepOwed,
  remains: (deps) => ({ eraseAlong: eraseAlong(deps) }),
}
