import { type Context, Hono } from 'hono'
import { isUnavailable } from '#src/platform/db/errors.ts'
import { Problem } from '#src/platform/errors.ts'
import { createRefusalLimit } from './auth/refusal-limit.ts'
import { answer, type Gates, type Trace } from './pipeline.ts'
import { isDeclaredProblem } from './check-reply.ts'
import { type AccessLog, logAccess } from './access-log.ts'
import { createBodyBudget } from './request/body-budget.ts'
import { readRequestId } from './request/headers.ts'
import { problemResponse } from './response.ts'
import type { Mounted, Route } from './route.ts'

type Made = 'bodyBudget' | 'refusalLimit'

export type AppDeps = Omit<Gates, Made> &
  Partial<Pick<Gates, Made>> &
  AccessLog & {
    routes: readonly Mounted[]
    /** Headers of every answer of this installation. */
    headers?: Readonly<Record<string, string>>
  }

type Work = (c: Context, trace: Trace) => Promise<Response>

/** The whole HTTP side of the service. Only `routes` are served; all else is a problem document. */
export function createApp(deps: AppDeps): Hono {
  const gates = {
    ...deps,
    bodyBudget: deps.bodyBudget ?? createBodyBudget(),
    refusalLimit: deps.refusalLimit ?? createRefusalLimit(),
  }
  const app = new Hono({ strict: false })
  const declared = deps.routes.flatMap(({ route }) => route.paths.map(toSegments))
  for (const mounted of deps.routes) {
    const { method, paths } = mounted.route
    const serve = wrap(deps, mounted.route, (c, trace) => answer(mounted, gates, c, trace))
    for (const path of paths) app.on([method], [toPattern(toSegments(path), declared)], serve)
  }
  app.notFound(wrap(deps, undefined, (c) => refuseUnmatched(app, c)))
  return app
}

/** The router ignores a trailing slash. */
const toSegments = (path: string): string[] => path.replace(/(?<=.)\/$/, '').split('/')

const isParameter = (segment: string | undefined) => segment?.startsWith('{') === true

/** `/v1/{id}` → `/v1/:id`, a name that no other declared path has at this position. */
function toPattern(segments: readonly string[], declared: readonly (readonly string[])[]): string {
  const isAlike = (other: readonly string[], but: number) =>
    other.length === segments.length &&
    other.every((one, index) => {
      const own = segments[index]
      return index === but || one === own || (isParameter(one) && isParameter(own))
    })
  const parts = segments.map((segment, index) => {
    if (!isParameter(segment)) return segment
    const names = declared.flatMap((other) => {
      const name = other[index]
      return name !== undefined && !isParameter(name) && isAlike(other, index) ? [name] : []
    })
    const rest = names.length === 0 ? '' : `{(?!(?:${[...new Set(names)].join('|')})$)[^/]+}`
    return `:${segment.slice(1, -1)}${rest}`
  })
  return parts.join('/')
}

/** The only exit of answers: each gets a request id, one measurement and one log line. */
function wrap(deps: AppDeps, route: Route | undefined, work: Work) {
  return async function respond(c: Context): Promise<Response> {
    const startedAt = performance.now()
    const requestId = readRequestId(c.req.header('request-id'))
    const trace: Trace = { requestId, headers: { 'request-id': requestId, ...deps.headers } }
    const end = (ended: { status: number } | { problem: Problem }) => {
      const { method } = c.req
      const { principal, transactionId } = trace
      logAccess(deps, { method, route, requestId, principal, transactionId, startedAt, ...ended })
    }
    try {
      const response = await work(c, trace)
      end({ status: response.status })
      return response
    } catch (error) {
      const problem = toDeclaredProblem(deps, route, error)
      end({ problem })
      return problemResponse(problem, requestId, trace.headers)
    }
  }
}

async function refuseUnmatched(app: Hono, c: Context): Promise<never> {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
    (one) => app.router.match(one, c.req.path)[0].length,
  )
  if (methods.length === 0) throw new Problem('no-such-path', { reason: 'no-route' })
  const allow = methods.flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one])).join(', ')
  throw new Problem('method-not-allowed', { headers: { allow } })
}

function toDeclaredProblem(deps: AppDeps, route: Route | undefined, error: unknown): Problem {
  const problem = toProblem(error)
  if (!deps.checkReplies || !route || isDeclaredProblem(route, problem.code)) return problem
  return new Problem('internal', { reason: `undeclared-problem ${problem.code}` })
}

/** Turns any error into a problem; the text of an unforeseen error never leaves the process. */
function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  const problem = isUnavailable(error)
    ? new Problem('unavailable', { reason: 'postgres-away' })
    : new Problem('internal')
  problem.cause = error
  return problem
}
