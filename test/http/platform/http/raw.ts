// Requests as bytes, for what no HTTP client would send.
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type RawAnswer = {
  readonly status: number
  readonly headers: Headers
  readonly body: string
  /** All that came, interim answers and earlier ones too. */
  readonly text: string
  /** Whether the server has closed the connection. */
  readonly isClosed: boolean
}

/** Long enough for a busy machine. */
const longestMs = 10_000
/** After an answer that leaves the connection open: what else comes, or its end. */
const settleMs = 60

/** What one connection brings until `answers` have come, or it is closed. */
export async function sendRaw(
  port: number,
  parts: readonly string[],
  answers = 1,
): Promise<RawAnswer> {
  const socket = connect({ port, host: '127.0.0.1' })
  let [text, isClosed] = ['', false]
  socket.setEncoding('latin1')
  socket.on('error', () => undefined)
  for (const part of parts) socket.write(part, 'latin1')
  const came = new Promise<void>((resolve) => {
    socket.on('data', (data) => {
      text += String(data)
      if (text.match(/HTTP\/1\.1 [2-5]\d\d[^]*?\r\n\r\n/g)?.length === answers) resolve()
    })
    socket.on('close', () => {
      isClosed = true
      resolve()
    })
  })
  await Promise.race([came, sleep(longestMs)])
  if (!isClosed && !/\r\nconnection: close\r\n/i.test(text)) await sleep(settleMs)
  else for (let turn = 0; turn < 100 && !isClosed; turn += 1) await sleep(10)
  const wasClosed = isClosed
  socket.destroy()
  return { ...readAnswer(text), isClosed: wasClosed }
}

/** The first answer that is not an interim one. */
function readAnswer(text: string): Omit<RawAnswer, 'isClosed'> {
  const final = text.replace(/^(?:HTTP\/1\.1 1\d\d [^]*?\r\n\r\n)+/, '')
  const at = final.indexOf('\r\n\r\n')
  const [first = '', ...fields] = final.slice(0, at < 0 ? undefined : at).split('\r\n')
  const headers = new Headers()
  for (const field of fields) {
    const colon = field.indexOf(':')
    if (colon > 0) headers.append(field.slice(0, colon), field.slice(colon + 1).trim())
  }
  const body = at < 0 ? '' : final.slice(at + 4)
  return { status: Number(first.split(' ')[1] ?? 0), headers, body, text }
}

export const lines = (...all: readonly string[]): string => [...all, '', ''].join('\r\n')
