import { z } from 'zod'
import { RegisteredTenant } from '../settings.ts'
import type { TenantRow } from './store.ts'

export const TenantName = z
  .string()
  .regex(/^[\w.-]{1,64}$/)
  .meta({ description: 'As credentials name it.', example: 'acme' })

const described = RegisteredTenant.meta({
  id: 'TenantRegistration',
  description:
    'What a tenant may do, and what it has of its own; as in the file of tenants. What is left out is the deployment’s.',
  example: { modes: ['sandbox'], brand: 'Acme Crédito', rate: { perSecond: 50, burst: 100 } },
})
export { described as TenantRegistration }

export const Tenant = z
  .object({
    tenant: TenantName,
    registeredAt: z.iso.datetime(),
    changedAt: z.iso.datetime(),
    registration: described,
  })
  .meta({ id: 'Tenant', description: 'A tenant that is registered.' })
export type Tenant = z.output<typeof Tenant>

export const toWire = ({ tenant, registered, registeredAt, changedAt }: TenantRow): Tenant => ({
  tenant,
  registeredAt: registeredAt.toISOString(),
  changedAt: changedAt.toISOString(),
  registration: registered,
})
