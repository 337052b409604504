// A film of somebody who turns their head, played round and round before the camera: it does as asked, and is no living face.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ownPhone } from './camera.ts'
import {
  makeLink,
  type Made,
  phone,
  patience,
  press,
  type Stage,
  start,
  untilTitle,
} from './person.ts'

type Verification = { readonly status: string; readonly score: number | null }

/** One try, from the open page of the step; whether it was refused before anything was sent, or by the engines. */
async function playRound(page: Page, { id, client }: Made): Promise<boolean> {
  await press(page, 'Abrir câmera')
  const refused = page.getByText('Não deu certo. Tente outra vez').or(page.getByRole('alert'))
  await refused.or(page.getByText('Pronto!')).first().waitFor(patience)
  const shown = await client.ask<Verification>('GET', `/v1/transaction/${id}/lvs`, 201)
  return shown.status === 'PENDING' && shown.score === null
}

// oxlint-disable-next-line node/no-process-env -- how many films are played is said by the command
const rounds = Number(process.env['FILM_ROUNDS'] ?? 0)

export function loopingFilm({ test, browser, camera }: Stage): void {
  test.skipIf(rounds === 0)(
    'a film that is played round and round never passes',
    async ({ service }) => {
      camera.show('person-a.mjpeg')
      let refused = 0
      for (let round = 1; round <= rounds; round += 1) {
        const made = await makeLink(service, 'faces')
        const { page } = await browser.open(made.link, { width: 390, ...phone, ...ownPhone })
        await start(page)
        await untilTitle(page, 'Mostre seu rosto')
        const isRefused = await playRound(page, made)
        refused += isRefused ? 1 : 0
        console.log(`film ${round} of ${rounds}: ${isRefused ? 'refused' : 'passed'}`)
        await page.context().close()
      }
      expect(refused).toBe(rounds)
    },
    900_000,
  )
}
