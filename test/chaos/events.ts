// What can happen to the stack. An event resolves when it is over and its target as before.
import { setTimeout as wait } from 'node:timers/promises'
import { type Chance, createChance } from '#test/day/chance.ts'
import { fillDisk } from './disk.ts'
import type { Planned, Sort } from './plan.ts'
import type { Stack } from './stack.ts'
import { misbehave } from './vendors.ts'

type Act = (target: string, ms: number, chance: Chance) => Promise<string | void>

export type Events = {
  readonly sorts: readonly Sort[]
  /** Resolves to what there is to say of it. */
  perform(planned: Planned, index: number): Promise<string | void>
}

type Event = Omit<Sort, 'targets'> & { readonly targets: readonly string[]; readonly act: Act }

const seconds = (from: number, to: number) => [from * 1_000, to * 1_000] as const

export function createEvents(stack: Stack, seed: number): Events {
  const all = [...ofProcesses(stack), ...ofLines(stack), ...ofServers(stack), ...ofOthers(stack)]
  const sorts = all.flatMap(({ targets: [first, ...rest], ...sort }) =>
    first === undefined ? [] : [{ ...sort, targets: [first, ...rest] as const }],
  )
  return {
    sorts,
    async perform({ name, target, ms }, index) {
      const event = all.find((one) => one.name === name)
      return event?.act(target, ms, createChance(seed, 2_000_003 + index))
    },
  }
}

function ofProcesses({ parts }: Stack): Event[] {
  const names = parts.map(({ name }) => name)
  const find = (name: string) => {
    const found = parts.find((one) => one.name === name)
    if (!found) throw new Error(`no process ${name}`)
    return found
  }
  return [
    {
      name: 'kill',
      targets: names,
      weight: 20,
      lasts: seconds(0, 4),
      act: (target, ms) => find(target).kill(ms),
    },
    {
      name: 'freeze',
      targets: names,
      weight: 14,
      lasts: seconds(3, 40),
      act: (target, ms) => find(target).freeze(ms),
    },
    {
      name: 'step the clock of',
      targets: parts.flatMap(({ name, setClock }) => (setClock ? [name] : [])),
      weight: 8,
      lasts: seconds(3, 30),
      async act(target, ms, chance) {
        const step = chance.between(5, 180) * (chance.percent(50) ? 1 : -1)
        find(target).setClock?.(step)
        await wait(ms)
        find(target).setClock?.(0)
        return `by ${step} s, and back`
      },
    },
  ]
}

function ofLines({ lines: { all } }: Stack): Event[] {
  const targets = all.map(({ name }) => name)
  const find = (name: string) => {
    const found = all.find((one) => one.name === name)
    if (!found) throw new Error(`no line ${name}`)
    return found
  }
  return [
    {
      name: 'cut',
      targets,
      weight: 12,
      lasts: seconds(0, 12),
      async act(target, ms) {
        await find(target).down()
        await wait(ms)
        await find(target).up()
      },
    },
    {
      name: 'silence',
      targets,
      weight: 8,
      lasts: seconds(3, 25),
      async act(target, ms) {
        find(target).swallow(true)
        await wait(ms)
        // Of what has lost bytes nothing can be made any more.
        find(target).cut()
        find(target).swallow(false)
      },
    },
    {
      name: 'slow',
      targets,
      weight: 10,
      lasts: seconds(3, 25),
      async act(target, ms, chance) {
        const delayMs = chance.between(20, 900)
        find(target).slow(delayMs)
        await wait(ms)
        find(target).slow(0)
        return `by ${delayMs} ms`
      },
    },
  ]
}

function ofServers({ database, temporal, hasSmallDisk }: Stack): Event[] {
  const postgres = ['PostgreSQL']
  return [
    {
      name: 'kill Temporal',
      targets: ['Temporal'],
      weight: 4,
      lasts: seconds(0, 6),
      async act(_target, ms) {
        await temporal.kill()
        await wait(ms)
        await temporal.restart()
      },
    },
    {
      name: 'freeze Temporal',
      targets: ['Temporal'],
      weight: 4,
      lasts: seconds(3, 40),
      async act(_target, ms) {
        temporal.freeze()
        await wait(ms)
        temporal.thaw()
      },
    },
    {
      name: 'kill PostgreSQL',
      targets: postgres,
      weight: 4,
      lasts: seconds(0, 5),
      async act(_target, ms) {
        await database.kill()
        await wait(ms)
        await database.restart()
      },
    },
    {
      name: 'freeze PostgreSQL',
      targets: postgres,
      weight: 3,
      lasts: seconds(3, 25),
      async act(_target, ms) {
        database.signal('SIGSTOP')
        await wait(ms)
        database.signal('SIGCONT')
      },
    },
    {
      name: 'replace PostgreSQL by its standby',
      targets: postgres,
      weight: 4,
      lasts: seconds(6, 6),
      act: () => database.replace(),
    },
    {
      name: 'fill the disk of PostgreSQL',
      targets: hasSmallDisk ? postgres : [],
      weight: 3,
      lasts: seconds(2, 12),
      async act(_target, ms) {
        const empty = await fillDisk(database.home())
        await wait(ms)
        await empty()
        return (await database.revive()) ? 'it had ended, and was started' : 'it stayed'
      },
    },
  ]
}

function ofOthers({ outside }: Stack): Event[] {
  const { carriers, relay, bureau, issuer } = outside
  return [
    {
      name: 'make fail',
      targets: ['first', 'second', 'blind', 'meta', 'relay', 'bureau'],
      weight: 12,
      lasts: seconds(2, 25),
      act: (target, ms, chance) => misbehave({ ...carriers, relay, bureau }, target, ms, chance),
    },
    {
      name: 'take away the issuer',
      targets: ['issuer itself'],
      weight: 3,
      lasts: seconds(5, 40),
      async act(_target, ms) {
        issuer.away(true)
        await wait(ms)
        issuer.away(false)
      },
    },
  ]
}
