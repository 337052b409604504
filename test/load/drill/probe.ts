// Sends requests to a process continuously from a thread of its own, so that the times are not affected by the drill
// itself.
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, Worker, workerData } from 'node:worker_threads'

const betweenMs = 5

export type Probe = AsyncDisposable & {
  /**
   * The milliseconds of each call since the last reading, including the running one; a call without a 200 counts as
   * infinite.
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
  // The first call loads code and is not counted.
  await ask()
  return {
    taken: ask,
    async [Symbol.asyncDispose]() {
      await worker.terminate()
    },
  }
}

/** Runs in the thread. */
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

// Safe because only `openProbe` starts a thread with this file.
const target = workerData as Target | null
if (target) await keepAsking(target)
