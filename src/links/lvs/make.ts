// Creates a link in the caller’s commit, or says why not.
import type { LinkDeps } from './deps.ts'
import { append } from '#src/journey/journal/append.ts'
import type { InCommit, Locked } from '#src/journey/transaction/locked.ts'
import { Purpose } from '#src/messaging/challenges/schema.ts'
import { listBehind } from '#src/packs/document/behind.ts'
import { findPlaces, type Pin } from '#src/packs/children/store.ts'
import { stepsWithPurpose } from '#src/packs/document/purpose.ts'
import { eachStep, nameOf } from '#src/packs/document/walk.ts'
import type { ValueFault } from '#src/journey/values/schema.ts'
import { fitInput, fitsSubject, needsInput } from '#src/packs/runs/versions.ts'
import type { Db } from '#src/platform/db/client.ts'
import { linkMade, linkStepClosed, linkSuperseded } from './kinds.ts'
import { isOpen, isUndecided, linkBiometrics, linksMax, linksWindowMs } from './rules.ts'
import type { Step } from '#src/packs/document/pack.ts'
import { personStepsOf } from './person-steps.ts'
import type { MakeLink } from './schema.ts'
import { closeStep, listSteps } from './steps.ts'
import {
  findLatestLink,
  insertLink,
  type NewVerificationLink,
  type VerificationLink,
  listMakings,
  updateLink,
  toEnds,
} from './store.ts'

type Deps = Pick<LinkDeps, 'sealer' | 'packs' | 'links'>

export type Made =
  | { readonly kind: 'made'; readonly link: VerificationLink }
  | { readonly kind: 'limit-reached'; readonly retryAfterSeconds: number }
  | { readonly kind: 'subject-unfit' }
  | { readonly kind: 'pack-unfit'; readonly detail: string }
  /** Pointers start at the body. */
  | { readonly kind: 'value-unfit'; readonly faults: readonly ValueFault[] }

/** Makes a new link, and ends the previous one if it is still open. */
export async function makeLink(
  { tx, locked, sealer, packs, links }: InCommit<Deps>,
  { redirectUrl, purpose, pack, input }: MakeLink = {},
): Promise<Made> {
  const now = locked.now.getTime()
  const made = await listMakings(tx, locked.id, new Date(now - linksWindowMs))
  const oldest = made.toSorted((a, b) => b - a)[linksMax - 1]
  if (oldest !== undefined)
    return {
      kind: 'limit-reached',
      retryAfterSeconds: Math.ceil((oldest + linksWindowMs - now) / 1_000),
    }
  const { packName, lifeMs } = links.of(locked.tenant)
  const own = await findOwn(tx, locked, pack)
  const version = own
    ? await packs.versions.find(tx, own.packOwner, own.packName, own.packVersion)
    : (await packs.versions.findLive(tx, locked, pack ?? packName, locked.id))?.version
  if (!version) return { kind: 'pack-unfit', detail: 'no pack of that name is live here' }
  const { root } = version.document
  const unfitness = sayUnfit(root) ?? (purpose === undefined ? sayDemand(root) : undefined)
  if (unfitness !== undefined) return { kind: 'pack-unfit', detail: unfitness }
  if (input === undefined && needsInput(version))
    return { kind: 'pack-unfit', detail: 'it is started with an input' }
  const fitted = fitInput(version, input ?? {})
  const faults = [
    ...('faults' in fitted ? fitted.faults : []).map((one) => ({
      ...one,
      pointer: `/input${one.pointer}`,
    })),
    ...findPurposeFaults(root, purpose),
  ]
  if ('faults' in fitted || faults.length > 0) return { kind: 'value-unfit', faults }
  if (!fitsSubject(version, locked.before.documentType)) return { kind: 'subject-unfit' }
  const link = await replaceLink(
    { tx, sealer, locked },
    {
      packOwner: version.owner,
      packName: version.name,
      packVersion: version.version,
      redirectUrl: redirectUrl ?? null,
      purpose,
      ...fitted,
      ...(own?.runId !== undefined && { runId: own.runId }),
      expiresAt: new Date(now + lifeMs),
    },
  )
  return { kind: 'made', link }
}

