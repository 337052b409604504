// `atesta-capture` in pages of another site, as its package is built and as bundlers take it.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import type { Frame, Page } from 'playwright-core'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { expect } from 'vitest'
import type { Service } from '#test/support/service.ts'
import { grain } from '../camera.ts'
import {
  follow,
  makeLink,
  openMore,
  phone,
  press,
  type Stage,
  start,
  tryAgain,
  untilText,
  untilTitle,
} from '../person.ts'
import { clientOrigin, packageFolder, startClient, type Verification } from './client.ts'

/** Not in this thread: the service runs here. */
const run = promisify(execFile)

const english = { ...phone, locale: 'en' } as const

/** Bytes of gzip: a page that opens a verification loads the first, and the others when they are asked for. */
const budgets = { 'index.js': 3_000, 'qr-': 8_000, 'faces.js': 22_000 } as const

/** What a phone's camera reads off the page. */
async function readCode(shown: Page): Promise<string> {
  const picture = sharp(await shown.locator('#place img').screenshot()).ensureAlpha()
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data })
}

/** A computer offers the phone first. */
const begin = /Start|Continue on this computer/

/** What the client's page was told, in order. */
const eventsOf = (page: Page): Promise<string[]> => page.locator('#events li').allInnerTexts()

const untilSaid = async (page: Page, text: string): Promise<void> => {
  await page.locator('#status').getByText(text, { exact: true }).waitFor()
}

async function popUp(shop: Page): Promise<Page> {
  const popping = shop.waitForEvent('popup')
  await press(shop, 'In a window')
  return popping
}

/** The only step of the pack, given up. */
async function giveUp(page: Page, seen?: () => Promise<void>): Promise<void> {
  await start(page, [begin, 'I agree'])
  await seen?.()
  await openMore(page)
  await follow(page, 'I cannot access')
  await press(page, 'Skip this step')
  await untilTitle(page, 'Done!')
}

