import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { inject, test as base, type TestAPI } from 'vitest'
import { type Db, openDatabase, openSingle } from '#src/platform/db/client.ts'
import { databaseUrl, retentionUrl, runningUrl } from './setup.ts'

type Fixtures = {
  url: string
  /** A database of this test alone, beside whatever its file does. */
  ownUrl: string
  db: Db
  /** As the role that may purge; connects with its first statement. */
  retention: Db
}

type Role = (adminUrl: string, database: string) => string

async function withDatabase(role: Role, use: (url: string) => Promise<void>): Promise<void> {
  const adminUrl = inject('adminUrl')
  const admin = postgres(adminUrl, { max: 1, onnotice() {} })
  const name = `test_${randomBytes(6).toString('hex')}`
  await admin`create database ${admin(name)} template ${admin(inject('template'))}`
  await use(role(adminUrl, name))
  await admin`drop database ${admin(name)} with (force)`
  await admin.end()
}

const testAs = (role: Role) =>
  base.extend<Fixtures>({
    url: [async ({}, use) => withDatabase(role, use), { scope: 'file' }],
    ownUrl: async ({}, use) => withDatabase(role, use),
    db: [
      async ({ url }, use) => {
        const database = openDatabase(url, 'test')
        await use(database.db)
        await database.close()
      },
      { scope: 'file' },
    ],
    retention: [
      async ({ url }, use) => {
        const name = new URL(url).pathname.slice(1)
        const single = openSingle(retentionUrl(inject('adminUrl'), name), 'test-retention')
        await use(single.db)
        await single.close()
      },
      { scope: 'file' },
    ],
  })

/** A test whose file has its own database: nothing is shared or wiped, files run in parallel. */
export const test = testAs(runningUrl)

/** As the owner of the tables, for tests that make, rename or analyse some. */
export const ownerTest = testAs(databaseUrl)

/** `test` with fixtures besides, for parts of a file that stand in files of their own. */
export type TestWith<Fixtures> =
  typeof test extends TestAPI<infer Own> ? TestAPI<Own & Fixtures> : never
