// Backs up database, keyring and images, deletes everything, and restores it; everything must come back except for
// people who were erased meanwhile.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, readdir, rm } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type Caller, createCaller, personWith } from '#test/support/caller.ts'
import { createFleet } from '#test/support/process.ts'
import { startOwnTemporal } from '#test/support/servers/temporal-server.ts'
import { everyScope } from '#test/support/token.ts'
import { openStage, type Stage } from '#test/load/stage.ts'
import { hold, insist, type Part, type Say } from './part.ts'
import { addressOf } from '#test/load/people.ts'
import { codeOf, packOf, takeSelfie, travel } from './travel.ts'

const run = promisify(execFile)
const journeys = 12
const later = 5
/** The folder of the ledger in the object store. */
const ledger = 'erasures'

export const restore: Part = {
  name: 'restore',
  proves:
    'a back-up of database, keyring and pictures is enough after all is lost, and who was erased stays erased',
  async run(say) {
    await using stage = await openStage()
    const before = await work(stage)
    await lose(stage)
    await bringBack(stage, before, say)
  },
}

/** When the erasure was requested, and the id of its receipt. */
type Erased = {
  readonly id: string
  readonly receiptId: string
  readonly when: 'before the back-up' | 'after it' | 'created after it'
}

type Known = {
  /** The answers by their path at the time of the backup. */
  readonly answers: ReadonlyMap<string, unknown>
  readonly picture: string
  /** A transaction with a code that was not entered yet. */
  readonly waiting: { readonly id: string; readonly code: string }
  readonly lost: readonly string[]
  readonly erased: readonly Erased[]
  readonly backedUpAt: number
  readonly lostAt: number
}

/** The processes are killed when this ends. */
async function work(stage: Stage): Promise<Known> {
  await using fleet = stage.openFleet()
  const [api] = await Promise.all([fleet.startApi(), fleet.startWorker(), fleet.startEngines()])
  const caller = createCaller(api.url, { scope: everyScope })
  const ids = await Promise.all(Array.from({ length: journeys }, () => travel(caller)))
  const [seen = ''] = ids
  const old = await travel(caller)
  const leaving = await travel(caller)
  await takeSelfie(caller, leaving)
  const erased = [await erase(stage, caller, { id: old, when: 'before the back-up' })]
  await takeSelfie(caller, seen)
  const open = await caller.create(addressOf())
  await caller.askToken(open)
  const code = await codeOf(caller, open)
  const answers = new Map<string, unknown>()
  for (const id of [...ids, open])
    for (const path of pathsOf(id)) answers.set(path, (await caller.send('GET', path)).body)

  const backedUpAt = Date.now()
  await stage.database.copy()
  await cp(stage.keyringFile, join(stage.folder, 'backup/keyring.json'))
  // The images are copied after the database, so that all images it refers to are there; others are swept.
  await cp(stage.images, join(stage.folder, 'backup/images'), { recursive: true })
  const lost = await Promise.all(Array.from({ length: later }, () => travel(caller)))
  erased.push(await erase(stage, caller, { id: leaving, when: 'after it' }))
  const newer = await travel(caller)
  erased.push(await erase(stage, caller, { id: newer, when: 'created after it' }))
  const picture = await readPicture(caller, api.url, seen)
  const waiting = { id: open, code }
  return { answers, picture, waiting, lost, erased, backedUpAt, lostAt: Date.now() }
}

/** Its line is in the ledger when this resolves. */
async function erase(
  { images }: Stage,
  caller: Caller,
  { id, when }: Omit<Erased, 'receiptId'>,
): Promise<Erased> {
  const { status, body } = await caller.send('DELETE', `/v1/transaction/${id}`)
  hold(status === 202, `an erasure is answered ${status}`)
  const receiptId = String(body['receiptId'])
  const line = join(images, ledger, receiptId)
  await insist(60, async () => hold(existsSync(line), 'an erasure has no line in the ledger'))
  return { id, receiptId, when }
}

