// A worker killed at each point of a launched message to a phone. A second message leaves only after a look-up that
// has proved that the first did not.
import { expect } from 'vitest'
import { ofKind } from '#test/support/caller.ts'
import type { KilledTest, Station } from './stations.ts'

const accepted = 'challenge-accepted'
const claimed = 'challenge-attempt-claimed'

/** Without what a look-up says that the vendor keeps waiting, as it may on a busy machine. */
const readTimeline = async (station: Station) =>
  (await station.timeline()).filter(({ outcome }) => outcome !== 'asked')

const countClaims = async (station: Station) => ofKind(await station.timeline(), claimed).length

const sentOnce = ['transaction-created', 'challenge-opened', claimed, accepted]

export function phones(test: KilledTest): void {
  test.for(['twilio', 'meta'] as const)(
    'killed within the commit that claims it (%s): no claim is left, and it is sent once',
    async (tenant, { killed: { phones: stations } }) => {
      const station = stations.of(tenant, 'claiming')
      await station.reaches(accepted)
      expect(stations.taken(station)).toBe(1)
      expect(await countClaims(station)).toBe(1)
      expect(await station.read()).not.toHaveProperty('failure')
    },
  )

  test.for([
    ['called', 'backed'],
    ['answered', 'backed'],
    ['recording', 'twilio'],
  ] as const)(
    'killed after the vendor has taken it (%s): the look-up finds it, and it stays one message',
    async ([point, tenant], { killed: { phones: stations } }) => {
      const station = stations.of(tenant, point)
      await station.reaches(accepted)
      expect(stations.taken(station)).toBe(1)
      expect((await readTimeline(station)).map(({ kind }) => kind)).toEqual(sentOnce)
      expect(await station.read()).not.toHaveProperty('failure')
    },
  )

  test.for([
    ['unwritten', 'mute'],
    ['claimed', 'backed'],
  ] as const)(
    'killed after the claim, before the vendor took anything (%s): the look-up proves it, and it is sent once',
    async ([point, tenant], { killed: { phones: stations } }) => {
      const station = stations.of(tenant, point)
      await station.reaches(accepted)
      expect(stations.taken(station)).toBe(1)
      const timeline = await readTimeline(station)
      // The claim itself has opened the look-up.
      expect(ofKind(timeline, 'challenge-uncertain')).toEqual([])
      expect(ofKind(timeline, 'challenge-deferred')).toMatchObject([
        { attempt: 1, outcome: 'absent' },
      ])
      expect(ofKind(timeline, accepted)).toMatchObject([{ attempt: 2 }])
    },
  )

  test.for([
    ['claimed', 'zenvia', 0],
    ['called', 'zenvia', 1],
    ['answered', 'zenvia', 1],
    ['claimed', 'meta', 0],
    ['called', 'meta', 1],
    ['answered', 'meta', 1],
    ['recording', 'meta', 1],
  ] as const)(
    'where the vendor cannot be asked (%s, %s), the record says send-uncertain, and nobody sends again',
    async ([point, tenant, taken], { killed: { phones: stations } }) => {
      const station = stations.of(tenant, point)
      await station.reaches('challenge-failed')
      expect(stations.taken(station)).toBe(taken)
      expect(await countClaims(station)).toBe(1)
      expect(await station.read()).toMatchObject({
        status: 'Waiting',
        failure: { code: 'send-uncertain' },
      })
    },
  )

  test.for(['twilio', 'meta'] as const)(
    'killed after it was recorded (%s): nothing is repeated, and nothing is asked',
    async (tenant, { killed: { phones: stations } }) => {
      const station = stations.of(tenant, 'recorded')
      expect(stations.taken(station)).toBe(1)
      const timeline = await station.timeline()
      const kinds = timeline.map(({ kind }) => kind)
      expect(kinds.slice(0, sentOnce.length)).toEqual(sentOnce)
      // What the vendor is asked a minute after the acceptance sends nothing.
      expect(kinds.slice(sentOnce.length).filter((kind) => sentOnce.includes(kind))).toEqual([])
      expect(ofKind(timeline, 'challenge-uncertain')).toEqual([])
    },
  )

  test('messages asked for after the kill do not wait for those that it left without an outcome', ({
    killed: { phones: stations },
  }) => {
    expect(stations.taken(stations.of('twilio', 'other'))).toBe(1)
    expect(stations.othersMs).toBeLessThan(10_000)
  })
}
