// The routes of published documents, the same for packs and scorecards: publish, list, read, roll out.
import type { JourneyDeps } from '#src/journey/capabilities/deps.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import type { Db } from '#src/platform/db/client.ts'
import { checkText } from './check-text.ts'
import { routesOf } from './contracts.ts'
import { absentOf, type Registered } from './registered.ts'
import { Problem } from '#src/platform/errors.ts'
import { answerOnce } from '#src/platform/idempotency/store.ts'
import { readKey } from '#src/platform/idempotency/read-key.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { type Mounted, mount, type Principal } from '#src/platform/http/route.ts'
import { byCaller } from '#src/platform/audit/write.ts'
import { NameReserved, publish, type Publisher } from './publish.ts'
import { findLive, findOwner, findVersion, type Listed, listNames, type Named } from './read.ts'
import { awaitSecond } from '#src/platform/two-people/ask.ts'
import { type Agrees, setLive, tagOf } from './rollout.ts'
import type { ListedName } from './schema.ts'
import { effective, type RegistryKind } from './shares.ts'
import { type Awaited, isAgreed, listAwaited, refuseAwaited } from './two-people.ts'

export function registryRoutes(
  { db, reads, sealer, tenants }: Pick<JourneyDeps, 'db' | 'reads' | 'sealer' | 'tenants'>,
  registered: Registered,
): Mounted[] {
  const { kind, param, admits } = registered
  const admitting = admits ? { admits } : {}
  const routes = routesOf(registered)
  const [noName, noVersion] = absentOf(registered)
  const nameOf = (params: Readonly<Record<string, unknown>>) => String(params[param])
  return [
    mount(routes.publish, async (call) => {
      const { request, principal } = call
      const name = nameOf(request.param)
      const { tenant } = principal
      const demands = tenants.of(tenant).packs
      const { publication } = await checkText(request.document, (value) =>
        registered.check(reads, { tenant, name, value, demands }),
      )
      const keyed = readKey(sealer, routes.publish, call, principal)
      return db.transaction((tx) =>
        answerOnce(tx, keyed, async () => {
          const isByTwo = tenants.of(tenant).packs.publishing === 'two-people'
          const by = publisherOf(principal, call.requestId)
          const who = { ...by, ...admitting, ...(isByTwo && { mayRollOut: false }) }
          const named = { kind, tenant, name }
          const { isNew, ...published } = await publish(tx, named, publication, who).catch(
            refuseReserved,
          )
          const body = { name, ...published }
          return isNew ? reply(201, body) : reply(200, body)
        }),
      )
    }),
    mount(routes.list, async ({ principal }) =>
      reply(200, await readListed(reads, principal, kind)),
    ),
    mount(routes.readName, async ({ request, principal }) => {
      const name = nameOf(request.param)
      const [found] = await listNames(reads, principal, kind, name)
      const [listed] = await readListed(reads, principal, kind, name)
      return found && listed ? reply(200, listed, { etag: tagOf(found) }) : refuse(noName)
    }),
    mount(routes.readVersion, async ({ request, principal }) => {
      const named = { kind, tenant: principal.tenant, name: nameOf(request.param) }
      const owner = await findOwner(reads, named)
      const version = Number(request.param.version)
      if (owner === undefined) return refuse(noName)
      const found = await findVersion(reads, { ...named, tenant: owner }, version)
      if (!found) return refuse(noVersion)
      // Safe because only objects are published.
      const document = found.document as Record<string, unknown>
      return reply(200, document, { etag: `"${found.sha256.toString('hex')}"` })
    }),
    mount(routes.setLive, async ({ request, principal, requestId }) => {
      const named = { kind, tenant: principal.tenant, name: nameOf(request.param) }
      const { version, percent = 100, shadow, message } = request.json
      const asked = { version, percent, shadow, message, ifMatch: request.header['if-match'] }
      const who = { ...publisherOf(principal, requestId), ...admitting }
      const asking = { sealer, principal, requestId, by: who.by }
      const agrees: Agrees | undefined =
        tenants.of(principal.tenant).packs.publishing === 'two-people'
          ? (tx, change) => isAgreed(tx, named, change, asking)
          : undefined
      const needed = await neededBy(db, principal, named, registered)
      const done = await db.transaction((tx) => setLive(tx, named, asked, { ...who, agrees }))
      if ('awaiting' in done) return awaitSecond()
      if ('refused' in done) {
        if (done.refused === 'percent') return refuse('nothing-live')
        if (done.refused === 'changed') return refuse('changed-meanwhile')
        if (done.refused === 'endpoint') return refuse('endpoint-missing')
        return refuse(done.refused === 'name' ? noName : noVersion)
      }
      const [found] = await listNames(db, principal, kind, named.name)
      if (!found) return refuse(noName)
      const now = await neededBy(db, principal, named, registered)
      const newlyRequired = now.filter((one) => !needed.includes(one))
      const said = { ...(newlyRequired.length > 0 && { newlyRequired }) }
      return reply(200, { ...toListed(found), ...said }, { etag: tagOf(found) })
    }),
    mount(routes.refuseLive, async ({ request, principal, requestId }) => {
      const named = { kind, tenant: principal.tenant, name: nameOf(request.param) }
      if ((await findOwner(reads, named)) === undefined) return refuse(noName)
      const audited = byCaller(principal, requestId)
      await db.transaction((tx) => refuseAwaited(tx, named, audited))
      return reply(204)
    }),
  ]
}

/** The data that a client must send for a new run of the name, whichever live version it gets. */
async function neededBy(
  db: Db,
  owner: Owner,
  named: Named,
  { needs }: Registered,
): Promise<string[]> {
  if (!needs) return []
  const { shares } = await findLive(db, owner, named)
  const documents = shares.map(async (one) => {
    const found = await findVersion(db, { ...named, tenant: one.owner }, one.version)
    return found ? needs(found.document) : []
  })
  return [...new Set((await Promise.all(documents)).flat())]
}

/** The refusals for packs name what is missing. */
function refuseReserved(error: unknown): never {
  throw error instanceof NameReserved ? new Problem('name-reserved') : error
}

const publisherOf = (principal: Principal, requestId: string): Publisher => ({
  by: principal.subject ?? principal.tenant,
  audited: byCaller(principal, requestId),
  mode: principal.mode,
  mayRollOut: principal.scopes.has('packs:live'),
})

async function readListed(
  db: Db,
  owner: Owner,
  kind: RegistryKind,
  name?: string,
): Promise<ListedName[]> {
  const [found, awaited] = await Promise.all([
    listNames(db, owner, kind, name),
    listAwaited(db, owner, kind),
  ])
  return found.map((one) => toListed(one, awaited.get(one.name)))
}

const toAwaited = ({ version, percent, shadow, message, by, until }: Awaited) => ({
  version,
  percent,
  ...(shadow !== null && { shadow }),
  ...(message !== null && { message }),
  by,
  until: until.toISOString(),
})

function toListed({ name, versions, shares, shadow }: Listed, awaited?: Awaited): ListedName {
  return {
    name,
    ...(awaited && { awaiting: toAwaited(awaited) }),
    live: effective(shares),
    ...(shadow && { shadow: shadow.version }),
    versions: versions.map(({ version, sha256, publishedAt, publishedBy, message }) => ({
      version,
      sha256: sha256.toString('hex'),
      publishedAt: publishedAt.toISOString(),
      publishedBy,
      ...(message !== null && { message }),
    })),
  }
}
