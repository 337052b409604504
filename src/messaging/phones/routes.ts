// Reads the suppressions of a number, and lifts those for which a vendor was wrong.
import { z } from 'zod'
import { type CountryCode, toE164 } from './candidates.ts'
import type { JourneyDeps } from '#src/journey/capabilities/deps.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount, type Principal } from '#src/platform/http/route.ts'
import { byCaller, writeAudit } from '#src/platform/audit/write.ts'
import { hashMailbox, hashPhone } from './hash.ts'
import { Suppression, SuppressionSearch } from './schema.ts'
import { dropSuppression, listSuppressions, type Suppression as Found } from './suppressions.ts'
import type { Capability } from '#src/journey/capabilities/capability.ts'
import { forgetUses } from './store.ts'

const tag = 'Suppressions'
const scope = 'messages:write'

const searchSuppressions = defineRoute({
  method: 'post',
  paths: ['/v1/suppressions/search'],
  operationId: 'searchSuppressions',
  summary: 'Read the suppressions of a number or mailbox',
  description: 'Of the caller’s tenant and mode; an empty list for one that nothing stops.',
  tag,
  scope,
  audits: 'suppressions.searched',
  request: { json: SuppressionSearch },
  responses: { 200: { description: 'The newest first.', body: z.array(Suppression) } },
  problems: [],
})

const endSuppression = defineRoute({
  method: 'delete',
  paths: ['/v1/suppressions/{id}'],
  operationId: 'endSuppression',
  summary: 'Lift a suppression',
  description:
    'For what a vendor said of a number or mailbox, and for a complaint about mail. A person’s own wish is lifted by the person.',
  tag,
  scope,
  request: { param: z.object({ id: z.uuid().meta({ description: 'As the search shows it.' }) }) },
  responses: { 204: { description: 'It stops nothing any more.' } },
  problems: ['not-found', 'opted-out'],
})

export type SuppressionDeps = Pick<JourneyDeps, 'db' | 'reads' | 'sealer'> & {
  /** The countries by which numbers are parsed. */
  readonly messaging: { readonly countries?: readonly CountryCode[] }
}

function suppressionRoutes({ db, reads, sealer, messaging }: SuppressionDeps): Mounted[] {
  const hashNumber = (owner: Principal, e164: string | undefined) =>
    e164 === undefined ? undefined : hashPhone(sealer, owner, e164)
  return [
    mount(searchSuppressions, async ({ request, principal }) => {
      const { json } = request
      const hash =
        'email' in json
          ? hashMailbox(sealer, principal, json.email)
          : hashNumber(principal, toE164(json.phone, messaging.countries))
      if (!hash) return reply(200, [])
      const found = await listSuppressions(reads, principal, hash)
      return reply(200, found.flatMap(toWire))
    }),
    mount(endSuppression, async ({ request, principal, requestId }) => {
      const { id } = request.param
      const outcome = await db.transaction(async (tx) => {
        const ended = await dropSuppression(tx, principal, id)
        const by = byCaller(principal, requestId)
        if (ended === 'dropped')
          await writeAudit(tx, by, { action: 'suppression.ended', object: id })
        return ended
      })
      switch (outcome) {
        case 'dropped':
          return reply(204)
        case 'opted-out':
          return refuse('opted-out')
        case 'unknown':
          return refuse('not-found')
      }
    }),
  ]
}

function toWire({ id, channel, reason, since, until }: Found): Suppression[] {
  return [
    {
      id,
      channel,
      reason: reason === 'opt-out' ? 'opted-out' : 'recipient',
      since: since.toISOString(),
      ...(until && { until: until.toISOString() }),
    },
  ]
}

/** Suppressed numbers, and the numbers that transactions of a document contained. */
export const phones: Capability<SuppressionDeps> = {
  name: 'phones',
  routes: suppressionRoutes,
  erased: forgetUses,
  restricted: (tx, { id }) => forgetUses(tx, id),
}
