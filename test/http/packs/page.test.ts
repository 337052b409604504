// docs/packs.md over HTTP: each of its examples is published, and the first is started and drawn.
import { expect } from 'vitest'
import { test } from '#test/support/app-fixture.ts'
import { examples } from '#test/support/packs/page-examples.ts'
import { createTransaction } from '#test/support/transactions.ts'

const claims = {
  tenant: 'page',
  scope: 'packs:write packs:live transactions:write transactions:read',
}

test('every example is published as it stands', async ({ app }) => {
  for (const { name, yaml } of examples) {
    const answer = await app.call('POST', `/v1/packs/${name}/versions`, {
      body: yaml,
      headers: { 'content-type': 'application/yaml' },
      claims,
    })
    expect([name, answer.status, await answer.json()]).toMatchObject([
      name,
      201,
      { name, version: 1 },
    ])
  }
  const id = await createTransaction(app, { email: 'joana.exemplo@example.com' }, claims)
  const [first] = examples
  const run = await app.call('GET', `/v1/packs/${first?.name}/${id}`, { claims })
  expect(await run.json()).toMatchObject({ status: 'processing', packVersion: 1 })
  const drawing = await app.call('GET', `/v1/packs/${first?.name}/${id}/run/drawing`, { claims })
  expect(await drawing.text()).toContain('verdict')
})
