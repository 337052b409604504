// The phone of the sandbox: its owner taps a button or types an answer, and the API says so.
import { describe, expect } from 'vitest'
import { type FileBrowser, isTooWide, keepPicture } from '#test/support/browser/browser.ts'
import type { Service } from '#test/support/service.ts'
import { consoleLink } from '#test/support/sign-in.ts'
import { type TestClient, until } from '#test/workflow/client.ts'
import type { withService } from '#test/workflow/fixture.ts'

const paths = { token: 'sms/tokens', sms: 'sms/2fa', whatsapp: 'whatsapps/2fa' }

/** A person with a number of its own, and the requests that write to it. */
async function meet(client: TestClient, number: number) {
  const phone = { countryCode: 55, areaCode: 11, number }
  const body = { documentType: 'cpf', document: '52998224725', phone }
  const { id } = await client.ask<{ id: string }>('POST', '/v1/transaction', 201, { body })
  const pathOf = (kind: keyof typeof paths) => `/v1/transaction/${id}/${paths[kind]}`
  return {
    id,
    write: (kind: keyof typeof paths, body = {}) => client.ask('POST', pathOf(kind), 201, { body }),
    read: (kind: keyof typeof paths) =>
      client.ask<Record<string, unknown>[]>('GET', pathOf(kind), 200),
  }
}

/** In the file that imports it, so that both share a service and a browser. */
export function testPhone(test: ReturnType<typeof withService>, browser: FileBrowser): void {
  async function openPhone(service: Service, id: string, width: number) {
    const viewport = { width, height: width < 700 ? 844 : 900 }
    const opened = await browser.open(await consoleLink(service), { viewport })
    await opened.page.goto(`${service.url}/console/sandbox?transaction=${id}`)
    return opened
  }

  describe.skipIf(browser.isMissing)('the phone of the page', () => {
    test.for([1280, 390])(
      'at %i pixels: a tapped WhatsApp button makes its record Replied',
      async (width, { client, service }) => {
        const person = await meet(client, 987_000_000 + width)
        await person.write('whatsapp')
        await client.journalWith(person.id, 'challenge-read')
        const { page, faults } = await openPhone(service, person.id, width)
        if (width < 700) await page.locator('button.sandbox-item').click()
        await page.getByRole('button', { name: 'Sim', exact: true }).click()
        await page.locator('.sandbox-own .state', { hasText: 'Sent' }).waitFor()
        expect(await person.read('whatsapp')).toMatchObject([
          { status: 'Replied', reply: { option: 1 } },
        ])
        await page.getByText('The person replied').waitFor()
        await keepPicture(page, `phone-whatsapp-${width}`)
        expect(await isTooWide(page)).toBe(false)
        expect(faults).toEqual([])
      },
    )

    test.for([1280, 390])(
      'at %i pixels: what is typed under an SMS answers it, and is helped and acknowledged',
      async (width, { client, service }) => {
        const person = await meet(client, 987_100_000 + width)
        await person.write('token')
        await client.journalWith(person.id, 'challenge-delivered')
        const { page, faults } = await openPhone(service, person.id, width)
        if (width < 700) await page.locator('button.sandbox-item').click()
        await page.getByText('Nothing here asks for a reply.').waitFor()
        await person.write('sms', { purpose: 'Pix de R$ 1.250,00 para João Souza' })
        await page
          .getByText('Pix de R$ 1.250,00 para Joao Souza')
          .filter({ visible: true })
          .first()
          .waitFor()
        const field = page.getByRole('textbox', { name: 'Reply as the owner of the phone' })
        await field.fill('quem é?')
        await field.press('Enter')
        await page
          .getByText('nao entendemos a sua resposta')
          .filter({ visible: true })
          .first()
          .waitFor()
        await field.fill('não')
        await field.press('Enter')
        await page.getByText('registramos o seu nao').filter({ visible: true }).first().waitFor()
        const [record] = await until(async () => {
          const records = await person.read('sms')
          return records[0]?.['status'] === 'Replied' ? records : undefined
        })
        expect(record).toMatchObject({ text: 'Não' })
        await keepPicture(page, `phone-sms-${width}`)
        expect(await isTooWide(page)).toBe(false)
        expect(faults).toEqual([])
      },
    )
  })
}
