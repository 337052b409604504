// Which services of own vendors are offered, what a pack may say of them, and who holds what it does not know.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { capabilities, withOwnServices } from '#src/main/capabilities.ts'
import type { ValueSchema } from '#src/journey/values/schema.ts'
import { offerOwnServices } from '#src/screening/own-services/register.ts'
import type { CheckAccount } from '#src/screening/orders/port.ts'
import { test } from '#test/db/fixture.ts'
import { createTestApp } from '#test/support/app.ts'
import { sandboxChecking } from '#test/support/checking.ts'
import { performDue } from '#test/support/due.ts'
import { accountPack, openProtection } from '#test/support/vendors/opening-protection.ts'
import { openCheckAccount } from '#test/support/vendors/check-harness.ts'

const config = { vendor: 'http', file: 'atesta/bc-protege.yaml', secrets: { token: 'x' } }

/** The shipped account under another name, with another result. */
function accountOf(id: string, result?: ValueSchema): CheckAccount {
  const account = openCheckAccount(config)
  const own = result ? { OpeningProtection: { result } } : account.own
  return { ...account, id, ...(own && { own }) }
}

const active = { type: 'boolean' } as const
const described: ValueSchema = {
  type: 'object',
  description: 'In other words.',
  properties: { checkedAt: { type: 'string', format: 'date-time' }, active },
  required: ['active'],
}
const other: ValueSchema = { type: 'object', properties: { active: { type: 'string' } } }

test('the first that loads a service says what its result is: another under its name is said, and not offered', async ({
  db,
}) => {
  const lines: unknown[] = []
  const log = { error: (of: unknown) => void lines.push(of) }
  const offer = async (...accounts: CheckAccount[]) => {
    const { checking, own } = await offerOwnServices(db, sandboxChecking({ accounts }), log)
    const listed = checking.accounts.list(
      { tenant: 'acme', mode: 'live' },
      'person-check',
      'OpeningProtection',
    )
    return { services: [...own.keys()], asked: listed.map(({ id }) => id) }
  }
  const whole = { services: ['OpeningProtection'] }
  expect(await offer(accountOf('first'))).toEqual({ ...whole, asked: ['first'] })
  // The order of fields and what describes them say nothing of the values.
  expect(await offer(accountOf('again', described))).toEqual({ ...whole, asked: ['again'] })
  expect(await offer(accountOf('third'), accountOf('wrong', other))).toEqual({
    ...whole,
    asked: ['third'],
  })
  expect(await offer(accountOf('wrong', other))).toEqual({ services: [], asked: [] })
  expect(await offer()).toEqual({ services: [], asked: [] })
  expect(lines).toEqual([
    { account: 'wrong', service: 'OpeningProtection' },
    { account: 'wrong', service: 'OpeningProtection' },
  ])
})

test('a process without the vendor refuses the pack, and holds a run of one that is published', async ({
  db,
}) => {
  await using protection = await openProtection(db)
  const name = await protection.publish(accountPack())
  const claims = { tenant: protection.tenant, mode: 'live' } as const
  const bare = await createTestApp(db, protection.app.sealer)
  const body = { documentType: 'CPF', document: '52998224725' }
  const { id } = await (await bare.call('POST', '/v1/transaction', { body, claims })).json()
  const read = async () =>
    (await bare.call('GET', `/v1/packs/${name}/${id}`, { claims, headers: { prefer: 'wait=0' } })).json() // prettier-ignore
  expect(await read()).toMatchObject({ status: 'processing' })
  await expect(performDue(bare.deps, id, 3)).rejects.toThrow('does not know the module')
  const timeline = await (await bare.call('GET', `/v1/transaction/${id}/timeline`, { claims })).json() // prettier-ignore
  expect(timeline).toContainEqual(
    expect.objectContaining({ kind: 'step-deferred', outcome: 'unknown-module' }),
  )
  // Whoever has loaded it goes on; a busy machine has its answer some turns later.
  for (let turn = 0; turn < 100 && (await read()).status === 'processing'; turn += 1)
    await performDue(protection.app.deps, id)
  expect(await read()).toMatchObject({ status: 'completed', outcome: 'approved' })
  const refused = await bare.call('POST', `/v1/packs/x-${randomUUID()}/versions`, {
    body: accountPack(),
    claims: { ...claims, scope: 'packs:write' },
  })
  expect(refused.status).toBe(422)
  expect((await refused.json()).errors).toContainEqual(
    expect.objectContaining({ pointer: '#/root/steps/0/with/services/0' }),
  )
})

