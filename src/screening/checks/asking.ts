import type { ModuleCall } from '#src/journey/capabilities/module.ts'

/** What a run needs is about to be asked for: what has ended before says nothing yet. */
export const isAsking = ({ locked, runId }: ModuleCall, startTask: string): boolean =>
  locked.tasks.some(({ task, ref }) => task === startTask && ref === runId)
