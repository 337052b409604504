// A capability is its folder and one line in the list: one that only this test knows opens a task from a pack,
// is driven by the workflow, and shows its result, and nothing else is told of it.
import { expect } from 'vitest'
import { z } from 'zod'
import { closeKey, open } from '#src/journey/agenda/effects.ts'
import { capabilities } from '#src/main/capabilities.ts'
import type { Capability } from '#src/main/capability.ts'
import { defineTask } from '#src/journey/commit/task.ts'
import { append } from '#src/journey/journal/append.ts'
import { defineKind } from '#src/journey/journal/kind.ts'
import { readJournal } from '#src/journey/journal/read.ts'
import { defineModule, opens } from '#src/journey/capabilities/module.ts'
import { publishPacks } from '#test/support/packs/publish.ts'
import { definePack, module, sequence } from '#test/support/packs/build.ts'
import { kindsOf } from './client.ts'
import { withService } from './fixture.ts'

const weighingAsked = defineKind('weighing-asked', 'The person is to be weighed.', (tasks, entry) =>
  open(tasks, entry, { key: `weigh:${entry.ref}`, task: 'weigh' }),
)
const weighed = defineKind('weighed', 'The person was weighed.', (tasks, { ref }) =>
  closeKey(tasks, `weigh:${ref}`),
)

const scales = { key: 'scales' } as const

const scalesModule = defineModule(
  scales,
  z.object({ kg: z.number() }),
  // Read in the commit that ends the run too, whose entries are not written yet: so not from the journal.
  async (_db, { moduleStatus }) => ({
    moduleStatus,
    results: moduleStatus === 'completed' ? [{ kg: 70 }] : [],
  }),
  {
    runs: opens(
      async ({ locked, runId }) => void append(locked, { kind: weighingAsked, ref: runId }),
      // What this commit has appended is not written yet.
      async ({ tx, locked: { id, unwritten } }) =>
        [...unwritten, ...(await readJournal(tx, id))].some(({ kind }) => kind === weighed.name),
    ),
    seen: { kg: 'double' },
  },
)

const weighing: Capability = {
  name: 'weighing',
  kinds: [weighingAsked, weighed],
  tasks: () => [
    defineTask('weigh', async (_tx, locked, { ref }) => {
      append(locked, { kind: weighed, ref })
    }),
  ],
  module: scalesModule,
}

const test = withService({}, [...capabilities, weighing])

test('what a capability of two kinds, a task and a module opens in a pack is driven and shown', async ({
  client,
  service,
}) => {
  const pack = definePack('weighed', 1, sequence(module(scales, { deadlineSeconds: 60 })))
  await publishPacks(service.services.db, [pack])
  const id = await client.create()
  expect(await client.queryPack('weighed', id)).toMatchObject({
    status: 'completed',
    scales: { moduleStatus: 'completed', results: [{ kg: 70 }] },
  })
  const kinds = kindsOf(await client.journal(id))
  expect(kinds.indexOf('weighing-asked')).toBeLessThan(kinds.indexOf('weighed'))
  expect(kinds.at(-1)).toBe('pack-ended')
})
