// Films of attacks and of a person who does as asked, through HTTP. What the engines see of each was recorded:
// `node tools/run.mjs tools/calibration/presentations.ts record FILE [NAME]`, which also says how often each passes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { hashImage } from '#src/biometrics/devices/event.ts'
import type { Face } from '#src/biometrics/engines/port.ts'
import { livenessChallenges } from '#src/biometrics/examinations/table.ts'
import type { Action } from '#src/biometrics/movement/rules.ts'
import { test } from '#test/support/biometrics/fixture.ts'
import { drawImage } from '#test/support/biometrics/images.ts'
import { payloadOf, signOnNewDevice } from '#test/unit/biometrics/devices/phone.ts'
import { askChallenge, create, post } from './stage.ts'

type Film = {
  readonly name: string
  readonly kind: 'genuine' | 'attack'
  readonly actions: readonly Action[]
  readonly frames: readonly (readonly (Omit<Face, 'embedding'> & { embedding: number[] })[])[]
}

const file = join(import.meta.dirname, '../../../data/capture/films.json')
// Safe because the command writes it so.
const films = JSON.parse(readFileSync(file, 'utf8')) as readonly Film[]
const most = Math.max(...films.map(({ frames }) => frames.length))
const pictures = await Promise.all(Array.from({ length: most }, (_, at) => drawImage(60 + at)))

export function testFilms(): void {
  describe('a film', () => {
    test.for(films.map((film) => [film.kind, film.name, film] as const))(
      'of a presentation that is %s is judged as such: %s',
      async ([kind, , { actions, frames }], { app, db, scripted }) => {
        const id = await create(app)
        const { nonce } = await askChallenge(app, id)
        await db
          .update(livenessChallenges)
          .set({ actions })
          .where(eq(livenessChallenges.transactionId, id))
        scripted.script.faces = frames.map((faces) =>
          faces.map((face) => ({ ...face, embedding: Float32Array.from(face.embedding) })),
        )
        const sent = pictures.slice(0, frames.length)
        const signed = { nonce, images: sent.map(hashImage), iat: Date.now() / 1_000 }
        const event = await signOnNewDevice(payloadOf(signed))
        const images = sent.map((bytes) => bytes.toString('base64'))
        const { livenessStatus, reasons } = await (await post(app, id, { event, images })).json()
        if (kind === 'genuine') return expect(livenessStatus).toBe(1)
        expect([0, 2]).toContain(livenessStatus)
        // Who is not suspected is told what to do better.
        if (livenessStatus === 0) expect(reasons).not.toEqual([])
      },
    )
  })
}
