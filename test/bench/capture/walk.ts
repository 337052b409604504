// A person who never hesitates walks a link in a phone's browser.
import { createRequire } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import type { Client } from '../client.ts'
import { createTransaction, makePerson } from '../service.ts'

const resolve = createRequire(import.meta.url).resolve
export const film = resolve('#test/data/capture/person-a.mjpeg')
const picture = resolve('#test/data/documents/cnh-1.jpg')
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

async function readCode(client: Client, id: string): Promise<string> {
  for (;;) {
    const path = `/v1/sandbox/messages?transactionId=${id}`
    // Safe because it is the service's own answer, which its tests check.
    const [message] = (await client.call('GET', path, 200)) as { readonly code?: string }[]
    if (message?.code !== undefined) return message.code
    await wait(100)
  }
}

/** A new link's path. */
export async function makeLink(client: Client): Promise<{ id: string; path: string }> {
  const { id } = await createTransaction(client, makePerson())
  const { link } = (await client.call('GET', `/v1/transaction/${id}/lvs`, 201)) as { link: string }
  return { id, path: new URL(link).pathname }
}

/** Seconds from opening the link until the page says that all is done. `slower`: how many times the processor is. */
export async function walk(
  browser: Browser,
  client: Client,
  url: string,
  slower: number,
): Promise<number> {
  const { id, path } = await makeLink(client)
  const context = await browser.newContext({ ...phone, locale: 'en-GB', permissions: ['camera'] })
  const page = await context.newPage()
  page.setDefaultTimeout(300_000)
  const press = (name: string) => page.getByRole('button', { name }).first().click()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
  const began = performance.now()
  await page.goto(`${url}${path}`)
  await press('Start')
  await press('I agree')
  await press('Send code')
  await page.getByLabel('Code').fill(await readCode(client, id))
  await press('Confirm code')
  await press('I cannot answer at this number')
  await page.getByLabel('Choose or take a picture').setInputFiles(picture)
  await press('My document has one side only')
  await press('Open camera')
  await page.getByRole('heading', { name: 'Done!' }).waitFor()
  const seconds = (performance.now() - began) / 1_000
  await context.close()
  return seconds
}
