// 401 counts by address and 403 by credential: beyond 20 a second the answer is 429, and what is good is never refused.
import { describe, expect, test } from 'vitest'
import { Problem } from '#src/platform/errors.ts'
import { createRefusalLimit } from '#src/platform/http/auth/refusal-limit.ts'
import { principal, problem, tinyApp } from '../tiny-app.ts'

/** Its time stands still until it is moved. */
async function slowApp() {
  const time = { ms: 0 }
  const { app } = await tinyApp({
    proxyHops: 1,
    refusalLimit: createRefusalLimit(() => time.ms),
    authenticate: async (authorization) => {
      const [, name = ''] = (authorization ?? '').split(' ')
      if (name === '' || name.startsWith('bad')) throw new Problem('unauthorized')
      const scopes = new Set(name.startsWith('all') ? ['audit:read'] : ['transactions:read'])
      return { ...principal, scopes, keyId: name }
    },
  })
  const ask = async (name: string, address: string) => {
    const headers = { authorization: `Bearer ${name}`, 'x-forwarded-for': address }
    return app.request('/v1/notes', { headers })
  }
  const statuses = async (count: number, name: (at: number) => string, address: string) => {
    const all: number[] = []
    for (let at = 0; at < count; at += 1) all.push((await ask(name(at), address)).status)
    return all
  }
  return { time, ask, statuses }
}

const times = (count: number, status: number) => Array<number>(count).fill(status)

describe('401', () => {
  test('comes 20 times to an address, then 429 until its second has passed', async () => {
    const { time, ask, statuses } = await slowApp()
    expect(await statuses(25, (at) => `bad-${at}`, '192.0.2.1')).toEqual([
      ...times(20, 401),
      ...times(5, 429),
    ])
    const refused = await ask('bad', '192.0.2.1')
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(await problem(refused)).toMatchObject({ status: 429, code: 'rate-limited' })
    time.ms += 1_000
    expect(await statuses(21, () => 'bad', '192.0.2.1')).toEqual([...times(20, 401), 429])
  })

  test('a good credential at that address, seen before or not, is answered', async () => {
    const { ask, statuses } = await slowApp()
    await statuses(40, () => 'bad', '192.0.2.1')
    expect((await ask('all', '192.0.2.1')).status).toBe(200)
    expect((await ask('bad', '192.0.2.2')).status).toBe(401)
  })

  test('the addresses of one /64 are one', async () => {
    const { statuses } = await slowApp()
    await statuses(20, () => 'bad', '2001:db8::1')
    expect(await statuses(1, () => 'bad', '[2001:db8::2]:443')).toEqual([429])
    expect(await statuses(1, () => 'bad', '2001:db8:0:1::2')).toEqual([401])
  })
})

describe('403', () => {
  test('comes 20 times to a credential, wherever it is used, and to no other', async () => {
    const { time, ask, statuses } = await slowApp()
    expect(await statuses(20, () => 'few', '192.0.2.1')).toEqual(times(20, 403))
    expect(await statuses(1, () => 'few', '192.0.2.2')).toEqual([429])
    expect((await ask('fewer', '192.0.2.1')).status).toBe(403)
    time.ms += 50
    expect(await statuses(2, () => 'few', '192.0.2.1')).toEqual([403, 429])
  })
})
