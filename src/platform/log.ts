import { standardLines } from './log-lines.ts'
import pino, { type DestinationStream, type Logger } from 'pino'

export type Log = Logger

/** Keys that hold personal data or secrets. Nothing is meant to log them; this is a second safeguard. */
const redacted = [
  'authorization', 'birthdate', 'body', 'code6', 'cookie', 'document', 'email', 'message', 'mothersName',
  'password', 'phone', 'phones', 'text', 'to', 'token', 'url',
] // prettier-ignore

/**
 * JSON lines on standard output, or readable ones where a person looks at a terminal and pino-pretty
 * is installed. Errors go as `describeError` shows them, whoever logs them.
 */
export async function createLog(
  level: string,
  name: string,
  destination?: DestinationStream,
): Promise<Log> {
  const options = {
    level,
    name,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError, error: describeError },
    redact: { paths: redacted.flatMap((key) => [key, `*.${key}`]), censor: '[redacted]' },
  }
  return pino(options, destination ?? (await prettyStream()) ?? standardLines())
}

async function prettyStream(): Promise<DestinationStream | undefined> {
  if (!process.stdout.isTTY) return undefined
  try {
    const { default: pretty } = await import('pino-pretty')
    return pretty({ colorize: true, ignore: 'pid,hostname', sync: true })
  } catch {
    return undefined
  }
}

type ErrorDescription = { name: string; code?: string; frames?: string[]; cause?: ErrorDescription }

/** The descriptions that this file has made, so that none of them is described a second time. */
const described = new WeakSet<object>()

/** The parts of an error that may be logged: never its message, which may hold personal data. */
export function describeError(error: unknown): ErrorDescription {
  if (isDescribed(error)) return error
  const description = describe(error, 4)
  described.add(description)
  return description
}

const isDescribed = (error: unknown): error is ErrorDescription =>
  typeof error === 'object' && error !== null && described.has(error)

function describe(error: unknown, depth: number): ErrorDescription {
  if (!(error instanceof Error)) return { name: typeof error }
  const code: unknown = 'code' in error ? error.code : undefined
  const frames = stackFrames(error)
  return {
    name: error.name,
    ...(typeof code === 'string' && { code }),
    ...(frames.length > 0 && { frames }),
    ...(error.cause !== undefined && depth > 0 && { cause: describe(error.cause, depth - 1) }),
  }
}

/** The lines of the stack that name code, without the head that repeats the message. */
function stackFrames({ stack = '', message }: Error): string[] {
  const head = message ? stack.indexOf(message) : -1
  return stack
    .slice(head < 0 ? 0 : head + message.length)
    .split('\n')
    .filter((line) => /^ {4}at .+:\d+:\d+\)?$/.test(line))
    .map((line) => line.trim())
    .slice(0, 12)
}
