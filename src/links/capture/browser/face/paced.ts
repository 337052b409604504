// Turns of the head that the server asks for one by one, at moments that nobody knows: whoever moves while nothing is
// asked, too late or the other way is asked anew. The server judges the same by what is sent; here a person is led.

export type Side = 'left' | 'right'
export type PacedGuidance = 'front' | 'hold' | 'too-soon' | Side

/** `yaw`: degrees, below 0 to the person's own left; not a number where the face is not as it should be. */
export type Sight<P> = { readonly yaw: number; readonly at: number; readonly picture: P }

export type Eyes<P> = {
  /** The next frame, while the person is told this. */
  readonly look: (guidance: PacedGuidance, done: number) => Promise<Sight<P>>
  /** Undefined: nothing more is asked for. */
  readonly ask: (before: P, missed: boolean) => Promise<Said | undefined>
}

export type Paced<P> = {
  readonly pictures: readonly P[]
  /** Degrees, of each picture. */
  readonly poses: readonly number[]
  readonly paced: readonly {
    readonly pose: number
    readonly images: readonly number[]
    readonly ms: readonly number[]
  }[]
}

/** Too many were missed. */
export class TooManyMissed extends Error {
  override readonly name = 'TooManyMissed'
}

/** Degrees from the front; the server takes some more and some less, whose measure differs. */
const [stillDegrees, movedDegrees, begunDegrees, reachedDegrees] = [3, 5, 5.5, 8]
/** Of the first picture, before anything is known of the front. */
const frontDegrees = 4
/** So long the head is still before it is asked for the next. */
const stillMs = 250
/** Nobody has read it sooner, and who has read it begins by then. */
const [beginMinMs, beginMaxMs] = [200, 1_800]
const reachMaxMs = 5_000

/** Rejects with `TooManyMissed`, and with what `look` and `ask` reject with. */
export async function takePaced<P>(eyes: Eyes<P>, wanted: number): Promise<Paced<P>> {
  const kept: Sight<P>[] = []
  const paced: Paced<P>['paced'][number][] = []
  let missed = false
  while (paced.length < wanted) {
    const still: Sight<P> = await holdStill(eyes, {
      front: kept[0]?.yaw,
      done: paced.length,
      missed,
    })
    const front = kept[0]?.yaw ?? still.yaw
    const { said, isMoved }: Heard = await awaitPose(eyes, {
      still,
      front,
      done: paced.length,
      missed,
    })
    if (!said) throw new TooManyMissed()
    const frames: readonly Taken<P>[] | undefined = isMoved
      ? undefined
      : await follow(eyes, { ...said, front, done: paced.length })
    missed = frames === undefined
    if (!frames) continue
    kept.push(still, ...frames.map(({ sight }) => sight))
    const images = frames.map((_, at) => kept.length - frames.length + at)
    paced.push({ pose: said.pose, images, ms: frames.map(({ ms }) => ms) })
  }
  return {
    pictures: kept.map(({ picture }) => picture),
    poses: kept.map(({ yaw }) => Math.round(yaw * 10) / 10),
    paced,
  }
}

type Waiting = { readonly done: number; readonly missed: boolean }

/** `front`: of the first picture; undefined before there is one. */
async function holdStill<P>(
  { look }: Eyes<P>,
  { front, done, missed }: Waiting & { readonly front: number | undefined },
): Promise<Sight<P>> {
  let since = Number.POSITIVE_INFINITY
  for (;;) {
    const sight = await look(missed ? 'too-soon' : 'front', done)
    const isStill =
      front === undefined
        ? Math.abs(sight.yaw) < frontDegrees
        : Math.abs(sight.yaw - front) < stillDegrees
    since = isStill ? Math.min(since, sight.at) : Number.POSITIVE_INFINITY
    if (sight.at - since >= stillMs) return sight
  }
}

type Said = { readonly pose: number; readonly side: Side }
type Heard = { readonly said: Said | undefined; readonly isMoved: boolean }

/** Watches the head until the side is said. */
async function awaitPose<P>(
  { look, ask }: Eyes<P>,
  { still, front, done, missed }: Waiting & { readonly still: Sight<P>; readonly front: number },
): Promise<Heard> {
  let isSaid = false
  let isMoved = false
  const asking = ask(still.picture, missed).finally(() => (isSaid = true))
  // Rejected while a frame is looked at, it is heard below.
  asking.catch(() => undefined)
  while (!isSaid) {
    const { yaw } = await look(isMoved ? 'too-soon' : 'hold', done)
    if (Math.abs(yaw - front) > movedDegrees) isMoved = true
  }
  return { said: await asking, isMoved }
}

type Asked = { readonly side: Side; readonly front: number; readonly done: number }
type Taken<P> = { readonly sight: Sight<P>; readonly ms: number }

/** A frame on the way, the one that is there, and one more; undefined: it was not done as asked. */
async function follow<P>(
  { look }: Eyes<P>,
  { side, front, done }: Asked,
): Promise<readonly Taken<P>[] | undefined> {
  const frames: Taken<P>[] = []
  let shownAt: number | undefined
  for (;;) {
    const sight = await look(side, done)
    shownAt ??= sight.at
    const ms = Math.round(sight.at - shownAt)
    const turned = (sight.yaw - front) * (side === 'left' ? -1 : 1)
    if (turned < -movedDegrees || ms > reachMaxMs) return undefined
    if (frames.length === 0 && ms > beginMaxMs) return undefined
    const isBegun = turned > begunDegrees
    if (isBegun && frames.length === 0 && ms < beginMinMs) return undefined
    const isReached = turned > reachedDegrees
    if (frames.length < 2 ? (frames.length === 0 ? isBegun : isReached) : isBegun)
      frames.push({ sight, ms })
    if (frames.length === 3) return frames
  }
}
