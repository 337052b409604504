// What the compiler refuses is tested as well: each @ts-expect-error fails the type check when the
// line under it compiles.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, mount, type Principal } from '#src/platform/http/route.ts'

const Note = z.object({ text: z.string() })

const createNote = defineRoute({
  method: 'post',
  paths: ['/v1/notes/{id}', '/notes/{id}'],
  operationId: 'createNote',
  summary: 'Create a note',
  tag: 'Notes',
  request: { param: z.object({ id: z.uuid() }), json: Note },
  responses: {
    201: { description: 'created', body: Note },
    204: { description: 'nothing to keep' },
  },
  problems: ['no-email', 'limit-reached'],
})

const openNote = defineRoute({
  ...createNote,
  operationId: 'openNote',
  auth: 'link',
  request: { json: Note, form: z.object({ file: z.file() }) },
})

test('a route takes its declared replies and refusals', () => {
  const answers = [
    mount(createNote, async ({ request }) => reply(201, { text: request.json.text })),
    mount(createNote, async () => reply(201, { text: 'a' }, { location: '/notes' })),
    mount(createNote, async () => reply(204)),
    mount(createNote, async () => refuse('limit-reached', { retryAfterSeconds: 30 })),
    mount(createNote, async ({ request, principal }) => {
      if (principal.tenant === request.param.id) return refuse('no-email')
      return request.json.text === '' ? reply(204) : reply(201, { text: 'a' })
    }),
  ]
  expect(answers.map(({ route }) => route.operationId)).toEqual(Array(5).fill('createNote'))
})

test('a route takes nothing that it does not declare', () => {
  // @ts-expect-error an undeclared status
  mount(createNote, async () => reply(200, { text: 'a' }))
  // @ts-expect-error a body that is not the declared one
  mount(createNote, async () => reply(201, { text: 1 }))
  // @ts-expect-error no body where one is declared
  mount(createNote, async () => reply(201))
  // @ts-expect-error a body where none is declared
  mount(createNote, async () => reply(204, { text: 'a' }))
  // @ts-expect-error a refusal that is not among the route's problems
  mount(createNote, async () => refuse('expired'))
  // @ts-expect-error a code outside of the closed list
  refuse('no-such-code')
  mount(createNote, async ({ request }) => {
    // @ts-expect-error an undeclared part of the request
    expect(request.query).toBeUndefined()
    return reply(204)
  })
  mount(openNote, async ({ principal }) => {
    // @ts-expect-error a link has no principal
    const who: Principal = principal
    expect(who).toBeUndefined()
    return reply(204)
  })
  mount(openNote, async ({ request }) => {
    // @ts-expect-error a request brings one of the two bodies
    expect(request.json.text).toBe('a')
    return reply(204)
  })
  expect(createNote.problems).toHaveLength(2)
})
