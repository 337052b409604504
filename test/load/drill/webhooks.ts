// Verifies sent webhooks with a third-party library: the Python one of Standard Webhooks.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createCaller } from '#test/support/caller.ts'
import { startReceiver } from '#test/support/servers/receiver.ts'
import { openStage } from '#test/load/stage.ts'
import { hold, insist, type Part } from './part.ts'

const count = 20

export const webhooks: Part = {
  name: 'webhooks',
  proves: 'Python’s standardwebhooks takes what leaves, and nothing that was changed',
  lacks: async () =>
    spawnSync('python3', ['-c', 'import standardwebhooks']).status === 0
      ? undefined
      : 'Python has no standardwebhooks',
  async run(say) {
    await using stage = await openStage()
    await using parts = new AsyncDisposableStack()
    const receiver = parts.use(await startReceiver())
    const fleet = stage.openFleet({ WEBHOOK_PRIVATE_HOSTS: receiver.host })
    const [api] = await Promise.all([fleet.startApi(), fleet.startWorker()])
    const caller = createCaller(api.url, { scope: 'webhooks:write transactions:write' })
    const secrets = new Map<string, string>()
    for (const path of ['/one', '/other']) {
      const made = await caller.send('POST', '/v1/webhooks', { url: receiver.url(path) })
      hold(made.status === 201, `an endpoint was answered ${made.status}`)
      secrets.set(path, String(made.body['secret']))
    }
    for (let made = 0; made < count; made += 1) await caller.create(`a${made}@example.com`)
    await insist(60, async () =>
      hold(receiver.received.length >= 2 * count, 'webhooks are missing'),
    )
    const lines = receiver.received.map(({ path, headers, body }) =>
      JSON.stringify({ secret: secrets.get(path), headers, body }),
    )
    const python = spawn('python3', [join(import.meta.dirname, 'webhook.py')], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    python.stdin.end(lines.join('\n'))
    const [told, [code]] = await Promise.all([text(python.stdout), once(python, 'close')])
    hold(code === 0, 'a webhook was not taken, or one that was changed was')
    say(told.trim())
  },
}
