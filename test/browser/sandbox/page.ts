// The sandbox page as a person sees it, in a real browser on the running service.
import { describe, expect } from 'vitest'
import {
  type FileBrowser,
  findViolations,
  isTooWide,
  keepPicture,
} from '#test/support/browser/browser.ts'
import type { Service } from '#test/support/service.ts'
import { mintToken } from '#test/support/token.ts'
import type { TestClient } from '#test/workflow/client.ts'
import type { withService } from '#test/workflow/fixture.ts'
import { testPhone } from './phone.ts'

async function sendToken(client: TestClient): Promise<{ id: string; code: string }> {
  const id = await client.create()
  await client.requestToken(id)
  await client.journalWith(id, 'challenge-accepted')
  const [message] = await client.messages(id)
  if (message?.code === undefined) throw new Error('the message has a code')
  return { id, code: message.code }
}

export function sandboxPage(test: ReturnType<typeof withService>, browser: FileBrowser): void {
  const openPage = async (service: Service, width: number) =>
    browser.open(`${service.url}/sandbox#token=${await mintToken()}`, { width })

  describe.skipIf(browser.isMissing)('the page opened by an address with its token', () => {
    test('shows the message that was sent, asks this service alone, and leaves no token in the address', async ({
      client,
      service,
    }) => {
      const { code } = await sendToken(client)
      const { page, faults, asked } = await openPage(service, 1280)
      await page.getByText(code).first().waitFor()
      expect(page.url()).toBe(`${service.url}/sandbox`)
      expect(
        asked.filter(
          (url) => !url.startsWith(`${service.url}/`) && !/^(data|blob|about):/.test(url),
        ),
      ).toEqual([])
      expect(faults).toEqual([])
      expect(await findViolations(page)).toEqual([])
      await keepPicture(page, 'sandbox-wide')
    })

    test('fits on a phone without scrolling sideways', async ({ client, service }) => {
      await sendToken(client)
      const { page, faults } = await openPage(service, 390)
      await page.getByText('@example.com').filter({ visible: true }).first().waitFor()
      expect(await isTooWide(page)).toBe(false)
      expect(faults).toEqual([])
      await keepPicture(page, 'sandbox-narrow')
    })
  })

  testPhone(test, browser)
}
