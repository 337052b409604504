// One test per documented status of a liveness submission, with engines that answer as the test says.
import { describe, expect } from 'vitest'
import { test } from '#test/support/biometrics/fixture.ts'
import { makeFace, whileWorking } from '#test/support/biometrics/engines.ts'
import { encodeForm as encode } from '#test/support/forms.ts'
import { createTransaction, moveClock } from '#test/support/transactions.ts'
import { payloadOf } from '#test/unit/biometrics/devices/phone.ts'
import { testFilms } from './films.ts'
import { testPacks } from './packs.ts'
import { testRefusals } from './refusals.ts'
import { testEngineCapacity } from './engine-capacity.ts'
import { askChallenge, create, facesFor, firedIn, hashes, images, imagesFor, pathOf, pictures, post, signFor } from './stage.ts' // prettier-ignore

describe('a liveness submission', () => {
  test('201: a challenge that was done as asked is live, with all that the contract shows', async ({
    app,
    scripted,
  }) => {
    const id = await create(app)
    const challenge = await askChallenge(app, id)
    expect([4, 5]).toContain(challenge.actions.length)
    scripted.script.faces = facesFor(challenge)
    const event = await signFor(challenge)
    const answer = await post(app, id, {
      integrationName: 'app',
      userIp: '203.0.113.7',
      event,
      images: imagesFor(challenge),
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

  test('201: the same event and images are the same submission; the nonce works for no other', async ({
    app,
    scripted,
    store,
  }) => {
    const id = await create(app)
    const challenge = await askChallenge(app, id)
    scripted.script.faces = facesFor(challenge)
    const event = await signFor(challenge)
    const images = imagesFor(challenge)
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
    scripted.script.faces = facesFor(foreign)
    const answer = await post(app, id, {
      event: await signFor(foreign),
      images: imagesFor(foreign),
    })
    expect(firedIn(await answer.json())).toEqual([1003])
    const own = await askChallenge(app, id)
    const event = await signFor(own, { tx: other })
    const elsewhere = await post(app, id, { event, images: imagesFor(own) })
    expect(firedIn(await elsewhere.json())).toEqual([1003])
  })

  test('201: an event that comes after two minutes fires 1003', async ({ app, db, scripted }) => {
    const id = await create(app)
    const challenge = await askChallenge(app, id)
    scripted.script.faces = facesFor(challenge)
    await moveClock(db, id, 121_000)
    const event = await signFor(challenge)
    const answer = await post(app, id, { event, images: imagesFor(challenge) })
    expect(firedIn(await answer.json())).toEqual([1003])
  })

  test('201: images swapped after signing are spoof suspected', async ({ app, scripted }) => {
    const id = await create(app)
    const challenge = await askChallenge(app, id)
    scripted.script.faces = facesFor(challenge)
    const event = await signFor(challenge)
    const swapped = await post(app, id, { event, images: imagesFor(challenge).toReversed() })
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
    // Of other endings the sandbox counts nothing.
    for (const ending of ['0027', '0027', '0027', '0027', '0001', '0027']) {
      const id = await createTransaction(app, { document: `${20_000 + bodies.length}${ending}00` })
      const event = JSON.stringify(
        payloadOf({ images: [hashes[0]], iat: Date.now() / 1_000 }, { visitorId: 'shared' }),
      )
      bodies.push(await (await post(app, id, { event, images: images.slice(0, 1) })).json())
    }
    expect(bodies.map((body) => firedIn(body).includes(5001))).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
    ])
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

  test('ask for an outcome each, of one picture in one transaction', async ({ app }) => {
    const id = await create(app)
    const statuses: number[] = []
    for (const name of ['magic-live', 'magic-no-face', 'magic-two-faces', 'magic-live']) {
      const body = { images: [`data:image/jpeg;name=${name}.jpg;base64,${images[0]}`] }
      const { livenessStatus, analysis } = await (await post(app, id, body)).json()
      statuses.push(livenessStatus)
      expect(analysis.images[0].faces).toBe({ 3: 0, 4: 2 }[String(livenessStatus)] ?? 1)
    }
    expect(statuses).toEqual([1, 3, 4, 1])
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

testFilms()
testRefusals()
testEngineCapacity()
testPacks()
