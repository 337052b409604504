// What a person waits for on a slow line: each step's seconds and bytes, by Chromium's network emulation; `npm run drill -- --only lines`.
import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright-core'
import { expect } from 'vitest'
import { until } from '#test/workflow/client.ts'
import { ownPhone } from './camera.ts'
import {
  dataFile,
  follow,
  makeLink,
  type Made,
  openMore,
  phone,
  press,
  type Stage,
  untilTitle,
} from './person.ts'
import { person } from './reacting.ts'

/** As the developer tools of Chromium name them; bytes in a second. */
const lines = {
  'fast 3G': { latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 },
  'slow 3G': { latency: 2_000, downloadThroughput: 50_000, uploadThroughput: 50_000 },
} as const

/** How long the earlier steps leave the line to what comes. */
const idleMs = 60_000
/** At the step of the face, after that. */
const waitMax = 10
const cameraStep = 'face, until the camera leads'

type Row = { readonly step: string; readonly seconds: number; readonly bytes: number }

// oxlint-disable-next-line node/no-process-env -- whether lines are measured is said by the command
const isWanted = process.env['LINES'] !== undefined

export function slowLines({ test, browser }: Stage): void {
  test.skipIf(!isWanted)(
    'slow lines: the camera of the face waits for less than ten seconds',
    async ({ service }) => {
      for (const [name, line] of Object.entries(lines)) {
        const made = await makeLink(service, 'acme')
        const { page } = await browser.open('about:blank', {
          width: 390,
          ...phone,
          userAgent: ownPhone.userAgent,
          script: person + ownPhone.script,
        })
        const measure = await startMeasuring(page, line)
        const rows = await walk(page, made, measure)
        console.log(writeTable(name, rows))
        expect(rows.find(({ step }) => step === cameraStep)?.seconds).toBeLessThan(waitMax)
        await page.context().close()
      }
    },
    900_000,
  )
}

type Measure = (step: string, act: () => Promise<unknown>) => Promise<Row>

async function startMeasuring(page: Page, line: object): Promise<Measure> {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  // Safe because the lines above have what it takes.
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    ...(line as { latency: number; downloadThroughput: number; uploadThroughput: number }),
  })
  let bytes = 0
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  return async (step, act) => {
    const [before, startedAt] = [bytes, performance.now()]
    await act()
    const seconds = (performance.now() - startedAt) / 1_000
    return { step, seconds, bytes: bytes - before }
  }
}

async function walk(page: Page, { id, link, client }: Made, measure: Measure): Promise<Row[]> {
  const go = (step: string, name: string, title: string | RegExp) =>
    measure(step, async () => {
      await press(page, name)
      await untilTitle(page, title)
    })
  const rows = [
    await measure('first view', () => page.goto(link)),
    await go('consent', 'Começar', 'O que vamos pedir'),
    await go('e-mail', 'Concordo', 'Confirme seu e-mail'),
    await go('e-mail, sent', 'Enviar código', 'Confirme seu e-mail'),
    await measure('a minute in which the e-mail is looked for', () => sleep(idleMs)),
  ]
  const { code = '' } = await until(async () => (await client.messages(id))[0])
  rows.push(
    await measure('phone', async () => {
      await page.getByLabel('Código').fill(code)
      await untilTitle(page, 'Confirme seu celular')
    }),
  )
  await openMore(page)
  await follow(page, 'Não posso responder')
  rows.push(await go('document', 'Pular este passo', /Frente/))
  // Its script has come: a file before that goes as it is, by the plain form.
  await page.getByRole('button', { name: 'Abrir câmera' }).waitFor()
  rows.push(
    await measure('document, front sent', async () => {
      await page.getByLabel('Escolher ou tirar').setInputFiles(dataFile('documents/cnh-1.jpg'))
      await press(page, 'Usar esta foto')
      await untilTitle(page, /Verso/)
    }),
  )
  rows.push(
    await go('face, with the document looked at', 'só tem um lado', /Mostre seu rosto|Frente/),
  )
  // Engines of a busy machine may not have read it in time.
  const leave = page.getByRole('button', { name: 'Enviar assim' })
  if (await leave.isVisible()) await leave.click()
  await untilTitle(page, 'Mostre seu rosto')
  rows.push(
    await measure(cameraStep, async () => {
      await press(page, 'Abrir câmera')
      await page
        .locator('#arrow:not([data-to=""])')
        .waitFor({ state: 'attached', timeout: 120_000 })
    }),
  )
  const sent = page.waitForRequest((request) => request.method() === 'PUT', { timeout: 120_000 })
  rows.push(await measure('the turns of the head', () => sent))
  rows.push(
    await measure('their pictures, sent and looked at', () =>
      page.getByText(/^Pronto!$|^Tentativas restantes/).waitFor({ timeout: 200_000 }),
    ),
  )
  return rows
}

const writeTable = (name: string, rows: readonly Row[]): string =>
  [
    `\n${name}`,
    '| step | s | kB |',
    '|---|---|---|',
    ...rows.map(
      ({ step, seconds, bytes }) =>
        `| ${step} | ${seconds.toFixed(1)} | ${(bytes / 1_000).toFixed(1)} |`,
    ),
  ].join('\n')
