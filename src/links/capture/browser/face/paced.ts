// Leads a person through movements that the server requests one by one at unpredictable moments: a movement without a
// request, too late or in the wrong direction is requested again. The server judges what is sent by the same rules.
import { type Course, type Side, signOf } from './course.ts'

export type PacedGuidance = 'front' | 'hold' | 'too-soon' | Side

/** `place` is the position as the course measures it; NaN where the face has a fault. */
export type Sight<P> = {
  readonly place: number
  readonly at: number
  readonly picture: P
  /** The camera had stopped before this frame, so the time in between is unknown. */
  readonly isBroken?: true
}

export type Eyes<P> = {
  /** Gives the next frame, while the person sees this guidance. */
  readonly look: (guidance: PacedGuidance, done: number) => Promise<Sight<P>>
  /** Undefined when no further movement is requested. */
  readonly ask: (before: P, missed: boolean) => Promise<Said | undefined>
}

export type Paced<P> = {
  readonly pictures: readonly P[]
  /** The position in each picture. */
  readonly places: readonly number[]
  readonly paced: readonly {
    readonly pose: number
    readonly images: readonly number[]
    readonly ms: readonly number[]
  }[]
}

/** Too many movements were missed. */
export class TooManyMissed extends Error {
  override readonly name = 'TooManyMissed'
}

/** Rejects with `TooManyMissed`, and with what `look` and `ask` reject with. */
export async function takePaced<P>(
  eyes: Eyes<P>,
  { course, wanted }: { readonly course: Course; readonly wanted: number },
): Promise<Paced<P>> {
  const kept: Sight<P>[] = []
  const paced: Paced<P>['paced'][number][] = []
  let missed = false
  while (paced.length < wanted) {
    const waiting: Waiting = { course, done: paced.length, missed }
    const still: Sight<P> = await holdStill(eyes, { ...waiting, first: kept[0]?.place })
    const first = kept[0]?.place ?? still.place
    const origin = course.originOf({ first, still: still.place })
    const { said, isMoved }: Heard = await awaitPose(eyes, { ...waiting, still, origin })
    if (!said) throw new TooManyMissed()
    const frames: readonly Taken<P>[] | undefined = isMoved
      ? undefined
      : await follow(eyes, { course, side: said.side, first, origin, done: paced.length })
    missed = frames === undefined
    if (!frames) continue
    kept.push(still, ...frames.map(({ sight }) => sight))
    const images = frames.map((_, at) => kept.length - frames.length + at)
    paced.push({ pose: said.pose, images, ms: frames.map(({ ms }) => ms) })
  }
  return {
    pictures: kept.map(({ picture }) => picture),
    places: kept.map(({ place }) => place),
    paced,
  }
}

type Waiting = { readonly course: Course; readonly done: number; readonly missed: boolean }

/** `first` is the position in the first picture; undefined before there is one. */
async function holdStill<P>(
  { look }: Eyes<P>,
  { course, first, done, missed }: Waiting & { readonly first: number | undefined },
): Promise<Sight<P>> {
  const rest = course.rest(done)
  let since: Sight<P> | undefined
  for (;;) {
    // A person who moved near or away too soon is first led back.
    const sight = await look(missed && rest === 'front' ? 'too-soon' : rest, done)
    const isStill = sight.isBroken !== true && course.isAtRest(sight.place, first, done)
    const hasStayed = since && Math.abs(sight.place - since.place) < course.movedBy
    since = isStill ? (hasStayed ? since : sight) : undefined
    if (since && sight.at - since.at >= course.stillMs) return sight
  }
}

type Said = { readonly pose: number; readonly side: Side }
type Heard = { readonly said: Said | undefined; readonly isMoved: boolean }

/** Watches the head until the server requests a movement. */
async function awaitPose<P>(
  { look, ask }: Eyes<P>,
  {
    course,
    still,
    origin,
    done,
    missed,
  }: Waiting & {
    readonly still: Sight<P>
    readonly origin: number
  },
): Promise<Heard> {
  let isSaid = false
  let isMoved = false
  const asking = ask(still.picture, missed).finally(() => (isSaid = true))
  // Prevents an unhandled rejection; the error is thrown below when the promise is awaited.
  asking.catch(() => undefined)
  while (!isSaid) {
    const { place, isBroken } = await look(isMoved ? 'too-soon' : 'hold', done)
    if (isBroken === true || Math.abs(place - origin) > course.movedBy) isMoved = true
  }
  return { said: await asking, isMoved }
}

type Asked = Pick<Waiting, 'course' | 'done'> & {
  readonly side: Side
  readonly first: number
  readonly origin: number
}
type Taken<P> = { readonly sight: Sight<P>; readonly ms: number }

/**
 * A frame on the way, the one that reached the side, and one more; undefined when the movement was not done as
 * requested.
 */
async function follow<P>(
  { look }: Eyes<P>,
  { course, side, first, origin, done }: Asked,
): Promise<readonly Taken<P>[] | undefined> {
  const [beginMinMs, beginMaxMs] = course.beginMs
  const frames: Taken<P>[] = []
  let shownAt: number | undefined
  for (;;) {
    const sight = await look(side, done)
    if (sight.isBroken === true) return undefined
    shownAt ??= sight.at
    const ms = Math.round(sight.at - shownAt)
    const { place } = sight
    const moved = (place - origin) * signOf(side)
    if (moved < -course.movedBy || ms > course.reachMaxMs) return undefined
    if (frames.length === 0 && ms > beginMaxMs) return undefined
    const isBegun = moved > course.begunBy
    if (isBegun && frames.length === 0 && ms < beginMinMs) return undefined
    const isReached = course.isReached(side, { place, moved, first })
    if (frames.length < 2 ? (frames.length === 0 ? isBegun : isReached) : isBegun)
      frames.push({ sight, ms })
    if (frames.length === 3) return frames
  }
}
