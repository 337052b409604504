// A deployment as far as suspects are concerned: tasks, workers that die of some of them and by chance, and the warden.
import type { Task, Tasks } from '#src/journey/transaction/task.ts'
import { append } from '#src/journey/journal/append.ts'
import type { Entry } from '#src/journey/transaction/entry.ts'
import type { Kind } from '#src/journey/journal/kind.ts'
import {
  taskBegunAlone,
  taskCleared,
  taskSetApart,
  workerDied,
} from '#src/journey/suspects/kinds.ts'
import { isGuilty, isSuspect, suspectsMax, wereUnderWay } from '#src/journey/suspects/rules.ts'

export type Step = { readonly worker: number; readonly task: number; readonly dies: boolean }

const task = (index: number): Task => ({
  key: `work:${index}`,
  task: 'work',
  ref: String(index),
  dueAt: 0,
  lane: 'local',
  seq: 1,
})

export class Deployment {
  readonly #poisons: ReadonlySet<number>
  readonly #agendas: Tasks[]
  readonly #underWay = new Map<number, Set<number>>()
  readonly done = new Set<number>()
  /** How often a worker has died of each, and while each ran alone. */
  readonly deathsOf = new Map<number, number>()
  readonly deathsAlone = new Map<number, number>()

  constructor(count: number, poisons: ReadonlySet<number>) {
    this.#poisons = poisons
    this.#agendas = Array.from({ length: count }, (_, index) => [task(index)])
  }

  of = (index: number): Task | undefined => this.#agendas[index]?.[0]

  get indexes(): number[] {
    return [...this.#agendas.keys()]
  }

  isApart = (index: number): boolean => this.of(index)?.parked?.until === 'apart'

  /** A worker begins a task beside what it has under way; then it ends what it has, or dies. */
  work({ worker, task: index, dies }: Step): void {
    const own = this.#underWay.get(worker) ?? new Set()
    this.#underWay.set(worker, own)
    const [due] = wereUnderWay(this.#agendas[index] ?? [], 1)
    if (due) own.add(index)
    const killers = [...own].filter((one) => this.#poisons.has(one))
    for (const one of killers.slice(0, 1)) note(this.deathsOf, one)
    if (killers.length > 0 || dies) this.#die(own)
    else for (const one of own) this.#end(one)
    own.clear()
  }

  /** As the warden: the one whose turn it is runs while nothing else does in its process. */
  runAlone(dies: (index: number) => boolean): void {
    for (const index of this.indexes) {
      if (this.of(index)?.parked?.until !== 'turn') continue
      this.#write(index, taskBegunAlone)
      const kills = this.#poisons.has(index)
      if (kills) note(this.deathsOf, index)
      if (!kills && !dies(index)) this.#end(index)
      else {
        note(this.deathsAlone, index)
        const left = this.of(index)
        if (left && isGuilty(left)) this.#write(index, taskSetApart)
      }
    }
  }

  /** What ran alone and is not done goes on like any other. */
  clear(index: number): void {
    this.#write(index, taskCleared)
  }

  #die(own: ReadonlySet<number>): void {
    for (const index of own) {
      const waiting = this.indexes.filter((one) => this.of(one)?.parked?.until === 'turn').length
      this.#write(index, workerDied, waiting < suspectsMax ? 'suspect' : 'counted')
    }
  }

  #end(index: number): void {
    this.#agendas[index] = []
    this.done.add(index)
  }

  #write(index: number, kind: Kind, code = ''): void {
    const tasks = this.#agendas[index] ?? []
    const [about] = tasks
    if (!about) return
    const locked = { now: new Date(1), lastSeq: 1, tasks, unwritten: [] as Entry[] }
    append(locked, { kind, reason: about.key, code, attempt: 1 })
    this.#agendas[index] = locked.tasks
  }
}

const note = (counts: Map<number, number>, index: number): void =>
  void counts.set(index, (counts.get(index) ?? 0) + 1)

export const isWaiting = (one: Task | undefined): boolean =>
  one?.parked?.until === 'turn' && isSuspect(one)
