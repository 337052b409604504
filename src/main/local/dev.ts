// Starts everything on one machine until Ctrl-C: `npm run dev`. Ports, folders and servers are set as for `npm run
// demo` (`npm run demo -- --help`).
import { runUntilSignal } from './run-until-signal.ts'

await runUntilSignal(process.env, async () => [])
