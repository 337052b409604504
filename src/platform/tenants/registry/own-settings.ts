// The settings of the caller’s own tenant: the effective ones, which of them are its own, and which changes wait for a
// second person.
import { and, desc, eq, gt } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#src/platform/db/client.ts'
import { reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { secondAsks } from '#src/platform/two-people/table.ts'
import { RegisteredTenant, type Tenants } from '../settings.ts'
import type { Registry } from './follow.ts'
import { findTenant, publishingLowered } from './store.ts'

const Effective = RegisteredTenant.pick({
  brand: true,
  biometrics: true,
  link: true,
  verdicts: true,
  reviews: true,
  messages: true,
  data: true,
  search: true,
  audit: true,
  packs: true,
})

const OwnSettings = z
  .object({
    tenant: z.string(),
    mode: z.enum(['sandbox', 'live']),
    changeable: z.boolean().meta({
      description:
        'Whether `PUT /v1/tenants/{tenant}` changes them; otherwise they stand in the configuration of the installation.',
    }),
    changedAt: z.iso.datetime().exactOptional().meta({ description: 'When they last were.' }),
    effective: Effective.meta({
      description: 'What holds, the deployment’s where the tenant has none of its own.',
    }),
    own: RegisteredTenant.omit({ operators: true, privateHosts: true, suspended: true }).meta({
      description: 'What of it is the tenant’s own.',
    }),
    awaiting: z
      .object({ askedAt: z.iso.datetime(), expiresAt: z.iso.datetime(), byCaller: z.boolean() })
      .exactOptional()
      .meta({ description: 'Somebody has asked to demand less, and a second person has not yet.' }),
  })
  .meta({ id: 'OwnSettings', description: 'The settings of the caller’s tenant.' })

const readOwnRoute = defineRoute({
  tag: 'Tenants',
  method: 'get',
  paths: ['/v1/settings'],
  operationId: 'readOwnSettings',
  summary: 'Read the settings of one’s own tenant',
  description: 'What holds for it, and what of that is its own.',
  scope: 'reports:read',
  request: {},
  responses: { 200: { description: 'As they are now.', body: OwnSettings } },
  problems: [],
})

type Deps = { readonly reads: Db; readonly tenants: Tenants; readonly registry?: Registry }

export const ownSettingsRoute = ({ reads, tenants, registry }: Deps): Mounted =>
  mount(readOwnRoute, async ({ principal: { tenant, mode, person } }) => {
    const row = registry && (await findTenant(reads, tenant))
    const ask = registry && (await findAsk(reads, tenant))
    const {
      operators: _,
      privateHosts: __,
      suspended: ___,
      ...own
    } = row?.registered ?? tenants.find(tenant) ?? {}
    return reply(200, {
      tenant,
      mode,
      changeable: registry !== undefined,
      ...(row && { changedAt: row.changedAt.toISOString() }),
      effective: effectiveOf(tenants, tenant, mode),
      own,
      ...(ask && {
        awaiting: {
          askedAt: ask.askedAt.toISOString(),
          expiresAt: ask.expiresAt.toISOString(),
          byCaller: ask.person === person,
        },
      }),
    })
  })

/** The settings in effect; `approveUnproven` depends on the mode if it is not set. */
function effectiveOf(
  tenants: Tenants,
  tenant: string,
  mode: 'sandbox' | 'live',
): z.output<typeof Effective> {
  const settings = tenants.of(tenant)
  const verdicts = { approveUnproven: mode === 'sandbox', ...settings.verdicts }
  // Safe because nothing changes these objects after they were read.
  return { ...settings, verdicts } as z.output<typeof Effective>
}

/** Finds the newest request; a request with other content waits for its own second person. */
async function findAsk(db: Db, tenant: string) {
  const [ask] = await db
    .select()
    .from(secondAsks)
    .where(
      and(
        eq(secondAsks.action, publishingLowered),
        eq(secondAsks.object, tenant),
        gt(secondAsks.expiresAt, new Date()),
      ),
    )
    .orderBy(desc(secondAsks.askedAt))
    .limit(1)
  return ask
}
