// A whole walk as a strip of pictures, from the link to a reviewer's decision: `npm run drill -- --only strip` draws those of `docs/links.md`.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect } from 'vitest'
import { consoleLink } from '#test/support/sign-in.ts'
import { until } from '#test/workflow/client.ts'
import { ownPhone } from './camera.ts'
import { dataFile, makeLink, phone, press, type Stage, untilText, untilTitle } from './person.ts'
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
