// Starts real load balancers in front of processes, where they are installed, with their default settings except for
// those that docs/operations.md requires.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#src/main/local/ports.ts'

export type RealBalancer = AsyncDisposable & {
  readonly url: string
  /** A URL at which request bodies are forwarded as they arrive; only for nginx, which buffers them by default. */
  readonly unbufferedUrl?: string
  /** The state of each process by its port, from health checks; only for HAProxy. */
  states?(): Promise<ReadonlyMap<number, string>>
}

/** The folders of system programs are searched even if PATH lacks them. */
const locate = (name: string) =>
  ['/usr/sbin', '/usr/local/sbin', '/usr/bin', '/usr/local/bin']
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file))

const nginx = locate('nginx')
const haproxy = locate('haproxy')

export const hasNginx = nginx !== undefined
export const hasHaproxy = haproxy !== undefined

/** Starts nginx in front of these ports of 127.0.0.1, without health checks, which its open-source edition lacks. */
export async function startNginx(ports: readonly number[]): Promise<RealBalancer> {
  const [port, unbuffered] = [await freePort(), await freePort()]
  const server = (at: number, more = '') =>
    `server { listen 127.0.0.1:${at}; ${more} location / { proxy_pass http://api; } }`
  const config = (folder: string) => `
    daemon off;
    pid ${folder}/nginx.pid;
    ${process.getuid?.() === 0 ? 'user www-data;' : ''}
    events {}
    http {
      access_log off;
      ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
      client_max_body_size 32m;
      upstream api { ${ports.map((at) => `server 127.0.0.1:${at};`).join(' ')} keepalive 32; }
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      ${server(port)}
      ${server(unbuffered, 'proxy_request_buffering off;')}
    }`
  const log = 'nginx.log'
  const program = (folder: string) => [nginx ?? '', '-p', folder, '-e', join(folder, log), '-c']
  const running = await startProgram(config, program, port)
  return { ...running, unbufferedUrl: `http://127.0.0.1:${unbuffered}` }
}

/** Uses the time limits of Debian’s package, and health checks with their default settings. */
export async function startHaproxy(ports: readonly number[]): Promise<RealBalancer> {
  const port = await freePort()
  const config = (folder: string) => `
    global
      stats socket ${folder}/stats.sock mode 600
    defaults
      mode http
      timeout connect 5s
      timeout client 50s
      timeout server 50s
    frontend front
      bind 127.0.0.1:${port}
      default_backend api
    backend api
      balance roundrobin
      option httpchk
      option forwardfor
      http-reuse always
${ports.map((at) => `      server ${at} 127.0.0.1:${at} check`).join('\n')}
`
  const running = await startProgram(config, () => [haproxy ?? '', '-db', '-f'], port)
  return { ...running, states: async () => readStates(join(running.folder, 'stats.sock')) }
}

type Running = RealBalancer & { readonly folder: string }

/** `program`: the command line up to the name of the configuration file. */
async function startProgram(
  config: (folder: string) => string,
  program: (folder: string) => readonly string[],
  port: number,
): Promise<Running> {
  await using parts = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'atesta-balancer-'))
  parts.defer(() => rm(folder, { recursive: true, force: true }))
  // When started by root, part of it runs as another user, who must be able to read the folder.
  await chmod(folder, 0o755)
  const file = join(folder, 'balancer.conf')
  await writeFile(file, config(folder))
  const [path = '', ...flags] = program(folder)
  const child = spawn(path, [...flags, file], { stdio: 'ignore' })
  const ended = new Promise((done) => child.once('exit', done))
  parts.defer(async () => {
    // SIGTERM, because SIGKILL would leave its child processes running.
    child.kill('SIGTERM')
    await ended
  })
  await untilListening(port, path)
  const owned = parts.move()
  return {
    url: `http://127.0.0.1:${port}`,
    folder,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Reads its statistics as CSV; the name of a server is its port. */
async function readStates(path: string): Promise<ReadonlyMap<number, string>> {
  const socket = connect(path)
  socket.end('show stat\n')
  let text = ''
  for await (const part of socket) text += String(part)
  const [head = '', ...rows] = text.replace(/^# /, '').trim().split('\n')
  const at = head.split(',').indexOf('status')
  const states = rows.map((row) => row.split(',')).filter(([, name]) => /^\d+$/.test(name ?? ''))
  return new Map(states.map((row) => [Number(row[1]), row[at] ?? '']))
}

/** Rejects after 5 s. */
export async function untilListening(port: number, name: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const isUp = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true))
      socket.once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isUp) return
    await new Promise((go) => setTimeout(go, 25))
  }
  throw new Error(`${name} does not listen`)
}
