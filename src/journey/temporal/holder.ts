// Which process has a workflow task: the identity of each worker, which the server shows, ends with its number.
import { hostname } from 'node:os'

/** `4711@host#17`; of a process without a number, as the SDK names it: `4711@host`. */
export function identityOf(number: number | undefined): string {
  const plain = `${process.pid}@${hostname()}`
  return number === undefined ? plain : `${plain}#${number}`
}

/** Undefined for what is none of ours. */
export function processOf(identity: string): number | undefined {
  const [, number] = /@.*#([1-9]\d{0,9})$/.exec(identity) ?? []
  return number === undefined ? undefined : Number(number)
}
