// A person walks a link to its end before a camera, on the engines as they are; a still picture does not get there.
import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { findViolations, keepPicture, useBrowser } from '#test/support/browser.ts'
import { mintToken } from '#test/support/token.ts'
import { until } from '#test/workflow/client.ts'
import { withService } from '#test/workflow/fixture.ts'
import { cameraOf, dataFile, inspect, makeLink, maria, phone, press, untilTitle } from './person.ts'

const test = withService({ IMAGES_FOLDER: mkdtempSync(join(tmpdir(), 'atesta-images-')) })
const browser = useBrowser({ args: cameraOf('person-a.mjpeg') })

type Verification = { readonly status: string; readonly score: number | null }

describe.skipIf(browser.isMissing)('a link walked on a phone', () => {
  test('e-mail, phone, document and face complete it, and every step can be used by everybody', async ({
    client,
    service,
  }) => {
    const { id, link } = await makeLink(client, { ...maria, email: `${randomUUID()}@example.com` })
    const startedAt = performance.now()
    const { page, faults, asked } = await browser.open(link, { width: 390, ...phone })
    await untilTitle(page, 'Confirme sua identidade')
    await inspect(page, '1-entry')
    await press(page, 'Começar')
    await untilTitle(page, 'O que vamos pedir')
    await inspect(page, '2-consent')
    await press(page, 'Concordo')

    await untilTitle(page, 'Confirme seu e-mail')
    await press(page, 'Enviar código')
    await inspect(page, '3-email')
    await page.getByLabel('Código').fill('000000')
    await press(page, 'Confirmar código')
    await page.getByRole('alert').waitFor()
    expect(await page.title()).toMatch(/^Erro: /)
    await inspect(page, '3-email-wrong')
    const { code = '' } = await until(async () =>
      (await client.messages(id)).find(({ channel }) => channel === 'email'),
    )
    await page.getByLabel('Código').fill(code)
    await press(page, 'Confirmar código')

    await untilTitle(page, 'Confirme seu celular')
    await press(page, 'Por WhatsApp')
    await page.getByText('•••• 5678').waitFor()
    await inspect(page, '4-phone')
    const question = await until(async () =>
      (await client.messages(id)).find(({ channel }) => channel === 'whatsapp'),
    )
    await client.ask('POST', `/v1/sandbox/messages/${question.id}/reply`, 202, {
      body: { option: 1 },
    })

    await untilTitle(page, /Fotografe seu documento: Frente/)
    await inspect(page, '5-document')
    await page.getByLabel('Escolher ou tirar foto').setInputFiles(dataFile('documents/cnh-1.jpg'))
    await untilTitle(page, /Verso/)
    await inspect(page, '5-document-back')
    await press(page, 'só tem um lado')

    await untilTitle(page, 'Mostre seu rosto')
    await inspect(page, '6-face')
    await press(page, 'Abrir câmera')
    await untilTitle(page, 'Pronto!')
    await inspect(page, '7-done')
    console.log(`the whole walk took ${Math.round(performance.now() - startedAt)} ms`)

    expect(faults).toEqual([])
    const { origin } = new URL(link)
    expect(asked.filter((url) => !url.startsWith(origin) && !/^(data|blob):/.test(url))).toEqual([])
    const shown = await client.ask<Verification>('GET', `/v1/transaction/${id}/lvs`, 201)
    expect(shown).toMatchObject({ status: 'COMPLETED', score: 100 })
    await lookInSandbox(service.url, id)
  }, 180_000)
})

/** Whoever builds on it sees there what was stored, read and compared, and drops further pictures. */
async function lookInSandbox(url: string, id: string): Promise<void> {
  const address = `${url}/sandbox#token=${await mintToken()}&transaction=${id}`
  const { page, faults } = await browser.open(address, { width: 1280 })
  const shown = page.locator('#pictures')
  await shown.getByText('Live', { exact: true }).waitFor()
  await shown.getByText('MARIA EXEMPLO DA SILVA').waitFor()
  await shown.getByText(/portrait-verdict:match/).waitFor()
  for (const name of ['Selfie', 'Document'])
    await shown.getByAltText(`${name} as it is stored`).evaluate('(image) => image.decode()')
  await keepPicture(page, 'sandbox-pictures')
  // Without a challenge one picture proves nobody alive.
  await page.locator('#choose-selfies').setInputFiles(dataFile('faces/person-a-front.jpg'))
  await shown.getByText('Inconclusive', { exact: true }).waitFor({ timeout: 60_000 })
  await page.locator('#choose-documents').setInputFiles(dataFile('documents/rg-1.jpg'))
  await shown.getByText('RG', { exact: true }).waitFor({ timeout: 60_000 })
  expect(await findViolations(page)).toEqual([])
  expect(faults).toEqual([])
}
