// Who may use the service where tenants stand in a file, or nowhere.
import { expect, test } from 'vitest'
import { readTenantsConfig } from '#src/main/config/tenants.ts'
import { createTenantGate } from '#src/platform/tenants/registry/gate.ts'
import { createTenants } from '#src/platform/tenants/tenants.ts'

const json = JSON.stringify({
  tenants: {
    acme: { modes: ['sandbox'], brand: 'Acme' },
    globex: { suspended: true },
    initech: { operators: ['ana'], rate: { perSecond: 5, burst: 10 } },
  },
})
const tenants = createTenants({ brand: 'Atesta' }, readTenantsConfig({ json }))
const find = (tenant: string) => tenants.find(tenant)
const who = (tenant: string, more: object = {}) =>
  ({ tenant, mode: 'sandbox', scopes: new Set<string>(), client: 'app', ...more }) as const

function outcome(admit: () => void): unknown {
  try {
    admit()
    return 'admitted'
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error
  }
}

test('of a file those that it names, in their modes', () => {
  const admit = createTenantGate({ kind: 'file', find })
  expect(outcome(() => admit(who('acme')))).toBe('admitted')
  expect(outcome(() => admit(who('acme', { mode: 'live' })))).toBe('unauthorized')
  expect(outcome(() => admit(who('globex')))).toBe('tenant-suspended')
  expect(outcome(() => admit(who('else')))).toBe('tenant-unknown')
  expect(outcome(() => admit(who('constructor')))).toBe('tenant-unknown')
  const ana = { operates: true, subject: 'ana' }
  expect(outcome(() => admit(who('initech', ana)))).toBe('admitted')
  expect(outcome(() => admit(who('acme', ana)))).toBe('unauthorized')
})

test('without a registry every tenant that a credential names, and no operator for another', () => {
  const admit = createTenantGate({ kind: 'none', find })
  expect(outcome(() => admit(who('else')))).toBe('admitted')
  expect(outcome(() => admit(who('globex')))).toBe('admitted')
  expect(outcome(() => admit(who('initech', { operates: true, subject: 'ana' })))).toBe(
    'unauthorized',
  )
})

test('of an open registry those that it names as it says, and others too', () => {
  const admit = createTenantGate({ kind: 'open', find })
  expect(outcome(() => admit(who('else')))).toBe('admitted')
  expect(outcome(() => admit(who('acme', { mode: 'live' })))).toBe('unauthorized')
  expect(outcome(() => admit(who('globex')))).toBe('tenant-suspended')
  const ana = { operates: true, subject: 'ana' }
  expect(outcome(() => admit(who('initech', ana)))).toBe('admitted')
  expect(outcome(() => admit(who('else', ana)))).toBe('unauthorized')
})

test('without a sandbox its credentials are not good', () => {
  const admit = createTenantGate({ kind: 'none', find, sandbox: false })
  expect(outcome(() => admit(who('acme')))).toBe('unauthorized')
  expect(outcome(() => admit(who('acme', { mode: 'live' })))).toBe('admitted')
})
