// The effects on checks when an operator ends open work: services that were not bought stay so, and those that were
// bought are still waited for.
import type { OnEnded } from '#src/journey/capabilities/capability.ts'
import { append } from '#src/journey/journal/append.ts'
import { findCheck, findOrdered, updateCheck } from '#src/screening/orders/store.ts'
import { costOf, failOrder } from './end.ts'
import { checkAwaited, checkMonitoringEnded, taskNames } from './kinds.ts'

export const endChecks: OnEnded = async (ctx, open) => {
  const { tx, locked } = ctx
  for (const { task, ref, module = null, dueAt, attempt = 1 } of open) {
    if (task === taskNames.again) {
      const check = await findCheck(tx, ref)
      await updateCheck(tx, ref, { everyDays: null })
      append(locked, { kind: checkMonitoringEnded, module: check?.module ?? module, ref })
    } else if (task === taskNames.poll) {
      append(locked, { kind: checkAwaited, module, ref, attempt, code: 'asked', dueAt })
    } else if (task === taskNames.buy) {
      const ordered = await findOrdered(tx, ref)
      if (!ordered || ordered.order.endedAt !== null) continue
      const { order, check, orders, attempts } = ordered
      const ended = { order, check, orders, spentMicros: costOf(attempts), entry: { attempt } }
      await failOrder(ctx, ended, 'ended-by-operator')
    }
  }
}
