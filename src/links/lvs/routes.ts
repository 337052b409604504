import { unfit } from '#src/packs/runs/unfit.ts'
import type { VerificationLinkSettings } from './settings.ts'
import { isLoopback } from '#src/platform/loopback.ts'
import { z } from 'zod'
import type { LinkDeps } from './deps.ts'
import { commit } from '#src/journey/commit/commit.ts'
import { Problem } from '#src/platform/errors.ts'
import { mountChange } from '#src/journey/commit/change.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { needScope } from '#src/platform/http/auth/scopes.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { lockTransaction } from '#src/journey/transaction/lock.ts'
import { findTransaction, readerNow } from '#src/journey/transaction/store.ts'
import { type Made, makeLink } from './make.ts'
import { linksMax } from './rules.ts'
import { LinkVerification, MakeLink } from './schema.ts'
import { showLink } from './show.ts'
import { findLatestLink } from './store.ts'

const param = z.object({ id: z.uuid().meta({ description: 'The transaction.' }) })
const paths = ['/v1/transaction/{id}/lvs', '/v1/{id}/lvs'] as const
const tag = 'Verification links'
const body = LinkVerification

const readLink = defineRoute({
  method: 'get',
  paths,
  operationId: 'readLinkVerification',
  summary: 'Read the verification link',
  description:
    'The first call makes the link (HEAD does not); later calls return it with its state, always as 201. A link that is made or still opens the page needs `transactions:write`. A link lives 24 hours unless the tenant has set another time, and is pinned to the pack version that was live when it was made.',
  tag,
  request: { param },
  responses: { 201: { description: 'The latest link.', body } },
  problems: ['not-found', 'limit-reached', 'pack-unfit', 'subject-unfit'],
})

const renewLink = defineRoute({
  method: 'post',
  paths,
  operationId: 'renewLinkVerification',
  summary: 'Create a verification link',
  description: `Ends the link that was there: whoever has it sees that it no longer counts. At most ${linksMax} links of a transaction in any 60 minutes of its clock.`,
  tag,
  request: { param, json: MakeLink.optional() },
  responses: { 201: { description: 'The new link.', body } },
  problems: ['not-found', 'limit-reached', 'pack-unfit', 'subject-unfit', 'value-unfit'],
})

export function linkRoutes(deps: LinkDeps): Mounted[] {
  const { reads } = deps
  return [
    mount(readLink, async ({ request, principal, c }) => {
      const { id } = request.param
      const found = await findTransaction(reads, principal, id)
      if (!found) return refuse('not-found')
      const latest = await findLatestLink(reads, id)
      if (latest) {
        const shown = await showLink(deps, reads, { ...found, now: readerNow(found) }, latest)
        // A link that is no longer open cannot be used, so it is shown as a result only.
        if (shown.status === 'PENDING') needScope(principal, 'transactions:write')
        return reply(201, shown)
      }
      if (c.req.method === 'HEAD') return refuse('not-found')
      needScope(principal, 'transactions:write')
      return commit(
        deps,
        async (tx, hold) => {
          const locked = await lockTransaction(tx, principal, id)
          if (!locked) return refuse('not-found')
          hold(locked)
          const made = await findOrMake({ ...deps, tx, locked })
          if (made.kind !== 'made') return refuseMaking(made)
          return reply(201, await showLink(deps, tx, locked, made.link))
        },
        { mutexKey: id },
      )
    }),
    mountChange(deps, renewLink, async ({ request, tx, lock, principal }) => {
      const asked = request.json
      const redirectUrl = asked?.redirectUrl
      if (redirectUrl !== undefined && !isAllowed(redirectUrl, deps.links.of(principal.tenant)))
        throw new Problem('invalid-request', { faults: [foreignOrigin] })
      const locked = await lock(request.param.id)
      const made = await makeLink({ ...deps, tx, locked }, asked)
      if (made.kind !== 'made') return refuseMaking(made)
      return reply(201, await showLink(deps, tx, locked, made.link))
    }),
  ]
}

/** A URL with user info before the host is refused, because it can look like another host. */
function isAllowed(
  redirectUrl: string,
  { redirectOrigins, takesLoopback = false }: VerificationLinkSettings,
): boolean {
  const { origin, username, password } = new URL(redirectUrl)
  const isListed = redirectOrigins.includes(origin) || (takesLoopback && isLoopback(redirectUrl))
  return isListed && username === '' && password === ''
}

const foreignOrigin = {
  pointer: '#/redirectUrl',
  code: 'not-allowed',
  detail: "its origin is not on the tenant's list",
} as const

/** The second of two concurrent first calls finds the link of the first. */
async function findOrMake(ctx: Parameters<typeof makeLink>[0]): Promise<Made> {
  const there = await findLatestLink(ctx.tx, ctx.locked.id)
  return there ? { kind: 'made', link: there } : makeLink(ctx)
}

function refuseMaking(made: Exclude<Made, { kind: 'made' }>) {
  switch (made.kind) {
    case 'limit-reached':
      return refuse('limit-reached', { retryAfterSeconds: made.retryAfterSeconds })
    case 'pack-unfit':
      return refuse('pack-unfit', { detail: made.detail })
    case 'subject-unfit':
      return refuse('subject-unfit')
    case 'value-unfit':
      throw unfit('#', made.faults)
  }
}
