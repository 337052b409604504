import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, WorkflowExecutionAlreadyStartedError } from '@temporalio/client'
import { describe, expect, test } from 'vitest'
import { toFirstAgenda } from '#src/journey/agenda/read.ts'
import { createNudger, type NudgeOutcome } from '#src/journey/temporal/nudge.ts'

type Sent = {
  id: string
  starts?: true
  options: Record<string, unknown>
  end(error?: Error): void
}

/** A client whose calls stay open until the test ends them. */
function openClient() {
  const sent: Sent[] = []
  const deadlines: number[] = []
  const client = {
    withDeadline: (deadline: number, call: () => Promise<unknown>) => {
      deadlines.push(deadline)
      return call()
    },
    workflow: {
      start: (_type: string, options: Record<string, unknown>) =>
        new Promise<void>((resolve, reject) => {
          const id = String(options['workflowId'])
          const end = (error?: Error) => (error ? reject(error) : resolve())
          sent.push({ id, starts: true, options, end })
        }),
      signalWithStart: (_type: string, options: Record<string, unknown>) =>
        new Promise<void>((resolve, reject) => {
          const id = String(options['workflowId'])
          sent.push({ id, options, end: (error) => (error ? reject(error) : resolve()) })
        }),
    },
  }
  return { sent, deadlines, client: asClient(client) }
}

/** A nudger uses these members and no other. */
const asClient = (client: object): Client => client as Client

const settle = () => new Promise((resolve) => setImmediate(resolve))
const one = { id: 'one', tenant: 'acme', mode: 'live' } as const
const other = { ...one, id: 'other' }
/** By these the client knows an error of gRPC's. */
const grpc = { details: '', metadata: {} }

const limits = { holdMs: 7, holdMaxMs: 8, failuresMax: 9, idleMs: 10, historyMax: 11 }

/** What a commit has left that found no run. */
const left = { seq: 3, now: 5_000, tasks: [], pack: null, outcome: null, entries: [], after: 1 }

function start() {
  const opened = openClient()
  const outcomes: NudgeOutcome[] = []
  const lines: object[] = []
  const nudger = createNudger({
    client: opened.client,
    taskQueue: 'here',
    pagesUrl: 'https://pages.example',
    tell: (given) => given && toFirstAgenda(limits, given),
    log: { warn: (line: object) => void lines.push(line) },
    count: (outcome) => void outcomes.push(outcome),
  })
  return { ...opened, outcomes, lines, nudger }
}

describe('nudges of one transaction', () => {
  test('are one in flight and one trailing, however many come', async () => {
    const { nudger, sent, outcomes } = start()
    for (let n = 0; n < 50; n++) nudger.nudge(one)
    await settle()
    expect(sent).toHaveLength(1)
    sent[0]?.end()
    await settle()
    expect(sent).toHaveLength(2)
    sent[1]?.end()
    await nudger.drain()
    expect(sent).toHaveLength(2)
    expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(2)
    expect(outcomes.filter((outcome) => outcome === 'merged')).toHaveLength(49)
  })

  test('that come one after the other are all sent', async () => {
    const { nudger, sent } = start()
    for (let n = 1; n <= 3; n++) {
      nudger.nudge(one)
      await settle()
      expect(sent).toHaveLength(n)
      sent.at(-1)?.end()
      await nudger.drain()
    }
  })

  test('are not held up by those of another', async () => {
    const { nudger, sent } = start()
    nudger.nudge(one)
    nudger.nudge(other)
    await settle()
    expect(sent.map(({ id }) => id)).toEqual(['transaction/one', 'transaction/other'])
  })

  test('that fail leave nothing behind: the trailing one is sent, and so is the next', async () => {
    const { nudger, sent, outcomes } = start()
    nudger.nudge(one)
    nudger.nudge(one)
    await settle()
    sent[0]?.end(new Error('Temporal is away'))
    await settle()
    sent[1]?.end(new Error('Temporal is away'))
    await nudger.drain()
    nudger.nudge(one)
    await settle()
    sent[2]?.end()
    await nudger.drain()
    expect(outcomes).toEqual(['merged', 'failed', 'failed', 'sent'])
  })
})

