// Routes for the console's signed-in person, and for listing and revoking the sessions of a tenant.
import type { Context } from 'hono'
import { z } from 'zod'
import { byCaller } from '#src/platform/audit/write.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount, type Principal } from '#src/platform/http/route.ts'
import { clearCookie, readCookie } from './cookie.ts'
import type { SessionDeps } from './find.ts'
import { Session, SessionEntry, SignedOut } from './schema.ts'
import { endSession, findGood, listGood, lockGood } from './store.ts'
import type { SessionRow } from './table.ts'
import { csrfOf, hashToken, isToken, openContent } from './token.ts'

const base = { tag: 'Sessions', anyScope: true } as const
const listMax = 1_000

const readRoute = defineRoute({
  ...base,
  method: 'get',
  paths: ['/v1/session'],
  operationId: 'readSession',
  summary: 'Read whose credential this is',
  description:
    'Of the session whose cookie the browser sends, or of the token or key in `Authorization`, which counts where both are sent. The cookie is a credential for every operation: for the pages of this service alone, and with `X-CSRF-Token` for all but GET and HEAD.',
  request: {},
  responses: { 200: { description: 'Who it is, and what they may do.', body: Session } },
  problems: [],
})

const signOutRoute = defineRoute({
  ...base,
  method: 'delete',
  paths: ['/v1/session'],
  operationId: 'signOut',
  summary: 'End the session of this browser',
  description: 'Ends the session whose cookie is sent, at once.',
  request: {},
  responses: {
    200: {
      description: 'It is over.',
      body: SignedOut,
      headers: { 'Set-Cookie': 'Takes the cookie away.' },
    },
  },
  problems: ['not-found'],
})

const listRoute = defineRoute({
  ...base,
  method: 'get',
  paths: ['/v1/sessions'],
  operationId: 'listSessions',
  summary: 'List where somebody is signed in',
  description: `The caller’s own sessions; with the scope \`keys:write\` all of the tenant and mode. At most ${listMax}, the newest first.`,
  request: {},
  responses: { 200: { description: 'Those that are good now.', body: z.array(SessionEntry) } },
  problems: [],
})

const revokeRoute = defineRoute({
  ...base,
  method: 'delete',
  paths: ['/v1/sessions/{id}'],
  operationId: 'revokeSession',
  summary: 'Revoke a session',
  description:
    'It is good nowhere from then on. Those of others need the scope `keys:write`, and are unknown without it.',
  request: { param: z.object({ id: z.uuid().meta({ description: 'The session.' }) }) },
  responses: { 204: { description: 'It is good no longer.' } },
  problems: ['not-found'],
})

/**
 * The sessions that a caller may see: with the scope all of them, otherwise the caller's own, and none without an
 * actor.
 */
const seenBy = ({ scopes, actor = '' }: Principal): { actor?: string } =>
  scopes.has('keys:write') ? {} : { actor }

function sessionRoutes(deps: SessionDeps): Mounted[] {
  const { db, reads, pagesUrl } = deps
  return [
    mount(readRoute, async ({ principal, c }) => {
      const open = principal.sessionId === undefined ? undefined : await openOf(deps, c)
      if (!open) return reply(200, describe(principal))
      const { token, row, content } = open
      return reply(200, {
        ...describe(principal),
        ...(content.name !== undefined && { name: content.name }),
        csrf: csrfOf(token),
        expiresAt: row.expiresAt.toISOString(),
      })
    }),
    mount(signOutRoute, async ({ principal, requestId, c }) => {
      const { sessionId, issuer = '' } = principal
      const open = await openOf(deps, c)
      if (sessionId === undefined || !open) return refuse('not-found')
      const by = byCaller(principal, requestId)
      await db.transaction((tx) => endSession(tx, sessionId, by, 'signed-out'))
      const { idToken } = open.content
      const there = idToken && (await deps.sessionIssuers.endUrl(issuer, idToken))
      const next = there || '/console/signed-out'
      return reply(200, { next }, { 'set-cookie': clearCookie(pagesUrl, 'session') })
    }),
    mount(listRoute, async ({ principal }) => {
      const rows = await listGood(reads, principal, { ...seenBy(principal), limit: listMax })
      return reply(
        200,
        rows.map((row) => toEntry(row, principal)),
      )
    }),
    mount(revokeRoute, async ({ principal, request, requestId }) => {
      const { id } = request.param
      const isThere = await db.transaction(async (tx) => {
        const found = await lockGood(tx, principal, { ...seenBy(principal), id })
        if (found) await endSession(tx, id, byCaller(principal, requestId), 'revoked')
        return found !== undefined
      })
      return isThere ? reply(204) : refuse('not-found')
    }),
  ]
}

/** The open session of the request's cookie. */
async function openOf({ reads, sealer, pagesUrl }: SessionDeps, { req }: Context) {
  const token = readCookie(req, pagesUrl, 'session')
  const [row] = isToken(token) ? await findGood(reads, [hashToken(token)]) : []
  return row && token !== undefined
    ? { token, row, content: openContent(sealer, token, row) }
    : undefined
}

function describe({ subject, actor, tenant, mode, scopes, person, issuer }: Principal): Session {
  return {
    ...(subject !== undefined && { subject }),
    ...(actor !== undefined && { actor }),
    tenant,
    mode,
    scopes: [...scopes],
    isPerson: person !== undefined,
    ...(issuer !== undefined && { issuer }),
  }
}

function toEntry(row: SessionRow, principal: Principal): SessionEntry {
  const { id, actor, issuer, scopes, createdAt, lastUsedAt, expiresAt } = row
  return {
    id,
    actor,
    issuer,
    scopes: [...scopes],
    isOwn: actor === principal.actor,
    isCurrent: id === principal.sessionId,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }
}

export const sessions = { name: 'sessions', routes: sessionRoutes }
