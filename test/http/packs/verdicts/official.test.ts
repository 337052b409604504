// A person in live, over two accounts of Datavalid on small servers: what proves a document, and what does not.
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { CheckAccount, Checking } from '#src/screening/orders/port.ts'
import { test as database } from '#test/db/fixture.ts'
import { createTestApp, type TestApp, testIssuer } from '#test/support/app.ts'
import { standByEngines } from '#test/support/biometrics/engines.ts'
import { fileTrust } from '#test/support/biometrics/file-issuer.ts'
import { sandboxChecking } from '#test/support/checking.ts'
import { sharedAccount, silentMessaging } from '#test/support/messaging/messaging.ts'
import { openCheckAccount } from '#test/support/vendors/check-harness.ts'
import {
  type CheckServer,
  type CheckVendorAnswer,
  startCheckServer,
} from '#test/support/vendors/check-server.ts'
import { datavalidConfig, datavalidDialect, startConsents, type ValidationBody } from '#test/support/vendors/datavalid.ts' // prettier-ignore
import { official, type OfficialRow, otherSize, showCard, showFile } from './official.ts'
import { createPerson, type OutcomeAndReason, type Person, personOf, verdictOf } from './people.ts'
import { soundRegister } from './sound-register.ts'

const biometrics = { signedKinds: ['CNH' as const] }
const settings = {
  live: { biometrics },
  lenient: { biometrics, verdicts: { approveUnproven: true } },
  /** As in live, with a clock that can be moved. */
  timed: { biometrics, verdicts: { approveUnproven: false } },
}

type Source = {
  readonly answers: Map<string, CheckVendorAnswer>
  readonly account: CheckAccount
  readonly server: CheckServer
}

const test = database.extend<{ live: { app: TestApp; first: Source; second: Source; refused: Set<string> } }>({
  live: [
    async ({ db }, use) => {
      await standByEngines(db)
      const consents = await startConsents()
      const start = async (id: string) => {
        const answers = new Map<string, CheckVendorAnswer>()
        const server = await startCheckServer(datavalidDialect(({ cpf }) => answers.get(cpf)))
        const config = { ...datavalidConfig(server.url, consents.server.url), costMicros: 2_000_000 }
        const privateHosts = [server.host, consents.server.host]
        const account = { ...openCheckAccount(config, { privateHosts }), id }
        return { answers, account, server, close: () => server.close() }
      }
      const [first, second] = [await start('first'), await start('second')]
      const accounts = [soundRegister, first.account, second.account]
      const app = await createTestApp(db, undefined, {
        messaging: silentMessaging({ settings, accounts: [sharedAccount] }),
        issuers: [testIssuer({ people: true })],
        signedFiles: fileTrust,
        checking: inBothModes(sandboxChecking({ accounts })),
      })
      await use({ app, first, second, refused: consents.refused })
      await Promise.all([first.close(), second.close(), consents.server.close()])
    },
    { scope: 'file' },
  ],
}) // prettier-ignore

/** Official bases are asked in the sandbox, too. */
function inBothModes(checking: Checking): Checking {
  const { accounts } = checking
  const inLive = <Of extends { readonly tenant: string }>(owner: Of) =>
    ({ ...owner, mode: 'live' }) as const
  return {
    ...checking,
    accounts: {
      all: () => accounts.all(),
      list: (owner, port, service) =>
        accounts.list(port === 'official-match' ? inLive(owner) : owner, port, service),
      find: (owner, id) =>
        accounts.find(id === 'first' || id === 'second' ? inLive(owner) : owner, id),
    },
  }
}

const claimsOf = (tenant: keyof typeof settings) =>
  ({ tenant, mode: tenant === 'timed' ? 'sandbox' : 'live' }) as const

