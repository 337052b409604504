// Polls every two seconds for a change, then reloads the page; pauses while the page is hidden. A page whose contents
// have expired is reloaded too.
import { here, readData, sleep } from './page.ts'

type Data = {
  readonly at: string
  /** The number of seconds after which the page is reloaded in any case. */
  readonly seconds?: number
  /** The path of the reloaded page, if it is not the link’s own. */
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
