import { createServer, type Server } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { choosePort, freePort } from '#src/main/local/ports.ts'

const host = '127.0.0.1'
const opened: Server[] = []

async function listen(port: number): Promise<void> {
  const server = createServer()
  opened.push(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
}

afterEach(async () => {
  for (const server of opened.splice(0)) await new Promise((resolve) => server.close(resolve))
})

describe('a port that was asked for', () => {
  test('is used when it is free', async () => {
    const port = await freePort()
    await expect(choosePort('PORT', port, host)).resolves.toBe(port)
  })

  test('is named with its variable when it is taken, and no other is used', async () => {
    const port = await freePort()
    await listen(port)
    await expect(choosePort('TEMPORAL_UI_PORT', port, host)).rejects.toThrow(
      `Port ${port} (TEMPORAL_UI_PORT, for the Temporal UI) is taken`,
    )
  })

  test('may be any, as 0', async () => {
    const port = await choosePort('PORT', 0, host)
    expect(port).toBeGreaterThan(0)
    await expect(listen(port)).resolves.toBeUndefined()
  })
})

test('a port that nobody asked for is free when it is chosen, whatever listens on the usual one', async () => {
  const first = await choosePort('METRICS_PORT', undefined, host)
  await listen(first)
  const second = await choosePort('METRICS_PORT', undefined, host)
  expect(second).not.toBe(first)
  await expect(listen(second)).resolves.toBeUndefined()
})

test('a free port is none that the system hands out by itself, and is named once, however many ask at once', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, () => freePort()))
  expect(new Set(ports).size).toBe(50)
  expect(Math.max(...ports)).toBeLessThan(32_768)
})
