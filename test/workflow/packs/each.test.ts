// A company whose three owners are verified each in a transaction of its own, by a link, through their workflows.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { ShownChild } from '#test/support/packs/family.ts'
import { company, ownersPack, people, sequence } from '#test/support/packs/family.ts'
import { searchAttributes, workflowId } from '#workflows/messages.ts'
import { createTestClient, kindsOf } from '../client.ts'
import { withService } from '../fixture.ts'

const test = withService()

type Answer = {
  readonly status: string
  readonly outcome?: string
  readonly runId: string
  readonly steps: { readonly partners: { readonly results: readonly ShownChild[] } }
}

const owner = {
  type: 'object',
  properties: Object.fromEntries(
    ['document', 'documentType', 'name', 'email'].map((name) => [
      name,
      { type: 'string', 'x-personal': true },
    ]),
  ),
}

test('a company with three owners is walked to a verdict: each made once, found by its parent, and nothing personal in a history', async ({
  service,
}) => {
  const scope = 'packs:write packs:live transactions:read transactions:write'
  const client = createTestClient(service, { scope })
  const name = `owners-${randomUUID()}`
  await client.ask('POST', `/v1/packs/${name}-one/versions`, 201, {
    body: {
      root: sequence(
        { kind: 'module', module: 'emailToken', deadlineSeconds: 86_400 },
        {
          kind: 'decide',
          id: 'verdict',
          rows: [
            { if: 'facts.email.verifiedByToken', outcome: 'approved', reason: 'proven' },
            { outcome: 'review', reason: 'unproven' },
          ],
        },
      ),
    },
  })
  const input = { type: 'object', properties: { owners: { type: 'array', items: owner } } }
  await client.ask('POST', `/v1/packs/${name}/versions`, 201, {
    body: {
      input,
      root: ownersPack(`${name}-one@1`, {
        in: 'input.owners',
        with: { email: 'item.email' },
        link: true,
      }),
    },
  })
  const { id } = await client.ask<{ id: string }>('POST', '/v1/transaction', 201, { body: company })
  const owners = people.map((one) => ({ ...one, email: `${randomUUID()}@example.com` }))
  await client.ask('POST', `/v1/packs/${name}/${id}`, 202, { body: { input: { owners } } })
  const read = () =>
    client.ask<Answer>('GET', `/v1/packs/${name}/${id}`, 200, { headers: { prefer: 'wait=0' } })
  await expect
    .poll(async () => (await read()).steps.partners.results.map(({ link }) => typeof link), {
      timeout: 20_000,
    })
    .toEqual(['string', 'string', 'string'])
  const { links } = await client.ask<{ links: { status: string }[] }>(
    'POST',
    `/v1/sandbox/transactions/${id}/walk-links`,
    200,
  )
  expect(links.map(({ status }) => status)).toEqual(['done', 'done', 'done'])
  await expect.poll(async () => (await read()).outcome, { timeout: 20_000 }).toBe('approved')
  const children = (await read()).steps.partners.results
  const kinds = kindsOf(await client.journal(id))
  expect(kinds.filter((kind) => kind === 'child-made')).toHaveLength(3)
  expect(kinds.filter((kind) => kind === 'child-changed')).toHaveLength(3)
  for (const child of [id, ...children.map(({ transactionId = '' }) => transactionId)]) {
    const handle = service.client.workflow.getHandle(workflowId(child))
    const { typedSearchAttributes: attributes } = await handle.describe()
    expect(attributes.get(searchAttributes.parent)).toBe(child === id ? undefined : id)
    const history = JSON.stringify(await handle.fetchHistory())
    for (const { document, name: whose, email } of owners)
      for (const value of [document, document.replaceAll(/\D/g, ''), whose, email])
        expect(history).not.toContain(value)
  }
})
