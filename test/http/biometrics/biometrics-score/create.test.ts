// The biometric score and the links to what is stored, one test per documented status.
import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { eraseTransaction } from '#test/support/erase.ts'
import { openReview } from '#test/support/reviews.ts'
import { commitOn } from '#src/journey/commit/commit.ts'
import { sweepAlone, sweepImages } from '#src/biometrics/images/sweep.ts'
import type { TestApp } from '#test/support/app.ts'
import { test } from '#test/support/biometrics/fixture.ts'
import {
  makeFace,
  makePortrait,
  makeReading,
  runEngineTasks,
  whileWorking,
} from '#test/support/biometrics/engines.ts'
import { formOf } from '#test/support/forms.ts'
import { drawImage, listAll } from '#test/support/biometrics/images.ts'
import { createTransaction, moveClock, readProblem, unknownId } from '#test/support/transactions.ts'

const picture = await drawImage(7)
const base64 = picture.toString('base64')
const at = (id: string, path: string) => `/v1/transaction/${id}/${path}`

async function sendSelfie(app: TestApp, id: string, name = 'magic-live.jpg') {
  const images = [`data:image/jpeg;name=${name};base64,${base64}`]
  const sent = app.call('POST', at(id, 'facial-biometrics/liveness'), { body: { images } })
  expect((await whileWorking(app.deps, id, sent)).status).toBe(201)
}

async function sendDocument(app: TestApp, id: string) {
  const sent = app.call('POST', at(id, 'redoc'), await formOf('selfie', picture))
  expect((await whileWorking(app.deps, id, sent)).status).toBe(201)
}

const pathOf = (url: string) => new URL(url).pathname

describe('a biometric score', () => {
  test('201 at once, of the last live selfie, and in the pack afterwards', async ({
    app,
    scripted,
  }) => {
    const id = await createTransaction(app)
    scripted.script.faces = [[makeFace(0)]]
    scripted.script.portrait = makePortrait()
    scripted.script.reading = makeReading()
    await sendSelfie(app, id)
    await sendDocument(app, id)
    const headers = { 'content-type': 'application/json-patch+json' }
    const body = { name: null, birthdate: '1990-05-17T00:00:00Z', base64: null }
    const answer = await app.call('POST', at(id, 'biometrics-score'), { body, headers })
    expect(answer.status).toBe(201)
    expect(Object.keys(await answer.json())).toEqual(['date'])
    await runEngineTasks(app.deps, id)
    const timeline = await (await app.call('GET', at(id, 'timeline'))).json()
    expect(timeline.at(-1)).toMatchObject({ kind: 'examination-done', module: 'biometrics-score' })
  })

  test('201 of an image that is given', async ({ app, scripted }) => {
    const id = await createTransaction(app)
    scripted.script.portrait = makePortrait()
    await sendDocument(app, id)
    const answer = await app.call('POST', at(id, 'biometrics-score'), { body: { base64 } })
    expect(answer.status).toBe(201)
    await runEngineTasks(app.deps, id)
    const link = await (await app.call('GET', at(id, 'biometrics-score-image'))).json()
    const shown = await app.call('GET', pathOf(link.url))
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  })

  test('422 without a selfie, without a document, with what is no image', async ({
    app,
    scripted,
  }) => {
    const id = await createTransaction(app)
    const post = async (body: object) =>
      (await readProblem(await app.call('POST', at(id, 'biometrics-score'), { body }))).code
    expect(await post({})).toBe('no-selfie')
    expect(await post({ base64 })).toBe('no-document')
    scripted.script.portrait = makePortrait()
    await sendDocument(app, id)
    expect(await post({ base64: 'aGVsbG8=' })).toBe('image-unreadable')
    expect(await post({ base64: 'not base64!' })).toBe('invalid-request')
    expect(await post({ birthdate: 'yesterday' })).toBe('invalid-request')
  })

  test('404 for what is unknown', async ({ app }) => {
    for (const [method, path] of [
      ['POST', 'biometrics-score'],
      ['GET', 'biometrics-score-image'],
      ['GET', 'biometrics/selfie'],
      ['GET', 'biometrics/document'],
    ] as const) {
      const answer = await app.call(
        method,
        at(unknownId, path),
        method === 'POST' ? { body: {} } : {},
      )
      expect((await readProblem(answer)).code).toBe('not-found')
    }
  })
})

