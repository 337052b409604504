// Applies an endpoint's answer to its call and step, in the caller’s commit.
import { type EndpointAnswer, waitAfter } from '#src/journey/endpoints/answer-rules.ts'
import { append } from '#src/journey/journal/append.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import { findCall, type PackCall, updateCall } from '#src/packs/calls/store.ts'
import { bringResult } from '#src/packs/runs/evidence/bring.ts'
import { callAwaited, callDeferred, callEnded, callLate } from '#src/packs/runs/call-kinds.ts'
import { readOpenRuns, saveRun } from '#src/packs/runs/store.ts'
import type { ValueFault } from '#src/journey/values/schema.ts'
import type { OutboundDeps } from './deps.ts'

type Ctx = InCommit<Pick<OutboundDeps, 'sealer' | 'packs' | 'log' | 'metrics'>>

export const aboutCall = ({
  runId,
  step,
  endpoint,
}: Pick<PackCall, 'runId' | 'step' | 'endpoint'>) =>
  ({ ref: runId, module: step, provider: endpoint }) as const

type Answered = { readonly answer: EndpointAnswer; readonly durationMs: number }

export async function recordAnswer(
  ctx: Ctx,
  { call: claimed, attempt }: { readonly call: PackCall; readonly attempt: number },
  { answer, durationMs }: Answered,
): Promise<void> {
  const { tx, locked } = ctx
  noteAnswer(ctx, answer)
  const call = await findCall(tx, claimed.id)
  if (!call || call.status === 'ended') return
  const about = { ...aboutCall(call), attempt, durationMs }
  switch (answer.kind) {
    case 'answered':
      return bringAnswer(ctx, call, answer.value)
    case 'refused':
      return endCall(ctx, call, 'refused')
    case 'unreadable':
      return endCall(ctx, call, 'invalid-result')
    case 'later':
      await updateCall(tx, call.id, { status: 'later' })
      append(locked, { kind: callAwaited, ...about })
      return
    case 'again':
    case 'trouble': {
      // A later try is running, or an answer was taken already.
      if (call.status !== 'open' || call.attempts !== attempt) return
      const retryAfterMs = answer.kind === 'again' ? answer.retryAfterMs : undefined
      const dueAt = locked.now.getTime() + waitAfter(attempt, retryAfterMs)
      append(locked, { kind: callDeferred, ...about, code: answer.code, dueAt })
    }
  }
}

/** Counts the answer, and logs trouble whatever happens to the call, because the endpoint's tenant must mend it. */
function noteAnswer({ log, metrics, locked }: Ctx, answer: EndpointAnswer): void {
  const { tenant, mode } = locked
  metrics?.endpointAnswers.inc({ tenant, outcome: answer.kind })
  if (answer.kind === 'trouble')
    log.warn({ tenant, mode, code: answer.code }, 'an endpoint is in trouble')
}

/** Brings the answer to the step; one that does not fit its schema is a technical failure of the step. */
async function bringAnswer(ctx: Ctx, call: PackCall, value: unknown): Promise<void> {
  const { tx, locked, sealer, packs } = ctx
  const [run] = await readOpenRuns(tx, locked, packs, [call.runId])
  const brought = { step: call.step, round: call.round, value, by: 'endpoint' } as const
  const outcome = run && (await bringResult({ tx, locked, sealer }, run, brought))
  if (outcome === undefined || outcome === 'not-waiting' || outcome === 'no-step') {
    append(locked, { kind: callLate, ...aboutCall(call), code: 'needless' })
    await updateCall(tx, call.id, { status: 'ended' })
    return
  }
  if (typeof outcome === 'object')
    return endCall(ctx, call, 'invalid-result', sayMisfit(outcome.faults))
  await updateCall(tx, call.id, { status: 'ended' })
  append(locked, { kind: callEnded, ...aboutCall(call), code: 'answered' })
}

/** Names the first position that does not fit, in words of the schema only. */
const sayMisfit = ([first]: readonly ValueFault[]): string =>
  `${first?.pointer || '/'} ${first?.detail}`

/** Ends the call as failed, and its step if the run still waits for it. `reason` must hold nothing of the answer. */
export async function endCall(
  { tx, locked, sealer, packs }: Ctx,
  call: PackCall,
  code: 'refused' | 'invalid-result' | 'endpoint-missing',
  reason?: string,
): Promise<void> {
  await updateCall(tx, call.id, { status: 'ended' })
  append(locked, { kind: callEnded, ...aboutCall(call), code, ...(reason && { reason }) })
  const [run] = await readOpenRuns(tx, locked, packs, [call.runId])
  if (!run?.isOpen(call.step)) return
  // A call of an earlier round ends nothing in the present one.
  if (call.round !== run.roundOf(call.step)) return
  run.fail(call.step, code)
  await saveRun(tx, locked, sealer, run)
}
