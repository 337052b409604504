// How pages read from the API and send changes, with the client for it. Results are cached by key, so that Back shows
// them at once.
import { useEffect, useReducer, useRef, useState } from 'preact/hooks'
import { api, type QueryValues, type Problem, problemOf, withQuery } from './client.ts'

export { api, type Problem, problemOf, Refused } from './client.ts'

export type Query<T> = {
  /** The last result; it stays while a new one is loaded. */
  readonly data: T | undefined
  readonly problem: Problem | undefined
  readonly reload: () => void
}

const keptMax = 200
const kept = new Map<string, unknown>()
const readers = new Set<{ readonly key: string; readonly read: () => void }>()

function keep(key: string, data: unknown): void {
  kept.delete(key)
  kept.set(key, data)
  const [oldest] = kept.keys()
  if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest)
}

/** Reloads the results whose keys begin with the prefix, after a change; the old ones stay visible until then. */
export function stale(prefix: string): void {
  const [...shown] = readers
  for (const key of kept.keys())
    if (key.startsWith(prefix) && !shown.some((reader) => reader.key === key)) kept.delete(key)
  for (const { key, read } of shown) if (key.startsWith(prefix)) read()
}

type Failed = { readonly key: string | undefined; readonly problem?: Problem }

/** Without a key nothing is loaded. `every`: the interval of reloads in milliseconds, while the page is visible. */
export function useQuery<T>(
  key: string | undefined,
  load: (signal: AbortSignal) => Promise<T>,
  { every }: { every?: number } = {},
): Query<T> {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const latest = useRef(load)
  latest.current = load
  const failed = useRef<Failed>({ key })
  const again = useRef((): void => undefined)
  if (failed.current.key !== key) failed.current = { key }

  useEffect(() => {
    if (key === undefined) return
    const control = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const settle = (more: { problem?: Problem }) => {
      if (control.signal.aborted) return
      failed.current = { key, ...more }
      redraw(0)
      if (every) timer = setTimeout(read, every)
    }
    function read(): void {
      clearTimeout(timer)
      if (document.hidden && every) {
        timer = setTimeout(read, every)
        return
      }
      latest
        .current(control.signal)
        .then((data) => {
          if (!control.signal.aborted && key !== undefined) keep(key, data)
          settle({})
        })
        .catch((error: unknown) => settle({ problem: problemOf(error) }))
    }
    const reader = { key, read }
    again.current = read
    readers.add(reader)
    read()
    return () => {
      control.abort()
      clearTimeout(timer)
      readers.delete(reader)
    }
  }, [key, every])

  // Safe because the loader of a key always gives the same type.
  const data = key === undefined ? undefined : (kept.get(key) as T | undefined)
  return { data, problem: failed.current.problem, reload: () => again.current() }
}

type GetOptions = { readonly asked?: QueryValues; readonly every?: number }

/**
 * The API's answer at a path, cached by the path: `stale('/v1/packs')` reloads all below it. Undefined until it is
 * loaded.
 */
export function useGet<T>(
  path: string | undefined,
  { asked, ...options }: GetOptions = {},
): Query<T> {
  const whole = path === undefined ? undefined : withQuery(path, asked)
  return useQuery(whole, (signal) => api.get<T>(whole ?? '', undefined, signal), options)
}

/**
 * `act` resolves to whether it succeeded; its problem stays until the next attempt. A second press while it runs does
 * nothing.
 */
export function useAct<Given extends unknown[]>(run: (...given: Given) => Promise<unknown>) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const isRunning = useRef(false)
  const act = async (...given: Given): Promise<boolean> => {
    if (isRunning.current) return false
    isRunning.current = true
    setBusy(true)
    setProblem(undefined)
    try {
      await run(...given)
      return true
    } catch (error) {
      setProblem(problemOf(error))
      return false
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return { act, busy, problem, clear: () => setProblem(undefined) }
}

type CursorPage<T> = { readonly items: readonly T[]; readonly next?: string | undefined }

/**
 * Joins the pages of a cursor into one list; `more` is absent at its end. A reload reads as many pages as are shown.
 */
export function useCursor<T>(
  key: string,
  load: (cursor: string | undefined) => Promise<CursorPage<T>>,
  options: { every?: number } = {},
) {
  const [shown, setShown] = useState({ key, pages: 1 })
  const pages = shown.key === key ? shown.pages : 1
  const read = async () => {
    const items: T[] = []
    let next: string | undefined
    for (let page = 0; page < pages; page++) {
      const one = await load(next)
      items.push(...one.items)
      next = one.next
      if (next === undefined) break
    }
    return { items, next }
  }
  const query = useQuery(`${key} ${pages}`, read, options)
  const before = useRef<{ key: string; rows: readonly T[] }>(undefined)
  if (query.data) before.current = { key, rows: query.data.items }
  const rows = before.current?.key === key ? before.current.rows : undefined
  const more =
    query.data?.next === undefined ? undefined : () => setShown({ key, pages: pages + 1 })
  return { rows, more, problem: query.problem, reload: query.reload }
}
