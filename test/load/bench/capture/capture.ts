// Measures the hosted page: its first view against an empty page in the same browser, and its size.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium } from 'playwright-core'
import { always, findBrowser } from '#test/support/browser/chromium.ts'
import { median } from '#test/load/drive.ts'
import { type Measure, toResult } from '#test/load/bench/measure.ts'
import { startService } from '#test/load/service.ts'
import { createTransaction } from '#test/load/journey.ts'

const rounds = 7
/** The most bytes of a first view. */
const bytesMax = 60_000

export const capture: Measure = {
  name: 'capture',
  against: 'an empty page, and 60 kB',
  aims: { 'capture-first-view': 3, 'capture-weight': 1 },
  async run(stage) {
    await using service = await startService(stage)
    await using parts = new AsyncDisposableStack()
    const browser = await launch()
    parts.defer(() => browser.close())
    const bare = createServer((_req, res) => {
      res.setHeader('content-type', 'text/html').end('<!doctype html><title>Bare</title><p>Bare')
    })
    await new Promise<void>((ready) => bare.listen(0, '127.0.0.1', ready))
    parts.defer(() => void bare.close())
    // Safe because it listens on a port.
    const { port } = bare.address() as AddressInfo

    const { client, api } = service
    const { id } = await createTransaction(client)
    // Safe because it is the service’s own answer, which its tests check.
    const made = (await client.call('GET', `/v1/transaction/${id}/lvs`, 201)) as { link: string }
    const path = new URL(made.link).pathname
    const ours: View[] = []
    const empty: View[] = []
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await view(browser, `${api.url}${path}`))
      empty.push(await view(browser, `http://127.0.0.1:${port}/`))
    }
    const line = (name: string, value: number, baseline: number, unit: string) =>
      toResult({ name: `capture-${name}`, value, baseline, unit, higherIsBetter: false })
    const ms = (views: readonly View[]) => median(views.map((one) => one.ms))
    return [
      line('first-view', ms(ours), ms(empty), 'ms'),
      line('weight', median(ours.map(({ bytes }) => bytes)), bytesMax, 'bytes'),
    ]
  },
}

function launch(): Promise<Browser> {
  const executablePath = findBrowser()
  if (executablePath === undefined)
    throw new Error('This machine has no Chromium: set CHROMIUM_PATH.')
  return chromium.launch({ executablePath, args: [...always] })
}

type View = { readonly ms: number; readonly bytes: number }

/** Opens the page with an empty cache: the time of the first contentful paint, and all transferred bytes. */
async function view(browser: Browser, url: string): Promise<View> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(url, { waitUntil: 'load' })
  // Safe because the expression yields this type.
  const seen = (await page.evaluate(`new Promise((resolve) => {
    const look = () => {
      const [paint] = performance.getEntriesByName('first-contentful-paint')
      if (!paint) return setTimeout(look, 20)
      const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      resolve({ ms: paint.startTime, bytes: all.reduce((sum, one) => sum + one.transferSize, 0) })
    }
    look()
  })`)) as View
  await context.close()
  return seen
}
