// Creates a link in the caller’s commit, or says why not.
import type { LinkDeps } from './deps.ts'
import { append } from '#src/journey/journal/append.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import { eachStep, nameOfStep } from '#src/packs/document/walk.ts'
import { service } from '#src/journey/registry/shares.ts'
import type { ValueFault } from '#src/journey/values/schema.ts'
import { fitInput, fitsSubject, needsInput, type Version } from '#src/packs/runs/versions.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import { linkMade, linkStepClosed, linkSuperseded } from './kinds.ts'
import { isOpen, isStepKey, isUndecided, linkBiometrics, linksMax, linksWindowMs } from './rules.ts'
import type { MakeLink } from './schema.ts'
import { closeStep, listSteps } from './steps.ts'
import {
  findLatestLink,
  insertLink,
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
  const live = await packs.versions.findLive(tx, locked, pack ?? packName, locked.id)
  const version = live?.version
  if (!version) return { kind: 'pack-unfit', detail: 'no pack of that name is live here' }
  const step = findUnfitStep(version)
  if (step !== undefined)
    return {
      kind: 'pack-unfit',
      detail: `its step ${step} (${linkBiometrics.key}) would wait for the link itself`,
    }
  if (input === undefined && needsInput(version))
    return { kind: 'pack-unfit', detail: 'it is started with an input' }
  const fitted = fitInput(version, input ?? {})
  if ('faults' in fitted) return { kind: 'value-unfit', faults: fitted.faults }
  if (!fitsSubject(version, locked.before.documentType)) return { kind: 'subject-unfit' }
  const earlier = await findLatestLink(tx, locked.id)
  const link = await insertLink(
    { tx, sealer, locked },
    {
      packOwner: version.owner,
      packName: version.name,
      packVersion: version.version,
      redirectUrl: redirectUrl ?? null,
      purpose,
      ...fitted,
      expiresAt: new Date(now + lifeMs),
    },
  )
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
  return { kind: 'made', link }
}

/**
 * A pack that waits for the link’s own result would never end; the service’s own pack `link` is exempt, because nothing
 * is asked of a person after it.
 */
function findUnfitStep({ owner, name, document }: Version): string | undefined {
  if (owner === service && name === 'link') return undefined
  const [path, step] =
    [...eachStep(document.root)].find(
      ([, one]) => one.kind === 'module' && one.module === linkBiometrics.key,
    ) ?? []
  return step && nameOfStep(step, `/root${path}`)
}

/** Closes reviews of the old link, because the newer one asks again. */
async function leaveOut(tx: Db, locked: Locked, linkId: string): Promise<void> {
  const outcome = 'left-out'
  for (const { step, outcome: before } of await listSteps(tx, linkId)) {
    if (!isUndecided(before) || !isStepKey(step)) continue
    await closeStep(tx, linkId, step, { outcome, reasons: ['link-ended'], closedAt: locked.now })
    append(locked, { kind: linkStepClosed, module: step, ref: linkId, code: outcome })
  }
}
