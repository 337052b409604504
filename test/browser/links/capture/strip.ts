// A whole walk as a strip of pictures, from the link to a reviewer's decision: `npm run drill -- --only strip` draws those of `docs/links.md`.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect } from 'vitest'
import { consoleLink } from '#test/support/sign-in.ts'
import { until } from '#test/workflow/client.ts'
import { ownPhone } from './camera.ts'
import {
  dataFile,
  makeLink,
  phone,
  press,
  type Stage,
  tryAgain,
  untilText,
  untilTitle,
} from './person.ts'
import { person } from './reacting.ts'

// oxlint-disable-next-line node/no-process-env -- where the pictures go is said by the command
const folder = process.env['STRIP']
const bytesMax = 60_000

export function filmStrip({ test, browser }: Stage): void {
  test.skipIf(folder === undefined)(
    'a strip of a walk, from the link to the decision',
    async ({ service }) => {
      const made = await makeLink(service, 'strip')
      const { id, client } = made
      const { page } = await browser.open(made.link, { ...phone, ...ownPhone, script: person + ownPhone.script, viewport: { width: 390, height: 720 }, locale: 'en-GB' }) // prettier-ignore
      await untilTitle(page, 'Confirm your identity')
      await keep(page, 'link')
      await press(page, 'Start')
      await untilTitle(page, 'What we ask for')
      await keep(page, 'consent')
      await press(page, 'I agree')
      await press(page, 'Send code')
      const { code = '' } = await until(async () => (await client.messages(id))[0])
      await keep(page, 'e-mail')
      await page.getByLabel('Code').fill(code)
      await press(page, 'By WhatsApp')
      await untilText(page, 'Waiting for your answer')
      await keep(page, 'phone')
      await page.getByText('Choose a ready outcome').click()
      await press(page, 'Answer yes')
      await untilTitle(page, /Front/)
      await keep(page, 'document')
      await page.getByLabel('Choose or take').setInputFiles(dataFile('documents/cnh-1.jpg'))
      await page.getByText('Can you read every letter').waitFor()
      await keep(page, 'document-preview')
      await press(page, 'Use this picture')
      await untilTitle(page, /Back/)
      await press(page, 'one side only')
      await untilTitle(page, 'Show your face')
      await press(page, 'Open camera')
      await page.locator('#camera-hint', { hasText: 'Turn your head' }).waitFor()
      await keep(page, 'face')
      await press(page, 'Close camera')
      await page.getByText('Choose a ready outcome').click()
      await press(page, 'A virtual camera')
      await untilTitle(page, 'Done!')
      await keep(page, 'done')

      const scope = 'reviews:write transactions:read transactions:write images:read'
      const link = await consoleLink(service, { tenant: 'strip', sub: 'ana', scope })
      const desk = await browser.open(link, {
        viewport: { width: 1000, height: 720 },
        locale: 'en',
      })
      await desk.page.goto(`${service.url}/console/reviews`)
      await desk.page.getByText('1 row').waitFor()
      await desk.page.keyboard.press('n')
      await desk.page.getByText('yours for').waitFor()
      await desk.page.getByText('device-denied').first().waitFor()
      await keep(desk.page, 'review', 640)
      await desk.page.keyboard.press('a')
      await desk.page.keyboard.press('1')
      await keep(desk.page, 'decision', 640)
      await desk.page.keyboard.press('d')
      await desk.page.getByRole('region', { name: 'How it ended' }).waitFor()
      const lvs = await client.ask<{ status: string }>('GET', `/v1/transaction/${id}/lvs`, 201)
      expect(lvs).toMatchObject({ status: 'COMPLETED', reviewPending: false })
    },
  )
}

/** What somebody presses from the link to its end, in the words of each language. */
const walks = [
  { locale: 'pt-BR', presses: ['Começar', 'Concordo', 'Enviar código', 'Por WhatsApp', 'Usar esta foto', 'só tem um lado', 'Abrir câmera'], code: 'Código', asked: 'Esperando sua resposta', file: 'Escolher ou tirar', done: 'Pronto!' },
  { locale: 'en-GB', presses: ['Start', 'I agree', 'Send code', 'By WhatsApp', 'Use this picture', 'one side only', 'Open camera'], code: 'Code', asked: 'Waiting for your answer', file: 'Choose or take', done: 'Done!' },
  { locale: 'es-419', presses: ['Empezar', 'Acepto', 'Enviar código', 'Por WhatsApp', 'Usar esta foto', 'un solo lado', 'Abrir cámara'], code: 'Código', asked: 'Esperando su respuesta', file: 'Elegir o tomar', done: '¡Listo!' },
] as const // prettier-ignore

/** Of the person and the service, from the first press to the end; a machine that does nothing else. */
const secondsMax = 45
const pressesMax = 8

export function walkLanguages({ test, browser }: Stage): void {
  test.skipIf(folder === undefined).for(walks)(
    'a walk in $locale takes eight presses and 45 seconds at most',
    async ({ locale, presses, code: label, asked, file, done }, { service }) => {
      const { id, link, client } = await makeLink(service, 'strip')
      const { page } = await browser.open(link, { ...phone, ...ownPhone, script: person + ownPhone.script, viewport: { width: 390, height: 844 }, locale }) // prettier-ignore
      const startedAt = performance.now()
      let [pressed, cameras] = [0, 0]
      const next = async (name = '') => {
        pressed += 1
        await press(page, name)
      }
      const [begin, agree, send, ask, use, side, open] = presses
      for (const name of [begin, agree, send]) await next(name)
      const mail = await until(async () => (await client.messages(id))[0])
      await page.getByLabel(label).fill(mail.code ?? '')
      await next(ask)
      await untilText(page, asked)
      const question = await until(async () =>
        (await client.messages(id)).find(({ channel }) => channel === 'whatsapp'),
      )
      const body = { option: 1 }
      await client.ask('POST', `/v1/sandbox/messages/${question.id}/reply`, 202, { body })
      await page.getByLabel(file).setInputFiles(dataFile('documents/cnh-1.jpg'))
      await next(use)
      await next(side)
      await tryAgain(async () => {
        const sent = page.waitForEvent('load', { timeout: 120_000 })
        cameras += 1
        await press(page, open)
        await sent
        await page.locator('h1').waitFor()
        return (await untilText(page, new RegExp(`^${done}$|1: |4\\.`))) === done
      })
      const seconds = Math.round((performance.now() - startedAt) / 1_000)
      console.log(
        `${locale}: ${pressed + 1} presses, ${seconds} s, ${cameras} times before the camera`,
      )
      expect(pressed + 1).toBeLessThanOrEqual(pressesMax)
      expect(seconds).toBeLessThanOrEqual(secondsMax * cameras)
    },
  )
}

let shots = 0

/** What is on the screen, small. */
async function keep(page: Page, name: string, width = 240): Promise<void> {
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  shots += 1
  const file = join(folder, `${String(shots).padStart(2, '0')}-${name}.webp`)
  const { size } = await sharp(await page.screenshot())
    .resize({ width })
    .webp({ quality: 72 })
    .toFile(file)
  expect(size).toBeLessThan(bytesMax)
}
