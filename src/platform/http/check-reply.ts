import { isDeepStrictEqual } from 'node:util'
import type { ErrorCode } from '#src/platform/errors.ts'
import { declaredProblems } from './declared-problems.ts'
import type { AnyReply } from './reply.ts'
import { isJson } from './response.ts'
import type { Route } from './route.ts'

/** Throws when a reply is not exactly what its route declares: no extra field, no other type. */
export function assertDeclared(route: Route, { status, body }: AnyReply): void {
  const declared = route.responses[status]
  if (!declared) throw new Error(`${route.operationId} does not declare status ${status}`)
  if (!declared.body || !isJson(declared.mediaType ?? 'application/json')) return
  const sent: unknown = JSON.parse(JSON.stringify(body))
  const parsed = declared.body.safeParse(sent)
  const faults = parsed.error?.issues.map(({ path, code }) => `${path.join('/')} ${code}`)
  if (faults) throw new Error(`${route.operationId} ${status}: ${faults.join(', ')}`)
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(parsed.data)), sent)) {
    throw new Error(`${route.operationId} ${status}: the body has fields that are not declared`)
  }
}

/** True when the operation documents that it can be refused with this code. */
export function isDeclaredProblem(route: Route, code: ErrorCode): boolean {
  return declaredProblems(route).has(code)
}
