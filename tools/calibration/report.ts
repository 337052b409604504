// Reports what a set of labelled pictures says of the engine, and of thresholds for it.
import { faceDistance } from '../../src/biometrics/engines/rules.ts'
import {
  acceptedAt,
  bootstrap,
  type Distances,
  equalErrorOf,
  type Rate,
  rateOf,
  thresholdAt,
} from './statistics.ts'

export type Described = { readonly person: string; readonly embeddings: readonly Float32Array[] }
export type ScoredPresentation = { readonly species: string | undefined; readonly live: number }

export type MatchReport = {
  readonly people: number
  readonly distances: Distances
  readonly equalError: {
    readonly rate: number
    readonly low: number
    readonly high: number
    readonly threshold: number
  }
  /** At the false accepts that are asked for; without a threshold where there are too few impostors to say. */
  readonly at: readonly {
    readonly far: number
    readonly threshold?: number
    readonly accepted?: Rate
  }[]
}

/** In the terms of ISO/IEC 30107-3: per species of attack, and the worst of them. */
export type AttackReport = {
  readonly threshold: number
  readonly apcer: Readonly<Record<string, Rate>>
  readonly worst: string | undefined
  readonly bpcer: Rate
}

/** Of ten thousand impostors one, of a thousand, of a hundred. */
const farsAsked = [0.0001, 0.001, 0.01]
/** Below it a presentation counts as an attack. */
const liveMin = 0.5

export function reportMatches(people: readonly Described[]): MatchReport {
  const distances = distancesOf(people)
  const equalError = equalErrorOf(distances)
  const interval = bootstrap(people, (drawn) => equalErrorOf(distancesOf(drawn)).rate)
  const at = farsAsked.map((far) => {
    const threshold = thresholdAt(distances, far)
    return threshold === undefined
      ? { far }
      : { far, threshold, accepted: acceptedAt(distances, threshold) }
  })
  return { people: people.length, distances, equalError: { ...equalError, ...interval }, at }
}

export function reportAttacks(
  shown: readonly ScoredPresentation[],
  threshold = liveMin,
): AttackReport {
  const isTaken = ({ live }: ScoredPresentation) => live >= threshold
  const species = [...new Set(shown.map((one) => one.species).filter((name) => name !== undefined))]
  const apcer = Object.fromEntries(
    species.map((name) => {
      const own = shown.filter((one) => one.species === name)
      return [name, rateOf(own.filter(isTaken).length, own.length)]
    }),
  )
  const worst = species.toSorted((a, b) => (apcer[b]?.share ?? 0) - (apcer[a]?.share ?? 0))[0]
  const genuine = shown.filter((one) => one.species === undefined)
  const bpcer = rateOf(genuine.filter((one) => !isTaken(one)).length, genuine.length)
  return { threshold, apcer, worst, bpcer }
}

/** Somebody who was drawn twice is no impostor of himself. */
function distancesOf(people: readonly Described[]): Distances {
  const genuine: number[] = []
  const impostor: number[] = []
  for (const [at, one] of people.entries()) {
    for (const [first, second] of pairsWithin(one.embeddings))
      genuine.push(faceDistance(first, second))
    for (const other of people.slice(at + 1)) {
      if (other.person === one.person) continue
      for (const first of one.embeddings)
        for (const second of other.embeddings) impostor.push(faceDistance(first, second))
    }
  }
  return { genuine, impostor }
}

const pairsWithin = <T>(all: readonly T[]) =>
  all.flatMap((one, at) => all.slice(at + 1).map((other) => [one, other] as const))

/** The variables of the environment that follow; one that the set cannot support is left out, with the reason. */
export function describeThresholds({ at }: MatchReport): string {
  const lines = [
    ['FACE_MATCH', 0.001],
    ['FACE_REVIEW', 0.01],
  ] as const
  return `${lines
    .map(([name, far]) => {
      const threshold = at.find((one) => one.far === far)?.threshold
      const share = `${far * 100} % of impostors`
      return threshold === undefined
        ? `# ${name}: for ${share} at least ${Math.ceil(1 / far)} impostor pairs are needed; the default stays`
        : `# accepts ${share}\n${name}=${threshold.toFixed(3)}`
    })
    .join('\n')}\n`
}

/** For a person at a terminal. */
export function describeReport(matches: MatchReport, attacks: AttackReport | undefined): string {
  const { people, distances, equalError, at } = matches
  const lines = [
    `${people} people, ${distances.genuine.length} genuine pairs, ${distances.impostor.length} impostor pairs`,
    `EER ${percent(equalError.rate)} (${describeInterval(matches)}) at ${equalError.threshold.toFixed(3)}`,
    ...at.map(({ far, threshold, accepted }) =>
      threshold === undefined || !accepted
        ? `TAR at FAR ${percent(far)}: too few impostor pairs to say`
        : `TAR at FAR ${percent(far)}: ${describeRate(accepted)} at ${threshold.toFixed(3)}`,
    ),
  ]
  if (attacks) {
    const { apcer, bpcer, worst, threshold } = attacks
    lines.push(`live below ${threshold} counts as an attack:`)
    for (const [name, rate] of Object.entries(apcer))
      lines.push(`APCER ${name}: ${describeRate(rate)}${name === worst ? ', the worst' : ''}`)
    lines.push(`BPCER: ${describeRate(bpcer)}`)
  }
  return lines.join('\n')
}

/** Persons are drawn for it, and a handful gives always the same ones. */
const peopleMin = 10

const describeInterval = ({ people, equalError: { low, high } }: MatchReport) =>
  people < peopleMin ? 'too few people for an interval' : `${percent(low)} to ${percent(high)}`

const describeRate = ({ share, low, high, of }: Rate) =>
  `${percent(share)} (${percent(low)} to ${percent(high)}, of ${of})`

const percent = (share: number) =>
  Number.isNaN(share) ? 'unknown' : `${(share * 100).toFixed(share > 0 && share < 0.01 ? 2 : 1)} %`
