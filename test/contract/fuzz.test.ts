// Whatever is sent, every operation answers as the document says. What a capability adds is fuzzed
// without a word here; `makeKnown` names what has to be there for its good paths.
import fc from 'fast-check'
import { expect } from 'vitest'
import { z } from 'zod'
import { createMacs } from '#src/journey/inbox/macs.ts'
import type { Messaging } from '#src/messaging/challenges/messaging.ts'
import type { Db } from '#src/platform/db/client.ts'
import { createCourier } from '#src/vendors/sandbox/courier.ts'
import { createSandboxEmail } from '#src/vendors/sandbox/email.ts'
import { bounceLabel, returnPath } from '#src/vendors/smtp/bounce.ts'
import { keepMessage, wasKept } from '#src/sandbox/store.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import { test as base } from '#test/db/fixture.ts'
import { everyScope } from '#test/support/token.ts'
import { createTestApp, type TestApp, testIssuer } from '#test/support/app.ts'
import { silentMessaging } from '#test/support/messaging/messaging.ts'
import { createBody } from '#test/support/person.ts'
import { type ApiDocument, findFaults, isBearer, type Operation, readDocument } from './document.ts'
import type { KnownValues } from './from-schema.ts'
import {
  brokenRequests,
  exampleRequest,
  goodRequests,
  type RequestValues,
  sendRequest,
} from './requests.ts'
import { startStandIn } from './stand-in-worker.ts'

type Suite = { readonly app: TestApp; readonly document: ApiDocument; readonly known: KnownValues }

const sealer = createSealer(openKeyring(createKeyring()))
const runs = { numRuns: 50, endOnFailure: true }

