// The rules as they are built: no state that can be reached breaks them, and everything comes to its end.
import { describe, expect, test } from 'vitest'
import { explore } from './explore.ts'
import { modelOf } from './model.ts'
import type { Script } from './scenario.ts'
import {
  again,
  clock,
  delayed,
  faults,
  image,
  imageAndMessage,
  message,
  ordinary,
  pack,
  packOnce,
  paused,
  pausedOnce,
  single,
  token,
  tokens,
  waiting,
} from './scenarios.ts'
import { asBuilt } from './way.ts'

const withoutSweep = { ...asBuilt, sweeps: false }
const seconds = (count: number) => ({ lateMaxMs: count * 1_000 })

describe('without any fault, and without a sweep, every task is done on time and once', () => {
  test.each<[string, Script]>([
    ['local tasks', message],
    ['engine tasks', imageAndMessage],
    ['a task that is last', waiting],
    ['a clock that is moved, an erasure', clock],
  ])('%s', (_name, script) => {
    const quiet = { ...script, beginsOnce: true } as const
    expect(explore(modelOf(quiet, withoutSweep)).wrong).toBeUndefined()
    // A call that lasts two seconds makes what is due behind it late by as much.
    const busy = { ...quiet, chances: ordinary, ...seconds(2) }
    expect(explore(modelOf(busy, withoutSweep)).wrong).toBeUndefined()
  })
})

describe('whatever goes wrong, every task is done, and none twice', () => {
  test('any two faults, local tasks', () => {
    const script = { ...message, chances: faults, chancesMax: 2, ...seconds(22) }
    expect(explore(modelOf(script)).wrong).toBeUndefined()
  })

  test('any fault, engine tasks', () => {
    const script = { ...image, chances: faults, ...seconds(12) }
    expect(explore(modelOf(script)).wrong).toBeUndefined()
  })

  test('an engine and a worker that die in a long workflow task', () => {
    const chances = ['engine dies', 'long workflow task', 'worker dies'] as const
    const script = { ...image, chances, chancesMax: 2, ...seconds(11) }
    expect(explore(modelOf(script)).wrong).toBeUndefined()
  })

  test('a nudge or a workflow that is lost while the clock is moved', () => {
    const script = { ...clock, chances: ['nudge lost', 'terminated'] as const, ...seconds(12) }
    expect(explore(modelOf(script)).wrong).toBeUndefined()
  })
})

describe('a transaction that was created', () => {
  test('has no workflow before its first task, whatever is swept, erased or moved', () => {
    const script = { ...clock, requests: { ...clock.requests, 'code asked for': {} }, tasks: {} }
    const swept = { ...script, sweptAt: 1_000, chances: faults, ...seconds(12) }
    expect(explore(modelOf(swept)).wrong).toBeUndefined()
  })

  test('gets it by the sweep where the nudge of its first task is lost', () => {
    const chances = ['nudge lost', 'process of the nudger dies'] as const
    const script = { ...message, chances, chancesMax: 2, ...seconds(4) }
    expect(explore(modelOf(script)).wrong).toBeUndefined()
  })
})

describe('an account rests', () => {
  const rests = ['account rests', 'account rests for longer'] as const

  test('what waits for it comes in its turn, without a sweep', () => {
    const script = { ...message, chances: rests, chancesMax: 3, ...seconds(0) }
    expect(explore(modelOf(script, withoutSweep)).wrong).toBeUndefined()
  })

  test('while its run, its worker or its nudge is lost', () => {
    const lost = ['terminated', 'worker dies', 'nudge lost'] as const
    const script = { ...message, chances: [...rests, ...lost], chancesMax: 2, ...seconds(12) }
    expect(explore(modelOf(script)).wrong).toBeUndefined()
  })
})

describe('two workers sweep, each on what it found a while ago', () => {
  test.each<[string, Script]>([
    ['local tasks', { ...message, ...seconds(16) }],
    ['engine tasks', { ...image, ...seconds(16) }],
  ])('%s', (_name, script) => {
    const chances = ['nudge lost', 'terminated', 'worker dies'] as const
    const swept = { ...script, sweepers: 2, chances }
    expect(explore(modelOf(swept, { ...asBuilt, seesDeath: false })).wrong).toBeUndefined()
  })

  test('and both know of a worker that has died, or is taken for dead', () => {
    const chances = ['worker dies', 'worker taken for dead'] as const
    const swept = { ...single, sweepers: 2, chances, ...seconds(12) }
    expect(explore(modelOf(swept)).wrong).toBeUndefined()
  })
})

describe('a worker that lives and is taken for dead, because its lock was lost: nothing is done twice', () => {
  test.each<[string, Script]>([
    ['local tasks', message],
    ['engine tasks', image],
    ['a task that is last', waiting],
  ])('%s', (_name, script) => {
    const chances = ['worker taken for dead', 'worker dies'] as const
    expect(explore(modelOf({ ...script, chances, ...seconds(12) })).wrong).toBeUndefined()
  })

  test('twice', () => {
    const chances = ['worker taken for dead'] as const
    const twice = { ...message, chances, chancesMax: 2, ...seconds(12) }
    expect(explore(modelOf(twice)).wrong).toBeUndefined()
  })
})

