// A film of somebody who turns their head, played round and round before the camera: it does as asked, and is no living face.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ownPhone } from './camera.ts'
import {
  makeLink,
  type Made,
  phone,
  press,
  type Stage,
  start,
  untilText,
  untilTitle,
} from './person.ts'

type Verification = { readonly status: string; readonly score: number | null }

/** One try, from the open page of the step to what the client and its pack say of it. */
export async function playRound(page: Page, { id, client }: Made): Promise<void> {
  await press(page, 'Abrir câmera')
  await untilText(page, 'Não deu certo. Tente outra vez')
  const shown = await client.ask<Verification>('GET', `/v1/transaction/${id}/lvs`, 201)
  expect(shown).toMatchObject({ status: 'PENDING', score: null, reviewPending: false, steps: [] })
  const kinds = (await client.journal(id)).map(({ kind }) => kind)
  expect(kinds).not.toContain('link-step-tried')
  const answer = await client.queryPack('onboarding', id, 'wait=0')
  expect(answer).not.toMatchObject({ outcome: 'approved' })
}

// oxlint-disable-next-line node/no-process-env -- how many films are played is said by the command
const rounds = Number(process.env['FILM_ROUNDS'] ?? 0)

export function loopingFilm({ test, browser, camera }: Stage): void {
  test.skipIf(rounds === 0)(
    'a film that is played round and round never passes',
    async ({ service }) => {
      camera.show('person-a.mjpeg')
      for (let round = 1; round <= rounds; round += 1) {
        const made = await makeLink(service, 'faces')
        const { page } = await browser.open(made.link, { width: 390, ...phone, ...ownPhone })
        await start(page)
        await untilTitle(page, 'Mostre seu rosto')
        await playRound(page, made)
        console.log(`round ${round} of ${rounds}: not passed`)
        await page.context().close()
      }
    },
    900_000,
  )
}
