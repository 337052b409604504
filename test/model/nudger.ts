// One nudge in flight and one trailing: mirrors src/journey/temporal/nudge.ts. A nudge arrives at the server, and only
// then is its sender told.
import type { Way } from './way.ts'
import { type AgendaView, newRun, type World } from './world.ts'

/** `tells`: nothing is to be done, so that no run is started for it. `told`: what one is started with. */
export function nudge(
  nudger: World['nudger'],
  tells: boolean,
  told: AgendaView | null = null,
): void {
  if (nudger.state === 'idle') Object.assign(nudger, { state: 'sending', tells, told })
  else Object.assign(nudger, { again: true, thenTells: tells })
}

/** A start that brings the agenda, and a signal where that is refused; signal with start; or signal alone. */
export function arrive(world: World, way: Way): void {
  const { told } = world.nudger
  world.nudger.state = 'arrived'
  if (told && !world.run) {
    world.run = newRun(told)
    return
  }
  if (told && !way.signalsRefused) return
  if (!world.nudger.tells || !way.tellsOnly) world.run ??= newRun()
  if (world.run) world.run.pending.signal = true
}

/** The sender is told that it has arrived, or leaves it to the sweep. */
export function endNudge({ nudger }: World, way: Way): void {
  nudger.state = nudger.again && way.nudgesTrailing ? 'sending' : 'idle'
  nudger.tells = nudger.thenTells
  nudger.told = null
  nudger.again = false
}
