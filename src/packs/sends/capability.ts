import type { Capability } from '#src/journey/capabilities/capability.ts'
import { type SendingDeps, sendingTask } from './send-message.ts'

/** What runs send themselves. */
export const sends: Capability<SendingDeps> = {
  name: 'sends',
  tasks: (deps) => [sendingTask(deps)],
}
