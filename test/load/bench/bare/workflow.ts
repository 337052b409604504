// The journeys in plain Temporal: one update for each step, each with one local activity on Postgres.
import {
  condition,
  defineUpdate,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
  sleep,
} from '@temporalio/workflow'
import type { BareActivities } from './activities.ts'
import type { Report, TwoFactorActivities } from './two-factor-activities.ts'

export const create = defineUpdate<{ id: string }, [Record<string, unknown>]>('create')
export const openToken = defineUpdate<{ code: string }>('openToken')
export const validate = defineUpdate<{ valid: boolean }, [string]>('validate')
export const runPack = defineUpdate<{ score: number }>('runPack')

export async function bareJourney(id: string): Promise<void> {
  const steps = proxyLocalActivities<BareActivities>({ startToCloseTimeout: '2s' })
  setHandler(create, (fields) => steps.create(id, fields))
  setHandler(openToken, () => steps.openToken(id))
  setHandler(validate, (code) => steps.validate(id, code))
  let isOver = false
  setHandler(runPack, async () => {
    const score = await steps.runPack(id)
    isOver = true
    return score
  })
  await condition(() => isOver)
  // Closes when idle, as the service’s workflow does.
  await sleep('5s')
}

export const ask = defineUpdate<{ challengeId: string }>('ask')
export const report = defineUpdate<void, [Report]>('report')

/** A second factor: the message is sent after the update’s answer, as in the service. */
export async function bareTwoFactor(id: string): Promise<void> {
  const steps = proxyLocalActivities<BareActivities & TwoFactorActivities>({
    startToCloseTimeout: '10s',
  })
  let asked: string | undefined
  setHandler(create, (fields) => steps.create(id, fields))
  setHandler(ask, async () => {
    const { challengeId } = await steps.openChallenge(id)
    asked = challengeId
    return { challengeId }
  })
  setHandler(report, (fact) => steps.recordReport(fact))
  await condition(() => asked !== undefined)
  await steps.sendChallenge(asked ?? '')
  await condition(() => false, '15 minutes')
}

/** One call of a system, by an activity of its own. */
export const bareCall = (url: string): Promise<boolean> =>
  proxyActivities<BareActivities>({ startToCloseTimeout: '10s' }).callSystem(url)

export type ActivityKind = 'local' | 'ordinary'

/** Five modules concurrently, one activity each; the pack ends with the last of them. */
export async function barePack(id: string, kind: ActivityKind): Promise<number[]> {
  const options = { startToCloseTimeout: '10s' } as const
  const steps =
    kind === 'local'
      ? proxyLocalActivities<BareActivities>(options)
      : proxyActivities<BareActivities>(options)
  const modules = ['score', 'rating', 'insights', 'cardCheck', 'backgroundCheck']
  return Promise.all(modules.map((module) => steps.runModule(id, module)))
}
