// A real PgBouncer in front of a database, if it is installed.
import { spawn, spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#src/main/local/ports.ts'
import { untilListening } from './balancers.ts'

export const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0

export type Pooler = {
  readonly url: string
  /** SIGSTOP: it accepts connections and answers nothing; SIGCONT: it continues. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void
  close(): Promise<void>
}

export async function startPgBouncer(
  databaseUrl: string,
  mode: 'session' | 'transaction' | 'statement',
  ignored: readonly string[] = [],
  more: Readonly<Record<string, string | number>> = {},
): Promise<Pooler> {
  const target = new URL(databaseUrl)
  const folder = await mkdtemp(join(tmpdir(), 'atesta-pooler-'))
  // When started by root it runs as another user, who must be able to read the folder.
  await chmod(folder, 0o755)
  const users = join(folder, 'users.txt')
  await writeFile(users, `"${target.username}" "${decodeURIComponent(target.password)}"\n`, {
    mode: 0o644,
  })
  const port = await freePort()
  const config = join(folder, 'pgbouncer.ini')
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: users,
    pool_mode: mode,
    default_pool_size: 20,
    ...more,
    ...(ignored.length > 0 && { ignore_startup_parameters: ignored.join(', ') }),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  const before = `* = host=${target.hostname} port=${target.port}`
  await writeFile(config, ['[databases]', before, '[pgbouncer]', ...lines, ''].join('\n'))
  const asOther = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn('pgbouncer', [...asOther, '-q', config], { stdio: 'ignore' })
  const ended = new Promise((done) => child.once('exit', done))
  await untilListening(port, 'PgBouncer')
  target.hostname = '127.0.0.1'
  target.port = String(port)
  return {
    url: target.href,
    signal: (name) => void child.kill(name),
    async close() {
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
