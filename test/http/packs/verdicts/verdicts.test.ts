// The table of verdicts over HTTP in the sandbox: of each pack of the service, and of a product of the guide, a perfect person or company, and then
// each thing missing alone and each sign of rejection. All rows run beside each other on one service.
import { expect } from 'vitest'
import { test as database } from '#test/db/fixture.ts'
import { createTestApp, type TestApp, testIssuer } from '#test/support/app.ts'
import { standByEngines } from '#test/support/biometrics/engines.ts'
import { fileTrust } from '#test/support/biometrics/file-issuer.ts'
import { silentMessaging } from '#test/support/messaging/messaging.ts'
import { products } from '#test/support/packs/page-examples.ts'
import { company } from './company.ts'
import { hotel } from './hotel.ts'
import { onboarding } from './onboarding.ts'
import { createPerson, personOf, type OutcomeAndReason, verdictOf } from './people.ts'
import { type Rows, settings, showAll } from './rows.ts'
import { stepUp } from './step-up.ts'

const test = database.extend('app', { scope: 'file' }, async ({ db }) => {
  await standByEngines(db)
  const issuers = [testIssuer({ people: true })]
  const messaging = silentMessaging({ settings })
  const app = await createTestApp(db, undefined, { messaging, issuers, signedFiles: fileTrust })
  await publishHotel(app)
  return app
})

/** As the guide has it, with its cases. */
async function publishHotel(app: TestApp): Promise<void> {
  const answer = await app.call('POST', '/v1/packs/hotel-check-in/versions', {
    body: products.find(({ name }) => name === 'hotel-check-in')?.yaml,
    headers: { 'content-type': 'application/yaml' },
    claims: { tenant: 'acme', scope: 'packs:write packs:live' },
  })
  expect(answer.status).toBe(201)
}

const packs: Readonly<Record<string, Rows>> = {
  onboarding,
  company,
  'step-up': stepUp,
  'hotel-check-in': hotel,
  basic: { 'the score alone': { act: async () => {}, verdict: ['completed'] } },
}

test.for(Object.keys(packs))('%s', async (pack, { app }) => {
  const rows = Object.entries(packs[pack] ?? {})
  const seen = new Map<string, OutcomeAndReason>()
  const left = rows.values()
  // As many at once as there is room for their pictures.
  const lane = async () => {
    for (const [name, { of = personOf, tenant = 'acme', act = showAll, later }] of left) {
      const person = await createPerson(app, of(), { tenant })
      await act(person, app)
      await person.ask(pack)
      await later?.(person, app)
      seen.set(name, await verdictOf(person, pack))
    }
  }
  await Promise.all(Array.from({ length: 5 }, lane))
  const wanted = rows.map(([name, { verdict }]) => [name, verdict])
  expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(wanted))
})
