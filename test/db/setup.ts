// Once per run: a PostgreSQL server and a migrated template, from which every test file clones its own database.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { migrate } from '#src/platform/db/migrate.ts'
import { makeHome } from '#src/main/local/home.ts'
import { freePort } from '#src/main/local/ports.ts'
import { startPostgres } from '#src/main/local/postgres.ts'
import { share } from '#test/support/setup/share.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server's own database, used only to create and drop others. */
    adminUrl: string
    /** The name of the migrated database that tests clone. */
    template: string
  }
}

/** `TEST_DATABASE_URL` names another server, on which tests may create databases. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { value, release } = await share('postgres', provideServer)
  project.provide('adminUrl', value.adminUrl)
  project.provide('template', value.template)
  return release
}

/** The role that tests run as, as the processes do: what they append to they cannot change. */
export const running = { name: 'atesta_test', password: 'of-tests-alone' }

/** By which alone rows of a journal go. */
export const retention = { name: 'atesta_test_retain', password: 'of-tests-alone' }

const urlAs =
  ({ name, password }: typeof running) =>
  (adminUrl: string, database: string): string => {
    const url = new URL(databaseUrl(adminUrl, database))
    url.username = name
    url.password = password
    return url.href
  }

export const runningUrl = urlAs(running)
export const retentionUrl = urlAs(retention)

export function databaseUrl(adminUrl: string, database: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${database}`
  return url.href
}

async function provideServer() {
  const given = process.env['TEST_DATABASE_URL']
  const server = given ? { adminUrl: given, end: async () => undefined } : await startOwnServer()
  try {
    const template = await createTemplate(server.adminUrl)
    const close = async () => {
      if (given) await dropDatabase(given, template)
      await server.end()
    }
    return { value: { adminUrl: server.adminUrl, template }, close }
  } catch (error) {
    await server.end()
    throw error
  }
}

async function startOwnServer() {
  const home = await mkdtemp(join(await findFolder(), 'atesta-test-'))
  makeHome(home)
  // The data live for one run: nothing needs to survive a crash.
  const settings = [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'max_connections=300',
    'max_wal_size=256MB',
    'wal_level=minimal',
    'max_wal_senders=0',
    'autovacuum=off',
    'jit=off',
  ]
  const flags = settings.flatMap((setting) => ['-c', setting])
  const { url, child } = await startPostgres({ home, port: await freePort(), flags })
  const end = async () => {
    await child.end()
    await rm(home, { recursive: true, force: true })
  }
  return { adminUrl: databaseUrl(url, 'postgres'), end }
}

const neededBytes = 2e9

/** In memory where there is room: each file's database is a thousand files that live for seconds. */
async function findFolder(): Promise<string> {
  const { bavail, bsize } = await statfs('/dev/shm').catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize > neededBytes ? '/dev/shm' : tmpdir()
}

async function createTemplate(adminUrl: string): Promise<string> {
  const template = `template_${randomBytes(6).toString('hex')}`
  const admin = postgres(adminUrl, { max: 1, onnotice() {} })
  try {
    await admin`create database ${admin(template)}`
  } finally {
    await admin.end()
  }
  // The template has to be free of connections when it is cloned; migrate() closes its own.
  await migrate(databaseUrl(adminUrl, template), { running, retention })
  return template
}

async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  const admin = postgres(adminUrl, { max: 1, onnotice() {} })
  await admin`drop database ${admin(name)} with (force)`
  await admin.end()
}
