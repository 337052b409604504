// The clock of a process is set back while somebody waits: a wait is as long as it was, and sees what comes.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { type Answer, createCaller } from '#test/support/caller.ts'
import { startWaitingRun } from '#test/support/packs/waiting.ts'
import { hasFaketime, openClock } from '#test/support/machine/faketime.ts'
import { everyScope } from '#test/support/token.ts'
import type { ProcessTest } from './apis.ts'

const backSeconds = 120

/** How far the clock of who answered is behind ours. */
const behind = ({ headers }: Answer) => (Date.now() - Date.parse(headers.get('date') ?? '')) / 1_000

export function clockSteps(test: ProcessTest): void {
  test.skipIf(!hasFaketime)(
    'a clock that is set back by two minutes (faketime) while somebody waits: answered in time, and the result is seen when it is there',
    async ({ stage: { fleet, ending } }) => {
      const folder = await mkdtemp(join(tmpdir(), 'atesta-clock-'))
      onTestFinished(() => rm(folder, { recursive: true, force: true }))
      const clock = openClock(join(folder, 'clock'))
      const api = await fleet.startApi(clock?.environment)
      onTestFinished(async () => void (await api.kill()))
      const caller = createCaller(api.url, { scope: everyScope })
      // Nobody takes its work until then.
      ending.worker.signal('SIGSTOP')
      try {
        const run = await startWaitingRun(caller)
        const [shortly, long] = [run.query(caller, 3), run.query(caller, 30)]
        // Where the first is never answered, nor is this one.
        long.catch(() => undefined)
        await sleep(500)
        clock?.set(-backSeconds)
        const answer = await shortly
        expect([answer.status, answer.body['status']]).toEqual([200, 'processing'])
        expect(behind(answer)).toBeGreaterThan(backSeconds - 10)
        expect(answer.ms).toBeGreaterThan(2_900)
        ending.worker.signal('SIGCONT')
        expect((await long).body).toMatchObject({ status: 'completed' })
        expect((await long).ms).toBeLessThan(29_000)
      } finally {
        ending.worker.signal('SIGCONT')
      }
    },
  )
}