describe('a nudge', () => {
  test('opens the workflow or signals the one that is open, with a code of what has changed', async () => {
    const { nudger, sent } = start()
    nudger.nudge({ ...one, by: 'reply', pack: 'basic@1', documentType: 'cpf' })
    await settle()
    expect(sent[0]?.options).toMatchObject({
      workflowId: 'transaction/one',
      taskQueue: 'here',
      args: [{ id: 'one', about: expect.stringContaining('CPF, pack basic@1') }],
      workflowIdConflictPolicy: 'USE_EXISTING',
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    })
    expect(sent[0]?.options).toMatchObject({
      signalArgs: ['reply'],
      staticSummary: 'CPF, pack basic@1',
      staticDetails:
        '[The page of this transaction](https://pages.example/console/transactions/one)',
    })
    expect(sent[0]?.options).toMatchObject({ priority: { priorityKey: 2, fairnessKey: 'acme' } })
  })

  test('has a deadline, so that a server that hangs holds nothing for long', async () => {
    const { nudger, deadlines } = start()
    const before = Date.now()
    nudger.nudge(one)
    await settle()
    expect(deadlines).toHaveLength(1)
    expect(deadlines[0]).toBeGreaterThanOrEqual(before + 3_000)
    expect(deadlines[0]).toBeLessThanOrEqual(Date.now() + 3_000)
  })

  test('never throws at the request that it follows', async () => {
    const { nudger, sent } = start()
    expect(nudger.nudge(one)).toBeUndefined()
    await settle()
    sent[0]?.end(new Error('Temporal is away'))
    await expect(nudger.drain()).resolves.toBeUndefined()
  })

  test('that fails says why in the log, by a code and never by its words', async () => {
    const { nudger, sent, lines } = start()
    nudger.nudge(one)
    await settle()
    const cause = Object.assign(new Error('14 UNAVAILABLE: 10.0.0.7 said no'), { code: 14 })
    sent[0]?.end(new Error('Failed to signalWithStart', { cause: Object.assign(cause, grpc) }))
    await nudger.drain()
    nudger.nudge(one)
    await settle()
    sent[1]?.end(new TypeError('person@example.com is no good'))
    await nudger.drain()
    expect(lines).toEqual([
      { transaction: 'one', code: 'grpc-14' },
      { transaction: 'one', code: 'TypeError' },
    ])
  })
})

describe('where a commit has found no run', () => {
  test('one is started with what the commit has left, by the settings of this process, and not signalled', async () => {
    const { nudger, sent } = start()
    nudger.nudge({ ...one, by: 'client', left })
    await settle()
    expect(sent).toMatchObject([
      {
        starts: true,
        options: {
          workflowIdConflictPolicy: 'FAIL',
          args: [{ id: 'one', by: 'client', told: { after: 1, agenda: { ...limits, seq: 3 } } }],
        },
      },
    ])
    expect(sent[0]?.options).not.toHaveProperty('signal')
  })

  test('one that is there all the same is signalled, and what trails a start signals at once', async () => {
    const { nudger, sent } = start()
    nudger.nudge({ ...one, left })
    nudger.nudge({ ...one, left })
    await settle()
    sent[0]?.end(
      new WorkflowExecutionAlreadyStartedError('there', 'transaction/one', 'transaction'),
    )
    await settle()
    sent[1]?.end()
    await settle()
    sent[2]?.end()
    await nudger.drain()
    expect(sent.map(({ starts }) => starts ?? false)).toEqual([true, false, false])
  })
})

describe('a flood of nudges of one transaction', () => {
  test('sends five as they come, then four a second, and the last is not lost', async () => {
    const { nudger, sent } = start()
    const nudge = async () => {
      nudger.nudge(one)
      await settle()
      for (const each of sent) each.end()
      await settle()
    }
    for (let n = 0; n < 5; n++) await nudge()
    expect(sent).toHaveLength(5)
    const begun = performance.now()
    while (sent.length < 9) {
      await nudge()
      await sleep(5)
    }
    // A timer may ring a millisecond early.
    expect(performance.now() - begun).toBeGreaterThan(4 * 250 - 10)
    await nudge()
    const before = sent.length
    nudger.nudge(one)
    const draining = nudger.drain()
    await settle()
    expect(sent.length).toBeGreaterThan(before)
    const ending = setInterval(() => sent.forEach((each) => each.end()), 5)
    await draining
    clearInterval(ending)
  })
})

describe('draining', () => {
  test('waits for what is in flight and for what trails it', async () => {
    const { nudger, sent } = start()
    nudger.nudge(one)
    nudger.nudge(one)
    await settle()
    let drained = false
    const draining = nudger.drain().then(() => (drained = true))
    sent[0]?.end()
    await settle()
    expect(drained).toBe(false)
    sent[1]?.end()
    await draining
    expect(drained).toBe(true)
  })

  test('ends although others are nudged all the time', async () => {
    const { nudger, sent } = start()
    nudger.nudge(one)
    await settle()
    const draining = nudger.drain()
    nudger.nudge(other)
    sent[0]?.end()
    await expect(draining).resolves.toBeUndefined()
    expect(sent.map(({ id }) => id)).toEqual(['transaction/one', 'transaction/other'])
  })

  test('ends although the same one is nudged all the time', async () => {
    const { nudger, sent } = start()
    const ending = setInterval(() => {
      nudger.nudge(one)
      for (const each of sent) each.end()
    }, 5)
    nudger.nudge(one)
    for (let n = 0; n < 3; n++) await expect(nudger.drain()).resolves.toBeUndefined()
    clearInterval(ending)
    expect(sent.length).toBeGreaterThan(2)
  })

  test('with nothing in flight is over at once', async () => {
    await expect(start().nudger.drain()).resolves.toBeUndefined()
  })
})
