// The only place that assembles the dependencies of capabilities from what a process or a test has opened.
import { createKeyedMutex } from '#src/journey/commit/keyed-mutex.ts'
import { eventTypesOf } from '#src/journey/events/describe.ts'
import { createWaiter } from '#src/journey/journal/wait.ts'
import { createErasing } from '#src/journey/lifecycle/erase.ts'
import {
  type OnCorrected,
  onCorrected,
  onEnded,
  type OnEnded,
} from '#src/journey/capabilities/capability.ts'
import { type CreatedPart, joinCreating } from '#src/journey/lifecycle/creating.ts'
import { readsDetails } from '#src/journey/capabilities/details.ts'
import type { EventHandler } from '#src/journey/inbox/callback.ts'
import type { Remains } from '#src/journey/capabilities/remains.ts'
import { tellingParents } from '#src/links/children/follow.ts'
import { childLinksOf } from '#src/links/children/make.ts'
import { advanceWithLinks } from '#src/links/lvs/advance.ts'
import { createEvidence } from '#src/main/ports/evidence.ts'
import { eventHandlers } from './callbacks.ts'
import { namesEndpoint } from '#src/packs/outbound/endpoints-named.ts'
import { createPacks } from '#src/packs/packs.ts'
import type { OwnPack } from '#src/packs/files/own.ts'
import { liftsDenials, reviewSources } from '#src/packs/reviews/source.ts'
import type { AllDeps, Capability } from './capability.ts'

type Derived =
  | 'advance'
  | 'corrected'
  | 'creating'
  | 'details'
  | 'ended'
  | 'erasing'
  | 'evidence'
  | 'remains'
  | 'forgetsAnswers'
  | 'eventHandlers'
  | 'eventTypes'
  | 'liftDenials'
  | 'packs'
  | 'mutex'
  | 'namesEndpoint'
  | 'reviewSources'
  | 'waiter'

/** The dependencies that a process opens: connections, keys, vendors, settings. */
export type Opened = Omit<AllDeps, Derived> & {
  /** The packs that come with the service. */
  readonly own: readonly OwnPack[]
}

export function assembleDeps({ own, ...opened }: Opened, offered: readonly Capability[]): AllDeps {
  const packs = createPacks(offered, { ...opened, own, childLinks: childLinksOf(opened) })
  const created: CreatedPart[] = []
  const corrected: OnCorrected[] = []
  const remains: Remains[] = []
  const ended: OnEnded[] = []
  const handlers: EventHandler[] = []
  const deps: AllDeps = {
    ...opened,
    advance: tellingParents(advanceWithLinks({ packs, sealer: opened.sealer })),
    packs,
    reviewSources: reviewSources(offered),
    liftDenials: liftsDenials(offered),
    corrected: onCorrected(corrected),
    creating: joinCreating(offered, created, opened.tenants),
    details: readsDetails(offered),
    erasing: createErasing(offered),
    evidence: createEvidence(opened),
    remains,
    ended: onEnded(ended),
    forgetsAnswers: offered.flatMap(({ forgetsAnswers }) => forgetsAnswers ?? []),
    mutex: createKeyedMutex(),
    namesEndpoint: namesEndpoint(packs),
    waiter: createWaiter(opened.reads),
    eventHandlers: handlers,
    eventTypes: eventTypesOf(offered),
  }
  // Filled afterwards, because these are made from the dependencies of which they are part.
  corrected.push(...offered.flatMap((one) => one.corrected?.(deps) ?? []))
  created.push(
    ...offered.flatMap(({ created: one }) =>
      one ? { appliesTo: one.appliesTo, add: one.add(deps) } : [],
    ),
  )
  ended.push(...offered.flatMap((one) => one.ended?.(deps) ?? []))
  remains.push(...offered.flatMap((one) => one.remains?.(deps) ?? []))
  handlers.push(...eventHandlers(deps))
  return deps
}
