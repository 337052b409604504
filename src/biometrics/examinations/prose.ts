// Writes the tables of codes and magic names for the descriptions of operations.
import { deviceRules } from '#src/biometrics/devices/catalogue.ts'
import { magicNames } from './magic.ts'

const rules = deviceRules
  .map(
    ({ code, details, weight, hard }) =>
      `| ${code} | ${details} | ${weight}${hard ? ', hard' : ''} |`,
  )
  .join('\n')

const magic = Object.entries(magicNames)
  .map(([name, effect]) => `| \`${name}.*\` | ${effect} |`)
  .join('\n')

export const livenessCodesTable = `\`livenessStatus\`: 0 inconclusive, 1 live, 2 spoof suspected, 3 no face, 4 several faces. Without a challenge (\`POST …/facial-biometrics/challenge\`) it is 0 at best: passive signs prove nobody alive.

\`securityCheck\`: 0 not made (no readable event), 1 passed, 2 suspicious, 3 failed.

\`device.status\`: 0 not analysed, 1 ok, 2 attention, 3 deny. \`device.score\` is 1000 less the weights of the rules that fired; \`scoreClassification\` is 3 when a hard rule fired or the score is below 500, 2 below 800, else 1. A rule's \`status\` is 0 when it was not evaluated (the device does not say), 1 passed, 2 fired.

| code | fires when | weight |
|---|---|---|
${rules}`

export const magicTable = `In the sandbox the engines are the real ones, and the name of a file (in a form, or as \`data:image/jpeg;name=…;base64,\`) can ask for an outcome:

| file | outcome |
|---|---|
${magic}`
