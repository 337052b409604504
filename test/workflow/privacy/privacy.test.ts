// Nothing of a person stands anywhere but sealed. The whole local start runs on files of its
// own, a person's data go through everything there is, and then all that is left is searched for them.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, Connection } from '@temporalio/client'
import postgres from 'postgres'
import { expect, inject, test as base } from 'vitest'
import { createFinder, findInFolder, type Finder, flatten, type Sought } from '#test/support/find-values.ts' // prettier-ignore
import { type OwnStack, startOwnStack } from '#test/support/servers/own-stack.ts'
import { createBody, person } from '#test/support/person.ts'
import { type Mobile, spellMobile, toE164 } from '#test/support/messaging/phone-spellings.ts'
import { startSmtp } from '#test/support/servers/smtp.ts'
import { driveChecks, foundOut, startPrivacyChecks } from './checks.ts'
import { driveActs, reasons } from './acts.ts'
import { driveCalls, exchanged } from './calls.ts'
import { createPrivacyClient, type PersonalValues } from './client.ts'
import { type PrivacyEngine, startPrivacyEngine } from './engine.ts'
import { drivePictures, picturedValues } from './images.ts'
import { drivePerson, emails, keys, typed } from './journey.ts'
import { eraseOne } from './erasure.ts'
import { answered, driveForms } from './forms.ts'
import { driveLink } from './link.ts'
import { driveOfficial } from './official.ts'
import { drivePhones, mobiles, written } from './phones.ts'
import { driveReview, noted } from './reviews.ts'
import { driveFamily, listed } from './family.ts'
import { brought, driveValues } from './values.ts'
import { startPrivacyVendors, wordings } from './vendors.ts'

type Traces = {
  readonly told: PersonalValues
  readonly engine: PrivacyEngine
  /** Temporary files that came to be while pictures were sent. */
  readonly temporary: readonly string[]
  /** What the service and its servers have left, by the place where it was. */
  readonly places: Readonly<Record<string, Buffer>>
  readonly home: string
  /** How many rows the messages to phones have left. */
  readonly counts: unknown
  /** How many objects lay in the store before one of the persons was erased. */
  readonly pictures: number
  /** What was kept of whoever was erased, before. */
  readonly erased: readonly Sought[]
}

/** Stands in each place on purpose, so that a search that finds nothing is known to work. A UUID, as a Request-Id is. */
const planted = '91827364-5a1b-4c2d-8e3f-90a1b2c3d4e5'

/** Numbers that stand in each place too, one in each way of writing numbers. */
const plantedMobiles: readonly (readonly [Mobile, (e164: string) => string])[] = [
  [{ area: '83', number: '981926354' }, (e164) => e164],
  [{ area: '84', number: '982837465' }, (e164) => e164.slice(1)],
  [{ area: '86', number: '983748576' }, (e164) => e164.slice(3)],
  [{ area: '87', number: '984659687' }, (e164) => e164.slice(1, 5) + e164.slice(6)],
  [{ area: '88', number: '985561798' }, (e164) => `${e164.slice(-8, -4)}-${e164.slice(-4)}`],
  [{ area: '91', number: '986672819' }, (e164) => Buffer.from(`15${e164}`).toString('hex')],
  [{ area: '94', number: '987783921' }, (e164) => `wamid.${btoa(`\x1c\x18${e164.slice(1)}5A`)}`],
  [{ area: '95', number: '988894132' }, (e164) => `wamid.${btoa(`\x1c${e164.slice(1, 5)}${e164.slice(6)}7`)}`], // prettier-ignore
]
const plantedTexts = [planted, ...plantedMobiles.map(([mobile, write]) => write(toE164(mobile)))]
const plantedValues = [planted, ...plantedMobiles.map(([mobile]) => toE164(mobile))]

