// Everything on one machine, one journey and three verdicts shown, then up until Ctrl-C: `npm run demo`.
//
//   npm run demo                  PostgreSQL, Temporal with its UI, API, worker and engines; data in .atesta
//   npm run demo -- --https       a second door with a certificate of its own, so that a phone of the same network can
//                                 open the hosted page, camera included (HTTPS_PORT, 3443)
//   PORT=4000 npm run demo        another port; so do METRICS_PORT, TEMPORAL_PORT, TEMPORAL_UI_PORT, DATABASE_PORT
//   ATESTA_HOME=/tmp/a npm run demo         data elsewhere
//   DATABASE_URL=… TEMPORAL_ADDRESS=… npm run demo    your own servers
//
// `npm run dev` is the same without the journey. All settings: .env.example.
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { makeHttpsDoor } from './https.ts'
import { driveJourney, offerLink } from './demo/journey.ts'
import { showVerdicts } from './demo/verdicts.ts'
import { note } from './note.ts'
import { runUntilSignal } from './run-until-signal.ts'

const print = (line: string) => console.log(line)
const askedPort = Number(process.env['HTTPS_PORT']) || undefined
const door = readArguments().https ? await makeHttpsDoor(askedPort) : undefined

// The demo’s output is to be read, so the service logs only warnings and errors.
const environment = {
  ...process.env,
  LOG_LEVEL: process.env['LOG_LEVEL'] || 'warn',
  ...(door && { PUBLIC_BASE_URL: door.url }),
}

await runUntilSignal(
  environment,
  async (stack, signal) => {
    const { apiUrl, token } = stack
    await door?.openTo(apiUrl)
    const journey = { apiUrl, token, signal, print }
    await driveJourney(journey)
    await showVerdicts(journey, () => killWorker(() => stack.workerPid(), signal))
    return [`Link ${await offerLink(journey, door !== undefined)}`]
  },
  { isWorkerApart: true },
)

/** Resolves when the next worker has started; it takes over the work of the killed one. */
async function killWorker(pid: () => number | undefined, signal: AbortSignal): Promise<void> {
  const killed = pid()
  if (killed !== undefined) process.kill(killed, 'SIGKILL')
  while (pid() === killed || pid() === undefined) await wait(50, undefined, { signal })
}

function readArguments() {
  try {
    return parseArgs({ options: { https: { type: 'boolean' } } }).values
  } catch (error) {
    note(`${error instanceof Error ? error.message : ''} (npm run demo -- --help)`)
    process.exit(1)
  }
}
