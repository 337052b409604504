// The HTTP API with engines that answer as a test scripts, and a store in memory.
import { test as database } from '#test/db/fixture.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { type Scripted, scriptedEngines, standByEngines } from './engines.ts'
import { memoryStore, type MemoryStore } from './images.ts'

type Fixtures = {
  readonly scripted: Scripted
  readonly store: MemoryStore
  readonly app: TestApp
  /** The same app, but with only a short wait for the engines. */
  readonly hasty: TestApp
}

export const test = database.extend<Fixtures>({
  scripted: [async ({}, use) => use(scriptedEngines()), { scope: 'file' }],
  store: [async ({}, use) => use(memoryStore()), { scope: 'file' }],
  app: [
    async ({ db, scripted, store }, use) => {
      await standByEngines(db)
      const { engines } = scripted
      await use(await createTestApp(db, undefined, { store, engines }))
    },
    { scope: 'file' },
  ],
  hasty: [
    async ({ db, app, scripted: { engines }, store }, use) =>
      use(await createTestApp(db, app.sealer, { store, engines, engineWaitMs: 200 })),
    { scope: 'file' },
  ],
})
