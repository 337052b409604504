// Submissions through the routes while the store has one of its bad days: a real S3 server behind a proxy that fails
// what it is told to.
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, vi } from 'vitest'
import { engineWork, examinations } from '#src/biometrics/examinations/table.ts'
import { s3Store } from '#src/biometrics/images/s3.ts'
import { sweepImages } from '#src/biometrics/images/sweep.ts'
import { images } from '#src/biometrics/images/store.ts'
import { test as database } from '#test/db/fixture.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import {
  makeFace,
  makeReading,
  runEngineTasks,
  scriptedEngines,
  standByEngines,
  whileWorking,
} from '#test/support/biometrics/engines.ts'
import { formOf } from '#test/support/forms.ts'
import { drawImage, listAll } from '#test/support/biometrics/images.ts'
import { type Fault, type FaultyProxy, faultless, startFaultyProxy } from '#test/support/servers/faulty-proxy.ts' // prettier-ignore
import type { S3Server } from '#test/support/servers/versitygw.ts'
import { createTransaction, readProblem } from '#test/support/transactions.ts'

type Stage = { readonly app: TestApp; readonly proxy: FaultyProxy }

/** Longer than a busy machine takes for what is not held up. */
const timeoutMs = 3_000
const day = () => new Date().toISOString().slice(0, 10)

/** `openServer` gives the server that the file has started. */
export const withStore = (openServer: () => S3Server) =>
  database.extend('stage', { scope: 'file' }, async ({ db }, { onCleanup }): Promise<Stage> => {
    const server = openServer()
    const proxy = await startFaultyProxy(server.endpoint)
    const store = s3Store({ ...server, endpoint: proxy.url, timeoutMs })
    const { engines, script } = scriptedEngines()
    script.faces = [[makeFace(0)]]
    script.reading = makeReading()
    await standByEngines(db)
    const app = await createTestApp(db, undefined, { store, engines })
    onCleanup(() => proxy.close())
    return { app, proxy }
  })

