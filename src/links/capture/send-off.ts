// Submits the pictures of a step to the engines, and advances the link with their result.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { askPose, type PosePrompt, type PoseWanted } from '#src/biometrics/examinations/ask-pose.ts'
import { issueChallenge, type IssuedChallenge } from '#src/biometrics/examinations/challenge.ts'
import type { MovementKind } from '#src/biometrics/movement/rules.ts'
import { prepareLiveness, takeLiveness } from '#src/biometrics/examinations/liveness.ts'
import {
  type Prepared,
  prepareSubmission,
  releaseSubmission,
  type Taken,
  takeSubmission,
} from '#src/biometrics/examinations/submit.ts'
import type { LinkDeps } from '#src/links/lvs/deps.ts'
import { Problem } from '#src/platform/errors.ts'
import type { SentImage } from '#src/biometrics/images/base64.ts'
import { append } from '#src/journey/journal/append.ts'
import { type Capture, dropCaptures, findCapture, listCaptures } from '#src/links/lvs/captures.ts'
import { linkStepClosed, linkStepTried } from '#src/links/lvs/kinds.ts'
import { lastSent, listStepsOf } from '#src/links/lvs/person-steps.ts'
import { announceEvent, closeStep, countTry, listSteps } from '#src/links/lvs/steps.ts'
import type { StepKey } from '#src/links/lvs/rules.ts'
import { triesMax } from '#src/links/lvs/walk.ts'
import { type Acting, atStep, type PageFault } from './actions.ts'
import { hashOf, loadPicture } from './pictures.ts'
import { actOnVisit, type Visit } from './visit.ts'
import type { PageLanguage } from '#src/messaging/messages/text/page-language.ts'

export type Sending = {
  readonly deps: LinkDeps
  readonly visit: Visit
  readonly language: PageLanguage
}

/** The newest picture of each side that has arrived since the last try. */
export async function listSides(
  deps: Pick<LinkDeps, 'reads' | 'packs'>,
  { link }: Visit,
): Promise<Partial<Record<'front' | 'back', Capture>>> {
  const [all, steps] = await Promise.all([
    listCaptures(deps.reads, link.id),
    listStepsOf(deps.reads, deps, link, 'aiDocs'),
  ])
  const sentAt = lastSent(steps)
  const unsent = all.filter(({ createdAt }) => sentAt === null || createdAt > sentAt)
  const front = unsent.find(({ part }) => part === 'front')
  const back = unsent.find(({ part }) => part === 'back')
  return { ...(front && { front }), ...(back && { back }) }
}

/** Submits each side that has arrived as a recognition of its own. */
export async function sendDocument(sending: Sending): Promise<PageFault> {
  const { deps, visit } = sending
  const { front, back } = await listSides(deps, visit)
  if (!front) return 'documentMissing'
  const sides = await loadAll(sending, back ? [front, back] : [front])
  if (!sides) return 'documentMissing'
  const said = await submit(sending, 'aiDocs', {
    prepare: () => prepareSides(sending, sides),
    pictures: sides.length,
    take: async ({ tx, locked }, prepared) => {
      const taken: Taken[] = []
      for (const one of prepared)
        taken.push(await takeSubmission({ ...deps, tx, locked }, one, async () => ({})))
      return taken
    },
  })
  // The pictures are dropped, because nothing else can be done with them, and the page asks for the front again.
  if (said === 'documentUnreadable')
    await actOnVisit(deps, visit, (tx, locked, link) =>
      takeFrontAgain({ deps, tx, locked, link, language: sending.language }),
    )
  return said
}

async function prepareSides({ deps, visit }: Sending, sides: readonly SentImage[]) {
  const prepared: (Prepared & { readonly kind: 'redoc' })[] = []
  try {
    for (const side of sides) {
      // A random fingerprint: the document is examined again each time, because a selfie may have arrived since.
      const fingerprint = [randomUUID(), hashOf(side.bytes).toString('base64url')]
      const sent = { kind: 'redoc', images: [side], fingerprint } as const
      const one = await prepareSubmission(deps, visit.transaction, sent, () => '#')
      prepared.push({ ...one, kind: 'redoc' })
    }
    return prepared
  } catch (error) {
    for (const one of prepared) await releaseSubmission(deps, one, undefined)
    throw error
  }
}

