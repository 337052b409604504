// The engines beside a process that does everything else: below it in priority, started again when they die, and
// gone when it ends. Whatever becomes of them, a submission gets one result, and other calls are answered.
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import type { Action } from '#src/biometrics/movement/rules.ts'
import { engineWork } from '#src/biometrics/examinations/table.ts'
import { hashImage } from '#src/biometrics/devices/event.ts'
import { createLog } from '#src/platform/log.ts'
import { type EngineChild, keepEngineChild } from '#src/main/engine-child.ts'
import { drawAction, seeingEngines } from '#test/support/biometrics/seeing-engines.ts'
import { startWireServer } from '#test/support/servers/engine.ts'
import { payloadOf, signOnNewDevice } from '#test/unit/biometrics/devices/phone.ts'
import { submitLiveness, type TestClient, until } from './client.ts'
import { withService } from './fixture.ts'

const patienceMs = 60_000
const folder = mkdtempSync(join(tmpdir(), 'atesta-images-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Kept = { readonly child: EngineChild; readonly parts: AsyncDisposableStack }

// The service's own process has none. With engines over HTTP the child needs no models.
const test = withService({ ENGINES: 'off', IMAGES_FOLDER: folder })
  .extend('seeing', { scope: 'file' }, () => seeingEngines())
  .extend<{ kept: Kept }>({
    kept: [
      async ({ service, seeing }, use) => {
        await using parts = new AsyncDisposableStack()
        const token = 'of-the-engine'
        const server = await startWireServer(seeing.engines, token)
        parts.defer(() => server.close())
        const own = parts.use(new AsyncDisposableStack())
        const config = {
          ...service.services.config,
          ENGINES: true,
          ENGINE_FACE_URL: server.url,
          ENGINE_DOCUMENT_URL: server.url,
          ENGINE_TOKEN: token,
        }
        const child = keepEngineChild(config, await createLog('silent', 'test'), own)
        await use({ child, parts: own })
      },
      { scope: 'file' },
    ],
  })

const pathOf = (id: string) => `/v1/transaction/${id}/facial-biometrics`

/** Pictures of somebody who does what the challenge asks, signed. */
async function prepare(client: TestClient, seed: number) {
  const id = await client.create()
  const { nonce, actions } = await client.ask<{ nonce: string; actions: Action[] }>(
    'POST',
    `${pathOf(id)}/challenge`,
    201,
  )
  const drawn = actions.map((action, at) => drawAction(action, seed * 5 + at))
  const pictures = await Promise.all(drawn)
  const signed = { nonce, images: pictures.map(hashImage), iat: Date.now() / 1_000 }
  const event = await signOnNewDevice(payloadOf(signed))
  return { id, body: { event, images: pictures.map((bytes) => bytes.toString('base64')) } }
}

const untilRunning = (child: EngineChild, former?: number) =>
  until(async () => {
    const pid = child.pid()
    return pid !== undefined && pid !== former && getPriority(pid) === 10 ? pid : undefined
  }, patienceMs)

test('the engines are killed while they look at a picture: they come back, and there is one result', async ({
  client,
  kept: { child },
  seeing,
}) => {
  const first = await untilRunning(child)
  const release = seeing.hold()
  const submission = await prepare(client, 0)
  const answering = submitLiveness(client, submission.id, submission.body)
  await until(async () => seeing.asked || undefined, patienceMs)
  process.kill(first, 'SIGKILL')
  release()
  await untilRunning(child, first)
  expect(await answering).toMatchObject({ livenessStatus: 1 })
  expect(seeing.asked).toBeGreaterThan(1)
  const { id } = submission
  expect(await client.ask('GET', `${pathOf(id)}/liveness`, 200)).toHaveLength(1)
  const kinds = (await client.journal(id)).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind.startsWith('examination'))).toEqual([
    'examination-taken',
    'examination-done',
  ])
  const days = await readdir(folder)
  const objects = await Promise.all(days.map((day) => readdir(join(folder, day))))
  expect(objects.flat()).toHaveLength(submission.body.images.length)
})

test('ten submissions at once are all live, and nobody else waits for them', async ({
  client,
  kept: { child },
  seeing,
  service,
}) => {
  const countOpen = () => service.services.db.$count(engineWork)
  const release = seeing.hold()
  const ten = await Promise.all(Array.from({ length: 10 }, (_, at) => prepare(client, at + 1)))
  const answering = Promise.all(ten.map(({ id, body }) => submitLiveness(client, id, body)))
  await until(async () => (await countOpen()) === 10 || undefined, patienceMs)
  const [{ id } = { id: '' }] = ten
  for (const path of [`/v1/transaction/${id}`, `${pathOf(id)}/liveness`])
    await client.ask('GET', path, 200)
  const other = await client.create()
  await client.requestToken(other)
  await client.journalWith(other, 'challenge-accepted')
  expect((await client.queryPack('basic', other)).status).toBe('completed')
  release()
  const answers = await answering
  expect(child.pid()).toBeDefined()
  expect(answers.map(({ livenessStatus }) => livenessStatus)).toEqual(Array(10).fill(1))
  expect(await countOpen()).toBe(0)
})

test('the engines end with the process that they are for', async ({ kept: { child, parts } }) => {
  const pid = await untilRunning(child)
  await parts.disposeAsync()
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  expect(child.pid()).toBeUndefined()
})
