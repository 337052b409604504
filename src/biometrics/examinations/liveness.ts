// A liveness submission, as routes and pages make it, in four calls: `prepare` stores the images, `take` runs in the
// caller's commit, `release` runs after it, and `wait` is for callers that need the result.
import { createHash } from 'node:crypto'
import type { DeviceCounts } from '#src/biometrics/devices/context.ts'
import { hashImage, nameDevice, type ReadEvent, readEvent } from '#src/biometrics/devices/event.ts'
import { judgeDevice } from '#src/biometrics/devices/judge.ts'
import type { DeviceEvent } from '#src/biometrics/devices/schema.ts'
import type { SentImage } from '#src/biometrics/images/base64.ts'
import { Problem } from '#src/platform/errors.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import { type StoredTransaction, readerNow, readFields } from '#src/journey/transaction/store.ts'
import { placePoses } from '#src/biometrics/movement/pacing-rules.ts'
import { kindOf } from '#src/biometrics/movement/rules.ts'
import { documentValue, isCounted } from '#src/journey/velocity/sighting.ts'
import { countSightings, recordSightings } from '#src/journey/velocity/store.ts'
import { bindChallenge, type BoundChallenge } from './challenge.ts'
import type { BiometricsDeps } from './deps.ts'
import type { LivenessInput } from './examination.ts'
import { findMagic } from './magic.ts'
import { type Prepared, prepareSubmission, type Taken, takeSubmission } from './submit.ts'

export type LivenessSubmission = {
  readonly event?: string | undefined
  readonly images: readonly SentImage[]
  /** The address of the person's device. */
  readonly userIp?: string | undefined
  /** The user agent of the person's own request; a server that calls for the person has none. */
  readonly userAgentHeader?: string | undefined
  /** When the event arrived, by the transaction's clock, if its images follow later; now by default. */
  readonly arrivedAt?: Date | undefined
}

export type PreparedLiveness = Prepared & {
  readonly kind: 'liveness'
  readonly given: LivenessSubmission
  readonly event: ReadEvent
  readonly imageHashes: readonly string[]
  readonly arrivedAt: Date
}

/** Throws as `prepareSubmission` does. */
export async function prepareLiveness(
  deps: BiometricsDeps,
  transaction: StoredTransaction,
  given: LivenessSubmission,
): Promise<PreparedLiveness> {
  const { images, arrivedAt = readerNow(transaction) } = given
  const event = await readEvent(given.event)
  const imageHashes = images.map(({ bytes }) => hashImage(bytes))
  const eventHash = createHash('sha256')
    .update(given.event ?? '')
    .digest('base64url')
  // In the sandbox the file name chooses the result, so another name makes another submission.
  const magic = findMagicOf(transaction, images)
  const fingerprint = [eventHash, ...imageHashes, ...(magic ? [magic] : [])]
  const sent = { kind: 'liveness', images, fingerprint } as const
  const prepared = await prepareSubmission(deps, transaction, sent, (at) => `#/images/${at}`)
  return { ...prepared, kind: 'liveness', given, event, imageHashes, arrivedAt }
}

/** Runs in the caller's commit: binds the nonce, judges the device, names the images and opens the engines' task. */
export function takeLiveness(
  ctx: InCommit<BiometricsDeps>,
  prepared: PreparedLiveness,
): Promise<Taken> {
  return takeSubmission(ctx, prepared, () => judgeEvent(ctx, prepared))
}

