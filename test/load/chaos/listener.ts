// A client that only listens: each page of events is one line of its file, with the cursor behind it, so that both are
// kept or neither. It can be killed at any time, and goes on with the last whole line of each feed.
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { ClientPackage, HeardPage } from './listening.ts'

const [file = '', url = '', client = '', ...tokens] = process.argv.slice(2)

const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
// What it was killed at, half written.
const whole = text.slice(0, text.lastIndexOf('\n') + 1)
if (whole.length < text.length) truncateSync(file, Buffer.byteLength(whole))
const lastOf = new Map<number, string>()
for (const line of whole.split('\n').filter(Boolean)) {
  const { feed, next }: HeardPage = JSON.parse(line)
  lastOf.set(feed, next)
}

// Safe because it is what the build of the package gives.
const { createAtesta, followEvents } = (await import(pathToFileURL(client).href)) as ClientPackage

async function follow(token: string, feed: number): Promise<void> {
  const credential = async () => token
  const atesta = createAtesta({ baseUrl: url, credential, retries: 1_000_000, maxWaitMs: 5_000 })
  const after = lastOf.get(feed)
  const options = { pauseMs: 500, ...(after !== undefined && { after }) }
  for await (const { next, events } of followEvents(atesta, options))
    appendFileSync(file, `${JSON.stringify({ feed, next, events } satisfies HeardPage)}\n`)
}

await Promise.all(tokens.map(follow))
