// Addresses of pages that have their places in the console.
import { expect, test } from 'vitest'
import { movedRoutes } from '#src/console/moved.ts'
import { tinyApp } from '../platform/http/tiny-app.ts'

const { app } = await tinyApp({
  routes: movedRoutes(),
  authenticate: () => {
    throw new Error('a page asks for no credential')
  },
})

test.for([
  ['/messages', '/console/messages'],
  ['/packs', '/console/packs'],
  ['/reviews', '/console/reviews'],
  ['/sandbox', '/console/sandbox'],
  ['/transactions', '/console/transactions'],
  ['/webhooks', '/console/webhooks'],
])('%s leads to %s without a credential, with its query', async ([path = '', place = '']) => {
  const answer = await app.request(path)
  expect([answer.status, answer.headers.get('location')]).toEqual([302, place])
  const asked = await app.request(`${path}?transaction=one&x=%20`)
  expect(asked.headers.get('location')).toBe(`${place}?transaction=one&x=%20`)
})