export function testSubmissions(
  test: ReturnType<typeof withStore>,
  openServer: () => S3Server,
): void {
  const put = /^PUT /
  const get = /^GET .*\/images\/\d/
  const failing =
    (pattern: RegExp, fault: Fault): FaultyProxy['faultOf'] =>
    (method, path) =>
      pattern.test(`${method} ${path}`) ? fault : undefined

  describe('a submission', () => {
    test.for(['away', 'slow', 'full'] as const)(
      'of which the store takes two images and is %s then: 503, and nothing was taken',
      async (fault, { stage: { app, proxy }, db }) => {
        const { id, post } = await prepare(app)
        const before = await countRows()
        const seen = new Set<string>()
        proxy.faultOf = (method, path) =>
          put.test(`${method} `) && seen.add(path).size > 2 && ![...seen].slice(0, 2).includes(path)
            ? fault
            : undefined
        const refused = await app.call(...post)
        expect(refused.headers.get('retry-after')).toBe('5')
        expect((await readProblem(refused)).code).toBe('unavailable')
        expect(seen.size).toBeGreaterThan(2)
        expect(await countRows()).toEqual(before)
        expect(await readKinds(app, id)).toEqual(['transaction-created'])
        proxy.faultOf = faultless
        const answer = await whileWorking(app.deps, id, app.call(...post))
        expect(answer.status).toBe(201)
        expect(await answer.json()).toMatchObject({ livenessStatus: 0 })

        async function countRows() {
          const tables = [images, examinations, engineWork].map((table) => db.$count(table))
          return Promise.all(tables)
        }
      },
    )

    test('that the server itself refuses: 503', async ({ stage: { app } }) => {
      const { id, post } = await prepare(app)
      const folder = join(openServer().folder, day())
      await mkdir(folder, { recursive: true })
      await rename(folder, `${folder}-away`)
      await writeFile(folder, 'in its place')
      expect((await readProblem(await app.call(...post))).code).toBe('unavailable')
      // What of the refused submission is still on its way makes the folder anew.
      await vi.waitFor(async () => {
        await rm(folder, { recursive: true, force: true })
        await rename(`${folder}-away`, folder)
      })
      expect((await whileWorking(app.deps, id, app.call(...post))).status).toBe(201)
    })

    test.for(['away', 'slow', 'full'] as const)(
      'whose images cannot be fetched, the store is %s: no verdict, and one when they can',
      async (fault, { stage: { app, proxy } }) => {
        const { id, post, path } = await prepare(app)
        const answering = app.call(...post)
        await untilTaken(app, id)
        proxy.faultOf = failing(get, fault)
        await expect(runEngineTasks(app.deps, id)).rejects.toMatchObject({ code: 'unavailable' })
        expect(await (await app.call('GET', path)).json()).toEqual([])
        proxy.faultOf = faultless
        await runEngineTasks(app.deps, id)
        const answer = await answering
        expect(answer.status).toBe(201)
        expect(await (await app.call('GET', path)).json()).toEqual([await answer.json()])
      },
    )

    test('of which a bit has flipped: no verdict, and one when it is sent again', async ({
      stage: { app },
    }) => {
      const { id, post, path } = await prepare(app)
      const before = await listFiles()
      const answering = app.call(...post)
      await untilTaken(app, id)
      await flipBit(before)
      await runEngineTasks(app.deps, id)
      expect((await readProblem(await answering)).code).toBe('unavailable')
      expect(await readKinds(app, id)).toContain('examination-failed')
      expect(await (await app.call('GET', path)).json()).toEqual([])
      const again = await whileWorking(app.deps, id, app.call(...post))
      expect(again.status).toBe(201)
      expect(await (await app.call('GET', path)).json()).toHaveLength(1)
    })

    test('of a document in which a bit has flipped: 500, and no recognition', async ({
      stage: { app },
    }) => {
      const id = await createTransaction(app)
      const before = await listFiles()
      const form = await formOf('selfie', await drawImage(70))
      const answering = app.call('POST', `/v1/${id}/redoc`, form)
      await untilTaken(app, id)
      await flipBit(before)
      await runEngineTasks(app.deps, id)
      expect((await readProblem(await answering)).status).toBe(500)
      expect(await readKinds(app, id)).toContain('examination-failed')
      expect(await (await app.call('GET', `/v1/${id}/redoc`)).json()).toEqual([])
    })

    test('leaves behind what the sweep removes, and nothing else is removed', async ({
      stage: { app, proxy },
      db,
    }) => {
      const store = s3Store({ ...openServer(), timeoutMs: 8_000 })
      const named = await db.$count(images)
      const stored = await listAll(store, `${day()}/`)
      expect(stored.length).toBeGreaterThan(named)
      const inTwoDays = Date.now() + 2 * 24 * 60 * 60_000
      const { unnamed } = await sweepImages({ db, store, retention: () => undefined }, inTwoDays)
      expect(unnamed).toBe(stored.length - named)
      expect(await listAll(store, `${day()}/`)).toHaveLength(named)
      const { id, post } = await prepare(app)
      await whileWorking(app.deps, id, app.call(...post))
      const links = await app.call('GET', `/v1/transaction/${id}/biometrics/selfie`)
      const { pathname } = new URL((await links.json()).selfieUrl)
      proxy.faultOf = failing(get, 'away')
      expect((await app.call('GET', pathname)).status).toBe(503)
      proxy.faultOf = faultless
      expect((await app.call('GET', pathname)).status).toBe(200)
    })
  })

  const listFiles = async () =>
    new Set(await readdir(join(openServer().folder, day())).catch(() => []))

  /** In an object that was not there before. */
  async function flipBit(before: ReadonlySet<string>): Promise<void> {
    const name = [...(await listFiles())].find((one) => !before.has(one)) ?? ''
    const file = join(openServer().folder, day(), name)
    const bytes = await readFile(file)
    bytes[40] = (bytes[40] ?? 0) ^ 8
    await writeFile(file, bytes)
  }
}

let made = 0

/** Four images that nobody has sent before. */
async function prepare(app: TestApp) {
  const id = await createTransaction(app)
  const drawn = await Promise.all([1, 2, 3, 4].map((at) => drawImage(made * 4 + at)))
  made += 1
  const path = `/v1/transaction/${id}/facial-biometrics/liveness`
  const body = { images: drawn.map((bytes) => bytes.toString('base64')) }
  return { id, path, post: ['POST', path, { body }] as const }
}

async function readKinds(app: TestApp, id: string): Promise<string[]> {
  const entries = await (await app.call('GET', `/v1/transaction/${id}/timeline`)).json()
  return entries.map(({ kind }: { kind: string }) => kind)
}

const untilTaken = (app: TestApp, id: string) =>
  expect.poll(() => readKinds(app, id)).toContain('examination-taken')
