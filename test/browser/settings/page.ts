// Settings and messages of the console in a real browser on the running service.
import { describe, expect } from 'vitest'
import { askedElsewhere, type FileBrowser, lookAtPage } from '#test/support/browser/browser.ts'
import { consoleLink } from '#test/support/sign-in.ts'
import { until } from '#test/workflow/client.ts'
import type { withService } from '#test/workflow/fixture.ts'

const claims = { tenant: 'settled' }
type Own = { readonly own: Record<string, unknown> }

export function settingsPage(test: ReturnType<typeof withService>, browser: FileBrowser): void {
  describe.skipIf(browser.isMissing)('settings of the console', () => {
    test('a brand is seen while it is typed, saved, and shown by the mails; what does not hold is said at its field', async ({
      client,
      service,
    }) => {
      const { page, faults, asked } = await browser.open(await consoleLink(service, claims))
      await page.goto(`${service.url}/console/settings`)
      await page.getByLabel('Name').fill('Banco Sul')
      await page.getByLabel('Colour of buttons').fill('green')
      await page.getByText('Banco Sul asks for a selfie and a document.').waitFor()
      await page.getByRole('button', { name: 'Save' }).press('Enter')
      await page.getByLabel('Colour of buttons').and(page.locator('[aria-invalid=true]')).waitFor()
      await page.getByLabel('Colour of buttons').fill('#0a5c36')
      await page.getByRole('button', { name: 'Save' }).press('Enter')
      await page.getByText(/^Saved/).waitFor()
      const read = () => client.ask<Own>('GET', '/v1/settings', 200, { claims: { ...claims, scope: 'reports:read' } }) // prettier-ignore
      expect((await read()).own).toEqual({ brand: 'Banco Sul', link: { colour: '#0a5c36' } })
      await page.getByText('Last changed').waitFor()
      await lookAtPage(page, 'settings')
      await page.getByRole('link', { name: 'Verdicts' }).press('Enter')
      await page.getByLabel('Lowest age without review').fill('21')
      await page.getByLabel('Phone optional').selectOption('true')
      await page.getByRole('button', { name: 'Save' }).click()
      await until(async () => {
        const { own } = await read()
        return 'verdicts' in own ? own : undefined
      })
      expect((await read()).own).toMatchObject({
        brand: 'Banco Sul',
        verdicts: { ageMin: 21, phoneOptional: true },
      })
      await page.goto(`${service.url}/messages?language=en`)
      await page.locator('iframe').contentFrame().getByText('Banco Sul').first().waitFor()
      await lookAtPage(page, 'messages')
      await page.getByRole('link', { name: 'Question' }).press('Enter')
      await page.getByRole('tab', { name: 'WhatsApp' }).press('Enter')
      await page
        .getByText(/Banco Sul/)
        .first()
        .waitFor()
      expect(faults.filter((fault) => !fault.includes('400') && !fault.includes('404'))).toEqual([])
      expect(askedElsewhere(asked, service.url)).toEqual([])
    })
  })
}
