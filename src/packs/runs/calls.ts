// Opens the call of a step: the values that it sends are computed and sealed when the run comes to the step.
import { append } from '#src/journey/journal/append.ts'
import { findEndpoint } from '#src/journey/endpoints/store.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import type { Allowance } from '#src/platform/cel/budget.ts'
import { openCall } from '#src/packs/calls/store.ts'
import { evaluateSent } from '#src/packs/conditions/conditions.ts'
import type { CallStep } from '#src/packs/document/pack.ts'
import { callLeft, callOpened } from './call-kinds.ts'
import { CommitEvidence } from './evidence/commit-evidence.ts'
import type { PackDeps } from './deps.ts'
import type { StepResult } from './step-result.ts'
import type { OpenRun } from './run.ts'

/**
 * True once the answer is there. A repeated call has the same id as the first, because each round of a step has one
 * call.
 */
export async function takeCall(
  ctx: InCommit<PackDeps>,
  run: OpenRun,
  step: CallStep,
  { begins, allowance }: { readonly begins: boolean; readonly allowance: Allowance },
): Promise<StepResult> {
  if (run.broughtTo(step.id) !== undefined) return true
  if (!begins) return false
  const { tx, locked, sealer } = ctx
  const found = await findEndpoint(tx, locked, step.to)
  if (!found && locked.mode === 'live') return { failed: 'endpoint-missing' }
  const evidence = new CommitEvidence(ctx, run)
  const input = await evaluateSent(evidence, { pack: run.pack, step, allowance }, ctx)
  run.noteEvidence(step.id, evidence.refs)
  const round = run.roundOf(step.id)
  const { deadlineAt } = run.modules.get(step.id) ?? {}
  await openCall(
    { tx, locked, sealer },
    {
      place: { runId: run.row.id, step: step.id, round },
      endpoint: step.to,
      endpointId: found?.id ?? null,
      status: found ? 'open' : 'by-hand',
      deadlineAt: deadlineAt ?? locked.now,
      input,
    },
  )
  const about = { ref: run.row.id, module: step.id, provider: step.to } as const
  append(locked, { kind: found ? callOpened : callLeft, ...about })
  return false
}
