import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { inject, test as base, type TestAPI } from 'vitest'
import { type Db, openDatabase, openSingle } from '#src/platform/db/client.ts'
import { databaseUrl, retentionUrl, runningUrl } from './setup.ts'

type Role = (adminUrl: string, database: string) => string

type OnCleanup = (drop: () => Promise<void>) => void

async function makeDatabase(role: Role, onCleanup: OnCleanup): Promise<string> {
  const adminUrl = inject('adminUrl')
  const admin = postgres(adminUrl, { max: 1, onnotice() {} })
  const name = `test_${randomBytes(6).toString('hex')}`
  await admin`create database ${admin(name)} template ${admin(inject('template'))}`
  onCleanup(async () => {
    await admin`drop database ${admin(name)} with (force)`
    await admin.end()
  })
  return role(adminUrl, name)
}

const testAs = (role: Role) =>
  base
    .extend('url', { scope: 'file' }, ({}, { onCleanup }) => makeDatabase(role, onCleanup))
    /** A database of this test alone, beside whatever its file does. */
    .extend('ownUrl', ({}, { onCleanup }) => makeDatabase(role, onCleanup))
    .extend('db', { scope: 'file' }, ({ url }, { onCleanup }) => {
      const database = openDatabase(url, 'test')
      onCleanup(() => database.close())
      return database.db
    })
    /** As the role that may purge; connects with its first statement. */
    .extend('retention', { scope: 'file' }, ({ url }, { onCleanup }) => {
      const name = new URL(url).pathname.slice(1)
      const single = openSingle(retentionUrl(inject('adminUrl'), name), 'test-retention')
      onCleanup(() => single.close())
      return single.db
    })

/** A test whose file has its own database: nothing is shared or wiped, files run in parallel. */
export const test = testAs(runningUrl)

/** As the owner of the tables, for tests that make, rename or analyse some. */
export const ownerTest = testAs(databaseUrl)

/** A `test` with these fixtures, for parts of a file that stand in files of their own. */
export type TestWith<More, Fixtures = More & { readonly db: Db }> = Pick<
  TestAPI<Fixtures>,
  'for' | 'skipIf'
> &
  ((title: string, run: (fixtures: Fixtures) => unknown, timeoutMs?: number) => void)
