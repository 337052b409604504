// Everything on one machine, one journey shown, then up until Ctrl-C: `npm run demo`. With `--https` the hosted page
// can be opened on a phone of the same network, camera included.
import { makeHttpsDoor } from './https.ts'
import { driveJourney, offerLink } from './journey.ts'
import { runUntilSignal } from './run-until-signal.ts'

const print = (line: string) => console.log(line)
const askedPort = Number(process.env['HTTPS_PORT']) || undefined
const door = process.argv.includes('--https') ? await makeHttpsDoor(askedPort) : undefined

// The journey is what is to be read: of the service's log only what needs attention.
const environment = {
  ...process.env,
  LOG_LEVEL: process.env['LOG_LEVEL'] || 'warn',
  ...(door && { PUBLIC_BASE_URL: door.url }),
}

await runUntilSignal(environment, async ({ apiUrl, token }, signal) => {
  await door?.openTo(apiUrl)
  const journey = { apiUrl, token, signal, print }
  await driveJourney(journey)
  return [`Link ${await offerLink(journey, door !== undefined)}`]
})
