// One test per documented status of a liveness submission, with engines that answer as the test says.
import { exportJWK, generateKeyPair } from 'jose'
import { describe, expect } from 'vitest'
import { payloadOf, sign } from '#test/unit/devices/phone.ts'
import { hashImage } from '#src/devices/event.ts'
import { engineWork } from '#src/biometrics/table.ts'
import { publishOwnPacks } from '#src/packs/store.ts'
import { definePack, module, repeat } from '#workflows/packs/define.ts'
import type { Db } from '#src/db/client.ts'
import type { TestApp } from '#test/support/app.ts'
import { test } from '#test/support/biometrics.ts'
import { encodeForm as encode } from '#test/support/forms.ts'
import { makeFace, runEngineTasks, whileWorking } from '#test/support/engines.ts'
import { drawImage } from '#test/support/images.ts'
import { createTransaction, moveClock, readProblem, unknownId } from '#test/support/transactions.ts'

const pictures = await Promise.all([1, 2, 3, 4].map((seed) => drawImage(seed)))
const images = pictures.map((bytes) => bytes.toString('base64'))
const hashes = pictures.map(hashImage)
const pathOf = (id: string) => `/v1/transaction/${id}/facial-biometrics/liveness`

const yaws = { front: 0, left: -12, right: 12 }
type Challenge = { nonce: string; actions: (keyof typeof yaws)[] }

async function askChallenge(app: TestApp, id: string): Promise<Challenge> {
  const answer = await app.call('POST', `/v1/transaction/${id}/facial-biometrics/challenge`)
  expect(answer.status).toBe(201)
  return answer.json()
}

/** Each on a device of its own. */
async function signFor({ nonce }: { nonce: string }, changed: object = {}): Promise<string> {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const payload = payloadOf({ nonce, images: hashes, iat: Date.now() / 1_000, ...changed })
  return sign(payload, { key: privateKey, jwk: await exportJWK(publicKey) })
}

const post = (app: TestApp, id: string, body: unknown, headers: Record<string, string> = {}) =>
  whileWorking(app.deps, id, app.call('POST', pathOf(id), { body, headers }))

/** A fresh document each, so that no count of velocity goes over. */
let made = 0
const create = (app: TestApp) =>
  createTransaction(app, { document: String(10_000_000_000 + made++ * 7) })

