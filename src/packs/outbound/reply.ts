// Takes a later answer to a call: from its endpoint, or by hand in the sandbox.
import { append } from '#src/journey/journal/append.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import type { ValueFault } from '#src/journey/values/schema.ts'
import { findCall, updateCall } from '#src/packs/calls/store.ts'
import { bringResult } from '#src/packs/runs/evidence/bring.ts'
import { callEnded, callLate } from '#src/packs/runs/call-kinds.ts'
import { readRun } from '#src/packs/runs/store.ts'
import type { OutboundDeps } from './deps.ts'
import { aboutCall } from './record.ts'

/** `needless`: the run does not wait for the answer any more, although the deadline has not passed. */
type Taken = 'taken' | 'needless' | 'answered' | 'late' | { readonly faults: readonly ValueFault[] }

/** Undefined when there is no such call. */
export async function takeReply(
  { tx, locked, sealer, packs }: InCommit<Pick<OutboundDeps, 'sealer' | 'packs'>>,
  callId: string,
  value: unknown,
): Promise<Taken | undefined> {
  const call = await findCall(tx, callId)
  const run = call && (await readRun(tx, locked, packs, call.runId))
  if (!call || !run) return undefined
  const ctx = { tx, locked, sealer }
  const { step, round } = call
  const outcome = await bringResult(ctx, run, { step, round, value, by: 'endpoint' })
  if (typeof outcome === 'object') return outcome
  if (outcome === 'same') return 'taken'
  if (outcome === 'answered') return outcome
  if (outcome === 'kept') {
    await updateCall(tx, call.id, { status: 'ended' })
    append(locked, { kind: callEnded, ...aboutCall(call), code: 'answered' })
    return 'taken'
  }
  const code = call.deadlineAt <= locked.now ? 'late' : 'needless'
  append(locked, { kind: callLate, ...aboutCall(call), code })
  return code
}
