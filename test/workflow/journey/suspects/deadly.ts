// A capability of tasks that work for a while, and of some that kill their worker as long as nobody has mended it.
import { setTimeout as sleep } from 'node:timers/promises'
import { getHeapStatistics } from 'node:v8'
import { closeKey, open } from '#src/journey/agenda/effects.ts'
import type { TaskDefinition } from '#src/journey/commit/task.ts'
import { append } from '#src/journey/journal/append.ts'
import { defineKind } from '#src/journey/journal/kind.ts'
import type { Capability } from '#src/main/capability.ts'

export const workAsked = defineKind('work-asked', 'Work is to be done.', (tasks, entry) =>
  open(tasks, entry, {
    key: `work:${entry.ref}`,
    task: entry.code ?? 'work',
    does: 'do the work',
    ...(entry.dueAt !== null && { dueAt: entry.dueAt }),
  }),
)
export const workDone = defineKind('work-done', 'The work is done.', (tasks, { reason }) =>
  closeKey(tasks, reason ?? ''),
)

const defineWork = (name: string, before: () => Promise<unknown>): TaskDefinition => ({
  name,
  lane: 'local',
  async perform(run) {
    await before()
    await run.commitLast(async (_tx, locked, { ref, key }) => {
      append(locked, { kind: workDone, ref, reason: key })
    })
  },
})

const kept: number[][] = []
const keepMore = () => kept.push(Array.from({ length: 100_000 }, Math.random))

/** Others go on beside it, so that the process sees for itself that its heap is full. */
async function exhaustSlowly(): Promise<void> {
  // Just below the limit, where V8 itself would not end it.
  for (;;) {
    if (!isNearlyFull()) keepMore()
    await sleep(5)
  }
}

function isNearlyFull(): boolean {
  const { heap_size_limit: limit, used_heap_size: used } = getHeapStatistics()
  return used > (limit - 96 * 1_048_576) * 0.95
}

/** `isMended`: the deadly ones work like the others. */
export const deadly = (isMended: boolean): Capability => {
  const kill = (how: () => unknown) => async () => {
    await sleep(200)
    if (!isMended) await how()
  }
  return {
    name: 'deadly',
    kinds: [workAsked, workDone],
    tasks: () => [
      defineWork('work', () => sleep(300)),
      defineWork(
        'abort',
        kill(() => process.abort()),
      ),
      defineWork('exhaust-slowly', kill(exhaustSlowly)),
    ],
  }
}