type Own = Pin & {
  /** Undefined when the run has ended, so that the person walks another one. */
  readonly runId?: string
}

/**
 * The pack that a list pins a child to, and the child's run; undefined for other transactions, and when another pack is
 * requested.
 */
async function findOwn(tx: Db, locked: Locked, pack: string | undefined): Promise<Own | undefined> {
  if (locked.before.parentId === null) return undefined
  const [place] = await findPlaces(tx, locked.id)
  if (!place || (pack !== undefined && pack !== place.packName)) return undefined
  const { packOwner, packName, packVersion, childRunId, status } = place
  if (packOwner === null || packName === null || packVersion === null) return undefined
  const isOpen = status === 'waiting' && childRunId !== null
  return { packOwner, packName, packVersion, ...(isOpen && { runId: childRunId }) }
}

/** Makes a new link, and closes the open one if there is one. */
export async function replaceLink(
  ctx: InCommit<Pick<Deps, 'sealer'>>,
  made: NewVerificationLink,
): Promise<VerificationLink> {
  const { tx, locked } = ctx
  const earlier = await findLatestLink(tx, locked.id)
  const link = await insertLink(ctx, made)
  if (earlier && isOpen(toEnds(earlier))) {
    await updateLink(tx, earlier.id, { supersededAt: locked.now })
    await leaveOut(tx, locked, earlier.id)
    append(locked, { kind: linkSuperseded, ref: earlier.id, reason: link.id })
  }
  append(locked, {
    kind: linkMade,
    ref: link.id,
    code: `${link.packName}@${link.packVersion}`,
    dueAt: link.expiresAt.getTime(),
  })
  return link
}

/**
 * Why a pack cannot be walked by a link: it would wait for the link’s own result without asking anything, or before a
 * step that would then never be reached.
 */
function sayUnfit(root: Step): string | undefined {
  const asked = personStepsOf(root).map(({ name }) => name)
  const own = [...eachStep(root)].flatMap(([path, step]) =>
    step.kind === 'module' && step.module === linkBiometrics.key && !path.endsWith('/fallback')
      ? [nameOf(step)]
      : [],
  )
  const found = own.find((name) => {
    const { modules } = listBehind(root, {}, name)
    return asked.length === 0 || asked.some((one) => modules.includes(one))
  })
  return found && `its step ${found} (${linkBiometrics.key}) would wait for the link itself`
}

/** Why the link needs a purpose, if a step counts only answers to questions with one and the client has given none. */
function sayDemand(root: Step): string | undefined {
  const found = demandingOf(root)
  return found && `its step ${found} demands a purpose: make the link by POST, with one`
}

/** Checks that messages can show the purpose too, because pages can show more letters. */
function findPurposeFaults(root: Step, purpose: string | undefined): ValueFault[] {
  const isShown = purpose === undefined || Purpose.safeParse(purpose).success
  if (isShown || demandingOf(root) === undefined) return []
  return [{ pointer: '/purpose', detail: 'its messages cannot show it' }]
}

/** The first step of a person that requires a purpose. */
function demandingOf(root: Step): string | undefined {
  const walked = personStepsOf(root).map(({ name }) => name)
  return stepsWithPurpose(root)
    .map(nameOf)
    .find((name) => walked.includes(name))
}

/** Closes reviews of the old link, because the newer one asks again. */
async function leaveOut(tx: Db, locked: Locked, linkId: string): Promise<void> {
  const outcome = 'left-out'
  for (const { step, outcome: before } of await listSteps(tx, linkId)) {
    if (!isUndecided(before)) continue
    await closeStep(tx, linkId, step, { outcome, reasons: ['link-ended'], closedAt: locked.now })
    append(locked, { kind: linkStepClosed, module: step, ref: linkId, code: outcome })
  }
}
