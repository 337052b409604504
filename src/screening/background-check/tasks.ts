import { backgroundCheckStarted, backgroundCheckUnderWay, startTask } from './module.ts'
import type { ScreeningDeps } from '#src/screening/orders/deps.ts'
import { requestCheck, type Requested } from '#src/screening/checks/request.ts'
import { hasSubject } from '#src/screening/answers/subject.ts'
import type { TaskDefinition } from '#src/journey/commit/task.ts'
import { defineOrderTask } from '#src/screening/checks/tasks.ts'
import { append } from '#src/journey/journal/append.ts'
import { readFields } from '#src/journey/transaction/store.ts'
import { askedByPack } from './pack-request.ts'
import { readRegistered } from '#src/screening/facts/registered.ts'
import { readOrder } from '#src/screening/checks/rules.ts'
import { module } from './record.ts'

/** A pack's checks use the transaction's own data. */
export function backgroundCheckTasks(deps: ScreeningDeps): TaskDefinition[] {
  return [
    defineOrderTask(deps, startTask, async (tx, locked, { ref, key }) => {
      const { step, services, about, further, ...more } = readOrder({ key })
      const options = { capped: false, ...more }
      const requested: (Requested | undefined)[] = []
      const fields = await readFields(deps.sealer, locked)
      const { sealer } = deps
      const registered = await readRegistered({ db: tx, sealer, transaction: locked }, fields)
      const all = askedByPack(fields, { services, about, registered })
      for (const asked of further ? all.filter((one) => one.isFurther) : all)
        requested.push(
          hasSubject(asked.subject)
            ? await requestCheck({ ...deps, tx, locked }, asked, options)
            : undefined,
        )
      const code = requested[0]?.kind ?? 'no-subject'
      const isUnderWay = requested.every(
        (one) => one?.kind === 'check' && one.check.endedAt === null,
      )
      const kind = isUnderWay ? backgroundCheckUnderWay : backgroundCheckStarted
      append(locked, { kind, module, ref, code, reason: step })
    }),
  ]
}
