// Calls during a restart, and calls of clients with their own addresses.
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller } from '#test/support/caller.ts'
import { startWaitingRun } from '#test/support/packs/waiting.ts'

const polls = 8

/** Runs a number of clients that each long-poll a run which no worker continues. */
export async function startPolls(caller: Caller, pollSeconds: number) {
  const counts = new Map<number, number>()
  let [early, isOver] = [0, false]
  const run = await startWaitingRun(caller)
  const pollAgain = async () => {
    while (!isOver) {
      const answer = await run.query(caller, pollSeconds).catch(() => undefined)
      const status = answer?.body['status'] === 'processing' ? answer.status : 0
      counts.set(status, (counts.get(status) ?? 0) + 1)
      if (answer && answer.ms < pollSeconds * 900) early += 1
      if (status !== 200) await sleep(100)
    }
  }
  const running = Array.from({ length: polls }, pollAgain)
  return {
    async end() {
      isOver = true
      await Promise.all(running)
      const said = [...counts].map(([status, n]) => `${n} × ${status}`).join(', ')
      const failed = [...counts].reduce((sum, [status, n]) => sum + (status === 200 ? 0 : n), 0)
      return { said, failed, early }
    },
  }
}

/** The statuses of concurrent calls with an invalid credential from this address. */
export function statusesFrom(localAddress: string, url: string, count: number): Promise<number[]> {
  const ask = () =>
    new Promise<number>((resolve) => {
      const headers = { authorization: 'Bearer none' }
      const target = `${url}/v1/packs`
      const sent = request(target, { localAddress, headers, agent: false }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
      })
      sent.once('error', () => resolve(0))
      sent.end()
    })
  return Promise.all(Array.from({ length: count }, ask))
}
