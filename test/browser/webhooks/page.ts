// The page of webhooks in a real browser on the running service; and what the sandbox shows of what was sent.
import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { askedElsewhere, type FileBrowser, lookAtPage } from '#test/support/browser/browser.ts'
import { startReceiver } from '#test/support/servers/receiver.ts'
import { mintToken } from '#test/support/token.ts'
import type { withService } from '#test/workflow/fixture.ts'

const claims = {
  tenant: 'listeners',
  scope: 'webhooks:write transactions:read transactions:write',
}

export function webhooksPage(test: ReturnType<typeof withService>, browser: FileBrowser): void {
  describe.skipIf(browser.isMissing)('the page of webhooks', () => {
    test('makes an endpoint whose secret it shows once, tests it, sends again, and the sandbox shows what left', async ({
      client,
      service,
    }) => {
      await using receiver = await startReceiver()
      // The port of the receiver is known by now alone.
      Object.assign(service.services.webhooks, { privateHosts: [receiver.host] })
      const token = await mintToken(claims)
      const { page, faults, asked } = await browser.open(`${service.url}/webhooks#token=${token}`)
      await page.getByText('None yet.').waitFor()
      await page.getByLabel('Address, https and public').fill('https://10.0.0.1/')
      await page.getByRole('button', { name: 'Make the endpoint' }).click()
      await page.getByText(/must be https and public/).waitFor()
      await page.getByText('All types of events').click()
      await page.getByLabel('transaction.created').check()
      await lookAtPage(page, 'webhooks-new')
      await page.getByLabel('Address, https and public').fill(receiver.url('/hooks'))
      await page.keyboard.press('Enter')
      const shown = page.getByRole('group', { name: 'Secret' })
      const secret = await shown.locator('code').textContent()
      expect(secret).toMatch(/^whsec_/)

      const person = { documentType: 'cpf', document: '52998224725', email: `${randomUUID()}@example.com` } // prettier-ignore
      const { id } = await client.ask<{ id: string }>('POST', '/v1/transaction', 201, {
        body: person,
        claims,
      })
      await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(1)
      await page.getByRole('link', { name: 'Test it' }).click()
      await page.getByRole('heading', { name: 'An endpoint', exact: true }).waitFor()
      expect(await page.content()).not.toContain(secret ?? 'whsec_')
      await page.getByRole('button', { name: 'Send a test' }).click()
      await page.getByText('webhook.tested').first().waitFor()
      await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(2)
      await page.getByRole('button', { name: 'Send again: transaction.created' }).click()
      await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(3)
      await page.getByRole('button', { name: 'Give it a further secret' }).click()
      await page.getByRole('group', { name: 'Secret' }).waitFor()
      await page.getByText('What was sent', { exact: true }).last().click()
      await page.getByText('Change it').click()
      await lookAtPage(page, 'webhooks-endpoint')
      await page.getByRole('button', { name: 'Stop it' }).click()
      await page.getByText('disabled: client').waitFor()
      await page.getByText('End it', { exact: true }).click()
      await page.getByRole('button', { name: 'End it for good' }).waitFor()
      expect(faults.filter((fault) => !fault.includes('400'))).toEqual([])
      expect(askedElsewhere(asked, service.url)).toEqual([])

      await page.goto(`${service.url}/sandbox#token=${token}&transaction=${id}`)
      const panel = page.getByRole('region', { name: 'Webhooks' })
      await panel.getByText('What was sent').click()
      await panel.getByText('transaction.created', { exact: true }).waitFor()
      await panel.getByText('Its body').click()
      await panel.getByText(`"transactionId": "${id}"`).waitFor()
      await page.getByRole('link', { name: 'Its page' }).waitFor()
    })
  })
}
