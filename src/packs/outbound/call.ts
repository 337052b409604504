// The call of a step to a system of the tenant: claimed, launched, recorded. Every try has the same id, so a try with
// an unknown outcome is simply made again.
import type { VendorCall } from '#src/journey/calls/call.ts'
import { abandonedMs } from '#src/journey/calls/calls.ts'
import { answerOf, type EndpointAnswer, healthOf } from '#src/journey/endpoints/answer-rules.ts'
import { sendTo } from '#src/journey/endpoints/send.ts'
import { findEndpointById, noteAnswer, readHeaders } from '#src/journey/endpoints/store.ts'
import { type Endpoint, endpointKind } from '#src/journey/endpoints/table.ts'
import { append } from '#src/journey/journal/append.ts'
import { createSigners } from '#src/journey/receivers/secrets.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import type { Task } from '#src/journey/transaction/task.ts'
import { writeAudit } from '#src/platform/audit/write.ts'
import {
  findCallOf,
  type PackCall,
  readInput,
  tokenOf,
  updateCall,
} from '#src/packs/calls/store.ts'
import { callClaimed, callPostponed, dataSent } from '#src/packs/runs/call-kinds.ts'
import { stepOf } from '#src/packs/runs/rules.ts'
import type { StepCall } from './sent-call.ts'
import type { OutboundDeps } from './deps.ts'
import { aboutCall, endCall, recordAnswer } from './record.ts'
import { createShare, type Share } from './share.ts'

type Claimed = {
  readonly call: PackCall
  readonly endpoint: Endpoint
  readonly attempt: number
  readonly data: StepCall['data']
}

export function endpointCall(deps: OutboundDeps): VendorCall<Claimed, EndpointAnswer> {
  const share = createShare()
  const signers = createSigners(deps.sealer, endpointKind)
  return {
    claim: (tx, locked, task, reserve) => claim({ ...deps, tx, locked }, share, task, reserve),
    call: ({ call, endpoint, data }, signal) =>
      share.hold(endpoint.tenant, async () => {
        const sentAt = Date.now()
        const timestamp = new Date(sentAt).toISOString()
        const sent: StepCall = { type: 'step.call', timestamp, data }
        const body = JSON.stringify(sent)
        const headers = await readHeaders(deps.sealer, endpoint)
        const target = { endpoint, signers: await signers(endpoint), headers }
        return sendTo(deps, target, { id: call.id, body, sentAt }, signal)
      }),
    lost: (cause) =>
      cause === 'late'
        ? answerOf({ kind: 'unsent', cause: 'aborted' })
        : answerOf({ kind: 'lost', cause }),
    judge: healthOf,
    async record(tx, locked, { call, endpoint, attempt }, { result, durationMs }) {
      await noteAnswer(tx, endpoint, result)
      await recordAnswer({ ...deps, tx, locked }, { call, attempt }, { answer: result, durationMs })
    },
  }
}

/** The account of an endpoint, named by its id so that logs and metrics do not show its name. */
const accountOf = ({ id }: Endpoint): string => `endpoint:${id}`

async function claim(
  ctx: InCommit<OutboundDeps>,
  share: Share,
  task: Task,
  reserve: (account: string) => void,
): Promise<Claimed | undefined> {
  const { tx, locked, calls } = ctx
  const call = await findCallOf(tx, task.ref, stepOf(task))
  if (call?.status !== 'open' || call.deadlineAt <= locked.now) return undefined
  const endpoint = await findEndpointById(tx, locked, call.endpointId)
  if (!endpoint) {
    await endCall(ctx, call, 'endpoint-missing')
    return undefined
  }
  const account = accountOf(endpoint)
  const mayCall =
    calls.waitMs(account, locked.tenant) === 0 &&
    !calls.isFull(account, locked.tenant) &&
    !share.isFull(locked.tenant)
  if (!mayCall) {
    const code = calls.restMs(account, locked.tenant) > 0 ? 'account-resting' : 'account-full'
    const dueAt = locked.now.getTime() + calls.queue(account, locked.tenant)
    append(locked, { kind: callPostponed, ...aboutCall(call), code, dueAt })
    return undefined
  }
  reserve(account)
  const attempt = call.attempts + 1
  await updateCall(tx, call.id, { attempts: attempt })
  if (attempt === 1) await noteSent(ctx, call)
  const dueAt = locked.now.getTime() + abandonedMs
  append(locked, { kind: callClaimed, ...aboutCall(call), code: 'claimed', attempt, dueAt })
  return { call, endpoint, attempt, data: await dataOf(ctx, call, attempt) }
}

/** Written in the commit of the claim, so that nothing is sent that was not recorded. */
async function noteSent(
  { tx, locked }: InCommit<OutboundDeps>,
  { id, endpoint, fields, ...call }: PackCall,
): Promise<void> {
  const names = fields.join(' ')
  append(locked, { kind: dataSent, ...aboutCall({ endpoint, ...call }), reason: names })
  const by = { tenant: locked.tenant, mode: locked.mode, actorKind: 'service' } as const
  await writeAudit(tx, by, {
    action: 'data.sent',
    object: endpoint,
    transactionId: locked.id,
    details: { call: id, fields: names },
  })
}

async function dataOf(
  { sealer, locked, callsBaseUrl }: InCommit<OutboundDeps>,
  call: PackCall,
  attempt: number,
): Promise<Claimed['data']> {
  const token = await tokenOf(sealer, locked, call.id)
  return {
    callId: call.id,
    attempt,
    transactionId: locked.id,
    runId: call.runId,
    step: call.step,
    input: await readInput(sealer, locked, call),
    replyTo: `${callsBaseUrl}/v1/calls/${token}`,
  }
}
