// Does to a locked transaction what an operator asks, in one commit.
import type { OnEnded } from '#src/journey/capabilities/capability.ts'
import { append } from '#src/journey/journal/append.ts'
import { about } from '#src/journey/suspects/count.ts'
import { taskTriedAgain } from '#src/journey/suspects/kinds.ts'
import { forgetSuspect } from '#src/journey/suspects/store.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { agendaPaused, agendaResumed, agendaTriedNow, endedByOperator } from './kinds.ts'
import type { ActRefusal } from '#src/journey/transaction/act.ts'
import type { Act } from '#src/journey/transaction/rules.ts'
import { isApart, refusalOf } from './rules.ts'
import { keepAct } from './store.ts'

export type ActDeps = { readonly sealer: Sealer; readonly ended: OnEnded }

const kinds = {
  pause: agendaPaused,
  resume: agendaResumed,
  'try-now': agendaTriedNow,
  end: endedByOperator,
} as const satisfies Record<Act, unknown>

/** Resolves to the reason for which the act was refused, or to undefined when it was done. */
export async function act(
  ctx: InCommit<ActDeps>,
  asked: {
    readonly act: Act
    readonly reason: string
    /** The `ref` of the journal entry that the act writes; undefined writes an entry without one. */
    readonly ref?: string
  },
): Promise<ActRefusal | undefined> {
  const { tx, locked, sealer, ended } = ctx
  const open = locked.tasks
  const refusal = refusalOf(asked.act, open, locked.now.getTime())
  if (refusal) return refusal
  const { ref = null } = asked
  const [entry] = append(locked, { kind: kinds[asked.act], ref })
  if (!entry) throw new Error('an entry was appended')
  await keepAct(tx, sealer, locked, { ...asked, seq: entry.seq })
  if (asked.act === 'try-now') await tryApart(ctx, open.filter(isApart))
  if (asked.act === 'end') await ended(ctx, open)
  return undefined
}

async function tryApart({ tx, locked }: InCommit, apart: InCommit['locked']['tasks']) {
  for (const task of apart) {
    append(locked, { kind: taskTriedAgain, ...about(task), code: task.task })
    await forgetSuspect(tx, { id: locked.id, key: task.key })
  }
}
