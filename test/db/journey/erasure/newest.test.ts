// Whoever starts on a database that is older than the ledger of erasures serves nobody, and says what to do.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { expect, inject, test, vi } from 'vitest'
import { storageAway, type ObjectStore } from '#src/platform/object-store.ts'
import { folderStore } from '#src/biometrics/images/folder.ts'
import { finishErasures } from '#src/journey/erasure/finish.ts'
import { isLedgerAhead, moveNewest } from '#src/journey/erasure/newest.ts'
import { checkLedger } from '#src/main/ports/check-ledger.ts'
import { openDatabase } from '#src/platform/db/client.ts'
import { createLog } from '#src/platform/log.ts'
import { createMetrics } from '#src/platform/metrics.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import { runningUrl } from '#test/db/setup.ts'
import { createTestApp } from '#test/support/app.ts'
import { compileCache } from '#test/support/process.ts'
import { silentMessaging } from '#test/support/messaging/messaging.ts'
import { everyScope } from '#test/support/token.ts'
import { createTransaction } from '#test/support/transactions.ts'

const keyring = createKeyring()
const sealer = createSealer(openKeyring(keyring))
const run = promisify(execFile)
const main = join(import.meta.dirname, '../../../../src/main')
const command = 'replay-erasures.ts'

/** A database with one person, the same as it was backed up, and the ledger of the erasure that followed. */
async function openRestore(parts: AsyncDisposableStack) {
  const folder = await mkdtemp(join(tmpdir(), 'atesta-ledger-'))
  parts.defer(() => rm(folder, { recursive: true, force: true }))
  const objects = folderStore(folder)
  const adminUrl = inject('adminUrl')
  const admin = postgres(adminUrl, { max: 1, onnotice() {} })
  parts.defer(() => admin.end())
  const suffix = randomBytes(6).toString('hex')
  const copy = async (name: string, template: string) => {
    await admin`create database ${admin(name)} template ${admin(template)}`
    parts.defer(async () => void (await admin`drop database ${admin(name)} with (force)`))
    return name
  }
  const open = async (name: string) => {
    const database = openDatabase(runningUrl(adminUrl, name), 'test')
    const app = await createTestApp(database.db, sealer, {
      messaging: silentMessaging(),
      store: objects,
    })
    const call = (method: string, path: string) =>
      app.call(method, path, { claims: { scope: everyScope } })
    return { ...database, app, call }
  }
  const used = await copy(`test_${suffix}_used`, inject('template'))
  const first = await open(used)
  const person = await createTransaction(first.app)
  await first.close()
  const backup = await copy(`test_${suffix}_backup`, used)
  const empty = await copy(`test_${suffix}_empty`, inject('template'))
  const second = await open(used)
  parts.defer(() => second.close())
  expect(await isLedgerAhead(second.db, objects)).toBe(false)
  await second.call('DELETE', `/v1/transaction/${person}`)
  // It is written behind the commit, and the database that wrote it knows it.
  expect(await isLedgerAhead(second.db, objects)).toBe(false)
  await finishErasures({ deps: second.app.deps, objects })
  const restored = await open(backup)
  parts.defer(() => restored.close())
  const env = {
    ...compileCache(),
    TEMPORAL_ADDRESS: '127.0.0.1:1',
    KEYRING: JSON.stringify(keyring),
    JWT_SECRET: 'x'.repeat(32),
    JWT_SCOPES: 'exact',
    LOG_LEVEL: 'error',
    PORT: '0',
    METRICS_PORT: '0',
    IMAGES_FOLDER: folder,
  }
  /** What a process or a command says: code and text. */
  const start = (file: string, name = backup) => {
    const options = { env: { ...env, DATABASE_URL: runningUrl(adminUrl, name) }, timeout: 240_000 }
    return run(process.execPath, [join(main, file)], options).then(
      ({ stdout }) => [0, stdout],
      (error: { code?: number; stderr?: string }) => [error.code, error.stderr],
    )
  }
  return { objects, person, used: second, restored, empty, start }
}

test('API and worker end on a back-up from before an erasure, until the command has run', async () => {
  await using parts = new AsyncDisposableStack()
  const { objects, person, used, restored, empty, start } = await openRestore(parts)
  expect(await isLedgerAhead(used.db, objects)).toBe(false)
  expect((await restored.call('GET', `/v1/transaction/${person}`)).status).toBe(200)
  for (const file of ['api.ts', 'worker.ts'])
    expect(await start(file)).toEqual([1, expect.stringContaining(command)])
  expect(await start('api.ts', empty)).toEqual([1, expect.stringContaining(command)])
  const replayed = '1 lines in the ledger: 1 erased, 0 restricted, 0 taken back anew.\n'
  expect(await start(`commands/${command}`)).toEqual([0, replayed])
  expect(await isLedgerAhead(restored.db, objects)).toBe(false)
  expect((await restored.call('GET', `/v1/transaction/${person}`)).status).toBe(404)
  expect(await start(`commands/${command}`, empty)).toEqual([0, expect.stringContaining('1 lines')])
  const fresh = openDatabase(runningUrl(inject('adminUrl'), empty), 'test')
  parts.defer(() => fresh.close())
  expect(await isLedgerAhead(fresh.db, objects)).toBe(false)
})

test('the newest line stays the newest, whatever is tried again, by however many at once', async () => {
  await using parts = new AsyncDisposableStack()
  const { objects, used, restored } = await openRestore(parts)
  const old = { kind: 'erasure', id: crypto.randomUUID(), at: '2020-01-01T00:00:00.000Z' } as const
  await moveNewest(used.db, objects, old)
  expect(await isLedgerAhead(used.db, objects)).toBe(false)
  const later = [1, 2, 3, 4, 5, 6].map((day) => ({
    kind: 'withdrawal' as const,
    id: crypto.randomUUID(),
    at: `2999-01-0${day}T00:00:00.000Z`,
  }))
  await Promise.all(
    [...later, ...later.toReversed()].map((one) => moveNewest(used.db, objects, one)),
  )
  const newest = await objects.get('erasures/newest')
  expect(JSON.parse(Buffer.from(newest ?? []).toString())).toEqual(later.at(-1))
  expect(await isLedgerAhead(restored.db, objects)).toBe(true)
})

test('with the store away a process serves and says so; when it is back, one that is behind ends', async () => {
  await using parts = new AsyncDisposableStack()
  const { objects, used, restored } = await openRestore(parts)
  let isAway = true
  const get = async (name: string) => {
    if (isAway) throw storageAway(new Error('gone'))
    return objects.get(name)
  }
  const store: ObjectStore = { ...objects, get }
  const lines: string[] = []
  const log = await createLog('warn', 'test', { write: (line) => void lines.push(line) })
  const metrics = createMetrics()
  const unread = async () => (await metrics.ledgerUnread.get()).values[0]?.value
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    for (const [{ db }, ended] of [
      [used, 0],
      [restored, 1],
    ] as const) {
      isAway = true
      const end = vi.fn<() => void>()
      await checkLedger({ db, objects: store, log, metrics }, parts, end)
      expect([lines.length > 0, await unread()]).toEqual([true, 1])
      isAway = false
      vi.advanceTimersByTime(15_000)
      await expect.poll(unread).toBe(0)
      await expect.poll(() => end.mock.calls.length).toBe(ended)
    }
  } finally {
    vi.useRealTimers()
  }
  await checkLedger({ db: used.db, objects: undefined, log, metrics }, parts)
})
