// What goes wrong before a phone's camera and on its line, and what the page says then.
import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { emailToken } from '#src/modules/email-token/rules.ts'
import { facialBiometrics } from '#src/modules/liveness/rules.ts'
import { aiDocs } from '#src/modules/redoc/rules.ts'
import { publishOwnPacks } from '#src/packs/store.ts'
import { useBrowser } from '#test/support/browser.ts'
import type { Service } from '#test/support/service.ts'
import type { TestClient } from '#test/workflow/client.ts'
import { withService } from '#test/workflow/fixture.ts'
import { definePack, module, parallel } from '#workflows/packs/define.ts'
import { cameraOf, inspect, makeLink, phone, press, untilTitle } from './person.ts'

const tenants = {
  faces: { link: { pack: 'faces' } },
  documents: { link: { pack: 'documents', colour: '#ffdd00' }, brand: 'Banco Amarelo' },
}
const test = withService({
  IMAGES_FOLDER: mkdtempSync(join(tmpdir(), 'atesta-images-')),
  TENANTS: JSON.stringify({ tenants }),
})
const still = useBrowser({ args: cameraOf('person-a-static.mjpeg') })
const without = useBrowser()

const packs = [
  definePack('faces', 1, parallel(module(facialBiometrics))),
  definePack('documents', 1, parallel(module(aiDocs), module(emailToken))),
]

type Given = { client: TestClient; service: Service }

async function begin({ client, service }: Given, tenant: keyof typeof tenants) {
  await publishOwnPacks(service.services.db, packs)
  const claims = { tenant }
  const ask: TestClient['ask'] = (method, path, status, options) =>
    client.ask(method, path, status, { ...options, claims })
  const fields = { documentType: 'cpf', document: '52998224725', email: `${randomUUID()}@x.test` }
  return makeLink({ ...client, ask }, fields)
}

/** From the link to its first step, by the words of the language. */
async function start(page: Page, words = ['Começar', 'Concordo']) {
  for (const word of words) await press(page, word)
}

describe.skipIf(still.isMissing)('bad days of the hosted page', () => {
  test('a still picture before the camera never gets there, and other ways are shown', async ({
    client,
    service,
  }) => {
    const { id, link } = await begin({ client, service }, 'faces')
    const { page, faults } = await still.open(link, { width: 390, ...phone })
    await start(page)
    await untilTitle(page, 'Mostre seu rosto')
    await press(page, 'Abrir câmera')
    await page.getByText('Vire a cabeça devagar').waitFor({ timeout: 20_000 })
    await page.waitForTimeout(3_000)
    expect(await page.getByText('Vire a cabeça devagar').isVisible()).toBe(true)
    await inspect(page, 'face-asking')
    const kinds = (await client.journal(id)).map(({ kind }) => kind)
    expect(kinds).not.toContain('link-step-tried')
    expect(faults).toEqual([])
  })

  test('without a camera, or without leave to use it, the page says what to do, in English too', async ({
    client,
    service,
  }) => {
    const { link } = await begin({ client, service }, 'faces')
    const { page, faults } = await without.open(link, { width: 320, locale: 'en-GB' })
    await start(page, ['Start', 'I agree'])
    await untilTitle(page, 'Show your face')
    await inspect(page, 'face-320-en')
    await press(page, 'Open camera')
    await page.getByText(/There is no camera|was not allowed/).waitFor()
    await page.getByText('I cannot turn my head').click()
    await inspect(page, 'face-no-camera')
    expect(faults).toEqual([])
  })

  test('a picture of 40 megapixels is made small, waits for the line, and arrives once', async ({
    client,
    service,
  }) => {
    const { link } = await begin({ client, service }, 'documents')
    const { page, faults, asked } = await without.open(link, { width: 1280, locale: 'pt-BR' })
    expect(await page.getByText('Banco Amarelo').first().isVisible()).toBe(true)
    await start(page)
    await untilTitle(page, /Frente/)
    await inspect(page, 'document-desktop')
    const large = await sharp({
      create: { width: 7_300, height: 5_480, channels: 3, background: '#777' },
    })
      .jpeg({ quality: 40 })
      .toBuffer()
    await page.context().setOffline(true)
    const file = { name: 'large.jpg', mimeType: 'image/jpeg', buffer: large }
    await page.getByLabel('Escolher ou tirar foto').setInputFiles(file)
    // An even grey is blurred: said once, and sent when the person wants it.
    await page.getByText('fora de foco').waitFor({ timeout: 20_000 })
    await press(page, 'Enviar foto')
    await page.getByText('Sem conexão').waitFor()
    await page.context().setOffline(false)
    await untilTitle(page, /Verso/)
    expect(asked.filter((url) => url.includes('/captures/front/')).length).toBeGreaterThan(1)
    expect(faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])

    // The computer hands over to a phone; a reload there resumes.
    await press(page, 'Continuar no celular')
    await untilTitle(page, 'Continue no celular')
    await inspect(page, 'handover')
    const address = await page.getByRole('link', { name: /#k=/ }).textContent()
    const mobile = await still.open(address ?? '', { width: 390, ...phone })
    await untilTitle(mobile.page, /Verso/)
    await mobile.page.reload()
    await untilTitle(mobile.page, /Verso/)
    await untilTitle(page, 'Continuando em outro aparelho')
    expect(mobile.faults).toEqual([])
  })
})
