// The task of a look-up. It is launched like every call, so that a slow one blocks nothing.
import type { RiskDeps } from '../deps.ts'
import type { TaskDefinition } from '#src/journey/commit/task.ts'
import type { KnownFacts } from '#src/journey/facts/vocabulary/vocabulary.ts'
import { append } from '#src/journey/journal/append.ts'
import type { VendorCall } from '#src/journey/calls/call.ts'
import { abandonedMs } from '#src/journey/calls/calls.ts'
import type { InCommit, Locked } from '#src/journey/transaction/locked.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import { readFields } from '#src/journey/transaction/store.ts'
import { buyBin } from './bin.ts'
import { lookUpBought, lookUpEnded, lookUpKinds, lookUpStarted, lookUpTask } from './kinds.ts'
import type { LookUpAccount, LookUpAnswer, LookUpName } from './port.ts'
import { ask, askedOf, lookUpNames } from './needed.ts'
import { saveLookUp } from './store.ts'
import type { Capability } from '#src/journey/capabilities/capability.ts'
import { lookUpFacts } from '../facts.ts'

function lookUpTasks(deps: RiskDeps): TaskDefinition[] {
  const call = lookUpCall(deps)
  return [
    { name: lookUpTask, lane: 'local', perform: (run) => deps.calls.perform(deps, run, call) },
  ]
}

type Claimed = {
  readonly name: keyof LookUpAccount
  readonly fields: StoredFields
  readonly account: LookUpAccount
}
type Answer = LookUpAnswer<KnownFacts>

/** How often a look-up is started before it counts as failed, when processes die during it. */
const attemptsMax = 3

function lookUpCall(
  deps: Pick<RiskDeps, 'sealer' | 'lookUps' | 'calls' | 'checking'>,
): VendorCall<Claimed, Answer> {
  const { sealer, lookUps, calls } = deps
  return {
    async claim(tx, locked, { ref, attempt = 0 }, reserve) {
      const name = lookUpNames.find((one) => one === ref)
      const account = lookUps[locked.mode]
      const fields = await readFields(sealer, locked)
      if (name === 'bin') {
        if (await buyBin({ ...deps, tx, locked }, fields))
          append(locked, { ...about(name), kind: lookUpBought, code: name })
        else await end({ tx, locked }, name, 'failed', { reason: 'not-asked' })
        return undefined
      }
      if (!name || !account[name] || askedOf(name, fields) === undefined) {
        append(locked, { ...about(ref), kind: lookUpEnded, code: 'failed', reason: 'no-provider' })
        return undefined
      }
      const accountId = accountOf(locked, name)
      const cause =
        attempt >= attemptsMax
          ? 'gave-out'
          : calls.restMs(accountId, locked.tenant) > 0
            ? 'resting'
            : undefined
      if (cause) {
        await end({ tx, locked }, name, 'failed', { reason: cause })
        return undefined
      }
      reserve(accountId)
      const dueAt = locked.now.getTime() + abandonedMs
      append(locked, {
        ...about(name),
        kind: lookUpStarted,
        attempt: attempt + 1,
        provider: accountId,
        dueAt,
      })
      return { name, fields, account }
    },
    call: ({ name, fields, account }, signal) => ask(name, fields, account, signal),
    lost: () => 'failed',
    judge: (answer) => (answer === 'failed' ? 'fault' : 'works'),
    async record(tx, locked, { name }, { result, durationMs }) {
      await end({ tx, locked }, name, result, { durationMs, provider: accountOf(locked, name) })
    },
  }

  async function end(
    { tx, locked }: InCommit,
    name: LookUpName,
    answer: Answer,
    said: { readonly reason?: string; readonly durationMs?: number; readonly provider?: string },
  ): Promise<void> {
    await saveLookUp({ tx, sealer, locked }, name, answer)
    const code = typeof answer === 'string' ? answer : 'found'
    append(locked, { ...about(name), kind: lookUpEnded, code, ...said })
  }
}

const about = (ref: string) => ({ module: 'insights', ref })

/** Each mode has its own account, so that failures in the sandbox do not rest the live one. */
const accountOf = ({ mode }: Pick<Locked, 'mode'>, name: LookUpName) =>
  mode === 'live' ? `look-up-${name}` : `sandbox-${name}`

export const lookUps: Capability<RiskDeps> = {
  name: 'look-ups',
  kinds: lookUpKinds,
  tasks: lookUpTasks,
  facts: lookUpFacts,
}
