// The console's lists in a real browser on the running service.
import { describe, expect } from 'vitest'
import { askedElsewhere, type FileBrowser, lookAtPage } from '#test/support/browser/browser.ts'
import { consoleLink } from '#test/support/sign-in.ts'
import type { withService } from '#test/workflow/fixture.ts'

const claims = { tenant: 'listers', sub: 'ana', scope: 'lists:write' }

export function listsPage(test: ReturnType<typeof withService>, browser: FileBrowser): void {
  describe.skipIf(browser.isMissing)('the console’s lists', () => {
    test('an entry is added as pasted, awaits its second person, is found by its value, and lifted', async ({
      client,
      service,
    }) => {
      const { page, faults, asked } = await browser.open(await consoleLink(service, claims), {
        locale: 'en',
      })
      await page.goto(`${service.url}/console/lists`)
      await page.getByText('No entries').waitFor()
      await page.keyboard.press('a')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('What it is').selectOption('phone')
      await dialog.getByLabel('Phone, as pasted').fill('nobody')
      await dialog.getByRole('button', { name: 'Add' }).click()
      await dialog.getByText('This does not read as a value of that kind.').waitFor()
      await dialog.getByLabel('Phone, as pasted').fill('+55 (11) 98765-0001')
      await dialog.getByLabel('Role').selectOption('mule')
      await dialog.getByLabel('Effect').selectOption('reject')
      await dialog.getByText('is rejected. It takes two people').waitFor()
      await dialog.getByLabel('Case number').fill('CASE-7')
      await dialog.getByRole('button', { name: 'Add' }).click()
      await page.getByRole('row', { name: /phone review awaits a second person/ }).waitFor()
      await lookAtPage(page, 'lists')

      await page.keyboard.press('/')
      await dialog.getByLabel('What it is').selectOption('phone')
      await dialog.getByLabel('Phone, as pasted').fill('11 98765 0001')
      await dialog.getByRole('button', { name: 'Find' }).click()
      await dialog.getByText('It is on the list: Deny').waitFor()
      await dialog.getByText('CASE-7').waitFor()
      await page.keyboard.press('Escape')

      // The second person adds the very same.
      const second = await browser.open(await consoleLink(service, { ...claims, sub: 'bia' }), {
        locale: 'en',
      })
      await second.page.goto(`${service.url}/console/lists?awaiting=second`)
      await second.page.getByRole('button', { name: 'Confirm' }).click()
      const confirming = second.page.getByRole('dialog')
      await confirming.getByLabel('Phone, as pasted').fill('11987650001')
      await confirming.getByRole('button', { name: 'Add' }).click()
      await second.page.getByText('Added: it applies now.').waitFor()
      const find = () =>
        client.ask<{ action: string }[]>('POST', '/v1/lists/deny/search', 200, {
          body: { kind: 'phone', phone: { areaCode: 11, number: 987650001 } },
          claims,
        })
      expect(await find()).toMatchObject([{ action: 'reject', role: 'mule' }])

      await second.page.goto(`${service.url}/console/lists`)
      await second.page.getByRole('button', { name: 'Lift' }).click()
      await confirming.getByText('(phone, mule, CASE-7) stops applying now').waitFor()
      await confirming.getByRole('button', { name: 'Lift' }).click()
      await second.page.getByText('No entries').waitFor()
      expect(await find()).toEqual([])
      expect(faults).toEqual([])
      expect(askedElsewhere(asked, service.url)).toEqual([])
      expect(asked.filter((url) => /98765/.test(url))).toEqual([])
    })
  })
}
