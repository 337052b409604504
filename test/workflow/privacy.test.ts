// Design, point 3: nothing of a person stands anywhere but sealed. The whole local start runs on files of its
// own, a person's data go through everything there is, and then all that is left is searched for them.
import { Client, Connection } from '@temporalio/client'
import postgres from 'postgres'
import { expect, inject, test as base } from 'vitest'
import { createFinder, findInFolder, type Finder, flatten, type Sought } from '#test/support/find-values.ts' // prettier-ignore
import { type OwnStack, startOwnStack } from '#test/support/own-stack.ts'
import { createBody, person } from '#test/support/person.ts'
import { startSmtp } from '#test/support/smtp.ts'
import { drivePerson, emails, keys, type Told, typed } from './privacy-journey.ts'

type Traces = {
  readonly told: Told
  /** What the service and its servers have left, by the place where it was. */
  readonly places: Readonly<Record<string, Buffer>>
  readonly home: string
}

/** Stands in each place on purpose, so that a search that finds nothing is known to work. A UUID, as a Request-Id is. */
const planted = '91827364-5a1b-4c2d-8e3f-90a1b2c3d4e5'

/** Words of the request that are nobody's. */
const ordinary = ['ArrestWarrant', 'BasicInfos', '2026-11-21T00:00:00', '30000.5']

/** Of the values of the person, for what is cut off somewhere. */
const parts = [
  'Zandavalli',
  'Kvasnicka',
  'Wratislava',
  'Quirina',
  'exemplar-privado',
  'Exemplaropolis',
]

/** A capability that takes further personal data adds them here. */
function personalValues({ codes, linkTokens }: Told): Sought[] {
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
    ...linkTokens,
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
      const stack = await startOwnStack({
        LOG_LEVEL: 'trace',
        SMTP_URL: smtp.url,
        WORKFLOW_BUNDLE: inject('bundlePath'),
        IDLE_CLOSE_SECONDS: '2',
        SWEEP_SECONDS: '1',
      })
      parts.defer(() => stack.close())
      await plant(stack)
      const told = await drivePerson(stack, smtp)
      const places = {
        ...(await readTemporal(stack.temporalAddress)),
        metrics: Buffer.from(await (await fetch(stack.metricsUrl)).arrayBuffer()),
        'rows of Postgres': await readRows(stack.databaseUrl),
        'answers to others, and refusals': Buffer.from(told.refusals.join('\n')),
      }
      const code = await stack.end()
      if (code !== 0) throw new Error(`the local start ended with ${code}`)
      await use({ told, places: { ...places, logs: stack.output() }, home: stack.home })
    },
    { scope: 'file' },
  ],
})

test('the search finds what was planted in each place', async ({ traces: { places, home } }) => {
  const find = createFinder([{ value: planted }])
  const found = Object.keys(places).filter((place) => find(places[place] ?? Buffer.of()).length > 0)
  expect(found).toEqual(['histories', 'visibility', 'rows of Postgres', 'logs'])
  const files = (await findInFolder(home, find)).map((one) => one.split(':')[0] ?? '')
  expect(files).toContainEqual(expect.stringMatching(/^postgres\/base\/\d+\/\d+$/))
  expect(files).toContainEqual(expect.stringMatching(/^postgres\/pg_wal\//))
  expect(files).toContainEqual(expect.stringMatching(/^temporal-[\d.]+\.db/))
})

test('the journey went everywhere', ({ traces: { told, places } }) => {
  expect([...told.statuses].toSorted((one, other) => one - other)).toEqual([
    200, 201, 202, 400, 401, 404, 405, 410, 415, 422, 500,
  ])
  expect(told.codes).toHaveLength(4)
  for (const code of told.codes) expect(code).toMatch(/^\d{6}$/)
  for (const linkToken of told.linkTokens) expect(linkToken).toMatch(/^[\w-]{43}$/)
  expect(places['metrics']?.toString()).toMatch(/^http_request_duration_seconds_count/m)
  expect(places['metrics']?.toString()).toMatch(/^temporal_/m)
  const logs = places['logs']?.toString() ?? ''
  expect(logs).toMatch(/"activity":"sendEmailToken".*"outcome":"ok"/)
  expect(logs).toMatch(/"activity":"runModule".*"outcome":"internal"/)
})

test('histories, visibility, logs, metrics, rows and refusals hold nothing of the person', ({
  traces: { told, places },
}) => {
  const find = createFinder(personalValues(told))
  const found = Object.entries(places).flatMap(([place, bytes]) => tell(place, find, bytes))
  expect(found).toEqual([])
})

test('the files of Postgres, of Temporal and of the home hold nothing of the person', async ({
  traces: { told, home },
}) => {
  expect(await findInFolder(home, createFinder(personalValues(told)))).toEqual([])
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
  await sql`insert into scratch values (${planted})`
  await sql.end()
  const connection = await Connection.connect({ address: temporalAddress })
  await new Client({ connection }).workflow.start('scratch', {
    workflowId: 'scratch',
    taskQueue: 'nobody',
    args: [{ planted }],
    memo: { planted },
  })
  await connection.close()
  await fetch(apiUrl, { headers: { 'request-id': planted } })
}

/** Every history with its payloads decoded, and what visibility and descriptions show. */
async function readTemporal(address: string) {
  const connection = await Connection.connect({ address })
  const client = new Client({ connection })
  const histories: Buffer[] = []
  const visibility: Buffer[] = []
  for await (const { workflowId, runId, raw, memo, searchAttributes } of client.workflow.list()) {
    const handle = client.workflow.getHandle(workflowId, runId)
    histories.push(flatten(await handle.fetchHistory()))
    visibility.push(flatten([raw, memo, searchAttributes, (await handle.describe()).raw]))
    if (workflowId === 'scratch') continue
    histories.push(flatten(await handle.query('state')))
    visibility.push(flatten(await handle.query('__temporal_workflow_metadata')))
  }
  await connection.close()
  return { histories: Buffer.concat(histories), visibility: Buffer.concat(visibility) }
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
