// Serves sample images for the sandbox.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'

const samples = ['selfie-front.jpg', 'selfie-left.jpg', 'document-rg.jpg']

export function sampleRoutes(): Mounted[] {
  return samples.map((name) => {
    const route = defineRoute({
      method: 'get',
      paths: [`/sandbox/samples/${name}`],
      operationId: `readSample-${name}`,
      summary: 'Read a sample image',
      tag: 'Sandbox',
      auth: 'none',
      hidden: true,
      request: {},
      responses: {
        200: {
          description: 'The image',
          body: z.custom<Uint8Array>((body) => body instanceof Uint8Array),
          mediaType: 'image/jpeg',
        },
      },
      problems: [],
    })
    const file = join(import.meta.dirname, 'samples', name)
    const headers = { 'content-disposition': `attachment; filename="${name}"` }
    return mount(route, async () => reply(200, new Uint8Array(await readFile(file)), headers))
  })
}
