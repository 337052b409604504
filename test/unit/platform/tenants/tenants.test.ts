import { describe, expect, test } from 'vitest'
import { readTenantsConfig } from '#src/main/config/tenants.ts'
import { createTenants } from '#src/platform/tenants/tenants.ts'

const json = JSON.stringify({
  all: { brand: 'Banco Sul' },
  tenants: { acme: { brand: 'Acme Crédito' }, bare: {} },
})

describe('the settings of a tenant', () => {
  const tenants = createTenants({ brand: 'Atesta' }, readTenantsConfig({ json }))

  test('are its own, else those of all, else those of the deployment', () => {
    expect(tenants.of('acme').brand).toBe('Acme Crédito')
    expect(tenants.of('bare').brand).toBe('Banco Sul')
    expect(tenants.of('').brand).toBe('Banco Sul')
    expect(createTenants({ brand: 'Atesta' }).of('acme').brand).toBe('Atesta')
  })

  test('are never those of an inherited name', () => {
    expect(tenants.of('constructor').brand).toBe('Banco Sul')
  })

  test('are replaced as a whole', () => {
    const replaced = createTenants({ brand: 'Atesta' }, readTenantsConfig({ json }))
    replaced.replace(readTenantsConfig({ json: '{"tenants":{"bare":{"brand":"Nua"}}}' }))
    expect(replaced.of('acme').brand).toBe('Atesta')
    expect(replaced.of('bare').brand).toBe('Nua')
    expect(replaced.names()).toEqual(['bare'])
  })
})

test('a configuration that does not hold is refused with the place, and without what stood there', () => {
  const wrong = '{"tenants":{"acme":{"brand":"","secretly":"12345"}}}'
  expect(() => readTenantsConfig({ json: wrong })).toThrow(/TENANTS:[^]*tenants\.acme/)
  expect(() => readTenantsConfig({ json: wrong })).not.toThrow(/12345/)
  for (const [json, said] of [
    ['{', 'TENANTS: it is not JSON, at line 1, column 2'],
    ['{\n "all": {},\n "all": {} }', 'TENANTS: a key is there twice, at line 3, column 2'],
    [
      '{"all": {"link": {"redirectOrigins": ["client.example"]}}}',
      'an origin like https://client.example, with nothing behind it',
    ],
  ] as const)
    expect(() => readTenantsConfig({ json })).toThrow(said)
  expect(() => readTenantsConfig({ file: '/none/tenants.json' })).toThrow(
    'TENANTS_FILE: the file cannot be read (ENOENT)',
  )
})
