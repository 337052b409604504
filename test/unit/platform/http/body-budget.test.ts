import { describe, expect, test } from 'vitest'
import {
  createBodyBudget,
  type BudgetSizes,
  type Reservation,
} from '#src/platform/http/request/body-budget.ts'

const hold = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { promise, end: resolve }
}

/** With a credential pictures are reserved as they are declared, without one as they come. */
function createImageCapacity(images: BudgetSizes['images'] = {}) {
  const budget = createBodyBudget({ images })
  const kind = 'images'
  return {
    run: <T>(tenant: string, declared: number, work: () => Promise<T>) =>
      budget.hold({ kind, tenant, declared }, work),
    runPage: <T>(address: string | undefined, work: (reservation: Reservation) => Promise<T>) =>
      budget.hold({ kind, address }, work),
  }
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

describe('bodies of other kinds', () => {
  const others = { bytes: 1_000 }

  test('leave the pictures their part, and pictures theirs', async () => {
    const budget = createBodyBudget({ others, images: { bytes: 1_000 } })
    const { promise, end } = hold()
    const take = (kind: 'images' | 'others', tenant: string, bytes: number) =>
      budget.hold({ kind, tenant, declared: bytes }, async ({ received }) => {
        received(bytes)
        await promise
      })
    const held = [take('images', 'acme', 600), take('images', 'other', 400)]
    const others400 = [take('others', 'acme', 600), take('others', 'other', 400)]
    for (const kind of ['images', 'others'] as const)
      await expect(take(kind, 'third', 1)).rejects.toMatchObject({ code: 'busy' })
    end()
    await Promise.all([...held, ...others400])
  })

  test('the largest that still comes gives way to a smaller one, and one that is whole to none', async () => {
    const budget = createBodyBudget({ others })
    const { promise, end } = hold()
    const take = (address: string, bytes: number, isWhole = false) =>
      budget.hold({ kind: 'others', address }, async ({ received, complete, ended }) => {
        received(bytes)
        if (isWhole) complete()
        await Promise.race([promise, ended])
      })
    const whole = [1, 2, 3].map((at) => take(`a${at}`, 120, true))
    const coming = [4, 5].map((at) => take(`a${at}`, 110 + at))
    expect(
      await budget.hold({ kind: 'others', address: 'b' }, async ({ received }) => received(5)),
    ).toBe(undefined)
    const lost = coming[1]?.catch((error: unknown) => error)
    const small = take('b', 100)
    expect(await lost).toMatchObject({ code: 'busy' })
    await expect(take('c', 115)).rejects.toMatchObject({ code: 'busy' })
    end()
    await Promise.all([...whole, coming[0], small])
  })

  test('a tenant over its own share makes nobody give way', async () => {
    const budget = createBodyBudget({ others })
    const { promise, end } = hold()
    const coming = budget.hold({ kind: 'others', address: 'a' }, async ({ received, ended }) => {
      received(100)
      await Promise.race([promise, ended])
    })
    const tenant = { kind: 'others', tenant: 'acme' } as const
    const held = budget.hold(tenant, async ({ received }) => {
      received(500)
      await promise
    })
    const more = budget.hold(tenant, async ({ received }) => received(200))
    await expect(more).rejects.toMatchObject({ code: 'busy' })
    end()
    await Promise.all([coming, held])
  })
})
