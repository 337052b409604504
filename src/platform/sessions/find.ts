// Finds the principal of a session by the cookie of a request. The result is not cached: people send few requests, and
// a revoked session must end at once.
import type { HonoRequest } from 'hono'
import { createLookUp } from '#src/platform/api-keys/look-up.ts'
import type { Db } from '#src/platform/db/client.ts'
import { Problem } from '#src/platform/errors.ts'
import type { Principal } from '#src/platform/http/route.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { isOwnPage, readCookie } from './cookie.ts'
import type { SessionIssuers } from './port.ts'
import { type OpenSession, withRights } from './reread.ts'
import { findGood, noteUse } from './store.ts'
import type { SessionRow } from './table.ts'
import { csrfHolds, hashToken, isToken, openContent } from './token.ts'

export type SessionDeps = {
  readonly db: Db
  readonly reads: Db
  readonly sealer: Sealer
  /** The URL at which staff open the pages. */
  readonly pagesUrl: string
  readonly sessionIssuers: SessionIssuers
}

/** Undefined without a valid session; Problem `cross-site` for a change without the session’s CSRF token. */
export type FindSession = (request: HonoRequest) => Promise<Principal | undefined>

/** `origins`: the origins of the pages of this service. */
export function createSessionFinder(
  deps: SessionDeps,
  origins: ReadonlySet<string> = new Set([deps.pagesUrl]),
): FindSession {
  const { db, reads, sealer, pagesUrl } = deps
  const lookUp = createLookUp((hashes) => findGood(reads, hashes))

  /** Runs beside the request without delaying it; when it fails, the next request tries again. */
  function note({ id, lastUsedAt }: SessionRow): void {
    if (Date.now() - lastUsedAt.getTime() > minuteMs) noteUse(db, id).catch(() => undefined)
  }

  return async function findSession(request) {
    const token = readCookie(request, pagesUrl, 'session')
    // A browser attaches the cookie by itself, so a request that another site causes does not count as authenticated.
    if (!isToken(token) || !isOwnPage(request, origins)) return undefined
    const row = await lookUp(hashToken(token))
    if (!row) return undefined
    if (writes(request) && !csrfHolds(token, request.header('x-csrf-token')))
      throw new Problem('cross-site', { reason: 'csrf-token' })
    const content = openContent(sealer, token, row)
    const found = await withRights(deps, token, { row, content })
    if (found && !isUnattended(request)) note(row)
    return found && toPrincipal(found)
  }
}

const minuteMs = 60_000

const writes = (request: HonoRequest): boolean => !['GET', 'HEAD'].includes(request.method)

/** The header that a page sets on its automatic requests, which must not keep an idle session alive. */
const isUnattended = (request: HonoRequest): boolean => request.header('x-unattended') !== undefined

function toPrincipal({ row, content }: OpenSession): Principal {
  const { principal, implied, isPerson } = content
  const { id, tenant, mode, actor, issuer, scopes } = row
  return {
    ...principal,
    tenant,
    mode,
    actor,
    issuer,
    scopes: new Set(scopes),
    ...(implied.length > 0 && { implied: new Set(implied) }),
    ...(isPerson && { person: actor }),
    sessionId: id,
  }
}
