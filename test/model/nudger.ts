// One nudge in flight and one trailing: mirrors src/journey/temporal/nudge.ts. A nudge arrives at the server, and only
// then is its sender told.
import type { Way } from './way.ts'
import { newRun, type World } from './world.ts'

/** `tells`: nothing is to be done, so that no run is started for it. */
export function nudge(nudger: World['nudger'], tells: boolean): void {
  if (nudger.state === 'idle') Object.assign(nudger, { state: 'sending', tells })
  else Object.assign(nudger, { again: true, thenTells: tells })
}

/** Signal with start, or signal alone. */
export function arrive(world: World, way: Way): void {
  world.nudger.state = 'arrived'
  if (!world.nudger.tells || !way.tellsOnly) world.run ??= newRun()
  if (world.run) world.run.pending.signal = true
}

/** The sender is told that it has arrived, or leaves it to the sweep. */
export function endNudge({ nudger }: World, way: Way): void {
  nudger.state = nudger.again && way.nudgesTrailing ? 'sending' : 'idle'
  nudger.tells = nudger.thenTells
  nudger.again = false
}