/** Names each planted value once, in whatever way it was written. */
function createPlantedFinder(): Finder {
  const names = new Map([
    [planted, planted],
    ...plantedMobiles.flatMap(([mobile]) =>
      spellMobile(mobile).map((one) => [one, toE164(mobile)] as const),
    ),
  ])
  const find = createFinder([...names.keys()].map((value) => ({ value })))
  return (bytes) => [...new Set(find(bytes).map((one) => names.get(one) ?? one))].toSorted()
}

/** Words of the request that are nobody's. */
const ordinary = ['ArrestWarrant', 'BasicInfos', '2026-11-21T00:00:00', '30000.5']

/** Of the values of the person, for what is cut off somewhere. */
const parts = [
  'Zandavalli',
  'Kvasnicka',
  'Wratislava',
  'Quirina',
  'Clotilde',
  'exemplar-privado',
  'Exemplaropolis',
]

/** A capability that takes further personal data adds them here. */
function personalValues({ codes, pageTokens, secrets }: PersonalValues): Sought[] {
  const values = [
    ...Object.values(person),
    ...collect(createBody()),
    ...Object.values(emails),
    ...keys.map((key) => key.replaceAll('"', '')),
    typed,
    // As the service itself writes some of them down.
    '45999.12',
    '13:03:27.1234567',
    ...['', '11', '5511'].map((before) => before + person.phoneNumber),
    ...['', '21', '5521'].map((before) => before + person.otherPhoneNumber),
    ...parts,
    ...pageTokens,
    ...secrets,
    ...Object.values(mobiles).flatMap((mobile) => spellMobile(mobile)),
    ...Object.values(wordings),
    ...Object.values(written),
    ...Object.values(foundOut),
    ...Object.values(noted),
    ...Object.values(brought),
    ...Object.values(listed),
    'Zbigniew',
    ...Object.values(exchanged),
    'Krzesimir',
    ...Object.values(answered),
    'Brzeczyszczyk',
    ...Object.values(reasons),
    'Ploszczynsk',
    // Whom the vendors quote when they refuse.
    '5511987654321',
  ]
  const long = values.filter((value) => value.length >= 7 && !ordinary.includes(value))
  return [...long.map((value) => ({ value })), ...codes.map((value) => ({ value, whole: true }))]
}

const test = base.extend<{ traces: Traces }>({
  traces: [
    async ({}, use) => {
      await using parts = new AsyncDisposableStack()
      const smtp = await startSmtp()
      parts.defer(() => smtp.close())
      const vendors = await startPrivacyVendors()
      parts.defer(() => vendors.close())
      const sources = await startPrivacyChecks()
      parts.defer(() => sources.close())
      const engine = await startPrivacyEngine()
      parts.defer(() => engine.server.close())
      const stack = await startOwnStack({
        JWT_PEOPLE: 'true',
        LOG_LEVEL: 'trace',
        SMTP_URL: smtp.url,
        MESSAGING: vendors.MESSAGING,
        CHECKS: sources.CHECKS,
        WORKFLOW_BUNDLE: inject('bundlePath'),
        IDLE_CLOSE_SECONDS: '2',
        SWEEP_SECONDS: '1',
        ENGINE_FACE_URL: engine.server.url,
        ENGINE_DOCUMENT_URL: engine.server.url,
        ENGINE_TOKEN: engine.token,
      })
      parts.defer(() => stack.close())
      await plant(stack)
      const client = createPrivacyClient(stack)
      const { told } = client
      await drivePhones(client, vendors, stack.apiUrl)
      await drivePerson(stack, smtp, client)
      await driveChecks(client)
      await driveReview(client)
      await driveValues(client)
      await driveCalls(client)
      await driveFamily(client)
      await driveActs(stack, client)
      await driveForms(stack, client)
      await driveLink(stack, client)
      const temporary = await drivePictures(stack, engine, client)
      await driveOfficial(client)
      const counts = await countRows(stack.databaseUrl)
      const rows = await readRows(stack.databaseUrl)
      const pictures = await readdir(join(stack.home, 'images'), { recursive: true })
      const erased = await eraseOne(stack, client)
      const places = {
        ...(await readTemporal(stack.temporalAddress)),
        metrics: Buffer.from(await (await fetch(stack.metricsUrl)).arrayBuffer()),
        'rows of Postgres': rows,
        'answers to others, and refusals': Buffer.from(told.refusals.join('\n')),
      }
      const code = await stack.end()
      if (code !== 0) throw new Error(`the local start ended with ${code}`)
      await use({
        told,
        engine,
        temporary,
        places: { ...places, logs: stack.output() },
        home: stack.home,
        counts,
        pictures: pictures.length,
        erased,
      })
    },
    { scope: 'file' },
  ],
})