/**
 * Deletes everything but the ledger, which is copied line by line as it grows, apart from any backup (docs/erasure.md).
 */
async function lose({ database, temporal, keyringFile, images, folder }: Stage): Promise<void> {
  await database.kill()
  await temporal.kill()
  await rm(keyringFile)
  await cp(join(images, ledger), join(folder, 'ledger'), { recursive: true })
  await rm(images, { recursive: true })
}

async function bringBack(stage: Stage, known: Known, say: Say): Promise<void> {
  const watch = startWatch()
  await stage.database.replaceByCopy({ promoted: false })
  await cp(join(stage.folder, 'backup/keyring.json'), stage.keyringFile)
  await cp(join(stage.folder, 'backup/images'), stage.images, { recursive: true })
  await cp(join(stage.folder, 'ledger'), join(stage.images, ledger), { recursive: true })
  watch.lap('data')
  const pictures = await countPictures(stage)
  await expectRefusal(stage)
  const replayed = await command('replay-erasures', stage.options)
  // People erased before the backup are erased in it too; people who came after it do not exist in it.
  const expected = '3 lines in the ledger: 1 erased, 0 restricted, 0 taken back anew.'
  hold(replayed === expected, `the ledger was replayed as “${replayed}”`)
  const gone = pictures - (await countPictures(stage))
  hold(gone > 0, 'the pictures of who was erased are back')
  watch.lap('ledger')
  await using temporal = disposable(await startOwnTemporal())
  const options = { ...stage.options, temporalAddress: temporal.address }
  await using fleet = createFleet(options)
  const environment = { TEMPORAL_TASK_QUEUE: 'restored' }
  watch.lap('Temporal')
  const api = await fleet.startApi(environment)
  await insist(30, async () =>
    hold((await fetch(`${api.url}/readyz`)).ok, 'the API is not ready again'),
  )
  watch.lap('API')
  await fleet.startWorker(environment)
  await command('nudge-open', {
    ...options,
    environment: { ...options.environment, ...environment },
  })
  watch.lap('worker')
  const caller = createCaller(api.url, { scope: everyScope })
  await travel(caller)
  watch.lap('first journey')

  await compare(caller, known)
  for (const one of known.erased) await checkErased(caller, one)
  hold((await readPicture(caller, api.url, idOf(known))) === known.picture, 'a picture is another')
  const { id, code } = known.waiting
  hold((await caller.validate(id, code)).status === 200, 'a code of before is not taken')
  hold((await packOf(caller, id)) === 'completed', 'a transaction of before does not go on')
  for (const one of known.lost)
    hold((await caller.readToken(one)).status === 404, 'what was lost is half there')
  const seconds = ((known.lostAt - known.backedUpAt) / 1_000).toFixed(1)
  say(`proved: ${known.answers.size} answers of before are the same, a picture byte by byte,`)
  say('        a code that was sent before is taken, and a new journey reaches its pack')
  say(`erased: ${known.erased.map(({ when }) => when).join(', ')}: each 404, with its receipt, and`)
  say(
    `        found by no search, ${gone} pictures of theirs deleted again; the ledger: ${replayed}`,
  )
  say(
    `RPO: the time since the back-up; here ${seconds} s with ${known.lost.length} transactions, all of them 404`,
  )
  say(`RTO: ${watch.total()} s from the empty machine to the first journey (${watch.said()})`)
}

/** The transaction whose answers were read first has the image. */
const idOf = ({ answers }: Known): string => [...answers.keys()][0]?.split('/')[3] ?? ''

async function compare(caller: Caller, { answers }: Known): Promise<void> {
  for (const [path, body] of answers) {
    const now = (await caller.send('GET', path)).body
    const same = path.endsWith('/timeline') ? startOf(now, body) : now
    hold(JSON.stringify(same) === JSON.stringify(body), `another answer of ${path}`)
  }
}

