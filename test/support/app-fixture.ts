// Tests on the whole API: an app on the database of the file, and transactions of which nothing but the contact matters.
import type { Db } from '#src/platform/db/client.ts'
import { startStandIn } from '#test/contract/stand-in-worker.ts'
import { test as base } from '#test/db/fixture.ts'
import { createTestApp, type TestApp } from './app.ts'
import { createReachable } from './messaging/challenges.ts'
import { createTransaction } from './transactions.ts'

type Fixtures = {
  app: TestApp
  /** A transaction with its own e-mail address. */
  id: string
  /** A transaction with its own mobile number. */
  reachable: string
}

/** Each test opens its app. */
export const test = base.extend<Fixtures>({
  app: async ({ db }, use) => {
    await use(await createTestApp(db))
  },
  id: async ({ app }, use) => {
    await use(await createTransaction(app))
  },
  reachable: async ({ app }, use) => {
    await use(await createReachable(app))
  },
})

/** All tests of a file share the app that `open` makes; with `works` somebody does what is due. */
export const testOn = (
  open: (db: Db) => Promise<TestApp> = (db) => createTestApp(db),
  { works = false } = {},
) =>
  base.extend<{ app: TestApp }>({
    app: [
      async ({ db }, use) => {
        const app = await open(db)
        await using _worker = works ? startStandIn(app) : undefined
        await use(app)
      },
      { scope: 'file' },
    ],
  })
