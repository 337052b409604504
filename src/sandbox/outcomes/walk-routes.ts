// Walks all links of a transaction’s children at once, in the sandbox.
import { z } from 'zod'
import { findTransaction } from '#src/journey/transaction/store.ts'
import type { LinkDeps } from '#src/links/lvs/deps.ts'
import { listMade } from '#src/packs/children/store.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Play } from './play.ts'
import { walkLinks, walkStates } from './walk-links.ts'

const waitMs = 20_000

const WalkedLinks = z
  .object({
    links: z.array(
      z.object({
        transactionId: z.uuid().meta({ description: 'The child.' }),
        status: z.enum(walkStates).meta({
          description:
            '`reviewing`: a person decides what the service could not. `under-way`: engines or messages are awaited, and another call goes on. `stuck`: a step takes nothing now. `over`: no link of it can be walked.',
        }),
      }),
    ),
  })
  .meta({
    id: 'WalkedLinks',
    description: 'How far the links of children were walked.',
    example: {
      links: [{ transactionId: '019a9f3c-7c1e-7b6a-9d0e-2f4b8c6d1e35', status: 'done' as const }],
    },
  })

const walkRoute = defineRoute({
  method: 'post',
  paths: ['/v1/sandbox/transactions/{id}/walk-links'],
  operationId: 'walkSandboxLinks',
  summary: 'Walk all links of children',
  description:
    'Of the transactions that runs of this one have made for the elements of a list (`each`), and of theirs: each link is opened on a device of its own and walked as a sound person would, with the outcomes that the hosted page offers in the sandbox. It answers when nothing is left to be done, or after 20 seconds.',
  tag: 'Sandbox',
  mode: 'sandbox',
  request: { param: z.object({ id: z.uuid().meta({ description: 'The parent.' }) }) },
  responses: { 200: { description: 'None where it has no children.', body: WalkedLinks } },
  problems: ['not-found'],
})

export function walkRoutes(deps: LinkDeps, play: Play): Mounted[] {
  return [
    mount(walkRoute, async ({ request, principal }) => {
      const { id } = request.param
      if (!(await findTransaction(deps.reads, principal, id))) return refuse('not-found')
      const children = await listFamily(deps.reads, id)
      const links = await walkLinks(deps, play, children, performance.now() + waitMs)
      return reply(200, { links })
    }),
  ]
}

/** The children, and their children in turn. */
async function listFamily(db: Db, id: string): Promise<string[]> {
  const own = await listMade(db, id)
  const theirs = await Promise.all(own.map((child) => listFamily(db, child)))
  return [...own, ...theirs.flat()]
}
