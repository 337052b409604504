// A client that reads events: each page of events is one line of its file together with its cursor, so that both are
// kept or neither. It can be killed at any time, and continues after the last complete line of each feed.
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { ClientPackage, HeardPage } from './listening.ts'

const [file = '', url = '', client = '', ...tokens] = process.argv.slice(2)

const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
// An incomplete last line was being written at the kill, and is removed.
const whole = text.slice(0, text.lastIndexOf('\n') + 1)
if (whole.length < text.length) truncateSync(file, Buffer.byteLength(whole))
/** `known`: the events that were read before the cursor was lost, which are sent again without a cursor. */
type Feed = { next?: string | undefined; known: ReadonlySet<string>; readonly heard: string[] }
const feeds = tokens.map((): Feed => ({ known: new Set(), heard: [] }))
function note(page: HeardPage): void {
  const feed = feeds[page.feed]
  if (!feed) return
  feed.heard.push(...page.events.map(({ id }) => id))
  feed.next = page.next === '' ? undefined : page.next
  if (page.next === '') feed.known = new Set(feed.heard)
}
for (const line of whole.split('\n').filter(Boolean)) note(JSON.parse(line))

function keep(page: HeardPage): void {
  appendFileSync(file, `${JSON.stringify(page)}\n`)
  note(page)
}

// Safe because these are the exports of the built package.
const { createAtesta, followEvents } = (await import(pathToFileURL(client).href)) as ClientPackage

const cursorLost = 'cursor-lost'

async function follow(token: string, feed: number): Promise<void> {
  const credential = async () => token
  const atesta = createAtesta({ baseUrl: url, credential, retries: 1_000_000, maxWaitMs: 5_000 })
  for (;;) {
    const after = feeds[feed]?.next
    const options = { pauseMs: 500, ...(after !== undefined && { after }) }
    try {
      for await (const { next, events } of followEvents(atesta, options)) {
        const fresh = events.filter(({ id }) => !feeds[feed]?.known.has(id))
        keep({ feed, next, events: fresh })
      }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === cursorLost)) throw error
      // The database has failed over: read again without a cursor, and leave out known events.
      keep({ feed, next: '', events: [] })
    }
  }
}

await Promise.all(tokens.map(follow))
