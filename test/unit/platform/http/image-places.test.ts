import { describe, expect, test } from 'vitest'
import { createImagePlaces } from '#src/platform/http/request/image-places.ts'

const hold = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { promise, end: resolve }
}

describe('places of requests with images', () => {
  test('are bounded in number, and one tenant has a part of them', async () => {
    const places = createImagePlaces({ requests: 5, bytes: 1_000 })
    const { promise, end } = hold()
    const held = [1, 2, 3].map(() => places.take('acme', 1, () => promise))
    await expect(places.take('acme', 1, async () => 1)).rejects.toMatchObject({ code: 'busy' })
    const others = [1, 2].map(() => places.take('other', 1, () => promise))
    await expect(places.take('third', 1, async () => 1)).rejects.toMatchObject({ code: 'busy' })
    end()
    await Promise.all([...held, ...others])
    expect(await places.take('acme', 1, async () => 1)).toBe(1)
  })

  test('are bounded in bytes; a body without a length counts as the largest', async () => {
    const places = createImagePlaces({ requests: 100, bytes: 60_000_000 })
    const { promise, end } = hold()
    const held = places.take('acme', NaN, () => promise)
    await expect(places.take('acme', 20_000_000, async () => 1)).rejects.toMatchObject({
      code: 'busy',
    })
    expect(await places.take('other', 20_000_000, async () => 1)).toBe(1)
    end()
    await held
  })

  test('are given back when the work fails, and one request always fits', async () => {
    const places = createImagePlaces({ requests: 1, bytes: 1 })
    const fail = async () => {
      throw new Error('no')
    }
    await expect(places.take('acme', 10, fail)).rejects.toThrow('no')
    expect(await places.take('acme', 10, async () => 2)).toBe(2)
  })
})