describe('stored images', () => {
  test('404 until there are any', async ({ app }) => {
    const id = await createTransaction(app)
    for (const path of ['biometrics/selfie', 'biometrics/document', 'biometrics-score-image'])
      expect((await readProblem(await app.call('GET', at(id, path)))).code).toBe('no-image')
  })

  test('200: links to this service that work for ten minutes, then 403', async ({
    app,
    db,
    scripted,
  }) => {
    const id = await createTransaction(app)
    scripted.script.portrait = makePortrait()
    await sendSelfie(app, id)
    scripted.script.reading = makeReading()
    await sendDocument(app, id)
    const selfie = await (await app.call('GET', at(id, 'biometrics/selfie'))).json()
    const front = await (await app.call('GET', at(id, 'biometrics/document'))).json()
    expect(Object.keys(front)).toEqual(['documentFrontUrl', 'expirationDateUtc'])
    scripted.script.reading = makeReading({ side: 'back' })
    await sendDocument(app, id)
    const both = await (await app.call('GET', at(id, 'biometrics/document'))).json()
    expect(Object.keys(both)).toEqual(['documentFrontUrl', 'documentBackUrl', 'expirationDateUtc'])
    expect(Date.parse(selfie.expirationDateUtc) - Date.now()).toBeGreaterThan(590_000)
    const shown = await app.call('GET', pathOf(selfie.selfieUrl))
    expect(shown.status).toBe(200)
    expect(shown.headers.get('cache-control')).toBe('no-store')
    await moveClock(db, id, 601_000)
    expect((await readProblem(await app.call('GET', pathOf(selfie.selfieUrl)))).code).toBe(
      'link-expired',
    )
  })

  test('403 for a link that was changed or is none, and for what was erased', async ({
    app,
    store,
    db,
  }) => {
    const id = await createTransaction(app)
    await sendSelfie(app, id)
    const { selfieUrl } = await (await app.call('GET', at(id, 'biometrics/selfie'))).json()
    const path = pathOf(selfieUrl)
    const changed = `${path.slice(0, -6)}AAAAAA`
    for (const one of [
      changed,
      '/images/none',
      `/images/${'A'.repeat(62)}`,
      `/images/${'A'.repeat(300)}`,
    ])
      expect((await app.call('GET', one)).status).toBe(403)
    const before = store.objects.size
    await commitOn(app.deps, id, eraseTransaction)
    expect((await app.call('GET', path)).status).toBe(403)
    await sweepImages({ db, store, retention: () => undefined })
    expect(store.objects.size).toBe(before - 1)
  })

  test('are swept when no fact names them, after a day, and when their tenant keeps them no longer', async ({
    app,
    store,
    db,
  }) => {
    const id = await createTransaction(app)
    await sendSelfie(app, id)
    const [name = ''] = [...store.objects.keys()]
    const unnamed = `${name.slice(0, -12)}${'0'.repeat(12)}`
    await store.put(unnamed, new Uint8Array(1))
    const retention = () => undefined
    const day = 24 * 60 * 60_000
    expect(await sweepImages({ db, store, retention })).toMatchObject({ unnamed: 0 })
    const listed = new Map<string, number>()
    const sweepTomorrow = (later = 0) =>
      sweepImages({ db, store, retention, listed }, Date.now() + day + 60_000 + later)
    expect(await sweepTomorrow()).toMatchObject({ unnamed: 1 })
    await store.put(unnamed, new Uint8Array(1))
    // Each day's folder is listed once a day, and by one process at a time.
    expect(await sweepTomorrow(60_000)).toMatchObject({ unnamed: 0 })
    expect(await sweepTomorrow(day)).toMatchObject({ unnamed: 1 })
    const release = Promise.withResolvers<void>()
    const listing = Promise.withResolvers<void>()
    const held = Object.assign(Object.create(store), {
      async *list(folder: string) {
        listing.resolve()
        await release.promise
        yield* store.list(folder)
      },
    })
    const first = sweepAlone({ db, store: held, retention })
    await listing.promise
    expect(await sweepAlone({ db, store, retention })).toBeUndefined()
    release.resolve()
    expect(await first).toBeDefined()
    expect(await listAll(store, name.slice(0, 11))).not.toContain(unnamed)
    // Each mode has its days.
    const inMonth = (keeps: 'sandbox' | 'live') =>
      sweepImages(
        { db, store, retention: ({ mode }) => (mode === keeps ? 30 : undefined) },
        Date.now() + 31 * day,
      )
    expect(await inMonth('live')).toMatchObject({ old: 0 })
    // Who is to decide sees the picture until then.
    await openReview(db, id)
    await inMonth('sandbox')
    const selfie = () => app.call('GET', at(id, 'biometrics/selfie'))
    expect([(await selfie()).status, store.objects.size]).toEqual([200, 1])
    await db.execute(sql`update review set closed_at = now() where transaction_id = ${id}`)
    expect((await inMonth('sandbox')).old).toBe(1)
    expect(store.objects.size).toBe(0)
    expect((await app.call('GET', at(id, 'biometrics/selfie'))).status).toBe(404)
  })
})
