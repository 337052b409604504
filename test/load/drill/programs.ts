// Programs with a name and arguments of their own: `npm run drill -- --only day --seed 7`. A drill without `--only`
// leaves them out.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

type Program = {
  /** The arguments for Node; paths are from the root of the clone. */
  readonly args: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

/** Tests of the hosted page that the usual test runs omit or shorten. */
const page = (title: string, environment: Program['environment'] = {}): Program => ({
  args: ['tools/test.mjs', 'test/browser/links/capture', '-t', title],
  environment,
})

const programs: Readonly<Record<string, Program>> = {
  day: { args: ['test/load/day/main.ts'] },
  dashboards: { args: ['test/load/day/dashboards.ts'] },
  films: page('film that is played|beside films', { FILM_ROUNDS: '10' }),
  lines: page('slow lines', { LINES: '1' }),
  replies: { args: ['test/model/replies/whole.ts'] },
  scale: { args: ['test/load/scale/main.ts'] },
  strip: page('strip of a walk', { STRIP: 'docs/links' }),
}

export const programNames: readonly string[] = Object.keys(programs)

/** Starts the program that the first `--only` names, with all further arguments; undefined when it names none. */
export async function runProgram([option, name = '', ...others]: readonly string[]): Promise<
  number | undefined
> {
  const program = option === '--only' ? programs[name] : undefined
  if (!program) return undefined
  const child = spawn(process.execPath, [...program.args, ...others], {
    cwd: join(import.meta.dirname, '../../..'),
    // oxlint-disable-next-line node/no-process-env -- it runs as it would by itself
    env: { ...process.env, ...program.environment },
    stdio: 'inherit',
  })
  // Ctrl-C reaches the whole process group; the program ends by it, and then this process does.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void child.kill(signal))
  const [code] = await once(child, 'exit')
  return typeof code === 'number' ? code : 1
}
