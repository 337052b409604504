// The periodic work of a worker beside its tasks: finds lost transactions, retries callbacks that came before their
// record, and deletes what is old enough.
import { setTimeout as sleep } from 'node:timers/promises'
import { disarmAll, onFailover } from '#src/journey/agenda/failover.ts'
import { hurrySweeps, sweep, type SweepDeps } from '#src/journey/agenda/sweep.ts'
import { forgetOldCodes } from '#src/messaging/conversations/reply-code.ts'
import { askForTemplates, showTemplates } from '#src/messaging/sending/templates/watch.ts'
import { createFaultWatch, forgetOldFaults } from '#src/messaging/sending/account-faults.ts'
import { forgetOldBlocks, showBlocks } from '#src/messaging/requests/volume/prefixes.ts'
import { forgetOldDoubles } from '#src/messaging/requests/volume/doubles.ts'
import { forgetOldSpending } from '#src/messaging/requests/volume/spending.ts'
import { showVolumes } from '#src/messaging/requests/volume/volumes.ts'
import { showWebhooks } from '#src/journey/webhooks/load.ts'
import { forgetOldDeliveries } from '#src/journey/webhooks/deliveries.ts'
import { forgetEventLog } from '#src/journey/events/read.ts'
import { forgetOldKeys } from '#src/journey/inbox/dedupe.ts'
import { forgetOldEvents } from '#src/journey/inbox/inbox.ts'
import { rematch } from '#src/journey/inbox/retry.ts'
import { forgetOld } from '#src/journey/idempotency/store.ts'
import { deleteOldReservations } from '#src/biometrics/examinations/engine-capacity.ts'
import { retainByNight } from '#src/journey/erasure/nightly.ts'
import { finishErasures } from '#src/journey/erasure/finish.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { sweepAlone } from '#src/biometrics/images/sweep.ts'
import { showLoad } from '#src/packs/reviews/load.ts'
import { showRuns } from '#src/packs/statistics/hour.ts'
import { showLinks } from '#src/links/funnel/hour.ts'
import { findPumping } from '#src/messaging/requests/volume/pumping.ts'
import { listRunning } from '#src/packs/backtest/store.ts'
import { forgetOldMarks } from '#src/biometrics/pictures/store.ts'
import { forgetOldSightings } from '#src/journey/velocity/store.ts'
import { forgetOldEntries } from '#src/risk/entries/store.ts'
import { forgetOldSessions } from '#src/platform/sessions/store.ts'
import { forgetOldShadows } from '#src/risk/scorecards/shadow.ts'
import { rescreenMonitored } from '#src/screening/checks/rescreen.ts'
import { nudgeGone } from '#src/journey/temporal/gone.ts'
import { inBatches } from '#src/platform/db/batches.ts'
import { everySeconds } from '#src/platform/gauges.ts'
import { warnOfRetention } from './retention.ts'
import { countsDeaths, startWarden } from './suspects.ts'
import type { Services } from './services.ts'

/** A callback may arrive before our own commit, and should not wait much longer. */
const rematchSeconds = 1
/** Images to be deleted can no longer be read, so their deletion is not urgent. */
const imageSweepSeconds = 900
/** Monitored persons are compared with new lists within a day; one pass takes some hours at most. */
const rescreenSeconds = 30
/** The interval of the checks whether the hour of retention has come. */
const nightSeconds = 300
/** The remaining work of an erasure outside of the database is done soon. */
const erasureSeconds = 5
/** How often backtests without progress are checked. */
const backtestSeconds = 15

/** The dependencies of the sweep, including what happens with workflows that no worker works on. */
export function sweepDepsOf(services: Services): SweepDeps {
  const { db, deps, nudger, runs, settings, metrics, log } = services
  return {
    db,
    idleMs: settings.idleMs,
    nudger,
    runs,
    beforeAnew: countsDeaths({ deps, log }),
    onAnew(transaction, reason) {
      metrics.runsBegunAnew.inc({ workflow: 'transaction', reason })
      log.warn({ transaction, reason }, 'a run was begun anew')
    },
  }
}

