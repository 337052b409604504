// A call is launched, waited for a little, and recorded; what a vendor does holds nobody else.
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { rememberTenant } from '#src/journey/commit/shares.ts'
import type { TaskRun } from '#src/journey/commit/task.ts'
import { type Result, scene, untilIdle } from './scene.ts'

describe('patience', () => {
  test('what comes within it is recorded in the answer of the task', async () => {
    const { calls, run, call, recorded, told, deps } = scene()
    await calls.perform(
      deps,
      run,
      call(async () => 'accepted'),
    )
    expect({ recorded, told }).toEqual({ recorded: ['accepted'], told: ['commitAnyway'] })
  })

  test('what takes longer is a commit of its own, and holds the task no longer than that', async () => {
    const { calls, run, call, recorded, told, deps } = scene({ vendorMs: 30_000 })
    const vendor = Promise.withResolvers<Result>()
    await calls.perform(
      deps,
      run,
      call(() => vendor.promise),
    )
    expect({ recorded, told }).toEqual({ recorded: [], told: [] })
    vendor.resolve('accepted')
    await untilIdle(calls)
    expect(recorded).toEqual(['late commit'])
  })

  test('an account that is slower than that on average is not waited for at all', async () => {
    const { calls, run, call, told, deps } = scene()
    await calls.perform(
      deps,
      run,
      call(() => sleep(100, 'accepted')),
    )
    await vi.waitFor(() => expect(deps.commits()).toBe(1), 30_000)
    await calls.perform(
      deps,
      run,
      call(() => sleep(10, 'accepted')),
    )
    expect(told).toEqual([])
  })

  test('beside as many tasks of its tenant as may wait a task does not wait, and another tenant’s does', async () => {
    const { calls, run, call, told, deps } = scene({ vendorMs: 30_000, slotsMax: 1 })
    rememberTenant('of-one', 'one')
    rememberTenant('of-other', 'other')
    const vendor = Promise.withResolvers<Result>()
    const perform = (id: string, answer: () => Promise<Result>) =>
      calls.perform(deps, { ...run, id }, call(answer))
    const waiting = perform('of-one', () => vendor.promise)
    await perform('of-one', () => sleep(5, 'accepted'))
    expect(told).toEqual([])
    await perform('of-other', () => sleep(5, 'accepted'))
    expect(told).toEqual(['commitAnyway'])
    vendor.resolve('accepted')
    await waiting
    await perform('of-one', () => sleep(5, 'accepted'))
    expect(told).toHaveLength(3)
    await untilIdle(calls)
  })

  test('a task that stays open is moved on when the wait is over', async () => {
    const { calls, run, call, told, deps } = scene()
    const postpone = vi.fn<() => Promise<void>>(async () => {})
    await calls.perform(
      deps,
      run,
      call(() => sleep(80, 'accepted'), { postpone }),
    )
    expect(postpone).toHaveBeenCalledOnce()
    expect(told).toEqual(['commitAnyway'])
  })
})

describe('the claim', () => {
  test('without one there is no call, and the task is answered', async () => {
    const { calls, run, call, told, deps } = scene()
    const answer = vi.fn<() => Promise<string>>(async () => 'accepted')
    await calls.perform(deps, run, call(answer, { claim: async () => undefined }))
    expect(answer).not.toHaveBeenCalled()
    expect(told).toEqual(['commitLast'])
  })

  test('that fails gives its place back', async () => {
    const { calls, run, call, deps } = scene({ placesMax: 1 })
    const failing: TaskRun = {
      ...run,
      async commit(work) {
        await run.commit(work)
        throw new Error('the commit failed')
      },
    }
    await expect(
      calls.perform(
        deps,
        failing,
        call(async () => 'x'),
      ),
    ).rejects.toThrow('commit')
    expect(calls.isFull('account', 'acme')).toBe(false)
  })

  test('of a process that stood still is not called on', async () => {
    const { calls, run, call, recorded, deps } = scene({ startMs: 10 })
    const answer = vi.fn<() => Promise<string>>(async () => 'accepted')
    const slow: TaskRun = {
      ...run,
      async commit(work) {
        const claimed = await run.commit(work)
        await sleep(30)
        return claimed
      },
    }
    await calls.perform(deps, slow, call(answer))
    expect(answer).not.toHaveBeenCalled()
    expect(recorded).toEqual(['lost: late'])
  })
})

describe('the bulkhead', () => {
  test('a vendor that hangs takes its own places and nobody else’s', async () => {
    const { calls, run, call, recorded, deps } = scene({ placesMax: 2 })
    const hang = call(() => sleep(150, 'late'))
    await Promise.all([calls.perform(deps, run, hang), calls.perform(deps, run, hang)])
    expect(calls.isFull('account', 'acme')).toBe(true)
    await expect(calls.perform(deps, run, hang)).rejects.toMatchObject({ code: 'unavailable' })
    const other = call(async () => 'accepted', {
      async claim(_tx, _locked, _task, reserve) {
        reserve('other')
        return 'claimed'
      },
    })
    await calls.perform(deps, run, other)
    expect(recorded).toContain('accepted')
    await untilIdle(calls)
    expect(calls.isFull('account', 'acme')).toBe(false)
  })
})

