import { Hono } from 'hono'
import type { Context } from 'hono'
import { isUnavailable } from '#src/db/errors.ts'
import { errors, Problem } from '#src/errors.ts'
import type { Log } from '#src/log.ts'
import type { Metrics } from '#src/metrics.ts'
import { answer, type Gates, type Trace } from './answer.ts'
import { isDeclaredProblem } from './check-reply.ts'
import { problemResponse } from './response.ts'
import type { Mounted, Route } from './route.ts'

export type AppDeps = Gates & {
  routes: readonly Mounted[]
  log: Log
  metrics: Metrics
}

type Work = (c: Context, trace: Trace) => Promise<Response>

/** The whole HTTP side of the service. Only `routes` are served; all else is a problem document. */
export function createApp(deps: AppDeps): Hono {
  const app = new Hono({ strict: false })
  for (const mounted of deps.routes) {
    const { method, paths } = mounted.route
    const serve = wrap(deps, mounted.route, (c, trace) => answer(mounted, deps, c, trace))
    for (const path of paths) app.on([method], [toPattern(path)], serve)
  }
  app.notFound(wrap(deps, undefined, (c) => refuseUnmatched(app, c)))
  return app
}

/** `/v1/{id}/` → `/v1/:id`: the router takes the slash at the end off what it matches. */
const toPattern = (path: string) => path.replaceAll(/{(\w+)}/g, ':$1').replace(/(?<=.)\/$/, '')

/** Every answer leaves through here: with a request id, measured, and with one line in the log. */
function wrap(deps: AppDeps, route: Route | undefined, work: Work) {
  return async function respond(c: Context): Promise<Response> {
    const startedAt = performance.now()
    const requestId = readRequestId(c.req.header('request-id'))
    const trace: Trace = { requestId, headers: { 'request-id': requestId } }
    try {
      const response = await work(c, trace)
      record(deps, route, c, trace, response.status, startedAt)
      return response
    } catch (error) {
      const problem = toDeclaredProblem(deps, route, error)
      record(deps, route, c, trace, errors[problem.code].status, startedAt, problem)
      return problemResponse(problem, requestId, trace.headers)
    }
  }
}

function readRequestId(sent: string | undefined): string {
  return sent !== undefined && /^[\w.-]{1,64}$/.test(sent) ? sent : crypto.randomUUID()
}

async function refuseUnmatched(app: Hono, c: Context): Promise<never> {
  const methods = ['GET', 'POST', 'PUT'].filter(
    (one) => app.router.match(one, c.req.path)[0].length,
  )
  if (methods.length === 0) throw new Problem('not-found', { reason: 'no-route' })
  const allow = methods.flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one])).join(', ')
  throw new Problem('method-not-allowed', { headers: { allow } })
}

function toDeclaredProblem(deps: AppDeps, route: Route | undefined, error: unknown): Problem {
  const problem = toProblem(error)
  if (!deps.checkReplies || !route || isDeclaredProblem(route, problem.code)) return problem
  return new Problem('internal', { reason: `undeclared-problem ${problem.code}` })
}

/** Nothing of an unforeseen error leaves the process. */
function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  const problem = isUnavailable(error)
    ? new Problem('unavailable', { reason: 'postgres-away' })
    : new Problem('internal')
  problem.cause = error
  return problem
}

/** The log names the route's template: an address can hold what nobody may read. */
function record(
  { log, metrics }: AppDeps,
  route: Route | undefined,
  c: Context,
  trace: Trace,
  status: number,
  startedAt: number,
  problem?: Problem,
): void {
  const ms = performance.now() - startedAt
  const template = route?.paths[0] ?? 'unmatched'
  const { method } = c.req
  metrics.httpRequestSeconds.observe({ method, route: template, status }, ms / 1000)
  const line = {
    method,
    route: template,
    status,
    ms: Math.round(ms * 100) / 100,
    tenant: trace.tenant,
    requestId: trace.requestId,
    ...(problem && { code: problem.code, reason: problem.reason }),
    ...(problem?.cause !== undefined && { error: problem.cause }),
  }
  if (status >= 500) log.error(line, 'request')
  // Probes ask every few seconds, for ever.
  else if (route?.tag === 'Operation') log.debug(line, 'request')
  else log.info(line, 'request')
}
