// What is refused of a liveness submission, and what comes of it when something is away.
import { calculateJwkThumbprint, exportJWK } from 'jose'
import { describe, expect } from 'vitest'
import { findById } from '#src/journey/transaction/store.ts'
import { recordSightings } from '#src/journey/velocity/store.ts'
import { engineWork } from '#src/biometrics/examinations/table.ts'
import { test } from '#test/support/biometrics/fixture.ts'
import { makeFace, runEngineTasks } from '#test/support/biometrics/engines.ts'
import { encodeForm as encode } from '#test/support/forms.ts'
import { drawImage } from '#test/support/biometrics/images.ts'
import { createTransaction, moveClock, readProblem, unknownId } from '#test/support/transactions.ts'
import { keyPair, payloadOf, sign } from '#test/unit/biometrics/devices/phone.ts'
import { askChallenge, create, hashes, images, imagesFor, pathOf, pictures, post } from './stage.ts'

/** In the file that imports it, so that all share one database and one application. */
export function testRefusals(): void {
  describe('a liveness submission is refused', () => {
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
      const hundred = new FormData()
      for (let at = 0; at < 100; at++) hundred.append('images', image, `${at}.jpg`)
      const pointers = []
      for (const form of [wrongName, twice, noJson, wrongType, text, hundred]) {
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
        [400, '#/images'],
      ])
      const { body, headers } = await encode(wrongName)
      const cut = body.subarray(0, body.length - 30)
      const broken = await app.call('POST', pathOf(id), { body: cut, headers })
      expect((await readProblem(broken)).status).toBe(400)
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
        expect([status, code, errors?.[0]?.pointer]).toEqual([
          422,
          'image-unreadable',
          '#/images/2',
        ])
      }
      expect(store.objects.size).toBe(before)
    })

    test('400: more than ten images without an event, more than forty with one', async ({
      app,
    }) => {
      const id = await create(app)
      for (const body of [
        { images: Array.from({ length: 11 }, () => images[0]) },
        { event: 'opaque', images: Array.from({ length: 41 }, () => images[0]) },
      ]) {
        const { status, errors } = await readProblem(await app.call('POST', pathOf(id), { body }))
        expect([status, errors?.[0]]).toMatchObject([
          400,
          { pointer: '#/images', code: 'too-many' },
        ])
      }
    })

    test('429: a device that has answered ten challenges in 24 hours, in live', async ({
      app,
      db,
    }) => {
      const claims = { mode: 'live' } as const
      const id = await createTransaction(app, { document: '11144477735' }, claims)
      const path = `/v1/transaction/${id}/facial-biometrics/challenge`
      const challenge = await (await app.call('POST', path, { claims })).json()
      const value = await calculateJwkThumbprint(await exportJWK(keyPair.publicKey))
      const found = await findById(db, id)
      if (!found) throw new Error('no transaction')
      for (let at = 0; at < 10; at++) {
        const locked = { ...found, wallNow: new Date(Date.now() - at * 60_000) }
        const seen = { kind: 'challenged-device', value } as const
        await recordSightings({ tx: db, sealer: app.sealer, locked }, [seen])
      }
      const sent = imagesFor(challenge)
      const signed = hashes.slice(0, sent.length)
      const { nonce } = challenge
      const event = await sign(payloadOf({ nonce, images: signed, iat: Date.now() / 1_000 }))
      const answer = await app.call('POST', pathOf(id), { body: { event, images: sent }, claims })
      expect((await readProblem(answer)).code).toBe('limit-reached')
      expect(answer.headers.get('retry-after')).toBe('3600')
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

    test('503: the store is away, nothing is taken and the capacity is released', async ({
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
      expect(await db.$count(engineWork)).toBe(0)
      expect(await (await app.call('GET', `/v1/transaction/${id}/timeline`)).json()).toHaveLength(1)
      scripted.script.faces = [[makeFace(0)]]
      expect((await post(app, id, { images })).status).toBe(201)
    })

    test('503: nobody has looked within the time; the result is there later', async ({
      app,
      hasty,
      scripted,
    }) => {
      const id = await create(app)
      scripted.script.faces = [[makeFace(0)]]
      const slow = await hasty.call('POST', pathOf(id), { body: { images } })
      expect((await readProblem(slow)).code).toBe('unavailable')
      await runEngineTasks(app.deps, id)
      const again = await app.call('POST', pathOf(id), { body: { images } })
      expect(again.status).toBe(201)
    })
  })

  describe('a challenge', () => {
    const challengeOf = (id: string) => `/v1/transaction/${id}/facial-biometrics/challenge`

    test('429 after five in a day, and there is one again later', async ({ app, db }) => {
      const id = await create(app)
      for (let at = 0; at < 5; at++) await askChallenge(app, id)
      const refused = await app.call('POST', challengeOf(id))
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000)
      await moveClock(db, id, 86_400_000)
      expect((await app.call('POST', challengeOf(id))).status).toBe(201)
    })

    test('429 after ten for one document in live, whatever the transaction', async ({ app }) => {
      const claims = { mode: 'live' } as const
      const person = { document: '52998224725' }
      const statuses: number[] = []
      for (let at = 0; at < 11; at++) {
        const id = await createTransaction(app, person, claims)
        statuses.push((await app.call('POST', challengeOf(id), { claims })).status)
      }
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429])
    })
  })
}
