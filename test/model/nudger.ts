// One nudge in flight and one trailing: mirrors src/journey/temporal/nudge.ts. A nudge arrives at the server, and only
// then is its sender told.
import type { Way } from './way.ts'
import { newRun, type World } from './world.ts'

export function nudge(nudger: World['nudger']): void {
  if (nudger.state === 'idle') nudger.state = 'sending'
  else nudger.again = true
}

/** Signal with start. */
export function arrive(world: World): void {
  world.nudger.state = 'arrived'
  world.run ??= newRun()
  world.run.pending.signal = true
}

/** The sender is told that it has arrived, or leaves it to the sweep. */
export function endNudge({ nudger }: World, way: Way): void {
  nudger.state = nudger.again && way.nudgesTrailing ? 'sending' : 'idle'
  nudger.again = false
}
