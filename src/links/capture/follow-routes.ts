// Lets the client’s page follow a link that it has opened, whatever becomes of the window: another device may take the
// link over, and a page with `Cross-Origin-Opener-Policy` loses the window that it opens. The token is sent in the
// body, so that it appears in no other URL than the link’s.
import { isLoopback } from '#src/platform/loopback.ts'
import type { Context } from 'hono'
import type { LinkDeps } from '#src/links/lvs/deps.ts'
import { reply } from '#src/platform/http/reply.ts'
import { createAddressLimit } from '#src/platform/http/request/address-limit.ts'
import { defineRoute, type Mounted, mountGuarded } from '#src/platform/http/route.ts'
import { readPageForm } from '#src/platform/urlencoded.ts'
import { findById } from '#src/journey/transaction/store.ts'
import { findLinkByToken } from '#src/links/lvs/store.ts'
import { FollowedLink, readFollowed } from './follow.ts'
import { type Pages } from './pages.ts'

const followLink = defineRoute({
  method: 'post',
  paths: ['/c/step/follow'],
  operationId: 'followLink',
  summary: 'How far a link is, for a page of an origin of the tenant',
  tag: 'Verification links',
  auth: 'link',
  hidden: true,
  fromAnySite: true,
  request: {},
  responses: {
    200: { description: 'How far it is', body: FollowedLink },
    403: { description: 'Not for pages of this origin' },
    410: { description: 'No such link' },
    429: { description: 'Too often' },
  },
  problems: [],
})

/** One page polls every two seconds, and several people may share an address. */
const perMinute = 240
/** The most unknown tokens per minute from one address. */
const wrongPerMinute = 20

export function followRoutes(deps: LinkDeps, pages: Pages): Mounted[] {
  const asked = createAddressLimit(perMinute)
  const wrong = createAddressLimit(wrongPerMinute)
  const guard = async ({ c }: { readonly c: Context }) =>
    asked.take(pages.addressOf(c), performance.now()) > 0 ? reply(429) : { admitted: true }
  return [
    mountGuarded(followLink, guard, async ({ c, rawBody }) => {
      const address = pages.addressOf(c)
      const link = await findLinkByToken(deps.reads, readPageForm(rawBody).get('token') ?? '')
      const transaction = link && (await findById(deps.reads, link.transactionId))
      if (!link || !transaction)
        return reply(wrong.take(address, performance.now()) > 0 ? 429 : 410)
      const settings = deps.links.of(transaction.tenant)
      const { redirectOrigins, frameOrigins = [], takesLoopback = false } = settings
      const origin = c.req.header('origin') ?? ''
      const isListed = [...redirectOrigins, ...frameOrigins].includes(origin)
      if (!isListed && !(takesLoopback && isLoopback(origin))) return reply(403)
      return reply(200, await readFollowed(deps, link, transaction), {
        'access-control-allow-origin': origin,
        'cache-control': 'no-store',
        vary: 'Origin',
      })
    }),
  ]
}