test('a worker that dies in the middle of its sweep leaves what it has found to the next', () => {
  const chances = ['nudge lost', 'terminated', 'sweeper dies'] as const
  const swept = { ...delayed, sweepers: 1, chances, chancesMax: 2, ...seconds(16) }
  expect(explore(modelOf(swept)).wrong).toBeUndefined()
})

describe('what a fault costs', () => {
  test.each<[string, Script['chances'], number]>([
    ['a lost nudge two seconds', ['nudge lost'], 2],
    ['a dead worker four seconds', ['worker dies'], 4],
    ['a worker that is taken for dead four seconds', ['worker taken for dead'], 4],
    ['a call that fails its hold', ['call fails', 'answer lost'], 4],
    ['a lost workflow three seconds', ['terminated'], 3],
  ])('%s', (_name, chances = [], count) => {
    const { wrong } = explore(modelOf({ ...message, chances, ...seconds(count) }))
    expect(wrong).toBeUndefined()
  })
})

test.each<[string, Script['chances']]>([
  ['without any fault', []],
  ['a call that fails', ['call fails', 'answer lost', 'call is slow']],
])('a run with nothing left closes within a minute: %s', (_name, chances = []) => {
  const script = { ...token, chances, ...(chances.length > 0 && seconds(4)) }
  expect(explore(modelOf(script)).wrong).toBeUndefined()
})

describe('a pack that ends closes its run', () => {
  test('at once', () => {
    expect(explore(modelOf(packOnce, withoutSweep)).wrong).toBeUndefined()
  })

  test('unless something has come: the task that is done again finds its key gone, and nothing is late', () => {
    expect(explore(modelOf({ ...pack, beginsOnce: true }, withoutSweep)).wrong).toBeUndefined()
    const busy = { ...pack, chances: ordinary, ...seconds(2) }
    expect(explore(modelOf(busy, withoutSweep)).wrong).toBeUndefined()
  })

  test('whatever goes wrong', () => {
    const { 'code asked for': _later, ...requests } = pack.requests
    const script = { ...pack, requests, chances: faults, ...seconds(12) }
    expect(explore(modelOf(script)).wrong).toBeUndefined()
  })

  test('though a worker that stood still ends it for another run', () => {
    const chances = ['worker dies', 'terminated', 'call times out'] as const
    const frozen = { ...packOnce, chances, chancesMax: 2, orphanMs: 40_000, leftOpenMaxMs: 60_000 }
    expect(explore(modelOf({ ...frozen, ...seconds(22) })).wrong).toBeUndefined()
  })
})

test('a run with nothing left that is told so in vain is told again, and closes within two minutes', () => {
  const script = {
    ...token,
    sweepers: 1,
    chances: ['close lost', 'sweeper dies'] as const,
    leftOpenMaxMs: 120_000,
    ...seconds(4),
  }
  expect(explore(modelOf(script)).wrong).toBeUndefined()
})

describe('a run that is told late that nothing is left, when more was asked for meanwhile, does that', () => {
  test.each<[string, Script['chances']]>([
    ['without any fault', []],
    ['a word that is lost', ['close lost']],
    ['a signal that is late or swallowed', ['signal is late', 'signal is swallowed']],
  ])('%s', (_name, chances = []) => {
    const script = { ...again, sweepers: 1, chances, ...seconds(chances.length > 0 ? 12 : 3) }
    expect(explore(modelOf(script)).wrong).toBeUndefined()
  })
})

describe('a pause of an operator', () => {
  test('holds what is to be done, and what is resumed is done at once, without a sweep', () => {
    expect(explore(modelOf({ ...paused, beginsOnce: true }, withoutSweep)).wrong).toBeUndefined()
  })

  // What has waited for long is looked for by the longest back-off of the sweep.
  test('while anything goes wrong costs the five minutes of a sweep at most', () => {
    const chances = ['nudge lost', 'terminated'] as const
    expect(explore(modelOf({ ...pausedOnce, chances, ...seconds(312) })).wrong).toBeUndefined()
  })
})

test.each<[string, Script['chances'], number]>([
  ['one that has died', ['worker dies'], 1],
  ['one whose run was ended, or its call given up', ['terminated', 'call times out'], 2],
])(
  'a run with nothing left closes, though a worker that stood still tells its row of another run: %s',
  (_name, chances = [], chancesMax = 1) => {
    const frozen = { ...token, chances, chancesMax, orphanMs: 40_000, leftOpenMaxMs: 70_000 }
    expect(explore(modelOf({ ...frozen, ...seconds(22) })).wrong).toBeUndefined()
  },
)

// Of two reads that bring nothing new nobody can tell the later one: what the first has closed the second counts on.
test.each<[string, Script, number]>([
  ['after one fault', tokens, 1],
  ['after two', token, 2],
])(
  'a read that comes late, where the run has read again since, leaves that open until its alarm at most: %s',
  (_name, script, chancesMax) => {
    const chances = ['worker dies', 'terminated', 'call times out'] as const
    const late = { ...script, chances, chancesMax, orphanMs: 40_000, leftOpenMaxMs: 3_700_000 }
    expect(explore(modelOf({ ...late, ...seconds(22) })).wrong).toBeUndefined()
  },
)

test('an engine that works for a minute is nudged less and less by the sweep', () => {
  const script = { ...image, tasks: { face: {} }, engineMs: 60_000, sweepNudgesMax: 6 }
  expect(explore(modelOf(script)).wrong).toBeUndefined()
})