export function sdk({ test, browser, camera }: Stage): void {
  const bundles = mkdtempSync(join(tmpdir(), 'atesta-bundles-'))

  test('atesta-capture is small, has types for every way of finding packages, and is taken by every bundler', async () => {
    await run(process.execPath, [join(packageFolder, 'build.mjs')])
    const inPackage = (script: string, ...given: string[]) =>
      run(process.execPath, [join(packageFolder, script), ...given])
    const [types] = await Promise.all([
      inPackage('check-types.mjs').catch(({ stdout }: { stdout: string }) => ({ stdout })),
      inPackage('bundle.mjs', bundles),
    ])
    expect(types.stdout).toBe('')
    const index = readFileSync(join(packageFolder, 'dist/index.js'), 'utf8')
    const code = /qr-[\w-]+\.js/.exec(index)?.[0] ?? ''
    const tooHeavy = Object.entries(budgets).filter(([name, bytes]) => {
      const file = join(packageFolder, 'dist', name === 'qr-' ? code : name)
      return gzipSync(readFileSync(file)).length > bytes
    })
    expect(tooHeavy).toEqual([])
  })

  test("atesta-capture leads to the hosted page in each of its ways, and captures inside a client's page, without a credential in the browser", async ({
    service,
  }) => {
    const verifications = new Map<string, Verification>()
    await startClient(bundles, verifications)
    const opened = { faults: [] as (readonly string[])[], asked: [] as (readonly string[])[] }
    /** The client's page, with a link of its own. */
    async function visit(name: string, tenant: string, folder = 'plain', more = '') {
      const state = `state-of-${name}`
      const back = `${clientOrigin}/${folder}/?v=${name}&state=${state}`
      verifications.set(name, { state, ...(await makeLink(service, tenant, {}, back)) })
      const script = folder === 'webpack' ? grain : undefined
      const shop = await browser.open(`${clientOrigin}/${folder}/?v=${name}${more}`, {
        ...(script && { script }),
      })
      opened.faults.push(shop.faults)
      opened.asked.push(shop.asked)
      return shop.page
    }
    const linkOf = (name: string) => verifications.get(name)?.link ?? ''

    await Promise.all([
      inWindow(await visit('window', 'contact', 'esbuild')),
      apart(await visit('apart', 'contact', 'plain', '&coop')),
      inFrame(await visit('frame', 'faces', 'plain'), service),
      onPhone(await visit('phone', 'contact', 'vite')),
      thereAndBack(await visit('redirect', 'contact', 'plain')),
      inPage(await visit('face', 'contact', 'webpack')),
    ])

    expect(opened.faults.flat()).toEqual([])
    const asked = opened.asked.flat().filter((url) => url.startsWith('http'))
    const origins = [new URL(service.url).origin, clientOrigin]
    expect(asked.filter((url) => !origins.includes(new URL(url).origin))).toEqual([])
    expect(asked.filter((url) => url.startsWith(service.url) && url.includes('/v1/'))).toEqual([])

    async function inWindow(page: Page): Promise<void> {
      const popup = await popUp(page)
      // The client's page asks every two seconds: who is faster than that is not seen at the step.
      await giveUp(popup, () => page.getByText('step emailToken 1 1', { exact: true }).waitFor())
      await untilSaid(page, 'COMPLETED')
      await popup.close()
      // A link that is walked says so at once, wherever it is opened.
      await popUp(page)
      await untilSaid(page, 'COMPLETED')
    }

    /** The browser keeps the window from the page: what became of it is heard from the service. */
    async function apart(page: Page): Promise<void> {
      const popup = await popUp(page)
      await page.getByText('detached').waitFor()
      await giveUp(popup)
      await untilSaid(page, 'COMPLETED')
      expect(await eventsOf(page)).not.toContain('closed')
    }

    async function inFrame(page: Page, { url }: Service): Promise<void> {
      await press(page, 'On this page')
      const frame = await frameOf(page)
      await frame.getByRole('button', { name: begin }).click()
      await frame.getByRole('button', { name: 'I agree' }).click()
      await frame.locator('#open-camera').waitFor()
      expect(await frame.evaluate("document.featurePolicy.allowsFeature('camera')")).toBe(true)
      await frame.getByRole('button', { name: 'Continue on my phone' }).click()
      const address = await frame.getByRole('link', { name: `${url}/c#k=` }).innerText()
      const other = await browser.open(address, english)
      await openMore(other.page)
      await follow(other.page, 'I cannot take pictures')
      await press(other.page, 'Skip this step')
      await untilTitle(other.page, 'Done!')
      await untilSaid(page, 'COMPLETED')
      expect(await eventsOf(page)).toContain('handed-over 2')
      expect(await page.locator('iframe').count()).toBe(0)
    }

    async function onPhone(page: Page): Promise<void> {
      await press(page, 'On my phone')
      await page.locator('#place img').waitFor()
      expect(await readCode(page)).toBe(linkOf('phone'))
      const { page: other } = await browser.open(linkOf('phone'), english)
      await start(other, [begin, 'I do not agree'])
      await untilSaid(page, 'REFUSED')
      // Closed by the person, given up by the page, blocked by the browser, and over.
      await press(other, 'I changed my mind')
      await press(other, 'I agree')
      await untilTitle(other, 'e-mail')
      const popup = await popUp(page)
      await untilTitle(popup, /another browser/)
      // One that goes sooner may have been taken away by the browser.
      await popup.waitForTimeout(1_000)
      await popup.close()
      await untilSaid(page, 'CLOSED')
      const stopped = await popUp(page)
      await press(page, 'Stop')
      await untilSaid(page, 'AbortError')
      await expect.poll(() => stopped.isClosed()).toBe(true)
      await page.evaluate('window.open = () => null')
      await press(page, 'In a window')
      await untilSaid(page, 'popup-blocked')
      const { id, client } = verifications.get('phone') ?? {}
      await client?.ask('POST', `/v1/transaction/${id}/lvs`, 201, { body: {} })
      await press(page, 'On my phone')
      await untilSaid(page, 'EXPIRED')
    }

    async function inPage(page: Page): Promise<void> {
      camera.show('person-a.mjpeg')
      // Who counts visitors by chance would count each of these.
      await page.evaluate('Math.random = () => 0')
      await tryAgain(async () => {
        await press(page, 'Show my face')
        return (await untilText(page, /livenessStatus \d/)) === 'livenessStatus 1'
      })
    }

    async function thereAndBack(page: Page): Promise<void> {
      await press(page, 'Go there')
      await giveUp(page)
      await follow(page, 'Back to')
      await untilSaid(page, 'back: COMPLETED')
      const came = page.url()
      expect(came).toBe(
        `${clientOrigin}/plain/?v=redirect&state=state-of-redirect&status=COMPLETED`,
      )
      // Who is brought back by somebody else has not walked it, and neither has a repeat.
      await page.reload()
      await untilSaid(page, 'state-mismatch')
      await page.goto(came.replace('state-of-redirect', 'forged'))
      await untilSaid(page, 'state-mismatch')
    }
  })
}

async function frameOf(page: Page): Promise<Frame> {
  const element = await page.locator('iframe').elementHandle()
  const frame = await element?.contentFrame()
  if (!frame) throw new Error('the page has no frame')
  return frame
}
