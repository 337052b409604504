// Several processes on one database: what they do together, and what is left when one of them ends. Each costs seconds to
// start, so all live in this one file: its parts stand beside it, in the order in which processes go.
import { inject } from 'vitest'
import { test as base } from '#test/db/fixture.ts'
import { createCaller } from '#test/support/caller.ts'
import { built, createFleet } from '#test/support/process.ts'
import { losses, type Stage, together } from './apis.ts'
import { behindNginx } from './balancers.ts'
import { clockSteps } from './clock-steps.ts'
import { handover } from './handover.ts'

const test = base.extend<{ stage: Stage; sweeping: Stage }>({
  stage: [
    async ({ url }, use) => {
      const fleet = createFleet({
        ...built,
        databaseUrl: url,
        temporalAddress: inject('temporalAddress'),
        bundlePath: inject('bundlePath'),
        // A nudge that was lost would not be made good by the sweep.
        environment: { SWEEP_SECONDS: '3600' },
      })
      const [staying, api, worker] = await Promise.all([
        fleet.startApi(),
        fleet.startApi(),
        fleet.startWorker(),
      ])
      await use({ fleet, caller: createCaller(staying.url), ending: { api, worker } })
      await fleet.close()
    },
    { scope: 'file' },
  ],
  /** The same, with a worker that makes good what was never nudged. */
  sweeping: [
    async ({ stage }, use) => {
      await stage.fleet.startWorker({ SWEEP_SECONDS: '1' })
      await use(stage)
    },
    { scope: 'file' },
  ],
})

together(test)
behindNginx(test)
clockSteps(test)
handover(test)
losses(test)
