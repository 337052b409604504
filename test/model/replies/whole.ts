// `npm run drill -- --only replies`: the scripts in their whole size, with the number of their states. Ends with 1 where something is
// wrong.
import { explore } from '../explore.ts'
import { modelOf } from './model.ts'
import * as scripts from './scripts.ts'

for (const [name, script] of Object.entries(scripts)) {
  const { states, wrong } = explore(modelOf(script), 1_000_000)
  console.log(
    `${name}: ${states} states, ${wrong ? `${wrong.what} by ${wrong.trace.join(', ')}` : 'nothing is wrong'}`,
  )
  if (wrong) process.exitCode = 1
}
