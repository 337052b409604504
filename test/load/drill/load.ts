// Clients that send a fixed rate of requests, whatever the answers: creations, tokens and reads.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller } from '#test/support/caller.ts'

/** The percentage of requests that create a transaction, and of those that also request a token. */
const creates = 20
const tokens = 5

export function startLoad(caller: Caller, perSecond: number) {
  const counts = new Map<number, number>()
  const times: number[] = []
  const ids: string[] = []
  const asking: string[] = []
  const running = new Set<Promise<void>>()
  const begun = performance.now()
  let [asked, isOver] = [0, false]

  async function ask(turn: number): Promise<void> {
    const at = turn % 100
    const known = ids.at(-1 - (turn % Math.max(1, Math.min(ids.length, 50)))) ?? ''
    const wants = at < creates || known === ''
    const token = !wants && at < creates + tokens
    const answer = await (
      wants
        ? caller.send('POST', '/v1/transaction', person())
        : token
          ? caller.askToken(known)
          : caller.send('GET', `/v1/transaction/${known}`)
    ).catch(() => undefined)
    const status = answer?.status ?? 0
    counts.set(status, (counts.get(status) ?? 0) + 1)
    if (answer) times.push(answer.ms)
    if (wants && status === 201) ids.push(String(answer?.body['id']))
    if (token && status === 201 && !asking.includes(known)) asking.push(known)
  }

  const loop = (async () => {
    while (!isOver) {
      const due = Math.floor(((performance.now() - begun) / 1_000) * perSecond)
      for (; asked < due; asked += 1) {
        const one: Promise<void> = ask(asked).finally(() => running.delete(one))
        running.add(one)
      }
      await sleep(5)
    }
    await Promise.all(running)
  })()

  function seen() {
    const seconds = (performance.now() - begun) / 1_000
    const sorted = times.toSorted((a, b) => a - b)
    const rank = (share: number) => sorted[Math.floor(share * sorted.length)] ?? Number.NaN
    const failed = [...counts].reduce((sum, [status, n]) => sum + (isGood(status) ? 0 : n), 0)
    const said = [...counts].map(([status, n]) => `${status}: ${n}`).join(', ')
    return { asked, seconds, said, failed, asking, p50: rank(0.5), p99: rank(0.99) }
  }

  return {
    seen,
    async end() {
      isOver = true
      await loop
      return seen()
    },
  }
}

const isGood = (status: number): boolean => status >= 200 && status < 300

const person = () => ({
  documentType: 'CPF',
  document: '52998224725',
  name: 'Ana Exemplo',
  email: `${crypto.randomUUID()}@example.com`,
})
