// Stores pictures for the current step, each once by its content, and sealed before any row names them. A submission
// loads its pictures from here; pictures that no row names are swept.
import { assert } from '#src/platform/assert.ts'
import { createHash } from 'node:crypto'
import type { LinkDeps } from '#src/links/lvs/deps.ts'
import type { SentImage } from '#src/biometrics/images/base64.ts'
import { ImageLost } from '#src/biometrics/images/images.ts'
import {
  type Capture,
  type CapturePart,
  countCaptures,
  findCapture,
  insertCapture,
} from '#src/links/lvs/captures.ts'
import { readWalk } from '#src/links/lvs/read.ts'
import { lastSent, listStepsOf } from '#src/links/lvs/person-steps.ts'
import type { StepKey } from '#src/links/lvs/rules.ts'
import { triesMax } from '#src/links/lvs/walk.ts'
import type { Visit } from './visit.ts'

const stepOf = {
  front: 'aiDocs',
  back: 'aiDocs',
  face: 'facialBiometrics',
} as const satisfies Record<CapturePart, StepKey>

/** The most pictures of one try. */
const perTry = { front: 1, back: 1, face: 24 } as const satisfies Record<CapturePart, number>

/** `same`: the picture was submitted before and did not suffice, or equals that of the other side. */
export type Took =
  | 'new'
  | 'known'
  | 'same'
  | 'other-step'
  | 'digest-mismatch'
  | 'no-picture'
  | 'too-many'

export const hashOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/** `sha256` is the hash in the URL; undefined for a form, which has none. */
export async function takePicture(
  deps: LinkDeps,
  { link, transaction, now }: Visit,
  {
    part,
    bytes,
    sha256 = hashOf(bytes),
  }: { readonly part: CapturePart; readonly bytes: Uint8Array; readonly sha256?: Buffer },
): Promise<Took> {
  if (!hashOf(bytes).equals(sha256)) return 'digest-mismatch'
  if (!isPicture(bytes)) return 'no-picture'
  const known = await findCapture(deps.reads, link.id, part, sha256)
  if (known) return (await wasSentOff(deps, link, part, known)) ? 'same' : 'known'
  const front = part === 'back' && (await findCapture(deps.reads, link.id, 'front', sha256))
  // A person who swapped the two sides may send both again.
  if (front && !(await wasSentOff(deps, link, 'front', front))) return 'same'
  const walk = await readWalk(deps.reads, deps, link, now)
  const position = walk?.position
  if (position?.kind !== 'step' || position.step.key !== stepOf[part]) return 'other-step'
  // Allows one more try than is counted, and each picture to be retaken once before it is submitted.
  const most = perTry[part] * (triesMax + 1) * 2
  if ((await countCaptures(deps.reads, link.id, part)) >= most) return 'too-many'
  const [stored] = await deps.images.put(transaction, [bytes])
  assert(stored, 'the picture was not stored')
  await insertCapture(deps.db, {
    linkId: link.id,
    part,
    sha256,
    imageId: stored.id,
    createdAt: new Date(now),
  })
  return 'new'
}

/**
 * Whether the picture was submitted already. Frames of a face are never equal; a document’s picture that did not
 * suffice may be sent again.
 */
async function wasSentOff(
  deps: Pick<LinkDeps, 'reads' | 'packs'>,
  link: Visit['link'],
  part: CapturePart,
  { createdAt }: Capture,
): Promise<boolean> {
  const sentAt = lastSent(await listStepsOf(deps.reads, deps, link, stepOf[part]))
  return part !== 'face' && sentAt !== null && createdAt <= sentAt
}

/** The original bytes; undefined when they no longer exist. */
export async function loadPicture(
  { images }: Pick<LinkDeps, 'images'>,
  { transaction }: Visit,
  capture: Capture,
): Promise<SentImage | undefined> {
  try {
    return { bytes: await images.load(transaction, capture.imageId) }
  } catch (error) {
    if (error instanceof ImageLost) return undefined
    throw error
  }
}

/** Recognises JPEG, PNG and WebP by the first bytes. */
function isPicture(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12))
  return (
    head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) ||
    head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) ||
    (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP')
  )
}
