// A restore of an old back-up: who was erased since then is erased again by the ledger, which lies in a real S3 server.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { describe, expect, inject, test } from 'vitest'
import { s3Store } from '#src/biometrics/images/s3.ts'
import { finishErasures } from '#src/journey/erasure/finish.ts'
import { replayLedger } from '#src/journey/erasure/ledger.ts'
import { openDatabase } from '#src/platform/db/client.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import { runningUrl } from '#test/db/setup.ts'
import { createTestApp } from '#test/support/app.ts'
import { silentMessaging } from '#test/support/messaging/messaging.ts'
import { compileCache } from '#test/support/process.ts'
import { findVersitygw, startS3 } from '#test/support/servers/versitygw.ts'
import { everyScope } from '#test/support/token.ts'
import { createTransaction } from '#test/support/transactions.ts'

const binary = await findVersitygw()
const keyring = createKeyring()
const sealer = createSealer(openKeyring(keyring))
const run = promisify(execFile)
const command = join(import.meta.dirname, '../../../../src/main/commands/replay-erasures.ts')
const duties = { customer: { days: 1_825, covers: [] } }

describe.skipIf(binary === undefined)('a restore (needs Go once, to build versitygw)', () => {
  test('of a back-up from before: the erased are erased again, the restricted restricted, the others as they were', async () => {
    await using parts = new AsyncDisposableStack()
    const server = await startS3(binary ?? '')
    parts.defer(() => server.close())
    const objects = s3Store(server)
    const adminUrl = inject('adminUrl')
    const admin = postgres(adminUrl, { max: 1, onnotice() {} })
    parts.defer(() => admin.end())
    const suffix = randomBytes(6).toString('hex')
    const [used, backup] = [`test_${suffix}_used`, `test_${suffix}_backup`]
    await admin`create database ${admin(used)} template ${admin(inject('template'))}`
    parts.defer(async () => void (await admin`drop database ${admin(used)} with (force)`))

    const open = async (name: string) => {
      const database = openDatabase(runningUrl(adminUrl, name), 'test')
      const settings = { acme: { data: { duties } } }
      const messaging = silentMessaging({ settings })
      const app = await createTestApp(database.db, sealer, { messaging, store: objects })
      const call = (method: string, path: string, body?: object) =>
        app.call(method, path, { claims: { scope: everyScope }, ...(body && { body }) })
      return { ...database, app, call }
    }
    const first = await open(used)
    const ids = []
    for (let made = 0; made < 3; made += 1) ids.push(await createTransaction(first.app))
    const [gone = '', kept = '', other = ''] = ids
    await first.call('PUT', `/v1/transaction/${kept}/relationship`, { class: 'customer' })
    await first.close()
    await admin`create database ${admin(backup)} template ${admin(used)}`
    parts.defer(async () => void (await admin`drop database ${admin(backup)} with (force)`))

    const second = await open(used)
    const erase = async (id: string) =>
      (await (await second.call('DELETE', `/v1/transaction/${id}`)).json()).receiptId
    const receipts = [await erase(gone), await erase(kept)]
    const newer = await createTransaction(second.app)
    receipts.push(await erase(newer))
    await finishErasures({ deps: second.app.deps, objects })
    await second.close()

    // The database is put back to the back-up: whoever was erased since is there again.
    const restored = await open(backup)
    const statusOf = async (path: string, scope = 'transactions:read') =>
      (await restored.app.call('GET', path, { claims: { scope } })).status
    expect(await statusOf(`/v1/transaction/${gone}`)).toBe(200)
    // As an operator does it, before anything else runs.
    const { stdout } = await run(process.execPath, [command], {
      env: {
        ...compileCache(),
        DATABASE_URL: runningUrl(adminUrl, backup),
        TEMPORAL_ADDRESS: '127.0.0.1:1',
        KEYRING: JSON.stringify(keyring),
        TENANTS: JSON.stringify({ tenants: { acme: { data: { duties } } } }),
        JWT_SECRET: 'x'.repeat(32),
        JWT_SCOPES: 'exact',
        LOG_LEVEL: 'error',
        S3_ENDPOINT: server.endpoint,
        S3_REGION: server.region,
        S3_ACCESS_KEY_ID: server.accessKeyId,
        S3_SECRET_ACCESS_KEY: server.secretAccessKey,
      },
    })
    expect(stdout).toBe('3 lines in the ledger: 1 erased, 1 restricted, 0 taken back anew.\n')
    expect(await statusOf(`/v1/transaction/${gone}`, everyScope)).toBe(404)
    expect(await statusOf(`/v1/transaction/${kept}`)).toBe(404)
    expect(await statusOf(`/v1/transaction/${kept}`, 'transactions:read legal:read')).toBe(200)
    expect(await statusOf(`/v1/transaction/${other}`)).toBe(200)
    const states = []
    for (const id of receipts)
      states.push((await (await restored.call('GET', `/v1/erasures/${id}`)).json()).status)
    expect(states).toEqual(['done', 'restricted', 'done'])
    // Said again it has nothing to do.
    expect(await replayLedger(restored.app.deps, objects)).toMatchObject({
      erased: 0,
      restricted: 0,
    })
    await restored.close()
  })
})
