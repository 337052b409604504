// Submits a blank picture under a magic name, which selects the result, through the steps of the link.
import { randomInt, randomUUID } from 'node:crypto'
import { prepareLiveness, takeLiveness } from '#src/biometrics/examinations/liveness.ts'
import type { MagicName } from '#src/biometrics/examinations/magic.ts'
import {
  prepareSubmission,
  type Taken,
  takeSubmission,
} from '#src/biometrics/examinations/submit.ts'
import { askChallenge, type Sending, submit } from '#src/links/capture/send-off.ts'
import type { PageFault } from '#src/links/capture/actions.ts'
import { ordinaryPhone, signAsPhone } from './phone-device.ts'

const documents: Readonly<Record<string, MagicName>> = {
  approved: 'magic-approved',
  'other-cpf': 'magic-other-cpf',
  'other-face': 'magic-other-face',
  inconclusive: 'magic-inconclusive',
}
const faces: Readonly<Record<string, MagicName>> = {
  live: 'magic-live',
  inconclusive: 'magic-inconclusive',
  spoof: 'magic-spoof',
  virtual: 'magic-live',
}

export async function sendOutcomeDocument(sending: Sending, what: string): Promise<PageFault> {
  const magic = documents[what]
  if (!magic) return undefined
  const { deps, visit } = sending
  const images = [{ bytes: await drawNothing() }]
  const sent = { kind: 'redoc', images, fingerprint: [randomUUID()] } as const
  return submit(sending, 'aiDocs', {
    pictures: 1,
    prepare: async () => {
      const prepared = await prepareSubmission(deps, visit.transaction, sent, () => '#')
      return [{ ...prepared, kind: 'redoc' as const }]
    },
    take: async ({ tx, locked }, prepared) => {
      const taken: Taken[] = []
      for (const one of prepared)
        taken.push(await takeSubmission({ ...deps, tx, locked }, one, async () => ({ magic })))
      return taken
    },
  })
}

/** Includes a challenge and a phone’s event, without which no face is trusted. */
export async function sendOutcomeFace(sending: Sending, what: string): Promise<PageFault> {
  const magic = faces[what]
  if (!magic) return undefined
  const issued = await askChallenge(sending)
  if (issued === 'limit') return 'sendLimit'
  if (issued === undefined) return undefined
  const { deps, visit } = sending
  const { nonce, actions } = issued
  const images = await Promise.all(
    actions.map(async () => ({ bytes: await drawNothing(), name: `${magic}.jpg` })),
  )
  const event = await signAsPhone({
    nonce,
    transaction: visit.transaction.id,
    images: images.map(({ bytes }) => bytes),
    ...(what === 'virtual' && { camera: 'OBS Virtual Camera' }),
  })
  const { ua: userAgentHeader } = ordinaryPhone
  return submit(sending, 'facialBiometrics', {
    pictures: 1,
    prepare: async () => [
      await prepareLiveness(deps, visit.transaction, {
        event,
        images,
        userIp: undefined,
        userAgentHeader,
      }),
    ],
    take: async ({ tx, locked }, prepared) => {
      const taken: Taken[] = []
      for (const one of prepared) taken.push(await takeLiveness({ ...deps, tx, locked }, one))
      return taken
    },
  })
}

/** Draws a plain picture, never the same twice. The native library is loaded only when an outcome is chosen. */
async function drawNothing(): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const [r, g, b] = [randomInt(256), randomInt(256), randomInt(256)]
  const background = { r, g, b }
  const plain = sharp({ create: { width: 640, height: 480, channels: 3, background } })
  return plain.jpeg({ quality: 60 + randomInt(30) }).toBuffer()
}
