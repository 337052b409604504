// What a tenant says of verdicts is a fact of its transactions.
import { expect, test } from 'vitest'
import { settingsFacts } from '#src/packs/conditions/settings-facts.ts'
import { createTenants } from '#src/platform/tenants/tenants.ts'

const tenants = createTenants(
  { brand: 'Atesta' },
  { all: {}, tenants: { young: { verdicts: { ageMin: 16 } } } },
)
const read = async (tenant: string, mode: 'sandbox' | 'live') => {
  const asked = { transaction: { tenant, mode } }
  // Safe because nothing else of the transaction is read.
  const facts = await settingsFacts(tenants).read(asked as never)
  return facts['settings']
}

test('nobody has to look at the age from eighteen on, unless the tenant says otherwise', async () => {
  expect(await read('acme', 'live')).toMatchObject({ ageMin: 18 })
  expect(await read('young', 'live')).toMatchObject({ ageMin: 16 })
})

test('a document of which pictures alone are known is enough in the sandbox alone', async () => {
  expect(await read('acme', 'sandbox')).toMatchObject({ approveUnproven: true })
  expect(await read('acme', 'live')).toMatchObject({ approveUnproven: false })
})
