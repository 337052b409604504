// The acts of operators that come from the Temporal UI, as an update or by Cancel: they do what the API's do, with a
// code as their reason. Each counts once, however often its activity runs.
import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { releaseClaimOfRun, readAgenda } from '#src/journey/agenda/read.ts'
import { commitOn } from '#src/journey/commit/commit.ts'
import type { TaskDeps } from '#src/journey/commit/run-task.ts'
import { journal } from '#src/journey/journal/table.ts'
import type { Act } from '#src/journey/transaction/rules.ts'
import type {
  ActAnswer,
  ActRefusal,
  ActRequest,
  AgendaRequest,
  OperatorActivities,
} from '#src/journey/transaction/act.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import { findPause } from '#src/journey/transaction/paused-rules.ts'
import type { Agenda } from '#src/journey/transaction/task.ts'
import { writeAudit } from '#src/platform/audit/write.ts'
import { append } from '#src/journey/journal/append.ts'
import { act, type ActDeps } from './act.ts'
import { endedByOperator } from './kinds.ts'
import { auditedActs } from './rules.ts'

type OperatorDeps = TaskDeps & ActDeps

export const operatorActivities = (deps: OperatorDeps): OperatorActivities => ({
  endAgenda: (asked) => endOnCancel(deps, asked),
  actOnAgenda: (asked) => actOnUpdate(deps, asked),
})

/** The reason that the audit gets for a Cancel, because the button asks for none. */
const cancelReason = 'cancelled-in-temporal'

/**
 * The first call of a run ends what is open. `closed` is set once no call is under way any more, and the row then stops
 * counting on the run. Null when the transaction is gone or erased.
 */
async function endOnCancel(
  deps: OperatorDeps,
  { run, ...asked }: AgendaRequest & { readonly run: string },
): Promise<Agenda | null> {
  await once(deps, { id: asked.id, act: 'end', reason: cancelReason, ref: run, marks: true })
  const agenda = await readAgenda(deps.db, deps.settings, asked)
  if (!agenda || agenda.closed || agenda.isUnderWay) return agenda
  return (await releaseClaimOfRun(deps.db, asked.id)) ? { ...agenda, closed: true } : agenda
}

async function actOnUpdate(deps: OperatorDeps, asked: ActRequest): Promise<ActAnswer> {
  const { id, after, act: name, reason, run, update } = asked
  const done = await once(deps, { id, act: name, reason, ref: refOf(run, update) })
  const agenda = await readAgenda(deps.db, deps.settings, { id, after })
  return { agenda, ...done }
}

type Once = {
  readonly id: string
  readonly act: Act
  readonly reason: string
  /** The `ref` of the journal entry, by which a repeated call finds the first. */
  readonly ref: string
  /**
   * Writes the journal entry even when nothing was open, so that a repeated call does not end what was opened since.
   */
  readonly marks?: true
}

/** Undefined when the transaction is gone or erased. */
function once(
  deps: OperatorDeps,
  { id, ref, marks, ...asked }: Once,
): Promise<Pick<ActAnswer, 'done' | 'refusal'> | undefined> {
  return commitOn(
    deps,
    id,
    async (tx, locked) => {
      const ctx = { ...deps, tx, locked }
      const refusal = (await wasDone(ctx, ref)) ? undefined : await actAudited(ctx, asked, ref)
      if (refusal && marks) append(locked, { kind: endedByOperator, ref })
      else if (refusal) return { refusal }
      const paused = findPause(locked.tasks) !== undefined
      return { done: { act: asked.act, paused, tasks: locked.tasks.length } }
    },
    // The run reads the agenda right after this commit, so the commit need not nudge it.
    { notifiesWorkflow: 'soon' },
  )
}

async function actAudited(
  ctx: InCommit<ActDeps>,
  asked: Pick<Once, 'act' | 'reason'>,
  ref: string,
): Promise<ActRefusal | undefined> {
  const { tx, locked } = ctx
  const refusal = await act(ctx, { ...asked, ref })
  if (refusal) return refusal
  const { tenant, mode } = locked
  await writeAudit(tx, { tenant, mode, actorKind: 'service', actor: 'temporal' }, {
    action: auditedActs[asked.act],
    transactionId: locked.id,
    details: { reason: asked.reason },
  }) // prettier-ignore
  return undefined
}

async function wasDone({ tx, locked }: InCommit, ref: string): Promise<boolean> {
  const found = await tx
    .select({ seq: journal.seq })
    .from(journal)
    .where(and(eq(journal.transactionId, locked.id), eq(journal.ref, ref)))
    .limit(1)
  return found.length > 0
}

/** An update’s id may be any text, so none of it is kept: a UUID of version 8, made from its hash. */
function refOf(run: string, update: string): string {
  const hex = createHash('sha256').update(`${run}/${update}`).digest('hex')
  const [a, b, c, d, e] = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(13, 16), hex.slice(17, 20), hex.slice(20, 32)] // prettier-ignore
  return `${a}-${b}-8${c}-8${d}-${e}`
}
