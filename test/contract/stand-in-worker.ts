// Does at once what a workflow does when it is nudged, by the tasks of the service's own capabilities: enough
// for requests that wait for a result to be answered without Temporal.
import { setTimeout as sleep } from 'node:timers/promises'
import { isDue } from '#src/journey/agenda/rules.ts'
import { readAgenda } from '#src/journey/agenda/read.ts'
import type { Agenda, Task } from '#src/journey/transaction/task.ts'
import { capabilities } from '#src/main/capabilities.ts'
import { runTask } from '#src/journey/commit/run-task.ts'
import type { TestApp } from '#test/support/app.ts'

const settings = { holdMs: 1_000, failuresMax: 5, idleMs: 60_000, historyMax: 2_000 }

/** Works off what the app has nudged until it is disposed. */
export function startStandIn({ deps, nudged }: TestApp): AsyncDisposable {
  const tasks = capabilities.flatMap((one) => one.tasks?.(deps) ?? [])
  const ending = new AbortController()

  async function work(): Promise<void> {
    while (!ending.signal.aborted) {
      const next = nudged.shift()
      if (next) await goOn(next.id)
      else await sleep(2)
    }
  }

  async function goOn(id: string): Promise<void> {
    let agenda = await readAgenda(deps.db, settings, { id, after: null })
    for (let task = findDue(agenda); agenda && task; task = findDue(agenda)) {
      const { key, task: name } = task
      const definition = tasks.find((one) => one.name === name)
      if (!definition) throw new Error(`nobody performs ${name}`)
      const asked = { id, key, after: agenda.seq }
      agenda = await runTask({ ...deps, settings }, definition, asked, ending.signal)
    }
  }

  const working = work()
  return {
    async [Symbol.asyncDispose]() {
      ending.abort()
      await working
    },
  }
}

function findDue(agenda: Agenda | null): Task | undefined {
  const due = agenda?.tasks.filter((task) => isDue(task, agenda.now)) ?? []
  return due.find(({ last }) => !last) ?? due[0]
}