export function startSweeps(services: Services, parts: AsyncDisposableStack): void {
  startWarden(services, parts, 'local')
  void warnOfRetention(services.deps, services.config.DATABASE_RETENTION_URL)
  const { config, db, client, metrics, log, objects, tenants, messaging } = services
  const { outages, published } = services
  const { backtests } = services.deps
  const ending = new AbortController()
  const listed = new Map<string, number>()
  const swept = sweepDepsOf(services)

  async function repeat(seconds: number, work: () => Promise<void>): Promise<void> {
    while (!ending.signal.aborted) {
      await work().catch((error: unknown) => log.warn({ error }, 'sweep failed'))
      await sleep(seconds * 1_000, undefined, { signal: ending.signal }).catch(() => undefined)
    }
  }

  const running = Promise.all([
    repeat(config.SWEEP_SECONDS, async () => {
      const hurried = await outages.afterEnd(() => hurrySweeps(db))
      if (hurried !== undefined) log.info({ hurried }, 'Temporal is back')
      const nudged = await sweep(swept)
      metrics.sweepNudges.inc(nudged)
      if (nudged > 0) log.info({ nudged }, 'sweep')
    }),
    repeat(5, async () => {
      const found = await onFailover(db, async () => ({
        disarmed: await disarmAll(db),
        // Most of them have been woken by then, and are not nudged again.
        nudged: await sweep(swept),
        gone: await nudgeGone(db, client, config.TEMPORAL_TASK_QUEUE),
      }))
      if (found) log.warn(found, 'the database has failed over: every workflow is looked at')
    }),
    repeat(5, createFaultWatch(services.reports, services.deps.calls)),
    repeat(rematchSeconds, async () => {
      const taken = await rematch(services.deps)
      if (taken > 0) log.info({ taken }, 'callbacks taken late')
    }),
    repeat(600, async () => {
      for (const forget of [
        forgetOld,
        forgetOldCodes,
        forgetOldKeys,
        forgetOldEvents,
        forgetOldDeliveries,
        forgetOldSightings,
        forgetOldMarks,
        forgetOldEntries,
        forgetOldSpending,
        forgetOldDoubles,
        forgetOldFaults,
        forgetOldBlocks,
        forgetOldShadows,
        forgetOldSessions,
      ]) {
        await inBatches(() => forget(db), ending.signal)
      }
      const events = await inBatches(() => forgetEventLog(db), ending.signal)
      metrics.retentionRemoved.inc({ kind: 'events' }, events)
    }),
    repeat(backtestSeconds, async () => {
      for (const one of await listRunning(services.reports, backtestSeconds))
        if (await backtests.revive(one)) {
          metrics.runsBegunAnew.inc({ workflow: 'backtest', reason: 'stuck' })
          log.warn({ backtest: one.id }, 'the workflow of a backtest was begun anew')
        }
    }),
    repeat(erasureSeconds, async () => {
      await inBatches(() => finishErasures({ deps: services.deps, objects }), ending.signal)
    }),
    repeat(nightSeconds, () =>
      retainByNight({ deps: services.deps, hour: config.RETENTION_HOUR, signal: ending.signal }),
    ),
    repeat(rescreenSeconds, async () => {
      const done = await rescreenMonitored({ ...services.deps, published }, ending.signal)
      if (done > 0) log.info({ done }, 'monitored checks were compared with published lists')
    }),
    repeat(imageSweepSeconds, async () => {
      await deleteOldReservations(db)
      if (!objects) return
      const retention = ({ tenant, mode }: Owner) => {
        const { data, biometrics } = tenants.of(tenant)
        return data.keep[mode].pictures ?? biometrics.keepDays
      }
      const { signal } = ending
      const cleared = await sweepAlone({ db, store: objects, retention, listed, signal })
      if (!cleared || cleared.erased + cleared.old + cleared.unnamed === 0) return
      metrics.retentionRemoved.inc({ kind: 'pictures' }, cleared.old)
      log.info(cleared, 'images deleted')
    }),
    repeat(everySeconds.volumes, () => showVolumes(services.reports, metrics)),
    repeat(everySeconds.volumes, () => showRuns(services.reports, metrics)),
    repeat(everySeconds.volumes, () => showLinks(services.reports, metrics)),
    repeat(everySeconds.reviews, () => showLoad(services.reports, metrics)),
    repeat(everySeconds.webhooks, () => showWebhooks(services.reports, metrics)),
    // Webhooks report changes sooner, where they are configured.
    repeat(600, () => askForTemplates(services, messaging.accounts)),
    repeat(everySeconds.blocks, () => showBlocks(services.reports, metrics)),
    repeat(everySeconds.templates, () => showTemplates(services.reports, messaging, metrics)),
    repeat(600, async () => {
      for (const suspicion of await findPumping(db)) log.warn(suspicion, 'pumping suspected')
    }),
  ])
  parts.defer(async () => {
    ending.abort()
    await running
  })
}
