// PostgreSQL refuses to run as root, so under root it runs as another user. That user may have to pass folders closed
// to others (a home, a temporary folder): then it keeps the one Linux capability needed for that.
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** How to run a PostgreSQL command on `dataDir`. */
export type Runner = {
  readonly uid?: number
  readonly gid?: number
  /** The command line for a PostgreSQL program. */
  readonly wrap: (program: string, args: readonly string[]) => { command: string; args: string[] }
  /** Gives a file or folder to the user as whom PostgreSQL runs. */
  readonly own: (path: string) => void
}

/** `dataDir` may not exist yet. Throws when root cannot run PostgreSQL here. */
export function findRunner(dataDir: string, binaries: string): Runner {
  if (process.getuid?.() !== 0) return asOurselves
  const user = existsSync(dataDir) ? ownerOf(dataDir) : unprivilegedUser()
  const own = (path: string) => chownSync(path, user.uid, user.gid)
  if (canPass(dataDir, user.uid) && canPass(`${binaries}/postgres`, user.uid))
    return { ...user, wrap: asIs, own }
  if (spawnSync('setpriv', ['--version']).status !== 0)
    throw new Error(
      `PostgreSQL cannot run as root, and other users cannot enter ${dataDir}: put the clone elsewhere, install setpriv (util-linux), or set DATABASE_URL.`,
    )
  return { wrap: (program, args) => withFolderAccess(user, program, args), own }
}

const asIs: Runner['wrap'] = (program, args) => ({ command: program, args: [...args] })
const asOurselves: Runner = { wrap: asIs, own: () => undefined }

function ownerOf(path: string): { uid: number; gid: number } {
  const { uid, gid } = statSync(path)
  return { uid, gid }
}

function unprivilegedUser(): { uid: number; gid: number } {
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = [askId('-u', name), askId('-g', name)]
    if (uid && gid) return { uid, gid }
  }
  throw new Error(
    'PostgreSQL cannot run as root, and there is no user postgres or nobody: set DATABASE_URL.',
  )
}

function askId(flag: '-u' | '-g', name: string): number | undefined {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' })
  return status === 0 ? Number(stdout) : undefined
}

function canPass(path: string, uid: number): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (existsSync(folder)) {
      const { mode, uid: owner } = statSync(folder)
      if (!(mode & 0o001) && !(owner === uid && mode & 0o100)) return false
    }
    if (folder === dirname(folder)) return true
  }
}

function withFolderAccess(
  user: { uid: number; gid: number },
  program: string,
  args: readonly string[],
) {
  const privileges = [
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    '--clear-groups',
    // Without this option access(2), by which PostgreSQL finds its own files, ignores the capability kept below.
    '--securebits=+no_setuid_fixup',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--bounding-set=-all,+dac_override',
  ]
  return { command: 'setpriv', args: [...privileges, program, ...args] }
}
