// Selfies of person A that follow a challenge, signed as a phone does it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Action } from '#src/biometrics/movement/rules.ts'
import { hashImage } from '#src/biometrics/devices/event.ts'
import { payloadOf, signOnNewDevice } from '#test/unit/biometrics/devices/phone.ts'

export type Challenge = { readonly nonce: string; readonly actions: readonly Action[] }

/** The body of a submission that passes the liveness check. */
export async function answerChallenge({ nonce, actions }: Challenge) {
  const images = await Promise.all(
    actions.map(async (action, at) => {
      const before = actions.slice(0, at).filter((one) => one === action).length
      return pictures[action]?.[before]?.() ?? Buffer.of()
    }),
  )
  const signed = { nonce, images: images.map(hashImage), iat: Date.now() / 1_000 }
  const event = await signOnNewDevice(payloadOf(signed))
  return { event, images: images.map((bytes) => bytes.toString('base64')) }
}

const read = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../data/faces', `person-a-${name}.jpg`))

/**
 * A picture for the second time in a pose, shifted a little, because a person never returns to exactly the same place.
 * It is computed once, because a phone would not use this processor.
 */
const moved = (name: string) => {
  let made: Promise<Buffer> | undefined
  return () =>
    (made ??= sharp(read(name))
      .extract({ left: 6, top: 4, width: 500, height: 500 })
      .resize(512)
      .jpeg({ quality: 85 })
      .toBuffer())
}

/** Two pictures of each pose, because the same picture twice is suspicious. */
const pictures: Readonly<Partial<Record<Action, readonly (() => Buffer | Promise<Buffer>)[]>>> = {
  front: [() => read('front'), moved('front')],
  left: [() => read('left-18'), moved('left-25')],
  right: [() => read('right-18'), moved('right-25')],
}
