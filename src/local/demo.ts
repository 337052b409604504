// Everything on one machine, one journey shown, then up until Ctrl-C: `npm run demo`.
import { driveJourney } from './journey.ts'
import { runUntilSignal } from './run-until-signal.ts'

// The journey is what is to be read: of the service's log only what needs attention.
const environment = { ...process.env, LOG_LEVEL: process.env['LOG_LEVEL'] || 'warn' }

await runUntilSignal(environment, async ({ apiUrl, token }, signal) => {
  await driveJourney({ apiUrl, token, signal, print: (line) => console.log(line) })
})
