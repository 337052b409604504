// Takes submitted images: capacity is reserved, the images are stored, and one commit names them and opens the engines'
// task. Routes, links and pages all use it.
import { type Fault, Problem } from '#src/platform/errors.ts'
import { ImageUnreadable } from '#src/biometrics/wire/engine-errors.ts'
import { newId } from '#src/platform/ids.ts'
import type { SentImage } from '#src/biometrics/images/base64.ts'
import {
  detachImages,
  type ImageKind,
  nameImages,
  type StoredImage,
} from '#src/biometrics/images/store.ts'
import { append } from '#src/journey/journal/append.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import type { StoredTransaction } from '#src/journey/transaction/store.ts'
import type { BiometricsDeps } from './deps.ts'
import type { Inputs } from './examination.ts'
import { examinationTaken } from './kinds.ts'
import { releaseCapacity, extendReservation, reserveCapacity } from './engine-capacity.ts'
import type { ExaminationKind } from './rules.ts'
import { type ExaminationRow, findSent, insertExamination, reopenExamination } from './store.ts'

/** The time that the engines have; after it, a task that is not done has failed. */
const deadlineSeconds = 600

export type Prepared = {
  readonly submissionId: string
  readonly kind: ExaminationKind
  /** The hash under the current key is first. */
  readonly fingerprints: readonly Buffer[]
  /** Empty if the same images were sent before and are still stored. */
  readonly stored: readonly StoredImage[]
  readonly hasCapacity: boolean
}

/** Failures after which the stored images are useless, so they are stored again. */
const damages: readonly string[] = ['image-damaged', 'image-lost']

/** An accepted submission; its result appears in the journal after `seq`. */
export type Taken = { readonly id: string; readonly seq: number }

type Sent = {
  readonly kind: ExaminationKind
  readonly images: readonly SentImage[]
  /** Stored instead of `images`: the cleaned pictures of a file. */
  readonly cleaned?: readonly Uint8Array[]
  /** A later submission with the same fingerprint counts as the same one. */
  readonly fingerprint: readonly string[]
}

/**
 * Throws `image-unreadable`, or `busy` or `unavailable` without having stored anything. `pointer` gives the JSON
 * pointer of a faulty image by its position.
 */
export async function prepareSubmission(
  deps: BiometricsDeps,
  transaction: StoredTransaction,
  { kind, images, cleaned, fingerprint }: Sent,
  pointer: (index: number) => string,
): Promise<Prepared> {
  const { reads, db, sealer, biometrics } = deps
  const { id, tenant, mode } = transaction
  const fingerprints = sealer.hashes('examination', tenant, mode, id, kind, ...fingerprint)
  const known = await findSent(reads, id, kind, fingerprints)
  const submissionId = known?.id ?? newId()
  const base = { submissionId, kind, fingerprints }
  if (known && known.status !== 'failed') return { ...base, stored: [], hasCapacity: false }
  await reserveCapacity(db, biometrics.capacity, { id: submissionId, tenant })
  try {
    const isKept = known && !damages.includes(known.failureCode ?? '')
    if (isKept) return { ...base, stored: [], hasCapacity: true }
    const stored = cleaned
      ? await deps.images.put(transaction, cleaned)
      : await storeImages(deps, transaction, images, pointer)
    return { ...base, stored, hasCapacity: true }
  } catch (error) {
    await releaseCapacity(db, submissionId)
    throw error
  }
}

async function storeImages(
  { images }: BiometricsDeps,
  transaction: StoredTransaction,
  sent: readonly SentImage[],
  pointer: (index: number) => string,
): Promise<StoredImage[]> {
  try {
    const cleaned = await images.clean(
      transaction,
      sent.map(({ bytes }) => bytes),
    )
    return await images.put(transaction, cleaned)
  } catch (error) {
    if (error instanceof ImageUnreadable) throw unreadable(error, pointer(error.index))
    throw error
  }
}

const unreadableDetails: Record<ImageUnreadable['reason'], string> = {
  empty: 'has no bytes',
  type: 'is neither JPEG, PNG nor WebP',
  damaged: 'is damaged or not whole',
  'too-many-pixels': 'has more than 16 megapixels, or 120 as a JPEG',
  'too-long': 'is more than four times as long as it is wide, or the other way round',
  animated: 'has more than one picture',
}

function unreadable({ reason }: ImageUnreadable, pointer: string): Problem {
  const fault: Fault = { pointer, code: 'format', detail: unreadableDetails[reason] }
  return new Problem('image-unreadable', { reason, faults: [fault] })
}

/** Runs in the caller's commit. `makeInput` is called only if the submission is new. */
export async function takeSubmission<K extends ExaminationKind>(
  { tx, locked, sealer }: InCommit<Pick<BiometricsDeps, 'sealer'>>,
  prepared: Prepared & { readonly kind: K },
  makeInput: () => Promise<Inputs[K]>,
): Promise<Taken> {
  const { kind, fingerprints, submissionId, stored } = prepared
  const [fingerprint] = fingerprints
  const known = await findSent(tx, locked.id, kind, fingerprints)
  if (known && (known.status !== 'failed' || !prepared.hasCapacity)) return joined(known)
  if (!prepared.hasCapacity || !fingerprint) throw new Problem('unavailable', { reason: 'gone' })
  if (known && known.id !== submissionId) return joined(known)
  const input = known ? undefined : await makeInput()
  const dueAt = locked.now.getTime() + deadlineSeconds * 1_000
  const entries = append(locked, { kind: examinationTaken, module: kind, ref: submissionId, dueAt })
  const seq = entries[0]?.seq ?? 0
  if (input) {
    await insertExamination(
      { tx, sealer, locked },
      { id: submissionId, kind, fingerprint, takenSeq: seq, input },
    )
  } else {
    await reopenExamination(tx, submissionId, seq)
    if (stored.length > 0) await detachImages(tx, submissionId)
  }
  await nameImages(tx, locked, { id: submissionId, kind: imageKind(kind) }, stored)
  await extendReservation(tx, submissionId, deadlineSeconds + 60)
  return { id: submissionId, seq }
}

const imageKind = (kind: ExaminationKind): ImageKind => (kind === 'redoc' ? 'document' : 'selfie')

const joined = ({ id, takenSeq }: ExaminationRow): Taken => ({ id, seq: takenSeq })

/** Runs after the commit or its failure: releases capacity that was reserved in vain. */
export async function releaseSubmission(
  { db }: Pick<BiometricsDeps, 'db'>,
  { hasCapacity, submissionId }: Prepared,
  taken: Taken | undefined,
): Promise<void> {
  if (hasCapacity && taken?.id !== submissionId) await releaseCapacity(db, submissionId)
}