export type SentFace = {
  readonly event: string | undefined
  /** The hashes of the pictures that have arrived, in hexadecimal and in order. */
  readonly sha256: readonly string[]
  readonly userIp: string | undefined
  readonly userAgent: string | undefined
  /** One picture from the front for a manual review, without head poses. */
  readonly review: boolean
}

export async function sendFace(sending: Sending, sent: SentFace): Promise<PageFault> {
  const { deps, visit } = sending
  const found = await Promise.all(
    sent.sha256.map((hex) =>
      findCapture(deps.reads, visit.link.id, 'face', Buffer.from(hex, 'hex')),
    ),
  )
  const captures = found.filter((one) => one !== undefined)
  if (captures.length === 0 || captures.length < found.length) return 'faceExpired'
  const images = await loadAll(sending, captures)
  if (!images) return 'faceExpired'
  const { event, userIp, userAgent, review } = sent
  return submit(sending, 'facialBiometrics', {
    prepare: async () => {
      const arrivedAt = await findArrival(sending, event)
      const given = { event, images, userIp, userAgentHeader: userAgent, arrivedAt }
      return [await prepareLiveness(deps, visit.transaction, given)]
    },
    pictures: 1,
    review,
    take: async ({ tx, locked }, prepared) => {
      const taken: Taken[] = []
      for (const one of prepared) taken.push(await takeLiveness({ ...deps, tx, locked }, one))
      return taken
    },
  })
}

/** For how long the pictures of an announced event may follow. */
const followMs = 10 * 60_000

/** When the same event was announced; undefined means now. */
async function findArrival({ deps, visit }: Sending, event: string | undefined) {
  if (event === undefined) return undefined
  const digest = hashOf(Buffer.from(event))
  const steps = await listStepsOf(deps.reads, deps, visit.link, 'facialBiometrics')
  const at = steps.find(({ eventDigest }) => eventDigest?.equals(digest))?.eventAt
  return at && visit.now - at.getTime() < followMs ? at : undefined
}

/**
 * Records the digest of an event before its pictures arrive: the time limit of a challenge is judged by this moment.
 */
export async function announce(sending: Sending, digest: string): Promise<void> {
  const eventDigest = Buffer.from(digest, 'base64url')
  if (eventDigest.length !== 32) return
  const { deps, visit, language } = sending
  await actOnVisit(deps, visit, (tx, locked, link) =>
    atStep({ deps, tx, locked, link, language }, 'facialBiometrics', async ({ name }) => {
      await announceEvent(tx, link.id, name, { eventDigest, eventAt: locked.now })
      return undefined
    }),
  )
}

export async function askChallenge(
  sending: Sending,
  kind: MovementKind = 'turn',
): Promise<IssuedChallenge | 'limit' | undefined> {
  const { deps, visit, language } = sending
  let issued: IssuedChallenge | 'limit' | undefined
  await actOnVisit(deps, visit, (tx, locked, link) =>
    atStep({ deps, tx, locked, link, language }, 'facialBiometrics', async () => {
      const wanted = { kind, isPaced: true }
      const asked = await issueChallenge({ tx, sealer: deps.sealer, locked }, wanted)
      issued = 'nonce' in asked ? asked : 'limit'
      return undefined
    }),
  )
  return issued
}

/** The next movement, at its time; undefined when there is none. */
export async function sayPose(
  { deps, visit, language }: Sending,
  wanted: PoseWanted,
): Promise<Pick<PosePrompt, 'pose' | 'side'> | undefined> {
  let said: PosePrompt | undefined
  await actOnVisit(deps, visit, (tx, locked, link) =>
    atStep({ deps, tx, locked, link, language }, 'facialBiometrics', async () => {
      said = await askPose({ tx, sealer: deps.sealer, locked }, wanted, deps.links.pauses)
      return undefined
    }),
  )
  if (said) await sleep(Math.max(0, said.waitMs))
  return said
}

