// The public keys of an issuer. A set at an address is fetched in the background and stays good for a day, so that an
// issuer that is away for an hour is not noticed; nobody makes it be fetched more than once a minute.
import { readFileSync } from 'node:fs'
import {
  createLocalJWKSet,
  errors as jose,
  type FlattenedJWSInput,
  type JSONWebKeySet,
  type JWTHeaderParameters,
} from 'jose'

type Key = Awaited<ReturnType<ReturnType<typeof createLocalJWKSet>>>

export type KeySet = {
  /** Throws an error of jose where there is no such key, `KeySetAway` where nobody can say. */
  find(header: JWTHeaderParameters, token: FlattenedJWSInput): Promise<Key>
  /** Since the set was last had from its address; undefined where it was never, or is a file. */
  ageSeconds(): number | undefined
  /** How often in a row it could not be had; 0 of a file. */
  failures(): number
  close(): void
}

export class KeySetAway extends Error {
  override readonly name = 'KeySetAway'
}

export type Timing = {
  /** A set is fetched anew so often, and after a failure. */
  readonly refreshMs: number
  readonly retryMs: number
  /** So long it is good. */
  readonly keepMs: number
  /** An unknown key makes it be fetched at most so often. */
  readonly unknownMs: number
  readonly timeoutMs: number
}

const usual: Timing = {
  // An issuer that is away is to be known within two minutes, and its next key before it signs with it.
  refreshMs: 45_000,
  retryMs: 10_000,
  keepMs: 86_400_000,
  unknownMs: 60_000,
  timeoutMs: 3_000,
}

/** Whoever finds no set at all asks at most so often. */
const pauseMs = 1_000
const bytesMax = 1_048_576

/** Reads it at once: a file that is missing or none stops the start. `where` names it in the error. */
export function readKeySet(where: string, file: string): KeySet {
  try {
    const find = createLocalJWKSet(JSON.parse(readFileSync(file, 'utf8')))
    return { find, ageSeconds: () => undefined, failures: () => 0, close: () => undefined }
  } catch (cause) {
    throw new Error(`${where} names no readable key set: ${file}`, { cause })
  }
}

type Fetched = { readonly find: ReturnType<typeof createLocalJWKSet>; readonly at: number }

export function fetchKeySet(url: string, timing: Partial<Timing> = {}): KeySet {
  const { refreshMs, retryMs, keepMs, unknownMs, timeoutMs } = { ...usual, ...timing }
  let fetched: Fetched | undefined
  let underWay: Promise<boolean> | undefined
  let unknownAt = -Infinity
  let failedAt = -Infinity
  let failures = 0
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  /** Resolves to whether the set was had. All who ask at one moment wait for one and the same. */
  function refresh(): Promise<boolean> {
    underWay ??= download(url, timeoutMs)
      .then((keys) => createLocalJWKSet(keys))
      .then(
        (find) => {
          fetched = { find, at: performance.now() }
          failedAt = -Infinity
          failures = 0
          return true
        },
        () => {
          failedAt = performance.now()
          failures += 1
          return false
        },
      )
      .finally(() => {
        underWay = undefined
        clearTimeout(timer)
        if (isClosed) return
        const isAway = failedAt > -Infinity
        timer = setTimeout(() => void refresh(), isAway ? retryMs : refreshMs)
        timer.unref()
      })
    return underWay
  }

  const current = () => (fetched && performance.now() - fetched.at < keepMs ? fetched : undefined)

  async function have(): Promise<Fetched> {
    if (!current() && (underWay || performance.now() - failedAt >= pauseMs)) await refresh()
    const found = current()
    if (!found) throw new KeySetAway('no key set')
    return found
  }

  void refresh()
  return {
    async find(header, token) {
      try {
        return await (await have()).find(header, token)
      } catch (error) {
        if (!(error instanceof jose.JWKSNoMatchingKey)) throw error
        if (!underWay && performance.now() - unknownAt < unknownMs) throw refuseUnknown(error)
        unknownAt = performance.now()
        if (!(await refresh())) throw refuseUnknown(error)
        return (await have()).find(header, token)
      }
    },
    ageSeconds: () => fetched && (performance.now() - fetched.at) / 1_000,
    failures: () => failures,
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }

  /** While the issuer is away nobody can say that it has no such key: it may have changed its keys. */
  function refuseUnknown(error: jose.JWKSNoMatchingKey): Error {
    return failedAt > -Infinity ? new KeySetAway('the issuer is away') : error
  }
}

async function download(url: string, timeoutMs: number): Promise<JSONWebKeySet> {
  const answer = await fetch(url, {
    redirect: 'error',
    headers: { accept: 'application/jwk-set+json, application/json' },
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (answer.status !== 200) {
    await answer.body?.cancel()
    throw new Error(`status ${answer.status}`)
  }
  const text = await answer.text()
  if (text.length > bytesMax) throw new Error('the key set is too large')
  return JSON.parse(text)
}
