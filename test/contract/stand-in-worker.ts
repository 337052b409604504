// Does at once what a workflow does when it is nudged, by the worker's own activities: enough for requests
// that wait for a result to be answered without Temporal.
import { setTimeout as sleep } from 'node:timers/promises'
import { MockActivityEnvironment } from '@temporalio/testing'
import { createActivities } from '#activities/index.ts'
import type { Activities } from '#activities/signatures.ts'
import type { Db } from '#src/db/client.ts'
import type { Entry } from '#src/journal/entry.ts'
import { createLog } from '#src/log.ts'
import { createActivityDeps } from '#src/main/activity-deps.ts'
import { readConfig } from '#src/main/config.ts'
import type { TestApp } from '#test/support/app.ts'
import { silentMessaging } from '#test/support/messaging.ts'
import { jwtSecret } from '#test/support/token.ts'

/** Works off what the app has nudged until it is disposed. */
export async function startStandIn(db: Db, app: TestApp): Promise<AsyncDisposable> {
  const parts = new AsyncDisposableStack()
  const config = readConfig({ DATABASE_URL: 'postgres://-', KEYRING: '-', JWT_SECRET: jwtSecret })
  const log = await createLog('silent', 'test')
  const deps = createActivityDeps(
    { config, db, sealer: app.sealer, log, messaging: silentMessaging() },
    parts,
  )
  const activities = createActivities(deps)
  const seen = new Map<string, number>()
  const ending = new AbortController()

  async function work(): Promise<void> {
    while (!ending.signal.aborted) {
      const nudged = app.nudged.shift()
      if (!nudged) await sleep(2)
      else seen.set(nudged.id, await goOn(activities, nudged.id, seen.get(nudged.id) ?? 0))
    }
  }
  const working = work()
  parts.defer(async () => {
    ending.abort()
    await working
  })
  return parts
}

async function goOn(activities: Activities, id: string, after: number): Promise<number> {
  const { entries } = await activities.look({ id, after })
  for (const entry of entries) await follow(activities, id, entry)
  return entries.at(-1)?.seq ?? after
}

async function follow(activities: Activities, id: string, entry: Entry): Promise<void> {
  const ref = entry.ref ?? ''
  if (entry.kind === 'clock-advanced') await activities.settleClock({ id, seq: entry.seq })
  if (entry.kind === 'email-token-opened') {
    const environment = new MockActivityEnvironment()
    await environment.run(() => activities.sendEmailToken({ id, ref, attempt: 1 }))
  }
  if (entry.kind === 'pack-started') {
    await activities.runModule({ id, ref, module: 'score', deadlineSeconds: null, ending: null })
    await activities.endPack({ id, ref, skipped: [], stopReason: null, status: 'completed' })
  }
}
