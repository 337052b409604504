// How a film is taken: what the page sends of it, the camera and the hand that hold it, and how frames are put together
// anew.
import sharp from 'sharp'
import type { Pixels } from '../../src/biometrics/engines/face/models.ts'
import type { Action } from '../../src/biometrics/movement/rules.ts'
import type { Shot } from '../../test/support/biometrics/heads.ts'

export type Trial = { readonly actions: readonly Action[]; readonly frames: readonly Pixels[] }

/** Always the same, so that two runs can be compared. */
export function randomFrom(seed: number): () => number {
  let state = seed * 2_654_435_761 + 12_345
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) | 0
    return ((state ^ (state >>> 13)) >>> 0) / 4_294_967_296
  }
}

/** What the page would send of a film that is played round: the poses as asked, and some of the way to each. */
export function capture(
  film: readonly Shot[],
  actions: readonly Action[],
  random: () => number,
): Shot[] {
  const taken: Shot[] = []
  let at = Math.floor(random() * 8)
  let way: Shot[] = []
  for (const action of actions)
    for (let tries = 0; tries < 400; tries++, at += 1 + Math.floor(random() * 3)) {
      const shot = film[at % film.length]
      if (!shot) continue
      const turned = shot.yaw - (taken[0]?.yaw ?? 2)
      const side = action === 'left' ? -turned : turned
      const isThere = action === 'front' ? Math.abs(turned) < 4 : side > 10
      if (!isThere) {
        way = action === 'front' || side < 3 ? [] : [...way.slice(0, 1), shot]
        continue
      }
      taken.push(...way, shot)
      way = []
      break
    }
  return taken
}

/** As another camera in another hand takes it: light, grain, blur, compression, and never twice from one place. */
export async function shoot(
  { data, width, height }: Pixels,
  random: () => number,
): Promise<Buffer> {
  const sway = () => (random() - 0.5) * 0.05
  const cut = 0.9 + 0.06 * random()
  const left = Math.round(width * (1 - cut) * (0.5 + sway() * 8))
  const top = Math.round(height * (1 - cut) * (0.5 + sway() * 8))
  const raw = { width, height, channels: 3 as const }
  const size = { width: Math.round(width * cut), height: Math.round(height * cut) }
  const part = sharp(data, { raw }).extract({ left, top, ...size })
  return part.resize(width, height).jpeg({ quality: 92 }).toBuffer()
}

/** Of one camera, the same in all frames of a film. */
export function cameraOf(random: () => number): (frame: Buffer) => Promise<Buffer> {
  const brightness = 0.6 + 0.7 * random()
  const sigma = random() < 0.3 ? 0.5 + random() : 0
  const quality = Math.round(60 + 30 * random())
  return (frame) => {
    const lit = sharp(frame).modulate({ brightness })
    return (sigma ? lit.blur(sigma) : lit).jpeg({ quality }).toBuffer()
  }
}

/** The frames of two sides, as often as the challenge wants, the very same each time. */
export const loop = (actions: readonly Action[], frames: readonly Pixels[]): Trial => ({
  actions,
  frames: [...frames, ...frames],
})

/** The first stays the first, and not all others where they were. */
export function shuffle<T>(all: readonly T[], random: () => number): T[] {
  const [first, ...others] = all
  if (first === undefined || others.length < 2) return [...all]
  const drawn = () =>
    others
      .map((one) => ({ one, at: random() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ one }) => one)
  let anew = drawn()
  while (anew.every((one, at) => one === others[at])) anew = drawn()
  return [first, ...anew]
}