const step = (services: string[], about?: string) => ({
  kind: 'module',
  module: 'backgroundCheck',
  id: 'check',
  with: { services, ...(about && { about }) },
  deadlineSeconds: 60,
})
const asks = (condition: string, of = step(['OpeningProtection'])) => ({
  root: {
    kind: 'sequence',
    steps: [
      of,
      { kind: 'when', id: 'asks', condition, run: { kind: 'stop', outcome: 'rejected', reason: 'x' } },
    ],
  },
}) // prettier-ignore
const own = 'steps.check.services.OpeningProtection'

test.for<[string, object, RegExp]>([
  ['a service that the step does not ask', asks(`${own}.active`, step(['Sanctions'])), /services/],
  ['a field that the result has not', asks(`${own}.kind == "x"`), /kind/],
  ['a field of another type', asks(`${own}.active == "true"`), /yes or no/],
  ['parties of a step about the own alone', asks('steps.check.parties.exists(p, p.services.OpeningProtection.active)', step(['OpeningProtection'], 'own')), /parties/],
  ['the own of a step about parties alone', asks(`${own}.active`, step(['OpeningProtection'], 'parties')), /services/],
  ['a service that nobody has', asks('true', step(['Horoscope'])), /must be one of: .*OpeningProtection/],
  ['a case with a value of another type', {
    ...asks(`${own}.active`),
    cases: [{ name: 'x', results: { check: [{ services: { OpeningProtection: { active: 'no' } } }] }, expect: { outcome: 'rejected' } }],
  }, /true nor false/],
])('refused: %s', async ([, document, detail], { db }) => {
  await using protection = await openProtection(db)
  const answer = await protection.ask('POST', `/v1/packs/p-${randomUUID()}/versions`, document)
  expect(answer.status).toBe(422)
  expect(JSON.stringify((await answer.json()).errors)).toMatch(detail)
}) // prettier-ignore

test('cases say what a service brings, schemas and fields list it, and a backtest reads what was kept', async ({
  db,
}) => {
  await using protection = await openProtection(db)
  const said = (value: boolean, more = {}) => ({
    ...more,
    services: { OpeningProtection: { active: value } },
  })
  const row = (name: string, results: object[], transaction: object, expected: object) => ({
    name,
    results: { protection: results },
    transaction,
    expect: expected,
  })
  const person = { documentType: 'cpf' }
  const company = { documentType: 'cnpj' }
  const party = { isParty: true }
  const document = {
    ...accountPack(),
    demandCases: true,
    demandCoverage: true,
    cases: [
      row('free', [said(false)], person, { outcome: 'approved' }),
      row('protected', [said(true)], person, { reason: 'opening-protected' }),
      row('nobody has answered', [], person, { outcome: 'review', unansweredStep: 'verdict.opening-protected' }),
      row('a party is protected', [said(false), said(false, party), said(true, party)], company, { reason: 'party-protected' }),
      row('nobody stands behind it', [said(false)], company, { outcome: 'review', unansweredStep: 'verdict.party-protected' }),
    ],
  } // prettier-ignore
  const name = await protection.publish(document)
  await protection.decide(name)
  const backtest = await protection.ask('POST', `/v1/packs/${name}/backtests`, { version: 1 })
  expect(backtest.status).toBe(202)
  const [schema, fields] = await Promise.all(
    ['pack', 'pack-fields'].map(async (one) =>
      (await protection.app.call('GET', `/schemas/${one}.json`)).text(),
    ),
  )
  expect(schema).toContain('"OpeningProtection"')
  expect(JSON.parse(fields ?? '').fields).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ path: 'steps.backgroundCheck.services.OpeningProtection.active' }),
      expect.objectContaining({
        path: 'steps.backgroundCheck.parties[0].services.OpeningProtection.active',
      }),
    ]),
  )
})

test('without own services the list of capabilities is as it is', () => {
  expect(withOwnServices(capabilities, new Map())).toBe(capabilities)
})
