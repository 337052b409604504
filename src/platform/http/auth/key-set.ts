// The public keys (JWKS) of an issuer. A set by URL is refreshed in the background and stays valid for a day, so that
// an issuer may be away for an hour unnoticed; callers cannot trigger more than one fetch a minute.
import { readFileSync } from 'node:fs'
import { errors as jose } from 'jose'
import { type FindKey, openLocalKeys } from './local-keys.ts'

export type KeySet = {
  /** Throws an error of jose when there is no such key, and `KeySetAway` when that is unknown. */
  find: FindKey
  /** The age of the set that was last fetched; undefined when it never was, or for a file. */
  ageSeconds(): number | undefined
  /** The number of failed fetches in a row; 0 for a file. */
  failures(): number
  close(): void
}

export class KeySetAway extends Error {
  override readonly name = 'KeySetAway'
}

export type Timing = {
  /** The interval of fetches, and the interval after a failure. */
  readonly refreshMs: number
  readonly retryMs: number
  /** How long a fetched set is valid. */
  readonly keepMs: number
  /** The least interval between fetches that an unknown key triggers. */
  readonly unknownMs: number
  readonly timeoutMs: number
}

const usual: Timing = {
  // Short enough that monitoring notices within two minutes that an issuer is away, and that a new key is known before
  // the issuer signs with it.
  refreshMs: 45_000,
  retryMs: 10_000,
  keepMs: 86_400_000,
  unknownMs: 60_000,
  timeoutMs: 3_000,
}

/** The least interval between fetches while there is no set at all. */
const pauseMs = 1_000
const bytesMax = 1_048_576

/** Reads the file at once: a missing or invalid one stops the start. `where` names the setting in the error. */
export function readKeySet(where: string, file: string): KeySet {
  try {
    const find = openLocalKeys(JSON.parse(readFileSync(file, 'utf8')))
    return { find, ageSeconds: () => undefined, failures: () => 0, close: () => undefined }
  } catch (cause) {
    throw new Error(`${where} names no readable key set: ${file}`, { cause })
  }
}

type Fetched = { readonly find: FindKey; readonly at: number }

export function fetchKeySet(url: string, timing: Partial<Timing> = {}): KeySet {
  const { refreshMs, retryMs, keepMs, unknownMs, timeoutMs } = { ...usual, ...timing }
  let fetched: Fetched | undefined
  let underWay: Promise<boolean> | undefined
  let unknownAt = -Infinity
  let failedAt = -Infinity
  let failures = 0
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  /** Resolves to whether the set was fetched. Concurrent callers share one fetch. */
  function refresh(): Promise<boolean> {
    underWay ??= download(url, timeoutMs)
      .then(openLocalKeys)
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

  /** While the issuer is away an unknown key may be a new one, so it is not refused as invalid. */
  function refuseUnknown(error: jose.JWKSNoMatchingKey): Error {
    return failedAt > -Infinity ? new KeySetAway('the issuer is away') : error
  }
}

async function download(url: string, timeoutMs: number): Promise<unknown> {
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