describe('a liveness submission', () => {
  test('201: a challenge that was done as asked is live, with all that the contract shows', async ({
    app,
    scripted,
  }) => {
    const id = await create(app)
    const challenge = await askChallenge(app, id)
    expect(challenge.actions).toHaveLength(4)
    scripted.script.faces = challenge.actions.map((action) => [makeFace(yaws[action])])
    const event = await signFor(challenge)
    const answer = await post(app, id, {
      integrationName: 'app',
      userIp: '203.0.113.7',
      event,
      images,
    })
    expect(answer.status).toBe(201)
    const body = await answer.json()
    expect(body).toMatchObject({
      livenessStatus: 1,
      securityCheck: 1,
      device: {
        status: 1,
        score: 1000,
        scoreClassification: 1,
        deviceInfo: { platform: 'Android' },
      },
      analysis: { farthest: 0 },
    })
    expect(Object.keys(body)).toEqual(
      expect.arrayContaining(['createdAt', 'livenessStatus', 'securityCheck', 'device']),
    )
    const listed = await (await app.call('GET', pathOf(id))).json()
    expect(listed).toEqual([body])
  })

  test('201: without an event, in snake case and with a data URL it is inconclusive at best', async ({
    app,
    scripted,
  }) => {
    const id = await create(app)
    scripted.script.faces = [[makeFace(0)], [makeFace(-12)], [makeFace(0)], [makeFace(12)]]
    const sent = images.map(
      (one) => `data:image/jpeg;base64,${one.replaceAll(/(.{76})/g, '$1\r\n')}`,
    )
    const answer = await post(app, id, {
      integration_name: 'app',
      user_ip: '203.0.113.7',
      images: sent,
    })
    const body = await answer.json()
    expect(body).toMatchObject({ livenessStatus: 0, securityCheck: 0, device: { score: 400 } })
  })

  test('201: as a form', async ({ app, scripted }) => {
    const id = await create(app)
    scripted.script.faces = [[]]
    const form = new FormData()
    form.set('payload', JSON.stringify({ integrationName: 'app', event: 'opaque' }))
    for (const bytes of pictures) form.append('images', new Blob([new Uint8Array(bytes)]), 'a.jpg')
    const { body, headers } = await encode(form)
    const answer = await post(app, id, body, headers)
    expect(answer.status).toBe(201)
    expect(await answer.json()).toMatchObject({ livenessStatus: 3 })
  })

  test('201: in a pack that asks again, each selfie counts for one time only', async ({
    app,
    scripted,
    db,
  }) => {
    const faces = { key: 'facialBiometrics' }
    const holds = 'facialBiometrics.results[0].livenessStatus == 1'
    const root = repeat(module(faces), { of: [faces], holds }, 3)
    await publishOwnPacks(db, [definePack('again', 1, root)])
    const id = await create(app)
    const query = async () => {
      const headers = { prefer: 'wait=0' }
      return (await app.call('GET', `/v1/packs/again/${id}`, { headers })).json()
    }
    const waits = { status: 'processing', facialBiometrics: { moduleStatus: 'processing' } }
    expect(await query()).toMatchObject(waits)
    scripted.script.faces = [[]]
    for (const image of images.slice(0, 3)) {
      expect(await query()).toMatchObject(waits)
      expect((await post(app, id, { images: [image] })).status).toBe(201)
    }
    expect(await query()).toMatchObject({ status: 'completed' })
  })

  test('201: the same event and images are the same submission; the nonce works for no other', async ({
    app,
    scripted,
    store,
  }) => {
    const id = await create(app)
    const challenge = await askChallenge(app, id)
    scripted.script.faces = challenge.actions.map((action) => [makeFace(yaws[action])])
    const event = await signFor(challenge)
    const first = await (await post(app, id, { event, images })).json()
    const stored = store.objects.size
    const again = await (await post(app, id, { event, images })).json()
    expect(again).toEqual(first)
    expect(store.objects.size).toBe(stored)
    const replayed = await (await post(app, id, { event: await signFor(challenge), images })).json()
    expect(replayed.id).not.toBe(first.id)
    expect(firedIn(replayed)).toEqual([1003])
  })

  test('201: a nonce of another transaction, and an event for another, fire 1003', async ({
    app,
    scripted,
  }) => {
    const [id, other] = [await create(app), await create(app)]
    const foreign = await askChallenge(app, other)
    scripted.script.faces = foreign.actions.map((action) => [makeFace(yaws[action])])
    const answer = await post(app, id, { event: await signFor(foreign), images })
    expect(firedIn(await answer.json())).toEqual([1003])
    const own = await askChallenge(app, id)
    const elsewhere = await post(app, id, { event: await signFor(own, { tx: other }), images })
    expect(firedIn(await elsewhere.json())).toEqual([1003])
  })

  test('201: an event that comes after two minutes fires 1003', async ({ app, db, scripted }) => {
    const id = await create(app)
    const challenge = await askChallenge(app, id)
    scripted.script.faces = challenge.actions.map((action) => [makeFace(yaws[action])])
    await moveClock(db, id, 121_000)
    const answer = await post(app, id, { event: await signFor(challenge), images })
    expect(firedIn(await answer.json())).toEqual([1003])
  })

  test('201: images swapped after signing are spoof suspected', async ({ app, scripted }) => {
    const id = await create(app)
    const challenge = await askChallenge(app, id)
    scripted.script.faces = challenge.actions.map((action) => [makeFace(yaws[action])])
    const event = await signFor(challenge)
    const swapped = await post(app, id, { event, images: images.toReversed() })
    const body = await swapped.json()
    expect(body).toMatchObject({ livenessStatus: 2, securityCheck: 3 })
    expect(firedIn(body)).toEqual([1005])
  })

  test('201: a document on many devices, a device with many documents', async ({
    app,
    scripted,
  }) => {
    scripted.script.faces = [[makeFace(0)]]
    const bodies = []
    for (const _ of [1, 2, 3]) {
      const id = await create(app)
      const event = JSON.stringify(
        payloadOf({ images: [hashes[0]], iat: Date.now() / 1_000 }, { visitorId: 'shared' }),
      )
      bodies.push(await (await post(app, id, { event, images: images.slice(0, 1) })).json())
    }
    expect(bodies.map((body) => firedIn(body).includes(5001))).toEqual([false, false, true])
  })

  test('400: without images, with none, with more than ten, with what is no base64', async ({
    app,
  }) => {
    const id = await create(app)
    const refused: [unknown, string][] = [
      [{ event: 'x' }, '#/images'],
      [{ images: [] }, '#/images'],
      [{ images: Array.from({ length: 100 }, () => images[0]) }, '#/images'],
      [{ images: [images[0], 'not base64!'] }, '#/images/1'],
      [{ images: 'one' }, '#/images'],
      [{ images, userIp: 7 }, '#/userIp'],
    ]
    for (const [body, pointer] of refused) {
      const problem = await readProblem(await app.call('POST', pathOf(id), { body }))
      expect([problem.status, problem.errors?.[0]?.pointer]).toEqual([400, pointer])
    }
  })

  test('400: forms without images, with two payloads, with a payload that is no JSON, or broken', async ({
    app,
  }) => {
    const id = await create(app)
    const image = new Blob([new Uint8Array(pictures[0] ?? [])])
    const wrongName = new FormData()
    wrongName.set('payload', '{}')
    wrongName.set('image', image, 'a.jpg')
    const twice = new FormData()
    twice.append('payload', '{}')
    twice.append('payload', '{}')
    twice.set('images', image, 'a.jpg')
    const noJson = new FormData()
    noJson.set('payload', 'event=1')
    noJson.set('images', image, 'a.jpg')
    const wrongType = new FormData()
    wrongType.set('payload', '{"event": 7}')
    wrongType.set('images', image, 'a.jpg')
    const text = new FormData()
    text.set('images', 'aGVsbG8=')
    const pointers = []
    for (const form of [wrongName, twice, noJson, wrongType, text]) {
      const answer = await app.call('POST', pathOf(id), await encode(form))
      const { status, errors } = await readProblem(answer)
      pointers.push([status, errors?.[0]?.pointer])
    }
    expect(pointers).toEqual([
      [400, '#/images'],
      [400, '#/payload'],
      [400, '#/payload'],
      [400, '#/payload/event'],
      [400, '#/images'],
    ])
    const { body, headers } = await encode(wrongName)
    const cut = body.subarray(0, body.length - 30)
    const broken = await app.call('POST', pathOf(id), { body: cut, headers })
    expect((await readProblem(broken)).status).toBe(400)
  })

  test('201: a form without a payload has no event', async ({ app, scripted }) => {
    const id = await create(app)
    scripted.script.faces = [[makeFace(0)]]
    const form = new FormData()
    form.set('images', new Blob([new Uint8Array(pictures[0] ?? [])]), 'a.jpg')
    const { body, headers } = await encode(form)
    const answer = await post(app, id, body, headers)
    expect(firedIn(await answer.json())).toEqual([1001])
  })

  test('404: unknown, of another tenant, of the other mode', async ({ app }) => {
    const id = await create(app)
    for (const [path, claims] of [
      [pathOf(unknownId), {}],
      [pathOf(id), { tenant: 'other' }],
      [pathOf(id), { mode: 'live' }],
    ] as const) {
      const answer = await app.call('POST', path, { body: { images }, claims })
      expect((await readProblem(answer)).code).toBe('not-found')
      expect((await app.call('GET', path, { claims })).status).toBe(404)
    }
  })

  test('413 and 415', async ({ app }) => {
    const id = await create(app)
    const large = await app.call('POST', pathOf(id), { body: 'x'.repeat(26_214_401) })
    expect(large.status).toBe(413)
    const headers = { 'content-type': 'text/plain' }
    expect((await app.call('POST', pathOf(id), { body: 'x', headers })).status).toBe(415)
  })

  test('422: an image that cannot be decoded is pointed at, and nothing is stored', async ({
    app,
    store,
  }) => {
    const id = await create(app)
    const before = store.objects.size
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    const whole = pictures[0] ?? Buffer.alloc(0)
    const bomb = await drawImage(1, { width: 9_000, height: 7_000, format: 'png' })
    for (const bad of [
      '',
      svg.toString('base64'),
      whole.subarray(0, 200).toString('base64'),
      bomb.toString('base64'),
      'aGVsbG8=',
    ]) {
      const answer = await app.call('POST', pathOf(id), {
        body: { images: [images[0], images[1], bad] },
      })
      const { status, code, errors } = await readProblem(answer)
      expect([status, code, errors?.[0]?.pointer]).toEqual([422, 'image-unreadable', '#/images/2'])
    }
    expect(store.objects.size).toBe(before)
  })

  test('422: an Idempotency-Key for another request', async ({ app, scripted }) => {
    const id = await create(app)
    scripted.script.faces = [[makeFace(0)]]
    const headers = { 'idempotency-key': 'liveness-1' }
    const first = await post(app, id, { images: images.slice(0, 1) }, headers)
    const again = await post(app, id, { images: images.slice(0, 1) }, headers)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await again.json()).toEqual(await first.json())
    const other = await app.call('POST', pathOf(id), { body: { images }, headers })
    expect((await readProblem(other)).code).toBe('idempotency-key-reused')
  })

  test('503: a failure of the engines is never a verdict, and the same again is tried anew', async ({
    app,
    scripted,
  }) => {
    const id = await create(app)
    const form = { images: [`data:image/jpeg;name=magic-failure.jpg;base64,${images[0]}`] }
    const failed = await post(app, id, form)
    expect((await readProblem(failed)).code).toBe('unavailable')
    expect(await (await app.call('GET', pathOf(id))).json()).toEqual([])
    scripted.script.faces = [[makeFace(0)]]
    const again = await post(app, id, form)
    expect(again.status).toBe(503)
  })

  test('503: the store is away, nothing is taken and the room is given back', async ({
    app,
    db,
    store,
    scripted,
  }) => {
    const id = await create(app)
    store.isAway = true
    const refused = await app.call('POST', pathOf(id), { body: { images } })
    expect((await readProblem(refused)).code).toBe('unavailable')
    store.isAway = false
    expect(await openWork(db)).toBe(0)
    expect(await (await app.call('GET', `/v1/transaction/${id}/timeline`)).json()).toHaveLength(1)
    scripted.script.faces = [[makeFace(0)]]
    expect((await post(app, id, { images })).status).toBe(201)
  })

  test('503: nobody has looked within the time; the result is there later', async ({
    app,
    scripted,
  }) => {
    const id = await create(app)
    scripted.script.faces = [[makeFace(0)]]
    const slow = await app.call('POST', pathOf(id), { body: { images } })
    expect((await readProblem(slow)).code).toBe('unavailable')
    await runEngineTasks(app.deps, id)
    const again = await app.call('POST', pathOf(id), { body: { images } })
    expect(again.status).toBe(201)
  })
})

