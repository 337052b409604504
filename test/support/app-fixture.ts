// Tests on the whole API: an app on the database of the file, and transactions of which nothing but the contact matters.
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