async function judgeEvent(
  { tx, locked, sealer, biometrics, tenants }: InCommit<BiometricsDeps>,
  { event, imageHashes, given, submissionId, arrivedAt }: PreparedLiveness,
): Promise<LivenessInput> {
  const payload = 'payload' in event ? event.payload : undefined
  // An event for another transaction does not use up a nonce of this one.
  const isForThis = payload !== undefined && (payload.tx ?? locked.id) === locked.id
  const challenge = isForThis
    ? await bindChallenge({ tx, sealer, locked }, { nonce: payload.nonce, submissionId, arrivedAt })
    : undefined
  if (challenge) await countChallenge({ tx, sealer, locked }, nameDevice(event))
  const counts = await countDevice({ tx, sealer, locked }, nameDevice(event))
  const device = judgeDevice({
    event,
    arrivedAt: arrivedAt.getTime() - locked.clockOffsetMs,
    imageHashes,
    nonceHolds: challenge !== undefined,
    userAgentHeader: given.userAgentHeader,
    network: biometrics.findNetwork(given.userIp),
    counts: counts && {
      ...counts,
      documentsMax: tenants.of(locked.tenant).biometrics.personsPerDevice,
    },
  })
  const magic = findMagicOf(locked, given.images)
  return {
    device,
    isEventReadable: payload !== undefined,
    hashes: imageHashes,
    ...(challenge && describeChallenge(challenge, payload, { imageHashes, arrivedAt: +arrivedAt })),
    ...(magic && { magic }),
  }
}

/** The movements that were asked for; a paced challenge knows them only now. */
function describeChallenge(
  { actions, poses }: BoundChallenge,
  payload: DeviceEvent | undefined,
  sent: { readonly imageHashes: readonly string[]; readonly arrivedAt: number },
): Pick<LivenessInput, 'actions' | 'poses'> {
  if (!poses) return { actions }
  const placed = placePoses(poses, payload?.capture?.paced ?? [], sent)
  const kept = poses.filter(({ missed }) => !missed)
  // Between turns the head comes back to the front, and an approach begins near.
  const [first = 'front'] = actions
  const done =
    kindOf(actions) === 'approach'
      ? [first, ...kept.map(({ side }) => side)]
      : kept.flatMap(({ side }) => [first, side])
  return { actions: done, poses: placed }
}

function findMagicOf({ mode }: Pick<StoredTransaction, 'mode'>, images: readonly SentImage[]) {
  return mode === 'sandbox' ? findMagic(images.map(({ name }) => name)) : undefined
}

const dayMs = 24 * 60 * 60_000
/**
 * The most challenges that one device answers in 24 hours in live mode: with unlimited attempts somebody would find
 * images that pass.
 */
const deviceMax = 10
const retryLater = { 'retry-after': '3600' }

/** Throws `limit-reached` when the device has answered too many challenges. */
async function countChallenge(
  { tx, locked, sealer }: InCommit<Pick<BiometricsDeps, 'sealer'>>,
  deviceId: string | undefined,
): Promise<void> {
  if (deviceId === undefined || locked.mode !== 'live') return
  const device = { kind: 'challenged-device', value: deviceId } as const
  const asked = { of: device, count: 'attempts', withinMs: dayMs } as const
  const [answered = 0] = await countSightings(tx, sealer, locked, [asked])
  if (answered >= deviceMax) throw new Problem('limit-reached', { headers: retryLater })
  await recordSightings({ tx, sealer, locked }, [device])
}

/** This submission is counted once, because a repeated one is not taken again. */
async function countDevice(
  { tx, locked, sealer }: InCommit<Pick<BiometricsDeps, 'sealer'>>,
  deviceId: string | undefined,
): Promise<DeviceCounts | undefined> {
  if (deviceId === undefined) return undefined
  const fields = await readFields(sealer, locked)
  const value = documentValue(fields)
  const device = { kind: 'device', value: deviceId } as const
  const document = { kind: 'document', value } as const
  await recordSightings({ tx, sealer, locked }, [device, document])
  if (!isCounted(locked, fields)) return undefined
  const [documentsOfDevice = 0, devicesOfDocument = 0, attemptsOfDevice = 0] = await countSightings(
    tx,
    sealer,
    locked,
    [
      { of: device, count: 'document', withinMs: 30 * dayMs, own: [value] },
      { of: document, count: 'device', withinMs: 30 * dayMs, own: [deviceId] },
      { of: device, count: 'attempts', withinMs: dayMs / 24 },
    ],
  )
  return { documentsOfDevice, devicesOfDocument, attemptsOfDevice }
}
