// Measures false alarms: 100 000 people and 20 000 companies that are on no list, with names as frequent as in Brazil,
// against lists of the real ones’ size and format.
import { alarmsOf, loadLists } from '#test/load/names/alarms.ts'
import { drawCompany, drawPerson } from '#test/load/names/brazil.ts'
import { publish } from '#test/load/names/published.ts'
import { type Measure, toResult } from '#test/load/bench/measure.ts'

const [people, companies] = [100_000, 20_000]
/** In percent. */
const [ofPeople, ofCompanies] = [0.5, 1]
const [listed, asked] = [7, 11]

export const alarms: Measure = {
  name: 'alarms',
  against: 'a hit or a doubt for 0.5 % of people and 1 % of companies who are on no list',
  aims: { 'alarms-people': 1, 'alarms-companies': 1 },
  limitSeconds: 600,
  async run() {
    const lists = loadLists(publish(listed))
    const share = async (count: number, draw: (at: number) => Parameters<typeof alarmsOf>[1]) => {
      let held = 0
      for (let at = 0; at < count; at += 1) {
        if (alarmsOf(lists, draw(at)).length > 0) held += 1
        // Yields to the event loop, because otherwise no time limit could end it.
        if (at % 1_000 === 0) await new Promise((resolve) => setImmediate(resolve))
      }
      return (100 * held) / count
    }
    const line = { unit: '% held', higherIsBetter: false }
    return [
      toResult({ name: 'alarms-people', value: await share(people, (at) => drawPerson(asked, at)), baseline: ofPeople, ...line }),
      toResult({ name: 'alarms-companies', value: await share(companies, (at) => drawCompany(asked, at)), baseline: ofCompanies, ...line }),
    ]
  },
} // prettier-ignore
