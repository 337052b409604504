// The device analysis of one submission: every rule with its result, a score and a class.
import { deviceRules } from './catalogue.ts'
import type { DeviceContext } from './context.ts'
import { nameDevice } from './event.ts'
import { describeDevice, nothingKnown } from './info.ts'
import type { Device } from './schema.ts'

const scoreMax = 1_000
/** Scores below the first give the worst class, below the second the middle one. */
const lowScore = 500
const middleScore = 800

export function judgeDevice(ctx: DeviceContext): Device {
  const asked = deviceRules.map((rule) => ({ ...rule, hit: rule.hit(ctx) }))
  const fired = asked.filter(({ hit }) => hit === true)
  const score = Math.max(0, scoreMax - fired.reduce((sum, { weight }) => sum + weight, 0))
  const isHard = fired.some(({ hard }) => hard)
  const scoreClassification = isHard || score < lowScore ? 3 : score < middleScore ? 2 : 1
  return {
    // Status 0 is only for a missing event; an unreadable one was sent, so it is judged.
    status: ctx.event.kind === 'missing' ? 0 : scoreClassification,
    score,
    scoreClassification,
    rules: asked.map(({ code, details, hit }) => ({
      code,
      details,
      status: hit === null ? 0 : hit ? 2 : 1,
    })),
    deviceId: nameDevice(ctx.event) ?? '',
    deviceInfo: 'payload' in ctx.event ? describeDevice(ctx.event.payload.signals) : nothingKnown,
  }
}

/** The rules that fired, by code. */
export const firedRules = ({ rules }: Pick<Device, 'rules'>): number[] =>
  rules.filter(({ status }) => status === 2).map(({ code }) => code)

/** Whether rule 1005 or 1006 fired: the images are not those that the device took, so they prove nobody's presence. */
export const areImagesForeign = (device: Pick<Device, 'rules'>): boolean =>
  firedRules(device).some((code) => code === 1005 || code === 1006)

export const isAnyHard = (device: Pick<Device, 'rules'>): boolean => {
  const fired = firedRules(device)
  return deviceRules.some(({ code, hard }) => hard && fired.includes(code))
}
