// `atesta-capture` in a page of another origin, whose own server holds the credential.
import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize, resolve } from 'node:path'
import { Readable } from 'node:stream'
import type { Page } from 'playwright-core'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { expect, onTestFinished } from 'vitest'
import { freePort } from '#src/main/local/ports.ts'
import type { TestClient } from '#test/workflow/client.ts'
import { grain } from './camera.ts'
import {
  follow,
  makeLink,
  press,
  type Stage,
  start,
  tryAgain,
  untilText,
  untilTitle,
} from './person.ts'

const root = resolve(import.meta.dirname, '../../../..')
const port = await freePort()
/** Browsers give a camera to `localhost` without https; the service is 127.0.0.1, which is another origin. */
export const clientOrigin = `http://localhost:${port}`

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
}

const page = (
  challenge: object,
) => `<!doctype html><html lang="en"><title>A client</title><link rel="icon" href="data:," />
<video id="video" playsinline muted></video><button id="go">Show my face</button><p id="said"></p>
<script type="module">
import { captureFaces } from '/atesta-capture.js'
document.getElementById('go').onclick = async () => {
  const said = document.getElementById('said')
  try {
    const { event, images } = await captureFaces({
      ...${JSON.stringify(challenge)}, video: document.getElementById('video'), modelsUrl: '/face',
      onGuidance: (guidance) => { said.textContent = guidance },
    })
    const form = new FormData()
    form.set('event', event)
    for (const image of images) form.append('images', image)
    const answer = await fetch('/liveness', { method: 'POST', body: form })
    said.textContent = await answer.text()
  } catch (error) { said.textContent = error.message }
}
</script></html>`

/** The client: its pages beside the built package, and its server, which alone talks to the service. */
async function startClient(id: string, client: TestClient): Promise<void> {
  const path = `/v1/transaction/${id}/facial-biometrics`
  async function answer(req: Request): Promise<Response> {
    const { pathname } = new URL(req.url)
    if (pathname === '/faces') {
      const { nonce, actions } = await client.ask<Record<'nonce' | 'actions', unknown>>('POST', `${path}/challenge`, 201) // prettier-ignore
      const body = page({ nonce, actions, transactionId: id })
      return new Response(body, { headers: { 'content-type': 'text/html' } })
    }
    if (pathname === '/liveness') {
      const form = await req.formData()
      const parts = form.getAll('images').filter((part) => part instanceof File)
      const images = await Promise.all(parts.map(toBase64))
      const body = { event: form.get('event'), images }
      const result = await client.ask<{ livenessStatus: number }>('POST', `${path}/liveness`, 201, {
        body,
      })
      return new Response(`livenessStatus ${result.livenessStatus}`)
    }
    if (pathname === '/done') return new Response('<!doctype html><title>Back</title><link rel="icon" href="data:,">welcome back', { headers: { 'content-type': 'text/html' } }) // prettier-ignore
    const name = normalize(pathname === '/' ? '/index.html' : pathname)
    const bytes = await readFile(join(root, 'build/atesta-capture', name)).catch(() => undefined)
    if (!bytes) return new Response(null, { status: 404 })
    const type = types[extname(name)] ?? 'application/octet-stream'
    return new Response(new Uint8Array(bytes), { headers: { 'content-type': type } })
  }
  const server = createServer((req, res) => {
    const body = req.method === 'POST' ? Readable.toWeb(req) : null
    const headers = { 'content-type': req.headers['content-type'] ?? '' }
    const request = { method: req.method, headers, body, duplex: 'half' } as RequestInit
    void answer(new Request(`${clientOrigin}${req.url}`, request)).then(async (answered) => {
      res.writeHead(answered.status, Object.fromEntries(answered.headers))
      res.end(Buffer.from(await answered.arrayBuffer()))
    })
  })
  await new Promise<void>((ready) => server.listen(port, 'localhost', ready))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
}

const toBase64 = async (part: File): Promise<string> =>
  Buffer.from(await part.arrayBuffer()).toString('base64')

/** What a phone's camera reads off the page. */
async function readCode(shown: Page): Promise<string> {
  const picture = sharp(await shown.locator('#code img').screenshot()).ensureAlpha()
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data })
}

export function sdk({ test, browser, camera }: Stage): void {
  test("atesta-capture leads to the hosted page and captures inside a client's page, without a credential in the browser", async ({
    service,
  }) => {
    const { status } = spawnSync(process.execPath, [join(root, 'tools/build-sdk.mjs')])
    expect(status).toBe(0)
    const { id, link, client } = await makeLink(service, 'contact', {}, `${clientOrigin}/done`)
    await startClient(id, client)
    const address = `${clientOrigin}/?url=${encodeURIComponent(link)}`
    const opened = await browser.open(address, { script: grain })
    const { page: shop, faults, asked } = opened

    await press(shop, 'qr')
    expect(await readCode(shop)).toBe(link)

    const popping = shop.waitForEvent('popup')
    await press(shop, 'popup')
    const popup = await popping
    await start(popup, ['Start', 'I agree'])
    await follow(popup, 'I cannot read')
    await press(popup, 'Go on without it')
    await untilTitle(popup, 'Done!')
    await untilText(shop, 'COMPLETED')

    await press(shop, 'redirect')
    await untilTitle(shop, 'Done!')
    await shop.getByRole('link', { name: 'Back to' }).click()
    await untilText(shop, 'welcome back')
    expect(shop.url()).toBe(`${clientOrigin}/done?status=COMPLETED`)

    camera.show('person-a.mjpeg')
    await tryAgain(async () => {
      await shop.goto(`${clientOrigin}/faces`)
      await press(shop, 'Show my face')
      return (await untilText(shop, /livenessStatus \d/)) === 'livenessStatus 1'
    })
    expect(faults).toEqual([])
    const foreign = asked.filter((url) => url.startsWith(service.url) && url.includes('/v1/'))
    expect(foreign).toEqual([])
  })
}