describe('the breaker', () => {
  test('opens after five faults in a row, and says so once', async () => {
    const { calls, run, call, deps, log } = scene()
    const fault = call(async () => 'refused', { judge: () => 'fault' })
    for (let count = 0; count < 5; count += 1) await calls.perform(deps, run, fault)
    expect(calls.restMs('account', 'acme')).toBeGreaterThan(59_000)
    expect(log.warn).toHaveBeenCalledOnce()
  })

  test('of a tenant that is refused holds up no other, and lets it try one call at a time after its rest', async () => {
    const { calls, runOf, call, deps, log, recorded } = scene()
    const refused = call(async () => 'refused', { judge: () => 'refused' })
    for (let count = 0; count < 8; count += 1) await calls.perform(deps, runOf('acme'), refused)
    expect(calls.waitMs('account', 'acme')).toBeGreaterThan(59_000)
    expect(calls.isFull('account', 'acme')).toBe(false)
    expect(log.warn).toHaveBeenCalledOnce()
    expect(calls.waitMs('account', 'other')).toBe(0)
    await calls.perform(
      deps,
      runOf('other'),
      call(async () => 'answered'),
    )
    expect(recorded.at(-1)).toBe('answered')
    const hang = call(() => sleep(100, 'late'))
    await calls.perform(deps, runOf('acme'), hang)
    expect([calls.isFull('account', 'acme'), calls.isFull('account', 'other')]).toEqual([
      true,
      false,
    ])
    await untilIdle(calls)
    expect(calls.isFull('account', 'acme')).toBe(false)
  })

  test('stays closed for an account of the sandbox, which all tenants share', async () => {
    const { calls, run, call, deps, log } = scene()
    const fault = call(async () => 'refused', {
      async claim(_tx, _locked, _task, reserve) {
        reserve('sandbox-checks')
        return 'claimed'
      },
      judge: () => 'fault',
    })
    for (let count = 0; count < 8; count += 1) await calls.perform(deps, run, fault)
    expect(calls.restMs('sandbox-checks', 'acme')).toBe(0)
    expect(log.warn).not.toHaveBeenCalled()
  })
})

describe('who must wait for an account', () => {
  test('comes one after the other once its rest is over, and meets one place', async () => {
    const { calls, run, call, deps } = scene({ placesMax: 10 })
    const fault = call(async () => 'refused', { judge: () => 'fault' })
    for (let count = 0; count < 5; count += 1) await calls.perform(deps, run, fault)
    const waits = Array.from({ length: 200 }, () => calls.queue('account', 'acme'))
    expect(waits[0]).toBeGreaterThan(55_000)
    expect((waits.at(-1) ?? 0) - (waits[0] ?? 0)).toBeGreaterThan(1_000)
    expect(calls.accounts()).toMatchObject([{ queueMs: expect.any(Number) }])
    expect(calls.accounts()[0]?.queueMs).toBeGreaterThan(56_000)
  })

  test('comes as fast as messages go, however fast the vendor says what became of earlier ones', async () => {
    const { calls, run, call, deps } = scene({ placesMax: 1 })
    const slow = call(() => sleep(100, 'sent'))
    const question = call(async () => 'unknown', { judge: () => 'nothing' })
    await calls.perform(deps, run, slow)
    await vi.waitFor(() => expect(calls.isFull('account', 'acme')).toBe(false))
    for (let count = 0; count < 10; count += 1) await calls.perform(deps, run, question)
    const [first, second] = [calls.queue('account', 'acme'), calls.queue('account', 'acme')]
    expect(second - first).toBeGreaterThan(80)
  })

  test('is held, and has not called, where its pace forbids it', async () => {
    const { calls, run, call, recorded, deps } = scene({ perSecondOf: () => 2 })
    const taken = call(async () => 'taken')
    await calls.perform(deps, run, taken)
    expect(calls.waitMs('account', 'acme')).toBeGreaterThan(300)
    expect(calls.restMs('account', 'acme')).toBe(0)
    await expect(calls.perform(deps, run, taken)).rejects.toMatchObject({ code: 'unavailable' })
    expect(recorded).toEqual(['taken'])
    const waits = Array.from({ length: 4 }, () => calls.queue('account', 'acme'))
    expect((waits[3] ?? 0) - (waits[0] ?? 0)).toBeGreaterThan(1_000)
  })
})

describe('an outcome', () => {
  test('of an adapter that breaks or never ends is that nothing is known', async () => {
    const { calls, run, call, recorded, deps } = scene({ patienceMs: 1_000 })
    await calls.perform(
      deps,
      run,
      call(() => Promise.reject(new Error('a bug'))),
    )
    await calls.perform(
      deps,
      run,
      call(() => new Promise(() => {})),
    )
    expect(recorded).toEqual(['lost: reset', 'lost: timeout'])
  })

  test('that the database does not take in the task’s answer is recorded later, and the task is held', async () => {
    const { calls, run, call, recorded, deps } = scene()
    const away = Object.assign(new Error('read-only'), { code: '25006' })
    const commitAnyway = () => Promise.reject(away)
    const perform = calls.perform(
      deps,
      { ...run, commitAnyway },
      call(async () => 'accepted'),
    )
    await expect(perform).rejects.toBe(away)
    await untilIdle(calls)
    expect(recorded).toEqual(['late commit'])
  })
})

describe('at the end of the process', () => {
  test('calls under way are waited for, for so long, and no new one begins', async () => {
    const { calls, run, call, recorded, deps } = scene()
    await calls.perform(
      deps,
      run,
      call(() => sleep(100, 'accepted')),
    )
    const draining = calls.drain(1_000)
    await expect(
      calls.perform(
        deps,
        run,
        call(async () => 'x'),
      ),
    ).rejects.toMatchObject({ code: 'unavailable' })
    await draining
    expect(recorded).toEqual(['late commit'])
  })

  test('what takes longer is left to the look-ups', async () => {
    const { calls, run, call, recorded, deps } = scene({ vendorMs: 30_000 })
    await calls.perform(
      deps,
      run,
      call(() => new Promise<Result>(() => {})),
    )
    await calls.drain(20)
    expect(recorded).toEqual([])
  })
})
