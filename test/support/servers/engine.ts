// A small engine server as an operator would write one: it implements the protocol of docs/biometrics.md with the
// engines that it is given.
import { createServer, type Server } from 'node:http'
import { ImageUnreadable } from '#src/biometrics/wire/engine-errors.ts'
import type { Engines, Rotation } from '#src/biometrics/engines/port.ts'
import { Problem } from '#src/platform/errors.ts'
import { listen } from './listen.ts'

export type WireServer = { readonly url: string; close(): Promise<void> }

export async function startWireServer(engines: Engines, token: string): Promise<WireServer> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { authorization = '', 'content-type': type = '' } = request.headers
      const asked = { path: request.url ?? '', type, body: Buffer.concat(chunks) }
      const answering = authorization === `Bearer ${token}` ? answer(engines, asked) : refused
      void answering.then(({ status, json }) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
      })
    })
  })
  const port = await listen(server)
  return { url: `http://127.0.0.1:${port}/v1`, close: () => close(server) }
}

type Asked = { readonly path: string; readonly type: string; readonly body: Buffer }
type Answer = { readonly status: number; readonly json: unknown }

const refused = Promise.resolve<Answer>({ status: 401, json: {} })

async function answer(engines: Engines, { path, type, body }: Asked): Promise<Answer> {
  const parsed = new Response(new Uint8Array(body), { headers: { 'content-type': type } })
  const form = await parsed.formData()
  const files = form.getAll('image').filter((part) => typeof part !== 'string')
  const images = await Promise.all(files.map((file) => file.bytes()))
  try {
    return { status: 200, json: await run(engines, path, images, form.get('turn')) }
  } catch (error) {
    if (error instanceof ImageUnreadable) {
      const { reason, index } = error
      return { status: 422, json: { code: 'image-unreadable', reason, index } }
    }
    // The error text is returned, as careless servers do.
    return { status: error instanceof Problem ? 503 : 500, json: { error: String(error) } }
  }
}

async function run(
  { face, ocr }: Engines,
  path: string,
  images: readonly Uint8Array[],
  turn: unknown,
): Promise<unknown> {
  const [image = new Uint8Array()] = images
  const plain = (embedding?: Float32Array) => (embedding ? { embedding: [...embedding] } : {})
  if (path === '/v1/analyse') {
    const { images: found, ...said } = await face.analyse(images)
    return {
      ...said,
      images: found.map((faces) => ({
        faces: faces.map(({ embedding, ...one }) => ({ ...one, ...plain(embedding) })),
      })),
    }
  }
  if (path === '/v1/read') return ocr.read(image)
  // Safe because the adapter sends one of the four rotations.
  const asked = typeof turn === 'string' ? { turn: Number(turn) as Rotation } : {}
  const portrait = await face.portrait(image, asked)
  return { portrait: portrait ? { ...portrait, ...plain(portrait.embedding) } : null }
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
}
