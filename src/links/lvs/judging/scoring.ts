// The scorecard of a verification link, over the steps that were completed and their outcomes. Missing evidence caps
// the score, whatever the points say.
import { compileCondition, type Condition } from '#src/platform/cel/cel.ts'
import { resultOf, type StepKey } from '../rules.ts'
import type { StepState } from '../walk.ts'

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

/** Any change of the rules needs a new version. */
export const linkScorecard = 'link@2'
const base = 40

/** The cap with a rejected step, or a request that the person denied. */
const rejectedMax = 20
/** The cap without a face or a document. */
const unseenMax = 39
/** The cap with a requested step that is not done. */
const undoneMax = 69

const fields = {
  emailToken: 'email',
  phoneConfirmation: 'phone',
  aiDocs: 'document',
  facialBiometrics: 'face',
} as const satisfies Record<StepKey, string>

const names = Object.values(fields)
const variables = {
  link: { record: Object.fromEntries(names.map((name) => [name, 'string' as const])) },
}

let compiled: readonly { readonly condition: Condition; readonly points: number }[] | undefined

export type ScoredStep = Pick<StepState, 'key' | 'outcome'>

/** An integer from 0 to 100. `isDisowned`: the person said that the request is not theirs. */
export function scoreSteps(steps: readonly ScoredStep[], isDisowned = false): number {
  compiled ??= rules.map(({ when, points }) => ({
    condition: compileCondition(when, variables),
    points,
  }))
  const nothing = Object.fromEntries(names.map((name) => [name, '']))
  const done = steps
    .toSorted((a, b) => gravityOf(a) - gravityOf(b))
    .flatMap(({ key, outcome }) => (key === 'ask' ? [] : [[fields[key], outcome ?? ''] as const]))
  const facts = { link: { ...nothing, ...Object.fromEntries(done) } }
  const sum = compiled
    .filter(({ condition }) => condition.evaluate(facts))
    .reduce((total, { points }) => total + points, base)
  return Math.max(0, Math.min(100, sum, boundOf(steps, isDisowned)))
}

/** The worst of several steps of one module counts. */
const gravityOf = (step: ScoredStep): number => (isRejected(step) ? 2 : isDone(step) ? 0 : 1)

const isDone = ({ outcome }: ScoredStep): boolean =>
  outcome !== null && resultOf[outcome] === 'done'

function boundOf(steps: readonly ScoredStep[], isDisowned: boolean): number {
  const isSeen = (key: StepState['key']) => steps.some((step) => step.key === key && isDone(step))
  if (isDisowned || steps.some(isRejected)) return rejectedMax
  if (!isSeen('aiDocs') || !isSeen('facialBiometrics')) return unseenMax
  return steps.every((step) => step.outcome === 'not-asked' || isDone(step)) ? 100 : undoneMax
}

export const isRejected = ({ outcome }: ScoredStep): boolean =>
  outcome !== null && resultOf[outcome] === 'rejected'