export type Submitting<P extends Prepared> = {
  readonly prepare: () => Promise<readonly P[]>
  readonly take: (acting: Acting, prepared: readonly P[]) => Promise<readonly Taken[]>
  readonly pictures: number
  readonly review?: boolean
}

/** Stores what the engines will need before the submission, and releases reserved capacity that was not used. */
export async function submit<P extends Prepared>(
  { deps, visit, language }: Sending,
  key: StepKey,
  { prepare, take, pictures, review = false }: Submitting<P>,
): Promise<PageFault> {
  let prepared: readonly P[]
  try {
    prepared = await prepare()
  } catch (error) {
    return explain(error)
  }
  let taken: readonly Taken[] = []
  try {
    return await actOnVisit(deps, visit, (tx, locked, link) => {
      const acting = { deps, tx, locked, link, language }
      return atStep(acting, key, async (step) => {
        if (step.tries >= triesMax) return closeSpent(acting, step.name)
        taken = await take(acting, prepared)
        const attempt = await countTry(tx, link.id, step.name, {
          sentAt: locked.now,
          pictures,
          review,
          examinations: taken.map(({ id }) => id),
        })
        append(locked, { kind: linkStepTried, module: step.name, ref: link.id, attempt })
        return undefined
      })
    })
  } catch (error) {
    return explain(error)
  } finally {
    for (const [at, one] of prepared.entries()) await releaseSubmission(deps, one, taken[at])
  }
}

/** The engines did not examine the last try, for a technical reason, so its outcome is unknown. */
async function closeSpent({ tx, locked, link }: Acting, step: string): Promise<PageFault> {
  const outcome = 'inconclusive'
  await closeStep(tx, link.id, step, { outcome, reasons: ['not-looked-at'], closedAt: locked.now })
  append(locked, { kind: linkStepClosed, module: step, ref: link.id, code: outcome })
  return undefined
}

/** Drops the pictures that were not submitted, so that the front is taken again. */
export const takeFrontAgain = (acting: Acting): Promise<PageFault> =>
  atStep(acting, 'aiDocs', async ({ name }) => {
    const { tx, link } = acting
    const steps = await listSteps(tx, link.id)
    const sentAt = steps.find(({ step }) => step === name)?.sentAt ?? new Date(0)
    for (const part of ['front', 'back'] as const) await dropCaptures(tx, link.id, part, sentAt)
    return undefined
  })

/** The person asks for a manual review of the document as it is. */
export const leaveToReview = (acting: Acting): Promise<PageFault> =>
  atStep(acting, 'aiDocs', async (step) => {
    if (step.tries === 0) return 'documentMissing'
    const { tx, locked, link } = acting
    await closeStep(tx, link.id, step.name, {
      outcome: 'review',
      reasons: ['asked-for'],
      closedAt: locked.now,
    })
    append(locked, { kind: linkStepClosed, module: step.name, ref: link.id, code: 'review' })
    return undefined
  })

/** Undefined when one of the captures no longer exists. */
async function loadAll(
  { deps, visit }: Sending,
  captures: readonly Capture[],
): Promise<SentImage[] | undefined> {
  const loaded = await Promise.all(captures.map((one) => loadPicture(deps, visit, one)))
  const there = loaded.filter((one) => one !== undefined)
  return there.length === captures.length ? there : undefined
}

function explain(error: unknown): PageFault {
  if (!(error instanceof Problem)) throw error
  if (error.code === 'image-unreadable') return 'documentUnreadable'
  const later = ['busy', 'unavailable', 'limit-reached']
  if (later.includes(error.code)) return 'serviceBusy'
  throw error
}
