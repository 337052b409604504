// Moments at the edges of the calendar, wherever a client gives one: refused by their field, and never an internal error.
import { expect } from 'vitest'
import { testOn } from '#test/support/app-fixture.ts'
import type { TestApp } from '#test/support/app.ts'
import { everyScope } from '#test/support/token.ts'
import { createTransaction, readProblem } from '#test/support/transactions.ts'

const test = testOn()

const claims = { tenant: 'edges', scope: everyScope, sub: 'ana' }

const outside = [
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+23:59',
  '9999-12-31T23:59:59-23:59',
] as const
const inside = ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'] as const

const queries = [
  ['/v1/transactions', 'createdAfter'],
  ['/v1/transactions', 'createdBefore'],
  ['/v1/audit', 'since'],
  ['/v1/audit', 'until'],
  ['/v1/packs/basic/runs', 'startedAfter'],
  ['/v1/packs/basic/runs', 'startedBefore'],
] as const

const ask = ({ call }: TestApp, path: string, name: string, at: string) =>
  call('GET', `${path}?${new URLSearchParams({ [name]: at }).toString()}`, { claims })

test.for(queries)(
  '400: %s by %s outside the years 0001 to 9999 of UTC',
  async ([path, name], { app }) => {
    for (const at of outside)
      expect(await readProblem(await ask(app, path, name, at)), at).toMatchObject({
        status: 400,
        errors: [{ pointer: `query#/${name}`, code: 'format' }],
      })
  },
)

test.for(queries)(
  '200: %s by %s on the first and the last day of the calendar',
  async ([path, name], { app }) => {
    for (const at of inside) expect((await ask(app, path, name, at)).status, at).toBe(200)
  },
)

const bodies = [
  ['POST', '/v1/packs/basic/backtests', 'since', { version: 1 }],
  ['PUT', '/v1/transaction/{id}/hold', 'until', { reason: 'Order 7' }],
  ['PUT', '/v1/transaction/{id}/relationship', 'endedAt', { class: 'customer' }],
  [
    'POST',
    '/v1/lists/allow',
    'expiresAt',
    { kind: 'document', documentType: 'cpf', document: '52998224725', evidence: 'own-case' },
  ],
] as const

test.for(bodies)(
  '400: %s %s with %s outside the years 0001 to 9999 of UTC',
  async ([method, path, name, rest], { app }) => {
    const id = await createTransaction(app, {}, claims)
    for (const at of outside) {
      const body = { ...rest, [name]: at }
      const answer = await app.call(method, path.replace('{id}', id), { claims, body })
      expect(await readProblem(answer), at).toMatchObject({
        status: 400,
        errors: [{ pointer: `#/${name}`, code: 'format' }],
      })
    }
  },
)