async function show(
  { app, first, second, refused }: { app: TestApp; first: Source; second: Source; refused: Set<string> },
  { act = showCard, tenant = 'live', ...row }: OfficialRow,
): Promise<Person> {
  const person = await createPerson(app, personOf(), claimsOf(row.fails ? 'timed' : tenant))
  if (row.first) first.answers.set(person.document, row.first)
  if (row.second) second.answers.set(person.document, row.second)
  if (row.noConsent) refused.add(person.document)
  await act(person)
  return person
} // prettier-ignore

/** In live time cannot be moved, and nothing waits there but for answers. */
async function endOf(person: Person, { fails }: Pick<OfficialRow, 'fails'> = {}) {
  if (fails) return verdictOf(person, 'onboarding')
  for (let turn = 0; turn < 60; turn += 1) {
    const verdict = await person.ask('onboarding')
    if (verdict[0] !== 'processing') return verdict
    await person.perform(1)
  }
  return person.ask('onboarding')
}

test('whom they prove is approved, and nobody else', async ({ live }) => {
  const rows = Object.entries(official)
  const seen = new Map<string, OutcomeAndReason>()
  const left = rows.values()
  const lane = async () => {
    for (const [name, row] of left) seen.set(name, await endOf(await show(live, row), row))
  }
  await Promise.all(Array.from({ length: 5 }, lane))
  expect(Object.fromEntries(seen)).toEqual(
    Object.fromEntries(rows.map(([name, { verdict }]) => [name, verdict])),
  )
})

const agreeing = official['a card, and a base that agrees'] ?? { verdict: [''] }

/** What the row that approves has read of the proof. */
async function readProof(app: TestApp, { id }: Person): Promise<string[]> {
  const claims = { ...claimsOf('live'), scope: 'transactions:read reviews:write' }
  const { runId } = await (await app.call('GET', `/v1/packs/onboarding/${id}`, { claims })).json()
  const path = `/v1/packs/onboarding/${id}/runs/${runId}/evidence`
  const { answers } = await (await app.call('GET', path, { claims })).json()
  type Values = readonly { readonly read: string; readonly value: string[] }[]
  const values = (answers as { values?: Values }[]).flatMap((one) => one.values ?? [])
  return values.find(({ read }) => read === 'facts.documents.provenBy')?.value ?? []
}

const namesOf = (proof: readonly string[]) => proof.map((one) => one.slice(0, one.indexOf(':')))

test('the evidence says what has proven it: source, band and time; signer, chain and time', async ({
  live,
}) => {
  const byBase = await show(live, agreeing)
  const byFile = await show(live, { act: showFile, verdict: [''] })
  await endOf(byBase)
  await endOf(byFile)
  const proof = await readProof(live.app, byBase)
  expect(proof).toEqual(expect.arrayContaining(['official-source:first', 'official-face:match', 'official-similarity:0.9712'])) // prettier-ignore
  expect(namesOf(proof)).toContain('official-at')
  const signed = await readProof(live.app, byFile)
  expect(signed).toContain('signer:11222333000181')
  expect(namesOf(signed)).toEqual(expect.arrayContaining(['signed-at', 'signer-policy', 'certificate'])) // prettier-ignore
})

test('it is bought once, at its price, under a law, and the second source only for what the first did not see', async ({
  live,
}) => {
  const { app, second } = live
  const claims = { ...claimsOf('live'), scope: 'transactions:read audit:read' }
  const costs = async ({ id }: Person) => {
    const entries = await (await app.call('GET', `/v1/transaction/${id}/timeline`, { claims })).json() // prettier-ignore
    return (entries as { module?: string; provider?: string; costMicros?: number }[]).flatMap((one) => one.module === 'official-match' && one.costMicros ? [[one.provider, one.costMicros]] : []) // prettier-ignore
  }
  const known = await show(live, agreeing)
  second.answers.set(known.document, { status: 500, body: {} })
  await endOf(known)
  await app.call('POST', `/v1/packs/onboarding/${known.id}`, { claims: claimsOf('live'), body: {} })
  await endOf(known)
  expect(await costs(known)).toEqual([['first', 2_000_000]])
  const unknown = await show(live, { second: agreeing.first, verdict: [''] } as OfficialRow)
  await endOf(unknown)
  expect(await costs(unknown)).toEqual([['first', 2_000_000], ['second', 2_000_000]]) // prettier-ignore
})

