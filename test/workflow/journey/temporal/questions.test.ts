// The questions of the operations guide, asked of a real server about what the service has done: each finds what it is
// about and nothing else.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { hashImage } from '#src/biometrics/devices/event.ts'
import type { Action } from '#src/biometrics/movement/rules.ts'
import { drawAction, seeingEngines } from '#test/support/biometrics/seeing-engines.ts'
import { startWireServer } from '#test/support/servers/engine.ts'
import { type Service } from '#test/support/service.ts'
import { payloadOf, signOnNewDevice } from '#test/unit/biometrics/devices/phone.ts'
import { test as database } from '#test/db/fixture.ts'
import { createTestClient, submitLiveness, type TestClient, until } from '../../client.ts'
import { startServiceOn } from '#test/workflow/fixture.ts'

const token = 'of-the-engine'
const folder = mkdtempSync(join(tmpdir(), 'atesta-images-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Held = { readonly service: Service; readonly letGo: () => void }

/** Its engines answer when they are let, and nobody works until a test says so. */
const test = database.extend(
  'held',
  { scope: 'file' },
  async ({ url }, { onCleanup }): Promise<Held> => {
    const seeing = seeingEngines()
    const server = await startWireServer(seeing.engines, token)
    const service = await startServiceOn(url, {
      environment: {
        ENGINE_FACE_URL: server.url,
        ENGINE_DOCUMENT_URL: server.url,
        ENGINE_TOKEN: token,
        IMAGES_FOLDER: folder,
        IDLE_CLOSE_SECONDS: '1',
      },
      worker: false,
    })
    onCleanup(async () => {
      await service.close()
      await server.close()
    })
    return { service, letGo: seeing.hold() }
  },
)

/** As the guide has them, by their question. */
const guide = readFileSync(join(import.meta.dirname, '../../../../docs/temporal-ui.md'), 'utf8')
const questions = new Map(
  [...guide.matchAll(/^\| (?<question>[^|]+\?) \| `(?<query>[^`]+)` \|$/gm)].map(
    ({ groups = {} }) => [groups['question'] ?? '', groups['query'] ?? ''],
  ),
)

const hourMs = 3_600_000
const tenant = 'acme'

/** Only of this test's runs: the server is everybody's. A time is one that has not come, a pack the one that was run. */
async function ask({ client, services }: Service, question: string): Promise<string[]> {
  const query = (questions.get(question) ?? '')
    .replace(/'2026-[^']+'/, `'${new Date(Date.now() + hourMs).toISOString()}'`)
    .replace("'onboarding@3'", "'refusing@1'")
  const found: string[] = []
  const own = `${query} AND TaskQueue = '${services.config.TEMPORAL_TASK_QUEUE}'`
  for await (const { workflowId } of client.workflow.list({ query: own })) found.push(workflowId)
  return found.toSorted()
}

const publish = (client: TestClient, name: string, outcome: string) =>
  client.ask('POST', `/v1/packs/${name}/versions`, 201, {
    body: {
      root: {
        kind: 'sequence',
        steps: [
          { kind: 'module', module: 'score' },
          { kind: 'stop', outcome, reason: 'tried' },
        ],
      },
    },
  })

/** Pictures of somebody who does what the challenge asks; the engines are held. */
async function sendSelfie(client: TestClient, id: string): Promise<void> {
  const { nonce, actions } = await client.ask<{ nonce: string; actions: Action[] }>(
    'POST',
    `/v1/transaction/${id}/facial-biometrics/challenge`,
    201,
  )
  const pictures = await Promise.all(actions.map((action, at) => drawAction(action, at)))
  const signed = { nonce, images: pictures.map(hashImage), iat: Date.now() / 1_000 }
  const event = await signOnNewDevice(payloadOf(signed))
  const images = pictures.map((bytes) => bytes.toString('base64'))
  await submitLiveness(client, id, { event, images })
}

const withPhone = async (client: TestClient, number: number): Promise<string> => {
  const phone = { countryCode: 55, areaCode: 11, number }
  const body = { documentType: 'cpf', document: '52998224725', phone }
  return (await client.ask<{ id: string }>('POST', '/v1/transaction', 201, { body })).id
}

test('the ten questions of the guide find what the service has done, and nothing else', async ({
  held: { service, letGo },
}) => {
  const scope = 'transactions:write transactions:read packs:write packs:live reports:read'
  const client = createTestClient(service, { tenant, scope })
  await publish(client, 'doubting', 'review')
  await publish(client, 'refusing', 'rejected')

  // Nobody works yet, so that it stays under way.
  const { id: backtest } = await client.ask<{ id: string }>(
    'POST',
    '/v1/packs/refusing/backtests',
    202,
    { body: { version: 1 } },
  )
  const tries = 'Which tries of a version over past runs are under way?'
  const underWay = await until(async () => {
    const found = await ask(service, tries)
    return found.length > 0 ? found : undefined
  })
  expect(underWay).toEqual([`backtest/${backtest}`])
  await service.work()

  const engine = await client.create()
  const selfie = sendSelfie(client, engine)
  const person = await withPhone(client, 987_620_001)
  await client.ask('POST', `/v1/transaction/${person}/sms/2fa`, 201)
  const unreached = await withPhone(client, 987_620_002)
  await client.ask('POST', `/v1/transaction/${unreached}/sms/2fa`, 201)
  const forClient = await client.create()
  await client.requestToken(forClient)
  const review = await client.create()
  await client.queryPack('doubting', review)
  // Its run is begun by a token, which is confirmed: it closes, and keeps the outcome.
  const decided = await client.create()
  await client.requestToken(decided)
  await client.journalWith(decided, 'challenge-accepted')
  await client.queryPack('refusing', decided)
  const [message] = await client.messages(decided)
  await client.validate(decided, message?.code ?? '')
  await client.nudge(decided)
  const ended = await client.create()
  await client.requestToken(ended)
  await client.journalWith(ended, 'challenge-accepted')
  await service.services.nudger.drain()
  await client.handle(ended).terminate()
  // At last, because its next try is half a minute away.
  const vendor = await client.create('defer+questions@example.com')
  await client.requestToken(vendor)

  const runs = (...ids: string[]) => ids.map((id) => `transaction/${id}`).toSorted()
  const expected: Record<string, readonly string[]> = {
    'What goes wrong with a vendor or a message, and since before when?': runs(vendor, unreached),
    'What is going on for a tenant?': runs(vendor, unreached, engine, person, forClient, review),
    'What waits for the engines?': runs(engine),
    'What waits for the person: an answer, a step of a link?': runs(person),
    'What is left to clients: a code, a picture, a module?': runs(forClient),
    'What waits for one of us: a reviewer, an operator?': runs(review),
    // That a run in trouble has it is the server's own promise.
    'Which runs cannot go on?': [],
    'Which were ended or have failed, and why?': runs(ended),
    'What became of a pack?': runs(decided),
  }
  expect([...questions.keys()].toSorted()).toEqual([tries, ...Object.keys(expected)].toSorted())
  for (const [question, wanted] of Object.entries(expected)) {
    const found = await until(async () => {
      const list = await ask(service, question)
      return list.join() === wanted.join() ? list : undefined
    }, 20_000).catch(() => ask(service, question))
    expect.soft(found, question).toEqual(wanted)
  }

  letGo()
  await selfie
})
