// `for`: whom a pack is for. Another subject is refused before anything of the pack begins.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { test } from '#test/support/app-fixture.ts'
import { createTransaction, readProblem } from '#test/support/transactions.ts'

const claims = { scope: 'packs:write packs:live', sub: 'team-risk' }
const company = { documentType: 'CNPJ', document: '11222333000181', name: 'Exemplo Ltda' }

test.for([
  ['person', 'company'],
  ['company', 'person'],
] as const)(
  '422: a pack for a %s is not started for a %s, by GET, POST or link',
  async ([subject], { app }) => {
    const name = `for-${randomUUID()}`
    const body = { for: subject, root: { kind: 'module', module: 'score' } }
    await app.call('POST', `/v1/packs/${name}/versions`, { body, claims })
    const [person, firm] = [await createTransaction(app), await createTransaction(app, company)]
    const [fit, unfit] = subject === 'person' ? [person, firm] : [firm, person]
    for (const [method, path, request] of [
      ['GET', `/v1/packs/${name}/${unfit}`, {}],
      ['POST', `/v1/packs/${name}/${unfit}`, { body: {} }],
      ['POST', `/v1/transaction/${unfit}/lvs`, { body: { pack: name } }],
    ] as const)
      expect(await readProblem(await app.call(method, path, request))).toMatchObject({
        status: 422,
        code: 'subject-unfit',
      })
    const runs = await (await app.call('GET', `/v1/packs/${name}/${unfit}/runs`)).json()
    expect(JSON.stringify(runs)).not.toContain('runId')
    expect((await app.call('GET', `/v1/packs/${name}/${fit}`)).status).toBe(200)
    expect((await app.call('POST', `/v1/transaction/${fit}/lvs`, { body: { pack: name } })).status).toBe(201) // prettier-ignore
  },
)

test('a pack that names another is for whom it says itself, and without `for` for both', async ({
  app,
}) => {
  const inner = `inner-${randomUUID()}`
  const root = { kind: 'module', module: 'score' }
  await app.call('POST', `/v1/packs/${inner}/versions`, { body: { for: 'company', root }, claims })
  const name = `outer-${randomUUID()}`
  const body = { root: { kind: 'pack', pack: inner, version: 1 } }
  await app.call('POST', `/v1/packs/${name}/versions`, { body, claims })
  for (const id of [await createTransaction(app), await createTransaction(app, company)])
    expect((await app.call('GET', `/v1/packs/${name}/${id}`)).status).toBe(200)
})
