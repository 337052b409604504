import type { ErrorCode } from '#src/platform/errors.ts'
import type { Route } from './route.ts'

/** All problem codes of an operation: those that it declares, and those that follow from its parts. */
export function declaredProblems(route: Route): Set<ErrorCode> {
  const { param, query, header, json, form, document } = route.request
  const isBearer = (route.auth ?? 'bearer') === 'bearer'
  const isPost = route.method === 'post'
  const codes = new Set<ErrorCode>(route.problems)
  const add = (when: unknown, ...added: ErrorCode[]) => {
    if (when) for (const code of added) codes.add(code)
  }
  add(isBearer, 'unauthorized', 'rate-limited', 'scope-missing')
  add(route.method !== 'get' && !route.fromAnySite, 'cross-site')
  add(isBearer && route.scope !== 'tenants:admin', 'tenant-unknown', 'tenant-suspended')
  add(codes.has('unauthorized') || 401 in route.responses, 'rate-limited')
  add(query ?? header ?? json ?? form ?? document, 'invalid-request')
  add(param, 'not-found')
  add(json ?? form ?? document, 'unsupported-media-type')
  add(route.method !== 'get', 'payload-too-large', 'invalid-request', 'busy')
  add(isPost && isBearer, 'idempotency-in-progress', 'idempotency-key-reused')
  add(true, 'internal', 'unavailable')
  return codes
}