const reviewing = { ...claimsOf('live'), scope: 'transactions:read reviews:write', sub: 'ana' }

test('a review shows what has proven it, and what speaks against it', async ({ live }) => {
  const { app } = live
  const row = official['another face, and a signed file'] ?? { verdict: [''] }
  const person = await show(live, row)
  await endOf(person)
  const read = async (path: string) => (await app.call('GET', path, { claims: reviewing })).json()
  const { reviews } = await read(`/v1/reviews?transactionId=${person.id}`)
  const shown = JSON.stringify(await read(`/v1/reviews/${reviews[0].id}`))
  expect(shown).toMatch(/documents\.contradicted[^}]*true/)
  expect(shown).toContain('signer:11222333000181')
})

test('what a base has said of one selfie proves nothing of the next one', async ({ live }) => {
  const person = await show(live, agreeing)
  expect(await endOf(person)).toEqual(['approved', 'all-proven'])
  live.first.answers.set(person.document, { status: 200, body: { cnh_existe: false } })
  await person.showFace({ size: otherSize })
  const path = `/v1/packs/onboarding/${person.id}`
  await live.app.call('POST', path, { claims: claimsOf('live'), body: {} })
  expect(await endOf(person)).toEqual(['review', 'document-unproven'])
})

test('no row, log or answer holds what was sent: picture, number, consent, bearer, key', async ({ live, db }) => {
  const { app, first } = live
  const person = await show(live, agreeing)
  await endOf(person)
  const sent = first.server.requests.findLast(({ body }) => body.includes(person.document))
  const { validacao, privacidade } = JSON.parse(sent?.body ?? '{}') as ValidationBody
  const { base64 } = validacao.biometria_facial
  const middle = Math.floor(base64.length / 2)
  const slices = [0, middle].map((at) => base64.slice(at + 40, at + 120))
  const secrets = ['bearer-of-an-hour', 'hush-of-ours', 'of ours', privacidade.senatran.token]
  const tables = await db.execute<{ name: string }>(sql`select tablename as name from pg_tables where schemaname = 'public'`)
  const rows: unknown[] = []
  for (const { name } of tables) rows.push(await db.execute(sql`select one::text as text from ${sql.identifier(name)} as one`))
  const answers = await Promise.all(['timeline', 'redoc', 'backgroundcheck'].map(async (name) => (await app.call('GET', `/v1/transaction/${person.id}/${name}`, { claims: claimsOf('live') })).text()))
  const places = { rows: JSON.stringify(rows), log: app.log.join(''), answers: answers.join('') }
  const bytes = slices.map((one) => Buffer.from(one, 'base64').toString('hex'))
  for (const [place, text] of Object.entries(places))
    expect([place, [...secrets, ...slices, ...bytes].filter((one) => text.includes(one))]).toEqual([place, []])
  expect(`${places.rows}${places.log}`).not.toContain(person.document)
}) // prettier-ignore

test('a second source beyond the cap of the day is asked nothing', async ({ live, db }) => {
  const accounts = [soundRegister, live.first.account, live.second.account]
  const app = await createTestApp(db, live.app.sealer, {
    messaging: silentMessaging({ settings, accounts: [sharedAccount] }),
    signedFiles: fileTrust,
    checking: inBothModes(sandboxChecking({ accounts, capMicros: 3_000_000 })),
  })
  const person = await show({ ...live, app }, { fails: true, verdict: [''] })
  const asked = live.second.server.requests.length
  expect(await endOf(person, { fails: true })).toEqual(['review', 'document-unproven'])
  const timeline = await app.call('GET', `/v1/transaction/${person.id}/timeline`, { claims: claimsOf('timed') }) // prettier-ignore
  expect(await timeline.text()).toContain('limit-reached')
  expect(live.second.server.requests).toHaveLength(asked)
})
