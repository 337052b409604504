// What can become of a task: held, failed for good, done on the engines' lane, known to nobody. Shown with a
// capability that the service does not have.
import { setTimeout as sleep } from 'node:timers/promises'
import { closesItsKey, open } from '#src/journey/agenda/effects.ts'
import type { Lane } from '#src/journey/transaction/task.ts'
import type { Capability } from '#src/main/capability.ts'
import type { TaskDefinition, TaskRun } from '#src/journey/commit/task.ts'
import { Problem } from '#src/platform/errors.ts'
import { append } from '#src/journey/journal/append.ts'
import { defineKind } from '#src/journey/journal/kind.ts'
import type { Scenario } from '../scene.ts'

const opens = (task: string, lane: Lane = 'local') =>
  defineKind(`${task}-asked`, 'Opens a task.', (tasks, entry) =>
    open(tasks, entry, { key: `${task}:${entry.seq}`, task, lane }),
  )
/** As operators read it, and not by the task's own name. */
const namedKind = (task: string, does: string) =>
  defineKind(`${task}-named`, 'Opens a task that says what it does.', (tasks, entry) =>
    open(tasks, entry, {
      key: `${task}:${entry.seq}`,
      task,
      does,
      waits: 'engine',
      lane: 'engine',
    }),
  )
const done = defineKind('task-done', 'Closes the task of its key.', closesItsKey)

/** Fails so often, then is done. */
function failing(name: string, lane: Lane, error: () => Error, times: number): TaskDefinition {
  let left = times
  return {
    name,
    lane,
    async perform(run: TaskRun) {
      if (left-- > 0) throw error()
      await run.commitLast(async (_tx, locked, { key }) => {
        append(locked, { kind: done, reason: key })
      })
    },
  }
}

/** Three of them are more local work than one workflow task does. */
const slow: TaskDefinition = {
  name: 'slow',
  lane: 'local',
  async perform(run) {
    await sleep(1_100)
    await run.commitLast(async (_tx, locked, { key }) => {
      append(locked, { kind: done, reason: key })
    })
  },
}

const fault = () => new Error('a fault of the service')
const away = () => new Problem('unavailable')

const beside: Capability = {
  name: 'recorded',
  tasks: () => [
    failing('busy', 'local', away, 1),
    failing('faulty', 'local', fault, 1),
    failing('hopeless', 'local', fault, Infinity),
    failing('engine', 'engine', fault, 1),
    slow,
  ],
}

/** An outage holds one, a fault the other; each is done in the end. */
const held: Scenario = {
  beside,
  async drive({ client, create, write }) {
    const id = await create()
    await write(id, { kind: opens('busy') }, { kind: opens('faulty') })
    await client.journalWith(id, done.name, 2)
    return id
  },
}

/** The workflow task ends after the second one, and the third runs in another. */
const paused: Scenario = {
  beside,
  async drive({ client, create, write }) {
    const id = await create()
    const kind = opens('slow')
    await write(id, { kind }, { kind }, { kind })
    await client.journalWith(id, done.name, 3)
    return id
  },
}

/** By five failures. */
const failed: Scenario = {
  beside,
  async drive({ client, create, write }) {
    const id = await create()
    await write(id, { kind: opens('hopeless') })
    await client.journalWith(id, 'task-failed', 1, 150_000)
    return id
  },
}

/** Fails once beside a second one; a local task and a nudge come in the meantime. */
const engine: Scenario = {
  beside,
  async drive({ client, create, write }) {
    const id = await create()
    await write(id, { kind: opens('engine', 'engine') }, { kind: opens('engine', 'engine') })
    await write(id, { kind: opens('faulty') })
    await client.journalWith(id, done.name, 3)
    await client.nudge(id)
    return id
  },
}

/** Fails once, is done, and the run waits for it meanwhile. */
const namedEngine: Scenario = {
  beside,
  async drive({ client, create, write }) {
    const id = await create()
    await write(id, { kind: namedKind('engine', 'compare faces') })
    await client.journalWith(id, done.name, 1)
    return id
  },
}

/** Of a newer version: held, and never counted, until something closes it. */
const unknown: Scenario = {
  beside,
  async drive({ client, create, write, untilHistoryHas }) {
    const id = await create()
    await write(id, { kind: opens('of-tomorrow') })
    await untilHistoryHas(id, 'timerFiredEventAttributes')
    const [, asked] = await client.journal(id)
    await write(id, { kind: done, reason: `of-tomorrow:${asked?.seq}` })
    await client.nudge(id)
    return id
  },
}

export const taskScenarios = {
  'task-held': held,
  'task-failed': failed,
  'task-unknown': unknown,
  paused,
  engine,
  'named-engine': namedEngine,
} as const
