// What the dashboards see of links: how far those of the last hour have come.
import { randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { transactions } from '#src/journey/transaction/table.ts'
import { showLinks } from '#src/links/funnel/hour.ts'
import { links } from '#src/links/lvs/table.ts'
import { firstIdOf, newId } from '#src/platform/ids.ts'
import { createMetrics } from '#src/platform/metrics.ts'
import { test } from '#test/db/fixture.ts'

const about = { tenant: 'acme', mode: 'live' } as const

test('links of the last hour are counted by how far they have come', async ({ db }) => {
  const transactionId = randomUUID()
  await db
    .insert(transactions)
    .values({ ...about, id: transactionId, documentType: 'cpf', sweepAt: 0 })
  const now = new Date()
  const reached: Partial<typeof links.$inferInsert>[] = [
    {},
    { devices: 1 },
    { devices: 1, refusedAt: now },
    { devices: 1, consentedAt: now },
    { devices: 2, consentedAt: now, completedAt: now },
    { id: firstIdOf(Date.now() - 3_700_000), devices: 1 },
  ]
  await db.insert(links).values(
    reached.map((one) => ({
      ...about,
      id: newId(),
      transactionId,
      createdAt: now,
      expiresAt: now,
      nonce: randomUUID(),
      tokenHash: randomBytes(32),
      packOwner: '*',
      packName: 'onboarding',
      packVersion: 3,
      ...one,
    })),
  )
  const metrics = createMetrics()
  await showLinks(db, metrics)
  const { values } = await metrics.linksHour.get()
  expect(Object.fromEntries(values.map(({ labels, value }) => [labels.state, value]))).toEqual({
    made: 5,
    opened: 4,
    consented: 2,
    refused: 1,
    completed: 1,
  })
  expect(values[0]?.labels).toMatchObject({ ...about, pack: 'onboarding' })
})
