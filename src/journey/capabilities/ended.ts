// What a capability ends when an operator ends what is open of a transaction.
import type { InCommit } from '#src/journey/transaction/locked.ts'
import type { Tasks } from '#src/journey/transaction/task.ts'

/** In the commit of the end; `open`: the tasks that there were before it. */
export type OnEnded = (ctx: InCommit, open: Tasks) => Promise<void>

/** One after the other, in the order of the capabilities. */
export const onEnded =
  (parts: readonly OnEnded[]): OnEnded =>
  async (ctx, open) => {
    for (const part of parts) await part(ctx, open)
  }
