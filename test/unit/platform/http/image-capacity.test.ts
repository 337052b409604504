import { describe, expect, test } from 'vitest'
import { createImageCapacity } from '#src/platform/http/request/image-capacity.ts'

const hold = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { promise, end: resolve }
}

describe('capacity for requests with images', () => {
  test('are bounded in number, and one tenant has a part of them', async () => {
    const capacity = createImageCapacity({ requests: 5, bytes: 1_000 })
    const { promise, end } = hold()
    const held = [1, 2, 3].map(() => capacity.run('acme', 1, () => promise))
    await expect(capacity.run('acme', 1, async () => 1)).rejects.toMatchObject({ code: 'busy' })
    const others = [1, 2].map(() => capacity.run('other', 1, () => promise))
    await expect(capacity.run('third', 1, async () => 1)).rejects.toMatchObject({ code: 'busy' })
    end()
    await Promise.all([...held, ...others])
    expect(await capacity.run('acme', 1, async () => 1)).toBe(1)
  })

  test('are bounded in bytes; a body without a length counts as the largest', async () => {
    const capacity = createImageCapacity({ requests: 100, bytes: 60_000_000 })
    const { promise, end } = hold()
    const held = capacity.run('acme', NaN, () => promise)
    await expect(capacity.run('acme', 20_000_000, async () => 1)).rejects.toMatchObject({
      code: 'busy',
    })
    expect(await capacity.run('other', 20_000_000, async () => 1)).toBe(1)
    end()
    await held
  })

  test('are given back when the work fails, and one request always fits', async () => {
    const capacity = createImageCapacity({ requests: 1, bytes: 1 })
    const fail = async () => {
      throw new Error('no')
    }
    await expect(capacity.run('acme', 10, fail)).rejects.toThrow('no')
    expect(await capacity.run('acme', 10, async () => 2)).toBe(2)
  })

  test('of pages are taken as a body comes, and one address has a part of them', async () => {
    const capacity = createImageCapacity({ requests: 16, bytes: 1_000 })
    const { promise, end } = hold()
    const send = (address: string, bytes: number, isWhole: boolean, until = promise) =>
      capacity.runPage(address, async ({ received, complete }) => {
        received(bytes)
        if (isWhole) complete()
        await until
      })
    const none = Promise.resolve()
    const idle = Array.from({ length: 50 }, () => send('a', 0, false))
    const held = [send('a', 50, true), send('a', 50, true)]
    await expect(send('a', 26, false, none)).rejects.toMatchObject({ code: 'busy' })
    await expect(send('a', 0, true, none)).rejects.toMatchObject({ code: 'busy' })
    await send('b', 100, true, none)
    end()
    await Promise.all([...idle, ...held])
    await send('a', 900, true, none)
  })

  test('of pages leave a part to tenants, from however many addresses they come', async () => {
    const capacity = createImageCapacity({ requests: 100, bytes: 1_000 })
    const { promise, end } = hold()
    const send = (address: string | undefined) =>
      capacity.runPage(address, async ({ received }) => {
        received(200)
        await promise
      })
    const held = ['a', 'b', undefined].map(send)
    await expect(send('d')).rejects.toMatchObject({ code: 'busy' })
    expect(await capacity.run('acme', 400, async () => 1)).toBe(1)
    end()
    await Promise.all(held)
  })
})
