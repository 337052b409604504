// The order in which a request is refused: each test breaks two neighbouring rules at once.
import { expect, test } from 'vitest'
import { bodyLimits } from '#src/platform/http/request/body-budget.ts'
import { notePath, post, problem, tinyApp } from './tiny-app.ts'

const tooLarge = `"${'x'.repeat(bodyLimits.json)}"`
const limited = {
  rateLimit: async () => ({
    allowed: false,
    limit: 9,
    remaining: 0,
    resetSeconds: 4,
    retryAfterSeconds: 3,
  }),
}

const codeOf = async (answer: Response | Promise<Response>) => (await problem(await answer)).code

test('an unknown path is 404 before any credential is asked for', async () => {
  const { app } = await tinyApp()
  const headers = { authorization: 'Bearer none' }
  expect(await codeOf(app.request('/nothing', { headers }))).toBe('no-such-path')
  expect(await codeOf(app.request('/button', { headers }))).toBe('method-not-allowed')
})

test('the credential goes before everything that the request says', async () => {
  const { app } = await tinyApp(limited)
  const headers = { authorization: 'Bearer none', 'content-type': 'text/plain' }
  expect(await codeOf(app.request('/v1/notes/1', post(tooLarge, headers)))).toBe('unauthorized')
  expect(await codeOf(app.request('/v1/notes', { headers }))).toBe('unauthorized')
})

test('the scope goes before the rate limit, and the rate limit before the body', async () => {
  const { app } = await tinyApp(limited)
  expect(await codeOf(app.request('/v1/notes'))).toBe('scope-missing')
  expect(await codeOf(app.request(notePath, post(tooLarge)))).toBe('rate-limited')
})

test('what cannot be written down is not shown', async () => {
  const { app } = await tinyApp({ audit: () => Promise.reject(new Error('no room')) })
  const headers = { authorization: 'Bearer all' }
  expect(await codeOf(app.request('/v1/notes', { headers }))).toBe('internal')
  const refused = app.request('/v1/notes?max=x', { headers })
  expect(await codeOf(refused)).toBe('invalid-request')
})

test('the size of a body goes before its media type', async () => {
  const { app } = await tinyApp()
  const plain = { 'content-type': 'text/plain', 'idempotency-key': 'a b' }
  expect(await codeOf(app.request(notePath, post(tooLarge, plain)))).toBe('payload-too-large')
  expect(await codeOf(app.request(notePath, post('{}', plain)))).toBe('unsupported-media-type')
})

test('the Idempotency-Key is read before the body is validated', async () => {
  const { app } = await tinyApp()
  const answer = await app.request(notePath, post('not json', { 'idempotency-key': 'a b' }))
  expect((await problem(answer)).errors).toEqual([
    expect.objectContaining({ pointer: 'header#/idempotency-key', code: 'format' }),
  ])
})

test('a malformed id answers as an unknown one does: after the body was found valid', async () => {
  const { app } = await tinyApp()
  expect(await codeOf(app.request('/v1/notes/1', post('{"text":1}')))).toBe('invalid-request')
  expect(await codeOf(app.request('/v1/notes/1', post('{"text":"a"}')))).toBe('not-found')
})
