// Parses long texts of documents in a thread, because 128 KiB of YAML can take half a second, which would keep all
// other requests waiting.
import { Worker } from 'node:worker_threads'
import {
  type DocumentFault,
  type ParsedText,
  parseText,
  type Position,
  type PositionedFault,
} from './text.ts'

export type ParsedApart = Pick<ParsedText, 'value'> & {
  /** The positions of faults, in their order. */
  readonly locate: (faults: readonly DocumentFault[]) => Promise<readonly Position[]>
}

/** `faults` are those whose positions are asked for. */
export type TextQuestion = {
  readonly id: number
  readonly text: string
  readonly isJson: boolean
  readonly faults?: readonly DocumentFault[]
}
export type TextAnswer =
  | { readonly value: unknown; readonly positions: readonly Position[] }
  | { readonly faults: readonly PositionedFault[] }

/** In characters; the slowest text of this length takes some milliseconds. */
const shortMax = 2_000

/** Parses as `parseText` does, but a long text in the thread, so that it keeps no request waiting. */
export async function parseApart(
  text: string,
  isJson: boolean,
): Promise<{ readonly parsed: ParsedApart } | { readonly faults: readonly PositionedFault[] }> {
  if (text.length <= shortMax) return parseHere(text, isJson)
  const answer = await ask({ text, isJson })
  if ('faults' in answer) return answer
  const locate: ParsedApart['locate'] = async (faults) => {
    const again = await ask({ text, isJson, faults })
    return 'positions' in again ? again.positions : []
  }
  return { parsed: { value: answer.value, locate } }
}

function parseHere(text: string, isJson: boolean): Awaited<ReturnType<typeof parseApart>> {
  const read = parseText(text, isJson)
  if ('faults' in read) return read
  const { parsed } = read
  const locate: ParsedApart['locate'] = (faults) =>
    Promise.resolve(faults.map((one) => parsed.locate(one)))
  return { parsed: { value: parsed.value, locate } }
}

let thread: Worker | undefined
let asked = 0
const waiting = new Map<number, PromiseWithResolvers<TextAnswer>>()

function ask(question: Omit<TextQuestion, 'id'>): Promise<TextAnswer> {
  const id = asked++
  const answer = Promise.withResolvers<TextAnswer>()
  waiting.set(id, answer)
  thread ??= start()
  // The thread keeps the process alive only while a caller waits for it.
  thread.ref()
  thread.postMessage({ id, ...question })
  return answer.promise
}

/** There is one thread per process: texts wait for each other, but no other request waits for them. */
function start(): Worker {
  const made = new Worker(new URL('text-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  made.on('message', ({ id, answer }: { id: number; answer: TextAnswer }) => {
    waiting.get(id)?.resolve(answer)
    waiting.delete(id)
    if (waiting.size === 0) made.unref()
  })
  made.on('error', giveUp)
  made.on('exit', () => giveUp(new Error('the thread that parses texts has ended')))
  return made
}

function giveUp(error: unknown): void {
  thread = undefined
  for (const { reject } of waiting.values()) reject(error)
  waiting.clear()
}
