// What a composition can do: branch, stop, run beside, wait for a deadline, give up.
import { score } from '#src/modules/score/rules.ts'
import {
  definePack,
  module,
  parallel,
  sequence,
  type Step,
  stop,
  when,
} from '#workflows/packs/define.ts'
import type { Scenario, Scene } from '../scene.ts'

/** Modules that no worker knows. */
const absent = { key: 'absent' } as const
const late = { key: 'late' } as const

const run = (root: Step, follow: (scene: Scene, id: string) => Promise<unknown>): Scenario => ({
  async drive(scene) {
    const id = await scene.create()
    await scene.startPack(id, definePack('recorded', 1, root))
    await follow(scene, id)
    await scene.client.journalWith(id, 'pack-ended')
    return id
  },
})

const noWait = async () => undefined

/** The condition does not hold: the other branch stops, and a module is skipped. */
const conditionNo = run(
  sequence(
    module(score),
    when([score], 'score.results[0].value < 0.0', module(absent), stop('not-needed')),
  ),
  noWait,
)

/** It holds, and nothing else follows. */
const conditionYes = run(
  sequence(module(score), when([score], 'score.results[0].value >= 0.0', stop('good-enough'))),
  noWait,
)

/** It cannot be answered: neither branch is taken. */
const conditionFailed = run(
  sequence(
    module(score),
    when([score], 'score.results[7].value < 30.0', stop('low'), stop('high')),
  ),
  noWait,
)

/** Two modules overdue in the order of their deadlines, one beside them completed. */
const overdue = run(
  parallel(
    module(late, { deadlineSeconds: 600 }),
    module(score),
    module(absent, { deadlineSeconds: 60 }),
  ),
  async ({ client }, id) => {
    await client.journalWith(id, 'module-started', 3)
    await client.advance(id, 'PT1M')
    await client.advance(id, 'P1D')
  },
)

/** The stop is reached while a module beside it has begun: that one is awaited. */
const stoppedBeside = run(
  parallel(
    module(absent, { deadlineSeconds: 60 }),
    sequence(module(score), when([score], 'score.results[0].value >= 0.0', stop('good-enough'))),
  ),
  async ({ client }, id) => {
    await client.journalWith(id, 'pack-stopped')
    await client.advance(id, 'PT1M')
  },
)

/** Overdue where that stops the pack. */
const stoppedByFailure = run(
  sequence(module(absent, { deadlineSeconds: 60, onFailure: 'stop' }), module(score)),
  async ({ client }, id) => {
    await client.journalWith(id, 'module-started')
    await client.advance(id, 'PT1M')
  },
)

/** Fails five times, without a deadline. */
const givenUp = run(sequence(module(absent), module(score)), async ({ client }, id) => {
  // Each move is longer than a failed step is left alone.
  for (let n = 0; n < 6; n++) await client.advance(id, 'PT6S')
})

export const packScenarios = {
  'pack-condition-no': conditionNo,
  'pack-condition-yes': conditionYes,
  'pack-condition-failed': conditionFailed,
  'pack-overdue': overdue,
  'pack-stopped-beside': stoppedBeside,
  'pack-stopped-by-failure': stoppedByFailure,
  'pack-given-up': givenUp,
} as const