test('the search finds what was planted in each place', async ({ traces: { places, home } }) => {
  const find = createPlantedFinder()
  const everything = plantedValues.toSorted()
  for (const place of ['histories', 'visibility', 'rows of Postgres', 'logs'])
    expect([place, find(places[place] ?? Buffer.of())]).toEqual([place, everything])
  for (const place of ['metrics', 'answers to others, and refusals'])
    expect([place, find(places[place] ?? Buffer.of())]).toEqual([place, []])
  const files = await findInFolder(home, find)
  for (const value of plantedValues)
    for (const place of [/^postgres\/base\/\d+\/\d+: /, /^postgres\/pg_wal\//, /^temporal-[\d.]+\.db/])
      expect(files.filter((one) => one.endsWith(`: ${value}`))).toContainEqual(expect.stringMatching(place)) // prettier-ignore
})

test('the journey went everywhere', ({ traces: { told, places, counts } }) => {
  // A busy machine may try one of them again.
  const attempts: unknown = expect.toSatisfy((count: number) => count >= 20)
  const suppressions = {
    'email: recipient': 1,
    'sms: opt-out': 2,
    'sms: recipient': 1,
    'whatsapp: recipient': 1,
  }
  // Of a document 5, of two selfies with four pictures 8 each, of one with one 5.
  expect(counts).toEqual({ attempts, replies: 3, suppressions, unmatched: 3, marks: 26 })
  expect([...told.statuses].toSorted((one, other) => one - other)).toEqual([
    200, 201, 202, 204, 400, 401, 403, 404, 405, 409, 410, 415, 422, 500, 503,
  ])
  expect(told.codes).toHaveLength(6)
  for (const code of told.codes) expect(code).toMatch(/^\d{6}$/)
  for (const pageToken of told.pageTokens) expect(pageToken).toMatch(/^(?:[\w-]{22}|[\w-]{43})$/)
  expect(places['metrics']?.toString()).toMatch(/^atesta_http_request_duration_seconds_count/m)
  expect(places['metrics']?.toString()).toMatch(/^temporal_/m)
  const logs = places['logs']?.toString() ?? ''
  expect(logs).toMatch(/"activity":"challenge-send".*"outcome":"ok"/)
  expect(logs).toMatch(/"route":"\/hooks\/meta"/)
  expect(logs).toMatch(/"activity":"pack-compute".*"outcome":"internal"/)
  expect(logs).toMatch(/"activity":"official-match-start".*"outcome":"ok"/)
})

test('histories, visibility, logs, metrics, rows and refusals hold nothing of the person', async ({
  traces: { told, engine, places },
}) => {
  const find = createFinder([...personalValues(told), ...(await picturedValues(engine))])
  const found = Object.entries(places).flatMap(([place, bytes]) => tell(place, find, bytes))
  expect(found).toEqual([])
})

test('the files of Postgres, of Temporal and of the home hold nothing of the person', async ({
  traces: { told, engine, home },
}) => {
  const find = createFinder([...personalValues(told), ...(await picturedValues(engine))])
  expect(await findInFolder(home, find)).toEqual([])
})

test('whoever is erased is found by nobody: neither a key nor a hash of theirs was ever written down elsewhere', ({
  traces: { erased, places: all },
}) => {
  const { 'rows of Postgres': before = Buffer.of(), ...places } = all
  const find = createFinder(erased)
  expect(find(before)).toContain('data key')
  expect(Object.entries(places).flatMap(([place, bytes]) => tell(place, find, bytes))).toEqual([])
}) // prettier-ignore

test('pictures are stored, and go through no temporary file', async ({
  traces: { engine, temporary, pictures },
}) => {
  // What was sent, looked at again after failures, and compared.
  expect(engine.seen.length).toBeGreaterThan(15)
  expect(pictures).toBeGreaterThan(10)
  expect(temporary).toEqual([])
})

const tell = (place: string, find: Finder, bytes: Buffer) =>
  find(bytes).map((value) => `${place}: ${value}`)

/** All texts and numbers in a request, and the keys of its free maps. */
function collect(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [String(value)]
  return Object.values(value).flatMap(collect)
}

async function plant({ databaseUrl, temporalAddress, apiUrl }: OwnStack): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice() {} })
  await sql`create table scratch (value text)`
  await sql`insert into scratch select unnest(${plantedTexts}::text[])`
  await sql.end()
  const connection = await Connection.connect({ address: temporalAddress })
  await new Client({ connection }).workflow.start('scratch', {
    workflowId: 'scratch',
    taskQueue: 'nobody',
    args: [{ plantedTexts }],
    memo: { plantedTexts },
  })
  await connection.close()
  // A Request-Id is logged, and has the form of one: a number hides in it as in any other digits.
  const ids = plantedMobiles.map(
    ([{ area, number }]) => `${planted.slice(0, -12)}a${area}${number}`,
  )
  for (const id of [planted, ...ids]) await fetch(apiUrl, { headers: { 'request-id': id } })
}

