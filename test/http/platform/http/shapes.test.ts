// Routes of every class, by who may ask, what body they take and how large, with every shape of their largest body: what
// one request costs. A new route of a new class is tried as soon as it is there. `npm run drill -- --only shapes` tries
// every route in a process of its own, beside somebody who waits.
import { expect } from 'vitest'
import { capabilities } from '#src/main/capabilities.ts'
import { createRoutes } from '#src/main/routes.ts'
import { bodyLimitOf } from '#src/platform/http/request/body-budget.ts'
import type { Route } from '#src/platform/http/route.ts'
import { test } from '#test/support/hooks.ts'
import { pathOf, type Shape, shapesOf } from '#test/support/shapes.ts'
import { everyScope, mintToken } from '#test/support/token.ts'
import { createTransaction } from '#test/support/transactions.ts'

const probes = { postgres: async () => true, temporal: async () => true, worker: () => true }

/** Milliseconds of processor: twice what is promised, because collections of other tests' garbage fall into it. */
const openMs = 200
/** With a credential: so many times what a well-formed body of its size costs, or what is nothing beside it. */
const [times, leastMs] = [4, 200]
const tries = 3

const isOpen = ({ auth = 'bearer' }: Route) => auth !== 'bearer'

/** Hooks of each vendor read their own way. */
function classOf(route: Route): string {
  const { json, form, document } = route.request
  const kinds = [json && 'json', form && 'form', document && 'document'].filter(Boolean)
  const own = route.auth === 'signature' ? [route.operationId] : []
  return [route.auth ?? 'bearer', bodyLimitOf(route), ...kinds, ...own].join(' ')
}

test('a body of any shape costs its route no more than it may', async ({ app }) => {
  const id = await createTransaction(app)
  const authorization = `Bearer ${await mintToken({ scope: everyScope })}`
  const send = async (route: Route, { contentType, body }: Shape) => {
    const length = String(body.byteLength)
    const headers = { authorization, 'content-type': contentType, 'content-length': length }
    const method = route.method.toUpperCase()
    const before = process.cpuUsage()
    const request = new Request(`http://x${pathOf(route, id)}`, { method, headers, body })
    const answer = await app.fetch(request)
    await answer.arrayBuffer()
    const { user, system } = process.cpuUsage(before)
    return { status: answer.status, ms: (user + system) / 1_000 }
  }
  const routes = createRoutes(app.deps, capabilities, probes)
    .map(({ route }) => route)
    .filter(({ method }) => method !== 'get')
  const classes = Object.values(Object.groupBy(routes, classOf))
  expect(classes.length).toBeGreaterThan(10)
  const over: unknown[] = []
  for (const own of classes) {
    const route = own?.[0]
    if (!route) continue
    let wellMs = 0
    for (const shape of shapesOf(route)) {
      let { status, ms } = await send(route, shape)
      if (shape.name === 'well-formed') wellMs = Math.max(wellMs, ms)
      const most = isOpen(route) ? openMs : Math.max(leastMs, times * wellMs)
      for (let again = 1; again < tries && ms > most; again += 1)
        ({ status, ms } = await send(route, shape))
      if (ms > most || status >= 500) over.push([route.operationId, shape.name, status, ms, most])
    }
  }
  expect(over).toEqual([])
}, 600_000)
