// Asks a process for something, again and again, in a thread of its own: what it waits for is the process asked, never
// what its drill writes meanwhile.
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, Worker, workerData } from 'node:worker_threads'

const betweenMs = 5

export type Probe = AsyncDisposable & {
  /**
   * How long each call since the last time took, in milliseconds; one that is under way is waited for, and one that is
   * not answered with 200 has taken for ever.
   */
  taken(): Promise<number[]>
}

type Target = { readonly url: string; readonly headers: Readonly<Record<string, string>> }

export async function openProbe(url: string, headers: Target['headers'] = {}): Promise<Probe> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { url, headers } })
  const ask = () =>
    new Promise<number[]>((resolve) => {
      worker.once('message', resolve)
      worker.postMessage('taken')
    })
  // What it loads itself counts for nobody.
  await ask()
  return {
    taken: ask,
    async [Symbol.asyncDispose]() {
      await worker.terminate()
    },
  }
}

/** In its thread. */
async function keepAsking({ url, headers }: Target): Promise<void> {
  let [taken, isAsked]: [number[], boolean] = [[], false]
  parentPort?.on('message', () => {
    isAsked = true
  })
  for (;;) {
    const begunAt = performance.now()
    const isAnswered = await ask(url, headers)
    taken.push(isAnswered ? performance.now() - begunAt : Infinity)
    if (isAsked) {
      parentPort?.postMessage(taken)
      ;[taken, isAsked] = [[], false]
    }
    await sleep(betweenMs)
  }
}

async function ask(url: string, headers: Target['headers']): Promise<boolean> {
  try {
    const answer = await fetch(url, { headers })
    await answer.arrayBuffer()
    return answer.status === 200
  } catch {
    return false
  }
}

// Safe because only `openProbe` starts a thread of this file.
const target = workerData as Target | null
if (target) await keepAsking(target)
