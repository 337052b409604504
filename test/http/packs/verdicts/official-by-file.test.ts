// A person in live, before an official base that a file alone describes: it proves as an adapter's does, buys once, and
// leaves nothing of the picture or of the consent behind.
import { expect } from 'vitest'
import { test as database } from '#test/db/fixture.ts'
import { createTestApp, testIssuer } from '#test/support/app.ts'
import { standByEngines } from '#test/support/biometrics/engines.ts'
import { sandboxChecking } from '#test/support/checking.ts'
import { sharedAccount, silentMessaging } from '#test/support/messaging/messaging.ts'
import { openManner } from '#test/support/vendors/manners.ts'
import { createPerson, personOf } from './people.ts'
import { soundRegister } from './sound-register.ts'

const claims = { tenant: 'live', mode: 'live' } as const
const secrets = { one: 'bearer', two: 'hush', user: 'us' }
const face = { disponivel: true, similaridade: 0.97, vivacidade: 'REAL' }
const agreed = {
  cnh_existe: true,
  biometria_facial: face,
  rfb: { nome: true, data_nascimento: true },
}

const rows: [string, { status?: number; body: unknown }, readonly [string, string?]][] = [
  ['that agrees', { body: agreed }, ['approved', 'all-proven']],
  ['that has another face', { body: { ...agreed, biometria_facial: { ...face, similaridade: 0.001 } } }, ['review', 'official-mismatch']],
  ['that has no portrait', { status: 422, body: { code: 'DV040' } }, ['review', 'document-unproven']],
] // prettier-ignore

database.for(rows)('a base by a file %s', async ([, answer, verdict], { db }) => {
  let tokens = 0
  await using manner = await openManner('consent', secrets, ({ url }) =>
    url.pathname === '/consents'
      ? { status: 201, body: { state: 'given', token: `once-${(tokens += 1)}` } }
      : answer,
  )
  await standByEngines(db)
  const settings = { live: { biometrics: { signedKinds: ['CNH' as const] } } }
  const app = await createTestApp(db, undefined, {
    messaging: silentMessaging({ settings, accounts: [sharedAccount] }),
    issuers: [testIssuer({ people: true })],
    checking: sandboxChecking({ accounts: [soundRegister, manner.account] }),
  })
  const person = await createPerson(app, personOf(), claims)
  await person.showFace({ size: { width: 320, height: 400 } })
  await person.showDocument()
  await person.answerPhone(1)
  let ended = await person.ask('onboarding')
  for (let turn = 0; turn < 60 && ended[0] === 'processing'; turn += 1) {
    await person.perform(1)
    ended = await person.ask('onboarding')
  }
  expect(ended).toEqual(verdict)
  const sent = manner.asked.filter(({ url }) => url.pathname === '/validacao')
  expect([sent.length, tokens]).toEqual([1, 1])
  const { foto } = JSON.parse(sent[0]?.body ?? '')
  expect(foto).toMatch(/^data:image\/jpeg;base64,\/9j\//)
  const timeline = await (await app.call('GET', `/v1/transaction/${person.id}/timeline`, { claims })).text() // prettier-ignore
  expect(timeline).not.toMatch(/once-|base64|hush/)
})
