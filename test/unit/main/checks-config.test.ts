// The file of accounts of checks: what does not hold is said with its place, and never what stands there.
import { expect, test } from 'vitest'
import { readChecksConfig } from '#src/main/config/checks.ts'
import { checkVendors, createChecking } from '#src/vendors/checks.ts'
import { sandboxChecking } from '#test/support/checking.ts'

const read = (text: string) => readChecksConfig(checkVendors, { text })

const example = `
accounts:
  lists: { vendor: yente, baseUrl: http://yente.internal:8000, costMicros: 5000 }
  ofac: { vendor: watchman, baseUrl: http://watchman.internal:8084 }
  registry: { vendor: minha-receita, baseUrl: https://companies.example }
ports:
  person-check: [lists, ofac]
  company-check: [registry, lists]
dailyCapMicros: 1000000
privateHosts: [yente.internal:8000, watchman.internal:8084]
tenants:
  acme:
    accounts: { own: { vendor: yente, baseUrl: https://own.example, apiKey: hush } }
    ports: { person-check: [own] }
    dailyCapMicros: 7
`

test('an account is asked for the services that it has, in the order of its port', () => {
  const [sandbox] = sandboxChecking().accounts.all()
  if (!sandbox) throw new Error('the sandbox is there')
  const given = { publicBaseUrl: 'https://id.example.test', folder: '.', sandbox }
  const checking = createChecking(checkVendors, read(example), given)
  const { accounts } = checking
  const names = (tenant: string, ...asked: ['person-check' | 'company-check' | 'credit', string]) =>
    accounts.list({ tenant, mode: 'live' }, ...asked).map(({ id }) => id)
  expect(names('any', 'person-check', 'Sanctions')).toEqual(['lists', 'ofac'])
  expect(names('any', 'person-check', 'Pep')).toEqual(['lists'])
  expect(names('any', 'company-check', 'CompanyRegistry')).toEqual(['registry'])
  expect(names('any', 'credit', 'CreditScore')).toEqual([])
  expect(names('acme', 'person-check', 'Sanctions')).toEqual(['own'])
  expect(names('acme', 'company-check', 'Sanctions')).toEqual(['lists'])
  const inSandbox = { tenant: 'acme', mode: 'sandbox' } as const
  expect(accounts.list(inSandbox, 'credit', 'CreditScore')).toEqual([sandbox])
  expect(accounts.find(inSandbox, 'lists')).toBeUndefined()
  const any = { tenant: 'any', mode: 'live' } as const
  expect([checking.capOf(inSandbox), checking.capOf(any)]).toEqual([7, 1_000_000])
})

test.each([
  ['accounts: { x: { vendor: nobody } }', /accounts\.x/],
  ['accounts: { x: { vendor: yente, baseUrl: "ftp://x" } }', /accounts\.x\.baseUrl/],
  ['accounts: { sandbox-x: { vendor: brasilapi } }', /not sandbox/],
  ['ports: { person-check: [nobody] }', /there is no account nobody/],
  ['accounts: { x: { vendor: brasilapi } }\nports: { company-check: [x, x] }', /x stands twice/],
  ['privateHosts: [yente.internal]', /a host and its port/],
  ['dailyCapMicros: -1', /dailyCapMicros/],
  ['accounts: [', /neither YAML nor JSON, at line 1, column/],
  ['limits: 3', /limits/],
])('a fault is said with its place: %s', (text, message) => {
  expect(() => read(text)).toThrow(message)
})

test('an error never shows what stands in the file', () => {
  const text = 'accounts: { x: { vendor: yente, baseUrl: "hush", apiKey: "hush", more: "hush" } }'
  expect(() => read(text)).toThrow(
    expect.objectContaining({ message: expect.not.stringMatching(/hush/) }),
  )
})

const bought = `
accounts: { scores: { vendor: http, file: scores.yaml } }
ports: { credit: [scores] }
`
const basis = 'legalBasis: { purpose: credit-protection, article: "LGPD 7, X" }'

test('an account for credit scores is refused without the law by which they are bought', () => {
  expect(() => read(bought)).toThrow(/ports\.credit/)
  expect(read(`${bought}${basis}`).legalBasis?.purpose).toBe('credit-protection')
  const ofTenant = (more: string) =>
    read(`
accounts: { scores: { vendor: http, file: scores.yaml } }
tenants: { acme: { ports: { credit: [scores] }${more} } }
`)
  expect(() => ofTenant('')).toThrow(/tenants\.acme\.ports\.credit/)
  expect(ofTenant(`, ${basis}`).tenants['acme']?.legalBasis?.article).toBe('LGPD 7, X')
})
