// The events that can happen to the stack. An event resolves when it is over and its target is as before.
import { setTimeout as wait } from 'node:timers/promises'
import { type Chance, createChance } from '#test/load/chance.ts'
import { fillDisk } from '#test/load/disk.ts'
import type { Operator } from './operator.ts'
import type { Planned, Sort } from './plan.ts'
import type { Stack } from './stack.ts'
import { misbehave } from './vendors.ts'

type Act = (target: string, ms: number, chance: Chance) => Promise<string | void>

export type Events = {
  readonly sorts: readonly Sort[]
  /** Resolves to a remark on the event, if there is one. */
  perform(planned: Planned, index: number): Promise<string | void>
}

type Event = Omit<Sort, 'targets'> & { readonly targets: readonly string[]; readonly act: Act }

/** An event with a duration; `begin` resolves to a remark on it. */
const lasting =
  <T>(
    find: (target: string) => T,
    begin: (one: T, chance: Chance) => unknown,
    end: (one: T) => unknown,
  ): Act =>
  async (target, ms, chance) => {
    const one = find(target)
    const said = await begin(one, chance)
    await wait(ms)
    await end(one)
    return typeof said === 'string' ? said : undefined
  }

const finder =
  <T extends { readonly name: string }>(what: string, all: readonly T[]) =>
  (target: string): T => {
    const found = all.find(({ name }) => name === target)
    if (!found) throw new Error(`no ${what} ${target}`)
    return found
  }

const seconds = (from: number, to: number) => [from * 1_000, to * 1_000] as const

export function createEvents(stack: Stack, seed: number, operator: Operator): Events {
  const all = [
    ...ofProcesses(stack),
    ...ofLines(stack),
    ...ofServers(stack),
    ...ofOthers(stack),
    ...ofOperator(operator),
  ]
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
  const find = finder('process', parts)
  return [
    {
      name: 'kill',
      targets: names,
      weight: 20,
      lasts: seconds(0, 4),
      act: lasting(
        find,
        (part) => part.kill(),
        (part) => part.restart(),
      ),
    },
    {
      name: 'freeze',
      targets: names,
      weight: 14,
      lasts: seconds(3, 40),
      act: lasting(
        find,
        (part) => part.process().signal('SIGSTOP'),
        (part) => part.process().signal('SIGCONT'),
      ),
    },
    {
      name: 'step the clock of',
      targets: parts.flatMap(({ name, setClock }) => (setClock ? [name] : [])),
      weight: 8,
      lasts: seconds(3, 30),
      act: lasting(
        find,
        ({ setClock }, chance) => {
          const step = chance.between(5, 180) * (chance.percent(50) ? 1 : -1)
          setClock?.(step)
          return `by ${step} s, and back`
        },
        ({ setClock }) => setClock?.(0),
      ),
    },
  ]
}

function ofLines({ lines: { all } }: Stack): Event[] {
  const targets = all.map(({ name }) => name)
  const find = finder('line', all)
  return [
    {
      name: 'cut',
      targets,
      weight: 12,
      lasts: seconds(0, 12),
      act: lasting(
        find,
        (line) => line.down(),
        (line) => line.up(),
      ),
    },
    {
      name: 'silence',
      targets,
      weight: 8,
      lasts: seconds(3, 25),
      act: lasting(
        find,
        (line) => line.swallow(true),
        (line) => {
          // A connection that has lost bytes cannot continue, so it is cut.
          line.cut()
          line.swallow(false)
        },
      ),
    },
    {
      name: 'slow',
      targets,
      weight: 10,
      lasts: seconds(3, 25),
      act: lasting(
        find,
        (line, chance) => {
          const delayMs = chance.between(20, 900)
          line.slow(delayMs)
          return `by ${delayMs} ms`
        },
        (line) => line.slow(0),
      ),
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
      act: lasting(
        () => temporal,
        (server) => server.kill(),
        (server) => server.restart(),
      ),
    },
    {
      name: 'freeze Temporal',
      targets: ['Temporal'],
      weight: 4,
      lasts: seconds(3, 40),
      act: lasting(
        () => temporal,
        (server) => server.freeze(),
        (server) => server.thaw(),
      ),
    },
    {
      name: 'kill PostgreSQL',
      targets: postgres,
      weight: 4,
      lasts: seconds(0, 5),
      act: lasting(
        () => database,
        (server) => server.kill(),
        (server) => server.restart(),
      ),
    },
    {
      name: 'freeze PostgreSQL',
      targets: postgres,
      weight: 3,
      lasts: seconds(3, 25),
      act: lasting(
        () => database,
        (server) => server.signal('SIGSTOP'),
        (server) => server.signal('SIGCONT'),
      ),
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
      act: lasting(
        () => issuer,
        (one) => one.away(true),
        (one) => one.away(false),
      ),
    },
  ]
}

function ofOperator(operator: Operator): Event[] {
  return [
    {
      name: 'pause a transaction, and let it go on:',
      targets: ['an operator'],
      weight: 8,
      lasts: seconds(0, 10),
      act: (_target, ms, chance) => operator.pause(ms, chance),
    },
    {
      name: 'cancel a run in Temporal:',
      targets: ['another operator'],
      weight: 5,
      lasts: seconds(0, 0),
      act: (_target, _ms, chance) => operator.cancel(chance),
    },
  ]
}
