// What capabilities may use, put together of what a process or a test has opened: in this place alone.
import { createKeyedMutex } from '#src/journey/commit/keyed-mutex.ts'
import { eventTypesOf } from '#src/journey/events/catalogue.ts'
import { createWaiter } from '#src/journey/journal/wait.ts'
import { createErasing } from '#src/journey/lifecycle/erase.ts'
import { onCreated } from '#src/journey/capabilities/created.ts'
import { readsDetails } from '#src/journey/capabilities/details.ts'
import { advanceWithLinks } from '#src/links/lvs/advance.ts'
import { eventHandlers } from '#src/main/hooks/handlers.ts'
import { createPacks } from '#src/packs/packs.ts'
import type { OwnPack } from '#src/packs/files/own.ts'
import { liftsDenials, reviewSources } from '#src/packs/reviews/source.ts'
import type { Capability, ServiceDeps } from './capability.ts'

type Derived =
  | 'advance'
  | 'created'
  | 'details'
  | 'erasing'
  | 'remains'
  | 'forgetsAnswers'
  | 'eventHandlers'
  | 'eventTypes'
  | 'liftDenials'
  | 'packs'
  | 'mutex'
  | 'reviewSources'
  | 'waiter'

/** What is opened: connections, keys, vendors, settings. */
export type Opened = Omit<ServiceDeps, Derived> & {
  /** Packs that come with the service. */
  readonly own: readonly OwnPack[]
}

export function assembleDeps(
  { own, ...opened }: Opened,
  offered: readonly Capability[],
): ServiceDeps {
  const packs = createPacks(offered, { ...opened, own })
  return {
    ...opened,
    advance: advanceWithLinks({ packs, sealer: opened.sealer }),
    packs,
    reviewSources: reviewSources(offered),
    liftDenials: liftsDenials(offered),
    created: onCreated(offered, {
      checking: opened.checking,
      metrics: opened.metrics,
      log: opened.log,
    }),
    details: readsDetails(offered),
    erasing: createErasing(offered),
    remains: offered.flatMap(({ remains }) => remains ?? []),
    forgetsAnswers: offered.flatMap(({ forgetsAnswers }) => forgetsAnswers ?? []),
    mutex: createKeyedMutex(),
    waiter: createWaiter(opened.reads),
    eventHandlers,
    eventTypes: eventTypesOf(offered),
  }
}
