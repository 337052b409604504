// A database of an older release, with what its own processes have written, as this one finds it.
import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { expect, inject, test as base } from 'vitest'
import { migrate } from '#src/platform/db/migrate.ts'
import { databaseUrl, running, runningUrl } from '#test/db/setup.ts'
import { type Service, startService } from '#test/support/service.ts'
import { createTestClient, type TestClient, until } from '../client.ts'
import { type Kept, readKept, restoreKept } from './kept.ts'

type Scene = { readonly kept: Kept; readonly owner: string; readonly service: Service }

const test = base.extend<{ scene: Scene; client: TestClient }>({
  scene: [
    async ({}, use) => {
      await using parts = new AsyncDisposableStack()
      const admin = postgres(inject('adminUrl'), { max: 1, onnotice() {} })
      parts.defer(() => admin.end())
      const name = `older_${randomBytes(6).toString('hex')}`
      await admin`create database ${admin(name)}`
      parts.defer(async () => void (await admin`drop database ${admin(name)} with (force)`))
      const owner = databaseUrl(inject('adminUrl'), name)
      const kept = await readKept()
      await restoreKept(owner, kept)
      await migrateBesideReader(owner)
      const service = await startService({
        databaseUrl: runningUrl(inject('adminUrl'), name),
        temporalAddress: inject('temporalAddress'),
        bundlePath: inject('bundlePath'),
        environment: { KEYRING: kept.keyring, ENGINES: 'off' },
      })
      parts.defer(() => service.close())
      await use({ kept, owner, service })
    },
    { scope: 'file' },
  ],
  client: async ({ scene }, use) => use(createTestClient(scene.service)),
})

/** Somebody reads a table for long: nobody waits behind the migration, and it comes again. */
async function migrateBesideReader(owner: string): Promise<void> {
  const reader = postgres(owner, { max: 1, onnotice() {} })
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const reading = reader.begin(async (tx) => {
    await tx`lock table transaction in access share mode`
    begun.resolve()
    await end.promise
  })
  await begun.promise
  const patience = { ms: 50, tries: 1, pauseMs: 0 }
  await expect(migrate(owner, { running }, patience)).rejects.toThrow('A table stays locked')
  const again = migrate(owner, { running }, { ms: 50, tries: 40, pauseMs: 50 })
  end.resolve()
  await Promise.all([reading, again])
  await reader.end()
}

test('every answer of before is given again, with at most more fields', async ({
  scene: { kept },
  client,
}) => {
  for (const [path, answer] of Object.entries(kept.answers)) {
    // What was refused then may be so now; what was open has gone on.
    if (path.includes(kept.ids.asked) || 'requestId' in Object(answer)) continue
    expect(await client.ask('GET', path, 200), path).toMatchObject(Object(answer))
  }
})

test('what was open goes on: the token of before ends at its time, and another leads to the pack', async ({
  scene: { kept },
  client,
}) => {
  const { asked } = kept.ids
  await client.advance(asked, 'PT1H')
  await client.journalWith(asked, 'challenge-expired', 1, 20_000)
  await client.requestToken(asked)
  const code = await until(async () => {
    const [newest, ...older] = await client.messages(asked)
    return older.length > 0 ? newest?.code : undefined
  })
  expect(await client.validate(asked, code ?? '')).toMatchObject({ status: 'Valid' })
  expect(await client.queryPack('basic', asked)).toMatchObject({ status: 'completed' })
})

test('what had nothing to do yet begins', async ({ scene: { kept }, client }) => {
  const { bare } = kept.ids
  await client.requestToken(bare)
  const entries = await client.journalWith(bare, 'challenge-accepted', 1, 20_000)
  expect(entries.map(({ kind }) => kind)).toContain('challenge-accepted')
})
