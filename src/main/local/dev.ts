// Everything on one machine, up until Ctrl-C: `npm run dev`.
import { runUntilSignal } from './run-until-signal.ts'

await runUntilSignal(process.env, async () => [])
