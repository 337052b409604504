// Where lines of a log go: to standard output, as long as somebody takes them. What cannot be written, because a disk is full,
// a pipe is closed or its reader stands still, is lost and counted: it keeps no request from its answer, and no process
// from its end.
import { fstatSync, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

export type LineDestination = {
  write(line: string): void
  /** Lines that were not written, since the start. */
  lost(): number
  /** Resolves when all is written, or after so long. */
  flush(ms: number): Promise<void>
}

/** So much waits for a reader that is slow: some ten thousand lines. */
const waitingBytesMax = 4 * 1024 * 1024

type Pipe = Pick<NodeJS.WriteStream, 'write' | 'on' | 'writableLength' | 'destroyed'>

/** A pipe waits for its reader outside of this thread; a file and a device are written to at once. */
function openLines(descriptor = 1, pipe: () => Pipe = () => process.stdout): LineDestination {
  const { isFIFO, isSocket } = kindOf(descriptor)
  return isFIFO || isSocket ? toPipe(pipe()) : toFile(descriptor)
}

function kindOf(descriptor: number) {
  try {
    const found = fstatSync(descriptor)
    return { isFIFO: found.isFIFO(), isSocket: found.isSocket() }
  } catch {
    return { isFIFO: false, isSocket: false }
  }
}

function toPipe(pipe: Pipe): LineDestination {
  let lost = 0
  let isClosed = false
  pipe.on('error', () => {
    isClosed = true
  })
  return {
    write(line) {
      if (isClosed || pipe.destroyed || pipe.writableLength > waitingBytesMax) lost += 1
      else
        pipe.write(line, (error) => {
          if (error) lost += 1
        })
    },
    lost: () => lost,
    async flush(ms) {
      const until = performance.now() + ms
      while (!isClosed && pipe.writableLength > 0 && performance.now() < until) await sleep(10)
    },
  }
}

function toFile(descriptor: number): LineDestination {
  let lost = 0
  let isCut = false
  return {
    write(line) {
      // A disk that was full may have taken half a line: the next one does not stand behind it.
      const bytes = Buffer.from(isCut ? `\n${line}` : line)
      let done = 0
      try {
        while (done < bytes.length) done += writeSync(descriptor, bytes, done)
        isCut = false
      } catch {
        isCut ||= done > 0
        lost += 1
      }
    },
    lost: () => lost,
    flush: async () => undefined,
  }
}

let standard: LineDestination | undefined

/** That of this process, opened once. */
export const standardLines = (): LineDestination => (standard ??= openLines())
