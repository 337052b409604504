// A film of somebody who turns their head, played round and round before the camera: it does as asked, and is no living face.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ownPhone } from './camera.ts'
import {
  makeLink,
  type Made,
  patience,
  phone,
  press,
  type Stage,
  start,
  untilTitle,
} from './person.ts'

type Verification = {
  readonly status: string
  readonly score: number | null
  readonly steps: unknown[]
}
type Seen = {
  readonly facialBiometrics: { readonly results: { readonly livenessStatus: number }[] }
}

/** One try, from the open page of the step to what the client and its pack say of it. */
export async function playRound(page: Page, { id, client }: Made, tries = 1): Promise<void> {
  const sent = page.waitForEvent('load', patience)
  await press(page, 'Abrir câmera')
  await sent
  await page.getByRole('alert').or(page.getByText('Pronto!')).first().waitFor(patience)
  const shown = await client.ask<Verification>('GET', `/v1/transaction/${id}/lvs`, 201)
  expect(shown.steps).not.toContainEqual({ step: 'facialBiometrics', outcome: 'done' })
  expect(shown).toMatchObject({ status: 'PENDING', score: null })
  const journal = (await client.journal(id)).filter(({ kind }) => kind === 'link-step-tried')
  expect(journal).toHaveLength(tries)
  const { facialBiometrics: faces } = await client.ask<Seen>('GET', `/v1/packs/faces/${id}`, 200)
  expect(faces.results).toHaveLength(tries)
  for (const { livenessStatus } of faces.results) expect(livenessStatus).not.toBe(1)
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
