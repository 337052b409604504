// The sandbox page as a person sees it, in a real browser on the running service.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { findBrowser, openBrowser } from '#test/support/browser.ts'
import type { Service } from '#test/support/service.ts'
import { mintToken } from '#test/support/token.ts'
import type { TestClient } from '../client.ts'
import { withService } from '../fixture.ts'

const test = withService()
const browserPath = findBrowser()

let browser: Browser
beforeAll(async () => {
  if (browserPath !== undefined) browser = await openBrowser(browserPath)
})
afterAll(() => browser?.close())

async function sendToken(client: TestClient): Promise<{ id: string; code: string }> {
  const id = await client.create()
  await client.requestToken(id)
  await client.journalWith(id, 'challenge-accepted')
  const [message] = await client.messages(id)
  if (message?.code === undefined) throw new Error('the message has a code')
  return { id, code: message.code }
}

async function openPage(service: Service, width: number) {
  const page = await browser.newPage({ viewport: { width, height: 900 } })
  const faults: string[] = []
  const asked: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('console', (line) => line.type() === 'error' && faults.push(line.text()))
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`${service.url}/sandbox#token=${await mintToken()}`)
  return { page, faults, asked }
}

/** Left for whoever wants to look. */
const keepPicture = (page: Page, name: string) =>
  page.screenshot({ path: join(tmpdir(), `atesta-sandbox-${name}.png`) })

describe.skipIf(browserPath === undefined)('the page opened by an address with its token', () => {
  test('shows the message that was sent, asks this service alone, and leaves no token in the address', async ({
    client,
    service,
  }) => {
    const { code } = await sendToken(client)
    const { page, faults, asked } = await openPage(service, 1280)
    await page.getByText(code).first().waitFor()
    expect(page.url()).toBe(`${service.url}/sandbox`)
    expect(
      asked.filter((url) => !url.startsWith(`${service.url}/`) && !/^(data|blob|about):/.test(url)),
    ).toEqual([])
    expect(faults).toEqual([])
    await keepPicture(page, 'wide')
    await page.close()
  })

  test('fits on a phone without scrolling sideways', async ({ client, service }) => {
    await sendToken(client)
    const { page, faults } = await openPage(service, 390)
    await page.getByText('@example.com').filter({ visible: true }).first().waitFor()
    const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
    expect(wide).toBe(false)
    expect(faults).toEqual([])
    await keepPicture(page, 'narrow')
    await page.close()
  })
})
