// The scorecard of a verification link: which steps were completed, and with which outcomes.
import { compileCondition, type Condition } from '#src/platform/cel/cel.ts'
import type { StepState } from './walk.ts'

const rules = [
  { when: 'link.email == "confirmed"', points: 10 },
  { when: 'link.email == "given-up"', points: -10 },
  { when: 'link.phone == "confirmed"', points: 10 },
  { when: 'link.phone == "denied"', points: -40 },
  { when: 'link.phone == "given-up"', points: -10 },
  { when: 'link.document == "approved"', points: 20 },
  { when: 'link.document == "rejected"', points: -40 },
  { when: 'link.document == "given-up"', points: -15 },
  { when: 'link.face in ["live", "approved"]', points: 20 },
  { when: 'link.face in ["suspect", "rejected"]', points: -50 },
  { when: 'link.face == "given-up"', points: -15 },
] as const

/** A change of rules is another version. */
export const linkScorecard = 'link@1'
const base = 40

const fields = {
  emailToken: 'email',
  phoneConfirmation: 'phone',
  aiDocs: 'document',
  facialBiometrics: 'face',
} as const satisfies Record<StepState['key'], string>

const names = Object.values(fields)
const variables = {
  link: { record: Object.fromEntries(names.map((name) => [name, 'string' as const])) },
}

let compiled: readonly { readonly condition: Condition; readonly points: number }[] | undefined

/** 0 to 100, whole. What was not asked of the person neither gives nor takes. */
export function scoreSteps(steps: readonly Pick<StepState, 'key' | 'outcome'>[]): number {
  compiled ??= rules.map(({ when, points }) => ({
    condition: compileCondition(when, variables),
    points,
  }))
  const nothing = Object.fromEntries(names.map((name) => [name, '']))
  const done = steps.map(({ key, outcome }) => [fields[key], outcome ?? ''] as const)
  const facts = { link: { ...nothing, ...Object.fromEntries(done) } }
  const sum = compiled
    .filter(({ condition }) => condition.evaluate(facts))
    .reduce((total, { points }) => total + points, base)
  return Math.min(100, Math.max(0, sum))
}
