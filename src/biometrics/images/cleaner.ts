// Takes pictures of strangers apart in a process of its own: what a decoder does with a hostile one reaches neither
// keys nor other people's requests, and its memory is not the API's.
import { type ChildProcess, fork } from 'node:child_process'
import { accept, type ThreadAnswer } from '#src/biometrics/engines/answer.ts'
import type { ImageFit } from './fit-image.ts'
import { createFifo } from '#src/biometrics/engines/fifo.ts'
import { engineAway, ImageUnreadable } from '#src/biometrics/wire/engine-errors.ts'
import type { PdfFault } from '#src/biometrics/signed-files/contents/inspect.ts'
import type { SignatureReason } from '#src/biometrics/signed-files/rules.ts'

/** Takes one picture of somebody of this tenant apart, and makes the one that is kept. */
export type Clean = (bytes: Uint8Array, tenant: string) => Promise<Uint8Array>

export type Cleaner = {
  /** Rejects with `ImageUnreadable`, or with `unavailable`. */
  readonly clean: Clean
  /** The pictures of a signed file, as they may be kept. Rejects with `unavailable`. */
  readonly open: OpenFile
  /** Why an uploaded PDF is not taken; undefined where it is. Rejects with `unavailable`. */
  readonly inspect: InspectPdf
  /** A picture that is kept, smaller: for who takes no larger one. Rejects with `unavailable`. */
  readonly fit: FitPicture
  close(): Promise<void>
}

/** What a signed file holds: its pictures in their order, or why they are not taken. */
export type OpenedFile =
  | { readonly pictures: readonly Uint8Array[] }
  | { readonly reason: SignatureReason }
export type OpenFile = (bytes: Uint8Array, tenant: string) => Promise<OpenedFile>

/** What there is to be said of an uploaded PDF. */
export type Inspected = { readonly fault?: PdfFault }
export type InspectPdf = (bytes: Uint8Array, tenant: string) => Promise<Inspected>

/** Empty where none that fits can be made of it. */
export type FitPicture = (bytes: Uint8Array, tenant: string, fit: ImageFit) => Promise<Uint8Array>

type Answer = Uint8Array | OpenedFile | Inspected

/** What goes to the process, and what comes back. */
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
  /** The file of the process; tests have others. */
  readonly file?: URL
  /** The decoder has ended by itself long before; a process that has not answered by then is ended. */
  readonly limitMs?: number
}

/** So many pictures are unpacked at a time, and so many wait; one more is refused as busy. */
const atOnce = 2
const waitingMax = 60

type Sent = Pick<CleanTask, 'bytes' | 'does'>

type Running = {
  readonly child: ChildProcess
  /** Undefined: the process has ended before its answer. */
  readonly open: Map<number, (answer: Cleaned['answer']) => void>
}

/** The process begins with the first picture, and anew with the next one when it was ended. */
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
    // Safe because our own script alone sends messages here.
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

  /** Once more where the process was ended, alone: it may have been by the picture beside. */
  async function takeApart<T extends Answer>(task: Sent): Promise<T> {
    const answer = (await ask((running ??= start()), task)) ?? (await askAlone(task))
    if (!answer) throw engineAway()
    // Safe because the process answers by what the task is.
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
    // Ctrl-C would end it before what it works for.
    detached: true,
    // No credential or key that this process was given.
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
