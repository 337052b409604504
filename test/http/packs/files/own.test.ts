// The packs of the service in the registry.
import { and, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { registryVersions } from '#src/journey/registry/table.ts'
import { publishOwnPacks } from '#src/packs/files/own.ts'
import { audit } from '#src/platform/audit/table.ts'
import { test } from '#test/db/fixture.ts'
import { createTestApp } from '#test/support/app.ts'

const service = { kind: 'pack', tenant: '*' } as const

test('are published once, with their cases, however often a process starts', async ({ db }) => {
  const { own } = (await createTestApp(db)).deps.packs
  const read = async () => ({
    versions: await db
      .select()
      .from(registryVersions)
      .where(and(eq(registryVersions.kind, service.kind), eq(registryVersions.tenant, '*'))),
    audits: await db.$count(audit),
  })
  const first = await read()
  await Promise.all([publishOwnPacks(db, own), publishOwnPacks(db, own)])
  expect(await read()).toEqual(first)
  for (const { name, version, publication } of own)
    expect(first.versions).toContainEqual(
      expect.objectContaining({
        ...service,
        name,
        version,
        document: publication.document,
        expanded: publication.expanded,
        cases: publication.cases ?? null,
        message: null,
        publishedBy: 'service',
      }),
    )
})

test('keep a process from starting when the content of a version has changed', async ({ db }) => {
  const { own } = (await createTestApp(db)).deps.packs
  const changed = own.map((one) => ({
    ...one,
    publication: { ...one.publication, document: { root: { kind: 'module', module: 'rating' } } },
  }))
  await expect(publishOwnPacks(db, changed)).rejects.toThrow(
    'pack basic@1 was published with another content: a change is a new version',
  )
})