describe('a challenge', () => {
  test('429 after ten in ten minutes, and there is one again later', async ({ app, db }) => {
    const id = await create(app)
    for (let at = 0; at < 10; at++) await askChallenge(app, id)
    const path = `/v1/transaction/${id}/facial-biometrics/challenge`
    const refused = await app.call('POST', path)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(590)
    await moveClock(db, id, 600_000)
    expect((await app.call('POST', path)).status).toBe(201)
  })
})

describe('magic file names', () => {
  test.for([
    ['magic-live.jpg', 1],
    ['magic-inconclusive.png', 0],
    ['magic-spoof.jpg', 2],
    ['magic-no-face.jpg', 3],
    ['magic-two-faces.jpg', 4],
  ] as const)('%s', async ([name, status], { app }) => {
    const id = await create(app)
    const body = { images: [`data:image/jpeg;name=${name};base64,${images[0]}`] }
    expect(await (await post(app, id, body)).json()).toMatchObject({ livenessStatus: status })
  })

  test('mean nothing in live mode', async ({ app, scripted }) => {
    const claims = { mode: 'live' } as const
    const id = await createTransaction(app, {}, claims)
    scripted.script.faces = [[]]
    const body = { images: [`data:image/jpeg;name=magic-live.jpg;base64,${images[0]}`] }
    const answer = await whileWorking(app.deps, id, app.call('POST', pathOf(id), { body, claims }))
    expect(await answer.json()).toMatchObject({ livenessStatus: 3 })
  })
})

function firedIn(body: { device: { rules: { code: number; status: number }[] } }): number[] {
  return body.device.rules.filter(({ status }) => status === 2).map(({ code }) => code)
}

async function openWork(db: Db): Promise<number> {
  return db.$count(engineWork)
}