/** Whose example cannot succeed: no reply is awaited, a form is no JSON, the known code is the e-mail's. */
const withoutSuccess = new Set([
  'endDenyEntry',
  'endAllowEntry',
  'replyToSandboxMessage',
  'confirmToken',
  'validateSmsToken',
  // Another purpose than that of the message which the others need.
  'createEmailToken',
  // What vendors sign is no example's.
  'takeSesEvent',
  'takeSendgridEvents',
  'takePostmarkEvent',
  'takePostmarkEventByHeader',
  'takeTwilioStatus',
  'takeTwilioMessage',
  'proveMetaWebhook',
  'takeMetaEvents',
  'takeZenviaEvent',
  'takeZenviaEventByHeader',
  'takeInfobipEvents',
  'reportCheck',
  // They need pictures, and engines that look at them.
  'createLiveness',
  'recogniseDocument',
  'createBiometricsScore',
  'readBiometricsScoreImage',
  'readSelfie',
  'readDocument',
  'readImage',
  // A mail that was sent: test/http/sandbox.
  'readSandboxMail',
  // They need a browser that is signed in: test/http/platform/sessions.
  'signOut',
  'revokeSession',
  // They need what has failed, what a vendor has refused, an origin that is allowed, a test that ran, a shadow.
  'rerunModule',
  'endSuppression',
  'renewLinkVerification',
  'readPackBacktest',
  'readPackShadow',
  'readScorecardShadow',
  // It needs what a vendor has not taken: test/http/journey/acts.test.ts.
  'tryAgendaNow',
  // They need a hit, and a review that somebody was handed.
  'judgeHit',
  'readReview',
  'prolongClaim',
  'releaseReview',
  'decideReview',
  'commentReview',
  'appealReview',
  // They need a key of their own, and a registry: each has a test file.
  'rotateApiKey',
  'revokeApiKey',
  'listTenants',
  'readTenant',
  'registerTenant',
  // They need an endpoint of the tenant's.
  'readWebhook',
  'changeWebhook',
  'deleteWebhook',
  'rotateWebhookSecret',
  'testWebhook',
  'listWebhookDeliveries',
  'resendWebhookDelivery',
  'testEndpoint',
  // They need a run that waits, a file in a form of it, and a call of it.
  'bringStepResult',
  'readUpload',
  'replyToCall',
  'answerSandboxCall',
  'rotateEndpointSecret',
  // What the others need is held, and two people lift that; nothing is erased that has a receipt.
  'eraseTransaction',
  'liftHold',
  'readErasure',
])
/** No engine runs here. */
const withoutEngines = new Set(['createLiveness', 'recogniseDocument', 'createBiometricsScore'])
/** Faults that a request can have though its schemas hold, as the field's description says. */
const beyondSchemas =
  /^(query#\/(types|after|cursor)|#\/(cursor|url|types|advance|brand|version|text|document|documentCountry|until|services\/bcheck|images\/\d+|base64|redirectUrl|link\/(?:redirect|frame)Origins\/\d+|link\/privacyUrl|messages\/sendWindow\/timeZone|checkParams\/(cpf|document|\w+Date\w*))|header#\/idempotency-key)$/

const test = base.extend<{ suite: Suite }>({
  suite: [
    async ({ db }, use) => {
      const app = await createTestApp(db, sealer, {
        messaging: mailAlone(db),
        // What takes two people is asked by somebody who signed in.
        issuers: [testIssuer({ people: true })],
      })
      await using _worker = startStandIn(app)
      await use({ app, document: await readDocument(app), known: await makeKnown(app) })
    },
    { scope: 'file' },
  ],
})

/** An account for e-mails, and none for phones. */
function mailAlone(db: Db): Messaging {
  const mail = createSandboxEmail({
    keep: (delivery) => keepMessage(db, sealer, delivery),
    find: (attemptId) => wasKept(db, attemptId),
    from: 'Acme <no-reply@acme.example>',
    courier: createCourier(async () => 202),
  })
  return silentMessaging({ accounts: [mail] })
}

/** Transactions in two states, and what belongs to the first. */
async function makeKnown(app: TestApp): Promise<KnownValues> {
  const create = async (body: object) =>
    Created.parse(await (await app.call('POST', '/v1/transaction', { body })).json())
  const { id } = await create(createBody())
  const bare = await create({ documentType: 'CPF', document: '11111111111' })
  await app.call('POST', `/v1/transaction/${id}/emails/tokens`)
  // Whatever is sent, the others find them.
  for (const held of [id, bare.id])
    await app.call('PUT', `/v1/transaction/${held}/hold`, {
      body: { reason: 'needed' },
      claims: { scope: everyScope },
    })
  const list = async () => (await app.call('GET', '/v1/sandbox/messages')).json()
  await expect.poll(list, { timeout: 30_000 }).toHaveLength(1)
  const [message] = Messages.parse(await list())
  const link = message.link.split('/t/').at(-1)
  await app.call('POST', `/v1/transaction/${id}/sms/tokens`)
  // The service's own names take no publication.
  const own = { body: { root: { kind: 'module', module: 'score' } }, claims: { scope: everyScope } }
  await app.call('POST', '/v1/packs/own/versions', own)
  const rules = [{ code: 'own', when: 'document.checkDigitsHold', points: 1, description: 'Ok' }]
  await app.call('POST', '/v1/scorecards/own/versions', { ...own, body: { base: 1, rules } })
  const run = await app.call('GET', `/v1/packs/own/${id}`)
  const { runId } = Run.parse(await run.json())
  const checks = `/v1/transaction/${id}/backgroundcheck`
  const checked = await app.call('POST', checks, { body: { services: ['Pep'] } })
  const { backgroundCheckId } = Checked.parse(await checked.json())
  return {
    backgroundCheckId: [backgroundCheckId],
    id: [id, bare.id, message.id],
    transactionId: [id, bare.id],
    packName: ['own', 'basic'],
    runId: [runId],
    opaque: [link],
    code: [message.code],
    version: [1],
    from: [1],
    name: ['own'],
    percent: [100],
    shadow: [1],
    advance: ['PT10M', 'PT0S', 'P2DT3H'],
    documentType: ['CPF', 'CNPJ'],
    document: ['529.982.247-25', '7Q4KX92W000196'],
    cpf: ['529.982.247-25'],
    birthDate: ['1990-05-17', '17/05/1990'],
    issuanceDateRg: ['2010-02-28T10:00:00Z'],
    openingDate: ['2015-03-10'],
    'Idempotency-Key': ['again'],
    'delivered-to-address': [
      returnPath(createMacs(app.sealer)(bounceLabel)[0], message.id, 'localhost'),
    ],
  }
}

const Checked = z.object({ backgroundCheckId: z.string() })
const Run = z.object({ runId: z.string() })
const Created = z.object({ id: z.string() })
const Messages = z.tuple([z.object({ id: z.string(), code: z.string(), link: z.string() })])
const Refused = z.object({ errors: z.array(z.object({ pointer: z.string() })) })

test('the example of every operation succeeds', async ({ suite }) => {
  await forEachOperation(suite, async (operation) => {
    const sent = exampleRequest(suite.document, operation, suite.known)
    const response = await sendRequest(suite.app, operation, sent)
    expect(await findFaults(suite.document, operation, response.clone())).toEqual([])
    if (!withoutSuccess.has(operation.operationId)) expect(response.status).toBeLessThan(300)
  })
})

test('what holds to its schemas is taken, and answered as declared', async ({ suite }) => {
  await forEachOperation(suite, (operation) => {
    const requests = goodRequests(suite.document, operation, suite.known)
    return fuzz(suite, operation, requests, async (response) => {
      const refused = isBearer(operation) ? [401, 403, 413, 415] : [413, 415]
      // A form alone is taken there.
      const takesJson = operation.requestBody?.content['application/json'] !== undefined
      if (operation.requestBody && !takesJson && response.status === 415) return
      expect(refused).not.toContain(response.status)
      if (response.status !== 400) return
      const { errors } = Refused.parse(await response.json())
      const pointers = errors.map(({ pointer }) => pointer)
      expect(pointers.filter((one) => !beyondSchemas.test(one))).toEqual([])
    })
  })
})

test('what breaks a schema is refused, and answered as declared', async ({ suite }) => {
  await forEachOperation(suite, async (operation) => {
    const requests = brokenRequests(suite.document, operation, suite.known)
    if (!requests) return
    await fuzz(suite, operation, requests, async (response) => {
      expect(response.status).toBeGreaterThanOrEqual(400)
    })
  })
})

async function fuzz(
  { app, document }: Suite,
  operation: Operation,
  requests: fc.Arbitrary<RequestValues>,
  check: (response: Response) => Promise<void>,
): Promise<void> {
  const property = fc.asyncProperty(requests, async (sent) => {
    const response = await sendRequest(app, operation, sent)
    const isUnavailable = response.status === 503 && withoutEngines.has(operation.operationId)
    if (!isUnavailable) expect(response.status).toBeLessThan(500)
    expect(await findFaults(document, operation, response.clone())).toEqual([])
    await check(response)
  })
  await fc.assert(property, runs)
}

/** Tries all of them, and says of each what went wrong. */
async function forEachOperation(
  { document }: Suite,
  check: (operation: Operation) => Promise<void>,
): Promise<void> {
  const failures: string[] = []
  for (const operation of document.operations) {
    await check(operation).catch((error: Error) => {
      failures.push(
        `${operation.operationId}: ${error.message} ${error.cause instanceof Error ? error.cause.message : ''}`,
      )
    })
  }
  expect(failures.join('\n\n')).toBe('')
}
