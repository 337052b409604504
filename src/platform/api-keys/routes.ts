// The API keys of a tenant: create, list, rotate, revoke.
import { z } from 'zod'
import { byCaller, writeAudit } from '#src/platform/audit/write.ts'
import type { Db } from '#src/platform/db/client.ts'
import { needScope, scopeMissing } from '#src/platform/http/auth/scopes.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount, type Principal } from '#src/platform/http/route.ts'
import { answerOnce } from '#src/platform/idempotency/store.ts'
import { readKey } from '#src/platform/idempotency/read-key.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { ApiKey, CreateApiKey, RotateApiKey } from './schema.ts'
import { insertKey, listKeys, lockKey, revokeKeys, shortenKey, toWire } from './store.ts'

const base = { tag: 'API keys', scope: 'keys:write' } as const
const param = z.object({ id: z.uuid().meta({ description: 'The key.' }) })
const dayMs = 86_400_000
const [usualDays, usualOverlapSeconds, listMax] = [90, 86_400, 1_000]

const createRoute = defineRoute({
  ...base,
  method: 'post',
  paths: ['/v1/api-keys'],
  operationId: 'createApiKey',
  summary: 'Make an API key',
  description:
    'Of the caller’s tenant and mode, with at most the caller’s scopes. The key is in this answer alone; stored is a hash.',
  request: { json: CreateApiKey },
  responses: { 201: { description: 'With the key.', body: ApiKey } },
  problems: [],
})

const listRoute = defineRoute({
  ...base,
  method: 'get',
  paths: ['/v1/api-keys'],
  operationId: 'listApiKeys',
  summary: 'List the API keys of the tenant',
  description: `Of the caller’s mode, those that are good no longer among them; at most ${listMax}.`,
  request: {},
  responses: { 200: { description: 'The newest first.', body: z.array(ApiKey) } },
  problems: [],
})

const rotateRoute = defineRoute({
  ...base,
  method: 'post',
  paths: ['/v1/api-keys/{id}/rotation'],
  operationId: 'rotateApiKey',
  summary: 'Give an API key a successor',
  description:
    'With the same name, scopes and life time. The old key stays good for the overlap and ends then.',
  request: { param, json: RotateApiKey.optional() },
  responses: { 201: { description: 'The successor, with its key.', body: ApiKey } },
  problems: ['not-found', 'key-ended'],
})

const revokeRoute = defineRoute({
  ...base,
  method: 'delete',
  paths: ['/v1/api-keys/{id}'],
  operationId: 'revokeApiKey',
  summary: 'Revoke an API key',
  description:
    'It is good nowhere after two seconds, and what it still waits for is not answered. Keys that it has made end with it.',
  request: { param },
  responses: { 204: { description: 'It is good no longer.' } },
  problems: ['not-found'],
})

type Deps = { readonly db: Db; readonly reads: Db; readonly sealer: Sealer }

function apiKeyRoutes({ db, reads, sealer }: Deps): Mounted[] {
  return [
    mount(createRoute, async (call) => {
      const { principal, request, requestId } = call
      const { name, scopes, expiresInDays = usualDays } = request.json
      for (const scope of scopes) needToGive(principal, scope)
      const expiresAt = new Date(Date.now() + expiresInDays * dayMs)
      const given = { ...owned(principal), name, scopes: [...new Set(scopes)], expiresAt }
      return db.transaction((tx) =>
        answerOnce(tx, readKey(sealer, createRoute, call, principal), async () => {
          const { row, key } = await insertKey(tx, given)
          const details = { scopes: row.scopes.join(' ') }
          const audited = { action: 'api-key.created', object: row.id, details } as const
          await writeAudit(tx, byCaller(principal, requestId), audited)
          return { ...reply(201, toWire(row)), secret: { key } }
        }),
      )
    }),
    mount(listRoute, async ({ principal }) =>
      reply(200, (await listKeys(reads, principal, listMax)).map(toWire)),
    ),
    mount(rotateRoute, async (call) => {
      const { principal, request, requestId } = call
      const overlapSeconds = request.json?.overlapSeconds ?? usualOverlapSeconds
      return db.transaction((tx) =>
        answerOnce(tx, readKey(sealer, rotateRoute, call, principal), async () => {
          const old = await lockKey(tx, principal, request.param.id)
          if (!old) return refuse('not-found')
          const now = Date.now()
          if (old.revokedAt || old.expiresAt.getTime() <= now) return refuse('key-ended')
          for (const scope of old.scopes) needToGive(principal, scope)
          const lifeMs = old.expiresAt.getTime() - old.createdAt.getTime()
          const { name, scopes } = old
          const expiresAt = new Date(now + Math.max(dayMs, lifeMs))
          const next = { ...owned(principal), name, scopes, expiresAt, replaces: old.id }
          const { row, key } = await insertKey(tx, next)
          const overlap = Math.min(old.expiresAt.getTime(), now + overlapSeconds * 1_000)
          await shortenKey(tx, old.id, new Date(overlap))
          const details = { replaces: old.id, overlapSeconds }
          const audited = { action: 'api-key.rotated', object: row.id, details } as const
          await writeAudit(tx, byCaller(principal, requestId), audited)
          return { ...reply(201, toWire(row)), secret: { key } }
        }),
      )
    }),
    mount(revokeRoute, async ({ principal, request, requestId }) => {
      const { id } = request.param
      const by = byCaller(principal, requestId)
      const isThere = await db.transaction(async (tx) => {
        const found = await lockKey(tx, principal, id)
        const revoked = found ? await revokeKeys(tx, principal, id) : []
        for (const object of revoked)
          await writeAudit(tx, by, { action: 'api-key.revoked', object })
        return found !== undefined
      })
      return isThere ? reply(204) : refuse('not-found')
    }),
  ]
}

/**
 * An implied `images:read` covers only the images of the caller, and an API key has none, so the scope must have been
 * granted explicitly to be passed on.
 */
function needToGive(principal: Principal, scope: string): void {
  needScope(principal, scope)
  if (principal.mode === 'live' && scope === 'images:read' && principal.implied?.has(scope))
    throw scopeMissing(scope)
}

const owned = ({ tenant, mode, keyId }: Principal) => ({ tenant, mode, madeBy: keyId })

export const apiKeys = { name: 'api-keys', routes: apiKeyRoutes }
