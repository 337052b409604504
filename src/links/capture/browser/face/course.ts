// Describes how the head’s position and movement are judged, by turning or by moving near and away. The server judges
// what is sent by the same rules, less strictly, because its measurements differ. Pure.

/** The direction of a movement; left and right are the person’s own. */
export type Side = 'left' | 'right' | 'near' | 'far'
/** The resting position of the head. */
type Rest = 'front' | 'near' | 'far'

export type Course = {
  /** The position of a face in a frame, as one number. */
  readonly placeOf: (pose: { readonly yaw: number; readonly share: number }) => number
  /** The resting position after so many movements. */
  readonly rest: (done: number) => Rest
  /** `first` is the position in the first picture; undefined before there is one. */
  readonly isAtRest: (place: number, first: number | undefined, done: number) => boolean
  /** The origin of a movement’s measurement. `still` is the position at rest before it. */
  readonly originOf: (places: { readonly first: number; readonly still: number }) => number
  /** `moved` is the distance from the origin towards the side. */
  readonly isReached: (side: Side, seen: { readonly place: number; readonly moved: number; readonly first: number }) => boolean // prettier-ignore
  /** How long the head must rest before the next movement is requested. */
  readonly stillMs: number
  /** Smaller movements do not count as moving while at rest. */
  readonly movedBy: number
  readonly begunBy: number
  /** A movement that begins sooner cannot be a reaction to the request, and one that begins later is too late. */
  readonly beginMs: readonly [least: number, most: number]
  readonly reachMaxMs: number
}

export const signOf = (side: Side): number => (side === 'left' || side === 'far' ? -1 : 1)

/** The angle from the first position within which a head counts as frontal. */
const stillDegrees = 3
/** Within this angle a head counts as frontal before there is a reference. */
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

/** The size of a face: 100 times the logarithm of its width as a share of the frame; 10 is a tenth larger. */
const sizeOf = (share: number) => 100 * Math.log(share)
const nearSize = sizeOf(0.3)
/** The change of size that counts as far (half as large again) and as near (almost the first size again). */
const [farBy, nearBy] = [42, 35]
/** Tolerances around the first size; a person at rest may lean a little more. */
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
  // Longer, because a person who has just come near may still be moving.
  stillMs: 1_500,
  movedBy: 14,
  begunBy: 15,
  beginMs: [200, 3_300],
  reachMaxMs: 12_000,
}
