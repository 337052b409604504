// The phone of the sandbox page in a real browser: its owner taps a button or types an answer, and the API says so.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { findBrowser, openBrowser } from '#test/support/browser.ts'
import type { Service } from '#test/support/service.ts'
import { mintToken } from '#test/support/token.ts'
import { type TestClient, until } from '../client.ts'
import { withService } from '../fixture.ts'

const test = withService()
const browserPath = findBrowser()

let browser: Browser
beforeAll(async () => {
  if (browserPath !== undefined) browser = await openBrowser(browserPath)
})
afterAll(() => browser?.close())

const paths = { token: 'sms/tokens', sms: 'sms/2fa', whatsapp: 'whatsapps/2fa' }

/** A person with a number of its own, and the requests that write to it. */
async function meet(client: TestClient, number: number) {
  const phone = { countryCode: 55, areaCode: 11, number }
  const body = { documentType: 'cpf', document: '52998224725', phone }
  const { id } = await client.ask<{ id: string }>('POST', '/v1/transaction', 201, { body })
  const pathOf = (kind: keyof typeof paths) => `/v1/transaction/${id}/${paths[kind]}`
  return {
    id,
    write: (kind: keyof typeof paths) => client.ask('POST', pathOf(kind), 201),
    read: (kind: keyof typeof paths) =>
      client.ask<Record<string, unknown>[]>('GET', pathOf(kind), 200),
  }
}

async function openPhone(service: Service, id: string, width: number) {
  const page = await browser.newPage({ viewport: { width, height: width < 700 ? 844 : 900 } })
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('console', (line) => line.type() === 'error' && faults.push(line.text()))
  await page.goto(`${service.url}/sandbox#token=${await mintToken()}&transaction=${id}`)
  return { page, faults }
}

/** Left for whoever wants to look. */
const keepPicture = (page: Page, name: string) =>
  page.screenshot({ path: join(tmpdir(), `atesta-phone-${name}.png`) })

const isWide = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth > innerWidth') as Promise<boolean>

describe.skipIf(browserPath === undefined)('the phone of the page', () => {
  test.for([1280, 390])(
    'at %i pixels: a tapped WhatsApp button makes its record Replied',
    async (width, { client, service }) => {
      const person = await meet(client, 987_000_000 + width)
      await person.write('whatsapp')
      await client.journalWith(person.id, 'challenge-read')
      const { page, faults } = await openPhone(service, person.id, width)
      if (width < 700) await page.locator('button.item').click()
      await page.getByRole('button', { name: 'Sim', exact: true }).click()
      await page.locator('.own .state', { hasText: 'Sent' }).waitFor()
      expect(await person.read('whatsapp')).toMatchObject([
        { status: 'Replied', reply: { option: 1 } },
      ])
      await page.getByText('WhatsApp 2FA replied').waitFor()
      await keepPicture(page, `whatsapp-${width}`)
      expect(await isWide(page)).toBe(false)
      expect(faults).toEqual([])
      await page.close()
    },
  )

  test.for([1280, 390])(
    'at %i pixels: what is typed under an SMS answers it',
    async (width, { client, service }) => {
      const person = await meet(client, 987_100_000 + width)
      await person.write('token')
      await client.journalWith(person.id, 'challenge-delivered')
      const { page, faults } = await openPhone(service, person.id, width)
      if (width < 700) await page.locator('button.item').click()
      await page.getByText('Nothing here asks for a reply.').waitFor()
      await person.write('sms')
      const field = page.getByRole('textbox', { name: 'Reply as the owner of the phone' })
      await field.fill('não')
      await field.press('Enter')
      await page.locator('.own .state', { hasText: 'Sent' }).waitFor()
      const [record] = await until(async () => {
        const records = await person.read('sms')
        return records[0]?.['status'] === 'Replied' ? records : undefined
      })
      expect(record).toMatchObject({ text: 'Não' })
      await keepPicture(page, `sms-${width}`)
      expect(await isWide(page)).toBe(false)
      expect(faults).toEqual([])
      await page.close()
    },
  )
})
