// Checks scorecards in a team’s own CI: `node src/main/commands/scorecards.ts lint FILE …`. A file is a scorecard as
// YAML or JSON; the test cases under `cases` are run.
import { runAsCommand } from '#src/main/process/run-as-process.ts'
import { capabilities } from '#src/main/capabilities.ts'
import { createFacts } from '#src/journey/facts/facts.ts'
import { FileRefused, nameOf, parseFile } from '#src/packs/files/read.ts'
import { ownScorecards } from '#src/risk/scorecards/built-in/built-in.ts'
import { checkScorecard } from '#src/risk/scorecards/publication.ts'

const usage = 'scorecards lint FILE …'

const { variables } = createFacts(capabilities.flatMap((one) => one.facts ?? []))

/** The faults of a file with their positions; none when it is valid. */
async function faultsOf(file: string): Promise<string[]> {
  const parsed = parseFile(file)
  const checked = await checkScorecard(parsed.value, variables)
  const faults = 'faults' in checked ? checked.faults : []
  const isReserved = ownScorecards.some(({ name }) => name === nameOf(file))
  const reserved = `${file}:1:1 the name ${nameOf(file)} is one of the service's`
  return [
    ...(isReserved ? [reserved] : []),
    ...faults.map((one) => {
      const { line, column } = parsed.locate(one)
      return `${file}:${line}:${column} ${one.pointer}: ${one.detail}`
    }),
  ]
}

/** Returns the lines to print. Throws FileRefused with all faults of all files. */
export async function lintScorecards([command, ...files]: readonly string[]): Promise<string[]> {
  if (command !== 'lint' || files.length === 0) throw new FileRefused(usage)
  const faults = (await Promise.all(files.map(faultsOf))).flat()
  if (faults.length > 0) throw new FileRefused(faults.join('\n'))
  return files.map((file) => `${file}: sound`)
}

if (import.meta.main)
  await runAsCommand(async () => {
    for (const line of await lintScorecards(process.argv.slice(2)))
      process.stdout.write(`${line}\n`)
  })
