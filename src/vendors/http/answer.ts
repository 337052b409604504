// Classifies a vendor's answer by the definition: first its errors, because many come with status 200; then whether
// there are data; then success and result. Any other answer may have been charged.
import type { CheckOutcome } from '#src/screening/orders/port.ts'
import { readOwn } from '#src/screening/wire/own-services.ts'
import { explainAnswer, readAnswer } from '#src/screening/wire/read.ts'
import type { Definition } from './definition/definition.ts'
import type { Condition, ErrorRule } from './definition/request.ts'
import { type Evaluate, valueOf } from './evaluate.ts'
import type { Evaluated } from './evaluate-worker.ts'

export type Received = {
  readonly status: number
  /** The parsed JSON; undefined for any other body. */
  readonly body: unknown
  readonly retryAfterMs?: number
}

/** `results` has the values of the further expressions, for an answer of success. */
type Judged =
  | { readonly outcome: CheckOutcome }
  | { readonly results: Readonly<Record<string, Evaluated>> }

/** Judges an answer that has arrived completely, and maps it to the service's result. */
export async function readReceived(
  evaluate: Evaluate,
  definition: Definition,
  received: Received,
  seen: Serviced,
): Promise<CheckOutcome> {
  const { map, pages } = definition
  const whole = { ...seen, ...(pages && { pages: [received.body ?? null] }) }
  const judged = await judge(evaluate, definition, { received, seen: whole, beside: { map } })
  return 'outcome' in judged
    ? judged.outcome
    : toAnswer(definition, seen.service, judged.results['map'])
}

/** The service that is asked for. */
export type Serviced = { readonly service: string }

type Asked = {
  readonly received: Received
  readonly seen: object
  /** Further expressions that are evaluated over an answer of success. */
  readonly beside: Readonly<Record<string, string>>
}

export async function judge(
  evaluate: Evaluate,
  definition: Definition,
  { received, seen, beside }: Asked,
): Promise<Judged> {
  const { errors, noData, success } = definition
  const whens = errors.map(({ when }, index) => [`error ${index}`, when])
  const expressions = {
    ...Object.fromEntries(whens),
    noData: noData?.when,
    success: success.when,
    ...beside,
  }
  const input = { ...seen, status: received.status, body: received.body ?? null }
  const results = await evaluate(expressions, input)
  const unmapped = (misfit: string) => ({ outcome: toUnmapped(definition, received, misfit) })
  for (const [index, rule] of errors.entries()) {
    const result = results[`error ${index}`]
    if (applies(rule, received, result)) return { outcome: toRefusal(definition, rule, received) }
    if (isBroken(toCondition(rule), received, result)) return unmapped(`errors.${index}`)
  }
  if (noData && holds(noData, received, results['noData']))
    return { outcome: { kind: 'no-data', ...(isFree(definition, received) && { costMicros: 0 }) } }
  if (noData && isBroken(noData, received, results['noData'])) return unmapped('noData')
  if (received.body === undefined) return unmapped('body')
  return holds(success, received, results['success']) ? { results } : unmapped('success')
}

/** A condition that could not be evaluated does not hold. */
const isTrue = (result: Evaluated | undefined) => valueOf(result) === true

const applies = (rule: ErrorRule, received: Received, result: Evaluated | undefined): boolean =>
  holds(toCondition(rule), received, result)

const toCondition = ({ status, when }: ErrorRule): Condition => ({
  ...(status !== undefined && { statuses: [status] }),
  ...(when !== undefined && { when }),
})

/** Whether an expression could not be evaluated, so that the meaning of the answer is unknown. */
const isBroken = (
  { statuses }: Condition,
  { status, body }: Received,
  result: Evaluated | undefined,
): boolean =>
  body !== undefined &&
  result !== undefined &&
  'failed' in result &&
  (statuses?.includes(status) ?? true)

/**
 * Whether a condition holds. Without a readable body it does not, because a condition about nothing could always be
 * true.
 */
export function holds(
  { statuses, when }: Condition,
  { status, body }: Received,
  result: Evaluated | undefined,
): boolean {
  if (statuses === undefined && when === undefined) return false
  const isAsked = when === undefined || (body !== undefined && isTrue(result))
  return (statuses?.includes(status) ?? true) && isAsked
}

export function toAnswer(
  { port, own }: Definition,
  service: string,
  mapped: Evaluated | undefined,
): CheckOutcome {
  if (mapped && 'failed' in mapped) return toMisfit('map')
  const value = valueOf(mapped)
  const schema = Object.hasOwn(own, service) ? own[service]?.result : undefined
  if (schema) {
    const read = readOwn(schema, value)
    return 'values' in read
      ? { kind: 'answered', answer: read }
      : toMisfit(read.misfits[0]?.path ?? 'map')
  }
  const answer = readAnswer(port, value)
  return answer
    ? { kind: 'answered', answer }
    : toMisfit(explainAnswer(port, value)[0]?.path ?? 'map')
}

/** `misfit` is the position in the file or in the result. */
export const toMisfit = (misfit: string): CheckOutcome => ({
  kind: 'uncertain',
  cause: 'unreadable',
  misfit,
})

function toRefusal(definition: Definition, rule: ErrorRule, received: Received): CheckOutcome {
  const code = `${definition.name}-${rule.code ?? rule.class.toLowerCase()}`
  const isBilled = rule.billed ?? (definition.billed && !isFree(definition, received)) ?? false
  const billed = isBilled && { isBilled }
  switch (rule.class) {
    case 'invalidInput':
    case 'badImage':
      return { kind: 'rejected', class: 'input', code, ...billed }
    case 'auth':
    case 'quota':
    case 'permanent':
      return { kind: 'rejected', class: 'account', code, ...billed }
    case 'rateLimited':
      return { kind: 'deferred', class: 'rate', code, ...toWait(received) }
    case 'transient':
      return { kind: 'deferred', class: 'transient', code, ...toWait(received) }
    case 'notInBase':
    case 'noPortrait':
      return {
        kind: 'answered',
        answer: rule.class === 'notInBase' ? { inBase: false } : { notSeen: ['portrait'] },
        ...(definition.billed && !isBilled && { costMicros: 0 }),
      }
  }
}

/** Whether the vendor states that nothing is billed with this status. */
const isFree = ({ billed }: Definition, { status }: Received): boolean =>
  billed !== undefined && !billed.statuses.includes(status)

const toWait = ({ retryAfterMs }: Received) => (retryAfterMs === undefined ? {} : { retryAfterMs })

/**
 * The outcome of a status that the definition does not map. Only a refused access, a rate limit and an unbilled status
 * surely bought nothing.
 */
function toUnmapped(definition: Definition, received: Received, misfit: string): CheckOutcome {
  const { name } = definition
  const { status } = received
  const code = `${name}-http-${status}`
  if (status === 401 || status === 403) return { kind: 'rejected', class: 'account', code }
  if (status === 429) return { kind: 'deferred', class: 'rate', code, ...toWait(received) }
  if (isFree(definition, received) && received.body !== undefined)
    return status >= 500
      ? { kind: 'deferred', class: 'transient', code, ...toWait(received) }
      : { kind: 'rejected', class: 'account', code }
  return status >= 500 ? { kind: 'uncertain', cause: 'http5xx' } : toMisfit(misfit)
}
