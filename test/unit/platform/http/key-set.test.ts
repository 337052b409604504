// A key set at an address: how long it stays good, and how often it is asked for.
import { afterEach, expect, test, vi } from 'vitest'
import { exportJWK, generateKeyPair } from 'jose'
import { fetchKeySet, KeySetAway } from '#src/platform/http/auth/key-set.ts'

const makeKey = async (kid: string) => ({
  ...(await exportJWK((await generateKeyPair('ES256')).publicKey)),
  kid,
})

const token = { payload: '', signature: '' }
const header = (kid: string) => ({ alg: 'ES256', kid })
const minute = 60_000

/** An issuer that is asked over a stubbed `fetch`, on a clock of the test's. */
async function stage() {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  let [keys, isAway, asked] = [[await makeKey('one')], false, 0]
  vi.stubGlobal('fetch', async () => {
    asked += 1
    if (isAway) throw new TypeError('fetch failed')
    return Response.json({ keys })
  })
  return {
    asked: () => asked,
    away: (now: boolean) => void (isAway = now),
    rotate: async (kid: string) => void (keys = [await makeKey(kid)]),
    open: () => fetchKeySet('https://id.example/keys'),
  }
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('is asked for in the background, and by no request once it is there', async () => {
  const issuer = await stage()
  const keySet = issuer.open()
  for (let index = 0; index < 10; index += 1) await keySet.find(header('one'), token)
  expect(issuer.asked()).toBe(1)
  await vi.advanceTimersByTimeAsync(15 * minute)
  expect(issuer.asked()).toBe(1 + 20)
  keySet.close()
  await vi.advanceTimersByTimeAsync(60 * minute)
  expect(issuer.asked()).toBe(1 + 20)
})

test('is good for a day while the issuer is away, and not longer', async () => {
  const issuer = await stage()
  const keySet = issuer.open()
  await keySet.find(header('one'), token)
  issuer.away(true)
  await vi.advanceTimersByTimeAsync(23 * 60 * minute)
  await expect(keySet.find(header('one'), token)).resolves.toBeDefined()
  expect(keySet.ageSeconds()).toBeGreaterThan(22 * 3_600)
  await vi.advanceTimersByTimeAsync(2 * 60 * minute)
  await expect(keySet.find(header('one'), token)).rejects.toThrow(KeySetAway)
  issuer.away(false)
  await vi.advanceTimersByTimeAsync(minute)
  await expect(keySet.find(header('one'), token)).resolves.toBeDefined()
  keySet.close()
})

test('an issuer away for an hour that has changed its keys meanwhile: old keys stay good, new ones soon', async () => {
  const issuer = await stage()
  const keySet = issuer.open()
  await keySet.find(header('one'), token)
  issuer.away(true)
  await issuer.rotate('two')
  await vi.advanceTimersByTimeAsync(60 * minute)
  await expect(keySet.find(header('one'), token)).resolves.toBeDefined()
  // Nobody can say that the issuer has no such key.
  await expect(keySet.find(header('two'), token)).rejects.toThrow(KeySetAway)
  issuer.away(false)
  await vi.advanceTimersByTimeAsync(minute / 2)
  await expect(keySet.find(header('two'), token)).resolves.toBeDefined()
  await expect(keySet.find(header('one'), token)).rejects.toMatchObject({
    code: 'ERR_JWKS_NO_MATCHING_KEY',
  })
  keySet.close()
})

test('a new key is asked for at once, and ten thousand unknown ones once a minute', async () => {
  const issuer = await stage()
  const keySet = issuer.open()
  await keySet.find(header('one'), token)
  await issuer.rotate('two')
  await expect(keySet.find(header('two'), token)).resolves.toBeDefined()
  expect(issuer.asked()).toBe(2)
  const unknown = await Promise.allSettled(
    Array.from({ length: 10_000 }, (_, index) => keySet.find(header(`x${index}`), token)),
  )
  expect(new Set(unknown.map(({ status }) => status))).toEqual(new Set(['rejected']))
  expect(issuer.asked()).toBe(2)
  await vi.advanceTimersByTimeAsync(minute)
  await Promise.allSettled([keySet.find(header('x'), token), keySet.find(header('y'), token)])
  // Once for them, and once in the background.
  expect(issuer.asked()).toBe(4)
  keySet.close()
})

test('an issuer that is away has failed twice within a minute, and is well as soon as it answers', async () => {
  const issuer = await stage()
  const keySet = issuer.open()
  await keySet.find(header('one'), token)
  expect(keySet.failures()).toBe(0)
  issuer.away(true)
  await vi.advanceTimersByTimeAsync(minute)
  expect(keySet.failures()).toBeGreaterThanOrEqual(2)
  issuer.away(false)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(keySet.failures()).toBe(0)
  keySet.close()
})
