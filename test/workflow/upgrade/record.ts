// Keeps rows that an older release writes: `node_modules/.bin/node test/workflow/upgrade/record.ts FOLDER`, a checkout of it
// with packages. Its own processes write them; nobody in them lives.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { makeHome } from '#src/main/local/home.ts'
import { freePort } from '#src/main/local/ports.ts'
import { startPostgres } from '#src/main/local/postgres.ts'
import { createKeyring } from '#src/platform/seal/keys.ts'
import { type Caller, createCaller } from '#test/support/caller.ts'
import { createFleet } from '#test/support/process.ts'
import { startOwnTemporal } from '#test/support/servers/temporal-server.ts'
import { dumpRows, writeKept } from './kept.ts'

const older = resolve(process.argv[2] ?? '.')
const addressOf = () => `${crypto.randomUUID()}@example.com`

async function untilCode(caller: Caller, id: string): Promise<string> {
  for (;;) {
    const [message] = await caller.messages(id)
    if (message) return message.code
    await new Promise((go) => setTimeout(go, 100))
  }
}

async function travel(caller: Caller) {
  const done = await caller.create(addressOf())
  await caller.askToken(done)
  await caller.validate(done, await untilCode(caller, done))
  await caller.queryPack(done, 20)
  const asked = await caller.create(addressOf())
  await caller.askToken(asked)
  await untilCode(caller, asked)
  const bare = await caller.create(addressOf())
  const paths = [done, asked, bare].flatMap((id) => [
    `/v1/transaction/${id}`,
    `/v1/transaction/${id}/timeline`,
    `/v1/transaction/${id}/emails/tokens`,
  ])
  paths.push(`/v1/packs/basic/${done}`)
  const answers: Record<string, unknown> = {}
  for (const path of paths) answers[path] = (await caller.send('GET', path)).body
  return { ids: { done, asked, bare }, answers }
}

await using parts = new AsyncDisposableStack()
const home = await mkdtemp(join(tmpdir(), 'atesta-older-'))
parts.defer(() => rm(home, { recursive: true, force: true }))
makeHome(home)
const { url, child } = await startPostgres({ home, port: await freePort() })
parts.defer(() => child.end())
const temporal = await startOwnTemporal()
parts.defer(() => temporal.close())
await promisify(execFile)(process.execPath, [join(older, 'src/main/migrate.ts')], {
  env: { DATABASE_URL: url },
})
const keyring = JSON.stringify(createKeyring())
const fleet = createFleet({
  databaseUrl: url,
  temporalAddress: temporal.address,
  bundlePath: '',
  environment: { KEYRING: keyring, ENGINES: 'off' },
  folder: join(older, 'src/main'),
})
parts.defer(() => fleet.close())
const [api] = await Promise.all([fleet.startApi(), fleet.startWorker()])
const told = await travel(createCaller(api.url))
await fleet.close()
const journal = join(older, 'src/platform/db/migrations/meta/_journal.json')
const { entries } = JSON.parse(await readFile(journal, 'utf8'))
await writeKept({ migrations: entries.length, keyring, ...told, rows: await dumpRows(url) })
