// The network connections of the stack, each through its own proxy, which can cut, delay, and drop data.
import { type Proxy, startProxy } from '#test/support/servers/proxy.ts'

export type Line = Proxy & { readonly name: string }

export type Lines = {
  readonly all: readonly Line[]
  /** The same URL, reached through a proxy of that name. */
  through(name: string, url: string): Promise<string>
  /** The same for `host:port`. */
  throughAddress(name: string, address: string): Promise<string>
  close(): Promise<void>
}

export function createLines(): Lines {
  const all: Line[] = []
  const open = async (name: string, host: string, port: number) => {
    const line = { ...(await startProxy({ host, port })), name }
    all.push(line)
    return line
  }
  return {
    all,
    async through(name, url) {
      const led = new URL(url)
      const line = await open(name, led.hostname, Number(led.port))
      led.port = String(line.port)
      // A URL without a path stays so, because the URL class adds a slash.
      return url.endsWith('/') ? led.href : led.href.replace(/\/$/, '')
    },
    async throughAddress(name, address) {
      const [host = '127.0.0.1', port] = address.split(':')
      return `127.0.0.1:${(await open(name, host, Number(port))).port}`
    },
    close: async () => void (await Promise.all(all.map((line) => line.close()))),
  }
}
