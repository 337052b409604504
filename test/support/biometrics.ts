// The HTTP side with engines that answer as a test says, and a store in memory.
import { test as database } from '#test/db/fixture.ts'
import { createTestApp, type TestApp } from './app.ts'
import { type Scripted, scriptedEngines, standByEngines } from './engines.ts'
import { memoryStore, type MemoryStore } from './images.ts'

export const test = database.extend<{ scripted: Scripted; store: MemoryStore; app: TestApp }>({
  scripted: [async ({}, use) => use(scriptedEngines()), { scope: 'file' }],
  store: [async ({}, use) => use(memoryStore()), { scope: 'file' }],
  app: [
    async ({ db, scripted, store }, use) => {
      await standByEngines(db)
      const { engines } = scripted
      await use(await createTestApp(db, undefined, { store, engines, engineWaitMs: 2_000 }))
    },
    { scope: 'file' },
  ],
})
