// An app whose issuer’s subjects are people, and who signs in to it.
import { randomUUID } from 'node:crypto'
import { test as base } from '#test/db/fixture.ts'
import { type AppOptions, createTestApp, type TestApp, testIssuer } from '#test/support/app.ts'
import { type Browser, signIn } from '#test/support/sign-in.ts'
import type { Claims } from '#test/support/token.ts'

export type Suite = {
  readonly app: TestApp
  readonly tenant: string
  /** Sends a request without any credential of its own. */
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>
  /** Somebody of the tenant, in a browser of their own. */
  readonly enter: (claims?: Claims) => Promise<Browser>
}

export const asker =
  ({ fetch }: Pick<TestApp, 'fetch'>): Suite['ask'] =>
  async (path, init) =>
    fetch(new Request(`http://x${path}`, init))

export const test = base.extend<{ options: AppOptions; suite: Suite }>({
  options: { issuers: [testIssuer({ people: true })] },
  suite: async ({ db, options }, use) => {
    const app = await createTestApp(db, undefined, options)
    const tenant = `t-${randomUUID()}`
    const ask = asker(app)
    await use({ app, tenant, ask, enter: (claims) => signIn(app, ask, { tenant, ...claims }) })
  },
})
