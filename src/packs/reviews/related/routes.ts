// The route that shows which other transactions share values with one.
import { z } from 'zod'
import { findSubmitted } from '#src/journey/transaction/store.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { Related } from './schema.ts'
import { findRelated } from './store.ts'
import type { ReviewDeps } from '../source.ts'

const relatedRoute = defineRoute({
  tag: 'Reviews',
  scope: 'reviews:write',
  method: 'get',
  paths: ['/v1/transaction/{id}/related'],
  operationId: 'listRelatedTransactions',
  summary: 'Find what hangs together with a transaction',
  description:
    'Transactions of the same tenant and mode that show one of its values (document, phone, e-mail, device, card, a picture to the byte), and those that show a value of these. Found by keyed hashes, so that no value is read or shown; values that were hashed before and after a change of the hash key are not joined. What is erased or restricted is not among them. It says that they share something, and not that anything is wrong.',
  audits: 'related.searched',
  request: { param: z.object({ id: z.uuid().meta({ description: 'The transaction.' }) }) },
  responses: { 200: { description: 'Nothing where nothing is shared.', body: Related } },
  problems: ['not-found'],
})

export const relatedRoutes = ({ reads, reports }: ReviewDeps): Mounted[] => [
  mount(relatedRoute, async ({ request, principal }) => {
    const { id } = request.param
    if (!(await findSubmitted(reads, principal, id))) return refuse('not-found')
    return reply(200, await findRelated(reports, principal, id))
  }),
]
