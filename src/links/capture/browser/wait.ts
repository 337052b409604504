// Polls every two seconds for a change, then reloads the page; pauses while the page is hidden.
import { here, readData, sleep } from './page.ts'

const { at } = readData<{ at: string }>()

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
    if (!document.hidden && (await isChanged())) break
  }
  location.replace(here(''))
}

void watch()
