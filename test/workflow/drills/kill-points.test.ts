// A worker killed at each point of a launched call, counted where it counts: at the vendor. A second message
// leaves only after a look-up that has proved that the first did not.
import { expect } from 'vitest'
import { test as base } from '#test/db/fixture.ts'
import { killAtEachPoint, type Station, type Stations } from './stations.ts'

const accepted = 'challenge-accepted'
const claimed = 'challenge-attempt-claimed'

const test = base.extend<{ stations: Stations }>({
  stations: [
    async ({ url, db }, use) => {
      const stations = await killAtEachPoint(url, db)
      await use(stations)
      await stations.close()
    },
    { scope: 'file' },
  ],
})

const countClaims = async (station: Station) => (await station.entries(claimed)).length

test.for(['twilio', 'meta'] as const)(
  'killed within the commit that claims it (%s): no claim is left, and it is sent once',
  async (vendor, { stations }) => {
    const station = stations.of(vendor, 'claiming')
    await station.reaches(accepted)
    expect(stations.taken(station)).toBe(1)
    expect(await countClaims(station)).toBe(1)
    expect(await station.read()).not.toHaveProperty('failure')
  },
)

test('killed after the claim, with nothing taken: the look-up proves it, and it is sent once', async ({
  stations,
}) => {
  const station = stations.of('twilio', 'claimed')
  await station.reaches(accepted)
  expect(stations.taken(station)).toBe(1)
  expect(await station.entries('challenge-deferred')).toMatchObject([
    { attempt: 1, outcome: 'absent' },
  ])
  expect(await station.entries(accepted)).toMatchObject([{ attempt: 2 }])
})

test.for(['called', 'answered', 'recording'] as const)(
  'killed after the vendor has taken it (%s): the look-up finds it, and it stays one message',
  async (point, { stations }) => {
    const station = stations.of('twilio', point)
    await station.reaches(accepted)
    expect(stations.taken(station)).toBe(1)
    expect(await countClaims(station)).toBe(1)
    expect(await station.read()).not.toHaveProperty('failure')
  },
)

test.for([
  ['claimed', 0],
  ['called', 1],
  ['answered', 1],
  ['recording', 1],
] as const)(
  'where the vendor cannot be asked (%s), the record says send-uncertain, and nobody sends again',
  async ([point, taken], { stations }) => {
    const station = stations.of('meta', point)
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
  async (vendor, { stations }) => {
    const station = stations.of(vendor, 'recorded')
    expect(stations.taken(station)).toBe(1)
    expect(await countClaims(station)).toBe(1)
    expect(await station.entries('challenge-uncertain')).toEqual([])
  },
)
