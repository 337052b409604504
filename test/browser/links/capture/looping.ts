// Films of somebody who turns their head, played round and round before the camera: they do not know when it is asked.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { filmFrames } from '#test/engines/biometrics/engines/pictures.ts'
import { grain, ownPhone } from './camera.ts'
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

/** One try, from the open page of the step; whether it was refused, before anything was sent or by the engines. */
async function playRound(page: Page, { id, client }: Made): Promise<boolean> {
  await press(page, 'Abrir câmera')
  const texts =
    /^(Não deu certo\. Tente outra vez|O movimento não foi visto a tempo|Vire a cabeça quando a seta)/
  const refused = page.getByText(texts).or(page.getByRole('alert'))
  await refused.or(page.getByText('Pronto!')).first().waitFor(patience)
  const shown = await client.ask<Verification>('GET', `/v1/transaction/${id}/lvs`, 201)
  return shown.status === 'PENDING' && shown.score === null
}

/** A camera that is a file shows thirty of them in a second. */
const perSecond = 30

/** As a person turns who stands still for some seconds before each. */
function standingStill(seconds: number): string {
  const times = (count: number, at: readonly number[]) => Array.from({ length: count }, (_, n) => at[n % at.length] ?? 0) // prettier-ignore
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n)
  const still = times(seconds * perSecond, range(0, 12))
  const left = range(12, 24)
  const right = range(28, 48)
  const numbers = [...still, ...left, ...left.toReversed(), ...still, ...right, ...right.toReversed()] // prettier-ignore
  const frames = filmFrames(...range(0, 48))
  const file = join(mkdtempSync(join(tmpdir(), 'atesta-film-')), `still-${seconds}.mjpeg`)
  writeFileSync(file, Buffer.concat(numbers.flatMap((at) => frames[at] ?? [])))
  return file
}

// oxlint-disable-next-line node/no-process-env -- how many films are played is said by the command
const rounds = Number(process.env['FILM_ROUNDS'] ?? 0)

export function loopingFilm({ test, browser, camera }: Stage): void {
  test.skipIf(rounds === 0)(
    'a film that is played round and round never passes, with or without a grain of its own',
    async ({ service }) => {
      const films = [
        { film: 'person-a.mjpeg', script: '' },
        { film: 'person-a.mjpeg', script: grain },
        ...[1, 2, 3].map((seconds) => ({ film: standingStill(seconds), script: grain })),
      ]
      let refused = 0
      for (let round = 1; round <= rounds; round += 1) {
        const { film, script } = films[round % films.length] ?? { film: '', script: '' }
        camera.show(film)
        const made = await makeLink(service, 'faces')
        const { userAgent } = ownPhone
        // So that the face, which comes near in the film, has its place in the oval.
        const viewport = { width: 390, height: 640 }
        const more = { viewport, ...phone, userAgent, script: script + ownPhone.script }
        const { page } = await browser.open(made.link, more)
        await start(page)
        await untilTitle(page, 'Mostre seu rosto')
        const startedAt = Date.now()
        const isRefused = await playRound(page, made)
        refused += isRefused ? 1 : 0
        const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1)
        console.log(`film ${round} of ${rounds}, ${film}${script && ' with grain'}: ${isRefused ? 'refused' : 'passed'} after ${seconds} s`) // prettier-ignore
        await page.context().close()
      }
      expect(refused).toBe(rounds)
    },
    900_000,
  )
}
