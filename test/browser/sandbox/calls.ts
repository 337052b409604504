// A pack that calls a system of the tenant until it says yes: both rounds are answered by hand in a real browser.
import { describe, expect } from 'vitest'
import { type FileBrowser, lookAtPage } from '#test/support/browser/browser.ts'
import { consoleLink } from '#test/support/sign-in.ts'
import type { withService } from '#test/workflow/fixture.ts'

const scope = 'packs:write packs:live reports:read transactions:read transactions:write'
const claims = { tenant: 'callers', sub: 'ana', scope }

const result = {
  type: 'object',
  required: ['done'],
  properties: { done: { type: 'boolean' } },
} as const

const root = {
  kind: 'sequence',
  steps: [
    {
      kind: 'repeat',
      id: 'rounds',
      timesMax: 3,
      until: 'steps.limit.result.done',
      unanswered: 'continue',
      run: { kind: 'call', id: 'limit', to: 'core', input: { name: 'transaction.name' }, result },
    },
    {
      kind: 'decide',
      id: 'verdict',
      rows: [
        { unless: 'steps.limit.result.done', outcome: 'review', reason: 'unfinished' },
        { outcome: 'approved', reason: 'done' },
      ],
    },
  ],
}

/** In the file that imports it, so that both share a service and a browser. */
export function testCalls(test: ReturnType<typeof withService>, browser: FileBrowser): void {
  describe.skipIf(browser.isMissing)('the calls of the page', () => {
    test('rounds of a call are answered by hand until it is done, and the transaction’s page shows its verdict', async ({
      client,
      service,
    }) => {
      const ask = <T>(method: string, path: string, status: number, body: object) =>
        client.ask<T>(method, path, status, { body, claims, headers: { prefer: 'wait=0' } })
      await ask('POST', '/v1/packs/limits/versions', 201, { root })
      const person = { documentType: 'cpf', document: '52998224725', name: 'Ana Exemplo' }
      const { id } = await ask<{ id: string }>('POST', '/v1/transaction', 201, person)
      await ask('POST', `/v1/packs/limits/${id}`, 202, {})
      const { page, faults } = await browser.open(await consoleLink(service, claims))
      await page.goto(`${service.url}/console/sandbox?transaction=${id}&tab=calls`)
      const answer = page.getByLabel('Answer to limit, as JSON')
      const send = page.getByRole('button', { name: 'Answer', exact: true })
      await page.getByText('limit calls core').waitFor()
      await page.getByText('"name": "Ana Exemplo"').waitFor()
      await answer.fill('{ done: }')
      await send.press('Enter')
      await page.locator('[aria-invalid=true]').waitFor()
      await answer.fill('{ "done": false }')
      await send.press('Enter')
      await page.getByText('round 2').waitFor()
      await lookAtPage(page, 'sandbox-calls')
      await answer.fill('{ "done": true }')
      await send.press('Enter')
      await answer.waitFor({ state: 'detached' })

      await page.goto(`${service.url}/console/transactions/${id}`)
      await page.getByRole('link', { name: 'limits' }).first().waitFor()
      await page.getByText('approved').first().waitFor()
      await expect.poll(() => page.getByText('A call ended').count()).toBe(2)
      await lookAtPage(page, 'transaction-calls')
      expect(faults.filter((one) => !one.includes('404'))).toEqual([])
    })
  })
}
