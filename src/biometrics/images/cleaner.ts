// Decodes strangers' pictures in a process of its own: a hostile picture that exploits the decoder reaches neither keys
// nor other people's requests, and does not use up the API's memory.
import { type ChildProcess, fork } from 'node:child_process'
import { accept, type ThreadAnswer } from '#src/biometrics/engines/answer.ts'
import type { ImageFit } from './fit-image.ts'
import { createFifo } from '#src/biometrics/engines/fifo.ts'
import { engineAway, ImageUnreadable } from '#src/biometrics/wire/engine-errors.ts'
import type { PdfFault } from '#src/biometrics/signed-files/contents/inspect.ts'
import type { SignatureReason } from '#src/biometrics/signed-files/rules.ts'

/** Decodes one picture of this tenant, and makes the one that is stored. */
export type Clean = (bytes: Uint8Array, tenant: string) => Promise<Uint8Array>

export type Cleaner = {
  /** Rejects with `ImageUnreadable`, or with `unavailable`. */
  readonly clean: Clean
  /** The pictures of a signed file, cleaned. Rejects with `unavailable`. */
  readonly open: OpenFile
  /** Why an uploaded PDF is refused; undefined if it is accepted. Rejects with `unavailable`. */
  readonly inspect: InspectPdf
  /** Makes a smaller copy of a stored picture, for vendors with a size limit. Rejects with `unavailable`. */
  readonly fit: FitPicture
  close(): Promise<void>
}

/** The pictures of a signed file in their order, or the reason why they are refused. */
export type OpenedFile =
  | { readonly pictures: readonly Uint8Array[] }
  | { readonly reason: SignatureReason }
export type OpenFile = (bytes: Uint8Array, tenant: string) => Promise<OpenedFile>

/** The fault of an uploaded PDF, if any. */
export type Inspected = { readonly fault?: PdfFault }
export type InspectPdf = (bytes: Uint8Array, tenant: string) => Promise<Inspected>

/** Empty if no copy that fits can be made. */
export type FitPicture = (bytes: Uint8Array, tenant: string, fit: ImageFit) => Promise<Uint8Array>

type Answer = Uint8Array | OpenedFile | Inspected

/** The messages to the process and from it. */
export type CleanTask = {
  readonly id: number
  readonly bytes: Uint8Array
  readonly does: 'clean' | 'open' | 'inspect' | ImageFit
}
export type Cleaned = {
  readonly id: number
  readonly answer: ThreadAnswer<Answer> | undefined
}

type Options = {
  /** The script of the process; tests pass another one. */
  readonly file?: URL
  /** The decoder has its own, shorter limit; a process that has not answered within this time is ended. */
  readonly limitMs?: number
}

/** The number of pictures that are decoded at a time, and of those that wait; any more are refused as busy. */
const atOnce = 2
const waitingMax = 60

type Sent = Pick<CleanTask, 'bytes' | 'does'>

type Running = {
  readonly child: ChildProcess
  /** Called with undefined if the process ended before it answered. */
  readonly open: Map<number, (answer: Cleaned['answer']) => void>
}

/** The process starts with the first picture, and again with the next one after it was ended. */
export function createCleaner({
  file = new URL('cleaner-process.ts', import.meta.url),
  limitMs = 20_000,
}: Options = {}): Cleaner {
  const line = createFifo({ width: atOnce, waitingMax })
  let running: Running | undefined
  let count = 0

  function start(): Running {
    const started: Running = { child: startProcess(file), open: new Map() }
    const { child, open } = started
    const end = () => {
      if (running === started) running = undefined
      for (const settle of open.values()) settle(undefined)
    }
    // Safe because only our own script sends messages here.
    child.on('message', (cleaned) => {
      const { id, answer } = cleaned as Cleaned
      open.get(id)?.(answer)
    })
    child.once('exit', end)
    child.once('error', end)
    return started
  }

  async function ask({ child, open }: Running, task: Sent): Promise<Cleaned['answer']> {
    const id = ++count
    const { promise, resolve } = Promise.withResolvers<Cleaned['answer']>()
    open.set(id, resolve)
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      child.kill('SIGKILL')
    }, limitMs)
    child.send({ id, ...task } satisfies CleanTask, (error) => error && resolve(undefined))
    const answer = await promise
    clearTimeout(timer)
    open.delete(id)
    if (isLate) throw new ImageUnreadable('damaged')
    return answer
  }

  /** When the process ended, the picture is tried once more alone, because another one may have caused it. */
  async function takeApart<T extends Answer>(task: Sent): Promise<T> {
    const answer = (await ask((running ??= start()), task)) ?? (await askAlone(task))
    if (!answer) throw engineAway()
    // Safe because the kind of the answer depends on the task.
    return accept(answer) as T
  }

  async function askAlone(task: Sent): Promise<Cleaned['answer']> {
    const own = start()
    try {
      return await ask(own, task)
    } finally {
      own.child.kill('SIGKILL')
    }
  }

  return {
    clean: (bytes, tenant) =>
      line.run(() => takeApart<Uint8Array>({ bytes, does: 'clean' }), { tenant }),
    open: (bytes, tenant) =>
      line.run(() => takeApart<OpenedFile>({ bytes, does: 'open' }), { tenant }),
    inspect: (bytes, tenant) =>
      line.run(() => takeApart<Inspected>({ bytes, does: 'inspect' }), { tenant }),
    fit: (bytes, tenant, fit) =>
      line.run(() => takeApart<Uint8Array>({ bytes, does: fit }), { tenant }),
    async close() {
      const child = running?.child
      running = undefined
      if (!child || child.exitCode !== null) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
    },
  }
}

function startProcess(file: URL): ChildProcess {
  const child = fork(file, {
    // Detached, because Ctrl-C would otherwise end the cleaner before the process that uses it.
    detached: true,
    // The cleaner inherits no credential or key of this process.
    env: { MALLOC_ARENA_MAX: '2' },
    execArgv: ['--max-old-space-size=128'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // The child does not keep this process alive, and exits when the channel closes.
  child.unref()
  child.channel?.unref()
  return child
}
