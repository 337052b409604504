// Writes log lines to standard output. Lines that cannot be written, because the disk is full, the pipe is closed or
// its reader is stuck, are dropped and counted: logging never delays an answer or the end of the process.
import { fstatSync, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

export type LineDestination = {
  write(line: string): void
  /** The number of lines dropped since the start. */
  lost(): number
  /** Resolves when all lines are written, or after `ms` milliseconds. */
  flush(ms: number): Promise<void>
}

/** The most bytes that are buffered for a slow reader: some ten thousand lines. */
const waitingBytesMax = 4 * 1024 * 1024

type Pipe = Pick<NodeJS.WriteStream, 'write' | 'on' | 'writableLength' | 'destroyed'>

/** Writes to a pipe or socket are buffered and asynchronous; files and devices are written synchronously. */
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
      // A full disk may have taken half a line, so the next line starts with a line break.
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

/** The log destination of this process, opened once. */
export const standardLines = (): LineDestination => (standard ??= openLines())
