// A client that only listens: each page of events is one line of its file, with the cursor behind it, so that both are
// kept or neither. It can be killed at any time, and goes on with the last whole line.
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { mintToken } from '#test/support/token.ts'
import type { ClientPackage } from './client-package.ts'
import { type HeardLine, listenedClaims, readLines } from './heard.ts'

const [file = '', url = '', client = ''] = process.argv.slice(2)

const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
// What it was killed at, half written.
const whole = text.slice(0, text.lastIndexOf('\n') + 1)
if (whole.length < text.length) truncateSync(file, Buffer.byteLength(whole))
const last = whole.slice(whole.lastIndexOf('\n', whole.length - 2) + 1)
const [line] = readLines(last)
const after = line?.next

// Safe because it is what the build of the package gives.
const { createAtesta, followEvents } = (await import(pathToFileURL(client).href)) as ClientPackage
const atesta = createAtesta({
  baseUrl: url,
  credential: () => mintToken(listenedClaims),
  retries: 1_000,
  maxWaitMs: 5_000,
})
const options = { pauseMs: 200, ...(after !== undefined && { after }) }
for await (const { next, events } of followEvents(atesta, options)) {
  appendFileSync(file, `${JSON.stringify({ next, events } satisfies HeardLine)}\n`)
}
