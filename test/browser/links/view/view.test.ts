// The view of the camera on every screen: what must be seen is in view, with upright films as cameras. The pages are
// served as they are rendered, without the service.
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { html } from 'hono/html'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { loadAssets } from '#src/links/capture/assets.ts'
import { documentPage } from '#src/links/capture/page/document.ts'
import { facePage } from '#src/links/capture/page/face.ts'
import type { PageLanguage } from '#src/messaging/messages/text/page-language.ts'
import { makeContext, renderPage } from '#src/links/capture/page/layout.ts'
import {
  findViolations,
  isTooWide,
  keepPicture,
  useBrowser,
} from '#test/support/browser/browser.ts'
import { dataFile } from '../capture/person.ts'
import { listen, tabThrough } from './everybody.ts'
import { makeFilm } from './films.ts'
import { contextOf, listPages } from './pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'atesta-films-'))
const camera = join(folder, 'camera.mjpeg')
const browser = useBrowser({
  args: [
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${camera}`,
  ],
})

const screens = [
  [360, 650],
  [390, 844],
  [412, 732],
  [768, 1024],
  [844, 390],
  [195, 422],
  [320, 256],
] as const
/** The languages differ in the length of what is said; the films in what is cut away. */
const shown = [
  { film: [480, 640], language: 'pt' },
  { film: [480, 640], language: 'en' },
  { film: [480, 640], language: 'es' },
  { film: [1080, 1920], language: 'pt' },
] as const
const steps = ['document', 'face'] as const
type Step = (typeof steps)[number]

const settings = { name: 'Banco Exemplo S.A.', redirectOrigins: [], packName: 'link', lifeMs: 1 }
const purpose = 'Abertura de conta com limite de R$ 5.000,00 no cartão'
const origin = 'http://localhost:9'

type Given = { readonly models?: Promise<unknown>; readonly script?: string }

/** The page of a step; what looks at the camera never comes, so that it stays as it is. `models`: when its files come. */
async function open(
  step: Step,
  language: PageLanguage,
  { models, ...given }: Given = {},
): Promise<Page> {
  const context = {
    ...makeContext({ language, settings, assets: loadAssets(), isSecure: true, base: '/c' }),
    purpose,
  }
  const none = { error: undefined, progress: { step: 3, steps: 4 } }
  const offer = html``
  const document = { part: 'front', digital: true } as const
  const state = { tries: 0, place: 'p', keepMs: 1, transaction: 't', offer, ...document } as const
  const made = step === 'document' ? documentPage(context, state, none) : facePage(context, state, none) // prettier-ignore
  const { text: body, headers } = renderPage(context, made)
  const { page } = await browser.open('about:blank', { permissions: ['camera'], ...given })
  await page.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/c') return route.fulfill({ body, headers })
    const isOfFace = /face-[^/]+\//.test(pathname)
    if (isOfFace) await models
    if (isOfFace && route.request().resourceType() === 'fetch') return route.fulfill({ body: '' })
    const asset = isOfFace ? undefined : loadAssets().read(pathname.replace('/assets/', ''))
    if (!asset) return
    return route.fulfill({ body: Buffer.from(asset.bytes), contentType: asset.mediaType })
  })
  await page.goto(`${origin}/c`)
  return page
}

/** The longest that can be said, with every control that can be there. */
const fill = `{
  const { texts } = JSON.parse(document.getElementById('data').textContent)
  const said = ['front', 'hold', 'too-soon', 'left', 'right', 'no-face', 'several', 'closer', 'centre', 'unframed', 'glare']
  const longest = said.flatMap((name) => texts[name] ?? []).toSorted((a, b) => b.length - a.length)[0]
  const line = document.getElementById('camera-hint')
  line.textContent = longest
  new MutationObserver(() => line.textContent === longest || (line.textContent = longest)).observe(line, { childList: true })
  for (const id of ['take']) document.getElementById(id)?.removeAttribute('hidden')
  const arrow = document.getElementById('arrow')
  if (arrow) arrow.dataset.to = 'left'
}`

/** Which of them are not wholly on the screen, or lie over each other. */
const findHidden = (step: Step) => `(() => {
  const ids = ['camera-hint', 'guide', 'leave', 'stage-about', ${step === 'document' ? "'take'" : "'aloud', 'poses', 'arrow'"}]
  const boxes = ids.map((id) => [id, document.getElementById(id).getBoundingClientRect()])
  const isIn = ({ left, top, right, bottom, width }) => width > 0 && left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
  const hidden = boxes.filter(([, box]) => !isIn(box)).map(([id]) => id + ' is cut')
  // The arrow stands at the edge of the oval, and over nothing else.
  const mayMeet = (...both) => both.includes('guide') && both.includes('arrow')
  const over = boxes.flatMap(([id, box], at) => boxes.slice(at + 1).filter(([name, other]) => meet(box, other) && !mayMeet(id, name)).map(([other]) => id + ' over ' + other))
  const isStill = scrollY === 0 && document.getElementById('stage').scrollTop === 0
  return [...hidden, ...over, ...(isStill ? [] : ['scrolled'])]
})()`

describe.skipIf(browser.isMissing)('the camera fills the screen', () => {
  test.each(steps)('and nothing of the %s is cut, covered or scrolled away', async (step) => {
    for (const { film, language } of shown) {
      const [width, height] = film
      rmSync(camera, { force: true })
      symlinkSync(await makeFilm(folder, width, height), camera)
      const page = await open(step, language)
      await page.locator('#open-camera').click()
      await expect.poll(() => sees(page), { timeout: 30_000 }).toBe(true)
      await page.evaluate(fill)
      const found: Record<string, string[]> = {}
      for (const [wide, high] of screens) {
        await page.setViewportSize({ width: wide, height: high })
        const name = `${step}-${language}-${width}x${height}-on-${wide}x${high}`
        found[name] = (await page.evaluate(findHidden(step))) as string[]
        await keepPicture(page, `view-${name}`)
      }
      expect(Object.fromEntries(Object.entries(found).filter(([, ids]) => ids.length > 0))).toEqual({}) // prettier-ignore
      // What is said and filmed makes no difference to it.
      const violations = shown.at(-1)?.film === film ? await findViolations(page) : []
      expect(violations).toEqual([])
      await page.context().close()
    }
  })
})

const sees = (page: Page) => page.evaluate(`document.getElementById('video').videoWidth > 0`)

describe.skipIf(browser.isMissing)('the camera', () => {
  test('opens when what looks at it has come, and a browser without one shows a picture before it goes', async () => {
    rmSync(camera, { force: true })
    symlinkSync(await makeFilm(folder, 480, 640), camera)
    const models = Promise.withResolvers<undefined>()
    const page = await open('face', 'pt', { models: models.promise })
    await page.locator('#open-camera').click()
    await page.locator('#camera-hint', { hasText: 'Preparando a câmera' }).waitFor()
    expect(await page.evaluate(`document.getElementById('video').srcObject`)).toBeNull()
    models.resolve(undefined)
    await expect.poll(() => sees(page), { timeout: 30_000 }).toBe(true)

    // As in an app whose browser has none: the page is a secure one all the same.
    const script = `Object.defineProperty(Navigator.prototype, 'mediaDevices', { value: undefined })`
    const bare = await open('document', 'pt', { script })
    await bare.locator('#hint', { hasText: 'neste navegador' }).waitFor()
    await bare.locator('#file').setInputFiles(dataFile('documents/cnh-1.jpg'))
    await bare.getByText('Dá para ler todas as letras').waitFor()
  })
})

/** As narrow as it gets, and a screen of 1280 pixels at 400 %. */
const narrow = [
  [195, 422],
  [320, 256],
] as const
// oxlint-disable-next-line node/no-process-env -- says where pictures are wanted
const isLookedAt = process.env['PICTURES'] !== undefined
const looked = isLookedAt ? screens : narrow

async function keepBoth(page: Page, name: string): Promise<void> {
  await keepPicture(page, name)
  if (!isLookedAt) return
  await page.emulateMedia({ colorScheme: 'dark' })
  await keepPicture(page, `${name}-dark`)
  await page.emulateMedia({ colorScheme: 'light' })
}

describe.skipIf(browser.isMissing)('every page', () => {
  test('can be read at 195 pixels and at 400 %, in the dark, used by the keyboard alone, and heard', async () => {
    // The others for whoever wants to look; pages of all languages are alike, and the words' lengths are held elsewhere.
    const languages = isLookedAt ? (['es', 'en', 'pt'] as const) : (['pt'] as const)
    const pages = languages.flatMap((language) => {
      const context = contextOf(language)
      return Object.entries(listPages(context)).map(([name, one]) => ({
        name: language === 'pt' ? name : `${name}-${language}`,
        shown: renderPage(context, one),
      }))
    })
    let shown = { text: '', headers: {} }
    const { page, faults } = await browser.open('about:blank', { permissions: ['camera'] })
    await page.route(`${origin}/**`, (route) => {
      const { pathname } = new URL(route.request().url())
      if (pathname === '/c') return route.fulfill({ body: shown.text, headers: shown.headers })
      if (pathname.endsWith('/state')) return route.fulfill({ json: { at: 'nobody' } })
      const asset = loadAssets().read(pathname.replace('/assets/', ''))
      if (!asset) return
      return route.fulfill({ body: Buffer.from(asset.bytes), contentType: asset.mediaType })
    })
    const wrong: Record<string, readonly string[]> = {}
    const heard: Record<string, readonly string[]> = {}
    for (const { name, shown: one } of pages) {
      shown = one
      await page.goto(`${origin}/c`)
      for (const [width, height] of looked) {
        await page.setViewportSize({ width, height })
        await keepBoth(page, `page-${name}-on-${width}x${height}`)
        if (await isTooWide(page)) wrong[`${name} on ${width}x${height}`] = ['too wide']
      }
      const found = await findViolations(page)
      if (found.length > 0) wrong[`${name} by axe`] = found
      await page.emulateMedia({ colorScheme: 'dark' })
      const inTheDark = await findViolations(page, 'colours')
      if (inTheDark.length > 0) wrong[`${name} in the dark`] = inTheDark
      await page.emulateMedia({ colorScheme: 'light' })
      const missed = await tabThrough(page)
      if (missed.length > 0) wrong[`${name} by keyboard`] = missed
      const { said, faults: unsaid } = await listen(page)
      if (unsaid.length > 0) wrong[`${name} heard`] = unsaid
      heard[name] = said
    }
    expect(wrong).toEqual({})
    expect(faults).toEqual([])
    expect(heard['email-sent']).toEqual([
      expect.stringMatching(/^- heading "Confirme seu e-mail" \[level=1\]/),
      expect.stringMatching(/^- alert: O código não confere/),
      expect.stringMatching(/^- textbox "Código"/),
      '- button "Confirmar código"',
      '- button "Enviar outra vez" [disabled]',
      expect.stringMatching(/^- link "English"/),
      expect.stringMatching(/^- link "Español"/),
    ])
  })
})
