// Where a head is before the camera, and what counts as having moved: by turning, or by coming near and going away. The
// server judges the same by what is sent, less strictly, because its measure differs by some. Pure.

/** Where to; left and right are the person's own. */
export type Side = 'left' | 'right' | 'near' | 'far'
/** Where the head is while nothing is asked. */
type Rest = 'front' | 'near' | 'far'

export type Course = {
  /** Of the face in a frame, as one number. */
  readonly placeOf: (pose: { readonly yaw: number; readonly share: number }) => number
  /** Where the head waits for the next movement, after so many. */
  readonly rest: (done: number) => Rest
  /** `first`: the place in the first picture; undefined before there is one. */
  readonly isAtRest: (place: number, first: number | undefined, done: number) => boolean
  /** From where a movement is measured. `still`: where the head waited for it. */
  readonly originOf: (places: { readonly first: number; readonly still: number }) => number
  /** `moved`: from the origin, towards the side. */
  readonly isReached: (side: Side, seen: { readonly place: number; readonly moved: number; readonly first: number }) => boolean // prettier-ignore
  /** So long the head is still before it is asked for the next. */
  readonly stillMs: number
  /** Less is none, while it is waited. */
  readonly movedBy: number
  readonly begunBy: number
  /** Nobody has read it sooner, and who has read it begins by then. */
  readonly beginMs: readonly [least: number, most: number]
  readonly reachMaxMs: number
}

export const signOf = (side: Side): number => (side === 'left' || side === 'far' ? -1 : 1)

/** Degrees from the front. */
const stillDegrees = 3
/** Of the first picture, before anything is known of the front. */
const frontDegrees = 4
const reachedDegrees = 8

export const turning: Course = {
  placeOf: ({ yaw }) => yaw,
  rest: () => 'front',
  isAtRest: (place, first) =>
    first === undefined ? Math.abs(place) < frontDegrees : Math.abs(place - first) < stillDegrees,
  originOf: ({ first }) => first,
  isReached: (_side, { moved }) => moved > reachedDegrees,
  stillMs: 250,
  movedBy: 5,
  begunBy: 5.5,
  beginMs: [200, 1_800],
  reachMaxMs: 5_000,
}

/** Hundredths of the logarithm of the face's width as a share of the frame's: 10 is a tenth larger. */
const sizeOf = (share: number) => 100 * Math.log(share)
const nearSize = sizeOf(0.3)
/** So far away is half as large again, and so near again what was first, or nearly. */
const [farBy, nearBy] = [42, 35]
/** Of where it was first; who waits may lean a little more. */
const [againBy, leaning] = [10, 6]

export const approaching: Course = {
  placeOf: ({ share }) => sizeOf(share),
  rest: (done) => (done % 2 === 0 ? 'near' : 'far'),
  isAtRest(place, first, done) {
    if (first === undefined) return place > nearSize
    return done % 2 === 0 ? place > first - againBy - leaning : place < first - farBy + leaning
  },
  originOf: ({ still }) => still,
  isReached: (side, { place, moved, first }) =>
    side === 'far' ? moved > farBy : moved > nearBy && place > first - againBy,
  // Who has just been told to come near is on the way.
  stillMs: 1_500,
  movedBy: 14,
  begunBy: 15,
  beginMs: [200, 3_300],
  reachMaxMs: 12_000,
}
