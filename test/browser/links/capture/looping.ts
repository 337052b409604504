// Films of somebody who turns their head, played round and round before the camera: they do not know when it is asked.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { filmFrames } from '#test/engines/biometrics/engines/pictures.ts'
import type { Service } from '#test/support/service.ts'
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
import { comingFilm, comingPerson, drawComing, person } from './reacting.ts'

type Verification = { readonly status: string; readonly score: number | null }

/** One try, from the open page of the step: what was said where it was refused, before anything was sent or by the engines. */
async function playRound(
  page: Page,
  { id, client }: Made,
  way: Shown['way'],
): Promise<string | undefined> {
  if (way === 'approach') {
    await page.evaluate(
      `for (const id of ['more', 'other-way']) document.getElementById(id).open = true`,
    )
    await press(page, 'Aproximar e afastar')
  } else await press(page, 'Abrir câmera')
  const texts =
    /^(Não deu certo\. Tente outra vez|Não vimos o movimento a tempo|Vire a cabeça quando a seta|Aproxime ou afaste o rosto quando)/
  const refused = page.getByText(texts).or(page.getByRole('alert'))
  const ended = refused.or(page.getByText('Pronto!')).first()
  await ended.waitFor(patience)
  const said = await ended.innerText()
  const shown = await client.ask<Verification>('GET', `/v1/transaction/${id}/lvs`, 201)
  return shown.status === 'PENDING' && shown.score === null ? said : undefined
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

type Shown = {
  readonly name: string
  readonly film?: string
  readonly script: string
  readonly way?: 'turn' | 'approach'
}

export function loopingFilm({ test, browser, camera }: Stage): void {
  /** How many of the tries were not let through. */
  async function show(service: Service, shown: readonly Shown[], times: number): Promise<number> {
    let refused = 0
    for (let round = 1; round <= times; round += 1) {
      const { name, film, script, way }: Shown = shown[round % shown.length] ?? {
        name: '',
        script: '',
      }
      if (film !== undefined) camera.show(film)
      const made = await makeLink(service, 'faces')
      // So that the face, which comes near in the film, has its place in the oval.
      const viewport = { width: 390, height: 640 }
      const { userAgent } = ownPhone
      const more = { viewport, ...phone, userAgent, script: `${script};${ownPhone.script}` }
      const { page } = await browser.open(made.link, more)
      await start(page)
      await untilTitle(page, 'Mostre seu rosto')
      const startedAt = Date.now()
      const said = await playRound(page, made, way)
      refused += said === undefined ? 0 : 1
      const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1)
      console.log(`${round} of ${times}, ${name}: ${said ?? 'passed'} (after ${seconds} s)`)
      await page.context().close()
    }
    return refused
  }

  test.skipIf(rounds === 0)(
    'a film that is played round and round never passes, with or without a grain of its own',
    async ({ service }) => {
      const film = 'person-a.mjpeg'
      const films = [
        { name: 'a film', film, script: '' },
        { name: 'a film with grain', film, script: grain },
        ...[1, 2, 3].map((seconds) => ({
          name: `a film with grain that stands still for ${seconds} s before each turn`,
          film: standingStill(seconds),
          script: grain,
        })),
      ]
      expect(await show(service, films, rounds)).toBe(rounds)
    },
    900_000,
  )

  test.skipIf(rounds === 0)(
    'beside films: who comes near and goes away when it is asked passes, and a film of both does not',
    async ({ service }) => {
      const way = 'approach'
      const drawn = await drawComing()
      const people = [{ name: 'a person', script: comingPerson(drawn), way }] as const
      expect(await show(service, people, 2)).toBeLessThanOrEqual(1)
      const films = [2, 5].map((seconds) => ({
        name: `a film that stays for ${seconds} s at either end`,
        script: comingFilm(drawn, seconds * 1_000),
        way,
      })) satisfies Shown[]
      expect(await show(service, films, films.length)).toBe(films.length)
    },
    900_000,
  )

  test.skipIf(rounds === 0)(
    'beside films: a person who waits until it is asked passes',
    async ({ service }) => {
      const people = [{ name: 'a person', script: person }]
      // One may be asked for it again, as on every day (`docs/biometrics.md`).
      expect(await show(service, people, rounds / 2)).toBeLessThanOrEqual(rounds / 10)
    },
    900_000,
  )
}
