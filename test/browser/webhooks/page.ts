// Webhooks and endpoints of the console in a real browser on the running service; and what the sandbox shows of them.
import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { askedElsewhere, type FileBrowser, lookAtPage } from '#test/support/browser/browser.ts'
import { startReceiver } from '#test/support/servers/receiver.ts'
import { consoleLink } from '#test/support/sign-in.ts'
import { everyScope } from '#test/support/token.ts'
import type { withService } from '#test/workflow/fixture.ts'

const claims = { tenant: 'listeners' }

export function webhooksPage(test: ReturnType<typeof withService>, browser: FileBrowser): void {
  describe.skipIf(browser.isMissing)('webhooks of the console', () => {
    test('one is made whose secret is shown once, tested, sent again, rotated, stopped and deleted, and the sandbox shows what left', async ({
      client,
      service,
    }) => {
      await using receiver = await startReceiver()
      // The port of the receiver is known by now alone.
      Object.assign(service.services.webhooks, { privateHosts: [receiver.host] })
      const { page, faults, asked } = await browser.open(await consoleLink(service, claims))
      await page.getByRole('navigation').getByRole('link', { name: 'Webhooks' }).click()
      await page.getByText('No webhooks').waitFor()
      await page.getByRole('button', { name: 'New webhook' }).press('Enter')
      await page.getByRole('dialog').waitFor()
      await page.evaluate('history.back()')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'New webhook' }).press('Enter')
      await page.getByLabel('Address').fill('https://10.0.0.1/')
      await page.getByRole('button', { name: 'Create' }).click()
      await page.locator('.fault', { hasText: 'must be https and public' }).waitFor()
      await page.getByLabel('transaction.created').check()
      await page.getByLabel('Address').fill(receiver.url('/hooks'))
      await page.keyboard.press('Enter')
      const shown = page.getByRole('group', { name: 'Secret' })
      const secret = await shown.textContent()
      expect(secret).toMatch(/^whsec_/)
      await page.getByRole('button', { name: 'I saved it' }).press('Enter')
      expect(await page.content()).not.toContain(secret ?? 'whsec_')
      await lookAtPage(page, 'webhooks')

      const person = { documentType: 'cpf', document: '52998224725', email: `${randomUUID()}@example.com` } // prettier-ignore
      const { id } = await client.ask<{ id: string }>('POST', '/v1/transaction', 201, {
        body: person,
        claims,
      })
      await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(1)
      await page.locator('.table-way').press('Enter')
      await page.getByRole('button', { name: 'Send a test' }).press('Enter')
      await page.getByText('webhook.tested').first().waitFor()
      await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(2)
      await page.getByRole('button', { name: 'Resend: transaction.created' }).click()
      await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(3)
      await lookAtPage(page, 'webhooks-one')
      await page.getByRole('button', { name: 'transaction.created', exact: true }).click()
      await page.getByText(`"transactionId": "${id}"`).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Create another secret' }).click()
      await page.getByRole('button', { name: 'I saved it' }).click()
      await page.getByRole('button', { name: 'Stop', exact: true }).click()
      await page.getByText('stopped by you').waitFor()

      await page.goto(`${service.url}/console/sandbox?transaction=${id}&tab=webhooks`)
      const panel = page.getByRole('tabpanel')
      await panel.getByText('transaction.created', { exact: true }).waitFor()
      await page.goBack()
      // Behind a full load too Back closes the dialog and stays, and a closed dialog is no step.
      const [before, dialog] = [page.url(), page.getByRole('dialog')]
      await page.getByRole('button', { name: 'Delete' }).click()
      await dialog.waitFor()
      await page.goBack()
      await dialog.waitFor({ state: 'detached' })
      expect(page.url()).toBe(before)
      await page.getByRole('button', { name: 'Delete' }).click()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await expect.poll(() => page.evaluate('history.state?.dialog ?? "none"')).toBe('none')
      await page.goBack()
      expect(page.url()).not.toBe(before)
      await page.goForward()
      await page.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByText('No webhooks').waitFor()
      expect(faults.filter((fault) => !fault.includes('400'))).toEqual([])
      expect(askedElsewhere(asked, service.url)).toEqual([])
    })

    test('an endpoint is made, tested, changed and deleted, and its headers are never shown', async ({
      service,
    }) => {
      await using receiver = await startReceiver()
      Object.assign(service.services.endpoints, { takesLoopback: true })
      receiver.answer = { status: 401 }
      const { page, faults } = await browser.open(await consoleLink(service, claims))
      await page.goto(`${service.url}/console/endpoints`)
      await page.getByRole('button', { name: 'New endpoint' }).press('Enter')
      await page.getByLabel('Name').fill('Core!')
      await page.getByLabel('Address').fill(receiver.url('/core'))
      await page.getByLabel('Headers').fill('x-api-key: k-Sealed1')
      await page.getByRole('button', { name: 'Create' }).click()
      await page.getByText('must be small letters, digits and hyphens').first().waitFor()
      await page.getByLabel('Name').fill('core-banking')
      // Once: the second press of two would say that the name is taken.
      await page.getByRole('button', { name: 'Create' }).dblclick()
      await page.getByRole('button', { name: 'I saved it' }).press('Enter')
      // The step back of the closed dialog would leave a page that came meanwhile.
      await expect
        .poll(() => page.evaluate('!history.state?.dialog'), { timeout: 5_000 })
        .toBe(true)
      await page.locator('.table-way').press('Enter')
      await page.getByText('x-api-key').waitFor()
      expect(await page.content()).not.toContain('k-Sealed1')
      await page.getByRole('button', { name: 'Test now' }).press('Enter')
      await page.getByText('The system has a fault that you need to mend').waitFor()
      await page.getByText(/HTTP 401/).waitFor()
      await page.getByRole('button', { name: 'Change' }).click()
      await page.getByLabel('Timeout (ms)').fill('1500')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('1500').waitFor()
      await lookAtPage(page, 'endpoints-one')
      await page.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByText('No endpoints').waitFor()
      expect(faults.filter((fault) => !fault.includes('400'))).toEqual([])
    })

    test('an endpoint that takes two people says what awaits the second, and who asked', async ({
      client,
      service,
    }) => {
      const of = (sub: string) => ({ tenant: 'couple', sub, scope: everyScope })
      const body = { packs: { publishing: 'two-people' } }
      await client.ask('PUT', '/v1/tenants/couple', 201, { body, claims: of('ana') })
      const { page } = await browser.open(await consoleLink(service, of('ana')))
      page.setDefaultTimeout(15_000)
      await page.goto(`${service.url}/console/endpoints`)
      const make = async () => {
        await page.getByRole('button', { name: 'New endpoint' }).click()
        await page.getByLabel('Name').fill('core-banking')
        await page.getByLabel('Address').fill('https://core.example/limits')
        await page.getByRole('button', { name: 'Create' }).click()
      }
      await make()
      const awaiting = page.getByText('waits for somebody else').filter({ hasText: 'core-banking' })
      await awaiting.filter({ hasText: 'you' }).waitFor()
      await page.context().clearCookies()
      await page.goto(await consoleLink(service, of('bia')))
      await page.goto(`${service.url}/console/endpoints`)
      await awaiting.waitFor()
      await make()
      await page.getByRole('button', { name: 'I saved it' }).click()
      await awaiting.waitFor({ state: 'detached' })
    })
  })
}