/** The part of a timeline that existed before, because new entries are added. */
const startOf = (now: unknown, before: unknown): unknown =>
  Array.isArray(now) && Array.isArray(before) ? now.slice(0, before.length) : now

const pathsOf = (id: string) => [
  `/v1/transaction/${id}`,
  `/v1/transaction/${id}/emails/tokens`,
  `/v1/transaction/${id}/timeline`,
]

async function readPicture(caller: Caller, url: string, id: string): Promise<string> {
  const { body } = await caller.send('GET', `/v1/transaction/${id}/biometrics/selfie`)
  const { pathname, search } = new URL(String(body['selfieUrl']))
  const answer = await fetch(`${url}${pathname}${search}`)
  hold(answer.ok, `a picture is answered ${answer.status}`)
  return createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex')
}

async function countPictures({ images }: Stage): Promise<number> {
  const files = await readdir(images, { recursive: true, withFileTypes: true })
  return files.filter((one) => one.isFile() && basename(one.parentPath) !== ledger).length
}

/** Checks that erased transactions cannot be read or found, and that their receipts exist. */
async function checkErased(caller: Caller, { id, receiptId, when }: Erased): Promise<void> {
  for (const path of [`/v1/transaction/${id}`, `/v1/transaction/${id}/biometrics/selfie`]) {
    const { status } = await caller.send('GET', path)
    hold(status === 404, `${path} of one erased ${when} is answered ${status}`)
  }
  const { body } = await caller.send('GET', `/v1/erasures/${receiptId}`)
  hold(body['transactionId'] === id, `the receipt of one erased ${when} is not known`)
  const { body: listed } = await caller.send('GET', '/v1/transactions?limit=100')
  const { body: found } = await caller.send('POST', '/v1/transactions/search', {
    document: personWith('').document,
  })
  for (const list of [listed, found])
    hold(!JSON.stringify(list).includes(id), `one erased ${when} is listed`)
}

/** Checks that an API refuses to start on a backup in which erased people exist again. */
async function expectRefusal({ options }: Stage): Promise<void> {
  const { databaseUrl, temporalAddress, environment } = options
  const env = { DATABASE_URL: databaseUrl, TEMPORAL_ADDRESS: temporalAddress, ...environment }
  const more = { JWT_SECRET: 'x'.repeat(32), LOG_LEVEL: 'error', PORT: '0', METRICS_PORT: '0' }
  const file = resolve(import.meta.dirname, '../../../src/main/api.ts')
  const said = await run(process.execPath, [file], {
    env: { ...env, ...more },
    timeout: 60_000,
  }).then(
    () => 'nothing',
    (error: { stderr?: string }) => error.stderr ?? '',
  )
  hold(said.includes('replay-erasures'), 'an API serves who was erased: ' + said)
}

/** Runs an operator’s command; resolves to its output. */
async function command(name: string, options: Stage['options']): Promise<string> {
  const { databaseUrl, temporalAddress, environment } = options
  const file = resolve(import.meta.dirname, `../../../src/main/commands/${name}.ts`)
  const env = { DATABASE_URL: databaseUrl, TEMPORAL_ADDRESS: temporalAddress, ...environment }
  const { stdout } = await run(process.execPath, [file], {
    env: { ...env, JWT_SECRET: 'x'.repeat(32), LOG_LEVEL: 'error' },
  })
  return stdout.trim()
}

type Closing = { close(): Promise<void> }
const disposable = <T extends Closing>(one: T): T & AsyncDisposable =>
  Object.assign(one, { [Symbol.asyncDispose]: () => one.close() })

function startWatch() {
  const begun = performance.now()
  let last = begun
  const laps: string[] = []
  const seconds = (ms: number) => (ms / 1_000).toFixed(1)
  return {
    lap(name: string): void {
      laps.push(`${name} ${seconds(performance.now() - last)}`)
      last = performance.now()
    },
    total: () => seconds(last - begun),
    said: () => laps.join(', '),
  }
}
