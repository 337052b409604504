// The actions of a person on the hosted page. Each runs under the lock, and only at the current step; at any other step
// it changes nothing and redirects to the current page.
import { assert } from '#src/platform/assert.ts'
import type { LinkDeps } from '#src/links/lvs/deps.ts'
import { checkCode } from '#src/messaging/tokens/check.ts'
import { normaliseCode } from '#src/messaging/challenges/code.ts'
import { findLatest } from '#src/messaging/challenges/store.ts'
import type { Db } from '#src/platform/db/client.ts'
import { append } from '#src/journey/journal/append.ts'
import {
  linkConsented,
  linkDisowned,
  linkOpened,
  linkRefused,
  linkStepClosed,
  linkStepReopened,
} from '#src/links/lvs/kinds.ts'
import { readWalk } from '#src/links/lvs/read.ts'
import { closeStep, listSteps, openSession, reopenStep } from '#src/links/lvs/steps.ts'
import { readInput, type VerificationLink, updateLink } from '#src/links/lvs/store.ts'
import { withdraw } from '#src/links/lvs/withdraw.ts'
import { hasBegun, type StepKind } from '#src/links/lvs/rules.ts'
import { noteChildRun } from '#src/packs/children/store.ts'
import type { StepState } from '#src/links/lvs/walk.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import type { PageLanguage } from '#src/messaging/messages/text/page-language.ts'
import { consentVersion, type TextKey } from './texts/texts.ts'

export type Acting = {
  readonly deps: LinkDeps
  readonly tx: Db
  readonly locked: Locked
  readonly link: VerificationLink
  readonly language: PageLanguage
}

/** The error that the next page shows; undefined when there is none. */
export type PageFault = TextKey | undefined

/** Resolves to the secret for the device’s cookie. */
export async function openOnDevice(
  tx: Db,
  locked: Locked,
  link: VerificationLink,
): Promise<string> {
  const { secret, devices } = await openSession(tx, link.id, locked.now)
  append(locked, { kind: linkOpened, ref: link.id, attempt: devices })
  return secret
}

/** Binds the link to the first browser; null when it is bound already. */
export async function bindDevice(
  tx: Db,
  locked: Locked,
  link: VerificationLink,
): Promise<string | null> {
  return link.sessionId === null ? openOnDevice(tx, locked, link) : null
}

export async function consent({ deps, tx, locked, link, language }: Acting): Promise<PageFault> {
  // The page of a refused link has no consent form: the request comes from a tab that was opened before.
  if (hasBegun(link) || link.refusedAt !== null) return undefined
  append(locked, { kind: linkConsented, ref: link.id, code: consentVersion })
  await updateLink(tx, link.id, {
    runId: link.runId ?? (await startRun({ deps, tx, locked, link })),
    consentedAt: locked.now,
    consentVersion,
    consentLanguage: language,
  })
  return undefined
}

/** Starts the run that the person walks, with what the link was made with. */
async function startRun({ deps, tx, locked, link }: Omit<Acting, 'language'>): Promise<string> {
  const { packOwner, packName, packVersion } = link
  const version = await deps.packs.versions.find(tx, packOwner, packName, packVersion)
  assert(version, 'the version of the link’s pack is not stored')
  const input = await readInput(deps.sealer, locked, link)
  const how = { implicit: false, ...(input && { input }) }
  const run = await deps.packs.start(tx, locked, { version }, how)
  // A person who returns after a withdrawal walks another run, which counts for the parent from then on.
  if (locked.before.parentId !== null) await noteChildRun(tx, locked.id, link, run.id)
  return run.id
}

export async function refuse({ tx, locked, link }: Acting): Promise<PageFault> {
  if (hasBegun(link) || link.refusedAt !== null) return undefined
  await updateLink(tx, link.id, { refusedAt: locked.now })
  append(locked, { kind: linkRefused, ref: link.id })
  return undefined
}

/** The person says that the request is not theirs, which ends the link in the same commit. */
export async function disown({ tx, locked, link }: Acting): Promise<PageFault> {
  await updateLink(tx, link.id, { disownedAt: locked.now })
  append(locked, { kind: linkDisowned, ref: link.id })
  return undefined
}

/** Withdraws the consent, and deletes what the person has given so far. */
export async function takeBack({ tx, deps, locked, link }: Acting): Promise<PageFault> {
  if (!hasBegun(link)) return undefined
  await withdraw({ ...deps, tx, locked }, link)
  return undefined
}

export async function comeBack({ tx, link }: Acting): Promise<PageFault> {
  await updateLink(tx, link.id, { refusedAt: null })
  return undefined
}

/** Runs the work only if the current step is one of that kind. */
export async function atStep(
  acting: Acting,
  key: StepKind,
  work: (step: StepState) => Promise<PageFault>,
): Promise<PageFault> {
  const { tx, deps, link, locked } = acting
  if (link.refusedAt !== null) return undefined
  const walk = await readWalk(tx, deps, link, locked.now.getTime())
  const position = walk?.position
  if (position?.kind !== 'step' || position.step.key !== key || position.checking) return undefined
  return work(position.step)
}

export const skipStep = (acting: Acting, key: StepKind): Promise<PageFault> =>
  atStep(acting, key, async ({ name }) => {
    const { tx, locked, link } = acting
    const outcome = 'given-up'
    await closeStep(tx, link.id, name, { outcome, reasons: [outcome], closedAt: locked.now })
    append(locked, { kind: linkStepClosed, module: name, ref: link.id, code: outcome })
    return undefined
  })

/** Reopens a step that the person has given up, while the link is not completed. */
export async function takeUp({ tx, locked, link }: Acting, step: string): Promise<PageFault> {
  const rows = await listSteps(tx, link.id)
  const row = rows.find((one) => one.step === step && one.outcome === 'given-up')
  if (!row) return undefined
  await reopenStep(tx, link.id, row.step)
  append(locked, { kind: linkStepReopened, module: row.step, ref: link.id })
  return undefined
}

export const checkEmailCode = (acting: Acting, typed: string): Promise<PageFault> =>
  atStep(acting, 'emailToken', async () => {
    const { tx, deps, locked } = acting
    const latest = await findLatest(tx, locked.id, 'email-token')
    if (!latest) return 'codeExpired'
    // Input that cannot be a code does not count as a try.
    const code = normaliseCode(typed)
    if (!/^\d+$/.test(code) || code.length !== latest.rules.codeDigits) return 'codeMissing'
    const { decision } = await checkCode({ tx, sealer: deps.sealer, locked }, latest, typed)
    switch (decision.outcome) {
      case 'valid':
      case 'already-valid':
        return undefined
      case 'mismatch':
        return decision.checksLeft > 0 ? 'codeWrong' : 'codeSpent'
      case 'expired':
        return 'codeExpired'
      case 'limit-reached':
        return 'codeSpent'
    }
  })
