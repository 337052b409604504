// What must never end in `approved`, through the whole service: each of these is one answer away from a company that is.
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { listEntries } from '#src/journey/velocity/table.ts'
import type { Db } from '#src/platform/db/client.ts'
import { openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import { hitJudgements } from '#src/screening/orders/table.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import {
  ana,
  type Answer,
  call,
  type Checked,
  type Claims,
  claimsOf,
  company,
  create,
  decide,
  old,
  only,
  refused,
  sound,
  test,
} from '#test/support/scripted-company.ts'

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
  ['a register that does not know the number', { first: only(/Registry|Basic/, { document: company, found: false }) }, noRegister],
  ['a register that does not say whether it is active', { first: only(/Registry|Basic/, { document: company, found: true, name: sound.name, partners: sound.partners }) }, noRegister],
  ['a register that has it closed', { first: only(/Registry|Basic/, { ...sound, status: 'closed' }) }, noRegister],
  ['a partner of the same name with another number', { first: only(/Registry|Basic/, { ...sound, partners: [{ ...sound.partners[0], document: '***111111**' }] }) }, {}],
])('not approved: %s', async ([title, script, { without }], { app }) => {
  const tenant = `t-${title.replaceAll(/[^a-z]+/g, '-')}`.slice(0, 40)
  const { outcome, codes } = await decide(app, tenant, script)
  expect(outcome).not.toBe('approved')
  if (without !== undefined) expect(codes).not.toContain(without)
}) // prettier-ignore

const homonym = { ...hit, name: ana.name, birthDates: ['1970-05-17'] }
const listed = (more: object = {}) => ({
  first: only(/Sanctions/, { matches: [{ ...homonym, ...more }] }, /person/),
})
const day = 86_400_000
const yesterday = () => new Date(Date.now() - day)

/** Judges all hits of a transaction as about somebody else. */
async function judge(
  app: TestApp,
  tenant: string,
  { id, checks }: { readonly id: string; readonly checks: readonly Checked[] },
  people: readonly string[] = ['ana', 'rui'],
): Promise<number[]> {
  const statuses: number[] = []
  for (const { backgroundCheckId, services } of checks)
    for (const { hitId } of services.flatMap(({ result }) => result?.matches ?? []))
      for (const sub of people) {
        const path = `/v1/transaction/${id}/backgroundcheck/${backgroundCheckId}/hits/${hitId}/judgement`
        const body = { judgement: 'false-positive', note: 'Another father.' }
        statuses.push((await call(app, { ...claimsOf(tenant), sub }, path, body)).status)
      }
  return statuses
}

const value = { kind: 'document', documentType: 'CNPJ', document: company }

async function list(app: TestApp, claims: Claims, name: 'allow' | 'deny', more: object = {}) {
  const body = { ...value, evidence: 'own-case', ...more }
  expect((await call(app, claims, `/v1/lists/${name}`, body)).status).toBe(201)
}

const denied = { role: 'author', action: 'review' }

async function expireEntries(db: Db, tenant: string): Promise<void> {
  await db.update(listEntries).set({ expiresAt: yesterday() }).where(eq(listEntries.tenant, tenant))
}

async function comeAgain(app: TestApp, tenant: string): Promise<void> {
  for (let n = 0; n < 3; n += 1) await create(app, tenant)
}

test('a hit that two people have judged is approved, until something of it is another', async ({
  app,
  db,
}) => {
  const tenant = 'judged'
  const first = await decide(app, tenant, listed(), true)
  expect(first.reason).toBe('partner-listed')
  expect(await judge(app, tenant, first)).toEqual([202, 200])
  expect((await decide(app, tenant, listed(), true)).outcome).toBe('approved')
  for (const more of [
    { birthDates: ['1971-05-17'] },
    { documents: [ana.document] },
    { lists: ['another'] },
  ])
    expect((await decide(app, tenant, listed(more), true)).reason).toBe('partner-listed')
  await db
    .update(hitJudgements)
    .set({ expiresAt: yesterday() })
    .where(eq(hitJudgements.tenant, tenant))
  expect((await decide(app, tenant, listed(), true)).reason).toBe('partner-listed')
})

test('one person’s judgement, another tenant’s and that of another subject approve nothing', async ({
  app,
}) => {
  const alone = await decide(app, 'alone', listed(), true)
  expect(await judge(app, 'alone', alone, ['ana', 'ana'])).toEqual([202, 202])
  expect((await decide(app, 'alone', listed(), true)).reason).toBe('partner-listed')
  expect((await decide(app, 'neighbour', listed(), true)).reason).toBe('partner-listed')
  // Judged of the representative; the company has the same entry.
  const own = await decide(app, 'subjects', listed(), true)
  expect(await judge(app, 'subjects', own)).toEqual([202, 200])
  const ofCompany = only(/Sanctions/, { matches: [{ ...homonym, name: 'Acme Ltda' }] })
  expect((await decide(app, 'subjects', { first: ofCompany }, true)).reason).toBe('listed')
})

test('an allow entry lifts velocity until it expires, and nothing else', async ({ app, db }) => {
  const claims = claimsOf('allowed')
  await list(app, claims, 'allow')
  await comeAgain(app, 'allowed')
  expect((await decide(app, 'allowed', {}, true)).outcome).toBe('approved')
  await expireEntries(db, 'allowed')
  expect((await decide(app, 'allowed', {}, true)).reason).toBe('velocity-alert')
  // Of another tenant, and of the sandbox.
  await list(app, claimsOf('elsewhere'), 'allow')
  await list(app, { ...claimsOf('busy'), mode: 'sandbox' }, 'allow')
  await comeAgain(app, 'busy')
  expect((await decide(app, 'busy', {}, true)).reason).toBe('velocity-alert')
  await list(app, claimsOf('both'), 'allow')
  await list(app, claimsOf('both'), 'deny', denied)
  expect((await decide(app, 'both', {}, true)).reason).toBe('denied-entry')
})

test('a deny entry counts in every spelling and under every hash key, a victim’s too', async ({
  app,
  db,
}) => {
  const before = await createTestApp(db, createSealer(openKeyring(old)))
  await list(before, claimsOf('rotated'), 'deny', denied)
  expect((await decide(app, 'rotated', {}, true)).reason).toBe('denied-entry')
  await list(app, claimsOf('spelled'), 'deny', { ...denied, document: '11.222.333/0001-81' })
  expect((await decide(app, 'spelled', {}, true)).reason).toBe('denied-entry')
  await list(app, claimsOf('victim'), 'deny', { role: 'victim', action: 'review' })
  expect((await decide(app, 'victim', {}, true)).reason).toBe('victim')
})
