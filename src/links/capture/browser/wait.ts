// Polls every two seconds for a change, then reloads the page; pauses while the page is hidden. What expires meanwhile is
// not shown for longer.
import { here, readData, sleep } from './page.ts'

type Data = {
  readonly at: string
  /** After so long the page is asked for again. */
  readonly seconds?: number
  /** Where that is, if not at the link’s own address. */
  readonly to?: string
}
const { at, seconds = Infinity, to = '' } = readData<Data>()
const openedAt = performance.now()

async function isChanged(): Promise<boolean> {
  try {
    const answer = await fetch(here('/step/state'), { cache: 'no-store' })
    if (!answer.ok) return false
    const state = (await answer.json()) as { at: string }
    return state.at !== at
  } catch {
    // The connection is interrupted for a moment.
    return false
  }
}

async function watch(): Promise<void> {
  for (;;) {
    await sleep(2_000)
    if (document.hidden) continue
    if (performance.now() - openedAt > seconds * 1_000) return location.replace(here(to))
    if (await isChanged()) return location.replace(here(''))
  }
}

void watch()
