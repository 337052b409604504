// The sandbox's page of the console as a person sees it, in a real browser on the running service.
import { describe, expect } from 'vitest'
import { askedElsewhere, type FileBrowser, lookAtPage } from '#test/support/browser/browser.ts'
import { consoleLink } from '#test/support/sign-in.ts'
import { until } from '#test/workflow/client.ts'
import type { withService } from '#test/workflow/fixture.ts'
import { testCalls } from './calls.ts'
import { testPartners } from './partners.ts'
import { testPhone } from './phone.ts'

export function sandboxPage(test: ReturnType<typeof withService>, browser: FileBrowser): void {
  describe.skipIf(browser.isMissing)('the sandbox of the console', () => {
    test('an example is started by keyboard alone, its mail is read, its clock moved; nothing comes from elsewhere', async ({
      client,
      service,
    }) => {
      const { page, faults, asked } = await browser.open(await consoleLink(service))
      await page.goto(`${service.url}/sandbox`)
      await page.getByRole('button', { name: 'Start an example' }).press('Enter')
      const what = page.getByLabel('Starts with')
      await what.selectOption('email')
      await what.press('Enter')
      await page.getByLabel('Name').press('Enter')
      await page.waitForURL(/\/console\/sandbox\?transaction=/)
      const id = new URL(page.url()).searchParams.get('transaction') ?? ''
      const mail = page.locator('iframe').contentFrame()
      const [message] = await until(async () => {
        const messages = await client.messages(id)
        return messages.length > 0 ? messages : undefined
      })
      await mail.getByText(message?.code ?? 'a code').waitFor()
      await page.getByText('Message taken by the vendor').waitFor()
      await lookAtPage(page, 'sandbox')
      // What is half typed outlives that the page asks for what is new.
      const half = page.getByLabel('Transaction ID')
      await half.pressSequentially('01a')
      for (let times = 0; times < 2; times += 1)
        await page.waitForResponse(/\/v1\/sandbox\/messages/)
      expect(await half.inputValue()).toBe('01a')
      await half.fill('')
      await page.getByRole('button', { name: '+1 h' }).press('Enter')
      await page.getByText(/Its time is now/).waitFor()
      await page.getByText('Time for an answer is over').waitFor()
      await page.getByRole('tab', { name: 'What happened' }).press('ArrowRight')
      await page.getByRole('button', { name: 'Make a link' }).press('Enter')
      await page.getByRole('link', { name: 'Open the link' }).last().waitFor()
      expect(page.url()).not.toContain('example.com')
      expect(faults).toEqual([])
      expect(askedElsewhere(asked, service.url)).toEqual([])
    })
  })

  testPhone(test, browser)
  testPartners(test, browser)
  testCalls(test, browser)
}
