// The access log: one line and one measurement per request.
import { errors, type Problem } from '#src/platform/errors.ts'
import type { Log } from '#src/platform/log.ts'
import type { Metrics } from '#src/platform/metrics.ts'
import type { Principal, Route } from './route.ts'

export type AccessLog = { log: Log; metrics: Metrics }

/** One answered request; `method` is `unknown` where the request could not be parsed. */
export type Answered = {
  method: string
  /** Undefined when no route matched. */
  route?: Route | undefined
  requestId: string
  principal?: Principal | undefined
  transactionId?: string | undefined
  /** A time of `performance.now()`. */
  startedAt: number
} & ({ status: number; problem?: undefined } | { problem: Problem })

/** Logs the route's template and not the path, which can hold secrets. */
export function logAccess({ log, metrics }: AccessLog, answered: Answered): void {
  const { method, route, principal, requestId, transactionId, problem } = answered
  const status = problem ? errors[problem.code].status : answered.status
  const ms = performance.now() - answered.startedAt
  const template = route?.paths[0] ?? 'unmatched'
  metrics.httpRequestSeconds.observe({ method, route: template, status }, ms / 1000)
  const line = {
    method,
    route: template,
    status,
    ms: Math.round(ms * 100) / 100,
    tenant: principal?.tenant,
    mode: principal?.mode,
    // A keyed hash of the subject, or the id of an API key.
    actor: principal?.actor,
    transactionId,
    requestId,
    ...(problem && { code: problem.code, reason: problem.reason }),
    ...(problem?.cause !== undefined && { error: problem.cause }),
  }
  if (status >= 500) log.error(line, 'request')
  // Probes arrive every few seconds, so they are logged at debug level.
  else if (route?.tag === 'Operation') log.debug(line, 'request')
  else log.info(line, 'request')
}