/** Every history with its payloads decoded, and what visibility and descriptions show. */
async function readTemporal(address: string) {
  const connection = await Connection.connect({ address })
  const client = new Client({ connection })
  const histories: Buffer[] = []
  const visibility: Buffer[] = []
  for await (const { workflowId, runId, raw, memo, searchAttributes } of client.workflow.list()) {
    const handle = client.workflow.getHandle(workflowId, runId)
    const history = await handle.fetchHistory()
    histories.push(flatten(history))
    visibility.push(flatten([raw, memo, searchAttributes, (await handle.describe()).raw]))
    // One that was replaced before a worker ended its first task has no answers: its history is all that there is of it.
    const hasBegun = history.events?.some(({ workflowTaskCompletedEventAttributes: it }) => it)
    if (workflowId === 'scratch' || !hasBegun) continue
    // One that was just closing answers when it has closed.
    const ask = (query: string) => handle.query(query).catch(() => handle.query(query))
    histories.push(flatten(await ask('agenda')))
    visibility.push(flatten(await ask('__temporal_workflow_metadata')))
  }
  await connection.close()
  return { histories: Buffer.concat(histories), visibility: Buffer.concat(visibility) }
}

async function countRows(databaseUrl: string): Promise<unknown> {
  const sql = postgres(databaseUrl, { max: 1, onnotice() {} })
  const [counts] = await sql`
    select (select count(*)::int from challenge_attempt) as attempts,
      (select count(*)::int from challenge where reply_option is not null) as replies,
      (select jsonb_object_agg(what, number) from (
        select channel || ': ' || reason as what, count(*)::int as number
        from suppression group by what) as each) as suppressions,
      (select count(*)::int from unmatched_event) as unmatched,
      (select count(*)::int from picture_mark) as marks`
  await sql.end()
  return counts
}

/** Every row, because large values are compressed in the files; then all is written to these. */
async function readRows(databaseUrl: string): Promise<Buffer> {
  const sql = postgres(databaseUrl, { max: 1, onnotice() {} })
  const tables = await sql<{ schema: string; name: string }[]>`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`
  const rows: unknown[] = []
  for (const { schema, name } of tables) {
    rows.push(await sql`select * from ${sql(schema)}.${sql(name)}`)
    rows.push(await sql`select one::text from ${sql(schema)}.${sql(name)} as one`)
  }
  await sql`checkpoint`
  await sql.end()
  return flatten(rows)
}
