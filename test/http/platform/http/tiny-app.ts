// An app of a few routes of its own: what every route gets is tested on them.
import { z } from 'zod'
import { Problem } from '#src/platform/errors.ts'
import { type AppDeps, createApp } from '#src/platform/http/app.ts'
import { reply } from '#src/platform/http/reply.ts'
import { type CallOf, defineRoute, mount } from '#src/platform/http/route.ts'
import { createLog } from '#src/platform/log.ts'
import { createMetrics } from '#src/platform/metrics.ts'

const Note = z.object({
  text: z.string().max(10),
  size: z.int().min(0).optional(),
  kind: z.enum(['plain', 'rich']).optional(),
  tags: z.array(z.string()).max(3).optional(),
  labels: z.record(z.string().max(5), z.string()).optional(),
  at: z.iso.date().optional(),
  inner: z.object({ 'a/b': z.array(z.object({ 'c~d': z.boolean() })) }).optional(),
  shape: z
    .discriminatedUnion('form', [
      z.object({ form: z.literal('round'), radius: z.number() }),
      z.object({ form: z.literal('square'), side: z.number() }),
    ])
    .optional(),
  either: z.union([z.string(), z.object({ left: z.boolean() })]).optional(),
  even: z
    .number()
    .refine((value) => value % 2 === 0, { error: 'must be even', params: { code: 'not-allowed' } })
    .optional(),
})

export const createNote = defineRoute({
  method: 'post',
  paths: ['/v1/notes/{id}', '/notes/{id}/'],
  operationId: 'createNote',
  summary: 'Create a note',
  tag: 'Notes',
  mediaTypes: ['application/note+json'],
  request: { param: z.object({ id: z.uuid() }), json: Note },
  responses: {
    201: { description: 'created', body: Note.meta({ id: 'Note' }) },
    204: { description: 'nothing to keep' },
  },
  problems: ['limit-reached'],
})

export const listNotes = defineRoute({
  method: 'get',
  paths: ['/v1/notes'],
  operationId: 'listNotes',
  summary: 'List notes',
  tag: 'Notes',
  scope: 'audit:read',
  audits: 'record.read',
  request: {
    query: z.object({ max: z.coerce.number().int().optional(), kind: z.string().optional() }),
    header: z.object({
      prefer: z
        .string()
        .regex(/^wait=\d+$/)
        .optional(),
    }),
  },
  responses: { 200: { description: 'all', body: z.array(Note) } },
  problems: [],
})

export const pushButton = defineRoute({
  method: 'post',
  paths: ['/button'],
  operationId: 'pushButton',
  summary: 'A page with a button',
  tag: 'Pages',
  auth: 'link',
  bodyLimit: 'json',
  request: {},
  responses: { 200: { description: 'page', body: z.string(), mediaType: 'text/html' } },
  problems: [],
})

const uploadPhoto = defineRoute({
  method: 'put',
  paths: ['/photo'],
  operationId: 'uploadPhoto',
  summary: 'Upload a photo',
  tag: 'Notes',
  bodyLimit: 'images',
  request: {
    json: z.object({ photo: z.string() }).optional(),
    form: z.object({ photo: z.file(), caption: z.string().optional() }),
  },
  responses: { 200: { description: 'size', body: z.object({ size: z.number() }) } },
  problems: [],
})

const sendPicture = defineRoute({
  method: 'put',
  paths: ['/picture'],
  operationId: 'sendPicture',
  summary: 'A picture of a page',
  tag: 'Pages',
  auth: 'link',
  bodyLimit: 'images',
  request: {},
  responses: { 200: { description: 'size', body: z.object({ size: z.number() }) } },
  problems: [],
})

export type NoteCall = CallOf<typeof createNote>
type NoteAnswer = ReturnType<Parameters<typeof mount<typeof createNote>>[1]>

export const principal = {
  client: 'app',
  tenant: 'acme',
  mode: 'sandbox',
  scopes: new Set(['transactions:write']),
} as const
const verdict = { allowed: true, limit: 9, remaining: 8, resetSeconds: 1, retryAfterSeconds: 0 }

/** An app, the lines that it logs, and its metrics; what a test is about is replaced. */
export async function tinyApp({
  onNote = async ({ request }) => reply(201, request.json),
  ...deps
}: Partial<AppDeps> & { onNote?: (call: NoteCall) => NoteAnswer } = {}) {
  const lines: Record<string, unknown>[] = []
  const log = await createLog('info', 'test', {
    write: (line) => void lines.push(JSON.parse(line)),
  })
  const metrics = createMetrics()
  const app = createApp({
    routes: [
      mount(createNote, onNote),
      mount(listNotes, async () => reply(200, [])),
      mount(pushButton, async () => reply(200, '<p>pushed')),
      mount(sendPicture, async ({ rawBody }) => reply(200, { size: rawBody?.byteLength ?? 0 })),
      mount(uploadPhoto, async ({ request: { json, form } }) =>
        reply(200, { size: form?.photo.size ?? json?.photo.length ?? 0 }),
      ),
    ],
    authenticate: async (authorization) => {
      if (authorization === 'Bearer none') throw new Problem('unauthorized')
      return {
        ...principal,
        scopes: new Set(authorization === 'Bearer all' ? ['audit:read'] : ['transactions:write']),
      }
    },
    rateLimit: async () => verdict,
    log,
    metrics,
    checkReplies: true,
    ...deps,
  })
  return { app, lines, log, metrics }
}

export const notePath = '/v1/notes/7b9f9f8e-6b1b-4a7b-8d7e-6d1d5b2f3c1a'

type Body = string | Uint8Array<ArrayBuffer> | ReadableStream | FormData

/** A POST with a JSON body, further headers replacing the usual ones. */
export const post = (body: Body, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body,
  duplex: 'half',
  headers: { 'content-type': 'application/json', ...headers },
})

/** The problem document of an answer, in the parts that tests look at. */
export async function problem(response: Response) {
  const Problem = z.object({
    type: z.string(),
    title: z.string(),
    status: z.number(),
    code: z.string(),
    detail: z.string().optional(),
    requestId: z.string(),
    errors: z
      .array(z.object({ pointer: z.string(), code: z.string(), detail: z.string() }))
      .optional(),
  })
  return Problem.loose().parse(await response.json())
}
