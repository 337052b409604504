// Begins a session in the browser that has signed in.
import type { Context } from 'hono'
import { byCaller } from '#src/platform/audit/write.ts'
import { Problem } from '#src/platform/errors.ts'
import type { AdmitTenant } from '#src/platform/http/pipeline.ts'
import type { Principal } from '#src/platform/http/route.ts'
import { readCookie, writeCookie } from '#src/platform/sessions/cookie.ts'
import type { SessionDeps } from '#src/platform/sessions/find.ts'
import {
  endSession,
  findGood,
  lifeSeconds,
  type NewSession,
  openSession,
} from '#src/platform/sessions/store.ts'
import { hashToken, isToken } from '#src/platform/sessions/token.ts'

export type BeginDeps = SessionDeps & { readonly admitTenant: AdmitTenant }

/**
 * Resolves to the cookie of a new session. Its token is made here, and the browser's earlier session ends, so that
 * nobody can know the token beforehand (session fixation). Undefined if the origin has already signed in.
 */
export async function beginSession(
  { db, sealer, pagesUrl }: BeginDeps,
  c: Context,
  given: NewSession,
): Promise<string | undefined> {
  const old = readCookie(c.req, pagesUrl, 'session')
  const opened = await db.transaction(async (tx) => {
    const begun = await openSession(tx, sealer, given)
    const [before] = begun && isToken(old) ? await findGood(tx, [hashToken(old)]) : []
    if (before) {
      const { tenant, mode } = before
      const by = { ...byCaller(given.principal, given.requestId), tenant, mode }
      await endSession(tx, before.id, by, 'signed-in-again')
    }
    return begun
  })
  if (!opened) return undefined
  const { token } = opened
  return writeCookie(pagesUrl, { purpose: 'session', value: token, site: 'Strict', seconds: lifeSeconds }) // prettier-ignore
}

/** Whether the tenant may use the service, and the credential may name the tenant. */
export function isAdmitted({ admitTenant }: BeginDeps, principal: Principal): boolean {
  try {
    admitTenant(principal)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}
