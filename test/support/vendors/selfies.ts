// Selfies as the service opens them for a vendor, and a person whose name is full of delimiters of other formats.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { fitImage } from '#src/biometrics/images/fit-image.ts'
import type { CheckContext } from '#src/screening/orders/port.ts'
import type { CheckRequest } from '#src/screening/wire/request.ts'
import { contextOf } from './check-harness.ts'

export const face = readFileSync(join(import.meta.dirname, '../../data/faces/person-a-front.jpg'))
/** A picture of 2000 by 1500 pixels that no encoder compresses well. */
export const noise = await sharp({
  create: {
    width: 2_000,
    height: 1_500,
    channels: 3,
    background: 'grey',
    noise: { type: 'gaussian', mean: 128, sigma: 60 },
  },
})
  .jpeg({ quality: 95 })
  .toBuffer()
/** A picture 200 pixels wide. */
export const small = await sharp(face).resize({ width: 200 }).jpeg().toBuffer()

export const asked: CheckRequest = {
  port: 'official-match',
  service: 'OfficialMatch',
  subject: {
    document: '52998224725',
    name: 'João "de" Sá\r\n--x',
    shown: { selfieId: 'of-a-selfie', selfieOf: 'of-a-liveness', documentOf: 'of-a-document' },
  },
}
export const opening = (bytes: Uint8Array): CheckContext =>
  contextOf({ openSelfie: (fit) => fitImage(bytes, fit) })
