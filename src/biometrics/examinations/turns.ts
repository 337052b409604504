// Whose pictures are looked at next, in one process of engines: faces and documents have places of their own, and no
// tenant takes them all while there is more than one.
import { createFifo, type Fifo } from '#src/biometrics/engines/fifo.ts'

export type Turns = { readonly faces: Fifo; readonly documents: Fifo }

/** More than are ever taken from the queue at once. */
const waitingMax = 1_000

/** `slots` of each kind; pictures are loaded from the store when their turn has come, which bounds memory. */
export function createTurns(slots: number): Turns {
  const line = () => createFifo({ width: slots, waitingMax, share: Math.max(1, slots - 1) })
  return { faces: line(), documents: line() }
}
