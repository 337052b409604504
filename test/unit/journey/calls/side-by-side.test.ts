// Several calls of one task: claimed in one commit, made side by side, and recorded in one as far as they are in time.
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import type { Task } from '#src/journey/transaction/task.ts'
import type { TaskRun } from '#src/journey/commit/task.ts'
import { type Call, type Result, scene, untilIdle } from './scene.ts'

const taskOf = (key: string): Task => ({
  key,
  task: 'buy',
  ref: key,
  dueAt: 0,
  lane: 'local',
  seq: 1,
})

/** One call for each account, which answers by its name. */
const sideBySide = (
  accounts: readonly string[],
  answer: (account: string) => Promise<Result>,
  rest: Partial<Call> = {},
): Call => ({
  tasks: async () => accounts.map(taskOf),
  async claim(_tx, _locked, { key }, reserve) {
    reserve(key)
    return key
  },
  call: (claimed) => answer(claimed),
  lost: (cause) => `lost: ${cause}`,
  judge: () => 'works',
  record: async () => {},
  ...rest,
})

/** Counts the commits of a run. */
function counted(run: TaskRun) {
  const commits: string[] = []
  const counting: TaskRun = {
    ...run,
    commit(work) {
      commits.push('claim')
      return run.commit(work)
    },
    commitAnyway(work) {
      commits.push('record')
      return run.commitAnyway(work)
    },
  }
  return { commits, run: counting }
}

describe('the claims', () => {
  test('are one commit, their calls are under way together, and one commit records them', async () => {
    const { calls, run, recorded, deps } = scene()
    const { commits, run: counting } = counted(run)
    const all = Promise.withResolvers<void>()
    const begun: string[] = []
    const call = sideBySide(
      ['a', 'b', 'c'],
      async (account) => {
        begun.push(account)
        if (begun.length === 3) all.resolve()
        await all.promise
        return `of ${account}`
      },
      {
        async record(_tx, _locked, _claimed, { result }) {
          recorded.push(result)
        },
      },
    )
    await calls.perform(deps, counting, call)
    expect(commits).toEqual(['claim', 'record'])
    expect(recorded).toEqual(['of a', 'of b', 'of c'])
    expect(calls.accounts().map(({ underWay }) => underWay)).toEqual([0, 0, 0])
  })

  test('that fail in their commit give every place back, of all accounts', async () => {
    const { calls, run, deps } = scene({ placesMax: 1 })
    const answer = vi.fn<() => Promise<string>>(async () => 'x')
    const failing: TaskRun = {
      ...run,
      async commit(work) {
        await run.commit(work)
        throw new Error('the commit failed')
      },
    }
    const perform = calls.perform(deps, failing, sideBySide(['a', 'b', 'c'], answer))
    await expect(perform).rejects.toThrow('the commit failed')
    expect(['a', 'b', 'c'].map((account) => calls.isFull(account, 'acme'))).toEqual([
      false,
      false,
      false,
    ])
    expect(answer).not.toHaveBeenCalled()
  })

  test('that throw in the middle give back what those before them have taken', async () => {
    const { calls, run, deps } = scene({ placesMax: 1 })
    const call = sideBySide(['a', 'b'], async () => 'x', {
      async claim(_tx, _locked, { key }, reserve) {
        if (key === 'b') throw new Error('a bug')
        reserve(key)
        return key
      },
    })
    await expect(calls.perform(deps, run, call)).rejects.toThrow('a bug')
    expect(calls.isFull('a', 'acme')).toBe(false)
  })

  test('of which one found nothing to claim give back its place alone, and call the others', async () => {
    const { calls, run, told, deps } = scene({ placesMax: 1, patienceMs: 30_000 })
    const called: string[] = []
    const answered = Promise.withResolvers<Result>()
    const call = sideBySide(
      ['a', 'b', 'c'],
      async (account) => {
        called.push(account)
        return answered.promise
      },
      {
        async claim(_tx, _locked, { key }, reserve) {
          reserve(key)
          return key === 'b' ? undefined : key
        },
      },
    )
    const performing = calls.perform(deps, run, call)
    await vi.waitFor(() => expect(called).toEqual(['a', 'c']))
    expect(['a', 'b', 'c'].map((account) => calls.isFull(account, 'acme'))).toEqual([
      true,
      false,
      true,
    ])
    answered.resolve('accepted')
    await performing
    expect(told).toEqual(['commitAnyway'])
  })

  test('are none where no task has one: the task is answered', async () => {
    const { calls, run, told, deps } = scene()
    await calls.perform(
      deps,
      run,
      sideBySide([], async () => 'x'),
    )
    expect(told).toEqual(['commitLast'])
  })
})

describe('the patience', () => {
  test('is that of the longest: who is later is recorded alone, and the others are not held by it', async () => {
    const { calls, run, recorded, deps } = scene({ vendorMs: 30_000 })
    const { commits, run: counting } = counted(run)
    const late = Promise.withResolvers<Result>()
    const call = sideBySide(
      ['a', 'slow', 'c'],
      async (account) => (account === 'slow' ? late.promise : account),
      {
        async record(_tx, _locked, _claimed, { result }) {
          recorded.push(result)
        },
      },
    )
    await calls.perform(deps, counting, call)
    expect(commits).toEqual(['claim', 'record'])
    expect(recorded).toEqual(['a', 'c'])
    late.resolve('slow')
    await untilIdle(calls)
    expect(recorded).toEqual(['a', 'c', 'late commit'])
    expect(deps.commits()).toBe(1)
  })

  test('is none for an account that is usually slower; what it has brought when the others are waited for counts all the same', async () => {
    const { calls, run, recorded, deps } = scene()
    const answers: Record<string, () => Promise<Result>> = {
      slow: () => sleep(100, 'slow'),
      quick: () => sleep(5, 'quick'),
    }
    const call = (...accounts: string[]) =>
      sideBySide(accounts, async (account) => (await answers[account]?.()) ?? '', {
        async record(_tx, _locked, _claimed, { result }) {
          recorded.push(result)
        },
      })
    await calls.perform(deps, run, call('slow'))
    await vi.waitFor(() => expect(recorded).toEqual(['late commit']), 30_000)
    answers['slow'] = async () => 'slow'
    await calls.perform(deps, run, call('slow', 'quick'))
    expect(recorded).toEqual(['late commit', 'slow', 'quick'])
  })
})

describe('a record that fails', () => {
  test('because the database is away is made again for each of them', async () => {
    const { calls, run, recorded, deps } = scene()
    const away = Object.assign(new Error('read-only'), { code: '25006' })
    const commitAnyway = () => Promise.reject(away)
    const call = sideBySide(['a', 'b'], async (account) => account)
    await expect(calls.perform(deps, { ...run, commitAnyway }, call)).rejects.toBe(away)
    await untilIdle(calls)
    expect(recorded).toEqual(['late commit', 'late commit'])
  })

  test('by a fault of one of them takes the others not with it: each is recorded alone', async () => {
    const { calls, run, recorded, deps } = scene()
    const call = sideBySide(['a', 'b'], async (account) => account, {
      async record(_tx, _locked, claimed) {
        if (claimed === 'a') throw new Error('a bug')
      },
    })
    await expect(calls.perform(deps, run, call)).rejects.toThrow('a bug')
    await untilIdle(calls)
    expect(recorded).toEqual(['late commit', 'late commit'])
  })
})
