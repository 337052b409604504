// What must never end in `approved`, through the whole service: each of these is one answer away from a company that is.
import { expect } from 'vitest'
import type { CheckAccount, CheckOutcome, CheckRequest } from '#src/screening/checks/port.ts'
import { startStandIn } from '#test/contract/stand-in-worker.ts'
import { test as database } from '#test/db/fixture.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { sandboxChecking } from '#test/support/checking.ts'
import { until } from '#test/workflow/client.ts'

type Answer = (request: CheckRequest) => CheckOutcome | undefined

/** What sources say of a transaction; what they leave out is as of a sound company. */
const scripts = new Map<string, { readonly first?: Answer; readonly second?: Answer }>()

const company = '11222333000181'
const ana = { document: '52998224725', documentType: 'cpf', name: 'Ana Lima Souza' }
const sound = {
  document: company,
  found: true,
  name: 'Acme Ltda',
  status: 'active',
  partners: [{ name: ana.name, document: '***982247**', kind: 'person' }],
} as const

const answered = (answer: unknown): CheckOutcome =>
  // Safe because this is what an adapter may give, whatever its type says.
  ({ kind: 'answered', answer }) as CheckOutcome
const usual: Answer = ({ service }) =>
  answered(/Registry|BasicInfos/.test(service) ? sound : { matches: [] })
const refused: CheckOutcome = { kind: 'rejected', class: 'account', code: 'closed' }

const scripted = (id: 'first' | 'second', covers: CheckAccount['covers']): CheckAccount => ({
  id,
  vendor: 'scripted',
  repeat: 'never',
  isAuthoritative: true,
  costMicros: 1,
  timeoutMs: 1_000,
  resultMs: 0,
  offers: () => true,
  ...(covers && { covers }),
  buy: async (request, { transactionId }) =>
    scripts.get(transactionId)?.[id]?.(request) ?? usual(request) ?? refused,
  verifyWebhook: () => false,
  parseWebhook: async () => [],
})

const test = database.extend<{ app: TestApp }>({
  app: [
    async ({ db }, use) => {
      const accounts = [
        scripted('first', () => ['sanction', 'debarment']),
        scripted('second', () => ['debarment']),
      ]
      const app = await createTestApp(db, undefined, { checking: sandboxChecking({ accounts }) })
      await using _worker = startStandIn(app)
      await use(app)
    },
    { scope: 'file' },
  ],
})

async function decide(
  app: TestApp,
  tenant: string,
  script: { first?: Answer; second?: Answer },
  isSound = false,
) {
  const claims = { mode: 'live', tenant, scope: everything } as const
  const call = async (method: string, path: string, body?: object) =>
    (
      await app.call(method, path, {
        claims,
        headers: { prefer: 'wait=0' },
        ...(body && { body }),
      })
    ).json()
  const { id } = await call('POST', '/v1/transaction', {
    documentType: 'CNPJ',
    document: company,
    name: 'Acme Ltda',
    legalRepresentatives: [ana],
  })
  scripts.set(id, script)
  const ask = () => call('GET', `/v1/packs/company/${id}`)
  await ask()
  // A module that has failed is tried again later: what is asked is what has come by then.
  await until(async () => {
    const checks: unknown = await call('GET', `/v1/transaction/${id}/backgroundcheck`)
    if (!Array.isArray(checks)) throw new Error(JSON.stringify(checks))
    const ended = checks.filter(({ status }) => status !== 'processing')
    return checks.length > 1 && ended.length === checks.length ? ended : undefined
  })
  const run = await until(async () => {
    const found = await ask()
    return isSound && found.status === 'processing' ? undefined : found
  })
  const insights: { code: string }[] = await call('GET', `/v1/transaction/${id}/insights`)
  return { outcome: run.outcome, reason: run.reason, codes: insights.map(({ code }) => code) }
}
const everything = 'transactions:read transactions:write lists:write'

const only =
  (service: RegExp, answer: unknown, port = /company/): Answer =>
  (request) =>
    service.test(request.service) && port.test(request.port) ? answered(answer) : undefined
const hit = { id: '1', name: 'Acme Ltda', score: 1, match: true, topics: ['sanction'], lists: [] }
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

test('a sound company is approved: what follows differs from it in one answer', async ({ app }) => {
  const { outcome, codes } = await decide(app, 'sound', {}, true)
  expect(outcome).toBe('approved')
  expect(codes).toEqual(expect.arrayContaining(['PC004', 'CO001']))
})

const noLists = { without: 'PC004' }
const noRegister = { without: 'CO001' }

test.for<[string, { first?: Answer; second?: Answer }, { without?: string }]>([
  ['an empty answer of the lists', { first: only(/Sanctions/, {}) }, noLists],
  ['null instead of a list', { first: only(/Sanctions/, { matches: null }) }, noLists],
  ['matches of wrong types', { first: only(/Sanctions/, { matches: [{ id: 7 }] }) }, noLists],
  ['one hit that is no list', { first: only(/Sanctions/, { matches: hit }) }, noLists],
  ['lists of three days ago', { first: only(/Sanctions/, { matches: [], updatedAt: daysAgo(3) }) }, noLists],
  ['lists that say they have no data', { first: ({ service }) => (service === 'Sanctions' ? { kind: 'no-data' } : undefined) }, noLists],
  ['lists that nobody can ask', {
    first: ({ service }) => (service === 'Sanctions' ? refused : undefined),
    second: ({ service }) => (service === 'Sanctions' ? refused : undefined),
  }, noLists],
  ['a failover to a source without lists of sanctions', { first: ({ service }) => (service === 'Sanctions' ? refused : undefined) }, noLists],
  ['a representative who was not asked about', {
    first: ({ port, service }) => (port === 'person-check' && service === 'Pep' ? refused : undefined),
    second: ({ port, service }) => (port === 'person-check' && service === 'Pep' ? refused : undefined),
  }, {}],
  ['a hit of the representative alone', { first: only(/Sanctions/, { matches: [{ ...hit, name: ana.name }] }, /person/) }, {}],
  ['the register of another company', { first: only(/Registry|Basic/, { ...sound, document: '19131243000197' }) }, noRegister],
  ['a register that has it closed', { first: only(/Registry|Basic/, { ...sound, status: 'closed' }) }, noRegister],
  ['a partner of the same name with another number', { first: only(/Registry|Basic/, { ...sound, partners: [{ ...sound.partners[0], document: '***111111**' }] }) }, {}],
])('not approved: %s', async ([title, script, { without }], { app }) => {
  const tenant = `t-${title.replaceAll(/[^a-z]+/g, '-')}`.slice(0, 40)
  const { outcome, codes } = await decide(app, tenant, script)
  expect(outcome).not.toBe('approved')
  if (without !== undefined) expect(codes).not.toContain(without)
}) // prettier-ignore
