// Whatever an engine of the operator's own does, the picture is unreadable, or it is answered, or the call is tried
// again: nothing else comes of it, and no error holds what was sent or answered.
import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { nothingRead } from '#src/biometrics/engines/rules.ts'
import { createHttpDocuments, createHttpFaces } from '#src/vendors/engine-http/adapter.ts'
import { toForm } from '#src/vendors/engine-http/wire.ts'
import { listen } from '#test/support/servers/listen.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

const picture = Buffer.from('a picture of somebody')
const embedding = Array.from({ length: 128 }, (_, at) => at / 128)
const face = { box: [0, 0, 1, 1], pixels: 90, faceScore: 1, yaw: 0, pitch: 0, roll: 0, embedding }

async function serve(listener: RequestListener) {
  server = createServer(listener)
  const port = await listen(server)
  const url = `http://127.0.0.1:${port}/engine`
  const options = { url, modelId: 'own', token: 'secret', limits: { totalMs: 400 } }
  return { faces: createHttpFaces(options), documents: createHttpDocuments(options) }
}

const answering =
  (status: number, body: unknown): RequestListener =>
  (request, response) => {
    request.resume()
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    request.on('end', () => response.writeHead(status).end(text))
  }

describe('an engine over HTTP', () => {
  test('is sent the pictures as parts of a form, with the credential', async () => {
    let seen:
      | { path: string; authorization: string; names: string[]; bytes: string; turn: unknown }
      | undefined
    const { faces } = await serve((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const headers = { 'content-type': request.headers['content-type'] ?? '' }
        void new Response(new Uint8Array(Buffer.concat(chunks)), { headers })
          .formData()
          .then(async (form) => {
            const [image] = form.getAll('image')
            seen = {
              path: `${request.method} ${request.url}`,
              authorization: request.headers.authorization ?? '',
              names: [...form.keys()],
              bytes: image === undefined || typeof image === 'string' ? '' : await image.text(),
              turn: form.get('turn'),
            }
            response.end(JSON.stringify({ portrait: null }))
          })
      })
    })
    expect(await faces.portrait(picture, { turn: 90 })).toBeUndefined()
    expect(seen).toEqual({
      path: 'POST /engine/portrait',
      authorization: 'Bearer secret',
      names: ['turn', 'image'],
      bytes: picture.toString(),
      turn: '90',
    })
  })

  test('answers faces with what they are compared by', async () => {
    const { faces } = await serve(answering(200, { images: [{ faces: [face] }, { faces: [] }] }))
    const { images } = await faces.analyse([picture, picture])
    const [one, none] = images
    expect(one?.[0]?.embedding).toEqual(Float32Array.from(embedding))
    expect(none).toEqual([])
  })

  const engine = { name: 'acme-pad', version: '4.2.1' }
  const reading = { ...nothingRead, turn: 0 }

  test('says who it is, what it sees of an attack and what it has checked, where it says so', async () => {
    const looked = { images: [{ faces: [face] }], engine, attack: 'injection' }
    const one = await serve(answering(200, looked))
    expect(await one.faces.analyse([picture])).toMatchObject({ engine, attack: 'injection' })
    const read = { ...reading, engine: { name: 'acme-vio' }, attack: 'none', assurance: 'signed' }
    const other = await serve(answering(200, read))
    expect(await other.documents.read(picture)).toMatchObject({
      engine: { name: 'acme-vio' },
      attack: 'none',
      assurance: 'signed',
    })
    const silent = await serve(answering(200, reading))
    expect(Object.keys(await silent.documents.read(picture))).not.toEqual(
      expect.arrayContaining(['engine']),
    )
  })

  test.each([
    ['an attack', { attack: 'maybe' }],
    ['an assurance', { assurance: 'certified' }],
    ['a name of somebody', { engine: { name: 'a picture of somebody' } }],
  ])('that answers %s by a word that is none is tried again', async (_name, said) => {
    const { documents } = await serve(answering(200, { ...reading, ...said }))
    await expect(documents.read(picture)).rejects.toMatchObject({ reason: 'engine-away' })
  })

  test('says that a picture is unreadable, and which', async () => {
    const body = { code: 'image-unreadable', reason: 'animated', index: 2 }
    const { faces } = await serve(answering(422, body))
    const looked = faces.analyse([picture, picture, picture])
    await expect(looked).rejects.toMatchObject({
      name: 'ImageUnreadable',
      reason: 'animated',
      index: 2,
    })
  })

  test.for<[string, RequestListener, string]>([
    ['is busy', answering(503, {}), 'engine-busy'],
    ['asks for patience', answering(429, {}), 'engine-busy'],
    ['has failed', answering(500, {}), 'engine-away'],
    ['knows us not', answering(401, {}), 'engine-away'],
    ['is elsewhere', answering(302, ''), 'engine-away'],
    [
      'refuses in words of its own',
      answering(422, { error: 'a picture of somebody' }),
      'engine-away',
    ],
    ['answers no JSON', answering(200, '<html>a picture of somebody</html>'), 'engine-away'],
    ['answers something else', answering(200, { faces: [face] }), 'engine-away'],
    ['leaves a picture out', answering(200, { images: [{ faces: [face] }] }), 'engine-away'],
    [
      'answers a yaw of no head',
      answering(200, { images: [{ faces: [{ ...face, yaw: 999 }] }, { faces: [] }] }),
      'engine-away',
    ],
    ['breaks off', (request) => void request.socket.destroy(), 'engine-away'],
    ['hangs', () => undefined, 'engine-away'],
  ])('that %s is tried again', async ([, listener, reason]) => {
    const { faces } = await serve(listener)
    const looked = faces.analyse([picture, picture])
    await expect(looked).rejects.toMatchObject({ code: 'unavailable', reason })
    const error: unknown = await looked.catch((caught: unknown) => caught)
    expect(`${String(error)} ${JSON.stringify(error)}`).not.toMatch(/somebody|secret/)
  })

  test('that is not there is tried again', async () => {
    const { documents } = await serve(answering(200, {}))
    server?.close()
    server?.closeAllConnections()
    await expect(documents.read(picture)).rejects.toMatchObject({ reason: 'engine-away' })
  })

  test('is left when the call ends', async () => {
    const { documents } = await serve(() => undefined)
    const ending = new AbortController()
    setTimeout(() => ending.abort(new Error('ended')), 20)
    await expect(documents.read(picture, { signal: ending.signal })).rejects.toThrow('ended')
  })
})

test('two forms have two boundaries, which no picture can foresee', () => {
  expect(toForm([picture]).type).not.toBe(toForm([picture]).type)
})
