import type { Capability } from '#src/journey/capabilities/capability.ts'
import type { TaskDefinition } from '#src/journey/commit/task.ts'
import { defineOrderTask } from '#src/screening/checks/tasks.ts'
import { append } from '#src/journey/journal/append.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import { requestCheck } from '#src/screening/checks/request.ts'
import { type Order, readOrder } from '#src/screening/checks/rules.ts'
import type { ScreeningDeps } from '#src/screening/orders/deps.ts'
import { officialService } from '#src/screening/wire/required.ts'
import {
  nobody,
  officialMatchModule,
  officialMatchStarted,
  officialMatchWanted,
  startTask,
} from './module.ts'
import { type FindShownPerson, module, readMatchQuery } from './request.ts'

const startsMatch =
  (find: FindShownPerson) =>
  (deps: ScreeningDeps): TaskDefinition[] => [
    defineOrderTask(deps, startTask, async (tx, locked, { ref, key }) => {
      const order = readOrder({ key })
      const code = await start(find, { ...deps, tx, locked }, order)
      append(locked, { kind: officialMatchStarted, module, ref, code, reason: order.step })
    }),
  ]

/** Returns the result of the start. Over the cap the check is made and fails. */
async function start(
  find: FindShownPerson,
  ctx: InCommit<ScreeningDeps>,
  { since, again }: Order,
): Promise<string> {
  const { tx, locked, sealer, checking } = ctx
  if (checking.accounts.list(locked, module, officialService).length === 0) return nobody
  const asked = await readMatchQuery(find, { db: tx, sealer }, locked)
  if (!asked) return 'no-subject'
  const moments = { ...(since !== undefined && { since }), ...(again && { again }) }
  return (await requestCheck(ctx, asked, { capped: false, ...moments })).kind
}

/**
 * Compares the selfie with the portrait that an official base has of the person. `find`, which finds what the person
 * has shown, is handed down from above.
 */
export const officialMatch = (find: FindShownPerson): Capability<ScreeningDeps> => ({
  name: 'official-match',
  kinds: [officialMatchWanted, officialMatchStarted],
  tasks: startsMatch(find),
  module: officialMatchModule(find),
})
