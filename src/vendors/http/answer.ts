// Classifies an answer by the definition: its errors first, because many come with status 200; then whether there is
// anything; then success and result. Any other answer may have been charged.
import type { CheckOutcome } from '#src/screening/checks/port.ts'
import { readAnswer } from '#src/screening/wire/read.ts'
import type { Condition, Definition, ErrorRule } from './definition.ts'
import { type Evaluate, valueOf } from './evaluate.ts'
import type { Evaluated } from './evaluate-worker.ts'

export type Received = {
  readonly status: number
  /** JSON; undefined: it was none. */
  readonly body: unknown
  readonly retryAfterMs?: number
}

export async function readReceived(
  evaluate: Evaluate,
  definition: Definition,
  received: Received,
  seen: object,
): Promise<CheckOutcome> {
  const { errors, noData, success, map } = definition
  const whens = errors.map(({ when }, index) => [`error ${index}`, when])
  const expressions = {
    ...Object.fromEntries(whens),
    noData: noData?.when,
    success: success.when,
    map,
  }
  const input = { ...seen, status: received.status, body: received.body ?? null }
  const results = await evaluate(expressions, input)
  for (const [index, rule] of errors.entries()) {
    const result = results[`error ${index}`]
    if (applies(rule, received, result)) return toRefusal(definition.name, rule, received)
    if (isBroken(toCondition(rule), received, result)) return toUnmapped(definition.name, received)
  }
  if (noData && holds(noData, received, results['noData'])) return { kind: 'no-data' }
  if (noData && isBroken(noData, received, results['noData']))
    return toUnmapped(definition.name, received)
  if (holds(success, received, results['success']) && received.body !== undefined)
    return toAnswer(definition, valueOf(results['map']))
  return toUnmapped(definition.name, received)
}

/** A condition that could not be evaluated does not hold. */
const isTrue = (result: Evaluated | undefined) => valueOf(result) === true

const applies = (rule: ErrorRule, received: Received, result: Evaluated | undefined): boolean =>
  holds(toCondition(rule), received, result)

const toCondition = ({ status, when }: ErrorRule): Condition => ({
  ...(status !== undefined && { statuses: [status] }),
  ...(when !== undefined && { when }),
})

/** It could not be evaluated, so that nobody knows what the answer is. */
const isBroken = (
  { statuses }: Condition,
  { status, body }: Received,
  result: Evaluated | undefined,
): boolean =>
  body !== undefined &&
  result !== undefined &&
  'failed' in result &&
  (statuses?.includes(status) ?? true)

/** Nothing is asked of an answer that could not be read: of nothing, everything is true. */
export function holds(
  { statuses, when }: Condition,
  { status, body }: Received,
  result: Evaluated | undefined,
): boolean {
  if (statuses === undefined && when === undefined) return false
  const isAsked = when === undefined || (body !== undefined && isTrue(result))
  return (statuses?.includes(status) ?? true) && isAsked
}

function toAnswer({ port }: Definition, mapped: unknown): CheckOutcome {
  const answer = readAnswer(port, mapped)
  return answer ? { kind: 'answered', answer } : { kind: 'uncertain', cause: 'unreadable' }
}

function toRefusal(name: string, rule: ErrorRule, received: Received): CheckOutcome {
  const code = `${name}-${rule.code ?? rule.class.toLowerCase()}`
  switch (rule.class) {
    case 'invalidInput':
      return { kind: 'rejected', class: 'input', code }
    case 'auth':
    case 'quota':
    case 'permanent':
      return { kind: 'rejected', class: 'account', code }
    case 'rateLimited':
      return { kind: 'deferred', class: 'rate', code, ...toWait(received) }
    case 'transient':
      return { kind: 'deferred', class: 'transient', code, ...toWait(received) }
  }
}

const toWait = ({ retryAfterMs }: Received) => (retryAfterMs === undefined ? {} : { retryAfterMs })

/** Of what the definition does not say only a refusal of our access, or of our pace, is sure to have bought nothing. */
function toUnmapped(name: string, received: Received): CheckOutcome {
  const { status } = received
  const code = `${name}-http-${status}`
  if (status === 401 || status === 403) return { kind: 'rejected', class: 'account', code }
  if (status === 429) return { kind: 'deferred', class: 'rate', code, ...toWait(received) }
  return { kind: 'uncertain', cause: status >= 500 ? 'http5xx' : 'unreadable' }
}
