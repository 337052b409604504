// A complete service beside the day, for the parts that the day lacks: Temporal runs, images in a store, an issuer’s
// keys, and verdicts.
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { exportJWK, generateKeyPair } from 'jose'
import { listen } from '#test/support/servers/listen.ts'
import { openStage } from '#test/load/stage.ts'
import { takeSelfie, travel } from '#test/load/drill/travel.ts'
import { createCaller } from '#test/support/caller.ts'
import { publishVerdicts, verifyCompany } from './verdicts.ts'

/** A check costs half a unit of currency, and five hundred may be spent in a day. */
const prices = { SANDBOX_CHECK_COST_MICROS: '500000', CHECKS: '{ "dailyCapMicros": 500000000 }' }

/** Runs journeys with a selfie until it is closed; closing rejects when one has failed. */
export async function startService(ports: readonly [number, number, number]) {
  const parts = new AsyncDisposableStack()
  const stage = parts.use(await openStage())
  const issuer = await startIssuer()
  parts.defer(() => issuer.close())
  const fleet = stage.openFleet({ JWKS_URL: issuer.url, ...prices })
  const [api, worker, engines] = ports.map((port) => ({ METRICS_PORT: String(port) }))
  const { url } = await fleet.startApi(api)
  await Promise.all([fleet.startWorker(worker), fleet.startEngines(engines)])
  const caller = createCaller(url, { scope: 'packs:write packs:live' })
  let isOver = false
  const driving = (async () => {
    await publishVerdicts(caller)
    for (let count = 0; !isOver; count += 1) {
      await takeSelfie(caller, await travel(caller))
      await verifyCompany(caller, count)
      await sleep(1_000)
    }
  })()
  // A failure is reported at the end, when `driving` is awaited.
  driving.catch(() => undefined)
  return {
    async close() {
      isOver = true
      await using _all = parts
      await driving
    },
  }
}

async function startIssuer() {
  const { publicKey } = await generateKeyPair('ES256')
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'day', alg: 'ES256' }]
  const server = createServer((_, answer) => {
    answer.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }))
  })
  const port = await listen(server)
  const close = () => new Promise<void>((done) => void server.close(() => done()))
  return { url: `http://127.0.0.1:${port}/keys`, close }
}
