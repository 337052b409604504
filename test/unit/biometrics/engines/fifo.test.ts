import { describe, expect, test } from 'vitest'
import { createFifo } from '#src/biometrics/engines/fifo.ts'
import { Problem } from '#src/platform/errors.ts'

/** Work that ends when it is told to. */
function hold() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { work: () => promise, end: resolve }
}

describe('a line', () => {
  test('serves in the order of arrival, and no more at once than its width', async () => {
    const line = createFifo({ width: 2, waitingMax: 100 })
    const begun: number[] = []
    let running = 0
    let most = 0
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        line.run(async () => {
          begun.push(at)
          most = Math.max(most, ++running)
          await Promise.resolve()
          running -= 1
        }),
      ),
    )
    expect(begun).toEqual(Array.from({ length: 20 }, (_, at) => at))
    expect(most).toBe(2)
  })

  test('lets nobody overtake those that wait, however often he comes', async () => {
    const line = createFifo({ width: 1, waitingMax: 10 })
    const order: string[] = []
    const greedy = async () => {
      for (let loop = 0; loop < 3; loop++) await line.run(async () => void order.push('greedy'))
    }
    const first = greedy()
    const patient = line.run(async () => void order.push('patient'))
    await Promise.all([first, patient])
    expect(order.indexOf('patient')).toBe(1)
  })

  test('serves tenants in turn, whoever has sent more, and leaves others a place', async () => {
    const line = createFifo({ width: 2, waitingMax: 10, share: 1 })
    const order: string[] = []
    const { work, end } = hold()
    const begin = (name: string, tenant: string) =>
      line.run(
        async () => {
          order.push(name)
          await work()
        },
        { tenant },
      )
    const loud = [begin('a1', 'a'), begin('a2', 'a'), begin('a3', 'a')]
    const others = [begin('b1', 'b'), begin('b2', 'b'), begin('c1', 'c')]
    await Promise.resolve()
    expect(order).toEqual(['a1', 'b1'])
    end()
    await Promise.all([...loud, ...others])
    expect(order.slice(2, 4)).toContain('c1')
    expect(order.indexOf('b2')).toBeLessThan(order.indexOf('a3'))
    expect(await line.run(async () => 'again', { tenant: 'a' })).toBe('again')
  })

  test('refuses a caller over its capacity as busy', async () => {
    const line = createFifo({ width: 1, waitingMax: 1 })
    const { work, end } = hold()
    const running = line.run(work)
    const waiting = line.run(async () => 'served')
    const refused = line.run(async () => 'never')
    await expect(refused).rejects.toBeInstanceOf(Problem)
    await expect(refused).rejects.toMatchObject({ code: 'unavailable', reason: 'engine-busy' })
    end()
    await running
    expect(await waiting).toBe('served')
    expect(await line.run(async () => 'again')).toBe('again')
  })

  test('passes the slot on when work fails', async () => {
    const line = createFifo({ width: 1, waitingMax: 5 })
    const failing = line.run(async () => {
      throw new Error('crashed')
    })
    const next = line.run(async () => 'served')
    await expect(failing).rejects.toThrow('crashed')
    expect(await next).toBe('served')
  })

  test('is left by a waiting one whose call ends, without taking a slot', async () => {
    const line = createFifo({ width: 1, waitingMax: 1 })
    const { work, end } = hold()
    const running = line.run(work)
    const ending = new AbortController()
    const left = line.run(async () => 'never', { signal: ending.signal })
    ending.abort(new Error('ended'))
    await expect(left).rejects.toThrow('ended')
    const next = line.run(async () => 'served')
    end()
    await running
    expect(await next).toBe('served')
  })

  test('begins nothing for a call that has ended already', async () => {
    const line = createFifo({ width: 1, waitingMax: 1 })
    const ended = AbortSignal.abort(new Error('ended'))
    await expect(line.run(async () => 'never', { signal: ended })).rejects.toThrow('ended')
    expect(await line.run(async () => 'served')).toBe('served')
  })
})
